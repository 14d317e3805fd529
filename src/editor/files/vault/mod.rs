//! Copies of packs in the user's own folder: of unsaved work, and of the last saves.

pub mod autosave;
mod copies;
mod folder;
mod header;
mod left;
pub mod saves;
