//! A level as a panel: its lines, symbols and the path of a play.
//!
//! The path runs on grid lines between vertices. Without a painted start it begins at the bottom left,
//! without an end it ends at the top right.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::piece::{PanelSymbol, Side};
use crate::reading::PanelReading;
use crate::twin::{PanelSymmetry, Strand};
use foolproof_game::TurnError;
use foolproof_level::{Board, Level, Mark, Place, Play, Site};

/// The mark of an edge that the path runs along.
pub(crate) const LINE: &str = "line";

pub(crate) fn vertex(col: u16, row: u16) -> Site {
    Site { place: Place::Vertex, col, row }
}

/// The two ends of an edge; `None` for other sites.
pub(crate) fn ends(edge: Site) -> Option<[Site; 2]> {
    let Site { place, col, row } = edge;
    match place {
        Place::HEdge => Some([vertex(col, row), vertex(col + 1, row)]),
        Place::VEdge => Some([vertex(col, row), vertex(col, row + 1)]),
        _ => None,
    }
}

/// The corner, edge or cell at a place of the lattice of all of them, of (2w+1) x (2h+1).
pub(crate) fn lattice_site(x: usize, y: usize) -> Site {
    let place = match (x % 2, y % 2) {
        (0, 0) => Place::Vertex,
        (1, 0) => Place::HEdge,
        (0, _) => Place::VEdge,
        _ => Place::Cell,
    };
    // A panel is at most 21 places wide.
    let at = |place: usize| u16::try_from(place / 2).unwrap_or(u16::MAX);
    Site { place, col: at(x), row: at(y) }
}

/// The four edges of a cell: above, left, below, right.
pub(crate) fn sides(cell: Site) -> [Site; 4] {
    let Site { col, row, .. } = cell;
    [
        Site { place: Place::HEdge, col, row },
        Site { place: Place::VEdge, col, row },
        Site { place: Place::HEdge, col, row: row + 1 },
        Site { place: Place::VEdge, col: col + 1, row },
    ]
}

/// Every edge, horizontal ones first.
pub(crate) fn edges(board: &Board) -> Vec<Site> {
    let Board { cols, rows, .. } = *board;
    let flat = (0..=rows)
        .flat_map(move |row| (0..cols).map(move |col| Site { place: Place::HEdge, col, row }));
    let upright = (0..rows)
        .flat_map(move |row| (0..=cols).map(move |col| Site { place: Place::VEdge, col, row }));
    flat.chain(upright).collect()
}

pub(crate) fn vertices(board: &Board) -> impl Iterator<Item = Site> + use<> {
    let Board { cols, rows, .. } = *board;
    (0..=rows).flat_map(move |row| (0..=cols).map(move |col| vertex(col, row)))
}

/// The symbols of a level by purpose.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    pub board: Board,
    /// The rules by which it is read.
    pub reading: PanelReading,
    /// Maps the line to the second one, if there are two.
    pub symmetry: Option<PanelSymmetry>,
    /// Starts require lines of different symmetries.
    pub(crate) at_odds: bool,
    pub starts: BTreeSet<Site>,
    /// The ends of lines, and the sides to which they stick out.
    pub ends: BTreeMap<Site, Option<Side>>,
    pub gaps: BTreeSet<Site>,
    /// Missing edges and corners.
    pub missing: BTreeSet<Site>,
    /// Edges and vertices that the path must pass.
    pub dots: BTreeSet<Site>,
    /// The dots among them that belong to one of two lines.
    pub(crate) strands: BTreeMap<Site, Strand>,
    /// Symbols on cells.
    pub pieces: BTreeMap<Site, PanelSymbol>,
}

/// The level with its start and end painted, if they are in their default corners because none are painted.
pub(crate) fn with_ends(level: &Level) -> Result<Level, TurnError> {
    let panel = Panel::of(level);
    let starts = panel.starts.iter().map(|site| (*site, PanelSymbol::Start));
    let ends = panel.ends.iter().map(|(site, side)| (*site, PanelSymbol::End(*side)));
    let mut after = level.clone();
    for (site, piece) in starts.chain(ends) {
        match (piece, level.mark(site).map(PanelSymbol::read)) {
            (PanelSymbol::Start, Some(Ok(there))) if there.is_start() => {}
            (PanelSymbol::End(_), Some(Ok(PanelSymbol::End(_)))) => {}
            (_, None) => after.paint(site, piece.mark()),
            _ => {
                return Err(TurnError::Occupied { piece: piece.spoken(), site });
            }
        }
    }
    Ok(after)
}

impl Panel {
    /// The panel of a level; marks that are not symbols are omitted.
    pub(crate) fn of(level: &Level) -> Self {
        let mut panel = Self {
            board: level.board,
            reading: PanelReading::of(level),
            symmetry: None,
            at_odds: false,
            starts: BTreeSet::new(),
            ends: BTreeMap::new(),
            gaps: BTreeSet::new(),
            missing: BTreeSet::new(),
            dots: BTreeSet::new(),
            strands: BTreeMap::new(),
            pieces: BTreeMap::new(),
        };
        for (site, mark) in level.marks() {
            match PanelSymbol::read(mark) {
                Ok(PanelSymbol::Start) => _ = panel.starts.insert(site),
                Ok(PanelSymbol::DottedStart) => {
                    panel.starts.insert(site);
                    panel.dots.insert(site);
                }
                Ok(PanelSymbol::TwinStart(symmetry)) => {
                    panel.starts.insert(site);
                    panel.at_odds |= *panel.symmetry.get_or_insert(symmetry) != symmetry;
                }
                Ok(PanelSymbol::End(side)) => _ = panel.ends.insert(site, side),
                Ok(PanelSymbol::Gap) => _ = panel.gaps.insert(site),
                Ok(PanelSymbol::Missing) => {
                    // No edge leads to a missing corner.
                    let here = |edge: &Site| {
                        *edge == site || ends(*edge).is_some_and(|ends| ends.contains(&site))
                    };
                    panel.gaps.extend(edges(&level.board).into_iter().filter(here));
                    panel.missing.insert(site);
                }
                Ok(PanelSymbol::Dot) => _ = panel.dots.insert(site),
                Ok(PanelSymbol::StrandDot(strand)) => {
                    panel.dots.insert(site);
                    panel.strands.insert(site, strand);
                }
                Ok(piece) => _ = panel.pieces.insert(site, piece),
                Err(_) => {}
            }
        }
        if panel.starts.is_empty() {
            panel.starts.insert(vertex(0, level.board.rows));
        }
        if panel.ends.is_empty() {
            panel.ends.insert(vertex(level.board.cols, 0), None);
        }
        if let Some(symmetry) = panel.symmetry {
            panel.mirror(symmetry);
        }
        panel
    }

    /// Adds the images of starts and ends for two lines.
    fn mirror(&mut self, symmetry: PanelSymmetry) {
        let board = self.board;
        let image = |site: &Site| symmetry.site(board, *site);
        let starts: Vec<Site> = self.starts.iter().map(image).collect();
        self.starts.extend(starts);
        let ends: Vec<(Site, Option<Side>)> = self
            .ends
            .iter()
            .map(|(end, side)| (image(end), side.map(|side| symmetry.side(side))))
            .collect();
        for (end, side) in ends {
            self.ends.entry(end).or_insert(side);
        }
    }

    /// The image of a corner or an edge in a panel of two lines.
    pub(crate) fn image(&self, site: Site) -> Option<Site> {
        self.symmetry.map(|symmetry| symmetry.site(self.board, site))
    }

    /// A corner where the line starts or ends and that another symbol has as well: one that is not
    /// `plain`, or an end on a start.
    pub(crate) fn crowded(
        &self,
        level: &Level,
        plain: &dyn Fn(PanelSymbol) -> bool,
    ) -> Option<Site> {
        let other = |site: Site| {
            let piece = level.mark(site).map(PanelSymbol::read);
            piece.is_some_and(|piece| !piece.is_ok_and(plain))
        };
        let both = |site: Site| self.starts.contains(&site) && self.ends.contains_key(&site);
        let mut sites = self.starts.iter().chain(self.ends.keys()).copied();
        sites.find(|site| both(*site) || other(*site))
    }

    /// The side on which an end sticks out of the panel; `None` inside it.
    pub(crate) fn end_side(&self, end: Site) -> Option<Side> {
        let x = match end.col {
            0 => Some(Side::West),
            col if col == self.board.cols => Some(Side::East),
            _ => None,
        };
        let y = match end.row {
            0 => Some(Side::North),
            row if row == self.board.rows => Some(Side::South),
            _ => None,
        };
        // By default, it goes up or down at a corner, as on most panels.
        let rim = y.or(x)?;
        Some(self.ends.get(&end).copied().flatten().unwrap_or(rim))
    }

    /// The play after a pen went from a vertex towards a vertex in line with it, or along an edge that begins
    /// there; as far as it can go.
    pub(crate) fn drawn(&self, play: &Play, at: Site, to: Site) -> Option<(Play, Site)> {
        let goal = match ends(to) {
            Some(ends) => ends.into_iter().find(|end| ends.contains(&at) && *end != at)?,
            None => to,
        };
        let straight = goal.col == at.col || goal.row == at.row;
        if goal.place != Place::Vertex || goal == at || !straight {
            return None;
        }
        let mark: Mark = LINE.parse().ok()?;
        let (mut play, mut pen) = (play.clone(), at);
        while pen != goal {
            let step = |from: u16, to: u16| match from.cmp(&to) {
                Ordering::Less => from + 1,
                Ordering::Equal => from,
                Ordering::Greater => from - 1,
            };
            let next = vertex(step(pen.col, goal.col), step(pen.row, goal.row));
            let edge = edge_between(pen, next);
            let other = self.image(edge);
            if play.0.remove(&edge).is_some() {
                other.map(|other| play.0.remove(&other));
            } else {
                let met = degrees(&line_of(&play)).contains_key(&next);
                let broken = |edge: &Site| self.gaps.contains(edge);
                let meets = self.image(next) == Some(next);
                let blocked = met || meets || broken(&edge) || other.is_some_and(|at| broken(&at));
                if blocked || !self.board.contains(edge) {
                    break;
                }
                play.0.insert(edge, mark.clone());
                other.map(|other| play.0.insert(other, mark.clone()));
            }
            pen = next;
        }
        (pen != at).then_some((play, pen))
    }

    /// The parts that the path divides the cells into, each in order.
    pub(crate) fn regions(&self, line: &BTreeSet<Site>) -> Vec<Vec<Site>> {
        let mut left: BTreeSet<Site> = self.board.cells().collect();
        let mut regions = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut region, mut open) = (vec![first], vec![first]);
            while let Some(cell) = open.pop() {
                for (side, next) in sides(cell).into_iter().zip(neighbours(cell)) {
                    let Some(next) = next.filter(|_| !line.contains(&side)) else { continue };
                    if left.remove(&next) {
                        region.push(next);
                        open.push(next);
                    }
                }
            }
            region.sort();
            regions.push(region);
        }
        regions
    }
}

/// The edge between two adjacent vertices.
fn edge_between(one: Site, two: Site) -> Site {
    let place = if one.row == two.row { Place::HEdge } else { Place::VEdge };
    Site { place, col: one.col.min(two.col), row: one.row.min(two.row) }
}

/// The cells above, left of, below and right of a cell; some may be off the board.
fn neighbours(cell: Site) -> [Option<Site>; 4] {
    let Site { col, row, .. } = cell;
    [
        row.checked_sub(1).map(|row| Site::cell(col, row)),
        col.checked_sub(1).map(|col| Site::cell(col, row)),
        Some(Site::cell(col, row + 1)),
        Some(Site::cell(col + 1, row)),
    ]
}

/// The edges of a play.
pub(crate) fn line_of(play: &Play) -> BTreeSet<Site> {
    play.iter().filter(|(_, mark)| mark.as_str() == LINE).map(|(site, _)| site).collect()
}

/// Counts the edges of a line that meet in each vertex.
pub(crate) fn degrees(line: &BTreeSet<Site>) -> BTreeMap<Site, u32> {
    let mut degrees = BTreeMap::new();
    for end in line.iter().filter_map(|edge| ends(*edge)).flatten() {
        *degrees.entry(end).or_insert(0) += 1;
    }
    degrees
}

/// Returns whether the edges are connected.
pub(crate) fn is_connected(line: &BTreeSet<Site>) -> bool {
    line.first().is_none_or(|first| connected_to(*first, line).len() == line.len())
}

/// The edges of a line that are connected to one of them.
pub(crate) fn connected_to(first: Site, line: &BTreeSet<Site>) -> BTreeSet<Site> {
    let mut found = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some(at) = open.pop() {
        let Some(corners) = ends(at) else { continue };
        let touches = |edge: &&Site| {
            ends(**edge).is_some_and(|ends| ends.iter().any(|end| corners.contains(end)))
        };
        let touching: Vec<Site> =
            line.iter().filter(touches).filter(|edge| !found.contains(edge)).copied().collect();
        found.extend(&touching);
        open.extend(touching);
    }
    found
}
