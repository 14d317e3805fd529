//! The window: what a designer sees and touches.
//!
//! Draws levels through their game and asks the solver's service; never waits for either. Knows
//! every room above it but `asp`, and names no game.

pub mod app;
pub mod arguing;
pub mod autosave;
mod bars;
mod canvas;
pub mod command;
pub mod command_palette;
pub mod concept;
mod controls;
pub mod deduction;
pub mod dialogs;
pub mod disk;
mod drawing;
pub mod files;
mod findings;
pub mod form;
pub mod gallery;
pub mod help;
pub mod icon;
mod inspector;
pub mod jobs;
pub mod join;
mod keyboard;
pub mod knowledge;
pub mod marks;
pub mod moves;
pub mod overlay;
pub mod packs;
pub mod painter;
mod palette;
mod parts;
mod patience;
pub mod play;
mod polygon;
pub mod rating;
mod run;
pub mod settings;
pub mod state;
pub mod strangers;
mod switches;
pub mod text;
pub mod theme;
pub mod thumbs;
pub mod toasts;
pub mod tools;
mod typing;
mod windows;
mod workshop;

pub use app::{App, Options};
pub use run::{EditorError, run};
