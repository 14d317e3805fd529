//! Words about arguments.

use std::collections::BTreeSet;

use crate::solving::evidence::size;
use foolproof_game::{Argument, counted};
use foolproof_level::Site;

pub(crate) const GOES_ON: &str =
    "Play goes on where you left it; \u{201c}Take everything back\u{201d} starts over.";
pub(crate) const ARGUMENT: &str = "Argument";
/// The phases of play, as the paper has them.
pub(crate) const STRATEGY_PHASE: &str = "Strategy: choose a cell";
pub(crate) const TACTICS_PHASE: &str = "Tactics: gather evidence";
pub(crate) const VICTORY: &str = "Victory";
pub(crate) const ALL_PROVED: &str = "Every cell is filled in. You proved:";
pub(crate) const CHOOSE_CONCLUSION: &str =
    "Click an empty cell to prove it; then click the filled cells that prove it.";
pub(crate) const WEIGHING: &str = "Weighing the evidence…";
pub(crate) const OPTIMAL: &str = "Optimal: no valid argument has less evidence.";
pub(crate) const UNPROVABLE: &str = "Everything filled in so far does not prove this cell.";
pub(crate) const CONCLUDE: &str = "Conclude";
pub(crate) const CONCLUDE_TIP: &str = "Fills in the cell with this argument (Shift+Enter).";
pub(crate) const SMALLEST: &str = "Least evidence";
pub(crate) const SMALLEST_TIP: &str = "Takes a smallest argument for this cell.";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const CLEAR_TIP: &str = "Clears the evidence.";
pub(crate) const ABANDON: &str = "Abandon";
pub(crate) const ABANDON_TIP: &str = "Gives up this argument. The cell keeps it for later.";
pub(crate) const PATH: &str = "Proof path…";
pub(crate) const PATH_TIP: &str =
    "Proves the whole puzzle step by step, with the least evidence for each.";
pub(crate) const STRATEGY: &str = "Strategy hint";
pub(crate) const STRATEGY_TIP: &str =
    "Marks the cells that need the least evidence, with its size.";
pub(crate) const TACTICS: &str = "Tactics hint";
pub(crate) const TACTICS_TIP: &str =
    "A dot marks evidence that every smallest argument needs, a stroke evidence that none needs.";
pub(crate) const NO_HINT: &str = "No empty cell can be proved.";
pub(crate) const LEGEND: &str = "How many digits a cell may still hold, by the evidence alone.";
pub(crate) const LEAVE_STEP: &str = "Clues alone";
pub(crate) const LEAVE_STEP_TIP: &str =
    "Leaves the step of the proof path: its digits are taken off.";
pub(crate) const ARGUE_ALWAYS: &str = "Argue";
pub(crate) const ARGUE_ALWAYS_TIP: &str =
    "Every digit needs an argument. Switch it off to fill in digits freely.";

fn cells(n: usize) -> String {
    counted(n, "cell", "cells")
}

pub(crate) fn evidence(sites: &BTreeSet<Site>) -> String {
    format!("Evidence: {}.", size(sites))
}

pub(crate) fn conclusion(site: &str, evidence: &BTreeSet<Site>) -> String {
    format!("Conclusion: {site}. Evidence: {}.", size(evidence))
}

pub(crate) const ALL_CONSTRAINTS: &str = "All";
pub(crate) const NO_CONSTRAINTS: &str = "None";

/// Heads the list of constraints, with the number used as evidence.
pub(crate) fn constraints(chosen: usize, all: usize) -> String {
    format!("Constraints as evidence: {chosen} of {all}")
}

pub(crate) fn valid(mark: &str, technique: Option<&str>) -> String {
    match technique {
        Some(technique) => format!("Valid: {mark}, by a {technique}."),
        None => format!("Valid: {mark}."),
    }
}

pub(crate) fn not_valid(left: &[&str]) -> String {
    format!("Not valid yet: it may hold {}.", left.join(", "))
}

pub(crate) fn least(evidence: &BTreeSet<Site>) -> String {
    format!("The least evidence is {}.", size(evidence))
}

pub(crate) fn hints(cells_to_prove: usize, evidence: &BTreeSet<Site>) -> String {
    let subject = counted(cells_to_prove, "cell needs", "cells need");
    format!("{subject} only {} of evidence.", size(evidence))
}

pub(crate) fn proved(n: usize) -> String {
    format!("{} proved", cells(n))
}

pub(crate) fn path(steps: &[Argument]) -> String {
    let largest = steps.iter().rev().max_by_key(|step| step.evidence.len());
    let largest = largest.map_or_else(|| cells(0), |step| size(&step.evidence));
    let sum: usize = steps.iter().map(|step| step.evidence.len()).sum();
    // Sizes are small.
    let mean = sum as f64 / steps.len().max(1) as f64;
    format!("{} steps; the largest argument has {largest}, the mean {mean:.2}.", steps.len())
}

pub(crate) fn bar(number: usize, step: &Argument) -> String {
    format!("Step {number}: {}, {}", step.conclusion.name(), size(&step.evidence))
}
