//! Positions of the sites of a board: cells, clue cells of its rim, edges, corners and the tray.

use super::style::Course;
use foolproof_game::OutsideClues;
use foolproof_level::{Board, Place, Site};
use foolproof_picture::{Layout, Point, Rect};

/// Space around the board, and between board and tray, in cells.
const MARGIN: f32 = 0.35;
const TRAY_GAP: f32 = 0.4;
const TRAY_STEP: f32 = 1.08;
/// Sizes of the areas that a pointer can hit if edges or corners are places: a cell without the lines around
/// it, an edge, a corner.
const CELL: f32 = 0.66;
const EDGE: f32 = 0.34;

/// The other layers of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LookLayers {
    pub under: bool,
    pub over: bool,
}

/// The places of the board that can hold marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LookPlaces {
    pub cells: bool,
    pub layers: LookLayers,
    pub edges: bool,
    pub corners: bool,
}

impl Default for LookPlaces {
    fn default() -> Self {
        Self { cells: true, layers: LookLayers::default(), edges: false, corners: false }
    }
}

/// The ground under the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoardGround {
    pub board: Board,
    pub places: LookPlaces,
    /// Rows of clue cells outside the grid.
    pub rim: OutsideClues,
    /// The direction of lines on edges.
    pub course: Course,
    /// The player draws lines. Along the grid its corners are dots, and it has no frame.
    pub drawn: bool,
}

impl BoardGround {
    /// Returns all sites: cells with the clue cells, edges and corners of the grid, slots of the tray.
    pub(crate) fn sites(&self) -> Vec<Site> {
        let Board { cols, rows, .. } = self.board;
        let mut sites = Vec::new();
        // A pointer selects the last site under it: the usual layer of a cell.
        let places =
            [Place::Under, Place::Over, Place::Cell, Place::HEdge, Place::VEdge, Place::Vertex];
        for place in places {
            let all = (0..=rows).flat_map(|row| (0..=cols).map(move |col| (col, row)));
            let all = all.map(|(col, row)| Site { place, col, row });
            sites.extend(all.filter(|site| self.contains(*site)));
        }
        sites.extend(self.board.tray_slots());
        sites
    }

    /// True if it is a site of this ground. This excludes the corner of two rims, and edges and corners between
    /// clue cells only.
    pub(crate) fn contains(&self, site: Site) -> bool {
        let ((left, top), (right, bottom)) = (self.first(), self.end());
        let inside = self.board.contains(site);
        let (beyond_col, beyond_row) = match site.place {
            Place::HEdge => (right, bottom + 1),
            Place::VEdge => (right + 1, bottom),
            _ => (right + 1, bottom + 1),
        };
        let on_grid =
            (left..beyond_col).contains(&site.col) && (top..beyond_row).contains(&site.row);
        match site.place {
            Place::Cell if !self.is_in_cols(site) && !self.is_in_rows(site) => false,
            Place::Cell => inside && (self.places.cells || self.is_rim(site)),
            Place::Under => inside && self.places.layers.under && !self.is_off_grid(site),
            Place::Over => inside && self.places.layers.over && !self.is_off_grid(site),
            Place::HEdge | Place::VEdge => inside && self.places.edges && on_grid,
            Place::Vertex => inside && self.places.corners && on_grid,
            Place::Tray => inside,
            Place::Step | Place::Constraint => false,
        }
    }

    /// True for a clue cell.
    pub(crate) fn is_rim(&self, site: Site) -> bool {
        site.place == Place::Cell && self.is_in_cols(site) != self.is_in_rows(site)
    }

    /// True for a clue cell of a column.
    pub(super) fn is_above_or_below(&self, site: Site) -> bool {
        self.is_rim(site) && self.is_in_cols(site)
    }

    fn is_in_cols(&self, site: Site) -> bool {
        (self.first().0..self.end().0).contains(&site.col)
    }

    fn is_in_rows(&self, site: Site) -> bool {
        (self.first().1..self.end().1).contains(&site.row)
    }

    /// True for a cell outside the grid: a clue cell, or the corner of two rims.
    pub(crate) fn is_beside(&self, site: Site) -> bool {
        site.place == Place::Cell && self.is_off_grid(site)
    }

    fn is_off_grid(&self, site: Site) -> bool {
        !(self.is_in_cols(site) && self.is_in_rows(site))
    }

    /// Returns the row of the rim that contains a clue cell, from the grid outwards; the first is 1.
    pub(crate) fn rim_row(&self, site: Site) -> Option<u16> {
        let ((left, top), (right, bottom)) = (self.first(), self.end());
        let before = |at: u16, first: u16| first.checked_sub(at).filter(|row| *row > 0);
        let behind = |at: u16, end: u16| at.checked_sub(end).map(|row| row + 1);
        let row = before(site.col, left)
            .or_else(|| behind(site.col, right))
            .or_else(|| before(site.row, top))
            .or_else(|| behind(site.row, bottom));
        row.filter(|_| self.is_rim(site))
    }

    /// Returns the first column and row of the grid itself.
    pub(super) fn first(&self) -> (u16, u16) {
        (self.rim.left, self.rim.top)
    }

    /// Returns the column and row after the last ones of the grid itself.
    pub(super) fn end(&self) -> (u16, u16) {
        (self.rim.inner_cols(self.board).end, self.rim.inner_rows(self.board).end)
    }

    /// Returns the grid itself, without its rim.
    pub(super) fn grid(&self) -> Rect {
        let at =
            |(col, row): (u16, u16)| Point::new(f32::from(col) + MARGIN, f32::from(row) + MARGIN);
        Rect { min: at(self.first()), max: at(self.end()) }
    }

    /// Returns the place nearest to a point where a pen can be: a cell if lines run across edges, else a corner.
    pub(crate) fn reached(&self, at: Point) -> Option<Site> {
        let ((left, top), (right, bottom)) = (self.first(), self.end());
        let across = self.course == Course::Across;
        let (x, y) = (at.x - MARGIN, at.y - MARGIN);
        let (col, row) = if across { (x.floor(), y.floor()) } else { (x.round(), y.round()) };
        let beyond = if across { 0 } else { 1 };
        let within = |at: f32, from: u16, end: u16| {
            let inside = at >= f32::from(from) && at < f32::from(end + beyond);
            // A side of a board is small, so the cast loses nothing.
            inside.then_some(at as u16)
        };
        let (col, row) = (within(col, left, right)?, within(row, top, bottom)?);
        let place = if across { Place::Cell } else { Place::Vertex };
        Some(Site { place, col, row })
    }

    /// Returns the position of a grid corner.
    pub(super) fn corner(col: u16, row: u16) -> Point {
        Point::new(f32::from(col) + MARGIN, f32::from(row) + MARGIN)
    }

    /// Returns the middle of a site.
    pub(crate) fn centre(&self, site: Site) -> Point {
        let Point { x, y } = Self::corner(site.col, site.row);
        match site.place {
            Place::Cell | Place::Under | Place::Over => Point::new(x + 0.5, y + 0.5),
            Place::HEdge => Point::new(x + 0.5, y),
            Place::VEdge => Point::new(x, y + 0.5),
            Place::Vertex | Place::Step | Place::Constraint => Point::new(x, y),
            Place::Tray => {
                let (row, col) = (site.col / self.slots_in_row(), site.col % self.slots_in_row());
                let top = MARGIN + f32::from(self.board.rows) + TRAY_GAP;
                let step = |number: u16| 0.5 + f32::from(number) * TRAY_STEP;
                Point::new(MARGIN + step(col), top + step(row))
            }
        }
    }

    /// Returns the square of a cell or a slot, or the one around the middle of an edge or a corner.
    pub(super) fn square(&self, site: Site) -> Rect {
        Rect::square(self.centre(site), 1.0)
    }

    /// Returns the number of tray slots in a row: as many as fit under the board, but at least six.
    fn slots_in_row(&self) -> u16 {
        self.board.cols.max(6)
    }
}

/// Returns the square of an edge given as an oblong place, and the kind of edge; anything else is unchanged.
pub(crate) fn edge_in(into: Rect, place: Place) -> (Rect, Place) {
    let (wide, high) = (into.width(), into.height());
    if !matches!(place, Place::HEdge | Place::VEdge) || (wide - high).abs() < 0.01 * wide {
        return (into, place);
    }
    let place = if high > wide { Place::VEdge } else { Place::HEdge };
    (Rect::square(into.centre(), wide.max(high) / CELL), place)
}

/// Returns the positions of the sites of a ground. If edges and corners are places, they lie over smaller
/// cells.
pub(crate) fn layout(ground: &BoardGround) -> Layout {
    let board = ground.board;
    let lines = ground.places.edges || ground.places.corners;
    let sites = ground.sites().into_iter().map(|site| {
        let (w, h) = match site.place {
            Place::Cell | Place::Under | Place::Over if lines && !ground.is_rim(site) => {
                (CELL, CELL)
            }
            Place::HEdge => (CELL, EDGE),
            Place::VEdge => (EDGE, CELL),
            Place::Vertex => (EDGE, EDGE),
            Place::Cell | Place::Under | Place::Over => (1.0, 1.0),
            Place::Tray | Place::Step | Place::Constraint => (1.0, 1.0),
        };
        let Point { x, y } = ground.centre(site);
        let rect = Rect {
            min: Point::new(x - w / 2.0, y - h / 2.0),
            max: Point::new(x + w / 2.0, y + h / 2.0),
        };
        (site, rect)
    });
    let in_row = board.tray.min(ground.slots_in_row());
    let tray_width = 1.0 + f32::from(in_row.saturating_sub(1)) * TRAY_STEP;
    let tray_height = match board.tray.div_ceil(ground.slots_in_row()) {
        0 => 0.0,
        rows => TRAY_GAP + 1.0 + f32::from(rows - 1) * TRAY_STEP,
    };
    let tray_width = if board.tray == 0 { 0.0 } else { tray_width };
    Layout {
        width: f32::from(board.cols).max(tray_width) + 2.0 * MARGIN,
        height: f32::from(board.rows) + tray_height + 2.0 * MARGIN,
        sites: sites.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(places: LookPlaces, rim: OutsideClues, tray: u16) -> BoardGround {
        BoardGround {
            board: Board { cols: 4, rows: 3, tray },
            places,
            rim,
            course: Course::Along,
            drawn: true,
        }
    }

    const ALL: LookPlaces = LookPlaces {
        cells: true,
        layers: LookLayers { under: false, over: false },
        edges: true,
        corners: true,
    };

    #[test]
    fn every_place_has_its_sites_and_lies_on_the_picture() {
        let plain = ground(LookPlaces::default(), OutsideClues::NONE, 0);
        assert_eq!(plain.sites().len(), 12);
        let all = ground(ALL, OutsideClues::NONE, 9);
        assert_eq!(all.sites().len(), 12 + 4 * 4 + 5 * 3 + 20 + 9);
        for ground in
            [plain, all, ground(ALL, OutsideClues { top: 1, left: 1, ..OutsideClues::NONE }, 2)]
        {
            let Layout { width, height, sites } = layout(&ground);
            for (site, rect) in &sites {
                let inside = rect.min.x >= 0.0 && rect.min.y >= 0.0;
                assert!(inside && rect.max.x <= width && rect.max.y <= height, "{site}");
            }
            let layout = layout(&ground);
            for (site, rect) in sites {
                assert_eq!(layout.site_at(rect.centre()), Some(site));
            }
        }
    }

    #[test]
    fn a_rim_holds_clue_cells_alone() {
        let both = ground(ALL, OutsideClues { top: 1, left: 1, ..OutsideClues::NONE }, 0);
        assert!(!both.contains(Site::cell(0, 0)) && both.contains(Site::cell(1, 1)));
        assert!(both.is_rim(Site::cell(0, 2)) && both.is_rim(Site::cell(3, 0)));
        assert!(!both.is_rim(Site::cell(1, 1)) && !both.is_rim(Site::cell(0, 0)));
        let edge = |place, col, row| Site { place, col, row };
        assert!(
            !both.contains(edge(Place::HEdge, 1, 0)) && both.contains(edge(Place::HEdge, 1, 1))
        );
        assert!(
            !both.contains(edge(Place::VEdge, 0, 1)) && both.contains(edge(Place::VEdge, 1, 1))
        );
        assert!(!both.contains(edge(Place::Vertex, 0, 0)));
        let all = OutsideClues { left: 1, top: 1, right: 1, bottom: 1 };
        let all = ground(ALL, all, 0);
        let (cells, rest): (Vec<_>, Vec<_>) =
            all.sites().into_iter().partition(|site| site.place == Place::Cell);
        // Two cells in a row, with one at each of their sides, and no corner of the board.
        assert_eq!(cells.len(), 2 + 6);
        assert_eq!(cells.iter().filter(|site| all.is_rim(**site)).count(), 6);
        assert_eq!(rest.len(), 7 + 6, "{rest:?}");
        // Clue cells exist even if cells hold nothing else.
        let lines = LookPlaces { cells: false, ..ALL };
        let rim = ground(lines, OutsideClues { top: 1, ..OutsideClues::NONE }, 0);
        assert!(rim.contains(Site::cell(0, 0)) && !rim.contains(Site::cell(0, 1)));
    }

    #[test]
    fn clue_cells_lie_in_rows_from_the_board_outwards() {
        let rim = OutsideClues { left: 2, top: 0, right: 1, bottom: 1 };
        // The grid itself has one column and two rows.
        let ground = ground(LookPlaces::default(), rim, 0);
        let rows = |row: u16| -> Vec<Option<u16>> {
            (0..4).map(|col| ground.rim_row(Site::cell(col, row))).collect()
        };
        assert_eq!(rows(0), [Some(2), Some(1), None, Some(1)]);
        assert_eq!(rows(1), rows(0));
        // The corner of two rims is empty.
        assert_eq!(rows(2), [None, None, Some(1), None]);
        assert_eq!(ground.sites().len(), 2 + 2 * 3 + 1);
    }
}
