//! Levels of the pack that are the same, even if turned or mirrored: found in the background, shown as
//! pairs, chosen or deleted in one step.

pub mod words;

use std::collections::BTreeSet;

use crossbeam_channel::Receiver;
use egui::{Context, Rect, ScrollArea, Sense, Ui, Vec2};

use foolproof_editor::kit::aside::aside;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_games::{DuplicatePair, duplicates};
use foolproof_level::{LevelId, Pack, Revision};

foolproof_editor::command_names!(pub DuplicatesCommands, FIND_DUPLICATES = "find-duplicates");

pub(crate) const DUPLICATES_WINDOW: Window =
    Window::new("duplicates", WindowStand::Over).while_editing();

const COMMANDS: &[Entry] = &[Entry::new(
    Command::FIND_DUPLICATES,
    Menu::Pack,
    0,
    "Find duplicates…",
    "Finds levels that are the same, even turned or mirrored.",
    |state| state.chrome.open(DUPLICATES_WINDOW),
)
.searched_as("same twice equal similar repeated")
.when(has_level)];

const THUMB: f32 = 84.0;

/// The duplicates found, and those that are ticked.
#[derive(Default)]
pub(crate) struct DuplicateFinder {
    looking: Option<(Revision, Receiver<Vec<DuplicatePair>>)>,
    /// The pairs of the pack at a revision.
    found: Option<(Revision, Vec<DuplicatePair>)>,
    ticked: BTreeSet<LevelId>,
    thumbs: Thumbs<LevelId>,
}

impl DuplicateFinder {
    /// Compares in the background: a thousand levels take a while.
    fn look(&mut self, context: &Context, document: &Document) {
        let now = document.history().revision();
        if let Some((revision, pairs)) = &self.looking
            && let Ok(pairs) = pairs.try_recv()
        {
            self.found = Some((*revision, pairs));
            self.looking = None;
        }
        let known = self.found.as_ref().map(|(revision, _)| *revision);
        let asked = self.looking.as_ref().map(|(revision, _)| *revision);
        if known == Some(now) || asked == Some(now) {
            return;
        }
        let (games, levels) = (document.games().clone(), document.history().pack().levels.clone());
        let work = move || duplicates(&games, &levels);
        self.looking = aside(context, "duplicates", work).ok().map(|result| (now, result));
    }

    fn contents(&mut self, ui: &mut Ui, state: &mut State) {
        let now = state.history().revision();
        let pairs = self.found.as_ref().filter(|(revision, _)| *revision == now);
        let Some(pairs) = pairs.map(|(_, pairs)| pairs.clone()) else {
            ui.horizontal(|ui| {
                ui.add(egui::Spinner::new().size(14.0));
                ui.label(words::LOOKING);
            });
            return;
        };
        if pairs.is_empty() {
            ui.label(words::NONE);
            return;
        }
        ui.label(words::found(pairs.len()));
        let pack = state.history().pack().clone();
        self.ticked.retain(|id| pack.level(*id).is_some());
        let height = (ui.available_height() - 48.0).max(120.0);
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            for pair in &pairs {
                self.pair(ui, state, &pack, *pair);
            }
        });
        ui.add_space(theme::TIGHT);
        self.buttons(ui, state);
    }

    fn buttons(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal(|ui| {
            let some = !self.ticked.is_empty();
            let delete = words::delete(self.ticked.len());
            if ui.add_enabled_ui(some, |ui| theme::primary(ui, &delete)).inner.clicked() {
                let gone = std::mem::take(&mut self.ticked);
                state.edit_pack(words::STEP, |pack| {
                    pack.levels.retain(|level| !gone.contains(&level.id));
                });
            }
            let choose = ui.add_enabled(some, egui::Button::new(words::CHOOSE));
            if choose.on_hover_text(words::CHOOSE_TIP).clicked() {
                state.document.choice.these(self.ticked.iter().copied());
                state.chrome.close();
            }
        });
    }

    /// Shows two levels side by side.
    fn pair(&mut self, ui: &mut Ui, state: &mut State, pack: &Pack, pair: DuplicatePair) {
        Theme::of(ui).card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                for at in [pair.first, pair.second] {
                    self.level(ui, state, pack, at);
                }
                ui.weak(if pair.turned { words::TURNED } else { words::SAME });
            });
        });
    }

    fn level(&mut self, ui: &mut Ui, state: &mut State, pack: &Pack, at: usize) {
        let Some(level) = pack.levels.get(at) else { return };
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(THUMB), Sense::click());
        if let Some(game) = state.games().by_id(&level.game) {
            let subject = Subject { game: &*game, level, play: None, against: None };
            let place = Rect::from_center_size(rect.center(), Vec2::splat(THUMB));
            self.thumbs.paint(ui, place, level.id, subject);
        }
        let name = text::level_name(at, level);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Show {name}"))
        });
        if response.on_hover_text(&name).clicked() {
            state.show_level(level.id);
        }
        ui.vertical(|ui| {
            ui.set_width(128.0);
            ui.add(egui::Label::new(&name).truncate());
            let mut ticked = self.ticked.contains(&level.id);
            let tick = ui.checkbox(&mut ticked, text::DELETE);
            tick.widget_info(|| {
                let role = egui::Role::CheckBox;
                egui::WidgetInfo::selected(role, true, ticked, words::tick(&name))
            });
            if tick.changed() && ticked {
                self.ticked.insert(level.id);
            } else if tick.changed() {
                self.ticked.remove(&level.id);
            }
        });
    }
}

foolproof_editor::feature!(DuplicateFinder, COMMANDS);

impl FeatureWindow for DuplicateFinder {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(DUPLICATES_WINDOW) {
            return;
        }
        self.look(context, &state.document);
        Sheet::new(DUPLICATES_WINDOW, words::TITLE, 640.0).show(context, state, |ui, state| {
            self.contents(ui, state);
        });
    }
}

impl Listener for DuplicateFinder {
    fn forget(&mut self) {
        *self = Self::default();
    }
}
