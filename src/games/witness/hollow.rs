//! Whether polyominoes and hollow ones balance: together they cover every cell of a region once and no
//! other cell, or nothing at all. Knows boards by bit.
//!
//! A cell's debt says how often polyominoes still have to cover it; hollow ones that are laid raise
//! it. A cell in debt is covered by a polyomino, one that was covered too often by a hollow one, and
//! where nothing is owed the rest has to cancel. So pieces are laid only where something asks for
//! them. What is left of debts and pieces is not looked at twice. In the worst case it is exponential,
//! so it asks whether to stop.

use rustc_hash::FxHashSet;

use super::bits::{cells, numbers, places};
use super::tiling::PolyominoKind;
use super::word::BoardWord;
use crate::games::Halted;
use crate::level::Board;

/// Steps between two looks at the clock.
const STEPS_A_LOOK: u32 = 1 << 8;
/// What is remembered at most, some two hundred bytes each.
const MOST_KNOWN: usize = 1 << 18;

/// Whether these polyominoes and hollow ones, each laid anywhere on the board, balance over a region.
pub fn balances<W: BoardWord>(
    (board, region): (Board, W),
    full: &[PolyominoKind<'_, W>],
    hollow: &[PolyominoKind<'_, W>],
    stop: &dyn Fn() -> bool,
) -> Result<bool, Halted> {
    let area = |kinds: &[PolyominoKind<'_, W>]| -> u32 {
        kinds.iter().map(|kind| kind.area() * kind.count).sum()
    };
    let mut debts = vec![0i8; 128];
    match area(full).checked_sub(area(hollow)) {
        Some(0) => {}
        Some(rest) if rest == region.len() => {
            for cell in numbers(region) {
                debts.get_mut(cell as usize).into_iter().for_each(|debt| *debt = 1);
            }
        }
        _ => return Ok(false),
    }
    let on_board: W = cells(board);
    let side = |kinds: &[PolyominoKind<'_, W>]| ShapesLeft {
        placed: kinds
            .iter()
            .map(|kind| {
                let at_all = |way| places(on_board).filter_map(move |at| kind.laid(way, at, board));
                (0..kind.ways.len()).flat_map(at_all).collect()
            })
            .collect(),
        // A board has fewer cells than that.
        left: kinds.iter().map(|kind| u8::try_from(kind.count).unwrap_or(u8::MAX)).collect(),
        areas: kinds.iter().map(PolyominoKind::area).collect(),
    };
    let sides = [side(full), side(hollow)];
    let mut search = BalanceSearch { sides, failed: FxHashSet::default(), steps: 0, stop };
    search.settles(&mut debts)
}

/// Polyominoes of one sort by kind.
struct ShapesLeft<W> {
    /// For each kind, the cells that it covers wherever it lies on the board.
    placed: Vec<Vec<W>>,
    /// How many of each kind are left.
    left: Vec<u8>,
    areas: Vec<u32>,
}

impl<W: BoardWord> ShapesLeft<W> {
    /// The ways to lay one that is left; on this cell, if one is named.
    fn ways(&self, on: Option<u32>) -> Vec<(usize, W)> {
        let left = self.placed.iter().enumerate().zip(&self.left).filter(|(_, left)| **left > 0);
        let fits = |laid: &W| on.is_none_or(|cell| laid.has(cell));
        let ways = left.flat_map(|((kind, placed), _)| {
            placed.iter().copied().filter(fits).map(move |laid| (kind, laid))
        });
        ways.collect()
    }

    fn area(&self) -> u32 {
        self.areas.iter().zip(&self.left).map(|(area, left)| area * u32::from(*left)).sum()
    }
}

struct BalanceSearch<'a, W> {
    /// Full ones, which lower debts, and hollow ones, which raise them.
    sides: [ShapesLeft<W>; 2],
    /// What comes to nothing: debts, and what is left of each kind.
    failed: FxHashSet<(Vec<i8>, [Vec<u8>; 2])>,
    steps: u32,
    stop: &'a dyn Fn() -> bool,
}

impl<W: BoardWord> BalanceSearch<'_, W> {
    fn settles(&mut self, debts: &mut [i8]) -> Result<bool, Halted> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)() {
            return Err(Halted);
        }
        let [full, hollow] = &self.sides;
        let excess: u32 = debts.iter().map(|debt| u32::from(debt.min(&0).unsigned_abs())).sum();
        if excess > hollow.area() {
            return Ok(false);
        }
        let at = |wanted: &dyn Fn(i8) -> bool| {
            let cell = debts.iter().position(|debt| wanted(*debt));
            cell.and_then(|cell| u32::try_from(cell).ok())
        };
        // The side that has to be laid next, and where.
        let (side, on) = match (at(&|debt| debt < 0), at(&|debt| debt > 0)) {
            (Some(cell), _) => (1, Some(cell)),
            (None, Some(cell)) => (0, Some(cell)),
            (None, None) if full.area() == 0 => return Ok(true),
            (None, None) => (0, None),
        };
        let key = (debts.to_vec(), [full.left.clone(), hollow.left.clone()]);
        if self.failed.contains(&key) {
            return Ok(false);
        }
        let ways = self.sides.get(side).map(|pieces| pieces.ways(on)).unwrap_or_default();
        // A full one pays where it lies, a hollow one borrows.
        let change: i8 = if side == 0 { -1 } else { 1 };
        for (kind, laid) in ways {
            self.shift(side, kind, u8::wrapping_sub);
            owe(debts, laid, change);
            let settled = self.settles(debts);
            owe(debts, laid, -change);
            self.shift(side, kind, u8::wrapping_add);
            if settled != Ok(false) {
                return settled;
            }
        }
        if self.failed.len() < MOST_KNOWN {
            self.failed.insert(key);
        }
        Ok(false)
    }

    fn shift(&mut self, side: usize, kind: usize, by: fn(u8, u8) -> u8) {
        let left = self.sides.get_mut(side).and_then(|pieces| pieces.left.get_mut(kind));
        left.into_iter().for_each(|left| *left = by(*left, 1));
    }
}

fn owe<W: BoardWord>(debts: &mut [i8], laid: W, change: i8) {
    for cell in numbers(laid) {
        debts.get_mut(cell as usize).into_iter().for_each(|debt| *debt += change);
    }
}
