//! The panels of the window, driven without a window: by label, mouse and key.
#![cfg(feature = "editor")]
#![allow(clippy::expect_used)]

#[path = "editor_panels/autosave.rs"]
mod autosave;
#[path = "editor_panels/coins.rs"]
mod coins;
#[path = "editor_panels/concept.rs"]
mod concept;
#[path = "editor_panels/dialogs.rs"]
mod dialogs;
#[path = "editor_panels/drawing.rs"]
mod drawing;
#[path = "editor_panels/gallery.rs"]
mod gallery;
#[path = "editor_panels/layout.rs"]
mod layout;
#[path = "editor_panels/lines.rs"]
mod lines;
#[path = "editor_panels/moves.rs"]
mod moves;
#[path = "editor_panels/packs.rs"]
mod packs;
#[path = "editor_panels/play.rs"]
mod play;
