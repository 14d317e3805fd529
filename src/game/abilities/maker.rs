//! Levels with one solution made by the game itself, where that is much faster than to let the
//! solver choose marks.

use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Site};

/// How a level is to be made.
pub struct MakerWish<'a> {
    pub seed: u64,
    /// Whether no mark that the maker lays may be one that the level can do without.
    pub minimal: bool,
    /// The image of a site, where marks are to stand symmetrically.
    pub image: Option<&'a dyn Fn(Site) -> Site>,
    /// Least and greatest number of cells that hold a mark.
    pub marks: Option<(u32, u32)>,
}

/// A game's own way to make levels.
pub trait Maker: Send + Sync {
    /// Whether marks that it lays can make a level solvable that is not.
    fn can_mend(&self) -> bool {
        false
    }

    /// The level with marks laid on open cells so that it has just one solution, which is its
    /// intended one then. The same wish makes the same level. `None` where this try made none;
    /// `level` may have no such level at all.
    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level>;
}
