//! The board: the canvas, everything over it, and the effects of tools, keys and pointer.

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
