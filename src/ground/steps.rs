//! A game of moves: rules without time that define what one action does to a position.
//!
//! The program chooses `now(S,M)` and `do(A)`, and derives `start(S,M)`, `legal`, `next(S,M)`, `won`, `lost`,
//! `event(E)` and `refused(Sentence,Site)`. A position is the set of its `now` atoms, packed into bits. Won and
//! lost positions have no successors; one that is both is lost. Constraints, if any, make actions illegal.
//!
//! Playing step by step uses the plain evaluator; `explore` finds all positions.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::evaluate::{Evaluator, GroundOutcome};
use super::lower::with_dependencies;
use super::program::{AtomNumber, GroundProgram};
use super::proofs::DeadEndMarks;
use super::reading::{
    NowAtom, StepFault, StrayMark, read_now, read_refusals, sorted, with_numbered_facts,
};
use super::strata::{Strata, called};
use foolproof_space::{ActionId, Standing};

/// A position: the `now` atoms that hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StepState(pub(super) Box<[u64]>);

/// Reason why an action is not legal, in a sentence of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRefusal {
    pub sentence: String,
    pub site: Option<String>,
}

/// The effect of an action on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTaken {
    pub legal: bool,
    /// The position afterwards; unchanged if the action is not legal.
    pub next: StepState,
    pub events: Vec<String>,
    pub refused: Vec<StepRefusal>,
    /// A mark that the rules put where it is never allowed: the action is not legal, and the rules are wrong.
    pub astray: Option<StrayMark>,
    /// The standing of the next position.
    pub standing: Standing,
}

/// The names of a game's actions and events.
#[derive(Clone, Debug, Default)]
pub(super) struct StepWords {
    pub actions: Vec<String>,
    pub events: Vec<String>,
}

/// A game of moves at one level.
#[derive(Clone, Debug)]
pub struct StepGame {
    pub(super) program: GroundProgram,
    pub(super) strata: Strata,
    evaluator: Evaluator,
    /// Those that searches look at come first.
    pub(super) now: Vec<NowAtom>,
    /// The number of marks that searches look at.
    pub(super) n_kept: usize,
    pub(super) strays: Vec<StrayMark>,
    pub(super) actions: Vec<AtomNumber>,
    pub(super) events: Vec<AtomNumber>,
    pub(super) words: Arc<StepWords>,
    refusals: Vec<(AtomNumber, StepRefusal)>,
    pub(super) legal: AtomNumber,
    /// 0 if no rule derives it.
    pub(super) won: AtomNumber,
    pub(super) lost: AtomNumber,
    start: StepState,
    /// Computed on request.
    pub(super) dead_ends: DeadEndMarks,
}

impl StepGame {
    pub fn new(program: &GroundProgram) -> Result<Self, StepFault> {
        let program = with_numbered_facts(program);
        let strata = Strata::of(&program)?;
        let evaluator = Evaluator::new(&program)?;
        // Only choices represent the position and the action.
        let is_input = |atom| evaluator.inputs().binary_search(&atom).is_ok();
        let (now, strays) = read_now(&program, is_input)?;
        let (action_words, actions) = sorted(&program, "do", is_input);
        let (event_words, events) = sorted(&program, "event", |_| true);
        if actions.is_empty() {
            return Err(StepFault::Missing("do(A)"));
        }
        let only = |predicate| program.atoms_of::<0>(predicate).map(|(atom, _)| atom).next();
        let mut game = Self {
            evaluator,
            refusals: read_refusals(&program),
            legal: only("legal").ok_or(StepFault::Missing("legal"))?,
            won: only("won").unwrap_or(0),
            lost: only("lost").unwrap_or(0),
            start: StepState(vec![0; now.len().div_ceil(64)].into()),
            words: Arc::new(StepWords { actions: action_words, events: event_words }),
            strata,
            n_kept: now.len(),
            now,
            strays,
            actions,
            events,
            program,
            dead_ends: DeadEndMarks::default(),
        };
        game.check_choices()?;
        game.check_ends()?;
        game.put_kept_first();
        game.start = game.read_start()?;
        Ok(game)
    }

    fn check_choices(&self) -> Result<(), StepFault> {
        let mut known: Vec<AtomNumber> = self.now.iter().map(|now| now.atom).collect();
        known.extend(&self.actions);
        known.sort_unstable();
        match self.evaluator.inputs().iter().find(|input| known.binary_search(input).is_err()) {
            Some(other) => Err(StepFault::OtherChoice(called(&self.program, *other))),
            None => Ok(()),
        }
    }

    fn check_ends(&self) -> Result<(), StepFault> {
        for (word, atom) in [("won", self.won), ("lost", self.lost)] {
            let needed =
                with_dependencies(&self.program, &self.strata, (atom != 0).then_some(atom));
            if let Some(done) = self.actions.iter().find(|atom| needed[**atom as usize]) {
                return Err(StepFault::NeedsAction(word, called(&self.program, *done)));
            }
        }
        Ok(())
    }

    fn read_start(&self) -> Result<StepState, StepFault> {
        let outcome = self.evaluator.evaluate(&[]);
        let mut marks = Vec::new();
        for (atom, [site, mark]) in self.program.atoms_of("start") {
            if !outcome.holds(atom) {
                continue;
            }
            if !self.now.iter().any(|now| now.site == site && now.mark == mark) {
                let (site, mark) = (site.to_owned(), mark.to_owned());
                return Err(StepFault::StartNowhere { site, mark });
            }
            marks.push((site, mark));
        }
        Ok(self.state_of(&marks).unwrap_or_else(|| self.start.clone()))
    }

    /// Actions, sorted by their text, which is also the order of solutions.
    pub fn actions(&self) -> &[String] {
        &self.words.actions
    }

    pub fn action(&self, term: &str) -> Option<ActionId> {
        let found = self.words.actions.binary_search_by(|action| action.as_str().cmp(term));
        found.ok().map(|at| at as ActionId)
    }

    pub fn start(&self) -> StepState {
        self.start.clone()
    }

    /// Returns the sites of a position and their marks.
    pub fn marks(&self, state: &StepState) -> Vec<(&str, &str)> {
        let held = self.held(state);
        held.map(|now| (now.site.as_str(), now.mark.as_str())).collect()
    }

    /// Returns the position with these marks on these sites; `None` if a mark may never be there.
    pub fn state_of(&self, marks: &[(&str, &str)]) -> Option<StepState> {
        let places: FxHashMap<(&str, &str), usize> = self
            .now
            .iter()
            .enumerate()
            .map(|(at, now)| ((now.site.as_str(), now.mark.as_str()), at))
            .collect();
        let mut words = vec![0u64; self.start.0.len()];
        for mark in marks {
            let at = places.get(mark)?;
            words[at / 64] |= 1 << (at % 64);
        }
        Some(StepState(words.into()))
    }

    fn held<'a>(&'a self, state: &StepState) -> impl Iterator<Item = &'a NowAtom> {
        let on = |at: usize| state.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
        self.now.iter().enumerate().filter(move |(at, _)| on(*at)).map(|(_, now)| now)
    }

    /// Returns the inputs for the evaluator that represent a position and an action in it.
    pub fn chosen(&self, state: &StepState, action: Option<ActionId>) -> Vec<AtomNumber> {
        let done = action.and_then(|action| self.actions.get(action as usize));
        self.held(state).map(|now| now.atom).chain(done.copied()).collect()
    }

    /// The evaluator of one step, whose outcomes `Reasons` explain.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// The program of one step, with numbers for all facts that matter.
    pub fn program(&self) -> &GroundProgram {
        &self.program
    }

    pub fn standing(&self, state: &StepState) -> Standing {
        self.standing_in(&self.evaluator.evaluate(&self.chosen(state, None)))
    }

    fn standing_in(&self, outcome: &GroundOutcome) -> Standing {
        match (outcome.holds(self.lost), outcome.holds(self.won)) {
            (true, _) => Standing::Lost,
            (false, true) => Standing::Won,
            (false, false) => Standing::Open,
        }
    }

    /// True if the rules allow the action, wherever it leads.
    fn is_allowed(&self, outcome: &GroundOutcome) -> bool {
        let open = self.standing_in(outcome) == Standing::Open;
        open && outcome.holds(self.legal) && outcome.violated().is_empty()
    }

    fn is_legal(&self, outcome: &GroundOutcome) -> bool {
        self.is_allowed(outcome) && self.astray_in(outcome).is_none()
    }

    fn astray_in(&self, outcome: &GroundOutcome) -> Option<&StrayMark> {
        self.strays.iter().find(|stray| outcome.holds(stray.atom))
    }

    /// Marks that the rules might put where they are never allowed, if such positions are reached.
    pub fn strays(&self) -> &[StrayMark] {
        &self.strays
    }

    /// Returns the legal actions of a position; none if it is won or lost.
    pub fn legal_actions(&self, state: &StepState) -> Vec<ActionId> {
        let mut outcome = GroundOutcome::default();
        let mut legal = |action: &ActionId| {
            self.evaluator.evaluate_into(&self.chosen(state, Some(*action)), &mut outcome);
            self.is_legal(&outcome)
        };
        (0..self.actions.len() as ActionId).filter(|action| legal(action)).collect()
    }

    /// Computes the effect of an action.
    pub fn step(&self, state: &StepState, action: ActionId) -> StepTaken {
        let outcome = self.evaluator.evaluate(&self.chosen(state, Some(action)));
        let legal = self.is_legal(&outcome) && (action as usize) < self.actions.len();
        let refusals = self.refusals.iter().filter(|(atom, _)| outcome.holds(*atom));
        let refused = refusals.map(|(_, refusal)| refusal.clone()).collect();
        if !legal {
            let (next, standing) = (state.clone(), self.standing_in(&outcome));
            let astray = self.astray_in(&outcome).filter(|_| self.is_allowed(&outcome)).cloned();
            return StepTaken { legal, next, events: Vec::new(), refused, astray, standing };
        }
        let mut words = vec![0u64; self.start.0.len()];
        for (at, now) in self.now.iter().enumerate() {
            words[at / 64] |= u64::from(outcome.holds(now.next)) << (at % 64);
        }
        let next = StepState(words.into());
        let events = self.events.iter().zip(&self.words.events);
        let events = events.filter(|(atom, _)| outcome.holds(**atom));
        let events = events.map(|(_, event)| event.clone()).collect();
        let standing = self.standing(&next);
        StepTaken { legal, next, events, refused, astray: None, standing }
    }
}
