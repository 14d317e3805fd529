//! State shared by the whole window: the pack and the level on the canvas, the findings about it, the table of
//! commands, the owner of the keyboard, and the settings kept between two starts.

mod asking;
pub(crate) mod choice;
pub(crate) mod chosen;
pub mod chrome;
pub mod command;
pub mod document;
pub mod feature;
pub mod findings;
pub(crate) mod glances;
pub mod job;
pub mod keyboard;
pub mod keymap;
pub mod kinds;
pub mod knowledge;
mod replaced;
pub mod screen;
pub mod settings;
pub mod state;
pub mod strangers;
pub(crate) mod verdicts;
pub mod window;
