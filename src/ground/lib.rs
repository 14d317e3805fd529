//! Ground programs evaluated in plain Rust, and games of moves whose steps are defined by such programs.
//!
//! Programs are input as numbered rules with names.
//!
//! Invariant: a program is evaluated only if its choices are given; a program that is not stratified even then
//! is refused, with the reason. Only `helpers.rs` makes choices, which are then evaluated like all others.

mod best_first;
mod bounded_search;
mod circuit;
mod components;
mod evaluate;
mod every;
mod expansion;
mod explore;
mod explored;
mod filling_plan;
mod flat;
mod flips;
mod gate_solver;
mod given;
mod helpers;
mod induction;
mod kept_marks;
mod lost_marks;
mod lower;
mod machine;
mod mark_ways;
mod parity;
mod program;
mod proofs;
mod quotient;
mod reading;
mod relation;
mod steps;
mod strata;
mod symmetry;
mod walk_flood;
mod why;
mod win_estimate;
mod win_marks;

#[cfg(test)]
mod best_first_tests;
#[cfg(test)]
mod evaluate_tests;
#[cfg(test)]
mod flips_tests;
#[cfg(test)]
mod helpers_tests;
#[cfg(test)]
mod proofs_tests;
#[cfg(test)]
mod shortcut_tests;
#[cfg(test)]
mod steps_tests;
#[cfg(test)]
mod symmetry_tests;
#[cfg(test)]
mod testing;

pub use bounded_search::{ConflictBound, SearchEnd, search_model};
pub use components::{Lists, components};
pub use evaluate::{Evaluator, GroundOutcome};
pub use every::{EveryEvent, IllegalPlay};
pub use explored::{Explored, PositionId};
pub use flips::{FewestFlips, FlipAnswer, FlipGame};
pub use foolproof_kernel::{arguments, quote, split, unquote};
pub use helpers::HelperSearch;
pub use program::{AtomNumber, GroundProgram, Names, RecordedRule};
pub use proofs::{MarkCondition, Proof, Unsolvable};
pub use quotient::Quotient;
pub use reading::{StepFault, StrayMark};
pub use steps::{StepGame, StepRefusal, StepState, StepTaken};
pub use strata::Unevaluable;
pub use symmetry::{Renaming, Symmetries};
pub use why::{AtomReason, FailureReason, Reasons, RuleFailure};
