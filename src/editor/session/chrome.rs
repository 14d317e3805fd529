//! The state of the window: settings, messages, the open dialog, and requests to its owner.
//!
//! Whatever needs the desktop (a file dialog, the clipboard, the solver's service, the end of the program) is
//! left as a [`WindowEffect`] for `app.rs` to carry out, so that a test can drive the state alone.

use std::path::PathBuf;
use std::sync::Arc;

use crate::files::filter::Filter;
use crate::files::outgoing::Outgoing;
use crate::kit::toasts::Toasts;
use crate::session::settings::{Initially, Settings, SwitchKey};
use crate::session::window::Window;
use foolproof_level::{LevelId, Pack};
use foolproof_picture::Pixels;
use foolproof_solver::Lane;

/// The panels at the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PanelSide {
    /// Levels and palette.
    Left,
    /// Findings and inspector.
    Right,
}

impl PanelSide {
    pub(crate) fn key(self) -> SwitchKey {
        SwitchKey(match self {
            PanelSide::Left => "left",
            PanelSide::Right => "right",
        })
    }
}

/// The tabs of the panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideTab {
    /// Texts, board and settings of the level, and of its pack.
    #[default]
    Level,
    /// Expectations of the level.
    Expected,
    /// Its difficulty, and the events of its solutions.
    Rating,
}

/// A file to be read: its purpose and its types.
#[derive(Clone, Debug, PartialEq)]
pub struct FileWish {
    /// Identifier of the feature that asks for it.
    pub what: &'static str,
    /// Title of the dialog.
    pub title: String,
    pub filters: Vec<Filter>,
}

/// A request to the window's owner.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowEffect {
    /// Shows a new pack.
    New(Box<Pack>),
    Open,
    OpenPath(PathBuf),
    /// Adds the levels of a file to the pack.
    Add,
    /// Adds the levels that a text from elsewhere holds.
    PasteLevels(String),
    /// Asks for a file that a feature reads.
    Choose(Box<FileWish>),
    /// Writes files where the designer chooses.
    Export(Box<Outgoing>),
    /// Puts a picture on the system's clipboard.
    CopyPicture(Arc<Pixels>),
    /// Opens the sample pack of the game with this identifier.
    OpenSample(String),
    /// Opens a generated pack that has no file yet.
    OpenMade(Box<Pack>),
    Save,
    SaveAs,
    Quit,
    /// Puts a text on the system's clipboard.
    Copy(String),
    /// Asks the system for the text on its clipboard.
    Paste,
    /// Stops the question that runs on a lane of the service.
    Stop(Lane),
    /// Gives the keyboard to the next part of the window, or to the previous one.
    NextPart,
    PreviousPart,
}

/// The state of the window around the pack.
#[derive(Default)]
pub struct Chrome {
    pub settings: Settings,
    pub toasts: Toasts,
    /// The open window, if any.
    window: Option<Window>,
    /// The level is played, not edited.
    playing: bool,
    /// The ways to begin are shown over the board.
    pub welcomes: bool,
    /// The tab of the panel at the right.
    pub tab: SideTab,
    /// The level whose findings were asked for in blind mode.
    pub(crate) revealed: Option<LevelId>,
    effects: Vec<WindowEffect>,
    /// The file that was last chosen for a feature, until the feature takes it.
    chosen_file: Option<(&'static str, PathBuf)>,
    /// The program's data folder, if there is one.
    pub folder: Option<PathBuf>,
}

impl Chrome {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Drops what belongs to the previous pack.
    pub(crate) fn forget_pack(&mut self) {
        self.toasts.forget_pack();
        self.revealed = None;
        self.welcomes = false;
        self.window = None;
    }

    /// Asks the window's owner to do something.
    pub fn request(&mut self, effect: WindowEffect) {
        self.effects.push(effect);
    }

    /// Notes that a file was chosen for a feature.
    pub(crate) fn choose_file(&mut self, what: &'static str, path: PathBuf) {
        self.chosen_file = Some((what, path));
    }

    /// Takes the file that was chosen for this purpose, once.
    pub fn take_chosen_file(&mut self, what: &'static str) -> Option<PathBuf> {
        self.chosen_file.take_if(|(wanted, _)| *wanted == what).map(|(_, path)| path)
    }

    /// Takes the requests since the last call.
    pub fn take_effects(&mut self) -> Vec<WindowEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Opens a window and closes the one that was open.
    pub fn open(&mut self, window: Window) {
        self.window = Some(window);
    }

    /// Closes the open window; false if there was none.
    pub fn close(&mut self) -> bool {
        self.window.take().is_some()
    }

    /// Returns the open window.
    pub fn window(&self) -> Option<Window> {
        self.window
    }

    pub fn is_open(&self, window: Window) -> bool {
        self.window == Some(window)
    }

    /// True if the level is played, not edited.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Switches between playing and editing the level. Closes an open window that is for editing.
    pub fn set_playing(&mut self, playing: bool) {
        self.playing = playing;
        if playing {
            self.window = self.window.filter(|window| window.in_play);
        }
    }

    pub fn side(&self, side: PanelSide) -> bool {
        self.settings.is_on(side.key(), Initially::On)
    }

    pub fn toggle_side(&mut self, side: PanelSide) {
        let on = !self.side(side);
        self.settings.switch(side.key(), on);
    }
}
