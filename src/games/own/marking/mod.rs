//! Marks on a board: painted, typed, turned and played.

pub(crate) mod brush_lines;
pub(crate) mod lists;
pub(crate) mod marks;
pub(crate) mod playing;
pub(crate) mod turning;
pub(crate) mod typing;
