//! The concept of a level: a sentence in the panels, a tree or rules in a window.

mod editor;
mod property;
mod rules;
pub(crate) mod words;

use std::sync::Arc;

use crate::registry::Slices;
use egui::{ComboBox, Context, RichText, Ui};

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::findings::{RowLook, line};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::SideTab;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::kinds::{
    FeatureWindow, LiveFindings, PanelPlace, PanelSection, Telling,
};
use foolproof_editor::session::knowledge::Knowledge;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::{Combination, Concept, Level, PackCourse};
use foolproof_solver::{Finding, ShortcutFreedom, Status, Topic, Truth, Why, has_steps};

pub use editor::ConceptEditor;
pub use foolproof_game::{concept_sentence as sentence, missed};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Concepts>().findings().panel().window());
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
.searched_as("goal idea lesson teach property shortcut practise require technique steps")
.when(has_level)];

/// Width of the list of techniques, in points.
const TECHNIQUES: f32 = 280.0;

/// The window of the concept.
#[derive(Default)]
pub(crate) struct Concepts {
    editor: ConceptEditor,
}

/// Says which technique every way to solve the level must need.
fn need_sentence(course: &PackCourse, level: &Level) -> Option<String> {
    let combines = level.needs.as_ref()?;
    let named = course.name_of(combines).map(|name| format!("“{name}”"));
    Some(words::needs(&named.unwrap_or_else(|| combines.to_string())))
}

/// Shows the choice among the techniques that the pack names.
fn choose_technique(ui: &mut Ui, state: &mut State, level: &Level) {
    let techniques = state.history().pack().course.techniques.clone();
    theme::section(ui, words::TECHNIQUE);
    ui.weak(words::TECHNIQUE_WHAT);
    if techniques.is_empty() && level.needs.is_none() {
        ui.weak(words::NO_TECHNIQUES);
        return;
    }
    let mut chosen = level.needs.clone();
    let name = |combines: &Combination| {
        let known = techniques.iter().find(|one| one.combines == *combines);
        known.map_or_else(|| combines.to_string(), |one| one.name.clone())
    };
    let shown = chosen.as_ref().map_or_else(|| words::ANY_WAY.to_owned(), name);
    let list = ComboBox::from_id_salt("technique").width(TECHNIQUES).truncate();
    let list = list.selected_text(shown).show_ui(ui, |ui| {
        ui.selectable_value(&mut chosen, None, words::ANY_WAY);
        for one in &techniques {
            let said = one.combines.to_string();
            ui.selectable_value(&mut chosen, Some(one.combines.clone()), &one.name)
                .on_hover_text(said);
        }
    });
    editor::name(&list.response, words::TECHNIQUE);
    if chosen != level.needs {
        let id = level.id;
        state.edit_pack(words::CHANGE_TECHNIQUE, |pack| {
            if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
                Arc::make_mut(level).needs = chosen;
            }
        });
    }
}

impl Concepts {
    fn edit(&mut self, ui: &mut Ui, state: &mut State) {
        let (Some(game), Some(level)) = (state.game(), state.level().cloned()) else { return };
        let wrong = wrong_input(&state.findings.knowledge, &level);
        state.change_words(|history| {
            self.editor.show(ui, history, level.id, &*game, wrong.as_deref())
        });
        if has_steps(&*game) {
            ui.add_space(theme::GAP);
            choose_technique(ui, state, &level);
        }
    }
}

/// Returns the solver's message about a level or concept that it cannot read.
fn wrong_input(knowledge: &Knowledge, level: &Level) -> Option<String> {
    [Topic::SHORTCUT_FREE, Topic::SOLVABLE].into_iter().find_map(|topic| {
        match knowledge.finding(level, topic)?.0.status() {
            Status::Unknown(Why::BadInput(words)) => Some(words),
            _ => None,
        }
    })
}

foolproof_editor::feature!(Concepts, COMMANDS);

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
        line(ui, &row, "", |ui| {
            if ui.button("Choose a concept…").clicked() {
                state.chrome.open(CONCEPT_WINDOW);
            }
        });
        true
    }
}

impl PanelSection for Concepts {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        let scene = state.scene().filter(|_| place == PanelPlace::Tab(SideTab::Expected));
        let Some((game, level)) = scene else { return };
        ui.add_space(theme::TIGHT);
        theme::section(ui, "Concept");
        ui.label(RichText::new(sentence(&*game, &level.concept)));
        if let Some(needs) = need_sentence(&state.history().pack().course, &level) {
            ui.label(needs);
        }
        if ui.button("Change…").on_hover_text(words::CONCEPT_TIP).clicked() {
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
