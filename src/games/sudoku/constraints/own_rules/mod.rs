//! Rules of a designer's own, for one level: written in the language of the encoding, they derive the errors
//! of a full board.
//!
//! The judge evaluates them on existing digits, the search prunes by their results on an open board, and the
//! encoding takes them unchanged, with its helpers under separate names.

mod evaluate;
mod nogoods;
mod plan;
mod syntax;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::custom::Language;
use super::{Amount, Broken, Constraint, Form, Lie, Object};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use evaluate::evaluate;
use foolproof_game::listed;
use nogoods::MAX_BOARD_STEPS;
use plan::Program;
use syntax::Head;

pub(super) use syntax::compact;

pub(super) struct OwnRules;

/// Most steps of rules on the full trial board; rules that take more are rejected.
const MAX_TRIAL_STEPS: u64 = 2_000_000;
/// Most steps of rules on a board with empty cells; beyond this, nothing is concluded.
const MAX_PARTIAL_STEPS: u64 = 200_000;
/// Longest text; the mark that holds it has to fit, too.
const LONGEST: usize = 3500;

/// Most cached programs.
const MAX_READ: usize = 64;

/// The result of reading a text for a board of some side: its program, or the reason why there is none.
type ReadPrograms = HashMap<(String, usize), Result<Arc<Program>, String>>;

static READ: LazyLock<Mutex<ReadPrograms>> = LazyLock::new(Mutex::default);

/// The program of a text on a board; cached, since levels are read often.
fn program(text: &str, side: usize) -> Result<Arc<Program>, String> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (text.to_owned(), side);
    if let Some(known) = read.get(&key) {
        return known.clone();
    }
    let program = tried(text, side).map(Arc::new);
    if read.len() >= MAX_READ {
        read.clear();
    }
    read.insert(key, program.clone());
    program
}

/// Reads rules, and tries them on a board with digits as in a full one.
fn tried(text: &str, side: usize) -> Result<Program, String> {
    let program = plan::read(text)?;
    let puzzle = Puzzle::new(side, vec![0; side * side], Vec::new());
    let digit = |cell: usize| 1u16 << ((cell % side + cell / side) % side);
    let board: Vec<u16> = (0..side * side).map(digit).collect();
    match evaluate(&program, &puzzle, &board, MAX_TRIAL_STEPS) {
        Some(_) => Ok(program),
        None => Err("they take too long to look at a board; ask for less at once".to_owned()),
    }
}

impl Constraint for OwnRules {
    fn id(&self) -> &'static str {
        "own_rules"
    }

    fn name(&self) -> &'static str {
        "own rules"
    }

    fn rule(&self) -> &'static str {
        "The level has rules of its own, which its designer wrote."
    }

    fn rule_of(&self, object: &Object, side: usize) -> String {
        let program = program(&object.text, side).ok();
        let mut reasons: Vec<String> = Vec::new();
        for rule in program.iter().flat_map(|program| &program.rules) {
            if let Head::Wrong { why, .. } = &rule.head {
                let why = format!("“{}”", why.replace('_', " "));
                if !reasons.contains(&why) {
                    reasons.push(why);
                }
            }
        }
        match listed(&reasons, "or") {
            reasons if reasons.is_empty() => self.rule().to_owned(),
            reasons => format!("A rule of this level alone forbids: {reasons}."),
        }
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Text(Language::Rules), lie: Lie::Whole }
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        if object.text.len() > LONGEST {
            return Some(format!("own rules: more than {LONGEST} characters"));
        }
        program(&object.text, side).err().map(|why| format!("own rules: {why}"))
    }

    fn post(&self, object: &Object, puzzle: &Puzzle, model: &mut Model) {
        match program(&object.text, puzzle.side) {
            Ok(program) => nogoods::post(&program, puzzle, model),
            Err(_) => model.refute(),
        }
    }

    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let program = program(&object.text, puzzle.side).ok()?;
        let all = u16::MAX >> (16 - puzzle.side);
        let held = |digit: &u8| if *digit > 0 { 1 << (digit - 1) } else { all };
        let candidates: Vec<u16> = digits.iter().map(held).collect();
        let is_full = digits.iter().all(|digit| *digit > 0);
        let steps = if is_full { MAX_BOARD_STEPS } else { MAX_PARTIAL_STEPS };
        let Some(findings) = evaluate(&program, puzzle, &candidates, steps) else {
            let why = "they take too long to look at this board".to_owned();
            return is_full.then(|| Broken { why, cells: Vec::new() });
        };
        let certain = findings.found.into_iter().find(|found| found.when.is_empty())?;
        Some(Broken { why: certain.why, cells: certain.cells.into_iter().collect() })
    }

    fn facts(&self, puzzle: &Puzzle) -> String {
        let mut text = String::new();
        for object in puzzle.objects.iter().filter(|object| object.kind.id() == self.id()) {
            let Ok(program) = program(&object.text, puzzle.side) else { continue };
            let number = object.site.col;
            let writer = syntax::Writer { number, helpers: &program.helpers, text: &program.text };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "at({number},0,0,S) :- site(S).");
            text.extend(program.rules.iter().map(|rule| writer.rule(rule)));
        }
        text
    }

    fn rules(&self) -> &'static str {
        ""
    }
}

#[cfg(test)]
mod tests;
