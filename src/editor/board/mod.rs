//! The board: the canvas, what lies over it, and what tools, keys and pointer do there.

pub mod canvas;
pub(crate) mod controls;
pub mod lines;
pub(crate) mod marks;
pub mod overlay;
pub(crate) mod state;
pub(crate) mod switches;
pub mod tool;
pub mod tools;
pub(crate) mod typing;
