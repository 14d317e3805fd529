//! A play whose clues leave several solutions, and which is changed in part.

use std::collections::BTreeSet;

use foolproof_asp::Atom;
use foolproof_level::{Level, Mark, Site};

/// How far around an open place a play is drawn again, in half cells: at least and at most.
pub(super) const NEAR: u16 = 2;
pub(super) const FAR: u16 = 8;
/// After how many plays in vain it is drawn again farther around.
const WIDER_AFTER: u32 = 6;

/// A play with what no play tells.
pub(super) struct Candidate {
    pub(super) level: Level,
    pub(super) play: BTreeSet<Atom>,
}

/// What is changed in part.
pub(super) struct Redrawing {
    pub(super) of: Candidate,
    pub(super) clues: Vec<(Site, Mark)>,
    /// Where solutions of its clues differ.
    pub(super) open: Vec<Site>,
    /// How far around an open place it is drawn again.
    pub(super) reach: u16,
    pub(super) in_vain: u32,
}

impl Redrawing {
    /// Another play was no better: the next is drawn again a little farther around.
    pub(super) fn miss(&mut self) {
        self.in_vain += 1;
        if self.in_vain.is_multiple_of(WIDER_AFTER) {
            self.reach = (self.reach + 2).min(FAR);
        }
    }

    /// A play that leaves no more open than the last one that was kept, if any.
    pub(super) fn after(
        last: Option<Self>,
        of: Candidate,
        clues: Vec<(Site, Mark)>,
        open: Vec<Site>,
    ) -> Self {
        let is_as_open = |last: &Self| last.open.len() == open.len();
        let in_vain = last.filter(is_as_open).map_or(0, |last| last.in_vain + 1);
        Self { of, clues, open, reach: NEAR, in_vain }
    }
}
