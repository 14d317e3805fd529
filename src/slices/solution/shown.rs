//! Chooses the play on the canvas: a requested one, the intended one, a shortcut, or the solver's solution.

use crate::solution::SOLUTION_TOOL;
use crate::solution::SolutionCommands as _;
use egui::Ui;

use crate::solution::words;
use crate::solution::{Solution, drawing, intend};
use foolproof_editor::kit::theme;
use foolproof_editor::panels::findings::is_bare;
use foolproof_editor::session::command::Command;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Level, Play};
use foolproof_solver::{Status, Topic};

/// A play that the designer asked to see on the board, with a description.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub words: String,
    pub play: Play,
    /// The play for comparison, drawn faintly beneath.
    pub against: Option<Play>,
}

/// Returns the requested play, if any.
pub fn shown_play(state: &State) -> Option<Play> {
    state.feature::<Solution>()?.shown.as_ref().map(|shown| shown.play.clone())
}

/// Returns the play to draw, and the play for comparison.
pub(super) fn plays(
    own: &Solution,
    game: &dyn Game,
    level: &Level,
    state: &State,
) -> (Option<Play>, Option<Play>) {
    if let Some(shown) = &own.shown {
        return (Some(shown.play.clone()), shown.against.clone());
    }
    // While designers draw the intended solution, they see it.
    if state.board.tool == SOLUTION_TOOL {
        return (level.intended.clone(), None);
    }
    let solves = |play: &Play| game.judge(level, play) == Verdict::Solved;
    let intended = level.intended.clone();
    // The intended solution is shown as it is, even if it is wrong.
    if intended.as_ref().is_some_and(|play| !solves(play)) {
        return (intended.filter(|_| state.overlay(super::SOLUTION_OVERLAY)), None);
    }
    if state.overlay(super::SHORTCUT_OVERLAY)
        && let Some(shortcut) = shortcut(game, level, &state.findings)
    {
        let against = intended.filter(|_| state.overlay(super::SOLUTION_OVERLAY));
        return (Some(shortcut), against);
    }
    if !state.overlay(super::SOLUTION_OVERLAY) {
        return (None, None);
    }
    if intended.is_some() {
        return (intended, None);
    }
    let found =
        state.findings.knowledge.finding(level, Topic::SOLVABLE).map(|(finding, _)| finding);
    let found = found.and_then(|finding| finding.answer.play().cloned());
    // An older solution may stay while it is valid, to avoid flicker during painting.
    (found.filter(|play| !is_arbitrary(game, level, &state.findings, play)).filter(solves), None)
}

/// True if a solution is only one of very many, and showing it would suggest a unique one: on an empty
/// board, or if it fills over a third of the cells and others may differ.
fn is_arbitrary(game: &dyn Game, level: &Level, findings: &Findings, play: &Play) -> bool {
    let cells = usize::from(level.board.cols) * usize::from(level.board.rows);
    let unique = || {
        let known = findings.knowledge.finding(level, Topic::UNIQUE).map(|(finding, _)| finding);
        known.is_some_and(|known| known.status() == Status::Proved)
    };
    is_bare(game, level) || (play.len() * 3 > cells && !unique())
}

/// Returns the known shortcut, while it is valid.
fn shortcut(game: &dyn Game, level: &Level, findings: &Findings) -> Option<Play> {
    let (finding, _) = findings.knowledge.finding(level, Topic::SHORTCUT_FREE)?;
    let play = finding.answer.play()?;
    let current = findings.knowledge.current(level, Topic::SHORTCUT_FREE).is_some();
    let still = || {
        let practises =
            level.concept.evaluate(&mut |property| game.practises(level, play, property));
        game.judge(level, play) == Verdict::Solved && practises == Some(false)
    };
    (current || still()).then(|| play.clone())
}

impl Solution {
    /// Shows the buttons for a solution that was found.
    pub(super) fn solution_found(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        game: &dyn Game,
        level: &Level,
        play: &Play,
    ) {
        let same = level
            .intended
            .as_ref()
            .is_some_and(|intended| game.canonical(level, intended) == game.canonical(level, play));
        if !same && ui.button("Show").on_hover_text(words::SHOW_SOLUTION).clicked() {
            self.show_solution(level, play);
        }
        if level.intended.is_none()
            && ui.button(words::MAKE_INTENDED).on_hover_text(words::INTEND_TIP).clicked()
        {
            intend(state, play.clone());
        }
    }

    pub(super) fn show_solution(&mut self, level: &Level, play: &Play) {
        let (words, against) = (words::A_SOLUTION.to_owned(), level.intended.clone());
        self.set(Some(Shown { words, play: play.clone(), against }));
    }

    pub(super) fn show_shortcut(
        &mut self,
        state: &State,
        game: &dyn Game,
        level: &Level,
        play: Play,
    ) {
        let (_, against) = plays(self, game, level, state);
        let against = against.or_else(|| level.intended.clone());
        self.set(Some(Shown { words: words::A_SHORTCUT.to_owned(), play, against }));
    }
}

/// Shows the intended solution in the inspector: its length, and the number of held parts.
pub(super) fn intended(ui: &mut Ui, state: &mut State, level: &Level) {
    ui.add_space(theme::TIGHT);
    theme::section(ui, "Intended solution");
    let Some(play) = &level.intended else {
        ui.weak(words::NO_INTENDED);
        return;
    };
    let is_of_moves = state.game().is_some_and(|game| game.moves().is_some());
    ui.label(text::intended(play.len(), level.intended_locked.len(), is_of_moves));
    ui.horizontal(|ui| {
        let held = !level.intended_locked.is_empty();
        let (words, tip) = match held {
            true => ("Unlock", words::LET_GO_TIP),
            false => ("Lock", words::HOLD_TIP),
        };
        if ui.button(words).on_hover_text(tip).clicked() {
            drawing::hold_all(state, !held);
        }
        if ui.button("Forget").clicked() {
            state.run(Command::CLEAR_INTENDED);
        }
    });
}
