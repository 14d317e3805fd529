//! Penguin Push (Fling): penguins on ice are pushed into each other until one is left.
//!
//! Source: "Using Large Scale Search for Game Design" (AIIDE 2014). The specification is
//! `encodings/penguin_push.lp`; `rules` implements it in plain Rust.
//!
//! A board is a machine word (`ice.rs`): a push removes the pushed penguin and moves all penguins
//! ahead of it one cell nearer, so pushes, forwards and backwards, are a few operations. `rules.rs`
//! lets penguins slide cell by cell instead, and the encoding states the rules a third time; tests
//! compare the three. Either penguin can make the last push, so the last push does not
//! distinguish solutions.
//!
//! `search.rs` caches by board, and for shortcuts by board and the state of `concepts.rs`.
//! `web.rs` walks all reachable boards and counts the ways in and out. `mine/` goes backwards:
//! every board with one solution has exactly one successor with one, so taking pushes back finds
//! each board once, without a table of boards seen. Whether other pushes lead to solvable boards
//! is looked up in bits for all boards of few penguins. Its lists spill to disk.

mod about;
mod concepts;
mod draw;
mod facts;
mod formats;
mod game;
mod ice;
mod make;
mod mine;
mod rating;
mod rules;
mod search;
#[cfg(test)]
mod tests;
mod turns;
mod web;

pub use about::PenguinPush;
