//! The rules of a game, which judge every play.

use crate::abilities::search::StopCheck;
use crate::about::Verdict;
use foolproof_level::{Level, Play};

/// The rules of a game in plain Rust.
pub trait Rules: Send + Sync {
    /// What the rules say of a play: every model of the solver is judged before anybody sees it.
    fn judge(&self, level: &Level, play: &Play) -> Verdict;

    /// The same where that may take as long as it has to: `stop` is asked now and then.
    fn judge_until(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Verdict {
        let _ = stop;
        self.judge(level, play)
    }

    /// By whose rules a level is solved, if its marks can be read in several ways: "by the rules of
    /// Windmill".
    fn read_as(&self, level: &Level) -> Option<String> {
        let _ = level;
        None
    }
}
