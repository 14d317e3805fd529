//! Rule books and machines of the widths that games need.
//!
//! A cell's objects are one to 32 words. The engine is compiled for each
//! width; here is the one place where the width of a game is looked at.

use super::book::RuleBook;
use super::machine::BoardMachine;

/// The widths, in words of a cell.
pub(super) const STRIDES: [usize; 7] = [1, 2, 3, 4, 8, 16, MOST_WORDS];
/// Words of a cell at most: 2048 objects, 384 layers.
pub(super) const MOST_WORDS: usize = 32;

/// The rules at the width that fits the game.
pub(super) enum AnyBook {
    One(RuleBook<1>),
    Two(RuleBook<2>),
    Three(RuleBook<3>),
    Four(RuleBook<4>),
    Eight(RuleBook<8>),
    Sixteen(RuleBook<16>),
    ThirtyTwo(RuleBook<32>),
}

/// A machine of the width that fits the game.
pub(super) enum AnyMachine {
    One(Box<BoardMachine<1>>),
    Two(Box<BoardMachine<2>>),
    Three(Box<BoardMachine<3>>),
    Four(Box<BoardMachine<4>>),
    Eight(Box<BoardMachine<8>>),
    Sixteen(Box<BoardMachine<16>>),
    ThirtyTwo(Box<BoardMachine<32>>),
}

impl AnyMachine {
    /// A machine for a book.
    pub(super) fn new(book: &AnyBook) -> AnyMachine {
        match book {
            AnyBook::One(book) => AnyMachine::One(Box::new(BoardMachine::new(book))),
            AnyBook::Two(book) => AnyMachine::Two(Box::new(BoardMachine::new(book))),
            AnyBook::Three(book) => AnyMachine::Three(Box::new(BoardMachine::new(book))),
            AnyBook::Four(book) => AnyMachine::Four(Box::new(BoardMachine::new(book))),
            AnyBook::Eight(book) => AnyMachine::Eight(Box::new(BoardMachine::new(book))),
            AnyBook::Sixteen(book) => AnyMachine::Sixteen(Box::new(BoardMachine::new(book))),
            AnyBook::ThirtyTwo(book) => AnyMachine::ThirtyTwo(Box::new(BoardMachine::new(book))),
        }
    }
}

/// Makes a book of the width for a stride.
macro_rules! by_stride {
    ($stride:expr, $make:expr) => {
        match $stride {
            1 => $crate::widths::AnyBook::One($make),
            2 => $crate::widths::AnyBook::Two($make),
            3 => $crate::widths::AnyBook::Three($make),
            4 => $crate::widths::AnyBook::Four($make),
            8 => $crate::widths::AnyBook::Eight($make),
            16 => $crate::widths::AnyBook::Sixteen($make),
            _ => $crate::widths::AnyBook::ThirtyTwo($make),
        }
    };
}

/// Calls the same code for the book of any width.
macro_rules! with_book {
    ($any:expr, $book:ident => $body:expr) => {
        match $any {
            $crate::widths::AnyBook::One($book) => $body,
            $crate::widths::AnyBook::Two($book) => $body,
            $crate::widths::AnyBook::Three($book) => $body,
            $crate::widths::AnyBook::Four($book) => $body,
            $crate::widths::AnyBook::Eight($book) => $body,
            $crate::widths::AnyBook::Sixteen($book) => $body,
            $crate::widths::AnyBook::ThirtyTwo($book) => $body,
        }
    };
}

/// Calls the same code for machine and book of any width; a pair that does not fit is a fault.
macro_rules! with_machine {
    ($machines:expr, $books:expr, $machine:ident, $book:ident => $body:expr) => {{
        use $crate::widths::{AnyBook, AnyMachine};
        match ($machines, $books) {
            (AnyMachine::One($machine), AnyBook::One($book)) => $body,
            (AnyMachine::Two($machine), AnyBook::Two($book)) => $body,
            (AnyMachine::Three($machine), AnyBook::Three($book)) => $body,
            (AnyMachine::Four($machine), AnyBook::Four($book)) => $body,
            (AnyMachine::Eight($machine), AnyBook::Eight($book)) => $body,
            (AnyMachine::Sixteen($machine), AnyBook::Sixteen($book)) => $body,
            (AnyMachine::ThirtyTwo($machine), AnyBook::ThirtyTwo($book)) => $body,
            _ => Err($crate::stepper::TurnFault::WrongState),
        }
    }};
}

pub(super) use {by_stride, with_book, with_machine};
