//! Elise and Fiona: shortcut-free puzzles of any tagged program.
//!
//! A *puzzle* is the set of all `A` with `__level_design(A)` in an answer set. It is *shortcut-free* when some
//! answer set of it has `__concept` and none lacks it. Elise proposes an answer set with the concept; Fiona
//! looks for one of the same puzzle without it. A shortcut that she finds is expanded (`expand.rs`), so that no
//! puzzle with this shortcut is proposed again. Source: Smith & Butler, "Quantifying over Play", sections 5 and
//! 6.2.
//!
//! Invariant: a pair is returned only after Fiona's session has found a solution of its puzzle with
//! the concept left free, and has proved that none lacks it.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::answer::{FirstModel, SessionOptions, Shot};
use super::atom::Atom;
use super::error::{AspError, Located};
use super::expand::Expander;
use super::ffi::Literal;
use super::ground::{AtomNumber, Record, literal};
use super::lints::TagLints;
use super::portfolio::{AddedRules, Portfolio};
use super::program::Program;
use super::reading::read_shown;
use super::roles::{ConceptAtom, Roles, Tag};
use super::session::Session;
use super::shift::{HeadCycle, shifted};
use super::tagging::{self, CONCEPT, REFERENCE, TAG};
use foolproof_kernel::Halt;

/// Reason why terms do not form a puzzle of a program.
#[derive(Debug, thiserror::Error)]
enum NoPuzzle {
    #[error("{TAG}({0}) is never true")]
    Never(String),
    #[error("it lacks {0}, which every puzzle has")]
    Lacks(String),
}

/// Presets for Elise's search, which has to find something large that exists; `handy` is made for that.
const ELISES_WAYS: [&str; 4] = ["handy", "handy", "handy", "trendy"];

/// Presets for proving that no puzzle exists if every puzzle is refuted: learned clauses must be kept.
const PATIENT_WAYS: [&str; 3] = ["trendy", "", "handy"];

/// Number of puzzles refuted one after the other before the patient search takes over. If puzzles exist, one is
/// usually found before the fourth.
const MANY_REFUTED: u32 = 5;

/// Presets for Fiona's search, which is usually short: the default starts fastest.
const FIONAS_WAYS: [&str; 3] = ["", "handy", "trendy"];

/// A puzzle, as its tagged terms in order.
pub type PuzzleTerms = BTreeSet<String>;

/// A puzzle, and a solution of it that practises the concept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub puzzle: PuzzleTerms,
    /// Atoms that the program shows of the solution.
    pub solution: Vec<Atom>,
}

/// End of a search for a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DuelTurn {
    Pair(Pair),
    /// There is provably no further puzzle.
    NoMore,
    Halted(Halt),
}

/// Verdict on a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DuelVerdict {
    ShortcutFree,
    /// A shortcut exists: shown atoms of a solution that lacks the concept.
    Shortcut(Vec<Atom>),
    /// No answer set has this puzzle.
    Unsolvable,
    /// The terms do not form a puzzle of the program, for this reason.
    NoPuzzle(String),
    /// There is no shortcut, but no solution can serve as the intended one either: none has
    /// `__reference`.
    NoReference,
    Halted(Halt),
}

/// Different solutions of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternatives {
    /// Shown atoms of each solution, and whether it practises the concept.
    pub solutions: Vec<(Vec<Atom>, bool)>,
    /// No solution is missing.
    pub exhausted: bool,
    pub halt: Option<Halt>,
}

/// Fiona's answer about a puzzle.
enum Judged {
    ShortcutFree,
    /// The truths of the player's choices in a shortcut, and of the literals of its shown atoms.
    Shortcut {
        choices: Vec<bool>,
        visible: Vec<bool>,
    },
    Unsolvable,
    Halted(Halt),
}

/// End of Elise's search with Fiona's checks.
pub(super) enum Ended {
    /// The truths of the tags, and of the literals of the shown atoms.
    Puzzle {
        tags: Vec<bool>,
        visible: Vec<bool>,
    },
    /// There is none; these assumed literals exclude all puzzles.
    Nothing(Vec<Literal>),
    Halted(Halt),
}

/// Elise and Fiona for one program, with their learned clauses kept.
///
/// The designer walls doors up; the player takes one that is open, and has to take the second:
///
/// ```
/// use std::time::Duration;
///
/// use foolproof_asp::{AspError, Duel, DuelTurn, Program, SessionOptions, Shot, Stop};
///
/// let program = Program::default().with(
///     "doors.lp",
///     "{ wall(1..2) }. __level_design(wall(X)) :- wall(X).
///      1 { door(1..2) } 1. :- door(X), wall(X). __concept :- door(2).",
/// );
/// let mut duel = Duel::new(&program, &SessionOptions::default())?;
/// let shot = Shot::new(Duration::from_secs(60), &Stop::default());
/// match duel.next_pair(1, &shot, &mut |_| {})? {
///     DuelTurn::Pair(pair) => assert!(pair.puzzle.iter().eq(["wall(1)"])),
///     other => panic!("{other:?}"),
/// }
/// assert_eq!(duel.next_pair(1, &shot, &mut |_| {})?, DuelTurn::NoMore);
/// # Ok::<(), AspError>(())
/// ```
pub struct Duel {
    /// Rebuilt for every search, so that variables may be eliminated.
    elise: Portfolio,
    /// Keeps its learned clauses, and accepts assumptions.
    patient: Portfolio,
    fiona: Portfolio,
    warnings: Vec<Located>,
    /// Literal that the intended solution must satisfy, or its truth if it is settled.
    reference: Result<Literal, bool>,
    expander: Expander,
    /// Every tag that is not settled: its literal and the tagged term.
    tags: Vec<(Literal, String)>,
    /// Terms tagged in every puzzle.
    settled: PuzzleTerms,
    ground: Rc<Record>,
    refuted: BTreeSet<Vec<bool>>,
    n_counterexamples: u64,
}

impl Duel {
    /// Grounds the program once, and finds the roles of its atoms.
    pub fn new(program: &Program, options: &SessionOptions) -> Result<Self, AspError> {
        tagging::name_what_is_missing(program)?;
        let open = SessionOptions { record: true, ..options.clone() };
        let mut grounded = Session::ground(program, &open)?;
        let ground = grounded.take_record();
        tagging::name_what_is_refused(program, &ground)?;
        let held = grounded.literal(&Atom::constant(CONCEPT));
        let concept = held.map_or_else(ConceptAtom::Settled, ConceptAtom::Open);
        let (mut tags, mut settled, mut roles) = (Vec::new(), PuzzleTerms::new(), Vec::new());
        for tag in grounded.about(TAG) {
            let Some(literal) = tag.literal else {
                settled.insert(tag.text);
                continue;
            };
            let tagged = tag.tagged.map(Literal::unsigned_abs);
            roles.push(Tag { tag: literal.unsigned_abs(), tagged });
            tags.push((literal, tag.text));
        }
        let names = grounded.by_literal();
        let last = names.keys().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        let last = last.max(ground.last_atom());
        let name = |atom: AtomNumber| {
            let atom = names.get(&literal(atom))?;
            Some((atom.to_string(), (atom.name.clone(), atom.args.len())))
        };
        let mut warnings = grounded.warnings().to_vec();
        warnings.extend(TagLints::of(&ground, last, &roles).warnings(program, &name));
        let ground =
            shifted(ground, last).map_err(|HeadCycle| tagging::name_what_is_circular(program))?;
        let roles = Roles::of(&ground, &roles, concept);
        let closed = SessionOptions { extendable: false, record: false, ..options.clone() };
        let ground = Rc::new(ground);
        let portfolio = |options: &SessionOptions, ways| {
            Portfolio::new(Rc::clone(&ground), roles.last, options, ways)
        };
        let fiona = portfolio(&closed, &FIONAS_WAYS);
        let once = SessionOptions { one_shot: true, ..closed.clone() };
        let elise = portfolio(&once, &ELISES_WAYS);
        let patient = portfolio(&SessionOptions { extendable: true, ..closed }, &PATIENT_WAYS);
        let reference = match program.mentions(REFERENCE) {
            true => grounded.literal(&Atom::constant(REFERENCE)),
            false => Err(true),
        };
        let mut duel = Self {
            elise,
            patient,
            fiona,
            warnings,
            reference,
            expander: Expander::new(roles),
            tags,
            settled,
            ground,
            refuted: BTreeSet::new(),
            n_counterexamples: 0,
        };
        duel.teach(AddedRules::plain(both_hold([held, reference])));
        Ok(duel)
    }

    /// Warnings of clingo while grounding.
    pub fn warnings(&self) -> &[Located] {
        &self.warnings
    }

    /// Searches for the next puzzle. It differs from all earlier ones in at least `distance` tagged terms that
    /// only one of the two has; 0 and 1 mean any other puzzle. Terms that begin with two underscores do not
    /// count. `on_counterexample` receives the number of counterexamples found so far.
    pub fn next_pair(
        &mut self,
        distance: u32,
        shot: &Shot,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<DuelTurn, AspError> {
        Ok(match self.search(&[], shot, on_counterexample)? {
            Ended::Nothing(_) => DuelTurn::NoMore,
            Ended::Halted(halt) => DuelTurn::Halted(halt),
            Ended::Puzzle { tags, visible } => {
                self.keep_away(&tags, distance);
                DuelTurn::Pair(Pair { puzzle: self.puzzle(&tags), solution: self.shown(&visible)? })
            }
        })
    }

    /// Searches for a puzzle without a shortcut that satisfies these literals.
    pub(super) fn search(
        &mut self,
        assume: &[Literal],
        shot: &Shot,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<Ended, AspError> {
        let watched = self.watched(self.tags.iter().map(|(tag, _)| *tag));
        let mut n_refuted = 0;
        loop {
            let elise = match assume.is_empty() && n_refuted < MANY_REFUTED {
                true => &mut self.elise,
                false => &mut self.patient,
            };
            let mut tags = match elise.first(assume, &watched, shot)? {
                FirstModel::Model(truths) => truths,
                FirstModel::Nothing(core) => return Ok(Ended::Nothing(core)),
                FirstModel::Halted(halt) => return Ok(Ended::Halted(halt)),
            };
            let visible = tags.split_off(self.tags.len().min(tags.len()));
            match self.judge(&tags, shot)? {
                Judged::Halted(halt) => return Ok(Ended::Halted(halt)),
                Judged::Shortcut { choices, .. } => self.learn(&tags, &choices),
                Judged::Unsolvable => return Err(disagreement()),
                Judged::ShortcutFree => return Ok(Ended::Puzzle { tags, visible }),
            }
            n_refuted += 1;
            self.n_counterexamples += 1;
            on_counterexample(self.n_counterexamples);
        }
    }

    /// Returns the literal of a term's tag; `Err` with its truth if that is settled.
    pub(super) fn tag(&self, term: &str) -> Result<Literal, bool> {
        let tag = self.tags.iter().find(|(_, text)| text == term);
        tag.map(|(literal, _)| *literal).ok_or_else(|| self.settled.contains(term))
    }

    /// Judges one puzzle.
    pub fn verify(&mut self, puzzle: &PuzzleTerms, shot: &Shot) -> Result<DuelVerdict, AspError> {
        let truths = match self.truths(puzzle) {
            Ok(truths) => truths,
            Err(why) => return Ok(DuelVerdict::NoPuzzle(why.to_string())),
        };
        Ok(match self.judge(&truths, shot)? {
            Judged::ShortcutFree => self.refers(&truths, shot)?,
            Judged::Shortcut { visible, .. } => DuelVerdict::Shortcut(self.shown(&visible)?),
            Judged::Unsolvable => DuelVerdict::Unsolvable,
            Judged::Halted(halt) => DuelVerdict::Halted(halt),
        })
    }

    /// Checks that a puzzle without a shortcut has a solution that could be the intended one.
    fn refers(&mut self, truths: &[bool], shot: &Shot) -> Result<DuelVerdict, AspError> {
        let reference = match self.reference {
            Ok(reference) => reference,
            Err(true) => return Ok(DuelVerdict::ShortcutFree),
            Err(false) => return Ok(DuelVerdict::NoReference),
        };
        let mut fixed = self.fixed(truths);
        fixed.push(reference);
        Ok(match self.fiona.first(&fixed, &[], shot)? {
            FirstModel::Model(_) => DuelVerdict::ShortcutFree,
            FirstModel::Nothing(_) => DuelVerdict::NoReference,
            FirstModel::Halted(halt) => DuelVerdict::Halted(halt),
        })
    }

    /// Excludes puzzles that are nearer than `distance` to this existing one.
    pub fn keep_away_from(&mut self, puzzle: &PuzzleTerms, distance: u32) {
        if let Ok(truths) = self.truths(puzzle) {
            self.keep_away(&truths, distance);
        }
    }

    /// Returns up to `cap` solutions of a puzzle that differ in their shown atoms.
    pub fn alternatives(
        &mut self,
        puzzle: &PuzzleTerms,
        cap: usize,
        shot: &Shot,
    ) -> Result<Alternatives, AspError> {
        let mut found = Alternatives { solutions: Vec::new(), exhausted: true, halt: None };
        let Ok(truths) = self.truths(puzzle) else { return Ok(found) };
        let options = SessionOptions { extendable: true, ..SessionOptions::default() };
        let roles = self.expander.roles();
        let mut session = Session::of_rules(&self.ground, roles.last, &options)?;
        let concept = match roles.concept {
            ConceptAtom::Open(concept) => Ok(concept),
            ConceptAtom::Settled(truth) => Err(truth),
        };
        // A constant concept has no literal to watch; its truth is known.
        let watched = self.watched(concept.ok().into_iter());
        let n_concepts = usize::from(concept.is_ok());
        let fixed = self.fixed(&truths);
        while found.solutions.len() < cap {
            let truths = match session.first(&fixed, &watched, shot)? {
                FirstModel::Model(truths) => truths,
                FirstModel::Nothing(_) => return Ok(found),
                FirstModel::Halted(halt) => {
                    return Ok(Alternatives { exhausted: false, halt: Some(halt), ..found });
                }
            };
            let practises = concept.err().unwrap_or(truths.first() == Some(&true));
            let visible = truths.get(n_concepts..).unwrap_or_default();
            found.solutions.push((self.shown(visible)?, practises));
            let mut rules = Record::default();
            let same: Vec<Literal> = watched
                .iter()
                .skip(n_concepts)
                .zip(visible)
                .map(|(literal, truth)| if *truth { *literal } else { -literal })
                .collect();
            rules.push(false, &[], &same);
            session.extend(&rules, AtomNumber::MAX, 0)?;
        }
        found.exhausted = false;
        Ok(found)
    }

    /// Returns the truths of the tags in a puzzle.
    fn truths(&self, puzzle: &PuzzleTerms) -> Result<Vec<bool>, NoPuzzle> {
        let known: BTreeSet<&String> =
            self.tags.iter().map(|(_, text)| text).chain(&self.settled).collect();
        if let Some(text) = puzzle.iter().find(|text| !known.contains(text)) {
            return Err(NoPuzzle::Never(text.clone()));
        }
        if let Some(text) = self.settled.difference(puzzle).next() {
            return Err(NoPuzzle::Lacks(text.clone()));
        }
        Ok(self.tags.iter().map(|(_, text)| puzzle.contains(text)).collect())
    }

    fn puzzle(&self, truths: &[bool]) -> PuzzleTerms {
        let tagged = self.tags.iter().zip(truths).filter(|(_, tagged)| **tagged);
        tagged.map(|((_, text), _)| text).chain(&self.settled).cloned().collect()
    }

    /// Returns the tags as literals that fix a puzzle.
    fn fixed(&self, truths: &[bool]) -> Vec<Literal> {
        let signed = |((tag, _), tagged): (&(Literal, String), &bool)| {
            if *tagged { *tag } else { -tag }
        };
        self.tags.iter().zip(truths).map(signed).collect()
    }

    /// Returns the literals to watch in a model: these literals, and those of the shown atoms.
    fn watched(&self, first: impl Iterator<Item = Literal>) -> Vec<Literal> {
        first.chain(self.ground.shown.iter().flat_map(|(_, when)| when.iter().copied())).collect()
    }

    /// Returns the shown atoms, given the truths of the literals watched for them.
    fn shown(&self, truths: &[bool]) -> Result<Vec<Atom>, AspError> {
        let mut truths = truths.iter();
        let mut shown: Vec<Atom> = self
            .ground
            .shown
            .iter()
            .filter(|(_, when)| {
                let hold = truths.by_ref().take(when.len()).filter(|truth| **truth).count();
                hold == when.len()
            })
            .map(|(symbol, _)| read_shown(*symbol))
            .collect::<Result<_, _>>()?;
        shown.sort();
        shown.dedup();
        Ok(shown)
    }

    /// Fiona's question: does a solution of the puzzle lack the concept?
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
                FirstModel::Model(mut choices) => {
                    let visible = choices.split_off(n_choices.min(choices.len()));
                    return Ok(Judged::Shortcut { choices, visible });
                }
                FirstModel::Nothing(_) => {}
                FirstModel::Halted(halt) => return Ok(Judged::Halted(halt)),
            }
        }
        // Finding none is a proof only if the same session has any solution at all.
        Ok(match self.fiona.first(&fixed, &[], shot)? {
            FirstModel::Model(_) => Judged::ShortcutFree,
            FirstModel::Nothing(_) => Judged::Unsolvable,
            FirstModel::Halted(halt) => Judged::Halted(halt),
        })
    }

    /// Excludes every puzzle that has this play as a shortcut.
    fn learn(&mut self, truths: &[bool], choices: &[bool]) {
        let again = !self.refuted.insert(truths.to_vec());
        if let Some(copy) = self.expander.copy(choices) {
            self.teach(copy);
            // The atoms beneath the play may be more than the level design. Then the copy need not refute the
            // puzzle itself, and forbidding it keeps the search from going in circles.
            if !again {
                return;
            }
        }
        self.forbid(truths);
    }

    /// Excludes puzzles that differ from this one in fewer tags than `distance`.
    fn keep_away(&mut self, truths: &[bool], distance: u32) {
        if distance <= 1 {
            return self.forbid(truths);
        }
        let own = |(_, text): &&(Literal, String)| !text.starts_with("__");
        let same: Vec<Literal> = self
            .fixed(truths)
            .into_iter()
            .zip(&self.tags)
            .filter(|(_, tag)| own(tag))
            .map(|(literal, _)| literal)
            .collect();
        let n_tags = i64::try_from(same.len()).unwrap_or(i64::MAX);
        let mut rules = Record::default();
        let bound = i32::try_from(n_tags - i64::from(distance) + 1).unwrap_or(i32::MAX);
        rules.push_weighted(false, &[], bound, same.into_iter().map(|literal| (literal, 1)));
        self.teach(AddedRules::plain(rules));
    }

    /// Excludes one puzzle.
    fn forbid(&mut self, truths: &[bool]) {
        let mut rules = Record::default();
        rules.push(false, &[], &self.fixed(truths));
        self.teach(AddedRules::plain(rules));
    }

    /// Adds rules to Elise's programs.
    fn teach(&mut self, rules: AddedRules) {
        let rules = Rc::new(rules);
        self.elise.extend(Rc::clone(&rules));
        self.patient.extend(rules);
    }
}

/// Builds constraints that both hold, each a literal or settled.
fn both_hold(wanted: [Result<Literal, bool>; 2]) -> Record {
    let mut rules = Record::default();
    for literal in wanted {
        match literal {
            Ok(literal) => rules.push(false, &[], &[-literal]),
            Err(true) => {}
            Err(false) => rules.push(false, &[], &[]),
        }
    }
    rules
}

fn disagreement() -> AspError {
    AspError::Internal("the two solvers disagree about what is a solution".to_owned())
}
