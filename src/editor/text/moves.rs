//! Words about games that are played move by move.

use crate::games::Side;

pub const LIGHT: &str = "Show whether it can be solved";
pub const LIGHT_TIP: &str =
    "After every move the solver says whether there is still a way to the end.";
pub const OPEN: &str = "It can still be solved.";
pub const DEAD_END: &str = "A dead end: undo.";
pub const ASKING: &str = "Asking…";
pub const NOT_KNOWN: &str = "It is not known whether it can be solved.";
pub const HINT: &str = "Hint";
pub const HINT_TIP: &str = "Shows the next move of a solution (H).";
pub const MOVE_TIP: &str =
    "Drag a piece, or click it and the arrow beside it; Enter and the arrow keys do it, too.";

pub fn solved(moves: usize) -> String {
    match moves {
        0 => "Solved without a move.".to_owned(),
        1 => "Solved in one move.".to_owned(),
        _ => format!("Solved in {moves} moves."),
    }
}

pub fn hint(described: &str) -> String {
    format!("Hint: {described}.")
}

/// What an arrow beside a chosen piece does.
pub fn towards(side: Side) -> String {
    format!("Move to the {}", side.name())
}
