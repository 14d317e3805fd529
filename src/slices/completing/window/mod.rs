//! Completes a level, and removes marks that are not needed: a proposal over the board is accepted or dropped.

mod form;
pub(crate) mod words;

use std::sync::Arc;

use egui::{Key, Ui};

use foolproof_editor::entries_of;
use foolproof_editor::kit::theme;
use foolproof_editor::kit::toasts::{ToastTone, ToastWords};
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl, ctrl_shift, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{
    BoardOffer, BoardOverlay, JobOwner, Listener, Over, Pictured,
};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::{Expect, Level, Site};
use foolproof_overlay::proposed_mark;
use foolproof_solver::{
    COMPLETE, CompleteLevel, CompletionWay, EarlierCompletions, Finding, Limits, MINIMISE,
    MinimiseLevel, Minimised, Question, Status, StepAims, Symmetry, Topic, completion_rank,
    has_steps,
};

pub(crate) use form::AimForm;

/// Solving steps that combine at most two sentences.
const EASY: StepAims = StepAims::at_most(2);

foolproof_editor::command_names!(
    pub CompletingCommands,
    REPAIR = "repair",
    DROP_PREVIEW = "drop-preview",
    ANOTHER_PREVIEW = "another-preview",
    PREVIOUS_PREVIEW = "previous-preview",
    NEXT_PREVIEW = "next-preview",
    MINIMISE = "minimise",
    MINIMISE_EVENLY = "minimise-evenly",
    MINIMISE_EASILY = "minimise-easily",
    COMPLETE_EASILY = "complete-easily",
    AIM_FOR_STEPS = "aim-for-steps",
);

/// A level to accept or drop.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    asked: Arc<Level>,
    pub level: Arc<Level>,
    pub changed: Vec<Site>,
    pub finding: Finding,
}

/// The current proposals, those with the fewest changes first, and the one on view.
#[derive(Default)]
pub(crate) struct Completing {
    proposals: Vec<Proposal>,
    at: usize,
    version: u64,
    /// The next proposal is shown as soon as it is found; further ones wait.
    shows_next: bool,
    /// The requirements on the completions.
    steps: StepAims,
    way: CompletionWay,
}

/// Returns the proposal on view, if it fits the level on the canvas.
pub fn proposal_of(state: &State) -> Option<&Proposal> {
    state.feature::<Completing>()?.fitting(&state.document)
}

impl Completing {
    fn fitting(&self, document: &Document) -> Option<&Proposal> {
        let level = document.level()?;
        let fits = |proposal: &&Proposal| {
            proposal.asked.id == level.id && proposal.asked.same_puzzle(level)
        };
        self.proposals.get(self.at).filter(fits)
    }

    fn set(&mut self, proposals: Vec<Proposal>, at: usize) {
        (self.proposals, self.at) = (proposals, at);
        self.version += 1;
    }

    /// Shows the number of the proposal on view, with buttons to the others.
    fn which(&mut self, ui: &mut Ui) {
        let (all, at) = (self.proposals.len(), self.at);
        if all < 2 {
            return;
        }
        for (word, by, able) in [(words::PREVIOUS, -1, at > 0), (words::NEXT, 1, at + 1 < all)] {
            if ui.add_enabled(able, egui::Button::new(word)).clicked() {
                self.step(by);
            }
        }
        ui.label(words::which(at, all));
        let rank = |proposal: &Proposal| completion_rank(&proposal.finding);
        if self
            .proposals
            .first()
            .zip(self.proposals.get(at))
            .is_some_and(|(a, b)| rank(a) < rank(b))
        {
            ui.weak(words::FIRST_IS_BETTER);
        }
    }

    /// Shows another proposal, this many places forward or back.
    fn step(&mut self, by: isize) {
        if let Some(at) = self.at.checked_add_signed(by).filter(|at| *at < self.proposals.len()) {
            self.at = at;
            self.version += 1;
        }
    }

    /// Takes in a proposal. The one on view stays until it is answered, unless another one was requested.
    fn propose(&mut self, proposal: Proposal) {
        let mut proposals = std::mem::take(&mut self.proposals);
        // Drops proposals for a level that has changed since.
        let asked = &proposal.asked;
        proposals.retain(|old| old.asked.id == asked.id && old.asked.same_puzzle(asked));
        let rank = completion_rank(&proposal.finding);
        let at = proposals.partition_point(|old| completion_rank(&old.finding) <= rank);
        let shown = match std::mem::take(&mut self.shows_next) || proposals.is_empty() {
            true => at,
            false => self.at + usize::from(at <= self.at),
        };
        proposals.insert(at, proposal);
        self.set(proposals, shown);
    }

    /// Looks for a completion that differs from all earlier ones.
    fn another(&mut self, state: &mut State) {
        if !self.can_be_another(state) {
            return;
        }
        let none = EarlierCompletions::default();
        self.shows_next = true;
        let earlier = self.proposals.iter().fold(none, |earlier, old| {
            let proved = old.finding.status() == Status::Proved;
            earlier.and_found(self.way, &old.asked, &old.level, proved)
        });
        state.start_job(
            Question::from(CompleteLevel { earlier, steps: self.steps, way: self.way }),
            Limits::default(),
        );
    }

    /// True if a completion is on view, and no search for one is running.
    fn can_be_another(&self, state: &State) -> bool {
        let is_completion = |shown: &Proposal| shown.finding.topic() == COMPLETE;
        self.fitting(&state.document).is_some_and(is_completion) && !is_completing(&state.findings)
    }

    fn accept(&mut self, state: &mut State) {
        let Some(proposal) = self.fitting(&state.document).cloned() else { return };
        self.drop_proposal(&mut state.findings);
        let expects = {
            let (asked, level) = (proposal.asked.policy, proposal.level.policy);
            (asked.solvable, asked.shortcut_free) != (level.solvable, level.shortcut_free)
        };
        let changed = state.edit("Complete the level", |level| {
            if expects {
                level.policy = proposal.level.policy;
            }
            for site in &proposal.changed {
                level.set(*site, proposal.level.spot(*site));
            }
            level.intended.clone_from(&proposal.level.intended);
            level.intended_locked.clone_from(&proposal.level.intended_locked);
        });
        if changed {
            let more = if expects { words::EXPECTED_NOW } else { "" };
            let words = text::completed(proposal.changed.len());
            state.say(ToastTone::Good, format!("{words}{more}"));
        }
    }

    fn drop_proposal(&mut self, findings: &mut Findings) {
        self.set(Vec::new(), 0);
        if is_completing(findings) {
            findings.job.stop();
        }
    }
}

fn is_completing(findings: &Findings) -> bool {
    findings.job.running().is_some_and(|job| job.topic == COMPLETE)
}

/// True if the running job looks for a further completion.
fn is_another(findings: &Findings) -> bool {
    findings.job.running().is_some_and(|job| job.is_further)
}

/// Looks for a completion that differs from all proposed ones.
pub fn another(state: &mut State) {
    state.with_feature(|own: &mut Completing, state| own.another(state));
}

/// Returns the number of proposals, and the number of the one on view, from 0.
pub fn proposals(state: &State) -> (usize, usize) {
    state.feature::<Completing>().map_or((0, 0), |own| (own.proposals.len(), own.at))
}

fn step(state: &mut State, by: isize) {
    state.with_feature(|own: &mut Completing, _| own.step(by));
}

pub(crate) fn accept(state: &mut State) {
    state.with_feature(|own: &mut Completing, state| own.accept(state));
}

/// Drops the proposal, and stops looking for a better one.
pub(crate) fn drop_proposal(state: &mut State) {
    state.with_feature(|own: &mut Completing, state| own.drop_proposal(&mut state.findings));
}

fn complete(state: &mut State, steps: StepAims, way: CompletionWay) {
    if let Some(own) = state.feature_mut::<Completing>() {
        (own.steps, own.way) = (steps, way);
    }
    ask(state, Question::from(CompleteLevel { steps, way, ..CompleteLevel::default() }));
}

fn minimise(state: &mut State, symmetry: Option<Symmetry>, steps: StepAims) {
    // A different order each time, so that asking again may find another level.
    let seed = state.history().revision().number();
    ask(state, Question::from(MinimiseLevel { seed, symmetry, steps }));
}

/// True if the current level is known to have no solution, a shortcut, or more solutions than it should.
fn is_broken(state: &State) -> bool {
    let Some(level) = state.level() else { return false };
    let is_refuted = |topic| {
        let known = state.findings.knowledge.current(level, topic);
        known.is_some_and(|finding| finding.status() == Status::Refuted)
    };
    let one = state.games().expected(level).unique == Expect::Yes;
    is_refuted(Topic::SOLVABLE)
        || is_refuted(Topic::SHORTCUT_FREE)
        || (one && is_refuted(Topic::UNIQUE))
}

fn tells_steps(state: &State) -> bool {
    has_level(state) && state.document.game().is_some_and(|game| has_steps(&*game))
}

fn ask(state: &mut State, question: Question) {
    if let Some(own) = state.feature_mut::<Completing>() {
        own.set(Vec::new(), 0);
        own.shows_next = true;
    }
    state.start_job(question, Limits::default());
}

entries_of!(new, Menu::Solve, 0, .when(has_level));
entries_of!(of_strip, Menu::Board, 4,);

const COMMANDS: &[Entry] = &[
    new(
        Command::COMPLETE,
        "Complete",
        "Fills the open cells, and changes painted ones where it must.",
        |state| complete(state, StepAims::default(), CompletionWay::Fill),
    ).searched_as("solve fill generate finish auto solver rest")
    .keys(&[ctrl(Key::Enter)]),
    new(
        Command::REPAIR,
        "Repair",
        words::REPAIR_TIP,
        |state| complete(state, StepAims::default(), CompletionWay::Repair),
    ).searched_as("fix mend correct heal shortcut unsolvable unique one several too many solutions broken solver")
    .keys(&[ctrl(Key::R)])
    .when(is_broken)
    .needs(words::NOTHING_TO_REPAIR),
    new(
        Command::COMPLETE_EASILY,
        "Complete, keeping the steps easy",
        words::COMPLETE_EASILY_TIP,
        |state| complete(state, EASY, CompletionWay::Fill),
    ).searched_as("solve fill repair fix mend difficulty easy easier hardest steps sentences")
    .when(tells_steps)
    .listed_when_enabled(),
    of_strip(Command::DROP_PREVIEW, "Drop the completion", "Leaves the level as it is.", drop_proposal).searched_as("discard no reject completion cancel")
        .when(|state| proposal_of(state).is_some()),
    of_strip(Command::ACCEPT_PREVIEW, "Accept the completion", "Puts the preview on the board.", accept).searched_as("take keep yes apply completion")
        .when(|state| proposal_of(state).is_some()),
    of_strip(
        Command::ANOTHER_PREVIEW,
        "Another completion",
        "Looks for a completion that differs from those proposed so far.",
        another,
    ).searched_as("other different more alternative completion")
    .keys(&[ctrl_shift(Key::Enter)])
    .when(|state| state.feature::<Completing>().is_some_and(|own| own.can_be_another(state))),
    of_strip(
        Command::PREVIOUS_PREVIEW,
        "Previous completion",
        "Goes back to a completion that was proposed before.",
        |state| step(state, -1),
    ).searched_as("back completion before")
    .when(|state| proposal_of(state).is_some() && proposals(state).1 > 0),
    of_strip(
        Command::NEXT_PREVIEW,
        "Next completion",
        "Goes on to the next completion that was proposed.",
        |state| step(state, 1),
    ).searched_as("forward completion after")
    .when(|state| proposal_of(state).is_some() && proposals(state).1 + 1 < proposals(state).0),
    new(
        Command::MINIMISE,
        "Remove unneeded marks",
        "Removes painted marks until every one left is needed: the solutions, the concept, and solving by deduction stay.",
        |state| minimise(state, None, StepAims::default()),
    ).searched_as("minimal reduce tighten fewer clues givens redundant needless superfluous"),
    new(
        Command::MINIMISE_EVENLY,
        "Remove unneeded marks, keeping half-turn symmetry",
        "The same, but marks half a turn apart go together or stay together.",
        |state| minimise(state, Some(Symmetry::HalfTurn), StepAims::default()),
    ).searched_as("minimal reduce tighten fewer clues givens redundant symmetry rotate"),
    new(
        Command::MINIMISE_EASILY,
        "Remove unneeded marks, keeping the steps easy",
        "The same, but no solving step may need more than two sentences of the rules.",
        |state| minimise(state, None, EASY),
    ).searched_as("minimal reduce tighten fewer clues difficulty easy hardest sentences")
    .when(tells_steps)
    .listed_when_enabled(),
];

foolproof_editor::feature!(Completing, COMMANDS);

impl BoardOverlay for Completing {
    fn pictured(&self, state: &State, _: &dyn Game, _: &Arc<Level>) -> Option<Pictured> {
        let proposal = self.fitting(&state.document)?;
        let level = Arc::clone(&proposal.level);
        let play = level.intended.clone();
        Some(Pictured { play, against: None, level, alone: true, whole: true })
    }

    fn draw(&self, over: &mut Over<'_>) {
        let Some(proposal) = self.fitting(&over.state.document) else { return };
        for site in &proposal.changed {
            let rect = over.layout.rect(*site);
            let sign = if over.level.mark(*site).is_some() { "~" } else { "+" };
            over.drawing.shapes.extend(rect.into_iter().flat_map(|rect| proposed_mark(rect, sign)));
            let name = if sign == "+" { "New" } else { "Changed" };
            over.explain(name, |cell| proposed_mark(cell, sign).into());
        }
    }

    fn version(&self, _: &State) -> u64 {
        self.version
    }
}

impl JobOwner for Completing {
    fn job_found(&mut self, state: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool {
        let evenly = finding.report::<Minimised>().is_some_and(|made| made.symmetry.is_some());
        let settled = match finding.topic() {
            MINIMISE if evenly => words::ALL_NEEDED_EVENLY,
            MINIMISE => words::ALL_NEEDED,
            COMPLETE => words::NOTHING_TO_COMPLETE,
            _ => return false,
        };
        let Some(proposed) = finding.answer.proposed() else {
            let further = is_another(&state.findings) && !self.proposals.is_empty();
            if further {
                let more = finding.answer.searched().map(|searched| searched.detail());
                let more = more.unwrap_or_default();
                state.say(ToastTone::Note, ToastWords::with_more(words::no_other(finding), more));
            }
            return further;
        };
        let (level, changed) = (Arc::new((*proposed.level).clone()), proposed.changed.clone());
        if changed.is_empty() && finding.status() != Status::Proved {
            state.say(ToastTone::Trouble, text::preview(0, finding));
        } else if changed.is_empty() && level.intended == asked.intended {
            state.say(ToastTone::Good, settled);
        } else {
            let (asked, finding) = (Arc::clone(asked), finding.clone());
            self.propose(Proposal { asked, level, changed, finding });
        }
        true
    }
}

impl BoardOffer for Completing {
    fn offers(&self, document: &Document) -> bool {
        self.fitting(document).is_some()
    }

    fn holds_still(&self, document: &Document) -> bool {
        self.fitting(document).is_some()
    }

    fn offer(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(proposal) = self.fitting(&state.document).cloned() else { return };
        ui.add_space(theme::TIGHT);
        // Buttons that come and go stand after those that stay, so that no click hits the wrong one.
        if theme::primary(ui, "Accept").on_hover_text("Enter").clicked() {
            self.accept(state);
        }
        if ui.button("Discard").on_hover_text("Escape").clicked() {
            self.drop_proposal(&mut state.findings);
        }
        let looks = is_completing(&state.findings);
        if proposal.finding.topic() == COMPLETE {
            let another = ui.add_enabled(!looks, egui::Button::new(words::ANOTHER));
            if another.on_hover_text(words::ANOTHER_TIP).clicked() {
                self.another(state);
            }
        }
        self.which(ui);
        ui.label(text::preview(proposal.changed.len(), &proposal.finding));
        if looks {
            ui.add(egui::Spinner::new().size(14.0));
            if ui.button(words::STOP).on_hover_text(text::STOP_JOB_TIP).clicked() {
                state.findings.job.stop();
            }
        }
    }
}

impl Listener for Completing {
    fn cancel(&mut self, state: &mut State) -> bool {
        let had = self.fitting(&state.document).is_some();
        if had {
            self.drop_proposal(&mut state.findings);
        }
        had
    }

    fn replaced(&mut self, _: &mut State, changed: &dyn Fn(&Level) -> bool) {
        let mut kept = std::mem::take(&mut self.proposals);
        kept.retain(|proposal| !changed(&proposal.asked));
        let at = self.at.min(kept.len().saturating_sub(1));
        self.set(kept, at);
    }

    fn forget(&mut self) {
        self.set(Vec::new(), 0);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use foolproof_level::Board;
    use foolproof_solver::{
        CompletedLevel, Confirmed, FewestChanges, FoundLevel, How, Origin, ProposedLevel, Truth,
    };

    /// Returns a proposal with this many changes.
    fn proposal(asked: &Arc<Level>, changes: u16) -> Proposal {
        let mut level = (**asked).clone();
        let changed: Vec<Site> = (0..changes).map(|col| Site::cell(col, 0)).collect();
        changed.iter().for_each(|site| level.paint(*site, "wall".parse().ok()));
        let made = ProposedLevel {
            level: Box::new(level.clone()),
            changed: changed.clone(),
            shortcut_free: Truth::Holds(()),
            unique: false,
            fewest: FewestChanges::Unknown,
            given_up: Vec::new(),
        };
        let answer = CompletedLevel(FoundLevel::Level(made)).into();
        let (origin, confirmed) = (Origin::Solver, Confirmed::Rules);
        let (elapsed, limits) = (Duration::ZERO, Limits::default());
        let finding = Finding { answer, how: How { origin, confirmed, elapsed, limits } };
        Proposal { asked: Arc::clone(asked), level: Arc::new(level), changed, finding }
    }

    #[test]
    fn a_proposal_stays_on_view_until_it_is_answered() {
        let asked = Arc::new(Level::open("any", Board { cols: 4, rows: 1, tray: 0 }));
        let mut own = Completing { shows_next: true, ..Completing::default() };
        let shown = |own: &Completing| own.proposals[own.at].changed.len();
        own.propose(proposal(&asked, 2));
        assert_eq!(shown(&own), 2);
        // A better and a worse one arrive unrequested.
        for changes in [1, 3] {
            own.propose(proposal(&asked, changes));
            assert_eq!(shown(&own), 2);
        }
        assert_eq!((own.proposals.len(), own.at), (3, 1));
        // Another one was requested.
        own.shows_next = true;
        own.propose(proposal(&asked, 4));
        assert_eq!(shown(&own), 4);
        // The level has changed since: older proposals are of no use.
        let other = Arc::new(Level::open("other", asked.board));
        own.propose(proposal(&other, 1));
        assert_eq!((own.proposals.len(), shown(&own)), (1, 1));
    }
}
