//! Grounding: converts rules as text to ground programs, for games that exist only as rules.
//!
//! Games cannot ground. The program provides a grounder: a separate process, which may still be working.

use std::sync::Arc;
use std::time::Duration;

use foolproof_ground::GroundProgram;

/// A named source of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroundSource {
    pub name: String,
    pub text: Arc<str>,
}

/// Reason why the rules cannot be used on a level, in words for their author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RulesFault(Arc<str>);

impl<T: Into<Arc<str>>> From<T> for RulesFault {
    fn from(words: T) -> Self {
        Self(words.into())
    }
}

/// The result of grounding.
#[derive(Clone, Debug)]
pub enum Grounding {
    Ready(Arc<GroundProgram>),
    /// Under way; the caller will be notified.
    Pending,
    /// Failed; the reason has a file and a line.
    Failed(RulesFault),
    /// There was not enough processor time.
    Unfinished(UnfinishedGrounding),
}

/// A grounding that took longer than it was allowed to.
#[derive(Clone, Debug)]
pub struct UnfinishedGrounding {
    pub why: RulesFault,
    /// Processor time that was allowed.
    pub allowed: Duration,
}

/// Maximum number of ground rules of a program that is ground because it may be useful later.
pub const MAX_BEGUN_RULES: usize = 80_000;

/// Grounds programs.
pub trait Grounder: Send + Sync {
    fn ground(&self, sources: &[GroundSource]) -> Grounding;

    /// Starts grounding a program that will be needed.
    fn prefetch(&self, sources: &[GroundSource]) {
        let _ = sources;
    }

    /// Starts grounding a program that will be useful later, without making others wait. It fails beyond
    /// `MAX_BEGUN_RULES`.
    fn begin(&self, sources: &[GroundSource]) {
        let _ = sources;
    }

    /// The result of a grounding already begun, once it is ready.
    fn begun(&self, sources: &[GroundSource]) -> Option<Grounding> {
        let _ = sources;
        None
    }

    /// Sets the processor time that later groundings may take.
    fn allow(&self, time: Duration) {
        let _ = time;
    }

    /// Processor time that groundings may take.
    fn allowed(&self) -> Duration {
        Duration::ZERO
    }

    /// Grows whenever a pending grounding is finished: pictures have to be redrawn then.
    fn version(&self) -> u64 {
        0
    }
}

/// Grounder that always fails: its games are shown, but cannot be played.
pub struct NoGrounder;

impl Grounder for NoGrounder {
    fn ground(&self, _: &[GroundSource]) -> Grounding {
        Grounding::Failed("no solver is at hand to read the rules".into())
    }
}

/// A rule that makes its own input larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleGrowth {
    /// Its place in words: `rules.lp, line 3`.
    pub place: String,
    /// The text that contains it.
    pub text: Arc<str>,
}

/// Reads rules as text: faults of the grounder in words for their author, and rules that may not end.
#[derive(Clone, Copy)]
pub struct RuleReader {
    /// The first rule that makes its own input larger, if nothing bounds it.
    pub growth: fn(&[GroundSource]) -> Option<RuleGrowth>,
    /// Rewrites a message of the grounder; `None` if it is clear enough.
    pub remark: fn(&str, &[GroundSource]) -> Option<String>,
}
