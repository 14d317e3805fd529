//! Solving steps in the panel at the right, while a level is edited: the next step in a line, and the effect
//! of the last edit on all steps. Asks for nothing while it is folded.

use std::sync::Arc;

use egui::{CollapsingHeader, Label, RichText, Ui};

use super::{KnownSteps, SolvingCommands as _, steps_of, words};
use crate::solving::question::{FoundSteps, StepsBy, StepsEnd};
use crate::solving::words::{marks_text, otherwise, sentences_text, so};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::findings::command_button;
use foolproof_editor::session::command::Command;
use foolproof_editor::session::settings::{Initially, SwitchKey};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_solver::has_steps;

/// Setting that tells whether the section is unfolded.
const UNFOLDED: SwitchKey = SwitchKey("solving steps");

/// The steps of a level in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathSize {
    pub steps: usize,
    /// Number of sentences of the hardest step.
    pub hardest: usize,
    pub end: EndKind,
}

/// The kind of a [`StepsEnd`], without its marks and sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndKind {
    Solved,
    Differ,
    NoSolution,
}

impl PathSize {
    /// Returns the size of steps; `None` if there may be more.
    fn of(found: &FoundSteps) -> Option<Self> {
        let end = match found.end {
            StepsEnd::Solved => EndKind::Solved,
            StepsEnd::Differ { .. } => EndKind::Differ,
            StepsEnd::NoSolution { .. } => EndKind::NoSolution,
            StepsEnd::More { .. } | StepsEnd::Stops { .. } => return None,
        };
        let hardest = found.steps.iter().map(|step| step.sentences.len()).max();
        Some(Self { steps: found.steps.len(), hardest: hardest.unwrap_or(0), end })
    }
}

/// The line, and the sizes of the level's steps after and before the last edit.
#[derive(Default)]
pub(super) struct StepsLine {
    now: Option<(Arc<Level>, PathSize)>,
    before: Option<PathSize>,
    /// The last message. It stays, paler, until there is a new one.
    said: String,
}

impl StepsLine {
    pub(super) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene().filter(|(game, _)| has_steps(&**game)) else {
            return;
        };
        ui.add_space(theme::GAP);
        let unfolded = state.chrome.settings.is_on(UNFOLDED, Initially::Off);
        let header = CollapsingHeader::new(words::NEXT).id_salt("next step");
        let shown = header.open(Some(unfolded)).show(ui, |ui| {
            let known = steps_of(&mut state.findings, &level, StepsBy::Rules);
            let fresh = self.take_in(&*game, &level, known);
            let role = if fresh { Role::Text } else { Role::Weak };
            let line = RichText::new(&self.said).small().color(Theme::of(ui).role(role));
            ui.add(Label::new(line).wrap());
            let changed = self.before.zip(self.now.as_ref());
            let changed = changed.and_then(|(before, (_, now))| words::changed(before, *now));
            if let Some(changed) = changed.filter(|_| fresh) {
                theme::section(ui, &changed);
            }
            command_button(ui, state, Command::SOLVING, words::OPEN);
        });
        if shown.header_response.on_hover_text(words::LINE_TIP).clicked() {
            state.chrome.settings.switch(UNFOLDED, !unfolded);
        }
    }

    /// Updates the line from the known steps. Returns whether they are complete.
    fn take_in(&mut self, game: &dyn Game, level: &Arc<Level>, known: KnownSteps) -> bool {
        let finding = match known {
            KnownSteps::Waiting => return false,
            KnownSteps::Trouble(why) => {
                self.said = text::sentence(&why);
                return true;
            }
            KnownSteps::Known(finding) => finding,
        };
        let Some(found) = finding.report::<FoundSteps>() else { return false };
        self.said = match found.steps.first() {
            Some(step) => {
                let sentences = otherwise(&sentences_text(&step.sentences));
                format!("{sentences} {}", so(&marks_text(game, level.board, &step.marks)))
            }
            None => words::end(found),
        };
        if let Some(size) = PathSize::of(found) {
            self.renew(level, size);
        }
        !found.grows()
    }

    /// Stores the size of the level's steps. After an edit, the old size is kept for comparison.
    fn renew(&mut self, level: &Arc<Level>, size: PathSize) {
        let same = |old: &Arc<Level>| Arc::ptr_eq(old, level) || old.same_puzzle(level);
        match &self.now {
            Some((old, _)) if old.id == level.id && same(old) => {}
            Some((old, was)) if old.id == level.id => self.before = Some(*was),
            _ => self.before = None,
        }
        self.now = Some((Arc::clone(level), size));
    }

    /// Forgets everything, when another pack is opened.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::{Board, Site};

    fn size(steps: usize, hardest: usize, end: EndKind) -> PathSize {
        PathSize { steps, hardest, end }
    }

    #[test]
    fn an_edit_is_compared_with_the_level_before_it_and_a_title_is_no_edit() {
        let level = Level::open("any", Board { cols: 2, rows: 1, tray: 0 });
        let mut painted = level.clone();
        painted.paint(Site::cell(0, 0), "wall".parse().ok());
        let mut titled = painted.clone();
        titled.title = "A wall".to_owned();
        let [level, painted, titled] = [level, painted, titled].map(Arc::new);
        let (long, short) = (size(9, 3, EndKind::Solved), size(7, 2, EndKind::Solved));
        let mut line = StepsLine::default();
        line.renew(&level, long);
        assert_eq!(line.before, None);
        line.renew(&painted, short);
        assert_eq!(line.before, Some(long));
        line.renew(&titled, short);
        assert_eq!(line.before, Some(long), "the edit before the title counts");
    }

    #[test]
    fn what_an_edit_did_is_said_in_a_few_words() {
        let solved = |steps, hardest| size(steps, hardest, EndKind::Solved);
        let said = |before, now| words::changed(before, now);
        assert_eq!(said(solved(9, 2), solved(9, 2)), None);
        let easier = "Last edit: 2 steps fewer; hardest step 3 → 2 sentences";
        assert_eq!(said(solved(9, 3), solved(7, 2)).as_deref(), Some(easier));
        assert_eq!(said(solved(7, 2), solved(8, 2)).as_deref(), Some("Last edit: 1 step more"));
        let lost = "Last edit: there is no solution any more";
        assert_eq!(said(solved(7, 2), size(0, 0, EndKind::NoSolution)).as_deref(), Some(lost));
        let found = "Last edit: the steps solve it now";
        assert_eq!(said(size(3, 1, EndKind::Differ), solved(7, 2)).as_deref(), Some(found));
    }
}
