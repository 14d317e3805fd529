//! The marks that a generation may put on open cells: the level's own symbols, or a few of each type.
//!
//! Starts, ends, dots and gaps are the designer's to paint.

use std::collections::BTreeSet;

use crate::facts::belongs;
use crate::piece::{Colour, PanelSymbol, Polyomino};
use foolproof_game::{Extent, Group, Range, StockItem};
use foolproof_level::{Hold, Level, Mark, Place};

/// Squares of the usual polyominoes.
const SHAPES: [&[(u8, u8)]; 12] = [
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 2)],
    &[(1, 0), (1, 1), (1, 2), (0, 2)],
    &[(0, 0), (1, 0), (2, 0), (1, 1)],
    &[(1, 0), (2, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1), (2, 1)],
];

/// Up to this many cells, all symbols of the palette can be tried.
const MAX_CELLS: usize = 12;

/// The cells of a board with the usual numbers of symbols.
const USUAL_CELLS: u32 = 16;

/// Name of the group of symbols that do not affect others.
const PLAIN: &str = "symbols other than erasers and hollow polyominoes";

/// More marks than fit on any panel.
const ANY: u32 = 1_000;

/// The usual polyominoes, fixed.
pub(crate) fn shapes() -> impl Iterator<Item = Polyomino> {
    SHAPES.iter().filter_map(|cells| Polyomino::of(cells.iter().copied()))
}

/// Initial hollow polyominoes; others are made with their controls.
pub(crate) fn hollows() -> impl Iterator<Item = PanelSymbol> {
    let small = shapes().filter(|shape| shape.area() <= 2);
    small.map(|shape| PanelSymbol::Hollow { colour: Colour::BLUE, shape, free: false })
}

pub(crate) fn stock(level: &Level) -> Vec<StockItem> {
    let own: BTreeSet<PanelSymbol> = level
        .marks()
        .filter(|(site, _)| site.place == Place::Cell)
        .filter_map(|(_, mark)| PanelSymbol::read(mark).ok())
        .collect();
    let two = [Colour::BLACK, Colour::BLUE];
    let small = shapes().filter(|shape| shape.area() <= 3);
    let usual: [(&str, Vec<PanelSymbol>, u32); 4] = [
        ("squares", two.map(PanelSymbol::Square).to_vec(), 5),
        ("stars", two.map(PanelSymbol::Star).to_vec(), 4),
        ("triangles", (1..=3).map(|n| PanelSymbol::Triangle(Colour::ORANGE, n)).collect(), 2),
        (
            "polyominoes",
            small
                .map(|shape| PanelSymbol::Poly { colour: Colour::YELLOW, shape, free: false })
                .collect(),
            0,
        ),
    ];
    let belongs = |group: &str, piece: &PanelSymbol| match piece {
        PanelSymbol::Square(_) => group == "squares",
        PanelSymbol::Star(_) => group == "stars",
        PanelSymbol::Triangle(..) => group == "triangles",
        PanelSymbol::Poly { .. } => group == "polyominoes",
        PanelSymbol::Hollow { .. } => group == "hollow polyominoes",
        PanelSymbol::Eraser(_) => group == "erasers",
        PanelSymbol::Rule(..) => group == "rules of your own",
        _ => false,
    };
    let rest = ["rules of your own", "hollow polyominoes", "erasers"];
    let rest = rest.map(|group| (group, Vec::new(), 0));
    let mut items = Vec::new();
    for (group, fresh, most) in usual.into_iter().chain(rest) {
        let mine: Vec<PanelSymbol> =
            own.iter().copied().filter(|piece| belongs(group, piece)).collect();
        let placed = level
            .marks()
            .filter(|(_, mark)| PanelSymbol::read(mark).is_ok_and(|piece| mine.contains(&piece)))
            .count();
        let placed = u32::try_from(placed).unwrap_or(u32::MAX);
        // Hollow polyominoes make no sense without full ones.
        let balances = group == "polyominoes" && own.iter().any(is_hollow);
        let most = if balances { most.max(3) } else { grown(most, level) };
        // The level's own symbols show its theme; without any, the usual ones serve.
        let pieces = if mine.is_empty() { fresh } else { mine };
        let marks: Vec<Mark> = pieces.into_iter().filter_map(PanelSymbol::mark).collect();
        if marks.is_empty() {
            continue;
        }
        let most = placed.max(most);
        items.push(StockItem {
            group: group.to_owned(),
            place: Place::Cell,
            marks,
            least: 0,
            most,
        });
    }
    items
}

fn is_hollow(piece: &PanelSymbol) -> bool {
    matches!(piece, PanelSymbol::Hollow { .. })
}

/// This many symbols on a board of 4x4 cells, and more on a larger one.
fn grown(most: u32, level: &Level) -> u32 {
    let cells = u32::from(level.board.cols) * u32::from(level.board.rows);
    most.max((most * cells).div_ceil(USUAL_CELLS))
}

/// The marks of the palette, and the level's own, in any number, on every kind of site. Erasers and
/// hollow polyominoes are included only if the level has some, since they take far longer to search. If
/// all cells are locked, the range is complete: marks on the lines have no other settings. The wider range
/// adds erasers and hollow polyominoes.
pub(crate) fn range(level: &Level, palette: &[Group]) -> Range {
    let range = range_of(level, palette, false);
    let beyond = range_of(level, palette, true);
    let is_wider = beyond.extent == Extent::Palette && range != beyond;
    Range { beyond: is_wider.then(|| Box::new(beyond)), ..range }
}

/// Returns whether a symbol changes the demands of others.
fn meddles(mark: &Mark) -> bool {
    let piece = PanelSymbol::read(mark);
    matches!(piece, Ok(PanelSymbol::Eraser(_) | PanelSymbol::Hollow { .. }))
}

fn range_of(level: &Level, palette: &[Group], whole: bool) -> Range {
    let free = level.board.cells().filter(|cell| level.hold(*cell) != Hold::Locked).count();
    let own = level.marks().map(|(_, mark)| mark.clone());
    let whole = whole || level.marks().any(|(_, mark)| meddles(mark));
    let brushes = palette.iter().flat_map(|group| &group.brushes).map(|brush| brush.mark.clone());
    let brushes = brushes.filter(|mark| whole || !meddles(mark));
    let all: BTreeSet<Mark> = brushes.chain(own).collect();
    let item = |(group, place): (&str, Place)| {
        let stands =
            |mark: &&Mark| PanelSymbol::read(mark).is_ok_and(|piece| belongs(piece, place));
        let marks: Vec<Mark> = all.iter().filter(stands).cloned().collect();
        StockItem { group: group.to_owned(), place, marks, least: 0, most: ANY }
    };
    let (cells, extent) = match free {
        0 => (Vec::new(), Extent::Every),
        1..=MAX_CELLS if whole => (vec![item(("symbols", Place::Cell))], Extent::Palette),
        1..=MAX_CELLS => (vec![item((PLAIN, Place::Cell))], Extent::Some),
        // Too large a program: on cells only the usual symbols, in any number.
        _ => {
            let any = |usual| StockItem { least: 0, most: ANY, ..usual };
            (stock(level).into_iter().map(any).collect(), Extent::Some)
        }
    };
    let lines = [
        ("dots and gaps", Place::HEdge),
        ("upright dots and gaps", Place::VEdge),
        ("dots, starts and ends", Place::Vertex),
    ];
    let stock = cells.into_iter().chain(lines.map(item)).collect();
    Range::new(stock, extent)
}
