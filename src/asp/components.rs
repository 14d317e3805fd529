//! Dependencies between names, and their strongly connected components.

use std::collections::BTreeMap;

use foolproof_ground::{Lists, components};

/// A graph of dependencies between names.
#[derive(Clone, Debug)]
pub(crate) struct Dependencies<K> {
    numbers: BTreeMap<K, u32>,
    edges: Vec<(u32, u32)>,
}

impl<K: Ord> Dependencies<K> {
    pub(crate) fn new() -> Self {
        Self { numbers: BTreeMap::new(), edges: Vec::new() }
    }

    /// Notes that `one` depends on `other`.
    pub(crate) fn add(&mut self, one: K, other: K) {
        let edge = (self.number(one), self.number(other));
        self.edges.push(edge);
    }

    /// Returns the component of every name: names of one component depend on each other.
    pub(crate) fn components(self) -> BTreeMap<K, u32> {
        let n = self.numbers.len();
        let components = components(n, &Lists::of(n, self.edges.iter().copied()));
        self.numbers.into_iter().map(|(name, n)| (name, components.of(n))).collect()
    }

    fn number(&mut self, name: K) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(name).or_insert(next)
    }
}
