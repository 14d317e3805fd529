//! Words about pictures of levels.

use foolproof_overlay::shared;
use foolproof_printing::PictureLayer;

pub(crate) const EXPORT: &str = "Export picture…";
pub(crate) const EXPORT_TIP: &str =
    "Draws levels as PNG, SVG or PDF, with the overlays that you choose.";
pub(crate) const TITLE: &str = "Export picture";
pub(crate) const COPY: &str = "Copy as picture";
pub(crate) const COPY_TIP: &str = "Copies a picture of this level, as it was exported last.";
pub(crate) const WHAT: &str = "Picture of";
pub(crate) const THIS_LEVEL: &str = "This level";
pub(crate) const EACH: &str = "Each level, a file each";
pub(crate) const SHEET: &str = "The whole pack on one sheet";
pub(crate) const OVER: &str = "Show";
pub(crate) const AS: &str = "As";
pub(crate) const LIGHT: &str = "Light";
pub(crate) const DARK: &str = "Dark";
pub(crate) const GREYS: &str = "Greys";
pub(crate) const LOOK: &str = "The pack's own look";
pub(crate) const LOOK_TIP: &str =
    "Boards have the colours, pictures and font that players see. Greys keep only the pictures.";
pub(crate) const PIXELS: &str = "Pixels a cell";
pub(crate) const SAVE_AS: &str = "Save to a file…";
pub(crate) const COPY_BUTTON: &str = "Copy";
pub(crate) const STOP: &str = "Stop";
pub(crate) const COPIED: &str = "Copied a picture of the level.";
pub(crate) const STOPPED: &str = "Stopped. Nothing was written.";
pub(crate) const ON_SHEET: &str = "Numbers and titles stand over the boards.";

pub(crate) fn first_of_sheet(count: usize) -> String {
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

pub(crate) fn solving(done: usize, all: usize) -> String {
    format!("Solving: {done} of {all}")
}

pub(crate) fn drawing(done: usize) -> String {
    format!("Drawing: {done} done")
}

pub(crate) fn not_drawn(why: &str) -> String {
    format!("The picture could not be drawn. {why}")
}

/// The reason why a part of the picture cannot be shown.
pub(crate) fn lacking(why: &str) -> String {
    format!("Not shown: {why}.")
}
