//! The games: each a folder with one `impl Game`, and the registry that the rest of the house
//! loops over.
//!
//! Knows `level`, `picture` and `asp`'s values. Must never know the solver, the command line or
//! the window.

mod argument;
mod deduction;
mod format;
mod game;
mod linjat;
mod maker;
mod moves;
mod penguin_push;
mod plain;
mod refraction;
mod side;
mod stock;
mod study;
mod sudoku;
mod turning;
mod witness;

pub use game::{
    About, Brush, ConceptKind, Control, Estimate, Game, GameError, Gesture, Group, HandItem,
    Measure, Param, ParamKind, Scene, Scope, Search, Searched, Turn, Verdict, Wanted,
};

pub use argument::{Argument, Arguments, Cases, Claim, Halted, Tactics, Weighed};
pub use deduction::{
    Deduced, Deduction, DeductionEnd, DeductionLeak, DeductionRound, DeductionRule, DeductionTrial,
    Insight,
};
pub use format::{
    Format, FormatError, FormatOf, Written, formats, has_ending, or_none, recognised, write_each,
};
pub use linjat::optimize;
pub use maker::{Maker, Wish};
pub use moves::{Choice, Glide, Move, Moves, Position, StateGraph};
pub use penguin_push::mine;
pub use side::Side;
pub use stock::{Extent, Range, StockItem};
pub use study::{
    Chart, Column, Drawn, Glimpse, Report, Row, Seen, Setting, Study, Studying, UNKNOWN, Value,
    threads,
};
pub use sudoku::count as count_sudoku;
pub use turning::{carry_along, room_for, turned_half, turned_level};
pub use witness::orthogonality;

/// Every game, in the order of their names.
pub fn all() -> &'static [&'static dyn Game] {
    &[
        &linjat::Linjat,
        &penguin_push::PenguinPush,
        &refraction::Refraction,
        &sudoku::Sudoku,
        &witness::Witness,
    ]
}

/// The game that a newcomer meets first.
pub fn welcome() -> &'static dyn Game {
    &refraction::Refraction
}

/// The game with this identifier.
pub fn by_id(id: &str) -> Option<&'static dyn Game> {
    all().iter().copied().find(|game| game.about().id == id)
}
