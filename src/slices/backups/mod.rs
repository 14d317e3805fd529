//! The last saves of the open pack, to go back to. Restoring one is a step like any other.

pub(crate) mod words;

use crate::registry::Slices;
use std::path::PathBuf;
use std::time::SystemTime;

use crossbeam_channel::Receiver;
use egui::{Context, Ui};

use foolproof_editor::files::vault::{self, CopyError, DatedCopy};
use foolproof_editor::kit::aside::aside;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_level::Pack;

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Backups>().window().listener());
}

foolproof_editor::command_names!(pub BackupsCommands, RESTORE_BACKUP = "restore-backup");

pub(crate) const BACKUPS_WINDOW: Window = Window::new("backups", WindowStand::Over).while_editing();

const COMMANDS: &[Entry] = &[Entry::new(
    Command::RESTORE_BACKUP,
    Menu::File,
    1,
    "Restore a backup…",
    "Goes back to one of the last saves of this pack.",
    |state| state.chrome.open(BACKUPS_WINDOW),
)
.searched_as("recover earlier version old lost undo autosave")];

/// A copy of a save, and its pack or the reason why it can no longer be read.
type Backup = (DatedCopy, Result<Pack, CopyError>);

/// The backups read for the window.
#[derive(Default)]
pub(crate) struct Backups {
    reading: Option<Receiver<Vec<Backup>>>,
    found: Option<Vec<Backup>>,
}

impl Backups {
    /// Reads on a separate thread: the disk may be slow.
    fn read(&mut self, context: &Context, state: &State) {
        let path = state.document.file.path().map(PathBuf::from);
        let (Some(root), Some(pack)) = (state.chrome.folder.clone(), path) else { return };
        let read = |copy: DatedCopy| {
            let pack = copy.read().map(|(_, pack)| pack);
            (copy, pack)
        };
        let work = move || vault::saves(&root, &pack).into_iter().map(read).collect();
        self.reading = aside(context, "backups", work).ok();
    }

    fn contents(&mut self, ui: &mut Ui, state: &mut State) {
        if state.document.file.path().is_none() {
            ui.label(words::NO_FILE);
            return;
        }
        ui.weak(words::ABOUT);
        ui.add_space(theme::TIGHT);
        let mut chosen = None;
        match &self.found {
            None if self.reading.is_some() => drop(ui.label(words::READING)),
            Some(found) if !found.is_empty() => {
                for backup in found {
                    chosen = row(ui, backup).or(chosen);
                }
            }
            _ => drop(ui.label(words::NONE)),
        }
        if let Some(pack) = chosen {
            restore(state, pack);
        }
    }
}

/// Shows a save with its date. Returns the pack if it is to be restored.
fn row(ui: &mut Ui, (copy, pack): &Backup) -> Option<Pack> {
    let mut chosen = None;
    Theme::of(ui).card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(text::dated(copy.written, SystemTime::now()));
            match pack {
                Ok(pack) => {
                    ui.weak(text::levels(pack.levels.len()));
                    let side = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(side, |ui| {
                        let button = ui.button(words::RESTORE);
                        let name = words::restore(copy.written);
                        button.widget_info(|| {
                            egui::WidgetInfo::labeled(egui::Role::Button, true, &name)
                        });
                        chosen = button.clicked().then(|| pack.clone());
                    });
                }
                Err(why) => drop(ui.weak(words::DAMAGED).on_hover_text(why.to_string())),
            }
        });
    });
    chosen
}

fn restore(state: &mut State, pack: Pack) {
    state.meet_strangers(&pack);
    state.chrome.close();
    let levels = pack.levels.len();
    state.edit_pack(words::STEP, |open| *open = pack);
    state.say(ToastTone::Good, words::restored(levels));
}

foolproof_editor::feature!(Backups, COMMANDS);

impl FeatureWindow for Backups {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(BACKUPS_WINDOW) {
            *self = Self::default();
            return;
        }
        if self.found.is_none() && self.reading.is_none() {
            self.read(context, state);
        }
        if let Some(found) = self.reading.as_ref().and_then(|reading| reading.try_recv().ok()) {
            (self.found, self.reading) = (Some(found), None);
        }
        Sheet::new(BACKUPS_WINDOW, words::TITLE, 460.0).show(context, state, |ui, state| {
            self.contents(ui, state);
        });
    }
}

impl Listener for Backups {
    fn forget(&mut self) {
        *self = Self::default();
    }
}
