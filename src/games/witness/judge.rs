//! The rules of a panel in plain Rust, by the definitions of the source.
//!
//! Source: Abutarab, "A Study of Orthogonality in The Witness", chapter 2.3. Written apart from
//! `encodings/witness.lp`; tests hold the two against each other. Knows panels.

use std::collections::BTreeSet;

use super::panel::{LINE, Panel, degrees, ends, is_connected, line_of, sides};
use super::piece::{Piece, Polyomino, Type};
use crate::games::Verdict;
use crate::level::{Level, Place, Play, Site};

pub fn judge(level: &Level, play: &Play) -> Verdict {
    let panel = Panel::of(level);
    if let Some((site, why)) = misplaced(&panel, play) {
        return Verdict::Illegal { why, sites: vec![site] };
    }
    let line = line_of(play);
    if let Some(why) = no_path(&panel, &line) {
        return Verdict::Unsolved { why, sites: Vec::new() };
    }
    let passed = degrees(&line);
    let missed: Vec<Site> = panel
        .dots
        .iter()
        .copied()
        .filter(|dot| !line.contains(dot) && !passed.contains_key(dot))
        .collect();
    if !missed.is_empty() {
        return Verdict::Unsolved { why: "the line misses a dot".to_owned(), sites: missed };
    }
    let unhappy = unsatisfied(&panel, &line);
    match unhappy.len() {
        0 => Verdict::Solved,
        1 => Verdict::Unsolved { why: "a symbol is not satisfied".to_owned(), sites: unhappy },
        n => Verdict::Unsolved { why: format!("{n} symbols are not satisfied"), sites: unhappy },
    }
}

/// A mark of a play that cannot lie where it does.
fn misplaced(panel: &Panel, play: &Play) -> Option<(Site, String)> {
    for (site, mark) in play.iter() {
        if mark.as_str() != LINE {
            return Some((site, format!("`{mark}` is no {LINE}")));
        }
        if ends(site).is_none() || !panel.board.contains(site) {
            return Some((site, format!("the line runs on grid lines, not on {}", site.spoken())));
        }
        if panel.gaps.contains(&site) {
            return Some((site, format!("the {} is broken", site.spoken())));
        }
    }
    let crossed = degrees(&line_of(play)).into_iter().find(|(_, degree)| *degree > 2)?;
    Some((crossed.0, format!("the line passes {} twice", crossed.0.spoken())))
}

/// Why the edges are no path from a start to an end.
fn no_path(panel: &Panel, line: &BTreeSet<Site>) -> Option<String> {
    let loose: Vec<Site> =
        degrees(line).into_iter().filter(|(_, degree)| *degree == 1).map(|(at, _)| at).collect();
    let [one, two] = loose.as_slice() else {
        let why = if line.is_empty() { "no line is drawn" } else { "the line is not in one piece" };
        return Some(why.to_owned());
    };
    let from_to =
        |from: &Site, to: &Site| panel.starts.contains(from) && panel.ends.contains_key(to);
    if !from_to(one, two) && !from_to(two, one) {
        return Some("the line does not run from a start to an end".to_owned());
    }
    // A path with a ring beside it has two loose ends as well.
    (!is_connected(line)).then(|| "the line is not in one piece".to_owned())
}

/// The symbols that a path leaves unsatisfied.
pub fn unsatisfied(panel: &Panel, line: &BTreeSet<Site>) -> Vec<Site> {
    let mut found = Vec::new();
    for region in panel.regions(line) {
        let pieces: Vec<(Site, Piece)> = region
            .iter()
            .filter_map(|cell| panel.pieces.get(cell).map(|piece| (*cell, *piece)))
            .collect();
        let tiled = is_tiled(&region, &pieces);
        for (cell, piece) in &pieces {
            if !is_satisfied(*piece, *cell, (&pieces, tiled), line) {
                found.push(*cell);
            }
        }
    }
    found.sort();
    found
}

fn is_satisfied(
    piece: Piece,
    cell: Site,
    (pieces, tiled): (&[(Site, Piece)], bool),
    line: &BTreeSet<Site>,
) -> bool {
    let Some((kind, colour)) = piece.kind() else { return true };
    let others = pieces.iter().filter_map(|(_, other)| other.kind());
    match piece {
        Piece::Square(_) => {
            others.into_iter().all(|(other, tint)| other != Type::Square || tint == colour)
        }
        Piece::Triangle(_, n) => {
            sides(cell).iter().filter(|side| line.contains(side)).count() == usize::from(n)
        }
        Piece::Poly { .. } => tiled,
        _ => piece.form().is_none_or(|form| {
            let related = others
                .filter(|(other, tint)| form.relates(*other == kind, *tint == colour))
                .count();
            form.comparison.holds(related, pieces.len())
        }),
    }
}

/// Whether the polyominoes of a region cover it, each cell once; true where there are none.
fn is_tiled(region: &[Site], pieces: &[(Site, Piece)]) -> bool {
    let shapes: Vec<Vec<Polyomino>> = pieces
        .iter()
        .filter_map(|(_, piece)| match piece {
            Piece::Poly { shape, free, .. } => Some(shape.orientations(*free)),
            _ => None,
        })
        .collect();
    let area: u32 = shapes.iter().flat_map(|ways| ways.first()).map(|shape| shape.area()).sum();
    if shapes.is_empty() {
        return true;
    }
    area as usize == region.len() && tiles(&mut region.iter().copied().collect(), &shapes)
}

/// Whether the shapes cover what is left: the first free cell is covered by one of them.
fn tiles(left: &mut BTreeSet<Site>, shapes: &[Vec<Polyomino>]) -> bool {
    let Some(first) = left.first().copied() else { return shapes.is_empty() };
    for (n, ways) in shapes.iter().enumerate() {
        for way in ways {
            // In the order of cells the first is the topmost of the leftmost column.
            let Some(anchor) = way.cells().min() else { continue };
            let Some(covered) = laid(*way, anchor, first) else { continue };
            if !covered.iter().all(|cell| left.contains(cell)) {
                continue;
            }
            let mut rest: BTreeSet<Site> = left.difference(&covered).copied().collect();
            let mut others = shapes.to_vec();
            others.remove(n);
            if tiles(&mut rest, &others) {
                return true;
            }
        }
    }
    false
}

/// The cells that a shape covers when its square `anchor` lies on `at`.
fn laid(shape: Polyomino, anchor: (u8, u8), at: Site) -> Option<BTreeSet<Site>> {
    shape
        .cells()
        .map(|(x, y)| {
            let col = (at.col + u16::from(x)).checked_sub(u16::from(anchor.0))?;
            let row = (at.row + u16::from(y)).checked_sub(u16::from(anchor.1))?;
            Some(Site { place: Place::Cell, col, row })
        })
        .collect()
}
