//! Words about help.

pub const NO_COMMAND: &str = "No command has that name.";
pub const FIRST_STEPS: &str = "First steps";
pub const DISMISS: &str = "Do not show again";
pub const STEPS: [&str; 4] = [
    "Choose a mark on the left and paint it on the board; right-click erases.",
    "Watch on the right what the solver proves while you paint.",
    "Lock what must stay (L), then let the solver complete the open sites.",
    "Press F5 to play the level as a player would; Esc brings you back.",
];
pub const SHORTCUTS: &str = "Keyboard shortcuts";
pub const RULES: &str = "Rules of the game";
