//! Searches of games: a game's own way to find the solutions of a level, if it has one.

use std::collections::{BTreeMap, BTreeSet};

pub use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Mark, Play, Site};

/// What a game's own search is to find.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Only solutions that do not practise the level's concept.
    pub shortcuts: bool,
    /// How many solutions are kept.
    pub plays: usize,
    /// The search may end once it has found so many.
    pub most: u64,
    /// Whether it is wanted which marks solutions use, and how many of them.
    pub marks: bool,
}

/// A number of solutions that were too many to count.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
}

/// What a game's own search found.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    pub count: u64,
    /// There are no more. False if the search was stopped, or had found as many as were wanted.
    pub exhausted: bool,
    /// The first solutions, truly different ones.
    pub plays: Vec<Play>,
    /// No solution has fewer moves than these plays, in games that count the shortest ones alone.
    pub shortest: bool,
    /// The player's marks in all solutions found, and in at least one.
    pub forced: BTreeSet<(Site, Mark)>,
    pub possible: BTreeSet<(Site, Mark)>,
    /// The two cover all solutions, though not all were listed.
    pub marks_exact: bool,
    /// How many solutions use each mark, where the search can tell; estimated with the number.
    pub uses: BTreeMap<(Site, Mark), f64>,
    /// The number in the game's looser reading, if it has one and the search can tell.
    pub loosely: Option<u64>,
    /// Their estimated number, if there are too many to count.
    pub estimate: Option<Estimate>,
    /// Two levels with the same number of solutions and the same digest almost certainly have the
    /// same solutions, in any order.
    pub digest: u64,
    /// How many beginnings of solutions it looked at.
    pub effort: u64,
    /// How many positions of a game of moves are dead ends, of those that it looked at; where it knows.
    pub dead: Option<u64>,
    /// Why there is no solution, as a sentence, if that is seen without visiting positions, or what no solution
    /// gets past.
    pub why_none: Option<String>,
    /// The cells that it names.
    pub why_sites: Vec<Site>,
}

/// A game's own search for the solutions of a level as it is, orders of magnitude faster than the encoding,
/// which specifies it.
pub trait Search: Send + Sync {
    /// Solutions in a fixed order; `stop` is asked now and then. `None` where only the solver can
    /// answer, such as for shortcuts by rules of the designer's own.
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched>;

    /// Memory that it may take from now on, in bytes.
    fn allow_memory(&self, bytes: usize) {
        let _ = bytes;
    }

    /// Whether its numbers cover only shortest solutions, because longer ones have no end.
    fn counts_shortest(&self) -> bool {
        false
    }

    /// Why it can tell nothing of any level of the game.
    fn refusal(&self) -> Option<String> {
        None
    }

    /// Why it cannot go through all of a level, if neither time nor a stop is the cause.
    fn limit(&self, level: &Level) -> Option<String> {
        let _ = level;
        None
    }
}
