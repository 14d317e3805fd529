//! The rules of a game, which judge every play.

use crate::abilities::search::StopCheck;
use crate::game::{Game, Verdict};
use foolproof_level::{Level, Play};

/// Why the verdict on a play is unknown if a game has no rules in Rust.
const NO_RULES: &str = "only the solver knows this game's rules";

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

impl dyn Game + '_ {
    pub fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let unknown = || Verdict::Undecided { why: NO_RULES.to_owned(), sites: Vec::new() };
        self.rules().map_or_else(unknown, |rules| rules.judge(level, play))
    }

    /// What the rules say, however long that takes, but for `stop`.
    pub fn judge_until(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Verdict {
        match self.rules() {
            Some(rules) => rules.judge_until(level, play, stop),
            None => self.judge(level, play),
        }
    }

    pub fn read_as(&self, level: &Level) -> Option<String> {
        self.rules()?.read_as(level)
    }
}
