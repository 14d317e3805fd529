//! Two cells and their compatible digits.

use std::sync::Arc;

use super::propagator::{Board, Cost, Propagator};

/// The digits of the second cell for each set of candidates of the first: looked up if the sets are few,
/// combined if they are many.
pub(super) enum Partners {
    BySet(Vec<u16>),
    ByDigit(Vec<u16>),
}

/// Most digits for which there is a table of all sets.
const FEW_DIGITS: usize = 10;

impl Partners {
    pub(super) fn new(by_digit: &[u16]) -> Self {
        if by_digit.len() > FEW_DIGITS {
            return Self::ByDigit(by_digit.to_vec());
        }
        let mut table = vec![0u16; 1 << by_digit.len()];
        for set in 1..table.len() {
            let lowest = set.trailing_zeros() as usize;
            table[set] = table[set & (set - 1)] | by_digit[lowest];
        }
        Self::BySet(table)
    }

    #[inline]
    fn of(&self, set: u16) -> u16 {
        match self {
            Self::BySet(table) => table[usize::from(set)],
            Self::ByDigit(table) => super::digits_of(set)
                .fold(0, |partners, digit| partners | table[usize::from(digit) - 1]),
        }
    }
}

pub(super) struct Pair {
    pub(super) cells: [usize; 2],
    pub(super) second: Arc<Partners>,
    pub(super) first: Arc<Partners>,
}

/// The partners of each digit of the second cell, from those of each of the first.
pub(super) fn reverse(partners: &[u16]) -> Vec<u16> {
    let of = |digit: usize| {
        let with = partners.iter().enumerate().filter(|(_, set)| **set >> digit & 1 == 1);
        with.fold(0, |set, (other, _)| set | 1 << other)
    };
    (0..partners.len()).map(of).collect()
}

impl Propagator for Pair {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let [first, second] = self.cells;
        board.keep(second, self.second.of(board.of(first)))
            && board.keep(first, self.first.of(board.of(second)))
    }
}
