//! The window of a game's long study of very many levels.

mod curve;
mod desk;
mod results;
mod runner;
mod settings;
pub(crate) mod words;

use std::sync::Arc;

use egui::{Context, Ui, Vec2};

use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::{Game, Study};
use foolproof_level::Pack;

pub(crate) use desk::{Workshop, WorkshopDeed};

foolproof_editor::command_names!(pub StudiesCommands, STUDY = "study");

pub(crate) const STUDY_WINDOW: Window = Window::new("study", WindowStand::Beside);

const COMMANDS: &[Entry] = &[Entry::new(
    Command::STUDY,
    Menu::Solve,
    0,
    "Workshop: mine, study…",
    "Searches very many levels of this game: statistics, charts, and levels worth keeping.",
    |state| state.chrome.open(STUDY_WINDOW),
)
.searched_as("mine optimize statistics search many hardest charts workshop maker")
.of_games(|document| document.game().is_some_and(|game| game.study().is_some()))];

/// The workshop with its study.
#[derive(Default)]
pub(crate) struct Workshops {
    workshop: Workshop,
}

impl Workshops {
    fn show(&mut self, ui: &mut Ui, state: &mut State, game: &dyn Game, study: &Arc<dyn Study>) {
        let level = state.level().filter(|level| level.game == game.about().id).cloned();
        match self.workshop.show(ui, game, level.as_deref(), study) {
            None => {}
            Some(WorkshopDeed::Add(level)) => {
                state.say(ToastTone::Good, text::added_level(&level.title));
                state.edit_pack("Add a level of the workshop", |pack| pack.levels.push(level));
            }
            Some(WorkshopDeed::Open(title, levels)) => {
                let pack = Pack { title, levels, ..Pack::default() };
                state.chrome.request(WindowEffect::OpenMade(Box::new(pack)));
                state.chrome.close();
            }
        }
    }
}

/// Minimum size at which form and results fit side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(920.0, 560.0);

foolproof_editor::feature!(Workshops, COMMANDS);

impl FeatureWindow for Workshops {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(STUDY_WINDOW) {
            return;
        }
        let Some((game, study)) =
            state.game().and_then(|game| game.study().map(|study| (game, study)))
        else {
            state.chrome.close();
            return;
        };
        self.workshop.folder.clone_from(&state.chrome.folder);
        self.workshop.command.clone_from(&state.findings.studies);
        let wide = (context.content_rect().width() * 0.92).clamp(960.0, 1280.0);
        let sheet = Sheet::new(STUDY_WINDOW, study.about().name, wide).at_least(MIN_SIZE);
        sheet.show(context, state, |ui, state| {
            self.show(ui, state, &*game, &study);
        });
    }
}
