//! Opens the window, or reports why it cannot.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::app::{App, Options};
use crate::session::feature::Features;
use crate::session::screen;
use crate::session::settings::{Folders, Settings, ask_desktop_for_motion};
use foolproof_game::Games;
use foolproof_solver::EngineCommand;

/// Reasons why the window cannot open.
#[derive(Debug, thiserror::Error)]
pub enum EditorError {
    #[error(
        "there is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is set); \
         `foolproof --help` shows what works without one"
    )]
    NoDisplay,
    #[error(
        "the window cannot be opened: {0}. The editor needs a desktop (on Linux: X11 or Wayland) \
         with OpenGL; `foolproof --help` shows what works without one"
    )]
    NoWindow(String),
    #[error(
        "the window cannot be opened: a library of the desktop is missing ({0}). On Debian and \
         Ubuntu: apt install libxkbcommon-x11-0 libxcursor1 libxi6 libegl1 libgl1"
    )]
    MissingLibrary(String),
}

/// Opens the editor, on a pack if one is given, and returns when it is closed.
pub fn run(games: Games, features: Features, pack: Option<&Path>) -> Result<(), EditorError> {
    let folders = Folders::of_user();
    let settings = folders.as_ref().map(Settings::load).unwrap_or_default();
    let viewport = screen::viewport(&settings);
    let options = Options {
        pack: pack.map(Path::to_owned),
        games,
        features,
        engine: EngineCommand::this_binary().ok(),
        engines: None,
        folders,
        portal: None,
    };
    open_window(
        viewport,
        Box::new(|context| {
            let mut app = App::new(context, options);
            app.heed_signals();
            Box::new(app)
        }),
    )
}

/// Creates the content of a window once there is one.
type Opens = Box<dyn FnOnce(&egui::Context) -> Box<dyn eframe::App>>;

/// Opens a window and returns when it is closed.
pub fn open_window(viewport: egui::ViewportBuilder, opens: Opens) -> Result<(), EditorError> {
    if cfg!(target_os = "linux") && !has_display() {
        return Err(EditorError::NoDisplay);
    }
    ask_desktop_for_motion();
    let native = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    // winit panics if libxkbcommon is missing; the user should see a sentence, not a crash.
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let creator = |creation: &eframe::CreationContext<'_>| Ok(opens(&creation.egui_ctx));
        eframe::run_native("foolproof", native, Box::new(creator))
    }));
    match opened {
        Ok(result) => result.map_err(|why| EditorError::NoWindow(why.to_string())),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(|w| (*w).to_owned()));
            Err(EditorError::MissingLibrary(words.unwrap_or_else(|| "unknown".to_owned())))
        }
    }
}

/// True if a display is configured. Checked first, because the window library's error shows a path of its own
/// source.
fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
