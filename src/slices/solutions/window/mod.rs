//! The window with the solutions of a level as cards.

pub(crate) mod words;

use egui::{Context, Key, Ui};

use crate::solution::{self, Shown};
use foolproof_editor::kit::gallery::{Gallery, GalleryDeed};
use foolproof_editor::panels::findings::command_button;
use foolproof_editor::panels::sheet::{GALLERY, Sheet};
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl, has_level};
use foolproof_editor::session::kinds::{FeatureWindow, LiveFindings};
use foolproof_editor::session::knowledge::Knowledge;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_level::{Level, Play};
use foolproof_solver::{Answer, Finding, Status, Topic};

pub(crate) const SOLUTIONS_WINDOW: Window = Window::new("solutions", WindowStand::Over);

/// Maximum number of listed solutions.
const MANY: u32 = 10_000;

const COMMANDS: &[Entry] = &[Entry::new(
    Command::SOLUTIONS,
    Menu::Solve,
    1,
    "Solutions…",
    "Shows the solutions as cards.",
    |state| state.chrome.open(SOLUTIONS_WINDOW),
)
.searched_as("all list count how many number enumerate several ambiguous unique gallery")
.when(has_level)
.keys(&[ctrl(Key::L)])
.only_looks()];

/// The window of solutions.
#[derive(Default)]
pub(crate) struct Solutions {
    gallery: Gallery,
}

impl Solutions {
    fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        let plays = solutions(&state.findings.knowledge, &level);
        let solvable = state.findings.knowledge.current(&level, Topic::SOLVABLE);
        if solvable.is_some_and(|found| found.status() == Status::Refuted) {
            ui.weak(words::HAS_NO_SOLUTION);
            return;
        }
        let count = state.findings.knowledge.current(&level, Topic::COUNT).map(Finding::status);
        if let Some(Status::Exactly(n)) = count
            && n > plays.len() as u64
        {
            ui.horizontal(|ui| {
                ui.weak(words::first_of(plays.len(), n));
                let more = state.findings.live.cap < MANY;
                if more && ui.button(words::MORE_SOLUTIONS).clicked() {
                    state.findings.live.cap = MANY;
                }
            });
        }
        let deed = self.gallery.solutions(ui, &*game, &level, &plays);
        let play = |number: usize| plays.get(number).cloned();
        match deed {
            Some(GalleryDeed::Show(number)) => {
                if let Some(play) = play(number) {
                    let (words, against) = (text::solution(number), level.intended.clone());
                    solution::show(state, Shown { words, play, against });
                }
            }
            Some(GalleryDeed::Intend(number)) => {
                if let Some(play) = play(number) {
                    solution::intend(state, play);
                }
            }
            Some(GalleryDeed::Forbid(number)) => {
                if let Some(play) = play(number) {
                    solution::forbid(state, &play);
                }
            }
            Some(GalleryDeed::Add(_) | GalleryDeed::Replace(_)) | None => {}
        }
    }
}

/// Returns the counted solutions of a level, else the single one that is known.
fn solutions(knowledge: &Knowledge, level: &Level) -> Vec<Play> {
    let answer = |topic| knowledge.current(level, topic).map(|finding| &finding.answer);
    let counted = answer(Topic::COUNT).and_then(Answer::plays).map(<[Play]>::to_vec);
    let one = || answer(Topic::SOLVABLE)?.play().map(|play| vec![play.clone()]);
    counted.or_else(one).unwrap_or_default()
}

foolproof_editor::feature!(Solutions, COMMANDS);

impl LiveFindings for Solutions {
    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {
        if finding.answer.plays().is_some_and(|plays| !plays.is_empty()) {
            command_button(ui, state, Command::SOLUTIONS, "Show them…");
        }
    }
}

impl FeatureWindow for Solutions {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(SOLUTIONS_WINDOW, words::SOLUTIONS, GALLERY).show(
            context,
            state,
            |ui, state| {
                self.show(ui, state);
            },
        );
    }
}
