//! Basics for every package: stop signals, progress of searches, ground terms as text, numbers and times in
//! words, the user's folders, and the operating system.
//!
//! All code for a single system is in [`system`], so that a port to another one touches only that folder.

mod folders;
mod looked_at;
mod stop;
pub mod system;
mod term;
mod words;

pub use folders::UserFolders;
pub use looked_at::{look_anew, look_at, looked_at, waiting};
pub use stop::{Halt, Stop, StopCheck};
pub use term::{arguments, quote, split, unquote};
pub use words::{capital, counted, listed, number_text, rough_number, time_text};
