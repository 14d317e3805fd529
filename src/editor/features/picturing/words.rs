//! Words about pictures of levels.

use foolproof_overlay::shared;
use foolproof_printing::PictureLayer;

pub const EXPORT: &str = "Export picture…";
pub const EXPORT_TIP: &str = "Draws levels as PNG, SVG or PDF, with the overlays that you choose.";
pub const TITLE: &str = "Export picture";
pub const COPY: &str = "Copy as picture";
pub const COPY_TIP: &str = "Copies a picture of this level, as it was exported last.";
pub const WHAT: &str = "Picture of";
pub const THIS_LEVEL: &str = "This level";
pub const EACH: &str = "Each level, a file each";
pub const SHEET: &str = "The whole pack on one sheet";
pub const OVER: &str = "Show";
pub const AS: &str = "As";
pub const LIGHT: &str = "Light";
pub const DARK: &str = "Dark";
pub const GREYS: &str = "Greys";
pub const PIXELS: &str = "Pixels a cell";
pub const SAVE_AS: &str = "Save to a file…";
pub const COPY_BUTTON: &str = "Copy";
pub const STOP: &str = "Stop";
pub const COPIED: &str = "Copied a picture of the level.";
pub const STOPPED: &str = "Stopped. Nothing was written.";
pub const ON_SHEET: &str = "Numbers and titles stand over the boards.";

pub fn first_of_sheet(count: usize) -> String {
    format!("The preview shows the first {count} levels; the file has all of them.")
}

pub fn layer(layer: PictureLayer) -> &'static str {
    match layer {
        PictureLayer::Coordinates => "Coordinates",
        PictureLayer::Intended => "Intended solution",
        PictureLayer::Solution => "A solution",
        PictureLayer::Shortcut => "The shortcut",
        PictureLayer::Over(overlay) => shared(overlay).map_or(overlay.0, |shared| shared.name),
    }
}

pub fn solving(done: usize, all: usize) -> String {
    format!("Solving: {done} of {all}")
}

pub fn drawing(done: usize) -> String {
    format!("Drawing: {done} done")
}

pub fn not_drawn(why: &str) -> String {
    format!("The picture could not be drawn. {why}")
}

/// What of the level on the canvas cannot be shown, and why.
pub fn lacking(why: &str) -> String {
    format!("Not shown: {why}.")
}
