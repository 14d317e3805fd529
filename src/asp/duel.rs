//! Elise and Fiona: shortcut-free puzzles of any tagged program.
//!
//! A *puzzle* is the set of all `A` with `__level_design(A)` in an answer set. It is
//! *shortcut-free* when some answer set of it has `__concept` and none lacks it. Elise proposes an
//! answer set with the concept; Fiona looks for one of the same puzzle without it. What she finds
//! is expanded (`expand.rs`), so that no puzzle for which it is a shortcut is proposed again.
//! Source: Smith & Butler, "Quantifying over Play", sections 5 and 6.2.
//!
//! Invariant: a pair is given only after Fiona's session found a solution of its puzzle with the
//! concept left free and was through without one that lacks it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::answer::{First, Options, Shot};
use super::atom::Atom;
use super::error::{AspError, Located};
use super::expand::Expander;
use super::ffi::Literal;
use super::ground::{AtomId, Record, literal};
use super::limits::Halt;
use super::portfolio::Portfolio;
use super::program::Program;
use super::roles::{ConceptAtom, Roles, Tag};
use super::session::{Session, read_atom};

pub(super) const TAG: &str = "__level_design";
pub(super) const CONCEPT: &str = "__concept";

/// Elise's search is for something large that exists; `handy` is made for that.
const ELISES_WAYS: [&str; 4] = ["handy", "handy", "handy", "trendy"];

/// Fiona's is mostly short: the default starts fastest.
const FIONAS_WAYS: [&str; 3] = ["", "handy", "trendy"];

/// A puzzle, as the terms that are tagged in it, in order.
pub type Puzzle = BTreeSet<String>;

/// A puzzle, and a solution of it that practises the concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub puzzle: Puzzle,
    /// What the program shows of the solution.
    pub solution: Vec<Atom>,
}

/// How a search for a pair ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    Pair(Pair),
    /// There is no further puzzle: proved.
    NoMore,
    Halted(Halt),
}

/// How a puzzle was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    ShortcutFree,
    /// What the program shows of a solution that lacks the concept.
    Shortcut(Vec<Atom>),
    /// No answer set has this puzzle.
    Unsolvable,
    Halted(Halt),
}

/// Different solutions of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternatives {
    /// What the program shows of each, and whether it practises the concept.
    pub solutions: Vec<(Vec<Atom>, bool)>,
    /// No solution is missing.
    pub exhausted: bool,
    pub halt: Option<Halt>,
}

/// What Fiona says of a puzzle.
enum Judged {
    ShortcutFree,
    /// The truths of the player's choices in a shortcut, and of what the program shows of it.
    Shortcut {
        choices: Vec<bool>,
        visible: Vec<bool>,
    },
    Unsolvable,
    Halted(Halt),
}

/// One program's Elise and Fiona, kept warm.
pub struct Duel {
    elise: Portfolio,
    fiona: Portfolio,
    warnings: Vec<Located>,
    expander: Expander,
    /// Every tag that is not settled: its literal and what it tags.
    tags: Vec<(Literal, String)>,
    /// What is tagged in every puzzle.
    settled: Puzzle,
    ground: Record,
    refuted: BTreeSet<Vec<bool>>,
    n_counterexamples: u64,
}

impl Duel {
    /// Grounds the program once, and analyses who decides what in it.
    pub fn new(program: &Program, options: &Options) -> Result<Self, AspError> {
        name_what_is_missing(program)?;
        let open = Options { record: true, ..options.clone() };
        let mut grounded = Session::ground(program, &open)?;
        let ground = grounded.take_record();
        name_what_is_refused(program, &ground)?;
        let concept = match grounded.literal(&Atom::constant(CONCEPT)) {
            Ok(literal) => ConceptAtom::Open(literal),
            Err(truth) => ConceptAtom::Settled(truth),
        };
        let (mut tags, mut settled, mut roles) = (Vec::new(), Puzzle::new(), Vec::new());
        for tag in grounded.about(TAG) {
            let Some(literal) = tag.literal else {
                settled.insert(tag.text);
                continue;
            };
            let tagged = tag.tagged.map(Literal::unsigned_abs);
            roles.push(Tag { tag: literal.unsigned_abs(), tagged });
            tags.push((literal, tag.text));
        }
        let roles = Roles::of(&ground, &roles, concept);
        let closed = Options { extendable: false, record: false, ..options.clone() };
        let fiona = Portfolio::new(ground.clone(), roles.last, &closed, &FIONAS_WAYS);
        let once = Options { one_shot: true, ..closed };
        let mut elise = Portfolio::new(ground.clone(), roles.last, &once, &ELISES_WAYS);
        elise.extend(concept_holds(concept), AtomId::MAX, 0);
        Ok(Self {
            elise,
            fiona,
            warnings: grounded.warnings().to_vec(),
            expander: Expander::new(roles),
            tags,
            settled,
            ground,
            refuted: BTreeSet::new(),
            n_counterexamples: 0,
        })
    }

    /// What clingo remarked while grounding.
    pub fn warnings(&self) -> &[Located] {
        &self.warnings
    }

    /// The next puzzle. From all that were given before it differs in at least `distance` tagged
    /// terms, those that one of the two has and the other lacks; 0 and 1 mean: another puzzle.
    /// `on_counterexample` hears how many Fiona has found so far.
    pub fn next_pair(
        &mut self,
        distance: u32,
        shot: &Shot,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<Turn, AspError> {
        let watched = self.watched(self.tags.iter().map(|(tag, _)| *tag));
        loop {
            let mut truths = match self.elise.first(&[], &watched, shot)? {
                First::Model(truths) => truths,
                First::Nothing => return Ok(Turn::NoMore),
                First::Halted(halt) => return Ok(Turn::Halted(halt)),
            };
            let visible = truths.split_off(self.tags.len().min(truths.len()));
            match self.judge(&truths, shot)? {
                Judged::Halted(halt) => return Ok(Turn::Halted(halt)),
                Judged::Shortcut { choices, .. } => self.learn(&truths, &choices),
                Judged::Unsolvable => return Err(disagreement()),
                Judged::ShortcutFree => {
                    self.keep_away(&truths, distance);
                    let (puzzle, solution) = (self.puzzle(&truths), self.shown(&visible));
                    return Ok(Turn::Pair(Pair { puzzle, solution }));
                }
            }
            self.n_counterexamples += 1;
            on_counterexample(self.n_counterexamples);
        }
    }

    /// Judges one puzzle.
    pub fn verify(&mut self, puzzle: &Puzzle, shot: &Shot) -> Result<Verdict, AspError> {
        let Some(truths) = self.truths(puzzle) else { return Ok(Verdict::Unsolvable) };
        Ok(match self.judge(&truths, shot)? {
            Judged::ShortcutFree => Verdict::ShortcutFree,
            Judged::Shortcut { visible, .. } => Verdict::Shortcut(self.shown(&visible)),
            Judged::Unsolvable => Verdict::Unsolvable,
            Judged::Halted(halt) => Verdict::Halted(halt),
        })
    }

    /// Up to `cap` solutions of a puzzle, no two of which show the same.
    pub fn alternatives(
        &mut self,
        puzzle: &Puzzle,
        cap: usize,
        shot: &Shot,
    ) -> Result<Alternatives, AspError> {
        let mut found = Alternatives { solutions: Vec::new(), exhausted: true, halt: None };
        let Some(truths) = self.truths(puzzle) else { return Ok(found) };
        let options = Options { extendable: true, ..Options::default() };
        let roles = self.expander.roles();
        let mut session = Session::of_rules(&self.ground, roles.last, &options)?;
        let concept = match roles.concept {
            ConceptAtom::Open(concept) => Ok(concept),
            ConceptAtom::Settled(truth) => Err(truth),
        };
        // A session that watches no literal of the concept is told its truth.
        let watched = self.watched(concept.ok().into_iter());
        let n_concepts = usize::from(concept.is_ok());
        let fixed = self.fixed(&truths);
        while found.solutions.len() < cap {
            let truths = match session.first(&fixed, &watched, shot)? {
                First::Model(truths) => truths,
                First::Nothing => return Ok(found),
                First::Halted(halt) => {
                    return Ok(Alternatives { exhausted: false, halt: Some(halt), ..found });
                }
            };
            let practises = concept.err().unwrap_or(truths.first() == Some(&true));
            let visible = truths.get(n_concepts..).unwrap_or_default();
            found.solutions.push((self.shown(visible), practises));
            let mut rules = Record::default();
            let same: Vec<Literal> = watched
                .iter()
                .skip(n_concepts)
                .zip(visible)
                .map(|(literal, truth)| if *truth { *literal } else { -literal })
                .collect();
            rules.push(false, &[], &same);
            session.extend(&rules, AtomId::MAX, 0)?;
        }
        found.exhausted = false;
        Ok(found)
    }

    /// The truths of the tags in a puzzle; `None` when nothing can be tagged like that.
    fn truths(&self, puzzle: &Puzzle) -> Option<Vec<bool>> {
        let known: BTreeSet<&String> =
            self.tags.iter().map(|(_, text)| text).chain(&self.settled).collect();
        let possible = puzzle.iter().all(|text| known.contains(text));
        (possible && self.settled.is_subset(puzzle))
            .then(|| self.tags.iter().map(|(_, text)| puzzle.contains(text)).collect())
    }

    fn puzzle(&self, truths: &[bool]) -> Puzzle {
        let tagged = self.tags.iter().zip(truths).filter(|(_, tagged)| **tagged);
        tagged.map(|((_, text), _)| text).chain(&self.settled).cloned().collect()
    }

    /// The tags as literals that fix a puzzle.
    fn fixed(&self, truths: &[bool]) -> Vec<Literal> {
        let signed = |((tag, _), tagged): (&(Literal, String), &bool)| {
            if *tagged { *tag } else { -tag }
        };
        self.tags.iter().zip(truths).map(signed).collect()
    }

    /// What is to be watched in a model: these literals, and what the program shows.
    fn watched(&self, first: impl Iterator<Item = Literal>) -> Vec<Literal> {
        first.chain(self.ground.shown.iter().flat_map(|(_, when)| when.iter().copied())).collect()
    }

    /// What the program shows, given the truths of what was watched for it.
    fn shown(&self, truths: &[bool]) -> Vec<Atom> {
        let mut truths = truths.iter();
        let mut shown: Vec<Atom> = self
            .ground
            .shown
            .iter()
            .filter(|(_, when)| {
                let hold = truths.by_ref().take(when.len()).filter(|truth| **truth).count();
                hold == when.len()
            })
            .map(|(symbol, _)| read_atom(*symbol).unwrap_or_else(|| Atom::constant(symbol.text())))
            .collect();
        shown.sort();
        shown.dedup();
        shown
    }

    /// Fiona's question: is there a solution of the puzzle that lacks the concept?
    fn judge(&mut self, truths: &[bool], shot: &Shot) -> Result<Judged, AspError> {
        let fixed = self.fixed(truths);
        let lacking = match self.expander.roles().concept {
            ConceptAtom::Settled(true) => None,
            ConceptAtom::Settled(false) => Some(fixed.clone()),
            ConceptAtom::Open(concept) => Some(fixed.iter().copied().chain([-concept]).collect()),
        };
        if let Some(lacking) = lacking {
            let player = &self.expander.roles().player;
            let watched = self.watched(player.iter().map(|atom| literal(*atom)));
            let n_choices = player.len();
            match self.fiona.first(&lacking, &watched, shot)? {
                First::Model(mut choices) => {
                    let visible = choices.split_off(n_choices.min(choices.len()));
                    return Ok(Judged::Shortcut { choices, visible });
                }
                First::Nothing => {}
                First::Halted(halt) => return Ok(Judged::Halted(halt)),
            }
        }
        // That there is none counts as a proof only where the same session has a solution at all.
        Ok(match self.fiona.first(&fixed, &[], shot)? {
            First::Model(_) => Judged::ShortcutFree,
            First::Nothing => Judged::Unsolvable,
            First::Halted(halt) => Judged::Halted(halt),
        })
    }

    /// Keeps Elise from every puzzle for which this play is a shortcut.
    fn learn(&mut self, truths: &[bool], choices: &[bool]) {
        let again = !self.refuted.insert(truths.to_vec());
        if let Some(copy) = self.expander.copy(choices) {
            self.elise.extend(copy.rules, copy.first_fresh, copy.fresh);
            // What lies below the play may be more than the level design: then the copy need not
            // refute the puzzle itself, and forbidding it keeps the search from going in circles.
            if !again {
                return;
            }
        }
        self.forbid(truths);
    }

    /// Keeps Elise from puzzles that differ from this one in fewer tags than `distance`.
    fn keep_away(&mut self, truths: &[bool], distance: u32) {
        if distance <= 1 {
            return self.forbid(truths);
        }
        let same = self.fixed(truths);
        let n_tags = i64::try_from(same.len()).unwrap_or(i64::MAX);
        let mut rules = Record::default();
        let bound = i32::try_from(n_tags - i64::from(distance) + 1).unwrap_or(i32::MAX);
        rules.push_weighted(false, &[], bound, same.into_iter().map(|literal| (literal, 1)));
        self.elise.extend(rules, AtomId::MAX, 0);
    }

    /// Keeps Elise from one puzzle.
    fn forbid(&mut self, truths: &[bool]) {
        let mut rules = Record::default();
        rules.push(false, &[], &self.fixed(truths));
        self.elise.extend(rules, AtomId::MAX, 0);
    }
}

fn concept_holds(concept: ConceptAtom) -> Record {
    let mut rules = Record::default();
    match concept {
        ConceptAtom::Open(concept) => rules.push(false, &[], &[-concept]),
        ConceptAtom::Settled(true) => {}
        ConceptAtom::Settled(false) => rules.push(false, &[], &[]),
    }
    rules
}

fn disagreement() -> AspError {
    AspError::Internal("Elise and Fiona do not agree on what is a solution".to_owned())
}

/// An error about the whole program, at its first line.
fn about(program: &Program, text: String) -> AspError {
    AspError::Program(vec![program.locate(1, 1, &text)])
}

fn name_what_is_missing(program: &Program) -> Result<(), AspError> {
    let says = |word: &str| program.mentions(word);
    let missing: Vec<&str> = [
        (TAG, "__level_design(A) for what the designer decides"),
        (CONCEPT, "__concept for what every solution is to practise"),
    ]
    .into_iter()
    .filter(|(word, _)| !says(word))
    .map(|(_, what)| what)
    .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(about(program, format!("the program has no {}", missing.join(", and no "))))
}

fn name_what_is_refused(program: &Program, ground: &Record) -> Result<(), AspError> {
    let disjunctive = ground.rules().any(|rule| !rule.choice && rule.heads.len() > 1);
    let mut refused = ground.refused().to_vec();
    if disjunctive {
        refused.push("disjunction in a head");
    }
    match refused.as_slice() {
        [] => Ok(()),
        what => Err(about(program, format!("not supported here: {}", what.join(", ")))),
    }
}
