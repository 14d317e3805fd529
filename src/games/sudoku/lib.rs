//! Sudoku with arguments: every digit once in each row, column and box, and a reason for each.
//!
//! Source: Smith, "Answer Set Programming in Proofdoku" (2017). The specifications are `encodings/sudoku.lp`
//! and `encodings/sudoku_argument.lp`; `judge` implements them in plain Rust.
//!
//! `bands.rs` is the inner loop of every search: digits by bands of three rows, with a table of the crossings
//! of rows and boxes that a permutation needs. `candidates.rs` does the same for boards of any size; tests
//! compare the two.
//!
//! `argument.rs` finds smallest arguments as smallest hitting sets (`hitting.rs`) of the differences between
//! the solution and other fillings. Differences are found when needed, serve every conclusion, and stay valid
//! whatever is filled in. A search that takes too long on a nearly empty board hands over to a SAT solver
//! that keeps what it learned (`sat.rs`). `proof.rs` goes from the least evidence to the next.

mod about;
mod argument;
mod bands;
mod candidates;
mod concepts;
mod constraints;
mod court;
mod draw;
mod drawing;
mod engine;
mod estimate;
mod facts;
mod faults;
mod filling_rules;
mod formats;
mod fpuzzles;
mod game;
mod grid;
mod hitting;
mod iss;
mod iss_written;
mod killer_text;
mod laid_level;
mod laying;
#[cfg(test)]
mod laying_tests;
mod lzstring;
mod make;
mod penpa;
mod proof;
mod puzzle;
mod rating;
mod sat;
mod search;
mod sentences;
mod shape;
mod single;
mod spelling;
mod sudokupad;
mod technique;
#[cfg(test)]
mod tests;

pub use about::Sudoku;
pub use search::count;
