//! Digits in cells under constraints of many kinds: propagation and search.
//!
//! A cell's candidates are a set of bits, the lowest for the digit 1. A [`Model`] holds what was posted,
//! mostly as propagators: each looks at its cells and removes impossible candidates. They run, the cheap ones
//! first, until nothing changes any more; then a [`Walk`] tries a digit in a cell, and after that forbids it
//! there. Cells whose propagators failed often are tried first (Boussemart et al., "Boosting systematic
//! search by weighting constraints", 2004).

mod at_least;
mod automaton;
mod band;
mod cages_in_house;
mod combinations;
mod crossing;
mod ends;
mod equal_sums;
mod gaps;
mod house;
mod layers;
mod leftovers;
mod linear;
mod model;
mod pairs;
mod propagator;
mod set_of;
mod telling;
mod triple;
mod walk;

pub(crate) use automaton::Automaton;
pub(crate) use combinations::{digits_of, sets_of, sets_with_sum, sum_of};
pub(crate) use layers::{CellReading, CellSight, Layers, Told};
pub(crate) use model::Model;
pub(crate) use propagator::{Board, Cost, Propagator};
pub(crate) use telling::Piece;
pub(crate) use walk::Walk;
