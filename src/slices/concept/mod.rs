//! What every solution has to practise: a sentence in the panels, a tree or rules in a window.

mod editor;
mod property;
mod rules;
pub(crate) mod words;

use crate::registry::Slices;
use egui::{Context, RichText, Ui};

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::findings::{RowLook, card};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::feature::Feature;
use foolproof_editor::session::kinds::{
    FeatureWindow, LiveFindings, PanelPlace, PanelSection, Telling,
};
use foolproof_editor::session::knowledge::Knowledge;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_games::Game;
use foolproof_level::{Concept, Level};
use foolproof_solver::{Finding, ShortcutFreedom, Status, Topic, Truth, Why};

pub use editor::ConceptEditor;
pub use foolproof_games::{concept_sentence as sentence, missed};

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| {
        features.add::<Concepts>().findings().panel().window();
    });
}
pub(crate) use rules::{Problem, problems};

pub(crate) const CONCEPT_WINDOW: Window = Window::new("concept", WindowStand::Over);

const COMMANDS: &[Entry] = &[Entry::new(
    Command::EDIT_CONCEPT,
    Menu::Level,
    2,
    "Concept…",
    "What every solution has to do.",
    |state| state.chrome.open(CONCEPT_WINDOW),
)
.searched_as("goal idea lesson teach property shortcut practise require")
.when(has_level)];

/// The window of the concept.
#[derive(Default)]
pub(crate) struct Concepts {
    editor: ConceptEditor,
}

impl Concepts {
    fn edit(&mut self, ui: &mut Ui, state: &mut State) {
        let (Some(game), Some(level)) = (state.game(), state.level().cloned()) else { return };
        let wrong = wrong_input(&state.findings.knowledge, &level);
        state.change_words(|history| {
            self.editor.show(ui, history, level.id, &*game, wrong.as_deref())
        });
    }
}

/// What the solver cannot read of the level or its concept.
fn wrong_input(knowledge: &Knowledge, level: &Level) -> Option<String> {
    [Topic::SHORTCUT_FREE, Topic::SOLVABLE].into_iter().find_map(|topic| {
        match knowledge.finding(level, topic)?.0.status() {
            Status::Unknown(Why::BadInput(words)) => Some(words),
            _ => None,
        }
    })
}

impl Feature for Concepts {
    const COMMANDS: &'static [Entry] = COMMANDS;
}

impl LiveFindings for Concepts {
    fn tells(&self, finding: &Finding, game: &dyn Game, level: &Level) -> Telling {
        let Some(ShortcutFreedom(Truth::Fails(play))) = finding.report() else {
            return Telling::default();
        };
        let sentence = missed(game, level, play).map(|words| text::sentence(&words));
        Telling { sentence, ..Telling::default() }
    }

    fn in_place_of(&mut self, ui: &mut Ui, state: &mut State, topic: Topic) -> bool {
        let none = state.level().is_some_and(|level| level.concept == Concept::Any);
        if topic != Topic::SHORTCUT_FREE || !none {
            return false;
        }
        let row = RowLook {
            icon: Icon::FLAG,
            colour: Theme::of(ui).role(Role::Weak),
            word: "no concept".to_owned(),
            sentence: text::NO_CONCEPT.to_owned(),
        };
        card(ui, &row, "", |ui| {
            if ui.small_button("Choose a concept…").clicked() {
                state.chrome.open(CONCEPT_WINDOW);
            }
        });
        true
    }
}

impl PanelSection for Concepts {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        let scene = state.scene().filter(|_| place == PanelPlace::Level);
        let Some((game, level)) = scene else { return };
        ui.add_space(theme::TIGHT);
        theme::section(ui, "Concept");
        ui.label(RichText::new(sentence(&*game, &level.concept)));
        if ui.small_button("Change…").on_hover_text(words::CONCEPT_TIP).clicked() {
            state.chrome.open(CONCEPT_WINDOW);
        }
    }
}

impl FeatureWindow for Concepts {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(CONCEPT_WINDOW, words::CONCEPT, 440.0).show(context, state, |ui, state| {
            self.edit(ui, state);
        });
    }
}
