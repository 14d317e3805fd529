//! The rules of a game, which judge every play.

use crate::abilities::search::StopCheck;
use crate::about::Verdict;
use foolproof_level::{Level, Play};

/// The rules of a game in plain Rust.
pub trait Rules: Send + Sync {
    /// The verdict of the rules on a play: every model of the solver is judged before anybody sees
    /// it.
    fn judge(&self, level: &Level, play: &Play) -> Verdict;

    /// Like [`Rules::judge`], for callers that can wait: `stop` is checked regularly.
    fn judge_until(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Verdict {
        let _ = stop;
        self.judge(level, play)
    }

    /// Names the rules that a level is solved by, if its marks can be read in several ways: "by the rules of
    /// Windmill".
    fn read_as(&self, level: &Level) -> Option<String> {
        let _ = level;
        None
    }
}
