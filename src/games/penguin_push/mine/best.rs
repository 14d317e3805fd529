//! The best boards so far, and the distribution of all ratios.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::ice::Penguins;
use crate::web::Sizes;

/// A board with the sizes of its searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MinedBoard {
    pub board: Penguins,
    pub sizes: Sizes,
}

impl MinedBoard {
    /// Better boards come first: by ratio, then by the size of the search with every push. The order does not
    /// depend on where and when boards were found.
    fn order(&self, other: &Self) -> Ordering {
        let ratio =
            |one: &Self, two: &Self| u128::from(one.sizes.reached) * u128::from(two.sizes.once);
        ratio(other, self)
            .cmp(&ratio(self, other))
            .then(other.sizes.reached.cmp(&self.sizes.reached))
            .then(self.board.cmp(&other.board))
    }
}

/// A limited number of boards, the best first, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Best {
    most: usize,
    found: Vec<MinedBoard>,
}

impl Best {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, found: Vec::new() }
    }

    pub(crate) fn as_slice(&self) -> &[MinedBoard] {
        &self.found
    }

    /// Returns whether there may be room for a board of these sizes.
    pub(crate) fn takes(&self, sizes: Sizes) -> bool {
        let least = MinedBoard { board: 0, sizes };
        self.found.len() < self.most
            || self.found.last().is_some_and(|last| least.order(last) == Ordering::Less)
    }

    pub(crate) fn add(&mut self, found: MinedBoard) {
        if let Err(at) = self.found.binary_search_by(|known| known.order(&found)) {
            self.found.insert(at, found);
            self.found.truncate(self.most);
        }
    }
}

/// The least ratio of each bar except the first, which is for boards of ratio 1; in tenths.
const BARS: [u64; 11] = [11, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150];

/// Number of boards per range of ratios.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Histogram {
    bars: [u64; BARS.len() + 1],
}

impl Histogram {
    pub(crate) fn add(&mut self, sizes: Sizes, boards: u64) {
        let reached = |least: &&u64| sizes.reached * 10 >= sizes.once * **least;
        let mut bar = BARS.iter().take_while(reached).count();
        if bar == 0 && sizes.reached > sizes.once {
            bar = 1;
        }
        self.bars[bar] += boards;
    }

    pub(crate) fn join(&mut self, other: &Self) {
        self.bars.iter_mut().zip(other.bars).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The name and height of each bar.
    pub(crate) fn bars(&self) -> Vec<(String, f64)> {
        let name = |tenths: &u64| match tenths {
            11 => ">1".to_owned(),
            tenths if tenths % 10 == 0 => format!("{}", tenths / 10),
            tenths => format!("{}.{}", tenths / 10, tenths % 10),
        };
        let names = std::iter::once("1".to_owned()).chain(BARS.iter().map(name));
        names.zip(self.bars).map(|(name, boards)| (name, boards as f64)).collect()
    }
}
