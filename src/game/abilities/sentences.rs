//! Rules as sentences that must not come true: what solving steps are made of.

use serde::{Deserialize, Serialize};

use crate::abilities::ground_play::NoGroundPlay;
use foolproof_ground::{AtomNumber, GroundProgram};
use foolproof_level::{Level, Mark, Site};

/// A mark that a player knows to be there, or not to be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KnownMark {
    pub site: Site,
    pub mark: Mark,
    pub on: bool,
}

/// A game in which marks are put, and whose rules are sentences about places.
pub trait Sentences: Send + Sync {
    /// A level's ground rules with nothing forbidden that they call wrong; why they cannot be had.
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay>;

    /// What people call a step that leads from these reasons to these marks: the plainest of the game's own
    /// rules of deduction that leads there, too.
    fn technique(&self, _: &Level, _reasons: &[KnownMark], _marks: &[KnownMark]) -> Option<&str> {
        None
    }
}

/// Ground rules of a game that writes them itself: what may be put where, and what is wrong then.
#[derive(Debug, Default)]
pub struct SentenceWriter {
    program: GroundProgram,
    last: AtomNumber,
}

impl SentenceWriter {
    fn atom(&mut self, name: &str) -> AtomNumber {
        self.last += 1;
        self.program.name(self.last, name);
        self.last
    }

    /// Lets a player put at most one of these marks on a site; their atoms.
    pub fn site(&mut self, site: Site, marks: &[Mark]) -> Vec<AtomNumber> {
        let atoms: Vec<AtomNumber> =
            marks.iter().map(|mark| self.atom(&format!("play({site},{mark})"))).collect();
        self.program.push(true, &atoms, &[]);
        let one_each = literals(&atoms).map(|literal| (literal, 1));
        self.program.push_weighted(false, &[], 2, one_each);
        atoms
    }

    /// Says that it is wrong if none of these is there.
    pub fn wants_one(&mut self, sentence: &str, place: &str, of: &[AtomNumber]) {
        let head = self.atom(&format!("wrong(\"{sentence}\",{place})"));
        let absent: Vec<i32> = literals(of).map(|literal| -literal).collect();
        self.program.push(false, &[head], &absent);
    }

    /// Says that it is wrong if more than so many of these are there.
    pub fn wants_at_most(&mut self, most: usize, sentence: &str, place: &str, of: &[AtomNumber]) {
        let head = self.atom(&format!("wrong(\"{sentence}\",{place})"));
        let bound = i32::try_from(most + 1).unwrap_or(i32::MAX);
        let one_each = literals(of).map(|literal| (literal, 1));
        self.program.push_weighted(false, &[head], bound, one_each);
    }

    /// Says that it is wrong whatever is put.
    pub fn is_wrong(&mut self, sentence: &str, place: &str) {
        let head = self.atom(&format!("wrong(\"{sentence}\",{place})"));
        self.program.push(false, &[head], &[]);
    }

    pub fn program(self) -> GroundProgram {
        self.program
    }
}

fn literals(atoms: &[AtomNumber]) -> impl Iterator<Item = i32> {
    // As many atoms as a level's rules have fit.
    atoms.iter().map(|atom| i32::try_from(*atom).unwrap_or(i32::MAX))
}
