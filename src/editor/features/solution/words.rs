//! Words about the intended solution, and solutions that are shown.

pub const NO_PART: &str = "There is no part of the intended solution here to be held.";
pub const INTENDED_SET: &str = "This is the intended solution now.";
pub const NO_INTENDED: &str = "None yet. Play the level, or take a solution that was found.";
pub const SHORTCUT: &str = "Shortcut";
pub const INTENDED: &str = "Intended";
pub const A_SOLUTION: &str = "A solution";
pub const SHOWN: &str = "Shown";
pub const A_SHORTCUT: &str = "A shortcut, over the intended solution";
pub const SHOW_SOLUTION: &str = "Draws this solution on the board";
pub const SHOW_SHORTCUT: &str = "Draws the shortcut over the intended solution";
pub const INTEND_TIP: &str = "Keeps this solution with the level, as the intended one";
pub const ALLOW_TIP: &str = "Keeps this shortcut as allowed: the concept then takes it as well";
pub const NO_PROPERTY_OF: &str = "This game cannot speak of one certain solution.";
pub const HOLD_TIP: &str =
    "New and completed levels keep all of it. The solution tool holds parts of it.";
pub const LET_GO_TIP: &str = "New and completed levels may have another intended solution.";
