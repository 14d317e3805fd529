//! The panels of the window, driven without a window: by label, mouse and key.

mod autosave;
mod coins;
mod concept;
mod dialogs;
mod drawing;
mod gallery;
mod layout;
mod letters;
mod lines;
mod moves;
mod packs;
mod play;
