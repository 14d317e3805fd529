//! Several levels at once: their tags and their author in one dialog, and the commands for all levels that
//! are chosen in the list.

pub mod words;

use crate::registry::Slices;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Context, Grid, TextEdit, Ui};

use foolproof_editor::entries_of;
use foolproof_editor::kit::theme;
use foolproof_editor::panels::sheet::{SheetDeed, buttons, form};
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_level::bounds::{LONGEST_OWN_TITLE, LONGEST_TITLE, MAX_TAGS};
use foolproof_level::{Level, LevelId};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Labelling>().window().listener());
}

pub(crate) const LABELLING_WINDOW: Window = Window::new("labelling", WindowStand::Before);

/// Number of tags above which the list scrolls.
const FEW_TAGS: usize = 12;
/// Prefix of a collection's tag.
const COLLECTION: &str = "collection:";

entries_of!(new, Menu::Board, 3, .when(has_level));

const COMMANDS: &[Entry] = &[
    new(Command::COPY_LEVELS, words::COPY, "Copies the chosen levels.", |state| {
        state.copy_levels();
    })
    .searched_as("clipboard duplicate pack share move"),
    new(Command::CUT_LEVELS, words::CUT, "Moves them to the clipboard.", State::cut_levels)
        .searched_as("clipboard move take pack"),
    new(Command::PASTE_LEVELS, words::PASTE, "Puts copied levels after this one.", |state| {
        state.document.choice.awaits_paste = true;
        state.chrome.request(WindowEffect::Paste);
    })
    .searched_as("clipboard insert import add")
    .when(|_| true),
    Entry::new(
        Command::LABEL_LEVELS,
        Menu::Level,
        1,
        "Tags and author…",
        "Changes tags, author and collection of the chosen levels.",
        open,
    )
    .searched_as("tags author name creator credit keywords rename")
    .when(has_level),
];

/// The change as typed.
#[derive(Default)]
pub(crate) struct Labelling {
    levels: BTreeSet<LevelId>,
    add: String,
    /// Tags of the levels: the number of levels with each, and whether it is to be removed.
    tags: BTreeMap<String, (usize, bool)>,
    author: Option<String>,
    collection: Option<String>,
}

fn open(state: &mut State) {
    let levels = state.document.chosen_levels();
    let mut form = Labelling::default();
    for level in &levels {
        form.levels.insert(level.id);
        for tag in &level.tags {
            form.tags.entry(tag.clone()).or_default().0 += 1;
        }
    }
    if let Some(own) = state.feature_mut::<Labelling>() {
        *own = form;
        state.chrome.open(LABELLING_WINDOW);
    }
}

/// Splits a text into tags at commas.
fn tags_of(text: &str) -> impl Iterator<Item = String> {
    text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned)
}

impl Labelling {
    fn changes_anything(&self) -> bool {
        let tags = tags_of(&self.add).next().is_some() || self.tags.values().any(|(_, goes)| *goes);
        tags || self.author.is_some() || self.collection.is_some()
    }

    fn change(&self, level: &mut Level) {
        level.tags.retain(|tag| !self.tags.get(tag).is_some_and(|(_, goes)| *goes));
        let mut new: Vec<String> = tags_of(&self.add).collect();
        if let Some(collection) = &self.collection {
            level.tags.retain(|tag| !tag.starts_with(COLLECTION));
            let name = collection.trim();
            new.extend((!name.is_empty()).then(|| format!("{COLLECTION}{name}")));
        }
        for tag in new {
            if !level.tags.contains(&tag) && level.tags.len() < MAX_TAGS {
                // As much as a file may hold.
                level.tags.push(tag.chars().take(LONGEST_TITLE).collect());
            }
        }
        if let Some(author) = &self.author {
            level.author.clone_from(author);
        }
    }

    fn form(&mut self, ui: &mut Ui) -> Option<SheetDeed> {
        ui.set_width(380.0);
        ui.label(words::of_levels(self.levels.len()));
        ui.add_space(theme::GAP);
        Grid::new("labels").num_columns(2).spacing([theme::GAP, 8.0]).show(ui, |ui| {
            let label = ui.label(words::ADD_TAGS);
            let field = TextEdit::singleline(&mut self.add).hint_text(words::ADD_HINT);
            ui.add(field.char_limit(LONGEST_OWN_TITLE)).labelled_by(label.id);
            ui.end_row();
            ui.label(words::REMOVE_TAGS);
            self.removable(ui);
            ui.end_row();
            optional(ui, words::SET_AUTHOR, words::AUTHOR, &mut self.author);
            ui.end_row();
            optional(ui, words::SET_COLLECTION, words::COLLECTION, &mut self.collection)
                .on_hover_text(words::COLLECTION_TIP);
            ui.end_row();
        });
        ui.add_space(theme::GAP);
        buttons(ui, words::APPLY, self.changes_anything())
    }

    /// Shows the tags of the levels, each with a way to remove it.
    fn removable(&mut self, ui: &mut Ui) {
        if self.tags.is_empty() {
            ui.weak(words::NO_TAGS);
            return;
        }
        let tags = &mut self.tags;
        let many = tags.len() > FEW_TAGS;
        let all = |ui: &mut Ui| {
            ui.horizontal_wrapped(|ui| {
                for (name, (count, goes)) in tags {
                    ui.toggle_value(goes, words::tag(name, *count));
                }
            });
        };
        match many {
            true => {
                egui::ScrollArea::vertical().max_height(120.0).show(ui, all);
            }
            false => all(ui),
        }
    }
}

/// Shows a field that changes nothing until it is switched on.
fn optional(ui: &mut Ui, switch: &str, name: &str, value: &mut Option<String>) -> egui::Response {
    let mut on = value.is_some();
    let response = ui.checkbox(&mut on, switch);
    if response.changed() {
        *value = on.then(String::new);
    }
    match value {
        Some(value) => {
            let field = TextEdit::singleline(value).char_limit(LONGEST_OWN_TITLE);
            let field = ui.add(field);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
        }
        None => drop(ui.label("")),
    }
    response
}

foolproof_editor::feature!(Labelling, COMMANDS);

impl FeatureWindow for Labelling {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(LABELLING_WINDOW) {
            return;
        }
        let Some(deed) = form(context, words::TITLE, |ui| self.form(ui)) else { return };
        state.chrome.close();
        if deed == SheetDeed::Go {
            state.edit_pack(words::STEP, |pack| {
                let chosen = pack.levels.iter_mut().filter(|level| self.levels.contains(&level.id));
                chosen.for_each(|level| self.change(Arc::make_mut(level)));
            });
        }
    }
}

impl Listener for Labelling {
    fn forget(&mut self) {
        *self = Self::default();
    }
}
