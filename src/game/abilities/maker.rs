//! Levels with one solution made by the game itself, if that is much faster than letting the solver
//! choose marks.

use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Site};
use serde::{Deserialize, Serialize};

/// A kind of constraint that a maker can lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakerKind {
    /// The functor of its marks.
    pub id: &'static str,
    pub name: &'static str,
}

/// How many constraints of a kind a whole level has, those included that it has already.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KindCount {
    /// The functor of its marks.
    pub kind: String,
    pub least: u32,
    pub most: u32,
}

/// How a level is to be made.
pub struct MakerWish<'a> {
    pub seed: u64,
    /// Whether no mark that the maker lays may be one that the level can do without.
    pub minimal: bool,
    /// The image of a site, if marks should be symmetric.
    pub image: Option<&'a dyn Fn(Site) -> Site>,
    /// Least and greatest number of cells that hold a mark.
    pub marks: Option<(u32, u32)>,
    /// Constraints to lay as well. No constraint of another kind is added.
    pub kinds: &'a [KindCount],
}

/// A game's own way to make levels.
pub trait Maker: Send + Sync {
    /// Whether marks that it lays can make a level solvable that is not.
    fn can_mend(&self) -> bool {
        false
    }

    /// The kinds of constraints that it can lay.
    fn kinds(&self) -> Vec<MakerKind> {
        Vec::new()
    }

    /// The level with marks put on open cells so that it has exactly one solution, which becomes
    /// its intended one. The same wish makes the same level. `None` if this try failed; `level` may
    /// have no such level at all.
    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level>;
}
