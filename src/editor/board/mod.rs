//! The board: the canvas, what lies over it, and what tools, keys and pointer do there.

pub mod canvas;
pub mod controls;
pub mod marks;
pub mod overlay;
pub mod state;
pub mod switches;
pub mod tool;
pub mod tools;
pub mod typing;
