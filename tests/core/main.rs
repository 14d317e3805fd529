//! Everything below the command line: levels, games, the solver and its processes, and the house rules.
#![allow(clippy::expect_used, unreachable_pub)]

mod asp;
mod conformance;
mod course;
mod engine_process;
mod games;
mod limits;
mod looks;
mod own_games;
mod own_helpers;
mod own_layers;
mod own_pairs;
mod own_rims;
mod own_symmetry;
mod packs;
mod script_games;
mod service;
mod shelf;
mod shortcut_free;
mod solving;
mod studies;
mod sudoku;
mod taught;
mod tidy;
mod turned_levels;
mod web;

#[path = "../clicks/mod.rs"]
mod clicks;
#[path = "../structure/mod.rs"]
mod structure;
#[path = "../toy/mod.rs"]
mod toy;
