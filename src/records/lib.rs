//! Play records: what a tester's play of a pack left behind, and what a designer learns from it.
//!
//! A record is a file of lines that is written while she plays and read by nobody but the designer to
//! whom she gives it. Knows levels, games as a trait, and what can be asked of the solver. Must never
//! know the command line or the window, and names no game.

mod entry;
mod found;
mod heat;
mod plays;
mod read;
mod stuck;
mod summary;
mod writer;

pub use entry::{PlayerStep, RECORD_VERSION, RecordEntry, rules_digest};
pub use found::{FoundPlay, KnownBefore, PlayPractice};
pub use heat::heat;
pub use plays::{LevelPlays, Visit, VisitStep, plays_of};
pub use read::{PlayRecord, RecordError};
pub use stuck::{StuckAt, StuckSearch};
pub use summary::{PlaySummary, median};
pub use writer::{RecordWriter, WriterError, record_beside};
