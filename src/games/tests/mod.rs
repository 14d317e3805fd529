//! What holds for every game, tried with those that are built in.

mod phrases;
mod reading;
mod replacing;
