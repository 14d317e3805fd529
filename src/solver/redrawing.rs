//! A play whose clues leave several solutions, and which is changed in part.

use std::collections::BTreeSet;

use super::plan;
use foolproof_asp::Atom;
use foolproof_level::{Level, Mark, Play, Site};

/// How far around an open place a play is drawn again, in half cells: at least and at most.
pub(super) const NEAR: u16 = 2;
pub(super) const FAR: u16 = 8;
/// After how many plays in vain it is drawn again farther around.
const WIDER_AFTER: u32 = 6;
/// How many other solutions walls are to rule out when they move.
const MOST_OTHERS: usize = 60;

/// What all clues of a play leave open.
pub(super) struct OpenPlaces {
    /// Where their solutions differ.
    pub(super) sites: Vec<Site>,
    /// Some of the solutions.
    pub(super) plays: Vec<BTreeSet<Atom>>,
}

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
    /// Solutions that this level or one near it had beside the play.
    pub(super) others: Vec<Play>,
}

impl Redrawing {
    /// Takes in solutions that other walls are to rule out.
    pub(super) fn learn(&mut self, plays: &[BTreeSet<Atom>]) {
        let others = plays.iter().filter(|play| **play != self.of.play).map(plan::read_play);
        self.others.extend(others);
        self.others.drain(..self.others.len().saturating_sub(MOST_OTHERS));
    }

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
        open: OpenPlaces,
    ) -> Self {
        let OpenPlaces { sites, plays } = open;
        let is_as_open = |last: &Self| last.open.len() == sites.len();
        let in_vain =
            last.as_ref().filter(|last| is_as_open(last)).map_or(0, |last| last.in_vain + 1);
        let others = last.map_or_else(Vec::new, |last| last.others);
        let mut kept = Self { of, clues, open: sites, reach: NEAR, in_vain, others };
        kept.learn(&plays);
        kept
    }
}
