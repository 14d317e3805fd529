//! Levels that a game drafts for a concept, if that is much faster than letting the solver choose
//! marks.
//!
//! A draft has an intended solution that practises the concept, and most likely no shortcut. If the
//! proof finds one all the same, the draft is mended before it is thrown away.

use crate::abilities::search::StopCheck;
use crate::stock::StockItem;
use foolproof_level::{Concept, Hold, Level, Play, Site};

/// The wishes for drafted levels.
pub struct DraftWish<'a> {
    pub seed: u64,
    /// The board, the concept, the painted and locked marks, which are kept, and the part of an intended
    /// solution that has to stay.
    pub level: &'a Level,
    /// Groups of marks with their numbers in the whole level, painted ones included.
    pub stock: &'a [StockItem],
    /// Least and greatest number of cells that hold a mark.
    pub marks: Option<(u32, u32)>,
    /// The image of a cell, if filled cells should be symmetric.
    pub image: Option<&'a dyn Fn(Site) -> Site>,
    /// Number of marks in the tray that no solution needs.
    pub distractors: Option<u32>,
}

impl DraftWish<'_> {
    /// The other cell that is filled if this one is; `None` if the maker may not fill it.
    pub fn pair(&self, site: Site) -> Option<Site> {
        let other = self.image?(site);
        (other != site && self.level.spot(other).hold == Hold::Open).then_some(other)
    }
}

/// A game's way to draft levels: the same wish makes the same drafts.
pub type Drafter = dyn for<'a> Fn(DraftWish<'a>) -> Box<dyn Drafts + 'a> + Sync;

/// A series of drafts. One game implements it; the solver asks for drafts through this trait, since it knows no
/// game.
pub trait Drafts {
    /// Returns a whole level with its intended solution; `None` if no attempt succeeded, perhaps because there
    /// is none.
    fn next(&mut self, stop: StopCheck<'_>) -> Option<Level>;

    /// A concept for solutions that leave the wished number of marks of a draft's tray unused. `None` if
    /// the draft has too few candidates.
    fn distractors(&self, draft: &Level) -> Option<Concept>;

    /// Mends the last draft so that this shortcut no longer solves it, while its intended solution still does.
    /// `None` if no attempt succeeded.
    fn shut(&mut self, level: &Level, shortcut: &Play, stop: StopCheck<'_>) -> Option<Level>;
}
