//! Searches of games: a game's own way to find the solutions of a level, if it has one.

use std::collections::{BTreeMap, BTreeSet};

pub use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Mark, Play, Site};

/// Task of a game's own search.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Only solutions that do not practise the level's concept.
    pub shortcuts: bool,
    /// Number of solutions that are kept.
    pub plays: usize,
    /// The search may end once it has found this many solutions.
    pub most: u64,
    /// Also collect the marks that solutions use, with their counts.
    pub marks: bool,
}

/// Estimate of a number of solutions that is too large to count.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
}

/// Result of a game's own search.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    pub count: u64,
    /// All solutions were found. False if the search was stopped, or had found as many as were wanted.
    pub exhausted: bool,
    /// The first solutions, truly different ones.
    pub plays: Vec<Play>,
    /// No solution has fewer moves than these plays, in games that count only the shortest ones.
    pub shortest: bool,
    /// The player's marks in all solutions found, and in at least one.
    pub forced: BTreeSet<(Site, Mark)>,
    pub possible: BTreeSet<(Site, Mark)>,
    /// The two cover all solutions, though not all were listed.
    pub marks_exact: bool,
    /// Number of solutions that use each mark, if the search can tell; estimated if the total is.
    pub uses: BTreeMap<(Site, Mark), f64>,
    /// Number of solutions in the game's looser reading, if it has one and the search can tell.
    pub loosely: Option<u64>,
    /// Estimated number of solutions if there are too many to count.
    pub estimate: Option<Estimate>,
    /// Two levels with the same number of solutions and the same digest almost certainly have the
    /// same solutions, in any order.
    pub digest: u64,
    /// Number of partial solutions visited.
    pub effort: u64,
    /// Number of visited positions that are dead ends, in games of moves, if known.
    pub dead: Option<u64>,
    /// Reason why there is no solution, as a sentence, if it is known without visiting positions, or an
    /// obstacle that no solution can pass.
    pub why_none: Option<String>,
    /// Cells that the reason names.
    pub why_sites: Vec<Site>,
}

/// A game's own search for the solutions of a level as it is, orders of magnitude faster than the encoding,
/// which specifies it.
pub trait Search: Send + Sync {
    /// Returns solutions in a fixed order; checks `stop` now and then. `None` if only the solver can answer,
    /// for example for shortcuts by the designer's own rules.
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched>;

    /// Limits the memory from now on, in bytes.
    fn allow_memory(&self, bytes: usize) {
        let _ = bytes;
    }

    /// True if its numbers cover only shortest solutions, because there is no end of longer ones.
    fn counts_shortest(&self) -> bool {
        false
    }

    /// Reason why it can tell nothing about any level of the game.
    fn refusal(&self) -> Option<String> {
        None
    }

    /// Reason why it cannot exhaust a level, if neither time nor a stop is the cause.
    fn limit(&self, level: &Level) -> Option<String> {
        let _ = level;
        None
    }
}
