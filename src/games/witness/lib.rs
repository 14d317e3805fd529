//! The Witness: one line from start to end, whose regions satisfy the symbols in them.
//!
//! Source: Abutarab, "A Study of Orthogonality in The Witness" (MSc thesis, 2024), and the game. The
//! specification is `encodings/witness.lp`; `judge.rs` implements it in plain Rust, and tests compare the
//! two.
//!
//! A play is the set of edges of its line. `judge.rs` and `encodings/witness.lp` state the rules twice.
//! `reading.rs` says whether the game's rules or Windmill's count.
//!
//! # Search
//!
//! `search.rs` draws every line vertex by vertex in machine words (`bits.rs`; 64 bits up to 7x7 cells, 128
//! beyond, `word.rs`). Edges that no continuation reaches are decided, cells with a decided edge between them
//! share a region, and a region whose edges are all decided is judged at once. Erasers (`erasing.rs`) try the
//! possible erasures in order of size. Hollow polyominoes (`hollow.rs`) are placed only on a cell that is in
//! debt or covered too often.
//!
//! That polyominoes do not fill a region is a statement for all fillings; `encodings/witness_erasers.lp`
//! makes it by saturation, and the adjacent `_game.lp` and `_windmill.lp` define the effect of erasers. Only
//! panels with erasers pay for that. A search that may put erasers anywhere comes last (`Game::widest`).
//!
//! # Orthogonality
//!
//! `orthogonality/` finds the lines that are the only solution of a level, for 96 types at once. It walks all
//! levels once (`walk.rs`) and keeps a bit for each pair of types, since the demands of a region depend on
//! its numbers of pieces (`contents.rs`), its tiling, and the edges that triangles count. Lines that leave
//! the same pieces together are tried as one, computed once for each set of cells (`splits.rs`). `found.rs`
//! merges the results of threads and processes, `survey.rs` cuts the walks into tasks, and `keep.rs` records
//! the finished ones.

mod about;
mod bits;
mod concepts;
mod covering;
mod draw;
mod entropy;
mod erasing;
mod facts;
mod formats;
mod game;
mod hollow;
mod json;
mod judge;
mod orthogonality;
mod panel;
mod piece;
mod polyomino;
mod rating;
mod reading;
mod search;
mod sentences;
mod stock;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_erasing;
#[cfg(test)]
mod tests_large;
mod tiling;
mod twin;
mod word;

pub use about::Witness;
