//! Sounds of play: made from recipes (`assets/sounds.json`), mixed, and passed to the desktop.
//!
//! Pages make the same waves from the same recipes in `assets/web/sound.js`; `tests/core/web/feel.rs` compares
//! the two. Knows no game and no window.

mod mixer;
mod outlet;
mod recipe;
mod speaker;
mod wave;

pub use recipe::{Cue, TimedCue, UsualSound, waves_of};
pub use speaker::{Speaker, Volume};
pub use wave::{RATE, Wave};
