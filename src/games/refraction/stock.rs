//! What a generation may put on open sites: a small, varied choice that a designer narrows or widens.
//!
//! The level's own powers and pieces come first; where it has none, the usual ones. Splitters and
//! combiners are few by default, because each multiplies the powers that can occur. Knows the
//! pieces.

use std::collections::BTreeSet;

use super::piece::{Kind, Piece, Ports, Power, Side};
use crate::games::StockItem;
use crate::level::{Level, Mark, Place};

/// Powers of open targets, where the level has none of its own.
const USUAL_TARGETS: [(i64, i64); 5] = [(1, 1), (1, 2), (1, 3), (1, 4), (3, 4)];

/// Groups of movable pieces: name, kind, ports on the many side, how many by default.
const GROUPS: [(&str, Kind, usize, u32); 5] = [
    ("benders", Kind::Bender, 1, 6),
    ("splitters by two", Kind::Splitter, 2, 3),
    ("splitters by three", Kind::Splitter, 3, 1),
    ("combiners of two", Kind::Combiner, 2, 2),
    ("combiners of three", Kind::Combiner, 3, 0),
];

/// Ports on the side of a piece that has several.
fn many(piece: Piece) -> usize {
    piece.inputs().len().max(piece.outputs().len())
}

pub fn stock(level: &Level) -> Vec<StockItem> {
    let own: Vec<Piece> = level.marks().filter_map(|(_, mark)| Piece::read(mark).ok()).collect();
    let is_source = |piece: &Piece| matches!(piece, Piece::Source { .. });
    let is_target = |piece: &Piece| matches!(piece, Piece::Target { .. });
    let is_blocker = |piece: &Piece| matches!(piece, Piece::Blocker);
    let powers = |test: &dyn Fn(&Piece) -> bool, usual: &[(i64, i64)]| -> BTreeSet<Power> {
        let own: BTreeSet<Power> =
            own.iter().filter(|piece| test(piece)).filter_map(|piece| piece.power()).collect();
        if own.is_empty() {
            return usual.iter().map(|(top, bottom)| Power::new(*top, *bottom)).collect();
        }
        own
    };
    let count = |test: &dyn Fn(&Piece) -> bool| {
        u32::try_from(own.iter().filter(|piece| test(piece)).count()).unwrap_or(u32::MAX)
    };
    // The level's own marks count for their group, even those that would not be chosen anew.
    let item = |group: &str, place, fresh: Vec<Piece>, test: &dyn Fn(&Piece) -> bool, most| {
        let all = fresh.into_iter().chain(own.iter().copied().filter(|piece| test(piece)));
        let marks: BTreeSet<Mark> = all.map(Piece::mark).collect();
        StockItem {
            group: group.to_owned(),
            place,
            marks: marks.into_iter().collect(),
            least: 0,
            most: count(test).max(most),
        }
    };
    let sources = powers(&is_source, &[(1, 1)]);
    let sources =
        sources.into_iter().flat_map(|power| Side::ALL.map(|out| Piece::Source { out, power }));
    let targets = powers(&is_target, &USUAL_TARGETS);
    let targets = targets
        .into_iter()
        .flat_map(|power| Side::ALL.map(|side| Piece::Target { ins: Ports::one(side), power }));
    let mut stock = vec![
        item("sources", Place::Cell, sources.collect(), &is_source, 2),
        item("targets", Place::Cell, targets.collect(), &is_target, 2),
        item("blockers", Place::Cell, vec![Piece::Blocker], &is_blocker, 8),
    ];
    for item in stock.iter_mut().take(2) {
        item.least = 1;
    }
    for (group, kind, ports, most) in GROUPS {
        let belongs = move |piece: &Piece| piece.kind() == Some(kind) && many(*piece) == ports;
        let fresh = Piece::all_movable().into_iter().filter(belongs).collect();
        stock.push(item(group, Place::Tray, fresh, &belongs, most));
    }
    stock
}
