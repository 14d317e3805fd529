//! Machine words that hold a set of places of a board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of places in rows of bits. Boards of up to 7x7 cells fit into 64 bits, those of up to 10x10 into
/// 128.
pub(crate) trait BoardWord:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits in a row. The last one separates the cells of two rows.
    const ROW: u32;
    const NONE: Self;
    const ONE: Self;
    /// The places of one colour of a chessboard.
    const CHESS: Self;

    /// Number of places in the set.
    fn len(self) -> u32;
    /// The number of the first place.
    fn first(self) -> u32;
    /// The set of the first place alone.
    fn lowest(self) -> Self;
    /// All of its bits in 64, for hashes.
    fn folded(self) -> u64;

    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether the two have a place in common.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    fn has(self, place: u32) -> bool {
        (self >> place).meets(Self::ONE)
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Most columns and rows of cells of a board.
    fn most() -> u16 {
        // Eleven at the most.
        u16::try_from(Self::ROW - 1).unwrap_or(u16::MAX)
    }
}

/// Counting operations that are equal for every machine word.
macro_rules! count_bits {
    () => {
        fn len(self) -> u32 {
            self.count_ones()
        }

        fn first(self) -> u32 {
            self.trailing_zeros()
        }

        fn lowest(self) -> Self {
            self & self.wrapping_neg()
        }
    };
}

impl BoardWord for u64 {
    const ROW: u32 = 8;
    const NONE: Self = 0;
    const ONE: Self = 1;
    const CHESS: Self = 0xAA55_AA55_AA55_AA55;

    count_bits!();

    fn folded(self) -> u64 {
        self
    }
}

impl BoardWord for u128 {
    const ROW: u32 = 11;
    const NONE: Self = 0;
    const ONE: Self = 1;
    const CHESS: Self = u128::MAX / 3;

    count_bits!();

    fn folded(self) -> u64 {
        (self as u64) ^ ((self >> 64) as u64).rotate_left(31).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }
}
