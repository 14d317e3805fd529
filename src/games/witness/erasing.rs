//! Tests whether erasers fix a region, under the rules that a panel is read by.
//!
//! In the game erasers vanish with the symbols they erase. Errors that nothing else can fix are erased first:
//! dots, triangles, stars that are alone of their colour. Subsets of the rest are tried by size; equal
//! symbols are equal to every rule, so only their numbers matter. Unused erasers cancel in pairs. In Windmill
//! there have to be as many as there are errors, and everything still counts.

use std::collections::BTreeMap;

use crate::bits::{Missed, Symbols};
use crate::reading::PanelReading;
use crate::word::BoardWord;
use foolproof_game::Halted;

/// Returns whether a region with erasers holds.
pub(crate) fn holds<W: BoardWord>(
    symbols: &Symbols<W>,
    region: W,
    missed: &Missed<W>,
    stop: &dyn Fn() -> bool,
) -> Result<bool, Halted> {
    let mut bench = EraserBench { symbols, region, stop, filled: BTreeMap::new() };
    match symbols.reading {
        PanelReading::Game => bench.holds_in_the_game(missed),
        PanelReading::Windmill => bench.holds_in_windmill(missed),
    }
}

struct EraserBench<'a, W> {
    symbols: &'a Symbols<W>,
    region: W,
    stop: &'a dyn Fn() -> bool,
    /// Cached results: whether these polyominoes fill the region.
    filled: BTreeMap<W, bool>,
}

impl<W: BoardWord> EraserBench<'_, W> {
    fn holds_in_the_game(&mut self, missed: &Missed<W>) -> Result<bool, Halted> {
        let erasers = self.region & self.symbols.erasers();
        let lonely = self.symbols.lonely(self.region);
        let forced = missed.len() + lonely.len();
        let Some(left) = erasers.len().checked_sub(forced) else { return Ok(false) };
        let wrong = self.symbols.wrong(self.region, self.stop)?.without(lonely);
        let alike = self.symbols.alike(wrong);
        let kept = self.region.without(missed.triangles | lonely | erasers);
        // Erasers cancel each other only after all errors are fixed.
        let fewest = u32::from(left > 0 && !wrong.is_none());
        for n in (fewest..=left.min(wrong.len())).filter(|n| (left - n) % 2 == 0) {
            if self.some_taken(kept, &alike, n)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the rest holds when exactly `n` symbols are erased from these sets of equal ones.
    fn some_taken(&mut self, kept: W, alike: &[W], n: u32) -> Result<bool, Halted> {
        let Some((first, others)) = alike.split_first() else {
            return if n == 0 { self.rest_holds(kept) } else { Ok(false) };
        };
        let mut kept = kept;
        for taken in 0..=n.min(first.len()) {
            if self.some_taken(kept, others, n - taken)? {
                return Ok(true);
            }
            // It does not matter which of several equal ones is erased.
            kept = kept.without((*first & kept).lowest());
        }
        Ok(false)
    }

    fn rest_holds(&mut self, kept: W) -> Result<bool, Halted> {
        if !self.symbols.agree(kept) {
            return Ok(false);
        }
        self.is_filled(kept & self.symbols.shapes())
    }

    fn is_filled(&mut self, shapes: W) -> Result<bool, Halted> {
        if let Some(filled) = self.filled.get(&shapes) {
            return Ok(*filled);
        }
        let filled = self.symbols.is_filled(shapes, self.region, self.stop)?;
        self.filled.insert(shapes, filled);
        Ok(filled)
    }

    fn holds_in_windmill(&mut self, missed: &Missed<W>) -> Result<bool, Halted> {
        let erasers = (self.region & self.symbols.erasers()).len();
        let spent = missed.len() + self.symbols.errors(self.region);
        let Some(left) = erasers.checked_sub(spent) else { return Ok(false) };
        let shapes = self.region & self.symbols.shapes();
        if self.is_filled(shapes)? {
            return Ok(left == 0);
        }
        // All of them may be erased, or one of several; Windmill tries nothing in between.
        if left == shapes.len() || left != 1 {
            return Ok(left == shapes.len());
        }
        for alike in self.symbols.alike(shapes) {
            if self.is_filled(shapes.without(alike.lowest()))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
