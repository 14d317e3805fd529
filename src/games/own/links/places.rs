//! The places that a part of a link goes through, in the order of the puzzle sites.

use std::collections::BTreeSet;

use super::margin::Margin;
use foolproof_game::OutsideClues;
use foolproof_level::{Board, Level, Place, Site};

/// The places that a part goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkPlaces {
    Cells,
    /// Inner edges: those between columns row by row, then those between rows.
    Edges,
    /// Edges at the rim of the grid: top, bottom, left, right.
    OuterEdges,
    /// All corners, including those of the frame.
    Corners,
    InnerCorners,
    /// Middles of cells, edges and corners, row by row.
    Middles,
    /// The rooms formed by marks on edges, in the order of their first cells.
    Rooms,
    /// Clue cells at the top, bottom, left and right.
    Rim,
    /// The clue cells of each column, bottom and top, and of each row, right and left.
    RimLines,
    /// Clue cells of each column and then of each row, from the grid outwards.
    Margin,
    /// Slots next to the board.
    Tray,
    /// The upper edges of the first row and the left edges of the first column, where no mark fills the cell.
    Starts,
    /// A single place, given by the clue itself.
    Somewhere,
}

impl LinkPlaces {
    pub(crate) const ALL: [(&'static str, LinkPlaces); 13] = [
        ("cell", LinkPlaces::Cells),
        ("edge", LinkPlaces::Edges),
        ("outer-edge", LinkPlaces::OuterEdges),
        ("corner", LinkPlaces::Corners),
        ("inner-corner", LinkPlaces::InnerCorners),
        ("middle", LinkPlaces::Middles),
        ("room", LinkPlaces::Rooms),
        ("rim", LinkPlaces::Rim),
        ("rim-line", LinkPlaces::RimLines),
        ("margin", LinkPlaces::Margin),
        ("tray", LinkPlaces::Tray),
        ("start", LinkPlaces::Starts),
        ("somewhere", LinkPlaces::Somewhere),
    ];
}

/// An empty place that the sites write but the board of the level lacks.
pub(super) const NOWHERE: Site = Site { place: Place::Cell, col: u16::MAX, row: u16::MAX };

/// The board of a link within that of a level, which may have clue cells around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub cols: u16,
    pub rows: u16,
    pub outside: OutsideClues,
}

/// A grid with its rim, row by row.
pub(super) struct Sheet {
    pub cols: usize,
    pub rows: usize,
    /// `None` at the corners.
    pub places: Vec<Option<Site>>,
    grid: Grid,
}

impl Sheet {
    /// True if a place is a cell of the grid itself.
    pub(super) fn is_inner(&self, at: Option<Site>) -> bool {
        let inner = |at: Site| at.place == Place::Cell && self.grid.kind(at) == "cell";
        at.is_some_and(inner)
    }
}

impl Grid {
    pub(super) fn new(cols: u16, rows: u16, outside: OutsideClues) -> Self {
        Self { cols, rows, outside }
    }

    /// Returns the grid of a level's board.
    pub(super) fn of(board: Board, outside: OutsideClues) -> Self {
        let cols = u16::try_from(outside.inner_cols(board).len()).unwrap_or_default();
        let rows = u16::try_from(outside.inner_rows(board).len()).unwrap_or_default();
        Self { cols, rows, outside }
    }

    /// Returns the board of the level.
    pub(super) fn board(&self, tray: u16) -> Board {
        let OutsideClues { left, top, right, bottom } = self.outside;
        Board { cols: self.cols + left + right, rows: self.rows + top + bottom, tray }
    }

    fn site(&self, place: Place, col: u16, row: u16) -> Site {
        Site { place, col: col + self.outside.left, row: row + self.outside.top }
    }

    /// Returns the cell in this column and row of the grid, from 0.
    pub(super) fn cell(&self, col: u16, row: u16) -> Site {
        self.site(Place::Cell, col, row)
    }

    /// Returns the grid with the clue cells around it, as in files. Sums on edges have a row on top and a
    /// column at the left there.
    pub(super) fn sheet(self, rim: Option<LinkPlaces>) -> Sheet {
        let is_starts = rim == Some(LinkPlaces::Starts);
        let OutsideClues { left, top, right, bottom } = match is_starts {
            true => OutsideClues { left: 1, top: 1, ..OutsideClues::NONE },
            false => self.outside,
        };
        let (cols, rows) = (left + self.cols + right, top + self.rows + bottom);
        // The clues of both ends of a line precede it there.
        let order = |before: u16, length: u16, behind: u16| match rim {
            Some(LinkPlaces::RimLines) => {
                let inner = before + length;
                (0..before).chain(inner..inner + behind).chain(before..inner).collect()
            }
            _ => (0..before + length + behind).collect::<Vec<u16>>(),
        };
        let place = |col: u16, row: u16| {
            let is_col = (left..left + self.cols).contains(&col);
            let is_row = (top..top + self.rows).contains(&row);
            match (is_col, is_row) {
                (true, true) => Some(self.cell(col - left, row - top)),
                (false, false) => None,
                (true, false) if is_starts => Some(self.site(Place::HEdge, col - left, 0)),
                (false, true) if is_starts => Some(self.site(Place::VEdge, 0, row - top)),
                _ => Some(Site::cell(col, row)),
            }
        };
        let across = order(left, self.cols, right);
        let down = order(top, self.rows, bottom);
        let places = down.iter().flat_map(|row| across.iter().map(|col| place(*col, *row)));
        Sheet { cols: cols.into(), rows: rows.into(), places: places.collect(), grid: self }
    }

    /// Returns the site on this grid for a site of another grid whose margins may differ; `None` if it lies
    /// outside.
    pub(super) fn moved_from(self, other: Self, at: Site) -> Option<Site> {
        let OutsideClues { left, top, .. } = other.outside;
        Some(Site {
            col: (at.col + self.outside.left).checked_sub(left)?,
            row: (at.row + self.outside.top).checked_sub(top)?,
            ..at
        })
    }

    /// Returns the sites of a kind, row by row.
    fn in_rows(
        self,
        place: Place,
        cols: std::ops::Range<u16>,
        rows: std::ops::Range<u16>,
    ) -> Vec<Site> {
        rows.flat_map(|row| cols.clone().map(move |col| self.site(place, col, row))).collect()
    }

    /// Returns the places, in runs that are written one after another. `level` holds the contents of the parts
    /// before this one.
    pub(super) fn runs(
        &self,
        on: LinkPlaces,
        parts_directions: bool,
        level: &Level,
    ) -> Vec<Vec<Site>> {
        let (cols, rows) = (self.cols, self.rows);
        let one = |sites: Vec<Site>| vec![sites];
        match on {
            LinkPlaces::Cells => one(self.in_rows(Place::Cell, 0..cols, 0..rows)),
            LinkPlaces::Corners => one(self.in_rows(Place::Vertex, 0..cols + 1, 0..rows + 1)),
            LinkPlaces::InnerCorners => one(self.in_rows(Place::Vertex, 1..cols, 1..rows)),
            LinkPlaces::Edges => {
                let between_cols = self.in_rows(Place::VEdge, 1..cols, 0..rows);
                let between_rows = self.in_rows(Place::HEdge, 0..cols, 1..rows);
                match parts_directions {
                    true => vec![between_cols, between_rows],
                    false => one([between_cols, between_rows].concat()),
                }
            }
            LinkPlaces::Middles => one(self.middles()),
            LinkPlaces::Rooms => one(self.first_cells(level)),
            LinkPlaces::OuterEdges => one(self.outer_edges()),
            LinkPlaces::Rim => one(self.rim(level.board)),
            LinkPlaces::RimLines => one(self.rim_lines(level.board)),
            LinkPlaces::Tray => one(level.board.tray_slots().collect()),
            LinkPlaces::Margin => one(self.margin(level)),
            LinkPlaces::Starts => one(self.starts(level)),
            LinkPlaces::Somewhere => one(vec![self.cell(0, 0)]),
        }
    }

    /// Returns the edges between columns and those between rows, with those of the frame in their places.
    pub(super) fn edges_with_frame(&self) -> Vec<Vec<Site>> {
        let (cols, rows) = (self.cols, self.rows);
        let inner = |is_inner: bool, at: Site| if is_inner { at } else { NOWHERE };
        let between_cols = (0..rows).flat_map(|row| (0..=cols).map(move |col| (col, row)));
        let between_cols = between_cols
            .map(|(col, row)| inner((1..cols).contains(&col), self.site(Place::VEdge, col, row)));
        let between_rows = (0..=rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
        let between_rows = between_rows
            .map(|(col, row)| inner((1..rows).contains(&row), self.site(Place::HEdge, col, row)));
        vec![between_cols.collect(), between_rows.collect()]
    }

    fn middles(&self) -> Vec<Site> {
        let (across, down) = (0..2 * self.cols - 1, 0..2 * self.rows - 1);
        let middle = |x: u16, y: u16| match (x % 2, y % 2) {
            (0, 0) => self.cell(x / 2, y / 2),
            (1, 0) => self.site(Place::VEdge, x / 2 + 1, y / 2),
            (0, _) => self.site(Place::HEdge, x / 2, y / 2 + 1),
            _ => self.site(Place::Vertex, x / 2 + 1, y / 2 + 1),
        };
        down.flat_map(|y| across.clone().map(move |x| middle(x, y))).collect()
    }

    fn outer_edges(&self) -> Vec<Site> {
        let rows = |row: u16| self.in_rows(Place::HEdge, 0..self.cols, row..row + 1);
        let columns = |col: u16| self.in_rows(Place::VEdge, col..col + 1, 0..self.rows);
        [rows(0), rows(self.rows), columns(0), columns(self.cols)].concat()
    }

    /// Clue cells: those above and below the grid, and those at its left and right.
    fn rim(&self, board: Board) -> Vec<Site> {
        let OutsideClues { left, top, right, bottom } = self.outside;
        let cols = || left..left + self.cols;
        let rows = || top..top + self.rows;
        let above = (0..top).rev().flat_map(|row| cols().map(move |col| Site::cell(col, row)));
        let below = (board.rows.saturating_sub(bottom)..board.rows)
            .flat_map(|row| cols().map(move |col| Site::cell(col, row)));
        let at_left = (0..left).rev().flat_map(|col| rows().map(move |row| Site::cell(col, row)));
        let at_right = (board.cols.saturating_sub(right)..board.cols)
            .flat_map(|col| rows().map(move |row| Site::cell(col, row)));
        above.chain(below).chain(at_left).chain(at_right).collect()
    }

    fn rim_lines(&self, board: Board) -> Vec<Site> {
        let OutsideClues { left, top, right, bottom } = self.outside;
        let column = |col: u16| {
            let below = board.rows.saturating_sub(bottom)..board.rows;
            below.chain((0..top).rev()).map(move |row| Site::cell(left + col, row))
        };
        let row = |row: u16| {
            let behind = board.cols.saturating_sub(right)..board.cols;
            behind.chain((0..left).rev()).map(move |col| Site::cell(col, top + row))
        };
        (0..self.cols).flat_map(column).chain((0..self.rows).flat_map(row)).collect()
    }

    /// Returns the kind of a place, as the marks of clues name it.
    pub(super) fn kind(&self, at: Site) -> &'static str {
        let (cols, rows) = (self.outside.left + self.cols, self.outside.top + self.rows);
        match at.place {
            Place::Cell if at.row < self.outside.top => "top",
            Place::Cell if at.row >= rows => "bottom",
            Place::Cell if at.col < self.outside.left => "left",
            Place::Cell if at.col >= cols => "right",
            place => place.functor(),
        }
    }

    /// Returns the places of clues in the margin. The sites leave room for the maximum number of clues in a
    /// line, and put them next to the grid.
    fn margin(&self, level: &Level) -> Vec<Site> {
        let most = Margin::most_clues;
        let columns = std::iter::repeat_n(most(self.rows), self.cols.into());
        let lengths = columns.chain(std::iter::repeat_n(most(self.cols), self.rows.into()));
        let padded = |(mut line, length): (Vec<Site>, u16)| {
            line.sort_by_key(|site| level.mark(*site).is_none());
            line.resize(length.into(), NOWHERE);
            line
        };
        self.margin_lines().zip(lengths).flat_map(padded).collect()
    }

    /// Returns the clue cells of each column and then of each row, from the grid outwards.
    pub(super) fn margin_lines(self) -> impl Iterator<Item = Vec<Site>> {
        let (left, top) = (self.outside.left, self.outside.top);
        let column =
            move |col: u16| (0..top).rev().map(|row| Site::cell(left + col, row)).collect();
        let row = move |row: u16| (0..left).rev().map(|col| Site::cell(col, top + row)).collect();
        (0..self.cols).map(column).chain((0..self.rows).map(row))
    }

    fn starts(&self, level: &Level) -> Vec<Site> {
        let is_open = |cell: Site| level.mark(cell).is_none();
        let above = (0..self.cols).filter(|col| is_open(self.cell(*col, 0)));
        let at_left = (0..self.rows).filter(|row| is_open(self.cell(0, *row)));
        let above = above.map(|col| self.site(Place::HEdge, col, 0));
        above.chain(at_left.map(|row| self.site(Place::VEdge, 0, row))).collect()
    }

    /// Returns the first cell of each room, row by row.
    fn first_cells(&self, level: &Level) -> Vec<Site> {
        let mut seen = BTreeSet::new();
        let mut cells = self.in_rows(Place::Cell, 0..self.cols, 0..self.rows);
        cells.retain(|cell| {
            let is_first = !seen.contains(cell);
            if is_first {
                seen.extend(self.room(level, *cell));
            }
            is_first
        });
        cells
    }

    /// Returns the cells of a cell's room, row by row.
    pub(super) fn room(&self, level: &Level, cell: Site) -> Vec<Site> {
        let (mut room, mut seen, mut next) = (vec![cell], BTreeSet::from([cell]), 0);
        while let Some(cell) = room.get(next).copied() {
            next += 1;
            let open = self.beyond(cell).filter(|(edge, _)| level.mark(*edge).is_none());
            room.extend(open.map(|(_, other)| other).filter(|other| seen.insert(*other)));
        }
        room.sort_by_key(|cell| (cell.row, cell.col));
        room
    }

    /// Returns the inner edges of a cell, and the cells behind them.
    fn beyond(self, cell: Site) -> impl Iterator<Item = (Site, Site)> {
        let Site { col, row, .. } = cell;
        let (left, top) = (self.outside.left, self.outside.top);
        let edge = |place: Place, col: u16, row: u16| Site { place, col, row };
        let west = (col > left).then(|| (edge(Place::VEdge, col, row), Site::cell(col - 1, row)));
        let north = (row > top).then(|| (edge(Place::HEdge, col, row), Site::cell(col, row - 1)));
        let is_last = |at: u16, first: u16, length: u16| at + 1 >= first + length;
        let east = (!is_last(col, left, self.cols))
            .then(|| (edge(Place::VEdge, col + 1, row), Site::cell(col + 1, row)));
        let south = (!is_last(row, top, self.rows))
            .then(|| (edge(Place::HEdge, col, row + 1), Site::cell(col, row + 1)));
        [west, north, east, south].into_iter().flatten()
    }
}
