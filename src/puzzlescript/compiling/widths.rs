//! Rule tables and machines for each width of a game.
//!
//! A cell's objects take one to 32 words. The engine is compiled for each width, and only this file selects it.

use crate::compiling::tables::RuleTables;
use crate::turns::machine::BoardMachine;

/// The widths, in words of a cell.
pub(crate) const STRIDES: [usize; 7] = [1, 2, 3, 4, 8, 16, MAX_WORDS];
/// The most words of a cell: 2048 objects, 384 layers.
pub(crate) const MAX_WORDS: usize = 32;

/// The rules, at the width of the game.
pub(crate) enum AnyTables {
    One(RuleTables<1>),
    Two(RuleTables<2>),
    Three(RuleTables<3>),
    Four(RuleTables<4>),
    Eight(RuleTables<8>),
    Sixteen(RuleTables<16>),
    ThirtyTwo(RuleTables<32>),
}

/// A machine, at the width of the game.
pub(crate) enum AnyMachine {
    One(Box<BoardMachine<1>>),
    Two(Box<BoardMachine<2>>),
    Three(Box<BoardMachine<3>>),
    Four(Box<BoardMachine<4>>),
    Eight(Box<BoardMachine<8>>),
    Sixteen(Box<BoardMachine<16>>),
    ThirtyTwo(Box<BoardMachine<32>>),
}

impl AnyMachine {
    /// A machine for these tables.
    pub(crate) fn new(tables: &AnyTables) -> AnyMachine {
        match tables {
            AnyTables::One(tables) => AnyMachine::One(Box::new(BoardMachine::new(tables))),
            AnyTables::Two(tables) => AnyMachine::Two(Box::new(BoardMachine::new(tables))),
            AnyTables::Three(tables) => AnyMachine::Three(Box::new(BoardMachine::new(tables))),
            AnyTables::Four(tables) => AnyMachine::Four(Box::new(BoardMachine::new(tables))),
            AnyTables::Eight(tables) => AnyMachine::Eight(Box::new(BoardMachine::new(tables))),
            AnyTables::Sixteen(tables) => AnyMachine::Sixteen(Box::new(BoardMachine::new(tables))),
            AnyTables::ThirtyTwo(tables) => {
                AnyMachine::ThirtyTwo(Box::new(BoardMachine::new(tables)))
            }
        }
    }
}

/// Makes tables of the width for a stride.
macro_rules! by_stride {
    ($stride:expr, $make:expr) => {
        match $stride {
            1 => $crate::compiling::widths::AnyTables::One($make),
            2 => $crate::compiling::widths::AnyTables::Two($make),
            3 => $crate::compiling::widths::AnyTables::Three($make),
            4 => $crate::compiling::widths::AnyTables::Four($make),
            8 => $crate::compiling::widths::AnyTables::Eight($make),
            16 => $crate::compiling::widths::AnyTables::Sixteen($make),
            _ => $crate::compiling::widths::AnyTables::ThirtyTwo($make),
        }
    };
}

/// Runs the same code for tables of any width.
macro_rules! with_tables {
    ($any:expr, $tables:ident => $body:expr) => {
        match $any {
            $crate::compiling::widths::AnyTables::One($tables) => $body,
            $crate::compiling::widths::AnyTables::Two($tables) => $body,
            $crate::compiling::widths::AnyTables::Three($tables) => $body,
            $crate::compiling::widths::AnyTables::Four($tables) => $body,
            $crate::compiling::widths::AnyTables::Eight($tables) => $body,
            $crate::compiling::widths::AnyTables::Sixteen($tables) => $body,
            $crate::compiling::widths::AnyTables::ThirtyTwo($tables) => $body,
        }
    };
}

/// Runs the same code for a machine and tables of any width; a pair that does not match is a fault.
macro_rules! with_machine {
    ($machines:expr, $all_tables:expr, $machine:ident, $tables:ident => $body:expr) => {{
        use $crate::compiling::widths::{AnyMachine, AnyTables};
        match ($machines, $all_tables) {
            (AnyMachine::One($machine), AnyTables::One($tables)) => $body,
            (AnyMachine::Two($machine), AnyTables::Two($tables)) => $body,
            (AnyMachine::Three($machine), AnyTables::Three($tables)) => $body,
            (AnyMachine::Four($machine), AnyTables::Four($tables)) => $body,
            (AnyMachine::Eight($machine), AnyTables::Eight($tables)) => $body,
            (AnyMachine::Sixteen($machine), AnyTables::Sixteen($tables)) => $body,
            (AnyMachine::ThirtyTwo($machine), AnyTables::ThirtyTwo($tables)) => $body,
            _ => Err($crate::turns::stepper::TurnFault::WrongState),
        }
    }};
}

pub(crate) use {by_stride, with_machine, with_tables};
