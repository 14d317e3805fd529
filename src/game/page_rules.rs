//! Ground programs for the scripts of pages, and the rules that built-in games add to their encodings for
//! pages: they name what is wrong with a play.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::Text;
use foolproof_ground::{AtomNumber, GroundProgram, RecordedRule, split};

/// Rules besides an encoding that let a page judge plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRules {
    /// Name in messages, such as `pages/sudoku.lp`.
    pub name: Text,
    pub text: Text,
    pub facts: PageFacts,
    /// Names that its script reads.
    pub reads: &'static [&'static str],
}

/// Facts that are ground with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFacts {
    /// Facts of the level: each level has a separate program.
    Level,
    /// Facts of a board and its constraints only. The rules leave the contents of its cells open, so that one
    /// program serves all levels with such a board.
    Board,
    /// Only the sites of an empty board.
    Sites,
}

/// A ground program in the format of `assets/web/ground.js`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageProgram {
    /// The rules in sequence, each as numbers: 1 for a choice, plus 2 if there is a bound, plus 4 if its
    /// weights are not all 1; the number of heads, and the heads; the number of literals, and the literals; the
    /// bound and as many weights, if any. `PageProgram::number` encodes each number. An atom is written as the
    /// difference to the one at its position in the last rule that starts with the same numbers, or to 0; a
    /// literal as twice that, plus 1 if negative: similar rules follow each other, and repetition compresses
    /// well.
    pub rules: String,
    /// Terms in the order of their names: number of letters shared with the one before, and the remaining
    /// letters.
    pub names: Vec<(usize, String)>,
    /// The atom of each term; 0 for a fact.
    pub atoms: Vec<u32>,
}

/// Atoms of the last rule of each form: its first number, and its numbers of heads and literals.
type LastRules = BTreeMap<(i64, usize, usize), Vec<i64>>;

impl PageProgram {
    /// Keeps the rules that constraints and the names to be read depend on.
    pub fn of(program: &GroundProgram, read: &[&str]) -> Self {
        let (mut names, mut atoms, mut before) = (Vec::new(), Vec::new(), "");
        for (atom, term) in program.names().filter(|(_, term)| read.contains(&split(term).0)) {
            let same = before
                .bytes()
                .zip(term.bytes())
                .take_while(|(one, two)| one == two && one.is_ascii());
            let same = same.count();
            names.push((same, term.get(same..).unwrap_or_default().to_owned()));
            atoms.push(atom);
            before = term;
        }
        let needed = needed(program, &atoms);
        let (mut rules, mut last) = (String::new(), BTreeMap::new());
        for rule in program.rules() {
            if stays(&rule, &needed) {
                Self::write(&mut rules, &rule, &mut last);
            }
        }
        Self { rules, names, atoms }
    }

    fn write(out: &mut String, rule: &RecordedRule<'_>, last: &mut LastRules) {
        let weighted = rule.bound.is_some() && rule.weights.iter().any(|weight| *weight != 1);
        let kind =
            i64::from(rule.choice) + 2 * i64::from(rule.bound.is_some()) + 4 * i64::from(weighted);
        let form = (kind, rule.heads.len(), rule.body.len());
        let last = last.entry(form).or_insert_with(|| vec![0; form.1 + form.2]);
        let (heads, body) = last.split_at_mut(form.1);
        let difference = |last: &mut i64, atom: i64| atom - std::mem::replace(last, atom);
        Self::number(out, kind);
        Self::number(out, form.1 as i64);
        for (head, last) in rule.heads.iter().zip(heads) {
            Self::number(out, difference(last, i64::from(*head)));
        }
        Self::number(out, form.2 as i64);
        for (literal, last) in rule.body.iter().zip(body) {
            let literal = i64::from(*literal);
            Self::number(out, 2 * difference(last, literal.abs()) + i64::from(literal < 0));
        }
        if let Some(bound) = rule.bound {
            Self::number(out, i64::from(bound));
            let weights = rule.weights.iter().filter(|_| weighted);
            weights.for_each(|weight| Self::number(out, i64::from(*weight)));
        }
    }

    /// Writes a number in letters of five bits each, the lowest first: 32 means that more follow. The lowest
    /// bit of all is the sign.
    fn number(out: &mut String, number: i64) {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
        let mut rest = number.unsigned_abs() * 2 + u64::from(number < 0);
        loop {
            let more = if rest >= 32 { 32 } else { 0 };
            let letter = LETTERS.get((rest % 32 + more) as usize).copied().unwrap_or_default();
            out.push(char::from(letter));
            rest /= 32;
            if rest == 0 {
                return;
            }
        }
    }
}

/// True if a rule can matter to the needed atoms.
fn stays(rule: &RecordedRule<'_>, needed: &BTreeSet<AtomNumber>) -> bool {
    rule.choice || rule.heads.is_empty() || rule.heads.iter().any(|head| needed.contains(head))
}

/// Atoms on which these, and a program's constraints and choices, depend.
fn needed(program: &GroundProgram, read: &[AtomNumber]) -> BTreeSet<AtomNumber> {
    let mut by_head: BTreeMap<AtomNumber, Vec<RecordedRule<'_>>> = BTreeMap::new();
    let mut open: Vec<AtomNumber> = read.to_vec();
    let body = |rule: &RecordedRule<'_>| -> Vec<AtomNumber> {
        rule.body.iter().map(|literal| literal.unsigned_abs()).collect()
    };
    for rule in program.rules() {
        if rule.choice || rule.heads.is_empty() {
            open.extend(rule.heads.iter().copied().chain(body(&rule)));
        }
        for head in rule.heads {
            by_head.entry(*head).or_default().push(rule);
        }
    }
    let mut needed = BTreeSet::new();
    while let Some(atom) = open.pop() {
        if needed.insert(atom) {
            open.extend(by_head.get(&atom).into_iter().flatten().flat_map(body));
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_written_without_what_nothing_rests_on() {
        let mut program = GroundProgram::default();
        program.push(true, &[1, 2], &[]);
        program.push(false, &[3], &[1, -2]);
        program.push(false, &[4], &[3]);
        program.push_weighted(false, &[], 40, [(1, 1), (-3, 1)]);
        for (atom, term) in [(1, "play(a,1)"), (2, "play(a,2)"), (4, "other")] {
            program.name(atom, term);
        }
        let written = PageProgram::of(&program, &["play"]);
        assert_eq!(written.atoms, [1, 2]);
        assert_eq!(written.names, [(0, "play(a,1)".to_owned()), (7, "2)".to_owned())]);
        assert_eq!(written.rules, ["CECEA", "ACGEEK", "EAEEOwC"].concat());
    }

    #[test]
    fn numbers_are_written_in_letters_of_five_bits() {
        let mut out = String::new();
        for number in [0, 1, -1, 15, 16, -300] {
            PageProgram::number(&mut out, number);
            out.push(' ');
        }
        assert_eq!(out, "A C D e gB 5S ");
    }
}
