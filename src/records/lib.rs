//! Play records: the traces of a tester's play of a pack, and the conclusions for a designer.
//!
//! A record is a file of lines that is written during play. It stays with the players until they give it to the
//! designer.

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
