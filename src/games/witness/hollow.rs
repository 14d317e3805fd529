//! Tests whether polyominoes and hollow ones balance: together they cover every cell of a region once and no
//! other cell; equal numbers of squares cancel regardless of shape.
//!
//! A place's debt is the number of times that polyominoes still have to cover it; placed hollow ones raise
//! it. A place in debt is covered by a polyomino, one covered too often by a hollow one, and once all debts
//! are paid the rest has to cancel. So pieces are placed only where they are needed. Without a rim the board
//! is the middle of a field so large that no chain of pieces leaves it. Remaining debts and pieces are not
//! examined twice. In the worst case it is exponential, so it asks whether to stop.

use rustc_hash::FxHashSet;

use crate::bits::places;
use crate::tiling::PolyominoKind;
use crate::word::BoardWord;
use foolproof_game::Halted;
use foolproof_level::Board;

/// Steps between two checks of the clock.
const STEPS_A_LOOK: u32 = 1 << 8;
/// Most cached states, some two hundred bytes each.
const MAX_KNOWN: usize = 1 << 18;

/// Returns whether these polyominoes and hollow ones balance over a region, each placed anywhere within the
/// rim of a board, or anywhere at all without a rim.
pub(crate) fn balances<W: BoardWord>(
    rim: Option<Board>,
    region: W,
    full: &[PolyominoKind<'_, W>],
    hollow: &[PolyominoKind<'_, W>],
    stop: &dyn Fn() -> bool,
) -> Result<bool, Halted> {
    let area = |kinds: &[PolyominoKind<'_, W>]| -> u32 {
        kinds.iter().map(|kind| kind.area() * kind.count).sum()
    };
    match area(full).checked_sub(area(hollow)) {
        Some(0) => return Ok(true),
        Some(rest) if rest == region.len() => {}
        _ => return Ok(false),
    }
    let field = match rim {
        Some(board) => BalanceField { cols: board.cols.into(), rows: board.rows.into(), margin: 0 },
        None => {
            let reach = |kinds: &[PolyominoKind<'_, W>]| -> i32 {
                kinds.iter().map(|kind| span(kind) * kind.count as i32).sum()
            };
            let margin = reach(full) + reach(hollow);
            let most = i32::from(W::most());
            BalanceField { cols: most, rows: most, margin }
        }
    };
    let side = |kinds: &[PolyominoKind<'_, W>]| ShapesLeft {
        ways: kinds
            .iter()
            .map(|kind| {
                let squares = |way| kind.squares(way).map(|(x, y)| (x.into(), y.into())).collect();
                (0..kind.ways.len()).map(squares).collect()
            })
            .collect(),
        // A board has fewer cells than that.
        left: kinds.iter().map(|kind| u8::try_from(kind.count).unwrap_or(u8::MAX)).collect(),
        areas: kinds.iter().map(PolyominoKind::area).collect(),
    };
    let sides = [side(full), side(hollow)];
    let mut debts = vec![0i8; field.places()];
    for (col, row) in places(region) {
        let at = field.place((col.into(), row.into()));
        at.and_then(|at| debts.get_mut(at)).into_iter().for_each(|debt| *debt = 1);
    }
    let mut search = BalanceSearch { field, sides, failed: FxHashSet::default(), steps: 0, stop };
    search.settles(&mut debts)
}

/// Greatest extent of a polyomino in any orientation.
fn span<W: BoardWord>(kind: &PolyominoKind<'_, W>) -> i32 {
    let squares = (0..kind.ways.len()).flat_map(|way| kind.squares(way));
    squares.map(|(x, y)| i32::from(x.max(y)) + 1).max().unwrap_or(0)
}

/// A column and a row: a square of a shape or a place on the board.
type FieldPlace = (i32, i32);

/// A board with a margin around it.
#[derive(Clone, Copy)]
struct BalanceField {
    cols: i32,
    rows: i32,
    margin: i32,
}

impl BalanceField {
    fn width(self) -> i32 {
        self.cols + 2 * self.margin
    }

    fn places(self) -> usize {
        usize::try_from(self.width() * (self.rows + 2 * self.margin)).unwrap_or(0)
    }

    /// The number of a place; `None` beyond the field.
    fn place(self, (col, row): FieldPlace) -> Option<usize> {
        let (x, y) = (col + self.margin, row + self.margin);
        let inside =
            (0..self.width()).contains(&x) && (0..self.rows + 2 * self.margin).contains(&y);
        inside.then(|| usize::try_from(y * self.width() + x).ok()).flatten()
    }

    /// The position of the place with this number.
    fn lies(self, at: usize) -> FieldPlace {
        let at = i32::try_from(at).unwrap_or(0);
        (at % self.width() - self.margin, at / self.width() - self.margin)
    }
}

/// Polyominoes of one sort, full or hollow, by kind.
struct ShapesLeft {
    /// For each kind, its squares in every orientation.
    ways: Vec<Vec<Vec<FieldPlace>>>,
    /// Number of each kind left.
    left: Vec<u8>,
    areas: Vec<u32>,
}

impl ShapesLeft {
    /// The ways to place a remaining one; on this place, if one is given. None leaves the board's field.
    fn laid(&self, on: Option<usize>, field: BalanceField) -> Vec<(usize, Vec<usize>)> {
        let mut all = Vec::new();
        let left = self.ways.iter().enumerate().zip(&self.left).filter(|(_, left)| **left > 0);
        for ((kind, ways), _) in left {
            for way in ways {
                let corners: Vec<FieldPlace> = match (on.map(|at| field.lies(at)), field.margin) {
                    (Some((col, row)), _) => way.iter().map(|(x, y)| (col - x, row - y)).collect(),
                    (None, 0) => (0..field.places()).map(|at| field.lies(at)).collect(),
                    // Without a rim all places are equivalent.
                    (None, _) => vec![(0, 0)],
                };
                for (col, row) in corners {
                    let squares = way.iter().map(|(x, y)| field.place((col + x, row + y)));
                    all.extend(squares.collect::<Option<Vec<usize>>>().map(|laid| (kind, laid)));
                }
            }
        }
        all
    }

    fn area(&self) -> u32 {
        self.areas.iter().zip(&self.left).map(|(area, left)| area * u32::from(*left)).sum()
    }
}

/// Places with a debt, and the remaining numbers of each kind of both sorts.
type BalanceKey = (Vec<(usize, i8)>, [Vec<u8>; 2]);

struct BalanceSearch<'a> {
    field: BalanceField,
    /// Full ones, which lower debts, and hollow ones, which raise them.
    sides: [ShapesLeft; 2],
    /// Dead ends: the debts, and the remaining numbers of each kind.
    failed: FxHashSet<BalanceKey>,
    steps: u32,
    stop: &'a dyn Fn() -> bool,
}

impl BalanceSearch<'_> {
    fn settles(&mut self, debts: &mut [i8]) -> Result<bool, Halted> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)() {
            return Err(Halted);
        }
        let [full, hollow] = &self.sides;
        let owed: Vec<(usize, i8)> =
            debts.iter().copied().enumerate().filter(|(_, debt)| *debt != 0).collect();
        let excess: u32 = owed.iter().map(|(_, debt)| u32::from(debt.min(&0).unsigned_abs())).sum();
        if excess > hollow.area() {
            return Ok(false);
        }
        let at = |wanted: &dyn Fn(i8) -> bool| {
            owed.iter().find(|(_, debt)| wanted(*debt)).map(|(place, _)| *place)
        };
        // The sort to be placed next, and its place.
        let (side, on) = match (at(&|debt| debt < 0), at(&|debt| debt > 0)) {
            (Some(place), _) => (1, Some(place)),
            (None, Some(place)) => (0, Some(place)),
            (None, None) if full.area() == 0 => return Ok(true),
            (None, None) => (0, None),
        };
        let key = (owed, [full.left.clone(), hollow.left.clone()]);
        if self.failed.contains(&key) {
            return Ok(false);
        }
        let ways = self.sides.get(side).map(|pieces| pieces.laid(on, self.field));
        // A full one pays at its place, a hollow one borrows.
        let change: i8 = if side == 0 { -1 } else { 1 };
        for (kind, laid) in ways.unwrap_or_default() {
            self.shift(side, kind, u8::wrapping_sub);
            owe(debts, &laid, change);
            let settled = self.settles(debts);
            owe(debts, &laid, -change);
            self.shift(side, kind, u8::wrapping_add);
            if settled != Ok(false) {
                return settled;
            }
        }
        if self.failed.len() < MAX_KNOWN {
            self.failed.insert(key);
        }
        Ok(false)
    }

    fn shift(&mut self, side: usize, kind: usize, by: fn(u8, u8) -> u8) {
        let left = self.sides.get_mut(side).and_then(|pieces| pieces.left.get_mut(kind));
        left.into_iter().for_each(|left| *left = by(*left, 1));
    }
}

fn owe(debts: &mut [i8], laid: &[usize], change: i8) {
    for place in laid {
        debts.get_mut(*place).into_iter().for_each(|debt| *debt += change);
    }
}
