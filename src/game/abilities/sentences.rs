//! Rules as sentences that must not come true; solving steps are made of them.

use serde::{Deserialize, Serialize};

use crate::abilities::ground_play::NoGroundPlay;
use foolproof_ground::{AtomNumber, GroundProgram};
use foolproof_level::{Level, Mark, Site};

/// A mark that a player knows to be present or absent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KnownMark {
    pub site: Site,
    pub mark: Mark,
    pub on: bool,
}

/// A game in which players place marks, and whose rules are sentences about places.
pub trait Sentences: Send + Sync {
    /// Returns a level's ground rules without the constraint that nothing may be wrong, or says why there are
    /// none.
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay>;

    /// Names a step from these reasons to these marks: the plainest of the game's own deduction rules that
    /// leads there, too.
    fn technique(&self, _: &Level, _reasons: &[KnownMark], _marks: &[KnownMark]) -> Option<&str> {
        None
    }
}

/// Writer of a game's ground rules: the possible marks, and what is wrong with them.
#[derive(Debug, Default)]
pub struct SentenceWriter {
    program: GroundProgram,
    last: AtomNumber,
    /// Size of the rules as clauses.
    size: u64,
}

/// Term of a sum: a weight that counts if an atom is true, or if it is false.
#[derive(Clone, Copy, Debug)]
pub struct Summand {
    pub atom: AtomNumber,
    pub on: bool,
    pub weight: u32,
}

impl SentenceWriter {
    /// Adds an atom that no player sets and that has no name.
    pub fn derived(&mut self) -> AtomNumber {
        self.last += 1;
        self.last
    }

    fn atom(&mut self, name: &str) -> AtomNumber {
        let atom = self.derived();
        self.program.name(atom, name);
        atom
    }

    /// Lets a player put at most one of these marks on a site. Returns their atoms.
    pub fn site(&mut self, site: Site, marks: &[Mark]) -> Vec<AtomNumber> {
        let atoms: Vec<AtomNumber> =
            marks.iter().map(|mark| self.atom(&format!("play({site},{mark})"))).collect();
        self.choose(&atoms);
        atoms
    }

    /// Adds `number` atoms that the player does not set, with at most one true; only their existence is required.
    pub fn helpers(&mut self, number: usize) -> Vec<AtomNumber> {
        let atoms: Vec<AtomNumber> = (0..number).map(|_| self.derived()).collect();
        self.choose(&atoms);
        atoms
    }

    fn choose(&mut self, atoms: &[AtomNumber]) {
        self.program.push(true, atoms, &[]);
        self.size += 1;
        if atoms.len() > 1 {
            self.weigh(&[], 2, one_each(atoms));
        }
    }

    /// Forces both of these atoms to be true or neither.
    pub fn together(&mut self, one: AtomNumber, other: AtomNumber) {
        self.program.push(false, &[], &[literal(one), -literal(other)]);
        self.program.push(false, &[], &[literal(other), -literal(one)]);
    }

    /// Makes `head` true if all of `needs` hold and none of `lacks`.
    pub fn rule(&mut self, head: AtomNumber, needs: &[AtomNumber], lacks: &[AtomNumber]) {
        let needs = needs.iter().map(|atom| literal(*atom));
        let body: Vec<i32> = needs.chain(lacks.iter().map(|atom| -literal(*atom))).collect();
        self.program.push(false, &[head], &body);
        self.size += 1;
    }

    /// Makes `head` true if at least `least` of these hold.
    pub fn at_least(&mut self, head: AtomNumber, least: usize, of: &[AtomNumber]) {
        match least {
            0 => self.rule(head, &[], &[]),
            _ => self.weigh(&[head], bound(least), one_each(of)),
        }
    }

    fn weigh(
        &mut self,
        heads: &[AtomNumber],
        bound: i32,
        of: impl ExactSizeIterator<Item = (i32, i32)>,
    ) {
        // A decision diagram has a node for each literal and remaining bound.
        self.size += of.len() as u64 * u64::from(bound.unsigned_abs());
        self.program.push_weighted(false, heads, bound, of);
    }

    /// Makes `head` true if the weights of the summands that count reach `least`.
    pub fn sum(&mut self, head: AtomNumber, least: u32, of: &[Summand]) {
        let weighed = of.iter().map(|part| {
            let literal = literal(part.atom);
            (if part.on { literal } else { -literal }, bound(part.weight as usize))
        });
        self.weigh(&[head], bound(least as usize), weighed);
    }

    /// Returns the atom of a sentence about a place; it is wrong wherever rules derive it.
    pub fn wrong(&mut self, sentence: &str, place: &str) -> AtomNumber {
        self.atom(&format!("wrong(\"{sentence}\",{place})"))
    }

    /// Returns the atom of a sentence about the whole board.
    pub fn wrong_anywhere(&mut self, sentence: &str) -> AtomNumber {
        self.atom(&format!("wrong(\"{sentence}\")"))
    }

    /// Makes a play wrong that has none of these atoms.
    pub fn wants_one(&mut self, sentence: &str, place: &str, of: &[AtomNumber]) {
        let head = self.wrong(sentence, place);
        self.rule(head, &[], of);
    }

    /// Makes a play wrong that has fewer than `least` of these atoms.
    pub fn wants_at_least(&mut self, least: usize, sentence: &str, place: &str, of: &[AtomNumber]) {
        match least {
            0 => {}
            1 => self.wants_one(sentence, place, of),
            _ if least > of.len() => self.is_wrong(sentence, place),
            _ => {
                let enough = self.derived();
                self.at_least(enough, least, of);
                self.wants_one(sentence, place, &[enough]);
            }
        }
    }

    /// Makes a play wrong that has more than `most` of these atoms.
    pub fn wants_at_most(&mut self, most: usize, sentence: &str, place: &str, of: &[AtomNumber]) {
        let head = self.wrong(sentence, place);
        self.at_least(head, most + 1, of);
    }

    /// Makes every play wrong.
    pub fn is_wrong(&mut self, sentence: &str, place: &str) {
        let head = self.wrong(sentence, place);
        self.rule(head, &[], &[]);
    }

    /// Size of the rules so far: a rule counts once, a sum the number of its parts times its bound.
    pub fn size(&self) -> u64 {
        self.size
    }

    pub fn program(self) -> GroundProgram {
        self.program
    }
}

fn literal(atom: AtomNumber) -> i32 {
    // Levels never have more atoms than fit.
    i32::try_from(atom).unwrap_or(i32::MAX)
}

fn bound(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn one_each(atoms: &[AtomNumber]) -> impl ExactSizeIterator<Item = (i32, i32)> {
    atoms.iter().map(|atom| (literal(*atom), 1))
}
