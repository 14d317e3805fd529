//! Boards with clue cells beside them: what lies on the board itself turns and moves, and clue cells
//! stay beside it.

use std::ops::Range;

use crate::side::Side;
use crate::turn::Turn;
use foolproof_level::lattice::{Half, half, site_at};
use foolproof_level::{Board, Place, Site};

/// Where a turn of the rectangle with these corners takes a place.
pub fn turned_half(place: Half, turn: Turn, least: Half, most: Half) -> Half {
    let (x, y) = place;
    match turn {
        Turn::MirrorColumns => (least.0 + most.0 - x, y),
        Turn::MirrorRows => (x, least.1 + most.1 - y),
        Turn::Clockwise => (least.0 + most.1 - y, least.1 + x - least.0),
    }
}

/// How many columns and rows of a game's boards are clue cells, which lie beside the grid: rules know them
/// by another name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutsideClues {
    pub left: u16,
    pub top: u16,
    pub right: u16,
    pub bottom: u16,
}

impl OutsideClues {
    pub const NONE: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    /// How many rows of clue cells lie at a side.
    pub fn at(self, side: Side) -> u16 {
        match side {
            Side::North => self.top,
            Side::East => self.right,
            Side::South => self.bottom,
            Side::West => self.left,
        }
    }

    /// How many rows lie at the side that has most of them.
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

    /// Whether it is a cell beside the grid: a clue cell, or where a row and a column of them meet.
    pub(crate) fn has(self, board: Board, site: Site) -> bool {
        let is_inner = self.inner_cols(board).contains(&site.col)
            && self.inner_rows(board).contains(&site.row);
        site.place == Place::Cell && !is_inner
    }
}

/// How many rows and columns of clue cells lie beside a board, and how large it is without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedClues {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
    /// Columns and rows without them.
    cols: u16,
    rows: u16,
}

impl PlacedClues {
    /// Where these clues lie on a board.
    pub fn new(clues: OutsideClues, board: Board) -> Self {
        let (cols, rows) = (clues.inner_cols(board), clues.inner_rows(board));
        if clues == OutsideClues::NONE || cols.is_empty() || rows.is_empty() {
            let (cols, rows) = (board.cols, board.rows);
            return Self { left: 0, top: 0, right: 0, bottom: 0, cols, rows };
        }
        Self {
            left: cols.start,
            top: rows.start,
            right: board.cols - cols.end,
            bottom: board.rows - rows.end,
            cols: cols.end - cols.start,
            rows: rows.end - rows.start,
        }
    }

    /// The board after a turn, with its clue cells where they are.
    pub(crate) fn turned_board(&self, board: Board, turn: Turn) -> Board {
        match turn {
            Turn::Clockwise => Board {
                cols: self.rows + self.left + self.right,
                rows: self.cols + self.top + self.bottom,
                ..board
            },
            Turn::MirrorColumns | Turn::MirrorRows => board,
        }
    }

    /// Where a turn of the board takes a site; a clue cell that would lie where no rim is goes to the
    /// other end of its row or column.
    pub fn turned(&self, site: Site, turn: Turn) -> Option<Site> {
        let least = (i32::from(self.left) * 2, i32::from(self.top) * 2);
        let most = (least.0 + i32::from(self.cols) * 2, least.1 + i32::from(self.rows) * 2);
        let to = turned_half(half(site), turn, least, most);
        let (wide, high) = match turn {
            Turn::Clockwise => (self.rows, self.cols),
            Turn::MirrorColumns | Turn::MirrorRows => (self.cols, self.rows),
        };
        let on_board = site.col < self.left + self.cols + self.right
            && site.row < self.top + self.rows + self.bottom;
        site_at(match site.place {
            Place::Cell if on_board => (
                within(to.0, self.left, wide, self.right),
                within(to.1, self.top, high, self.bottom),
            ),
            _ => to,
        })
    }

    /// Where a site goes when the board grows or shrinks and all that lies on it moves: clue cells stay
    /// beside it. `to` are those of the other board.
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
        site_at(half)
    }

    /// Whether clue cells lie at the right or at the foot, which move when the board grows there.
    pub(crate) fn ends_with_clues(&self) -> bool {
        self.right > 0 || self.bottom > 0
    }
}

/// A place on a line, or at its other end where it lies beside the line and there is no rim.
fn within(at: i32, before: u16, long: u16, after: u16) -> i32 {
    let (first, end) = (i32::from(before) * 2, i32::from(before + long) * 2);
    match at {
        _ if at < first && before == 0 => end + (first - at),
        _ if at > end && after == 0 => first - (at - end),
        _ => at,
    }
}
