//! Tests whether polyominoes cover a region, each cell once.
//!
//! Branches on the cell, or the kind of polyomino, that can be covered or placed in the fewest ways; equal
//! polyominoes are placed in one order only, and the rest of a region is not examined twice with the same
//! remaining polyominoes. Colouring the cells like a chessboard decides many regions at once. In the worst
//! case (very many different shapes of scattered squares) it is exponential, so it asks whether to stop.

use rustc_hash::FxHashSet;

use crate::bits::{bit, cells, numbers, places};
use crate::piece::Polyomino;
use crate::word::BoardWord;
use foolproof_game::Halted;
use foolproof_level::{Board, Site};

/// Steps between two checks of the clock.
const STEPS_A_LOOK: u32 = 1 << 8;
/// Most cached regions, some fifty bytes each.
const MAX_KNOWN: usize = 1 << 20;

/// A polyomino in one orientation, in the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrientedPolyomino<W = u64> {
    /// Empty if no board has room for it.
    cells: W,
    shape: Polyomino,
    area: u32,
    width: u32,
    height: u32,
}

impl<W: BoardWord> OrientedPolyomino<W> {
    pub(crate) fn of(shape: Polyomino) -> Self {
        let squares = shape.cells().map(|(x, y)| bit(Site::cell(x.into(), y.into())));
        let (width, height) = (u32::from(shape.width()), u32::from(shape.height()));
        let cells = match width.max(height) < W::ROW {
            true => squares.fold(W::NONE, |set, square| set | square),
            false => W::NONE,
        };
        Self { cells, shape, area: shape.area(), width, height }
    }

    /// The cells that it covers when its grid's corner is on a cell; `None` off the board.
    fn laid(self, col: u16, row: u16, board: Board) -> Option<W> {
        let (col, row) = (u32::from(col), u32::from(row));
        let inside =
            col + self.width <= u32::from(board.cols) && row + self.height <= u32::from(board.rows);
        inside.then(|| self.cells << (row * W::ROW + col))
    }
}

/// Equal polyominoes: their orientations, and their number.
#[derive(Clone, Debug)]
pub(crate) struct PolyominoKind<'a, W = u64> {
    pub ways: &'a [OrientedPolyomino<W>],
    pub count: u32,
}

impl<W: BoardWord> PolyominoKind<'_, W> {
    /// The squares, right of and below the corner, of an orientation.
    pub(crate) fn squares(&self, way: usize) -> impl Iterator<Item = (u8, u8)> {
        self.ways.get(way).into_iter().flat_map(|way| way.shape.cells())
    }

    pub(crate) fn area(&self) -> u32 {
        self.ways.first().map_or(0, |way| way.area)
    }

    /// Excess of covered cells of one chessboard colour over the other, which is equal at any place.
    fn surplus(&self) -> u32 {
        let squares = self.ways.first().map_or(W::NONE, |way| way.cells);
        (squares & W::CHESS).len().abs_diff(squares.without(W::CHESS).len())
    }
}

/// The cells that a shape covers at every place on a board, without turning.
pub(crate) fn placements<W: BoardWord>(board: Board, shape: Polyomino) -> Vec<W> {
    let way = OrientedPolyomino::of(shape);
    places::<W>(cells(board)).filter_map(|(col, row)| way.laid(col, row, board)).collect()
}

/// Returns whether these shapes, without turning, cover a region.
pub(crate) fn is_tiled_by<W: BoardWord>(
    board: Board,
    region: W,
    shapes: &[Polyomino],
    stop: &dyn Fn() -> bool,
) -> Result<bool, Halted> {
    let mut sorted = shapes.to_vec();
    sorted.sort_unstable();
    let alike = || sorted.chunk_by(|one, two| one == two);
    let ways: Vec<OrientedPolyomino<W>> =
        alike().filter_map(|same| same.first()).map(|s| OrientedPolyomino::of(*s)).collect();
    let kinds = ways.chunks(1).zip(alike()).map(|(ways, same)| {
        // A region has far fewer cells than that.
        PolyominoKind { ways, count: u32::try_from(same.len()).unwrap_or(u32::MAX) }
    });
    is_tiled(board, region, &kinds.collect::<Vec<_>>(), stop)
}

/// Returns whether all of these polyominoes together cover a region.
pub(crate) fn is_tiled<W: BoardWord>(
    board: Board,
    region: W,
    kinds: &[PolyominoKind<'_, W>],
    stop: &dyn Fn() -> bool,
) -> Result<bool, Halted> {
    let area: u32 = kinds.iter().map(|kind| kind.area() * kind.count).sum();
    if area != region.len() || !may_balance(region, kinds) {
        return Ok(false);
    }
    let board_cells: W = cells(board);
    let placed = kinds.iter().map(|kind| {
        let at_all = |way: &OrientedPolyomino<W>| {
            let way = *way;
            places(board_cells).filter_map(move |(col, row)| way.laid(col, row, board))
        };
        let laid = kind.ways.iter().flat_map(at_all);
        laid.filter(|laid| !laid.meets(!region)).collect()
    });
    // A board has fewer cells than that.
    let counts = kinds.iter().map(|kind| u8::try_from(kind.count).unwrap_or(u8::MAX));
    let mut search = TilingSearch {
        placed: placed.collect(),
        counts: counts.collect(),
        failed: FxHashSet::default(),
        steps: 0,
        stop,
    };
    search.covers(region)
}

/// Returns whether the polyominoes can cover as many cells of each colour of a chessboard as the region has.
fn may_balance<W: BoardWord>(region: W, kinds: &[PolyominoKind<'_, W>]) -> bool {
    // Bit n: an excess of n cells of one colour; there are at most 100 of both.
    let mut sums = 1u128;
    for kind in kinds {
        let more = kind.surplus();
        for _ in 0..kind.count {
            let beyond = (0..more).filter(|few| sums >> few & 1 == 1);
            let beyond = beyond.fold(0, |set, few| set | 1 << (more - few));
            sums = sums << more | sums >> more | beyond;
        }
    }
    let (one, other) = ((region & W::CHESS).len(), region.without(W::CHESS).len());
    sums >> one.abs_diff(other) & 1 == 1
}

struct TilingSearch<'a, W> {
    /// For each kind, the cells that it covers at every place in the region.
    placed: Vec<Vec<W>>,
    /// Number of each kind left.
    counts: Vec<u8>,
    /// Dead ends: cells, and the remaining numbers of each kind.
    failed: FxHashSet<(W, Vec<u8>)>,
    steps: u32,
    stop: &'a dyn Fn() -> bool,
}

impl<W: BoardWord> TilingSearch<'_, W> {
    fn covers(&mut self, left: W) -> Result<bool, Halted> {
        if left.is_none() {
            return Ok(true);
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)() {
            return Err(Halted);
        }
        let key = (left, self.counts.clone());
        if self.failed.contains(&key) {
            return Ok(false);
        }
        for (kind, laid) in self.tightest(left) {
            self.shift(kind, u8::wrapping_sub);
            let covered = self.covers(left.without(laid));
            self.shift(kind, u8::wrapping_add);
            if covered != Ok(false) {
                return covered;
            }
        }
        if self.failed.len() < MAX_KNOWN {
            self.failed.insert(key);
        }
        Ok(false)
    }

    fn shift(&mut self, kind: usize, by: fn(u8, u8) -> u8) {
        self.counts.get_mut(kind).into_iter().for_each(|count| *count = by(*count, 1));
    }

    /// The ways to cover the cell that has the fewest, or to place the kind that has the fewest.
    fn tightest(&self, left: W) -> Vec<(usize, W)> {
        let (mut ways_of, mut open) = ([0u32; 128], Vec::new());
        let mut fewest = (u32::MAX, None);
        for (kind, placed) in self.placed.iter().enumerate() {
            if self.counts.get(kind).is_none_or(|count| *count == 0) {
                continue;
            }
            let before = open.len();
            for laid in placed.iter().filter(|laid| !laid.meets(!left)) {
                open.push((kind, *laid));
                numbers(*laid).for_each(|cell| {
                    ways_of.get_mut(cell as usize).into_iter().for_each(|ways| *ways += 1);
                });
            }
            let ways = u32::try_from(open.len() - before).unwrap_or(u32::MAX);
            if ways < fewest.0 {
                fewest = (ways, Some(kind));
            }
        }
        let of_cell = |cell: u32| ways_of.get(cell as usize).copied().unwrap_or(0);
        match numbers(left).min_by_key(|cell| of_cell(*cell)) {
            Some(cell) if of_cell(cell) <= fewest.0 => open.retain(|(_, laid)| laid.has(cell)),
            _ => open.retain(|(kind, _)| Some(*kind) == fewest.1),
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::bits::Strokes;
    use crate::{judge, search};
    use foolproof_game::{Search as _, Searched, Verdict, Wanted};
    use foolproof_level::{Level, Mark, Play};

    fn panel(cols: u16, rows: u16, pieces: &[((u16, u16), &str)]) -> Level {
        let mut level = Level::open("witness", Board { cols, rows, tray: 0 });
        for ((col, row), mark) in pieces {
            level.paint(Site::cell(*col, *row), mark.parse::<Mark>().ok());
        }
        level
    }

    fn every_solution(level: &Level) -> Searched {
        let wanted = Wanted { shortcuts: false, plays: 1000, most: u64::MAX, marks: true };
        search::WitnessSearch.solutions(level, wanted, &|| false).expect("a panel of this size")
    }

    /// Returns whether dominoes cover a region: each dark cell is paired with an adjacent light one.
    fn can_be_paired(region: u64) -> bool {
        fn partner(dark: u64, region: u64, tried: &mut u64, of: &mut [u64; 64]) -> bool {
            for light in [dark << 1, dark >> 1, dark << u64::ROW, dark >> u64::ROW] {
                if light & region != 0 && *tried & light == 0 {
                    *tried |= light;
                    let had = of[light.trailing_zeros() as usize];
                    if had == 0 || partner(had, region, tried, of) {
                        of[light.trailing_zeros() as usize] = dark;
                        return true;
                    }
                }
            }
            false
        }
        let mut of = [0; 64];
        let darks: Vec<u64> = numbers(region & u64::CHESS).map(|cell| 1 << cell).collect();
        2 * darks.len() as u32 == region.count_ones()
            && darks.iter().all(|dark| partner(*dark, region, &mut 0, &mut of))
    }

    #[test]
    fn dominoes_tile_what_can_be_paired() {
        let mut rng = Rng::with_seed(11);
        let (mut solved, mut lines) = (0, 0);
        for _ in 0..12 {
            let mut cells: Vec<(u16, u16)> = (0..16).map(|n| (n % 4, n / 4)).collect();
            rng.shuffle(&mut cells);
            let free = |cell: &(u16, u16)| (*cell, "poly(yellow,p0003,free)");
            let pieces: Vec<_> = cells[..rng.usize(6..8)].iter().map(free).collect();
            let level = panel(4, 4, &pieces);
            let found = every_solution(&level);
            let placed: u64 = pieces.iter().map(|((x, y), _)| 1 << (x + 8 * y)).sum();
            let holds = |line: &Strokes| {
                line.regions(cells_of(&level)).all(|region| {
                    let dominoes = (region & placed).count_ones();
                    dominoes == 0 || 2 * dominoes == region.count_ones() && can_be_paired(region)
                })
            };
            let all = search::every_line(level.board);
            let right: Vec<Play> = all.iter().filter(|l| holds(l)).map(|l| l.play()).collect();
            assert_eq!(found.count, right.len() as u64, "{level:?}");
            assert!(
                right
                    .iter()
                    .all(|play| judge::judge(&level, play, Default::default()) == Verdict::Solved)
            );
            (solved, lines) = (solved + right.len(), lines + all.len());
        }
        assert!(solved > 12 && lines > 50 * solved, "{solved} of {lines}");
    }

    fn cells_of(level: &Level) -> u64 {
        cells(level.board)
    }

    #[test]
    fn eleven_dominoes_that_may_turn_take_no_time() {
        // Placing eleven of them in every way and order would take days.
        let cells = [
            (0, 0),
            (1, 0),
            (3, 0),
            (4, 0),
            (5, 0),
            (0, 1),
            (2, 1),
            (5, 2),
            (1, 3),
            (3, 3),
            (4, 3),
        ];
        let level = panel(6, 4, &cells.map(|cell| (cell, "poly(yellow,p0003,free)")));
        let found = every_solution(&level);
        assert!(found.exhausted);
        // The number found by a program that draws every line and pairs the cells of each region.
        assert_eq!(found.count, 2314);
    }

    #[test]
    fn shapes_of_scattered_squares_are_covered_or_not_or_given_up() {
        // Forty dominoes in twenty directions and a single square: hopeless to distinguish.
        let mut rng = Rng::with_seed(3);
        let mut outcomes = [0; 3];
        for _ in 0..6 {
            let shapes: Vec<Polyomino> = (0..24)
                .filter_map(|_| {
                    let (x, y) = (rng.u8(0..4), rng.u8(1..4));
                    Polyomino::of([(3 * rng.u8(0..2), 0), (x, y)])
                })
                .chain(Polyomino::of([(0, 0)]))
                .collect();
            let board = Board { cols: 7, rows: 7, tray: 0 };
            let steps = std::cell::Cell::new(0);
            let stop = || {
                steps.set(steps.get() + 1);
                steps.get() > 3
            };
            match is_tiled_by::<u64>(board, cells(board), &shapes, &stop) {
                Ok(true) => outcomes[0] += 1,
                Ok(false) => outcomes[1] += 1,
                Err(Halted) => outcomes[2] += 1,
            }
        }
        assert!(outcomes[2] > 0, "{outcomes:?}");
    }
}
