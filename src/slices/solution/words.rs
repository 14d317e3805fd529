//! Words about the intended solution and shown solutions.

pub(crate) const NO_PART: &str = "There is no part of the intended solution here.";
pub(crate) const INTENDED_SET: &str = "This is the intended solution now.";
pub(crate) const NO_INTENDED: &str = "None yet. Play the level, or keep a solution that was found.";
pub(crate) const SHORTCUT: &str = "Shortcut";
pub(crate) const INTENDED: &str = "Intended";
pub(crate) const A_SOLUTION: &str = "A solution";
pub(crate) const SHOWN: &str = "Shown";
pub(crate) const A_SHORTCUT: &str = "A shortcut, over the intended solution";
pub(crate) const SHOW_SOLUTION: &str = "Draws this solution on the board";
pub(crate) const SHOW_SHORTCUT: &str = "Draws the shortcut over the intended solution";
pub(crate) const MAKE_INTENDED: &str = "Make intended";
pub(crate) const INTEND_TIP: &str = "Keeps this solution as the intended one";
pub(crate) const ALLOW_TIP: &str = "Widens the concept, so that this is no longer a shortcut";
pub(crate) const NO_PROPERTY_OF: &str = "This game’s concepts cannot name a single solution.";
pub(crate) const HOLD_TIP: &str =
    "Completed and generated levels keep all of it. Lock parts with the solution tool.";
pub(crate) const LET_GO_TIP: &str =
    "Completed and generated levels may have another intended solution.";
pub(crate) const SHOW_SOLUTION_TIP: &str = "Draws the solution that was found on the board.";
pub(crate) const SHOW_SHORTCUT_TIP: &str = "Draws the shortcut over the intended solution.";
pub(crate) const ALLOW_SHORTCUT_TIP: &str =
    "Widens the concept so that this is no longer a shortcut.";
pub(crate) const NO_SOLUTION_KNOWN: &str = "No solution of this level is known.";
pub(crate) const NO_SHORTCUT_KNOWN: &str = "No shortcut of this level is known.";
