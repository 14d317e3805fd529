//! Levels on paper and in pictures: with chosen layers, on a contact sheet, in a booklet.
//!
//! The facts that a layer needs, such as a solution, are asked of an engine first. It names no game.

mod booklet;
mod booklet_pages;
mod booklet_steps;
mod contact;
mod explaining;
mod layer;
mod naming;
mod paper;
mod press;
mod solving;

pub use booklet::{Booklet, BookletLevel, BookletStyle};
pub use contact::{ContactStyle, contact_sheet};
pub use explaining::{AlsoAsked, ShownStep};
pub use layer::{PictureLayer, UnknownLayer, level_picture};
pub use naming::file_name;
pub use paper::{Paper, UnknownPaper};
pub use press::{Make, Press, PressError, PressOrder, PressProgress};
pub use solving::{KnownOfLevel, NoSolution, ask_for, asks};
