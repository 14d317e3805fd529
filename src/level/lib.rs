//! Levels and packs: plain values, what a designer edits and what a file keeps.
//!
//! Knows nobody. Must never know a game, the solver, a picture or the window: a mark is a word
//! here, and only its game can say what it means.

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
mod made;
mod mark;
mod play;
mod site;
pub mod source;
pub mod words;

pub use board::Board;
pub use checked::{CheckItem, CheckedFor, KeptStatus, KeptVerdict, Staleness, Turned};
pub use concept::{Concept, ConceptError, INTENDED, WANTED};
pub use course::{CourseRule, PackCourse, PackCourseError, StepSize};
pub use edit::LevelEdit;
pub use for_players::{ForPlayers, Unlock};
pub use history::{History, Revision};
pub(crate) use level::FIRST_RULES;
pub use level::{Expect, Hold, Level, LevelId, Policy, Spot};
pub use made::Made;
pub use mark::{Mark, MarkError};
pub use play::Play;
pub use site::{Place, Site, SiteError, named_sites, with_sites};
pub use source::{GameSource, GameText};

pub mod pack;
pub use pack::{LARGEST_SIDE, LARGEST_TRAY, LevelError, Pack, PackError};
