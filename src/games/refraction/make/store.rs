//! The part of a stock that is still available while a level is laid out.

use crate::piece::{Piece, PieceKind, Ports, Power, Side};
use foolproof_game::StockItem;
use foolproof_level::{Level, Place};

/// Marks of a kind, and the number in the level.
#[derive(Clone, Debug)]
struct StoreGroup {
    place: Place,
    /// Sorted.
    pieces: Vec<Piece>,
    least: u32,
    most: u32,
    held: u32,
}

/// The pieces that a draft may use. Pieces of the painted tray are available at once: the network takes them
/// first.
#[derive(Clone, Debug)]
pub(super) struct PieceStore {
    groups: Vec<StoreGroup>,
    /// Pieces of the painted tray that are not yet in the network.
    pub spare: Vec<Piece>,
    /// Slots of the tray that are still empty.
    pub slots: usize,
    /// New pieces of the tray.
    pub fresh: Vec<Piece>,
}

impl PieceStore {
    pub(crate) fn new(level: &Level, stock: &[StockItem]) -> Self {
        let groups = stock.iter().map(|item| {
            let mut pieces: Vec<Piece> =
                item.marks.iter().filter_map(|mark| Piece::read(mark).ok()).collect();
            pieces.sort_unstable();
            StoreGroup { place: item.place, pieces, least: item.least, most: item.most, held: 0 }
        });
        let mut store =
            Self { groups: groups.collect(), spare: Vec::new(), slots: 0, fresh: Vec::new() };
        let open = |site| level.spot(site).hold == foolproof_level::Hold::Open;
        store.slots = level.board.tray_slots().filter(|site| open(*site)).count();
        for (site, mark) in level.marks() {
            let Ok(piece) = Piece::read(mark) else { continue };
            store.count(piece);
            if site.place == Place::Tray {
                store.spare.push(piece);
            }
        }
        store
    }

    /// The group with room for a piece; the fullest of those that need more come first.
    fn group_of(&mut self, piece: Piece) -> Option<&mut StoreGroup> {
        let has = |group: &&mut StoreGroup| {
            group.held < group.most && group.pieces.binary_search(&piece).is_ok()
        };
        self.groups
            .iter_mut()
            .filter(has)
            .max_by_key(|group| group.least.saturating_sub(group.held))
    }

    fn count(&mut self, piece: Piece) -> bool {
        match self.group_of(piece) {
            Some(group) => group.held += 1,
            None => return false,
        }
        true
    }

    /// Returns whether a piece is available.
    pub(crate) fn has(&self, piece: Piece) -> bool {
        self.spare.contains(&piece)
            || ((!piece.is_movable() || self.slots > 0)
                && self.groups.iter().any(|group| {
                    group.held < group.most && group.pieces.binary_search(&piece).is_ok()
                }))
    }

    /// Takes a piece for the network: from the painted tray, or a new one.
    pub(super) fn take(&mut self, piece: Piece) -> bool {
        match self.spare.iter().position(|spare| *spare == piece) {
            Some(at) => {
                self.spare.swap_remove(at);
                true
            }
            None => self.add(piece),
        }
    }

    /// Takes a new piece from the stock.
    pub(crate) fn add(&mut self, piece: Piece) -> bool {
        if piece.is_movable() && self.slots == 0 || !self.count(piece) {
            return false;
        }
        if piece.is_movable() {
            self.slots -= 1;
            self.fresh.push(piece);
        }
        true
    }

    /// Least and greatest number of further pieces that pass the test.
    pub(crate) fn wanted(&self, test: impl Fn(Piece) -> bool) -> (u32, u32) {
        let mut bounds = (0u32, 0u32);
        for group in self.groups.iter().filter(|group| group.pieces.iter().any(|p| test(*p))) {
            bounds.0 = bounds.0.saturating_add(group.least.saturating_sub(group.held));
            bounds.1 = bounds.1.saturating_add(group.most.saturating_sub(group.held));
        }
        bounds
    }

    /// The groups that still need pieces, by their possible content: place, pieces, number.
    pub(crate) fn short(&self) -> Vec<(Place, Vec<Piece>, u32)> {
        let short = self.groups.iter().filter(|group| group.held < group.least);
        short.map(|group| (group.place, group.pieces.clone(), group.least - group.held)).collect()
    }

    /// Returns whether every group has its least number of pieces.
    pub(crate) fn is_full(&self) -> bool {
        self.groups.iter().all(|group| group.held >= group.least)
    }

    /// Powers that a new source may emit.
    pub(crate) fn source_powers(&self) -> Vec<Power> {
        self.powers(|piece| matches!(piece, Piece::Source { .. }))
    }

    /// Powers that a new target with one port may want.
    pub(crate) fn target_powers(&self) -> Vec<Power> {
        self.powers(|piece| matches!(piece, Piece::Target { ins, .. } if ins.len() == 1))
    }

    fn powers(&self, test: impl Fn(&Piece) -> bool) -> Vec<Power> {
        let with_room = self.groups.iter().filter(|group| group.held < group.most);
        let pieces = with_room.flat_map(|group| group.pieces.iter().filter(|piece| test(piece)));
        let mut powers: Vec<Power> = pieces.filter_map(|piece| piece.power()).collect();
        powers.sort_unstable();
        powers.dedup();
        powers
    }

    /// Available movable pieces.
    pub(crate) fn movable(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.spare.clone();
        for group in self.groups.iter().filter(|group| group.held < group.most && self.slots > 0) {
            pieces.extend(group.pieces.iter().filter(|piece| piece.is_movable()));
        }
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// The least and the greatest number of available pieces of a kind with `ports` ports on the many side:
    /// splitters and combiners of two or three.
    pub(crate) fn supply(&self, kind: PieceKind, ports: usize) -> (u32, u32) {
        let test = |piece: Piece| piece.kind() == Some(kind) && many(piece) == ports;
        let spare = self.spare.iter().filter(|piece| test(**piece)).count();
        let spare = u32::try_from(spare).unwrap_or(u32::MAX);
        let (least, most) = self.wanted(test);
        let slots = u32::try_from(self.slots).unwrap_or(u32::MAX);
        (spare + least, spare + most.min(slots))
    }
}

/// Ports on the side of a piece that has several.
pub(super) fn many(piece: Piece) -> usize {
    piece.inputs().len().max(piece.outputs().len())
}

/// The blocker and ends of beams, as pieces.
pub(super) fn source(out: Side, power: Power) -> Piece {
    Piece::Source { out, power }
}

pub(super) fn target(side: Side, power: Power) -> Piece {
    Piece::Target { ins: Ports::one(side), power }
}
