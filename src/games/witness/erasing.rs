//! Whether erasers put a region right: each takes one thing that is wrong, and with fewer the region
//! would still be wrong.
//!
//! What can be taken is wrong while nothing is taken: symbols that do not get what they ask for, and
//! dots that the line missed. Triangles and dots are wrong whatever else goes, so they go first. Of the
//! rest, sets are tried by their size; symbols that are alike are alike to every rule, so that only
//! their numbers matter. Erasers take no erasers and count as symbols of their colour, as in Windmill.
//! Knows symbols by bit.

use std::collections::BTreeMap;

use super::bits::{Missed, Symbols};
use super::word::BoardWord;
use crate::games::Halted;

/// Whether a region with erasers holds.
pub fn holds<W: BoardWord>(
    symbols: &Symbols<W>,
    region: W,
    missed: &Missed<W>,
    stop: &dyn Fn() -> bool,
) -> Result<bool, Halted> {
    let erasers = (region & symbols.erasers()).len();
    let Some(rest) = erasers.checked_sub(missed.len()) else { return Ok(false) };
    let wrong = symbols.wrong(region, stop)?;
    let alike = symbols.alike(wrong);
    let kept = region.without(missed.triangles);
    let mut bench = EraserBench { symbols, region, stop, filled: BTreeMap::new() };
    for n in 0..rest {
        if bench.some_taken(kept, &alike, n)? {
            return Ok(false);
        }
    }
    bench.some_taken(kept, &alike, rest)
}

struct EraserBench<'a, W> {
    symbols: &'a Symbols<W>,
    region: W,
    stop: &'a dyn Fn() -> bool,
    /// Whether what is left of the polyominoes fills the region.
    filled: BTreeMap<W, bool>,
}

impl<W: BoardWord> EraserBench<'_, W> {
    /// Whether the rest holds when just so many symbols are taken of these sets of equal ones.
    fn some_taken(&mut self, kept: W, alike: &[W], n: u32) -> Result<bool, Halted> {
        let Some((first, others)) = alike.split_first() else {
            return if n == 0 { self.rest_holds(kept) } else { Ok(false) };
        };
        let mut kept = kept;
        for taken in 0..=n.min(first.len()) {
            if self.some_taken(kept, others, n - taken)? {
                return Ok(true);
            }
            // Which of equal ones goes makes no difference.
            kept = kept.without((*first & kept).lowest());
        }
        Ok(false)
    }

    fn rest_holds(&mut self, kept: W) -> Result<bool, Halted> {
        if !self.symbols.agree(kept) {
            return Ok(false);
        }
        let shapes = kept & self.symbols.shapes();
        if let Some(filled) = self.filled.get(&shapes) {
            return Ok(*filled);
        }
        let filled = self.symbols.is_filled(shapes, self.region, self.stop)?;
        self.filled.insert(shapes, filled);
        Ok(filled)
    }
}
