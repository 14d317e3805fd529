//! The window: what a designer sees and touches.
//!
//! Draws levels through their game and asks the solver's service; never waits for either. Knows
//! every room above it but `asp`, and names no game.

pub mod autosave;
pub mod concept;
pub mod dialogs;
pub mod disk;
pub mod form;
pub mod gallery;
pub mod help;
pub mod icon;
pub mod join;
pub mod packs;
pub mod painter;
pub mod play;
mod polygon;
pub mod settings;
pub mod text;
pub mod theme;
pub mod thumbs;
