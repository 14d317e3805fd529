//! The marks that a generation may put on open cells: a small, varied choice that a designer narrows or
//! widens.
//!
//! The level's own powers and pieces come first; if it has none, the usual ones, and wanted ones that they
//! cannot make. Splitters and combiners are few by default, because each multiplies the powers that can
//! occur; fewer still if the level's own powers make many. Powers are unlimited, so the widest range holds
//! those that follow from the level's.

use std::collections::BTreeSet;

use num_traits::CheckedMul as _;

use crate::piece::{LARGEST, Piece, PieceKind, Ports, Power, Side};
use crate::{concepts, facts};
use foolproof_game::{Extent, Range, StockItem};
use foolproof_level::{Hold, Level, Mark, Place};

/// Powers of open targets, if the level has none of its own.
const USUAL_TARGETS: [(i64, i64); 5] = [(1, 1), (1, 2), (1, 3), (1, 4), (3, 4)];

/// Most powers in the table of a stock's levels: more make a program that is slow to search.
const MAX_POWERS: usize = 200;

/// Groups of movable pieces: name, kind, ports on the many side, default number.
const GROUPS: [(&str, PieceKind, usize, u32); 5] = [
    ("benders", PieceKind::Bender, 1, 6),
    ("splitters by two", PieceKind::Splitter, 2, 3),
    ("splitters by three", PieceKind::Splitter, 3, 1),
    ("combiners of two", PieceKind::Combiner, 2, 2),
    ("combiners of three", PieceKind::Combiner, 3, 0),
];

/// Ports on the side of a piece that has several.
fn many(piece: Piece) -> usize {
    piece.inputs().len().max(piece.outputs().len())
}

/// Powers that sources and targets may have.
struct Powers {
    sources: BTreeSet<Power>,
    targets: BTreeSet<Power>,
}

fn pieces(level: &Level) -> Vec<Piece> {
    level.marks().filter_map(|(_, mark)| Piece::read(mark).ok()).collect()
}

fn is_source(piece: &Piece) -> bool {
    matches!(piece, Piece::Source { .. })
}

fn is_target(piece: &Piece) -> bool {
    matches!(piece, Piece::Target { .. })
}

impl Powers {
    /// The powers of the level itself.
    fn own(level: &Level) -> Self {
        let pieces = pieces(level);
        let of = |test: fn(&Piece) -> bool| {
            pieces.iter().filter(|piece| test(piece)).filter_map(|piece| piece.power()).collect()
        };
        Self { sources: of(is_source), targets: of(is_target) }
    }

    /// The level's own powers; if it has none, the usual ones, and wanted ones that they cannot make.
    fn usual(level: &Level) -> Self {
        let (mut powers, wanted) = (Self::own(level), concepts::powers(&level.concept));
        if powers.sources.is_empty() {
            let made = |power: &Power| is_split_of_one(*power);
            let all = powers.targets.union(&wanted).copied();
            powers.sources = all.filter(|power| !made(power)).collect();
            powers.sources.insert(Power::from_integer(1));
        }
        if powers.targets.is_empty() {
            let usual = USUAL_TARGETS.iter().map(|(top, bottom)| Power::new(*top, *bottom));
            powers.targets = usual.chain(wanted).collect();
            // If light is combined and need not be split, it comes from two sources.
            if concepts::combines_alone(&level.concept) {
                powers.targets.insert(Power::from_integer(2));
            }
        }
        powers
    }

    /// All powers that follow from the level and its concept: a source may emit a wanted power, or two or
    /// three times as much; a target may want the power of a source.
    fn derived(level: &Level) -> Self {
        let (own, usual) = (Self::own(level), Self::usual(level));
        let wanted = concepts::powers(&level.concept);
        let named: BTreeSet<Power> = own.targets.union(&wanted).copied().collect();
        let times = |k: i64| {
            let whole = named.iter().filter_map(move |power| {
                power.checked_mul(&Power::from_integer(k)).filter(|power| *power.numer() <= LARGEST)
            });
            whole.collect::<Vec<_>>()
        };
        let sources = usual.sources.iter().chain(&own.sources).chain(&named).copied();
        let sources: BTreeSet<Power> = sources.chain(times(2)).chain(times(3)).collect();
        let targets = usual.targets.iter().chain(&own.sources).chain(&named).copied();
        Self { sources, targets: targets.collect() }
    }
}

/// Returns whether splitters and combiners can make the power from light of power 1.
fn is_split_of_one(power: Power) -> bool {
    let mut bottom = *power.denom();
    for k in [2, 3] {
        while bottom % k == 0 {
            bottom /= k;
        }
    }
    bottom == 1 && power <= Power::from_integer(1)
}

pub(crate) fn stock(level: &Level) -> Vec<StockItem> {
    fitted(level, of_powers(level, &Powers::usual(level), None))
}

/// The default choice with more powers, and as many pieces as there is room for. If only the tray is to be
/// filled, these are all pieces.
pub(crate) fn range(level: &Level) -> Range {
    let free = level.board.cells().any(|cell| level.hold(cell) != Hold::Locked);
    let cells = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
    let all = cells.max(u32::from(level.board.tray));
    let stock = of_powers(level, &Powers::derived(level), Some(all));
    let whole = |stock: Vec<StockItem>| match free {
        true => Range::new(stock, Extent::Some),
        false => Range::new(stock, Extent::Every),
    };
    let any = |stock: Vec<StockItem>| -> Vec<StockItem> {
        stock.into_iter().map(|item| StockItem { least: 0, ..item }).collect()
    };
    if facts::is_small(level, &stock, MAX_POWERS) {
        return whole(any(stock));
    }
    let stock = fitted(level, of_powers(level, &Powers::derived(level), None));
    Range::new(any(stock), Extent::Some)
}

/// The stock with fewer splitters and combiners, until its levels' powers can be listed. The level's own
/// content stays.
fn fitted(level: &Level, mut stock: Vec<StockItem>) -> Vec<StockItem> {
    let own = pieces(level);
    while !facts::is_small(level, &stock, MAX_POWERS) {
        let here = |item: &StockItem| {
            let held = own.iter().filter(|piece| item.marks.contains(&piece.mark())).count();
            u32::try_from(held).unwrap_or(u32::MAX)
        };
        let multiplies = |item: &&mut StockItem| {
            item.group.starts_with("splitters") || item.group.starts_with("combiners")
        };
        let most = stock.iter_mut().rev().filter(multiplies).filter(|item| item.most > here(item));
        match most.max_by_key(|item| item.most) {
            Some(item) => item.most -= 1,
            None => break,
        }
    }
    stock
}

/// Groups with these powers and numbers of marks; the usual numbers by default.
fn of_powers(level: &Level, powers: &Powers, most: Option<u32>) -> Vec<StockItem> {
    let own = pieces(level);
    let count = |test: &dyn Fn(&Piece) -> bool| {
        u32::try_from(own.iter().filter(|piece| test(piece)).count()).unwrap_or(u32::MAX)
    };
    // The level's own marks count for their group, even if they would not be chosen again.
    let item = |group: &str, place, fresh: Vec<Piece>, test: &dyn Fn(&Piece) -> bool, usual| {
        let all = fresh.into_iter().chain(own.iter().copied().filter(|piece| test(piece)));
        let marks: BTreeSet<Mark> = all.map(Piece::mark).collect();
        StockItem {
            group: group.to_owned(),
            place,
            marks: marks.into_iter().collect(),
            least: 0,
            most: count(test).max(most.unwrap_or(usual)),
        }
    };
    let sources = powers.sources.iter();
    let sources =
        sources.flat_map(|power| Side::ALL.map(|out| Piece::Source { out, power: *power }));
    let targets = powers.targets.iter().flat_map(|power| {
        Side::ALL.map(|side| Piece::Target { ins: Ports::one(side), power: *power })
    });
    let mut stock = vec![
        item("sources", Place::Cell, sources.collect(), &is_source, 2),
        item("targets", Place::Cell, targets.collect(), &is_target, 2),
        item("blockers", Place::Cell, vec![Piece::Blocker], &|p| *p == Piece::Blocker, 8),
    ];
    for item in stock.iter_mut().take(2) {
        item.least = 1;
    }
    for (group, kind, ports, usual) in GROUPS {
        let belongs = move |piece: &Piece| piece.kind() == Some(kind) && many(*piece) == ports;
        let fresh = Piece::all_movable().into_iter().filter(belongs).collect();
        stock.push(item(group, Place::Tray, fresh, &belongs, usual));
    }
    stock
}
