//! Refraction: place benders, splitters and combiners so that beams bring every target exactly its fraction
//! of power.
//!
//! Source: Smith & Butler, "Quantifying over Play" (FDG 2013), and the game Refraction 2. The specification
//! is `encodings/refraction.lp`; `judge.rs` implements it in plain Rust, and tests compare the two.
//!
//! # Search
//!
//! Solutions differ in their network: the placed pieces that emit light. Each network has a *core*, the
//! pieces whose light reaches a target. `search/cores.rs` finds cores backwards from the targets. It meets
//! the demand with the fewest ways to meet it first, and keeps the places of pieces open as sets of cells,
//! which neighbours keep consistent. If an output has more power than may be lost, or no other light is left,
//! some piece must take it; if fewer pieces can take it than can meet any demand, the search decides that
//! first (`takers.rs`), so it works from both ends.
//!
//! `powers.rs` computes the powers that pieces can make, and `reach.rs` the cells in a piece's line; both
//! prune most of the search. `growth.rs` adds the pieces that unused light reaches, for exact counts. A
//! concept that more pieces cannot break depends on the core alone and bounds the search (`asked.rs`).
//!
//! # New levels
//!
//! `make/` drafts levels: powers that leave no way around the concept (`plan.rs`, `relax.rs`), then places
//! (`lay.rs`), then pieces that mislead (`fill.rs`). `shut.rs` repairs what a search finds. Tests compare the
//! search with brute force on 19,000 levels, and with the encoding.

mod about;
mod concepts;
mod draw;
mod facts;
mod formats;
mod game;
mod judge;
mod make;
mod piece;
mod rating;
mod search;
mod stock;
#[cfg(test)]
mod tests;

pub use about::Refraction;
