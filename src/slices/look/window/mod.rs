//! The pack's look as a form, next to the level's board on light and on dark ground.
//!
//! Every change is an undoable edit.

mod colours;
mod pictures;
mod preview;
pub(crate) mod words;

use std::collections::BTreeMap;

use egui::{ComboBox, Context, Grid, RichText, ScrollArea, Ui, Vec2};

use super::picture_file;
use super::remarks::{unreadable, unseen};
use colours::{Mixing, colour};
use foolproof_editor::kit::join::Joiner;
use foolproof_editor::kit::pack_look::PackLooks;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_level::{LookColour, LookFont, LookPicture, Mark, Pack, PackLook};
use foolproof_picture::Ink;
use pictures::PictureSlot;

pub(crate) const LOOK_WINDOW: Window = Window::new("look", WindowStand::Over).while_editing();

/// Widths of the form and of its list, and maximum height of the list, in points.
const WIDTH: f32 = 880.0;
const LIST: f32 = 470.0;
const HIGHEST: f32 = 520.0;
const MIN_SIZE: Vec2 = Vec2::new(840.0, 500.0);

foolproof_editor::command_names!(pub LookCommands, LOOK = "look-for-players");

const COMMANDS: &[Entry] = &[Entry::new(
    Command::LOOK,
    Menu::Pack,
    2,
    "Colours and pictures…",
    "Colours, pictures of marks, a background and a font, for where the pack is played.",
    |state| state.chrome.open(LOOK_WINDOW),
)
.searched_as(
    "look for players color theme skin style sprite tile picture png background font appearance",
)
.when(has_level)
.only_looks()];

/// State of the form.
#[derive(Default)]
pub(crate) struct LookDesk {
    joiner: Joiner,
    looks: PackLooks,
    mixing: Mixing,
    /// The place whose picture is being chosen.
    slot: Option<PictureSlot>,
    /// Remarks on pictures that do not show up, and the pictures concerned.
    unseen: Option<(BTreeMap<Mark, LookPicture>, Vec<String>)>,
}

foolproof_editor::feature!(LookDesk, COMMANDS);

impl FeatureWindow for LookDesk {
    fn windows(&mut self, context: &Context, state: &mut State) {
        self.hear_file(context, state);
        if !state.chrome.is_open(LOOK_WINDOW) {
            self.unseen = None;
            return;
        }
        let sheet = Sheet::new(LOOK_WINDOW, words::TITLE, WIDTH).at_least(MIN_SIZE);
        sheet.show(context, state, |ui, state| {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(LIST);
                    let list =
                        ScrollArea::vertical().max_height(HIGHEST).auto_shrink([false, true]);
                    list.show(ui, |ui| self.form(ui, state));
                });
                ui.add_space(theme::GAP);
                ui.vertical(|ui| {
                    preview::show(ui, state, &mut self.looks);
                    self.said(ui, state);
                });
            });
        });
    }
}

impl LookDesk {
    /// Takes in a chosen picture.
    fn hear_file(&mut self, context: &Context, state: &mut State) {
        let Some(path) = state.chrome.take_chosen_file(pictures::WISH) else { return };
        let Some(slot) = self.slot.take() else { return };
        let mut look = state.history().pack().play.look.clone();
        let placed = picture_file(&path).and_then(|file| {
            slot.put(&mut look, file);
            look.check().map_err(|why| why.to_string())
        });
        match placed {
            Ok(()) => self.change(context, state, words::PICTURE, look),
            Err(why) => state.say(ToastTone::Trouble, why),
        }
    }

    fn change(&mut self, context: &Context, state: &mut State, what: &str, look: PackLook) {
        let change = |pack: &mut Pack| pack.play.look = look;
        let joiner = &mut self.joiner;
        state.change_words(|history| joiner.edit(context, history, text::change_of(what), change));
    }

    fn form(&mut self, ui: &mut Ui, state: &mut State) {
        let before = state.history().pack().play.look.clone();
        let mut look = before.clone();
        ui.add(egui::Label::new(words::EXPLAINED).wrap());
        ui.add_space(theme::GAP);
        ui.horizontal(|ui| {
            let label = ui.label(words::FONT);
            let list =
                ComboBox::from_id_salt("font of the look").selected_text(words::font(look.font));
            let fonts = LookFont::ALL.map(|font| (font, words::font(font)));
            theme::choice(ui, list, &mut look.font, fonts).labelled_by(label.id);
        });
        ui.add_space(theme::GAP);
        theme::section(ui, words::COLOURS);
        Grid::new("colours of the look").num_columns(3).striped(true).show(ui, |ui| {
            ui.label("");
            ui.label(RichText::new(words::LIGHT).small());
            ui.label(RichText::new(words::DARK).small());
            ui.end_row();
            for part in LookColour::ALL {
                let (name, tip) = words::part(part);
                ui.label(name).on_hover_text(tip);
                colour(ui, &mut look, part, false, &mut self.mixing);
                colour(ui, &mut look, part, true, &mut self.mixing);
                ui.end_row();
            }
        });
        ui.add_space(theme::GAP);
        if let Some(slot) = pictures::show(ui, state, &mut look) {
            self.slot = Some(slot);
            pictures::ask_for_file(&mut state.chrome);
        }
        if look != before {
            let context = ui.ctx().clone();
            self.change(&context, state, words::TITLE, look);
        }
    }

    /// Lists unreadable colours, and pictures that do not show up on any board.
    fn said(&mut self, ui: &mut Ui, state: &State) {
        let pack = state.history().pack();
        let look = &pack.play.look;
        // Colours are dragged, and drawing every board of the pack in each frame would be slow.
        if self.unseen.as_ref().is_none_or(|(tiles, _)| *tiles != look.tiles) {
            let unseen = unseen(state.games(), pack).iter().map(ToString::to_string).collect();
            self.unseen = Some((look.tiles.clone(), unseen));
        }
        let bad = Theme::of(ui).ink(Ink::Bad);
        let unseen = self.unseen.iter().flat_map(|(_, said)| said);
        for said in unreadable(look).iter().chain(unseen) {
            let said = RichText::new(text::sentence(said)).color(bad);
            ui.add(egui::Label::new(said).wrap());
        }
    }
}
