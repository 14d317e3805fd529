//! The requirements and effects of rules on single cells, one collision layer at a time.

use crate::compiling::masks::{ANY_MOVEMENT, bits_of};
use crate::compiling::tables::{CellWords, CompiledCell, CompiledReplacement, RuleTables};
use crate::states::relevance::layer_moves;

/// The number of movements of a layer in a cell, including none.
pub(super) const N_MOVES: usize = 6;
/// A set of movements by number: none, up, down, left, right, action.
pub(super) type MoveSet = u8;
const ALL_MOVES: MoveSet = 0b11_1111;
/// No movement.
pub(super) const STILL: usize = 0;
/// The movements that lead to another cell.
pub(super) const STEPS: std::ops::Range<usize> = 1..5;
/// The movement of the action key.
pub(super) const ACTION: usize = 5;

/// The members of a set.
pub(super) fn moves_in(set: MoveSet) -> impl Iterator<Item = usize> {
    (0..N_MOVES).filter(move |code| set >> code & 1 == 1)
}

/// Requirement of a cell's pattern on a layer.
struct LayerAsk<const S: usize> {
    layer: usize,
    /// The objects that it may have.
    objects: CellWords<S>,
    moves: MoveSet,
    /// One of the objects must be there.
    occupied: bool,
}

/// Effect of a rule on a layer of a cell.
pub(super) struct LayerChange<const S: usize> {
    pub(super) layer: usize,
    /// The objects of the layer.
    pub(super) mask: CellWords<S>,
    /// The object that replaces all others.
    pub(super) set: Option<usize>,
    /// One of these may be put there at random.
    pub(super) random: Vec<usize>,
    /// Objects that are removed.
    pub(super) clear: CellWords<S>,
    /// The possible movements afterwards, by the movement before.
    pub(super) after: [MoveSet; N_MOVES],
    /// The possible movements of an object put there at random.
    pub(super) after_random: MoveSet,
}

/// A cell of a rule, with its requirements and effects on each layer.
pub(super) struct CellRule<const S: usize> {
    /// For each entry, one object must be there with a movement under which it is listed.
    needs: Vec<[CellWords<S>; N_MOVES]>,
    missing: CellWords<S>,
    asks: Vec<LayerAsk<S>>,
    pub(super) changes: Vec<LayerChange<S>>,
}

/// Returns whether a set has a member.
pub(super) fn has<const S: usize>(words: &CellWords<S>, object: usize) -> bool {
    words.get(object / 64).is_some_and(|word| word >> (object % 64) & 1 == 1)
}

/// A set with one member.
pub(super) fn only<const S: usize>(object: usize) -> CellWords<S> {
    let mut words = [0; S];
    if let Some(word) = words.get_mut(object / 64) {
        *word |= 1 << (object % 64);
    }
    words
}

pub(super) fn both<const S: usize>(one: &CellWords<S>, other: &CellWords<S>) -> CellWords<S> {
    std::array::from_fn(|s| one[s] & other[s])
}

pub(super) fn without<const S: usize>(one: &CellWords<S>, other: &CellWords<S>) -> CellWords<S> {
    std::array::from_fn(|s| one[s] & !other[s])
}

/// The members of a set.
pub(super) fn members<const S: usize>(words: CellWords<S>) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(s, word)| bits_of(word).map(move |bit| s * 64 + bit))
}

fn is_none<const S: usize>(words: &CellWords<S>) -> bool {
    words.iter().all(|word| *word == 0)
}

fn moves_before<const S: usize>(cell: &CompiledCell<S>, layer: usize) -> MoveSet {
    let (moving, still) = (layer_moves(&cell.moving, layer), layer_moves(&cell.still, layer));
    let asked = match moving.count_ones() {
        0 => ALL_MOVES,
        1 => 2 << moving.trailing_zeros(),
        _ => 0,
    };
    asked & !((still as MoveSet) << 1)
}

impl<const S: usize> CellRule<S> {
    pub(super) fn new(tables: &RuleTables<S>, cell: &CompiledCell<S>) -> CellRule<S> {
        let any = &tables.any[cell.any.start as usize..cell.any.end as usize];
        let made = cell.replacement.and_then(|made| tables.replacements.get(made as usize));
        let mut rule =
            CellRule { needs: Vec::new(), missing: cell.missing, asks: vec![], changes: vec![] };
        for (layer, mask) in tables.layer_masks.iter().enumerate() {
            rule.asks.extend(ask(cell, any, layer, mask));
            rule.changes.extend(made.and_then(|made| change(made, layer, mask)));
        }
        let allowed = |object: usize| {
            let layer = usize::from(tables.layers.get(object).copied().unwrap_or(0));
            (moves_before(cell, layer), rule.may_be(layer, object))
        };
        let need = |objects: &CellWords<S>| {
            let mut need = [[0; S]; N_MOVES];
            for object in members(*objects) {
                let (moves, may_be) = allowed(object);
                for code in moves_in(moves).filter(|_| may_be) {
                    need[code][object / 64] |= 1 << (object % 64);
                }
            }
            need
        };
        let mut needs: Vec<_> = members(cell.present).map(|one| need(&only(one))).collect();
        needs.extend(any.iter().map(&need));
        let moving = tables.layer_masks.iter().enumerate();
        let moving = moving.filter(|(layer, _)| layer_moves(&cell.moving, *layer) != 0);
        needs.extend(moving.map(|(_, mask)| need(mask)));
        rule.needs = needs;
        rule
    }

    /// Returns whether a cell may match, given the objects that it may (by movement) and must have.
    pub(super) fn matches(
        &self,
        may: &[Vec<CellWords<S>>],
        must: &CellWords<S>,
        at: usize,
    ) -> bool {
        is_none(&both(&self.missing, must))
            && self.needs.iter().all(|need| {
                let mut by_move = need.iter().zip(may);
                by_move.any(|(need, may)| may.get(at).is_some_and(|may| !is_none(&both(need, may))))
            })
    }

    fn ask(&self, layer: usize) -> Option<&LayerAsk<S>> {
        self.asks.iter().find(|ask| ask.layer == layer)
    }

    /// Returns whether a cell with this object on a layer may match, with some movement.
    pub(super) fn may_be(&self, layer: usize, object: usize) -> bool {
        self.ask(layer).is_none_or(|ask| has(&ask.objects, object))
    }

    /// Returns whether a cell with this object and this movement on a layer may match.
    pub(super) fn fits(&self, layer: usize, object: usize, code: usize) -> bool {
        self.ask(layer).is_none_or(|ask| has(&ask.objects, object) && ask.moves >> code & 1 == 1)
    }

    /// The movements that a layer may have if the cell matches.
    pub(super) fn moves(&self, layer: usize) -> MoveSet {
        self.ask(layer).map_or(ALL_MOVES, |ask| ask.moves)
    }

    /// The layers that it reads or changes.
    pub(super) fn layers(&self) -> impl Iterator<Item = usize> {
        let asked = self.asks.iter().map(|ask| ask.layer);
        asked.chain(self.changes.iter().map(|change| change.layer))
    }

    /// Returns whether one of these objects, all of one layer, is certainly there if the cell matches.
    pub(super) fn has_one_of(&self, layer: usize, objects: &CellWords<S>) -> bool {
        self.ask(layer).is_some_and(|ask| ask.occupied && is_none(&without(&ask.objects, objects)))
    }

    /// Returns whether a layer may keep a movement without an object. `forced`: the rule changes the cell even
    /// if it no longer matches.
    pub(super) fn leaves_ghosts(&self, change: &LayerChange<S>, forced: bool) -> bool {
        if change.set.is_some() {
            return false;
        }
        let ask = self.ask(change.layer).filter(|_| !forced);
        let (objects, moves, occupied) = ask
            .map_or((change.mask, ALL_MOVES, false), |ask| (ask.objects, ask.moves, ask.occupied));
        let cleared = !is_none(&both(&change.clear, &objects));
        let starts = change.after[STILL] & !1 != 0;
        let keeps = moves_in(moves).any(|code| code != STILL && change.after[code] & !1 != 0);
        starts && (!occupied || cleared) || keeps && cleared
    }
}

/// Returns the requirement of a pattern on a layer, if any.
fn ask<const S: usize>(
    cell: &CompiledCell<S>,
    any: &[CellWords<S>],
    layer: usize,
    mask: &CellWords<S>,
) -> Option<LayerAsk<S>> {
    let mut objects = without(mask, &cell.missing);
    let mut spoken = objects != *mask;
    let mut occupied = false;
    for present in members(both(&cell.present, mask)) {
        objects = both(&objects, &only(present));
        (spoken, occupied) = (true, true);
    }
    for any in any.iter().filter(|any| is_none(&without(any, mask)) && !is_none(any)) {
        objects = both(&objects, any);
        (spoken, occupied) = (true, true);
    }
    let moves = moves_before(cell, layer);
    (spoken || moves != ALL_MOVES).then_some(LayerAsk { layer, objects, moves, occupied })
}

/// Returns the effect of a replacement on a layer, if any.
fn change<const S: usize>(
    made: &CompiledReplacement<S>,
    layer: usize,
    mask: &CellWords<S>,
) -> Option<LayerChange<S>> {
    let of_layer = |object: &&u32| has(mask, **object as usize);
    let random: Vec<usize> =
        made.random_objects.iter().filter(of_layer).map(|&object| object as usize).collect();
    let set = members(both(&made.set, mask)).next();
    let clear = without(mask, &made.keep);
    let keep_moves = layer_moves(&made.keep_moves, layer);
    let set_moves = layer_moves(&made.set_moves, layer);
    let drawn = made.random_layers.contains(&(layer as u32));
    let touches = set.is_some() || !random.is_empty() || !is_none(&clear);
    if !touches && keep_moves == ANY_MOVEMENT && set_moves == 0 && !drawn {
        return None;
    }
    let after = |bits: u64| -> MoveSet {
        match (drawn, bits) {
            (true, _) => 0b1_1110,
            (false, 0) => 1,
            (false, bits) => 2 << bits.trailing_zeros(),
        }
    };
    let before = |code: usize| if code == STILL { 0 } else { 1 << (code - 1) };
    let after_by_move = std::array::from_fn(|code| after(before(code) & keep_moves | set_moves));
    let after_random = after(set_moves);
    Some(LayerChange { layer, mask: *mask, set, random, clear, after: after_by_move, after_random })
}
