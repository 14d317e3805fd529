//! Words about booklets.

pub(crate) const BOOKLET: &str = "Booklet to print…";
pub(crate) const BOOKLET_TIP: &str =
    "Makes a PDF of the pack: title page, rules, puzzles, and solutions at the back.";
pub(crate) const TITLE: &str = "Booklet";
pub(crate) const PAPER: &str = "Paper";
pub(crate) const A_PAGE: &str = "Puzzles a page";
pub(crate) const WITH: &str = "With";
pub(crate) const RULES: &str = "Rules of the game";
pub(crate) const SOLUTIONS: &str = "Solutions at the back";
pub(crate) const STEPS: &str = "How to solve them";
pub(crate) const STEPS_TIP: &str = "At the end, a board for each step of each puzzle: which sentences of the rules decide which marks. For games whose rules are sentences.";
pub(crate) const LOOK: &str = "The pack's own look";
pub(crate) const LOOK_TIP: &str = "Boards have the colours, pictures and font that players see.";
pub(crate) const COORDINATES: &str = "Coordinates";
pub(crate) const SAVE_AS: &str = "Save as PDF…";
pub(crate) const STOP: &str = "Stop the booklet";
pub(crate) const STOPPED: &str = "Stopped. No booklet was written.";
pub(crate) const BEFORE: &str = "Page before";
pub(crate) const AFTER: &str = "Page after";
pub(crate) const PREVIEW_NOTE: &str =
    "Solutions and steps that are not known yet are found when it is saved.";
pub(crate) const TITLE_NOTE: &str = "Title and author are the pack's.";
pub(crate) const NO_LEVELS: &str = "The pack has no level that can be printed.";

pub(crate) fn page(number: usize, all: usize) -> String {
    format!("Page {number} of {all}")
}

pub(crate) fn solving(done: usize, all: usize) -> String {
    format!("Solving: {done} of {all}")
}

pub(crate) fn drawing(done: usize, all: usize) -> String {
    format!("Drawing: page {done} of {all}")
}

pub(crate) fn not_made(why: &str) -> String {
    format!("The booklet could not be made. {why}")
}
