//! Walks from the start of a state space, as a tree: each has a parent and one more step.

/// A walk: the state where it ends, the label of its last step, and the data that a search carries along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<T> {
    pub state: u32,
    pub carried: T,
    parent: u32,
    label: u32,
}

/// Walks by number; the first one has no steps.
#[derive(Clone, Debug)]
pub(crate) struct Walks<T> {
    walks: Vec<Walk<T>>,
    most: usize,
}

impl<T: Copy> Walks<T> {
    /// The walk without steps, with room for as many more as fit into this many bytes.
    pub(crate) fn start(carried: T, bytes: usize) -> Self {
        // While a list grows, the old one still exists.
        let most = (bytes / size_of::<Walk<T>>() / 3).min(u32::MAX as usize);
        Self { walks: vec![Walk { state: 0, carried, parent: 0, label: 0 }], most }
    }

    pub(crate) fn get(&self, at: usize) -> Option<Walk<T>> {
        self.walks.get(at).copied()
    }

    /// Returns whether there is no room for more walks.
    pub(crate) fn is_full(&self) -> bool {
        self.walks.len() > self.most
    }

    pub(crate) fn bytes(&self) -> usize {
        self.walks.capacity() * size_of::<Walk<T>>()
    }

    /// Extends a walk by one step.
    pub(crate) fn push(&mut self, parent: usize, label: u32, state: u32, carried: T) {
        self.walks.push(Walk { state, carried, parent: parent as u32, label });
    }

    /// The labels of the steps of a walk.
    pub(crate) fn play(&self, mut at: usize) -> Vec<u32> {
        let mut play = Vec::new();
        while at != 0 {
            let walk = &self.walks[at];
            play.push(walk.label);
            at = walk.parent as usize;
        }
        play.reverse();
        play
    }
}
