//! States of a level in as few words as possible, for searches that keep millions.
//!
//! Whatever cannot change is left out; the objects of a layer, of which a cell usually has at most one, are
//! numbered in binary; the bits are stored without gaps.

use crate::compiling::masks::{WideMask, bits_of};
use crate::compiling::widths::with_tables;
use crate::game::ScriptGame;
use crate::turns::machine::BoardShape;
use crate::turns::stepper::ScriptState;

/// Maximum number of binary digits for the objects of a layer.
const MAX_DIGITS: usize = usize::BITS as usize;

/// Packs and unpacks the states of one level.
///
/// Equal states pack to equal words, and different states to different words.
pub struct StatePacker {
    shape: BoardShape,
    /// Dynamic objects by layer; the n-th one of a layer, from 0, has number n + 1.
    layers: Vec<Vec<usize>>,
    /// The level's start without its dynamic objects.
    fixed: Box<[u64]>,
    n_words: usize,
}

/// The code of an object in packed states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectCode {
    /// The number of its layer, not counting layers that never change.
    pub(crate) layer: usize,
    /// The place of the first bits of that layer.
    first: usize,
    n_digits: usize,
    code: usize,
}

impl ObjectCode {
    /// A word of the object's plane.
    pub(crate) fn plane_word(self, shape: BoardShape, packed: &[u64], word: usize) -> u64 {
        let n_bits = (shape.n_cells() - word * 64).min(64);
        let all = if n_bits == 64 { u64::MAX } else { (1 << n_bits) - 1 };
        (0..self.n_digits).fold(all, |found, digit| {
            let bits = get_bits(packed, self.first + digit * shape.n_cells() + word * 64, n_bits);
            found & if self.code >> digit & 1 == 1 { bits } else { !bits }
        })
    }

    /// The places of the bits for the object's layer in a cell.
    pub(crate) fn bits_of_layer(
        self,
        shape: BoardShape,
        cell: usize,
    ) -> impl Iterator<Item = usize> {
        (0..self.n_digits).map(move |digit| self.first + digit * shape.n_cells() + cell)
    }

    /// The places of the bits that are set if the object is in a cell.
    pub(crate) fn bits_in(self, shape: BoardShape, cell: usize) -> impl Iterator<Item = usize> {
        let digits = (0..self.n_digits).filter(move |digit| self.code >> digit & 1 == 1);
        digits.map(move |digit| self.first + digit * shape.n_cells() + cell)
    }
}

impl StatePacker {
    /// A packer for states reachable in a level; `None` if the entry is no board.
    pub fn new(game: &ScriptGame, level: usize) -> Option<StatePacker> {
        let board = game.board(level)?;
        let shape = game.shape(board);
        let (dynamic, crowded) =
            with_tables!(&*game.tables, tables => (&tables.dynamic, &tables.crowded));
        let masks = &game.dictionary.layer_masks;
        // If a level has something that no rule makes, anything may change.
        let is_odd = masks.iter().any(|mask| is_crowded(shape, mask, &board.start));
        let mut layers: Vec<Vec<usize>> = Vec::new();
        for (index, mask) in masks.iter().enumerate() {
            let objects = mask.iter().filter(|&object| is_odd || dynamic.contains(object));
            if is_odd || crowded.contains(index) {
                layers.extend(objects.map(|object| vec![object]));
            } else {
                layers.push(objects.collect());
            }
        }
        layers.retain(|layer| !layer.is_empty());
        let n_bits: usize =
            layers.iter().map(|layer| n_code_bits(layer.len()) * shape.n_cells()).sum();
        let mut fixed = board.start.clone();
        for &object in layers.iter().flatten() {
            clear_object(shape, object, &mut fixed);
        }
        Some(StatePacker { shape, layers, fixed, n_words: n_bits.div_ceil(64).max(1) })
    }

    /// The number of words of a packed state.
    pub(crate) fn n_words(&self) -> usize {
        self.n_words
    }

    /// Packs a state into `out`, which is overwritten. O(dynamic objects · cells / 64).
    pub fn pack(&self, state: &ScriptState, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.n_words, 0);
        let (n_cells, n_words) = (self.shape.n_cells(), self.shape.n_words);
        let mut digits = [0; MAX_DIGITS];
        let mut first = 0;
        for layer in &self.layers {
            let n_digits = n_code_bits(layer.len());
            for word in 0..n_words {
                digits[..n_digits].fill(0);
                for (n, &object) in layer.iter().enumerate() {
                    let plane = state.words.get(object * n_words + word).copied().unwrap_or(0);
                    if plane != 0 {
                        bits_of(n as u64 + 1).for_each(|digit| digits[digit] |= plane);
                    }
                }
                for (digit, bits) in digits[..n_digits].iter().enumerate() {
                    put_bits(out, first + digit * n_cells + word * 64, *bits);
                }
            }
            first += n_digits * n_cells;
        }
    }

    /// The code of an object; `None` for objects that never change, which packed states leave out.
    pub(crate) fn code_of(&self, object: usize) -> Option<ObjectCode> {
        let mut first = 0;
        for (layer, objects) in self.layers.iter().enumerate() {
            let n_digits = n_code_bits(objects.len());
            if let Some(n) = objects.iter().position(|&one| one == object) {
                return Some(ObjectCode { layer, first, n_digits, code: n + 1 });
            }
            first += n_digits * self.shape.n_cells();
        }
        None
    }

    /// The places of the bits for a cell, each with the number of the layer.
    pub(crate) fn bits_of_cell(&self, cell: usize) -> Vec<(usize, usize)> {
        let (mut bits, mut first) = (Vec::new(), 0);
        for (layer, objects) in self.layers.iter().enumerate() {
            for _ in 0..n_code_bits(objects.len()) {
                bits.push((layer, first + cell));
                first += self.shape.n_cells();
            }
        }
        bits
    }

    /// Returns whether a cell holds an object of a layer that never changes: no other of the layer gets in.
    pub(crate) fn is_full(&self, layer: &WideMask, cell: usize) -> bool {
        layer.iter().any(|object| self.fixed_word(object, cell / 64) >> (cell % 64) & 1 == 1)
    }

    /// A word of the plane of an object that never changes.
    pub(crate) fn fixed_word(&self, object: usize, word: usize) -> u64 {
        self.fixed.get(object * self.shape.n_words + word).copied().unwrap_or(0)
    }

    /// Unpacks into a state, which is overwritten.
    pub fn unpack(&self, packed: &[u64], state: &mut ScriptState) {
        if state.words.len() == self.fixed.len() {
            state.words.copy_from_slice(&self.fixed);
        } else {
            state.words = self.fixed.clone();
        }
        let shape = self.shape;
        let n_cells = shape.n_cells();
        let mut digits = [0; MAX_DIGITS];
        let mut first = 0;
        for layer in &self.layers {
            let digits = &mut digits[..n_code_bits(layer.len())];
            for word in 0..shape.n_words {
                let n_bits = (n_cells - word * 64).min(64);
                // Cells whose objects are not known yet.
                let mut left = 0;
                for (digit, bits) in digits.iter_mut().enumerate() {
                    *bits = get_bits(packed, first + digit * n_cells + word * 64, n_bits);
                    left |= *bits;
                }
                for (n, &object) in layer.iter().enumerate() {
                    if left == 0 {
                        break;
                    }
                    let bits = digits.iter().enumerate().fold(left, |found, (digit, bits)| {
                        found & if (n + 1) >> digit & 1 == 1 { *bits } else { !bits }
                    });
                    put_objects(shape, object, (word, bits), &mut state.words);
                    left &= !bits;
                }
            }
            first += digits.len() * n_cells;
        }
    }

    /// A state to be used with [`StatePacker::unpack`].
    pub fn blank(&self) -> ScriptState {
        ScriptState { words: self.fixed.clone() }
    }
}

/// Returns whether two objects of a layer lie in one cell.
pub(crate) fn is_crowded(shape: BoardShape, layer: &WideMask, words: &[u64]) -> bool {
    (0..shape.n_words).any(|word| {
        let mut seen = 0;
        layer.iter().any(|object| {
            let here = words.get(object * shape.n_words + word).copied().unwrap_or(0);
            let overlaps = seen & here != 0;
            seen |= here;
            overlaps
        })
    })
}

/// The number of binary digits for numbers from 0 to n.
fn n_code_bits(n: usize) -> usize {
    (usize::BITS - n.leading_zeros()) as usize
}

fn put_bits(out: &mut [u64], at: usize, bits: u64) {
    let (word, shift) = (at / 64, at % 64);
    if let Some(slot) = out.get_mut(word) {
        *slot |= bits << shift;
    }
    if shift > 0
        && let Some(slot) = out.get_mut(word + 1)
    {
        *slot |= bits >> (64 - shift);
    }
}

fn get_bits(words: &[u64], at: usize, n: usize) -> u64 {
    let (word, shift) = (at / 64, at % 64);
    let low = words.get(word).copied().unwrap_or(0) >> shift;
    let high =
        if shift > 0 { words.get(word + 1).copied().unwrap_or(0) << (64 - shift) } else { 0 };
    let mask = if n == 64 { u64::MAX } else { (1 << n) - 1 };
    (low | high) & mask
}

/// Puts an object into the cells of a word of its plane.
fn put_objects(shape: BoardShape, object: usize, (word, bits): (usize, u64), words: &mut [u64]) {
    if bits == 0 {
        return;
    }
    let first_cell = shape.plane_words();
    let first_present = first_cell + shape.n_cells() * shape.stride;
    let bit = 1 << (object % 64);
    let cells = bits_of(bits).map(|cell| first_cell + (word * 64 + cell) * shape.stride);
    for at in cells.chain([first_present]) {
        if let Some(slot) = words.get_mut(at + object / 64) {
            *slot |= bit;
        }
    }
    if let Some(plane) = words.get_mut(object * shape.n_words + word) {
        *plane |= bits;
    }
}

pub(crate) fn clear_object(shape: BoardShape, object: usize, words: &mut [u64]) {
    let first_cell = shape.plane_words();
    let first_present = first_cell + shape.n_cells() * shape.stride;
    let bit = !(1u64 << (object % 64));
    let plane = object * shape.n_words..(object + 1) * shape.n_words;
    if let Some(plane) = words.get_mut(plane) {
        plane.fill(0);
    }
    let cells = (0..shape.n_cells()).map(|cell| first_cell + cell * shape.stride + object / 64);
    for word in cells.chain([first_present + object / 64]) {
        if let Some(slot) = words.get_mut(word) {
            *slot &= bit;
        }
    }
}
