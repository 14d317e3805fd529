//! Words about proposals.

pub const ALL_NEEDED: &str = "No painted mark can go: the level would lose what is asked of it.";
pub const ALL_NEEDED_EVENLY: &str =
    "No mark can go together with its image: the level would lose what is asked of it.";
pub const NOTHING_TO_COMPLETE: &str = "The level is complete as it is.";
