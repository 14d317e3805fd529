//! The rules of a panel in plain Rust, by the definitions of the source.
//!
//! Source: Abutarab, "A Study of Orthogonality in The Witness", chapter 2.3. Written apart from
//! `encodings/witness.lp`; tests hold the two against each other. Knows panels.

use std::collections::{BTreeMap, BTreeSet};

use super::panel::{LINE, Panel, connected_to, degrees, ends, is_connected, line_of, sides};
use super::piece::{PanelSymbol, Polyomino, Type};
use super::twin::PanelSymmetry;
use crate::games::Verdict;
use crate::level::{Level, Play, Site};

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
    let unhappy = match unsatisfied(&panel, &line) {
        Ok(unhappy) => unhappy,
        Err(sites) => {
            let why = "there are too many different polyominoes in a region to tell in time \
                       whether they fill it";
            return Verdict::Undecided { why: why.to_owned(), sites };
        }
    };
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
            return Some((site, format!("`{mark}` is not a {LINE}")));
        }
        if ends(site).is_none() || !panel.board.contains(site) {
            return Some((
                site,
                format!("the line must stay on grid lines, not on {}", site.name()),
            ));
        }
        if panel.gaps.contains(&site) {
            return Some((site, format!("{} is broken", site.name())));
        }
    }
    let crossed = degrees(&line_of(play)).into_iter().find(|(_, degree)| *degree > 2)?;
    Some((crossed.0, format!("the line passes {} twice", crossed.0.name())))
}

/// Why the edges are no path from a start to an end.
fn no_path(panel: &Panel, line: &BTreeSet<Site>) -> Option<String> {
    match panel.symmetry {
        Some(symmetry) => no_twins(panel, symmetry, line),
        None => no_single_path(panel, line),
    }
}

/// Why the edges are no two paths that never meet, each the other's image.
fn no_twins(panel: &Panel, symmetry: PanelSymmetry, line: &BTreeSet<Site>) -> Option<String> {
    if panel.at_odds {
        return Some("the starts ask for lines of different symmetries".to_owned());
    }
    let image = |edge: &Site| symmetry.site(panel.board, *edge);
    if line.iter().any(|edge| !line.contains(&image(edge))) {
        return Some("the two lines are not each other's image".to_owned());
    }
    let Some(first) = line.first() else { return Some("no line is drawn".to_owned()) };
    let one = connected_to(*first, line);
    let other: BTreeSet<Site> = one.iter().map(image).collect();
    let (met, by_other) = (degrees(&one), degrees(&other));
    if met.keys().any(|vertex| by_other.contains_key(vertex)) {
        return Some("the two lines meet".to_owned());
    }
    if one.len() + other.len() != line.len() {
        return Some("there are more than two lines".to_owned());
    }
    no_single_path(panel, &one)
}

fn no_single_path(panel: &Panel, line: &BTreeSet<Site>) -> Option<String> {
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

/// The symbols that a path leaves unsatisfied; the polyominoes of a region of which it is not known
/// in the end whether they cover it.
pub fn unsatisfied(panel: &Panel, line: &BTreeSet<Site>) -> Result<Vec<Site>, Vec<Site>> {
    let (mut found, mut untold) = (Vec::new(), Vec::new());
    let mut patience = PATIENCE;
    for region in panel.regions(line) {
        let pieces: Vec<(Site, PanelSymbol)> = region
            .iter()
            .filter_map(|cell| panel.pieces.get(cell).map(|piece| (*cell, *piece)))
            .collect();
        let tiled = is_tiled(&region, &pieces, &mut patience);
        for (cell, piece) in &pieces {
            match piece {
                PanelSymbol::Poly { .. } if tiled.is_none() => untold.push(*cell),
                _ if !is_satisfied(*piece, *cell, (&pieces, tiled == Some(true)), line) => {
                    found.push(*cell);
                }
                _ => {}
            }
        }
    }
    found.sort();
    // One symbol that is not satisfied is enough to know.
    if found.is_empty() && !untold.is_empty() { Err(untold) } else { Ok(found) }
}

fn is_satisfied(
    piece: PanelSymbol,
    cell: Site,
    (pieces, tiled): (&[(Site, PanelSymbol)], bool),
    line: &BTreeSet<Site>,
) -> bool {
    let Some((kind, colour)) = piece.kind() else { return true };
    let others = pieces.iter().filter_map(|(_, other)| other.kind());
    match piece {
        PanelSymbol::Square(_) => {
            others.into_iter().all(|(other, tint)| other != Type::Square || tint == colour)
        }
        PanelSymbol::Triangle(_, n) => {
            sides(cell).iter().filter(|side| line.contains(side)).count() == usize::from(n)
        }
        PanelSymbol::Poly { .. } => tiled,
        _ => piece.form().is_none_or(|form| {
            let related = others
                .filter(|(other, tint)| form.relates(*other == kind, *tint == colour))
                .count();
            form.comparison.holds(related, pieces.len())
        }),
    }
}

/// Steps in which a judgement tries to cover regions. The hardest panels that people make take a few
/// thousand; beyond that they are made of very many different shapes of scattered squares.
const PATIENCE: u32 = 30_000;

/// Whether the polyominoes of a region cover it, each cell once; true where there are none. `None`
/// where that takes too many steps.
fn is_tiled(region: &[Site], pieces: &[(Site, PanelSymbol)], patience: &mut u32) -> Option<bool> {
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

/// The cells, as bits by their places in a region, that a shape covers when its first square lies on
/// one of them; `None` outside of it.
fn laid(shape: Polyomino, at: Site, region: &[Site]) -> Option<u128> {
    let (x0, y0) = shape.cells().next()?;
    let cell = |(x, y): (u8, u8)| {
        let col = (at.col + u16::from(x)).checked_sub(u16::from(x0))?;
        let row = (at.row + u16::from(y)).checked_sub(u16::from(y0))?;
        region.binary_search(&Site::cell(col, row)).ok().map(|place| 1u128 << place)
    };
    shape.cells().map(cell).sum()
}

/// An exact cover in the making: each cell by one polyomino, each polyomino on cells of its own.
struct Cover<'a> {
    /// Where each kind may lie.
    ways: Vec<Vec<u128>>,
    /// How many of each kind are not laid yet.
    left: Vec<usize>,
    /// Free cells and polyominoes left that go together in no way.
    hopeless: BTreeSet<(u128, Vec<usize>)>,
    patience: &'a mut u32,
}

impl Cover<'_> {
    /// Whether the rest can be covered; `None` where patience ends before that is known.
    fn go(&mut self, free: u128) -> Option<bool> {
        if free == 0 {
            return Some(true);
        }
        let here = (free, self.left.clone());
        if self.hopeless.contains(&here) {
            return Some(false);
        }
        *self.patience = self.patience.checked_sub(1)?;
        for (kind, cells) in self.fewest(free) {
            self.left[kind] -= 1;
            let covered = self.go(free & !cells);
            self.left[kind] += 1;
            if covered != Some(false) {
                return covered;
            }
        }
        self.hopeless.insert(here);
        Some(false)
    }

    /// All that can lie on the free cell on which the least can, or all places of the kind that has
    /// the fewest, if those are fewer.
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
