//! A board as text: for each cell the names of its objects, sorted, numbered in the order of first appearance.

use crate::compiling::masks::bits_of;
use crate::game::ScriptGame;
use crate::turns::machine::BoardShape;
use crate::turns::stepper::ScriptState;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The objects of a cell, by number, ascending.
pub(super) fn objects_in(shape: BoardShape, state: &ScriptState, cell: usize) -> Vec<usize> {
    let first = shape.plane_words() + cell * shape.stride;
    let words = state.words.get(first..first + shape.stride).unwrap_or_default().iter().enumerate();
    words.flat_map(|(s, &word)| bits_of(word).map(move |bit| s * 64 + bit)).collect()
}

impl ScriptGame {
    /// The objects of a cell, by number, ascending. Empty outside the board.
    pub fn objects_at(
        &self,
        level: usize,
        state: &ScriptState,
        column: usize,
        row: usize,
    ) -> Vec<usize> {
        let Some(board) = self.board(level).filter(|b| column < b.width && row < b.height) else {
            return Vec::new();
        };
        let shape = self.shape(board);
        objects_in(shape, state, column * shape.height + row)
    }

    /// A board as text, in the form in which recorded play is compared.
    ///
    /// Cells are listed column by column but broken into lines of the board's width. The format requires this,
    /// strange as it looks on a board that is not square.
    pub fn serialise(&self, level: usize, state: &ScriptState) -> String {
        let Some(board) = self.board(level) else { return String::new() };
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut out = String::new();
        for index in 0..board.width * board.height {
            let objects = self.objects_at(level, state, index / board.height, index % board.height);
            let mut names: Vec<&str> = objects
                .iter()
                .filter_map(|&id| self.objects.get(id))
                .map(|object| object.name.as_str())
                .collect();
            names.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
            let names = names.join(" ");
            let next = numbers.len();
            let number = *numbers.entry(names.clone()).or_insert_with(|| {
                out.push_str(&names);
                out.push(':');
                next
            });
            // Writing to a string cannot fail.
            let _ = write!(out, "{number},");
            if (index + 1) % board.width == 0 {
                out.push('\n');
            }
        }
        out
    }
}
