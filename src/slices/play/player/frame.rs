//! The look of the player's window: light, dark or grey, its scale, the full screen, its title.
//!
//! Stored apart from the editor's look, so that a tester changes none of the designer's settings.

use egui::{Context, Key, KeyboardShortcut, Modifiers, Ui, ViewportCommand};

use super::words;
use crate::play::window::CLASHES_KEY;
use crate::play::window::hearing;
use crate::play::window::words as play;
use foolproof_editor::files::disk::Disk;
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::session::screen::{self, Screen};
use foolproof_editor::session::settings::{Folders, Initially, Settings};
use foolproof_sound::{Speaker, TimedCue};

const WHOLE_SCREEN: Icon = Icon(
    "line 3,6.5 3,3 6.5,3; line 9.5,3 13,3 13,6.5; line 13,9.5 13,13 9.5,13; line 6.5,13 \
         3,13 3,9.5",
);

/// Look and settings of the window.
pub(crate) struct PlayerFrame {
    settings: Settings,
    stored: Settings,
    folders: Option<Folders>,
    screen: Screen,
    title: String,
    speaker: Speaker,
    /// The button for help was pressed.
    wants_help: bool,
    /// There are other games to choose from, so their button is shown.
    pub(super) offers_games: bool,
    wants_games: bool,
}

impl PlayerFrame {
    pub(crate) fn new(context: &Context, folders: Option<Folders>) -> Self {
        context.options_mut(|options| options.zoom_with_keyboard = false);
        let folders = folders.as_ref().map(own_folders);
        let settings = folders.as_ref().map(Settings::load).unwrap_or_default();
        let stored = settings.clone();
        Self {
            settings,
            stored,
            folders,
            screen: Screen::default(),
            title: String::new(),
            speaker: Speaker::default(),
            wants_help: false,
            offers_games: false,
            wants_games: false,
        }
    }

    /// Returns whether the button for help was pressed since the last call.
    pub(super) fn takes_wish_for_help(&mut self) -> bool {
        std::mem::take(&mut self.wants_help)
    }

    /// Returns whether the button for other games was pressed since the last call.
    pub(super) fn takes_wish_for_games(&mut self) -> bool {
        std::mem::take(&mut self.wants_games)
    }

    /// True if motion is on.
    pub(crate) fn motion(&self) -> bool {
        self.settings.moves()
    }

    pub(crate) fn play(&mut self, cues: &[TimedCue]) {
        self.speaker.play(cues, self.settings.volume);
    }

    /// True if sites that break a rule are marked.
    pub(crate) fn marks_clashes(&self) -> bool {
        self.settings.is_on(CLASHES_KEY, Initially::On)
    }

    /// Updates the window, and saves changed settings to disk.
    pub(super) fn keep(&mut self, context: &Context, title: String, disk: &Disk) {
        self.screen.keep(context, &mut self.settings);
        self.settings.look.apply(context);
        if title != self.title {
            let shown = foolproof_level::words::window_title(&title);
            context.send_viewport_cmd(ViewportCommand::Title(shown));
            self.title = title;
        }
        if let Some(folders) = &self.folders
            && self.settings != self.stored
            && self.settings.save(folders, disk).is_ok()
        {
            self.stored = self.settings.clone();
        }
    }

    /// Handles the window's own keys, on every screen.
    pub(super) fn keys(&mut self, context: &Context) {
        let pressed = |modifiers, key| {
            context
                .input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
        };
        if pressed(Modifiers::NONE, Key::F11) {
            whole_screen(context);
        }
        let scale = self.settings.scale;
        if pressed(Modifiers::COMMAND, Key::Plus) || pressed(Modifiers::COMMAND, Key::Equals) {
            self.settings.scale = screen::next_scale(scale, true);
        }
        if pressed(Modifiers::COMMAND, Key::Minus) {
            self.settings.scale = screen::next_scale(scale, false);
        }
        if pressed(Modifiers::COMMAND, Key::Num0) {
            self.settings.scale = 1.0;
        }
    }

    /// Shows the buttons of the window, from the right.
    pub(super) fn buttons(&mut self, ui: &mut Ui) {
        let (name, tip) = words::WHOLE_SCREEN;
        let whole = icon::with_tip(ui, WHOLE_SCREEN, name, tip, IconState::Plain);
        if whole.clicked() {
            whole_screen(ui.ctx());
        }
        if self.offers_games && ui.button(words::GAMES).on_hover_text(words::GAMES_TIP).clicked() {
            self.wants_games = true;
        }
        let (name, tip) = words::HELP;
        if icon::with_tip(ui, Icon::QUESTION, name, tip, IconState::Plain).clicked() {
            self.wants_help = true;
        }
        hearing::menu(ui, &mut self.settings.volume);
        ui.menu_button(words::LOOK, |ui| {
            for (look, name) in words::LOOKS {
                if ui.selectable_value(&mut self.settings.look, look, name).clicked() {
                    ui.close();
                }
            }
            ui.separator();
            let mut moves = self.motion();
            if ui.checkbox(&mut moves, words::MOTION).changed() {
                self.settings.set_moves(moves);
            }
            let mut marks = self.marks_clashes();
            let shown = ui.checkbox(&mut marks, play::CLASHES).on_hover_text(play::CLASHES_TIP);
            if shown.changed() {
                self.settings.switch(CLASHES_KEY, marks);
            }
        });
    }
}

fn whole_screen(context: &Context) {
    let is_whole = context.input(|input| input.viewport().fullscreen == Some(true));
    context.send_viewport_cmd(ViewportCommand::Fullscreen(!is_whole));
}

/// Returns the folders for the player's settings.
fn own_folders(folders: &Folders) -> Folders {
    Folders { config: folders.config.join("player"), data: folders.data.clone() }
}

/// Returns the last settings of the window.
pub(super) fn last_settings(folders: Option<&Folders>) -> Settings {
    folders.map(|folders| Settings::load(&own_folders(folders))).unwrap_or_default()
}
