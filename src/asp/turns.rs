//! Runs one search in two forms of its program, in turns: with aggregates as clasp keeps them, and as clauses.
//!
//! clasp learns little from a count, and much from equivalent clauses: proving an upper bound on the number of
//! shaded cells of a room takes a million conflicts in one form and a thousand in the other. That is so for
//! counts of choices; for sums of weights, and for counts of derived atoms, clauses are slower nearly
//! everywhere. Only the search shows which form is better, so a question begins with the first form and
//! switches to the other after some conflicts, in longer and longer turns. Both keep their learned clauses.
//! Turns are counted in conflicts, so that answers do not depend on the machine. Figures: `benches/README.md`,
//! *Aggregates as clauses*.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::aggregates::AggregateSizes;
use super::answer::{
    Assume, Consequences, Core, EnumerationOutcome, Model, ModelMode, SessionOptions, Shot,
};
use super::atom::Atom;
use super::error::AspError;
use super::program::Program;
use super::session::Session;

/// Conflicts of the first turn. Most questions take fewer, and need only the first form.
const FIRST_TURN: u64 = 2_000;
/// Maximum number of clauses for aggregates; with more of them, a conflict takes too long.
const MAX_CLAUSES: u64 = 100_000;
/// Number of clauses for aggregates at which turns of that form have half as many conflicts.
const HALVING_CLAUSES: u64 = 20_000;

/// State of the form with aggregates as clauses.
#[derive(Default)]
pub(super) enum OtherForm {
    /// The session searches in one way only, or the form would be too large or hardly better.
    #[default]
    None,
    /// Not needed so far.
    Unopened(UnopenedForm),
    Open(Box<OpenForm>),
}

/// The other form before its first use.
pub(super) struct UnopenedForm {
    program: Program,
    /// Approximate number of clauses for its aggregates.
    clauses: u64,
    /// Constraints that were added: these atoms must not all have these truths.
    forbidden: Vec<Vec<Assume>>,
}

pub(super) struct OpenForm {
    session: Session,
    clauses: u64,
    /// The form that answered the last question; it begins the next one.
    leader: SearchForm,
}

/// Form of a program's aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchForm {
    Aggregates,
    Clauses,
}

impl OtherForm {
    /// Returns whether a session may search in two forms: unless it counts conflicts itself, optimises or
    /// searches once.
    pub(super) fn may_serve(options: &SessionOptions) -> bool {
        let SessionOptions { as_clauses, optimise, one_shot, conflicts, .. } = options;
        !as_clauses && !optimise && !one_shot && *conflicts == 0
    }

    /// Prepares the other form of a program with aggregates of these sizes.
    pub(super) fn of(program: &Program, options: &SessionOptions, sizes: &AggregateSizes) -> Self {
        let clauses = sizes.counts_of_choices.saturating_add(sizes.others);
        let is_worth_it = sizes.counts_of_choices > sizes.others && clauses <= MAX_CLAUSES;
        if !Self::may_serve(options) || !is_worth_it {
            return Self::None;
        }
        Self::Unopened(UnopenedForm { program: program.clone(), clauses, forbidden: Vec::new() })
    }

    /// Adds a constraint to this form.
    pub(super) fn forbid(&mut self, atoms: &[Assume]) -> Result<(), AspError> {
        match self {
            Self::None => {}
            Self::Unopened(unopened) => unopened.forbidden.push(atoms.to_vec()),
            Self::Open(open) => open.session.forbid(atoms)?,
        }
        Ok(())
    }

    /// The form that begins a search.
    fn leader(&self) -> SearchForm {
        match self {
            Self::Open(open) => open.leader,
            Self::None | Self::Unopened(_) => SearchForm::Aggregates,
        }
    }

    /// Opens this form if it is not open; false if that fails, and then the form is dropped.
    fn open(&mut self, options: &SessionOptions) -> bool {
        if let Self::Unopened(unopened) = self {
            *self = unopened.open(options).map_or(Self::None, |open| Self::Open(Box::new(open)));
        }
        matches!(self, Self::Open(_))
    }
}

impl UnopenedForm {
    fn open(&self, options: &SessionOptions) -> Result<OpenForm, AspError> {
        let options = SessionOptions { as_clauses: true, record: false, ..options.clone() };
        let mut session = Session::open(&self.program, &options)?;
        self.forbidden.iter().try_for_each(|atoms| session.forbid(atoms))?;
        Ok(OpenForm { session, clauses: self.clauses, leader: SearchForm::Aggregates })
    }
}

/// The form whose turn it is, and the length of the turn in conflicts.
struct Turns {
    /// Conflicts of a turn of the form with aggregates; `None` once one form continues to the end.
    conflicts: Option<u64>,
    form: SearchForm,
}

impl Turns {
    fn of(session: &Session) -> Self {
        let has_two = !matches!(session.other_form, OtherForm::None);
        let first = match session.options.first_turn {
            0 => FIRST_TURN,
            conflicts => conflicts,
        };
        Self { conflicts: has_two.then_some(first), form: session.other_form.leader() }
    }

    /// Asks the session whose turn it is, within its conflicts.
    fn ask<T>(
        &mut self,
        session: &mut Session,
        question: impl FnOnce(&mut Session, Option<u64>) -> T,
    ) -> T {
        if self.form == SearchForm::Clauses && !session.other_form.open(&session.options) {
            // It would fail again, so the first form continues alone.
            *self = Self { conflicts: None, form: SearchForm::Aggregates };
        }
        match (self.form, &mut session.other_form) {
            (SearchForm::Clauses, OtherForm::Open(open)) => {
                let clauses = HALVING_CLAUSES + open.clauses;
                let share =
                    |conflicts: u64| (conflicts.saturating_mul(HALVING_CLAUSES) / clauses).max(1);
                question(&mut open.session, self.conflicts.map(share))
            }
            _ => question(session, self.conflicts),
        }
    }

    /// Passes the turn on when it ended without an answer.
    fn pass_on(&mut self) {
        self.form = match self.form {
            SearchForm::Aggregates => SearchForm::Clauses,
            SearchForm::Clauses => {
                self.conflicts = self.conflicts.map(|conflicts| conflicts.saturating_mul(2));
                SearchForm::Aggregates
            }
        };
    }

    /// Ends the turns with an answer.
    fn end(self, session: &mut Session) {
        if let OtherForm::Open(open) = &mut session.other_form {
            open.leader = self.form;
        }
    }
}

/// Models that were passed on.
#[derive(Default)]
struct HandedOn {
    n_models: u64,
    /// Number of models with these shown atoms: models may differ in others.
    by_atoms: HashMap<Vec<Atom>, u64>,
    of_turn: HashMap<Vec<Atom>, u64>,
}

impl HandedOn {
    /// True if no earlier turn has found this model.
    fn is_new(&mut self, model: &Model) -> bool {
        let number = self.of_turn.entry(model.atoms.clone()).or_insert(0);
        *number += 1;
        let known = self.by_atoms.entry(model.atoms.clone()).or_insert(0);
        let is_new = *number > *known;
        *known = (*known).max(*number);
        is_new
    }
}

impl Session {
    /// Lists up to `cap` models (0: all). `on_model` gets each, with the atoms whose names are in `show`.
    pub fn models(
        &mut self,
        assume: &[Assume],
        cap: u64,
        show: &[&str],
        shot: &Shot,
        on_model: &mut dyn FnMut(Model) -> ControlFlow<()>,
    ) -> Result<EnumerationOutcome, AspError> {
        let mut turns = Turns::of(self);
        let mut handed_on = HandedOn::default();
        loop {
            let takes_turns = turns.conflicts.is_some();
            let (before, mut n_of_turn, mut is_enough) = (handed_on.n_models, 0, false);
            handed_on.of_turn.clear();
            let mut on_any = |model: Model| {
                n_of_turn += 1;
                if (takes_turns || before > 0) && !handed_on.is_new(&model) {
                    return ControlFlow::Continue(());
                }
                handed_on.n_models += 1;
                let flow = on_model(model);
                // Several turns together may reach `cap` models before one of them does.
                is_enough = flow.is_break() || handed_on.n_models == cap;
                if is_enough { ControlFlow::Break(()) } else { flow }
            };
            let outcome = turns.ask(self, |session, conflicts| {
                session.models_of_turn(assume, cap, show, &shot.of_turn(conflicts), &mut on_any)
            })?;
            let n_models = handed_on.n_models;
            let is_answered = outcome.exhausted || is_enough;
            if is_answered || outcome.halt.is_some() || turns.conflicts.is_none() {
                turns.end(self);
                return Ok(EnumerationOutcome { n_models, ..outcome });
            }
            if n_of_turn > 1 {
                // It finds one model after the other, and would begin again with each turn.
                turns.conflicts = None;
            } else {
                turns.pass_on();
            }
        }
    }

    /// Computes the brave or cautious consequences among the atoms named `of`. A program with `#project` gives
    /// consequences of projected atoms only.
    pub fn consequences(
        &mut self,
        mode: ModelMode,
        assume: &[Assume],
        of: &str,
        shot: &Shot,
    ) -> Result<Consequences, AspError> {
        let mut turns = Turns::of(self);
        loop {
            let found = turns.ask(self, |session, conflicts| {
                session.consequences_of_turn(mode, assume, of, &shot.of_turn(conflicts))
            })?;
            if found.halt.is_none() || turns.conflicts.is_none() || shot.halt().is_some() {
                turns.end(self);
                return Ok(found);
            }
            turns.pass_on();
        }
    }

    /// Returns a set of contradictory assumptions among the chosen ones.
    pub(super) fn core_of(
        &mut self,
        assume: &[Assume],
        chosen: &[usize],
        shot: &Shot,
    ) -> Result<Core, AspError> {
        let mut turns = Turns::of(self);
        loop {
            let found = turns.ask(self, |session, conflicts| {
                session.core_of_turn(assume, chosen, &shot.of_turn(conflicts))
            })?;
            let is_known = !matches!(found, Core::Unknown(_));
            if is_known || turns.conflicts.is_none() || shot.halt().is_some() {
                turns.end(self);
                return Ok(found);
            }
            turns.pass_on();
        }
    }
}
