//! Positions of a level's marks in pixels, for editors of maps, and their names there.

use foolproof_level::{Level, Mark, Place, Site};

/// Side of a cell, in pixels.
pub(crate) const CELL: i32 = 32;
/// Thickness of objects on edges, in pixels.
const THICK: i32 = 8;

/// A mark as an object of a map editor.
pub(crate) struct PlacedObject<'a> {
    pub site: Site,
    pub mark: &'a Mark,
    /// Left, top, width and height in pixels; a corner has no size.
    pub rect: [i32; 4],
    /// It belongs to the intended solution.
    pub intended: bool,
}

/// Returns the height of a level's map in cells: the tray is below the board, one row apart.
pub(crate) fn rows(level: &Level) -> u16 {
    level.board.rows + if level.board.tray > 0 { 1 + tray_rows(level) } else { 0 }
}

fn tray_rows(level: &Level) -> u16 {
    level.board.tray.div_ceil(level.board.cols.max(1))
}

fn rect(level: &Level, site: Site) -> [i32; 4] {
    let (x, y) = (i32::from(site.col) * CELL, i32::from(site.row) * CELL);
    match site.place {
        Place::Under | Place::Cell | Place::Over => [x, y, CELL, CELL],
        Place::HEdge => [x, y - THICK / 2, CELL, THICK],
        Place::VEdge => [x - THICK / 2, y, THICK, CELL],
        Place::Vertex => [x, y, 0, 0],
        Place::Tray | Place::Step | Place::Constraint => {
            let cols = level.board.cols.max(1);
            let row = level.board.rows + 1 + site.col / cols;
            [i32::from(site.col % cols) * CELL, i32::from(row) * CELL, CELL, CELL]
        }
    }
}

/// Returns the marks of a level, followed by those of its intended solution.
pub(crate) fn objects(level: &Level) -> Vec<PlacedObject<'_>> {
    let object =
        |site, mark, intended| PlacedObject { site, mark, rect: rect(level, site), intended };
    let marks = level.marks().map(|(site, mark)| object(site, mark, false));
    let intended = level.intended.iter().flat_map(|play| play.iter());
    marks.chain(intended.map(|(site, mark)| object(site, mark, true))).collect()
}
