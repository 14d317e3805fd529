//! Words about play.

pub const EMPTY: &str = "empty";
pub const UNDO_MOVE: &str = "Undo move";
pub const REDO_MOVE: &str = "Redo move";
pub const RESET: &str = "Take everything back";
pub const BACK_TO_EDIT: &str = "Back to editing";
pub const RECORD_SHORTCUT: &str = "Show as a shortcut";
pub const RECORD_SHORTCUT_TIP: &str =
    "Shows this play on the canvas, against the intended solution, so that you can forbid it.";
pub const NOT_SOLVED: &str = "The level is not solved yet.";
pub const SOLVED_BY_SHORTCUT: &str =
    "Solved without what the concept asks for: this play is a shortcut.";
pub const PLAY_ENDS: &str = "The game was changed: play begins anew.";
pub const YOUR_PLAY: &str = "Your play, over the intended solution";

pub fn in_hand(piece: &str, count: u32) -> String {
    format!("{piece}, {count} left")
}
