//! Test whether the polyominoes of a region fill it, for the judge. Shares no code with the search.

use std::collections::{BTreeMap, BTreeSet};

use crate::piece::{PanelSymbol, Polyomino};
use foolproof_level::{Board, Site};

/// Steps for a judgement in the background to try covering regions. The hardest published panels take a few
/// thousand; more are needed only for very many different shapes.
const STEPS: u32 = 30_000;
/// Steps between two checks for a stop.
const STEPS_A_LOOK: u32 = 1 << 6;
/// Most cached regions, some hundred bytes each.
const MAX_KNOWN: usize = 1 << 19;

/// Limit of the time that a judgement may take to cover regions.
pub(crate) enum JudgePatience<'a> {
    Steps(u32),
    /// Until told to stop; also holds the steps so far.
    Until(&'a dyn Fn() -> bool, u32),
}

impl Default for JudgePatience<'_> {
    fn default() -> Self {
        Self::Steps(STEPS)
    }
}

impl JudgePatience<'_> {
    /// Counts a step; `None` if no more are allowed.
    pub(crate) fn step(&mut self) -> Option<()> {
        match self {
            Self::Steps(left) => *left = left.checked_sub(1)?,
            Self::Until(stop, steps) => {
                *steps = steps.wrapping_add(1);
                if steps.is_multiple_of(STEPS_A_LOOK) && stop() {
                    return None;
                }
            }
        }
        Some(())
    }
}

/// Returns whether the polyominoes of a region cover it, each cell once, with the hollow ones subtracted;
/// true if the region has no polyominoes. `None` if that takes too many steps.
pub(crate) fn is_filled(
    rim: Option<Board>,
    region: &[Site],
    pieces: &[(Site, PanelSymbol)],
    patience: &mut JudgePatience<'_>,
) -> Option<bool> {
    match pieces.iter().any(|(_, piece)| matches!(piece, PanelSymbol::Hollow { .. })) {
        true => is_balanced(rim, region, pieces, patience),
        false => is_tiled(region, pieces, patience),
    }
}

fn is_tiled(
    region: &[Site],
    pieces: &[(Site, PanelSymbol)],
    patience: &mut JudgePatience<'_>,
) -> Option<bool> {
    let mut kinds: BTreeMap<Vec<Polyomino>, usize> = BTreeMap::new();
    for (_, piece) in pieces {
        if let PanelSymbol::Poly { shape, free, .. } = piece {
            *kinds.entry(shape.orientations(*free)).or_default() += 1;
        }
    }
    let area = |ways: &Vec<Polyomino>| ways.first().map_or(0, |shape| shape.area() as usize);
    if kinds.is_empty() {
        return Some(true);
    }
    if kinds.iter().map(|(ways, count)| area(ways) * count).sum::<usize>() != region.len() {
        return Some(false);
    }
    // A panel has 100 cells at most.
    let free = 1u128.checked_shl(u32::try_from(region.len()).ok()?).map(|beyond| beyond - 1)?;
    let lying = |ways: &Vec<Polyomino>| -> Vec<u128> {
        let places = ways.iter().flat_map(|way| region.iter().map(move |at| (*way, *at)));
        places.filter_map(|(way, at)| laid(way, at, region)).collect()
    };
    let ways = kinds.keys().map(lying).collect();
    let left = kinds.into_values().collect();
    Cover { ways, left, hopeless: BTreeSet::new(), patience }.go(free)
}

/// The cells (as bits, by position in a region) that a shape covers when its first square is on one of them;
/// `None` if it leaves the region.
fn laid(shape: Polyomino, at: Site, region: &[Site]) -> Option<u128> {
    let (x0, y0) = shape.cells().next()?;
    let cell = |(x, y): (u8, u8)| {
        let col = (at.col + u16::from(x)).checked_sub(u16::from(x0))?;
        let row = (at.row + u16::from(y)).checked_sub(u16::from(y0))?;
        region.binary_search(&Site::cell(col, row)).ok().map(|place| 1u128 << place)
    };
    shape.cells().map(cell).sum()
}

/// A partial exact cover: each cell by one polyomino, polyominoes on disjoint cells.
struct Cover<'a, 'b> {
    /// Possible places of each kind.
    ways: Vec<Vec<u128>>,
    /// Number of polyominoes of each kind that are not placed yet.
    left: Vec<usize>,
    /// Free cells and remaining polyominoes that cannot be combined.
    hopeless: BTreeSet<(u128, Vec<usize>)>,
    patience: &'a mut JudgePatience<'b>,
}

impl Cover<'_, '_> {
    /// Returns whether the rest can be covered; `None` if patience ends before that is known.
    fn go(&mut self, free: u128) -> Option<bool> {
        if free == 0 {
            return Some(true);
        }
        let here = (free, self.left.clone());
        if self.hopeless.contains(&here) {
            return Some(false);
        }
        self.patience.step()?;
        for (kind, cells) in self.fewest(free) {
            self.left[kind] -= 1;
            let covered = self.go(free & !cells);
            self.left[kind] += 1;
            if covered != Some(false) {
                return covered;
            }
        }
        if self.hopeless.len() < MAX_KNOWN {
            self.hopeless.insert(here);
        }
        Some(false)
    }

    /// Everything that fits on the free cell with the fewest choices, or all places of the kind
    /// with the fewest, if those are fewer.
    fn fewest(&self, free: u128) -> Vec<(usize, u128)> {
        let mut of_kinds: Vec<Vec<(usize, u128)>> = Vec::new();
        for (kind, ways) in self.ways.iter().enumerate().filter(|(kind, _)| self.left[*kind] > 0) {
            let fitting = ways.iter().filter(|cells| *cells & !free == 0);
            of_kinds.push(fitting.map(|cells| (kind, *cells)).collect());
        }
        let all = || of_kinds.iter().flatten();
        let over = |cell: u32| all().filter(move |(_, cells)| cells >> cell & 1 == 1);
        let cells = (0..u128::BITS).filter(|cell| free >> cell & 1 == 1);
        let cell = cells.map(|cell| (over(cell).count(), cell)).min();
        let kind = of_kinds.iter().min_by_key(|ways| ways.len());
        match (cell, kind) {
            (Some((count, cell)), Some(kind)) if count <= kind.len() => {
                over(cell).copied().collect()
            }
            (_, kind) => kind.cloned().unwrap_or_default(),
        }
    }
}

/// A cell of the plane that contains the board, with its column and row.
type PlaneCell = (i32, i32);

/// Returns whether full polyominoes minus hollow ones cover each cell of the region once and no other cell,
/// placed anywhere on the board, or anywhere at all if no board is given. With equal numbers of squares, they
/// cancel regardless of shape.
fn is_balanced(
    board: Option<Board>,
    region: &[Site],
    pieces: &[(Site, PanelSymbol)],
    patience: &mut JudgePatience<'_>,
) -> Option<bool> {
    let (mut shapes, mut net) = (Vec::new(), 0i64);
    for (_, piece) in pieces {
        let (shape, free, sign) = match piece {
            PanelSymbol::Poly { shape, free, .. } => (shape, *free, 1),
            PanelSymbol::Hollow { shape, free, .. } => (shape, *free, -1),
            _ => continue,
        };
        net += sign * i64::from(shape.area());
        let ways = shape.orientations(free).into_iter();
        let squares = |way: Polyomino| way.cells().map(|(x, y)| (x.into(), y.into())).collect();
        shapes.push((sign, ways.map(squares).collect()));
    }
    match usize::try_from(net) {
        Ok(0) => return Some(true),
        Ok(net) if net == region.len() => {}
        _ => return Some(false),
    }
    let missing = region.iter().map(|cell| ((cell.col.into(), cell.row.into()), 1)).collect();
    Balance { board, shapes, patience }.go(missing)
}

/// Polyominoes (1) and hollow ones (-1) still to be placed, each with the squares of all its orientations.
struct Balance<'a, 'b> {
    board: Option<Board>,
    shapes: Vec<(i64, Vec<Vec<PlaneCell>>)>,
    patience: &'a mut JudgePatience<'b>,
}

impl Balance<'_, '_> {
    /// Returns whether all remaining shapes together can settle the missing and the surplus covers of cells.
    fn go(&mut self, missing: BTreeMap<PlaneCell, i64>) -> Option<bool> {
        self.patience.step()?;
        let too_much = missing.iter().find(|(_, n)| **n < 0);
        let (on, sign) = match too_much.or_else(|| missing.first_key_value()) {
            Some((cell, n)) => (Some(*cell), n.signum()),
            None if self.shapes.is_empty() => return Some(true),
            // The rest has to cancel: a full one may be placed anywhere.
            None => (None, 1),
        };
        for at in 0..self.shapes.len() {
            if self.shapes[at].0 != sign {
                continue;
            }
            let (_, ways) = self.shapes.remove(at);
            for cells in self.laid(&ways, on) {
                let mut next = missing.clone();
                for cell in cells {
                    let n = next.entry(cell).or_default();
                    *n -= sign;
                    if *n == 0 {
                        next.remove(&cell);
                    }
                }
                let settled = self.go(next);
                if settled != Some(false) {
                    self.shapes.insert(at, (sign, ways));
                    return settled;
                }
            }
            self.shapes.insert(at, (sign, ways));
            if on.is_none() {
                break;
            }
        }
        Some(false)
    }

    /// The cells of a shape for every place where it covers this cell, or for every place at all; in a plane
    /// without a rim one of those represents all.
    fn laid(&self, ways: &[Vec<PlaneCell>], on: Option<PlaneCell>) -> Vec<Vec<PlaneCell>> {
        let moved = |way: &[PlaneCell], (dx, dy): PlaneCell| -> Vec<PlaneCell> {
            way.iter().map(|(x, y)| (x + dx, y + dy)).collect()
        };
        let mut all = Vec::new();
        for way in ways {
            match (on, self.board) {
                (Some((col, row)), _) => {
                    all.extend(way.iter().map(|(x, y)| moved(way, (col - x, row - y))));
                }
                (None, None) => all.push(way.clone()),
                (None, Some(board)) => {
                    let corners = board.cells().map(|cell| (cell.col.into(), cell.row.into()));
                    all.extend(corners.map(|corner| moved(way, corner)));
                }
            }
        }
        if let Some(board) = self.board {
            let (cols, rows) = (i32::from(board.cols), i32::from(board.rows));
            let inside = |(x, y): &PlaneCell| (0..cols).contains(x) && (0..rows).contains(y);
            all.retain(|cells| cells.iter().all(inside));
        }
        all
    }
}
