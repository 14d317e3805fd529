//! What all codings can do, and which there are.

use crate::clue::Clue;
use crate::codings::{banks, crossings, gapped, joined, packed, skipping, special};
use crate::letters::{CodingFault, Letters};

/// How a link writes clues of places that follow each other. The sites of the pzpr family
/// share these codings; each puzzle says which of them it uses, and for what.
pub trait Coding: Sync {
    /// Its name in `game.toml`.
    fn name(&self) -> &'static str;

    /// Reads the clues of so many places. Places beyond the end of the text are empty.
    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault>;

    /// Writes the clues of all places; the first that it cannot write, as its fault.
    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten>;

    /// Whether edges between columns and edges between rows are written apart from each other.
    fn parts_directions(&self) -> bool {
        false
    }

    /// Whether what it writes may begin with a slash; others may be left out before one.
    fn begins_with_slash(&self) -> bool {
        false
    }
}

/// A clue that a coding has no letters for: its place among those written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("place {} of the link cannot be written", .0 + 1)]
pub struct NotWritten(pub usize);

/// Every coding.
pub fn codings() -> impl Iterator<Item = &'static dyn Coding> {
    let gapped = gapped::ALL.iter().map(|coding| coding as &dyn Coding);
    let packed = packed::ALL.iter().map(|coding| coding as &dyn Coding);
    let skipping = skipping::ALL.iter().map(|coding| coding as &dyn Coding);
    let crossings = crossings::ALL.iter().map(|coding| coding as &dyn Coding);
    let joined = joined::ALL.iter().map(|coding| coding as &dyn Coding);
    let banks = banks::ALL.iter().map(|coding| coding as &dyn Coding);
    let others: [&dyn Coding; 4] = [
        &skipping::SparseMarks,
        &special::NumbersTenOrSixteen,
        &special::Positions,
        &special::Index,
    ];
    gapped.chain(packed).chain(skipping).chain(crossings).chain(joined).chain(banks).chain(others)
}

/// The coding with this name.
pub fn coding(name: &str) -> Option<&'static dyn Coding> {
    codings().find(|coding| coding.name() == name)
}
