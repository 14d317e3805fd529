//! Opens the player's window, or returns the reason why it cannot.

use super::frame::last_settings;
use super::{PlayerOptions, PlayerShelf, PlayerWindow, ShelfOptions};
use foolproof_editor::run::{EditorError, open_window};
use foolproof_editor::session::screen;

/// Opens the window and returns when it is closed.
pub fn run(options: PlayerOptions) -> Result<(), EditorError> {
    let settings = last_settings(options.folders.as_ref());
    open_window(
        screen::viewport(&settings),
        Box::new(|context| Box::new(PlayerWindow::new(context, options))),
    )
}

/// Opens a window that offers the games of the shelf.
pub fn run_shelf(options: ShelfOptions) -> Result<(), EditorError> {
    let settings = last_settings(options.folders.as_ref());
    open_window(
        screen::viewport(&settings),
        Box::new(|context| Box::new(PlayerShelf::new(context, options))),
    )
}
