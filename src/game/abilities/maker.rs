//! Levels with one solution made by the game itself, if that is much faster than letting the solver
//! choose marks.

use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Site};
use serde::{Deserialize, Serialize};

/// A kind of constraint that a maker can place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakerKind {
    /// The functor of its marks.
    pub id: &'static str,
    pub name: &'static str,
}

/// Number of constraints of a kind in the whole level, existing ones included.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KindCount {
    /// The functor of its marks.
    pub kind: String,
    pub least: u32,
    pub most: u32,
}

/// Wishes for a level.
pub struct MakerWish<'a> {
    pub seed: u64,
    /// Every mark that the maker places has to be necessary.
    pub minimal: bool,
    /// The image of a site, if marks should be symmetric.
    pub image: Option<&'a dyn Fn(Site) -> Site>,
    /// Least and greatest number of cells that hold a mark.
    pub marks: Option<(u32, u32)>,
    /// Constraints to place as well. No constraint of another kind is added.
    pub kinds: &'a [KindCount],
}

/// A game's own way to make levels.
pub trait Maker: Send + Sync {
    /// True if added marks can make an unsolvable level solvable.
    fn can_mend(&self) -> bool {
        false
    }

    /// Kinds of constraints that it can place.
    fn kinds(&self) -> Vec<MakerKind> {
        Vec::new()
    }

    /// Puts marks on open cells so that the level has exactly one solution, which becomes its intended one. The
    /// same wish makes the same level. `None` if this attempt failed; there may be no such level at all.
    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level>;
}
