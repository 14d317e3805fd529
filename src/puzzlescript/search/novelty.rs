//! Novelty of states: whether a state is the first to show an object in a cell, or a pair of these.

use crate::machine::BoardShape;
use crate::masks::bits_of;
use crate::stepper::ScriptState;
use foolproof_planning::NoveltyTable;

/// The cells in which some objects were seen so far.
#[derive(Debug)]
pub(super) struct ObjectNovelty {
    shape: BoardShape,
    /// Objects that may change.
    objects: Vec<usize>,
    table: NoveltyTable,
    fresh: Vec<u64>,
    shown: Vec<u64>,
}

impl ObjectNovelty {
    /// A table for these objects, with at most this many bytes (and a small minimum).
    pub(super) fn new(shape: BoardShape, objects: Vec<usize>, most_bytes: usize) -> ObjectNovelty {
        let table = NoveltyTable::new(most_bytes);
        ObjectNovelty { shape, objects, table, fresh: Vec::new(), shown: Vec::new() }
    }

    /// Memory in bytes, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// [`NoveltyTable::rate`] for what the turn from `from` has changed.
    pub(super) fn rate(&mut self, from: &ScriptState, to: &ScriptState, class: u64) -> u32 {
        self.fresh.clear();
        self.shown.clear();
        let n_words = self.shape.n_words;
        let word_of = |state: &ScriptState, at: usize| state.words.get(at).copied().unwrap_or(0);
        for (n, &object) in self.objects.iter().enumerate() {
            for word in 0..n_words {
                let at = object * n_words + word;
                let (old, new) = (word_of(from, at), word_of(to, at));
                let atom = |bit: usize| ((n * n_words + word) * 64 + bit) as u64 + 1;
                self.shown.extend(bits_of(new).map(atom));
                self.fresh.extend(bits_of(new & !old).map(atom));
            }
        }
        self.table.rate(&self.fresh, &self.shown, class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_in_a_cell_is_new_once() {
        let shape = BoardShape::new(4, 1, 2, 1);
        let mut seen = ObjectNovelty::new(shape, vec![0, 1], 1 << 12);
        let state = |first: u64, second: u64| {
            let mut words = vec![0; shape.state_words()];
            (words[0], words[1]) = (first, second);
            ScriptState { words: words.into() }
        };
        let nothing = state(0, 0);
        assert_eq!(seen.rate(&nothing, &state(1, 0), 0), 0);
        assert_eq!(seen.rate(&nothing, &state(1, 0), 0), 2);
        assert_eq!(seen.rate(&nothing, &state(0, 2), 0), 0);
        assert_eq!(seen.rate(&nothing, &state(1, 2), 0), 1);
        assert_eq!(seen.rate(&nothing, &state(1, 2), 0), 2);
    }
}
