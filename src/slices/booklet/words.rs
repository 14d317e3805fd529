//! Words about booklets.

pub const BOOKLET: &str = "Booklet to print…";
pub(crate) const BOOKLET_TIP: &str =
    "Makes a PDF of the pack: title page, rules, puzzles, and solutions at the back.";
pub const TITLE: &str = "Booklet";
pub(crate) const PAPER: &str = "Paper";
pub const A_PAGE: &str = "Puzzles a page";
pub const WITH: &str = "With";
pub const RULES: &str = "Rules of the game";
pub const SOLUTIONS: &str = "Solutions at the back";
pub(crate) const COORDINATES: &str = "Coordinates";
pub const SAVE_AS: &str = "Save as PDF…";
pub const STOP: &str = "Stop the booklet";
pub const STOPPED: &str = "Stopped. No booklet was written.";
pub const BEFORE: &str = "Page before";
pub const AFTER: &str = "Page after";
pub(crate) const PREVIEW_NOTE: &str =
    "Solutions that are not known yet are found when it is saved.";
pub(crate) const TITLE_NOTE: &str = "Title and author are the pack's.";
pub(crate) const NO_LEVELS: &str = "The pack has no level that can be printed.";

pub fn page(number: usize, all: usize) -> String {
    format!("Page {number} of {all}")
}

pub fn solving(done: usize, all: usize) -> String {
    format!("Solving: {done} of {all}")
}

pub fn drawing(done: usize, all: usize) -> String {
    format!("Drawing: page {done} of {all}")
}

pub fn not_made(why: &str) -> String {
    format!("The booklet could not be made. {why}")
}
