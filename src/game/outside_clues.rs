//! Boards with clue cells around the grid: the contents of the grid turn and move, and clue cells stay outside
//! it.

use std::ops::Range;

use crate::side::Side;
use crate::turn::Turn;
use foolproof_level::lattice::{Half, half, moved_to};
use foolproof_level::{Board, Place, Site};

/// Returns the place to which a turn of the rectangle with these corners takes a place.
pub fn turned_half(place: Half, turn: Turn, least: Half, most: Half) -> Half {
    let (x, y) = place;
    match turn {
        Turn::MirrorColumns => (least.0 + most.0 - x, y),
        Turn::MirrorRows => (x, least.1 + most.1 - y),
        Turn::Clockwise => (least.0 + most.1 - y, least.1 + x - least.0),
    }
}

/// Numbers of columns and rows of clue cells outside the grid; rules use another predicate for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutsideClues {
    pub left: u16,
    pub top: u16,
    pub right: u16,
    pub bottom: u16,
}

impl OutsideClues {
    pub const NONE: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    /// Number of rows of clue cells at a side.
    pub fn at(self, side: Side) -> u16 {
        match side {
            Side::North => self.top,
            Side::East => self.right,
            Side::South => self.bottom,
            Side::West => self.left,
        }
    }

    /// Largest number of clue rows at any side.
    pub fn deepest(self) -> u16 {
        self.left.max(self.top).max(self.right).max(self.bottom)
    }

    /// The columns of the grid itself.
    pub fn inner_cols(self, board: Board) -> Range<u16> {
        self.left..board.cols.saturating_sub(self.right).max(self.left)
    }

    /// The rows of the grid itself.
    pub fn inner_rows(self, board: Board) -> Range<u16> {
        self.top..board.rows.saturating_sub(self.bottom).max(self.top)
    }

    /// True for a cell outside the grid: a clue cell, or a crossing of a clue row and a clue column.
    pub(crate) fn has(self, board: Board, site: Site) -> bool {
        let is_inner = self.inner_cols(board).contains(&site.col)
            && self.inner_rows(board).contains(&site.row);
        site.place == Place::Cell && !is_inner
    }
}

/// The numbers of rows and columns of clue cells around a board, and its size without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedClues {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
    /// Columns and rows without clue cells.
    cols: u16,
    rows: u16,
    /// A quarter turn exchanges the numbers of clue columns at the left and clue rows at the top.
    swaps: bool,
}

impl PlacedClues {
    /// Places these clues on a board.
    pub fn new(clues: OutsideClues, board: Board) -> Self {
        let (cols, rows) = (clues.inner_cols(board), clues.inner_rows(board));
        if clues == OutsideClues::NONE || cols.is_empty() || rows.is_empty() {
            let (cols, rows) = (board.cols, board.rows);
            return Self { left: 0, top: 0, right: 0, bottom: 0, cols, rows, swaps: false };
        }
        Self {
            left: cols.start,
            top: rows.start,
            right: board.cols - cols.end,
            bottom: board.rows - rows.end,
            cols: cols.end - cols.start,
            rows: rows.end - rows.start,
            swaps: false,
        }
    }

    /// For clues whose columns and rows are set by the level: it can have as many at the left as it had on top.
    pub(crate) fn counted_by_level(self) -> Self {
        Self { swaps: true, ..self }
    }

    /// Returns the clue cells after a turn.
    fn after(&self, turn: Turn) -> Self {
        match turn {
            Turn::Clockwise if self.swaps => {
                let Self { left, top, cols, rows, .. } = *self;
                Self { left: top, top: left, cols: rows, rows: cols, ..*self }
            }
            Turn::Clockwise => Self { cols: self.rows, rows: self.cols, ..*self },
            Turn::MirrorColumns | Turn::MirrorRows => *self,
        }
    }

    /// Returns the board after a turn, including its clue cells.
    pub(crate) fn turned_board(&self, board: Board, turn: Turn) -> Board {
        let Self { left, top, right, bottom, cols, rows, .. } = self.after(turn);
        Board { cols: left + cols + right, rows: top + rows + bottom, ..board }
    }

    /// Returns the site to which a turn of the board takes a site; a clue cell that would lie where no rim is
    /// goes to the other end of its row or column.
    pub fn turned(&self, site: Site, turn: Turn) -> Option<Site> {
        let to = self.turned_place(site, turn);
        let [across, down] = self.sides(turn);
        let to = match self.is_cell(site) {
            true => (across.kept(to.0), down.kept(to.1)),
            false => to,
        };
        moved_to(site, to)
    }

    /// True if a turn takes a clue cell to the other end of its row or column, which is then read in reverse.
    pub(crate) fn is_reversed(&self, site: Site, turn: Turn) -> bool {
        let to = self.turned_place(site, turn);
        let [across, down] = self.sides(turn);
        self.is_cell(site) && (across.lacks(to.0) || down.lacks(to.1))
    }

    /// Clue cells of the line of a clue cell, at its side of the grid.
    pub(crate) fn line_of(&self, site: Site) -> Vec<Site> {
        let (first_col, first_row) = (self.left + self.cols, self.top + self.rows);
        match (site.col, site.row) {
            (col, row) if col < self.left => {
                (0..self.left).map(|col| Site::cell(col, row)).collect()
            }
            (col, row) if col >= first_col => {
                (first_col..first_col + self.right).map(|col| Site::cell(col, row)).collect()
            }
            (col, row) if row < self.top => (0..self.top).map(|row| Site::cell(col, row)).collect(),
            (col, _) => {
                (first_row..first_row + self.bottom).map(|row| Site::cell(col, row)).collect()
            }
        }
    }

    fn is_cell(&self, site: Site) -> bool {
        site.place == Place::Cell
            && site.col < self.left + self.cols + self.right
            && site.row < self.top + self.rows + self.bottom
    }

    /// Returns the place to which a turn takes a site, with or without a rim there.
    fn turned_place(&self, site: Site, turn: Turn) -> Half {
        let least = (i32::from(self.left) * 2, i32::from(self.top) * 2);
        let most = (least.0 + i32::from(self.cols) * 2, least.1 + i32::from(self.rows) * 2);
        let (x, y) = turned_half(half(site), turn, least, most);
        let after = self.after(turn);
        (x - least.0 + i32::from(after.left) * 2, y - least.1 + i32::from(after.top) * 2)
    }

    /// Lengths of the columns and the rows of the board after a turn.
    fn sides(&self, turn: Turn) -> [SideLengths; 2] {
        let Self { left, top, right, bottom, cols, rows, .. } = self.after(turn);
        let lengths = |sizes: [u16; 3]| {
            let [before, long, after] = sizes.map(|size| i32::from(size) * 2);
            SideLengths { before, long, after }
        };
        [[left, cols, right], [top, rows, bottom]].map(lengths)
    }

    /// Returns the new site when the board grows or shrinks and everything on it moves: clue cells stay outside
    /// the grid. `to` describes the other board.
    pub(crate) fn moved(&self, site: Site, to: &Self, cols: i32, rows: i32) -> Option<Site> {
        let (x, y) = half(site);
        let is_cell = site.place == Place::Cell;
        let along = |at: i32, by: i32, first: u16, long: u16, other: u16| {
            let [first, long, other] = [first, long, other].map(|size| i32::from(size) * 2);
            match at {
                _ if is_cell && at < first => Some(at),
                _ if is_cell && at > first + long => Some(at + other - long),
                _ => {
                    let at = at + by * 2;
                    let last = first + other;
                    (first..=last).contains(&at).then_some(at)
                }
            }
        };
        let half: Half = (
            along(x, cols, self.left, self.cols, to.cols)?,
            along(y, rows, self.top, self.rows, to.rows)?,
        );
        moved_to(site, half)
    }

    /// True if clue cells lie at the right or at the bottom, which move when the board grows there.
    pub(crate) fn ends_with_clues(&self) -> bool {
        self.right > 0 || self.bottom > 0
    }
}

/// Lengths along one side of a board, in half cells: clue cells before the grid, the grid, clue cells behind
/// it.
struct SideLengths {
    before: i32,
    long: i32,
    after: i32,
}

impl SideLengths {
    /// True if a place lies outside the grid on a side without clue cells.
    fn lacks(&self, at: i32) -> bool {
        (at < 0 && self.before == 0) || (at > self.before + self.long && self.after == 0)
    }

    /// Returns the place, or the opposite one if it lies outside the grid on a side without clue cells.
    fn kept(&self, at: i32) -> i32 {
        let end = self.before + self.long;
        match at {
            _ if !self.lacks(at) => at,
            _ if at < self.before => end + self.before - at,
            _ => self.before - (at - end),
        }
    }
}
