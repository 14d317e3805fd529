//! New levels: frames, plays and the clues that are read off them.

pub(crate) mod clue_reading;
pub(crate) mod drawn_lines;
pub(crate) mod frames;
pub(crate) mod moved_walls;
pub(crate) mod stock;
pub(crate) mod telling_walls;
