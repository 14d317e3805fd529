//! Opens the player's window, or says why there is none.

use super::frame::last_settings;
use super::{PlayerOptions, PlayerWindow};
use foolproof_editor::run::{EditorError, open_window};
use foolproof_editor::session::screen;

/// Opens the window and returns when it is closed.
pub fn run(options: PlayerOptions) -> Result<(), EditorError> {
    let settings = last_settings(options.folders.as_ref());
    let viewport = egui::ViewportBuilder::default()
        .with_title("Foolproof")
        .with_app_id("foolproof")
        .with_inner_size(screen::first_size(settings.window))
        .with_maximized(settings.maximized)
        .with_min_inner_size(screen::LEAST);
    open_window(viewport, Box::new(|context| Box::new(PlayerWindow::new(context, options))))
}
