//! Short notes on cells: a small corner as their sign, the words as a tip, and a window to write them.
//!
//! They are kept in the pack, move along with the board or a part of it, and mean nothing to the rules.

pub mod words;

use crate::registry::Slices;
use egui::{Context, Key, TextEdit};

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme;
use foolproof_editor::panels::sheet::{SheetDeed, buttons, form};
use foolproof_editor::session::command::{Command, Entry, Menu, always, ctrl_shift};
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{BoardOverlay, FeatureWindow, Over, OverlayLayer};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_level::bounds::LONGEST_SITE_NOTE;
use foolproof_overlay::CELL_NOTES;

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<NoteWriting>().overlay().window());
}

foolproof_editor::command_names!(pub(crate) CellNotesCommands, CELL_NOTE = "cell-note");

pub(crate) const CELL_NOTE_WINDOW: Window =
    Window::new("cell-note", WindowStand::Before).while_editing();

const COMMANDS: &[Entry] = &[Entry::new(
    Command::CELL_NOTE,
    Menu::Edit,
    2,
    "Note on the cell…",
    "Writes a short note on what is selected, for you and others who work on the level.",
    open,
)
.searched_as("comment remark annotate text sticky")
.keys(&[ctrl_shift(Key::M)])
.when(|state| !state.board.targets().is_empty())];

const SWITCHES: &[Switch] = &[Switch {
    overlay: CELL_NOTES.overlay,
    name: CELL_NOTES.name,
    tip: "A small corner where a note is written.",
    search: "overlay comments remarks",
    icon: Icon::EDIT,
    keys: &[],
    initially: Initially::On,
    arises: always,
}];

/// The note as typed.
#[derive(Debug, Default)]
pub(crate) struct NoteWriting {
    note: String,
}

fn open(state: &mut State) {
    let targets = state.board.targets();
    let note = state
        .level()
        .and_then(|level| targets.iter().find_map(|site| level.site_notes.get(site)).cloned());
    if let Some(own) = state.feature_mut::<NoteWriting>() {
        own.note = note.unwrap_or_default();
    }
    state.chrome.open(CELL_NOTE_WINDOW);
}

/// Writes a note on all selected sites, in one step.
pub(crate) fn write(state: &mut State, note: &str) {
    let targets = state.board.targets();
    state.edit(words::STEP, |level| {
        targets.iter().for_each(|site| level.annotate(*site, note));
    });
}

foolproof_editor::feature!(NoteWriting, COMMANDS, SWITCHES);

impl BoardOverlay for NoteWriting {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Ground
    }

    fn draw(&self, over: &mut Over<'_>) {
        over.draw_shared(&CELL_NOTES);
    }

    fn tip(&self, state: &State, _: &dyn Game, level: &Level) -> Option<String> {
        let note = level.site_notes.get(&state.board.hover?)?;
        state.overlay(CELL_NOTES.overlay).then(|| words::tip(note))
    }
}

impl FeatureWindow for NoteWriting {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(CELL_NOTE_WINDOW) {
            return;
        }
        let targets = state.board.targets();
        let Some(first) = targets.first() else {
            state.chrome.close();
            return;
        };
        let deed = form(context, words::TITLE, |ui| {
            ui.label(words::on(&first.name(), targets.len() - 1));
            let field = TextEdit::multiline(&mut self.note).hint_text(words::HINT);
            let field = field.desired_rows(3).char_limit(LONGEST_SITE_NOTE);
            let response = ui.add(field.desired_width(320.0));
            response.ctx.accesskit_node_builder(response.id, |node| node.set_label(words::HINT));
            if !response.has_focus() && context.memory(|memory| memory.focused()).is_none() {
                response.request_focus();
            }
            ui.weak(words::EMPTY_TAKES_OFF);
            ui.add_space(theme::GAP);
            buttons(ui, words::KEEP, true)
        });
        let Some(deed) = deed else { return };
        state.chrome.close();
        if deed == SheetDeed::Go {
            write(state, &self.note);
        }
    }
}
