//! Levels and packs: plain values that a designer edits and a file keeps.
//!
//! A mark is only a word here; its game defines the meaning. [`Level`] and [`Pack`] are the values, `history`
//! keeps undo as differences, `file` is the only code that writes files.

mod board;
pub mod bounds;
pub mod calendar;
pub mod checked;
pub mod comparison;
mod concept;
pub mod course;
pub mod damaged;
pub mod difference;
mod edit;
pub mod file;
mod for_players;
mod history;
pub mod keys;
pub mod lattice;
mod level;
pub mod look;
mod made;
mod mark;
mod play;
mod site;
pub mod source;
mod technique;
pub mod words;

pub use board::{Board, BoardTextError};
pub use checked::{CheckItem, CheckedFor, KeptStatus, KeptVerdict, Staleness, Turned};
pub use concept::{Concept, ConceptError, INTENDED, WANTED};
pub use course::{CourseRule, PackCourse, PackCourseError, StepSize};
pub use edit::LevelEdit;
pub use for_players::{ForPlayers, Unlock, UnlockError};
pub use history::{History, Revision};
pub(crate) use level::FIRST_RULES;
pub use level::{Expect, Expected, Hold, Level, LevelId, Policy, Spot};
pub use look::{
    LookColour, LookColours, LookError, LookFont, LookPicture, PackLook, PngFile, PngFileError,
    Rgb, Unreadable,
};
pub use made::Made;
pub use mark::{Mark, MarkError};
pub use play::Play;
pub use site::{Place, Site, SiteError, named_sites, with_sites};
pub use source::{GameSource, GameText};
pub use technique::{Combination, PlacesLie, Technique};

pub mod pack;
pub use pack::{LARGEST_SIDE, LARGEST_TRAY, LevelError, Pack, PackError};
