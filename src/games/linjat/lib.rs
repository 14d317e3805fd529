//! Linjat: through every number runs a straight line of that many cells, and every dot is on a line.
//!
//! Source: Snellman, "Creating a procedural puzzle generator" (2019), and the game. The specification is
//! `encodings/linjat.lp`; `judge` implements it in plain Rust.
//!
//! The unit of deduction is a *way*: one of the at most 2n placements of a number (`ways.rs`). Bit sets hold
//! the ways that run through a cell, belong to a number, or exclude another way, so a rule of the layered
//! solver (`deduce/`, one file for each rule) is a few operations on words. Functions are generic over the
//! number of words.
//!
//! Every rule is sound and monotone: its conclusions remain, sooner or later, when dots are added. So the
//! generator (`generate.rs`) continues where deduction stopped and looks only at the new dot. Leaks are
//! reported and never used; therefore a level that deduction solves has one solution, and the exact search
//! (`search.rs`) confirms that for every puzzle that the optimizer keeps. The optimizer (`optimize/`) keeps
//! two pools for each puzzle, which exchange their best after a fixed number of steps; the result is the same
//! on one thread and on two.

mod about;
mod concepts;
mod deduce;
mod draw;
mod explain;
mod formats;
mod game;
mod generate;
mod judge;
mod make;
mod marks;
pub mod optimize;
mod pen;
mod puzzle;
mod rating;
mod search;
mod sentences;
mod tally;
#[cfg(test)]
mod tests;
mod ways;

pub use about::Linjat;
