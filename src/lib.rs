//! Foolproof: a level editor that plays every game its designer did not think of.
//!
//! The rooms, from the ground up. A room knows only the rooms above it in this list, and
//! `tests/core/tidy.rs` fails when one looks further.
pub mod level;

pub mod picture;

pub mod space;

pub mod ground;

pub mod puzzlescript;

pub mod asp;

pub mod work;

pub mod games;

pub mod solver;

pub mod overlay;

pub mod printing;

pub mod manual;

pub mod records;

pub mod shipping;

pub mod testing;

pub mod cli;

#[cfg(feature = "editor")]
pub mod editor;
