//! Sets of cells as bits, for boards of up to 128 cells and of up to 256.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr};

/// A set of cells by their numbers.
pub(crate) trait CellBits:
    Copy + Eq + Default + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Send + Sync
{
    /// Number of cells it can hold.
    const ROOM: usize;

    fn one(cell: usize) -> Self;
    /// Every number increased by `n`.
    fn up(self, n: usize) -> Self;
    /// Every number decreased by `n`; numbers below 0 are dropped.
    fn down(self, n: usize) -> Self;
    /// The elements of `self` that are not in `other`.
    fn less(self, other: Self) -> Self;
    fn len(self) -> usize;
    fn first(self) -> Option<usize>;
    /// True for a set of exactly one cell.
    fn is_single(self) -> bool;

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn has(self, cell: usize) -> bool {
        !(self & Self::one(cell)).is_empty()
    }

    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    fn with(self, cell: usize) -> Self {
        self | Self::one(cell)
    }

    /// Its cells, in ascending order.
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let cell = rest.first()?;
            rest = rest.less(Self::one(cell));
            Some(cell)
        })
    }
}

impl CellBits for u128 {
    const ROOM: usize = 128;

    fn one(cell: usize) -> Self {
        1 << cell
    }

    fn up(self, n: usize) -> Self {
        self << n
    }

    fn down(self, n: usize) -> Self {
        self >> n
    }

    fn less(self, other: Self) -> Self {
        self & !other
    }

    fn len(self) -> usize {
        self.count_ones() as usize
    }

    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }

    fn is_single(self) -> bool {
        self != 0 && self & (self - 1) == 0
    }
}

/// A set of up to 256 cells: the low half and the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wide(u128, u128);

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Wide(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for Wide {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Wide(self.0 | other.0, self.1 | other.1)
    }
}

impl CellBits for Wide {
    const ROOM: usize = 256;

    fn one(cell: usize) -> Self {
        if cell < 128 { Wide(1 << cell, 0) } else { Wide(0, 1 << (cell - 128)) }
    }

    fn up(self, n: usize) -> Self {
        match n {
            0 => self,
            128.. => Wide(0, self.0 << (n - 128)),
            _ => Wide(self.0 << n, self.1 << n | self.0 >> (128 - n)),
        }
    }

    fn down(self, n: usize) -> Self {
        match n {
            0 => self,
            128.. => Wide(self.1 >> (n - 128), 0),
            _ => Wide(self.0 >> n | self.1 << (128 - n), self.1 >> n),
        }
    }

    fn less(self, other: Self) -> Self {
        Wide(self.0 & !other.0, self.1 & !other.1)
    }

    fn len(self) -> usize {
        (self.0.count_ones() + self.1.count_ones()) as usize
    }

    fn first(self) -> Option<usize> {
        self.0.first().or_else(|| Some(self.1.first()? + 128))
    }

    fn is_single(self) -> bool {
        (self.0.is_single() && self.1 == 0) || (self.0 == 0 && self.1.is_single())
    }
}
