//! The interface of all codings, and the list of them.

use crate::clue::Clue;
use crate::codings::{banks, crossings, gapped, joined, packed, skipping, special};
use crate::letters::{CodingFault, Letters};

/// A way to write the clues of consecutive places in a link. The sites of the pzpr family share these codings;
/// each puzzle determines which of them it uses, and for what.
pub trait Coding: Sync {
    /// Returns its name in `game.toml`.
    fn name(&self) -> &'static str;

    /// Reads the clues of this many places. Places beyond the end of the text are empty.
    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault>;

    /// Writes the clues of all places. The error is the first clue that cannot be written.
    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten>;

    /// True if edges between columns and edges between rows are written separately.
    fn parts_directions(&self) -> bool {
        false
    }

    /// True if the text may begin with a slash. Other codings may be left out before a slash.
    fn begins_with_slash(&self) -> bool {
        false
    }
}

/// The index of a clue for which a coding has no letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("place {} of the link cannot be written", .0 + 1)]
pub struct NotWritten(pub usize);

/// Returns all codings.
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

/// Returns the coding with this name.
pub fn coding(name: &str) -> Option<&'static dyn Coding> {
    codings().find(|coding| coding.name() == name)
}
