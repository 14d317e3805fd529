//! The rules of a game, which judge every play.
//!
//! Knows `level`.

use super::Verdict;
use crate::level::{Level, Play};

/// The rules of a game in plain Rust.
pub trait Rules: Send + Sync {
    /// What the rules say of a play: every model of the solver is judged before anybody sees it.
    fn judge(&self, level: &Level, play: &Play) -> Verdict;
}
