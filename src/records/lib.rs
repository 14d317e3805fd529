//! Play records: what a tester's play of a pack left behind, and what a designer learns from it.
//!
//! A record is a file of lines that is written during play. It stays with the player until she
//! gives it to the designer.

mod entry;
mod found;
mod heat;
mod plays;
mod read;
mod stuck;
mod summary;
mod writer;

pub use entry::{PlayerStep, RECORD_VERSION, RecordEntry, Remark, rules_digest};
pub use found::{FoundPlay, KnownBefore, PlayPractice};
pub use heat::heat;
pub use plays::{LevelPlays, LongestPause, Visit, VisitRemark, VisitStep, plays_of};
pub use read::{PlayRecord, RecordError};
pub use stuck::{StuckAt, StuckSearch};
pub use summary::{PlaySummary, median};
pub use writer::{RecordWriter, WriterError, record_beside};
