//! What holds for every game, tried with those that are built in.

mod duplicates;
mod phrases;
mod reading;
mod registry;
mod replacing;
