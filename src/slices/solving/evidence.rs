//! Evidence in words: filled cells and constraints.

use std::collections::BTreeSet;

use foolproof_game::{Game, counted, listed};
use foolproof_level::{Level, Place, Site};

/// True if a site holds a constraint.
pub(super) fn is_constraint(site: &Site) -> bool {
    site.place == Place::Constraint
}

/// Formats the size of the evidence: "2 cells and 1 constraint".
pub(super) fn size(evidence: &BTreeSet<Site>) -> String {
    let constraints = evidence.iter().filter(|site| is_constraint(site)).count();
    let cells = counted(evidence.len() - constraints, "cell", "cells");
    let constraints_text = counted(constraints, "constraint", "constraints");
    match (evidence.len() - constraints, constraints) {
        (_, 0) => cells,
        (0, _) => constraints_text,
        _ => listed(&[cells, constraints_text], "and"),
    }
}

/// Returns the name of a constraint.
pub(super) fn title(game: &dyn Game, level: &Level, site: Site) -> String {
    let called = |mark| Some(game.constraints()?.title(&level.board, mark));
    level.mark(site).and_then(called).unwrap_or_else(|| site.name())
}

/// Names cells row by row, then constraints.
pub(super) fn names(game: &dyn Game, level: &Level, sites: &BTreeSet<Site>) -> String {
    let mut cells: Vec<&Site> = sites.iter().filter(|site| !is_constraint(site)).collect();
    cells.sort_by_key(|site| (site.row, site.col));
    let cells: Vec<String> = cells.into_iter().map(|site| site.name()).collect();
    let constraints = sites.iter().filter(|site| is_constraint(site));
    let constraints: Vec<String> = constraints.map(|site| title(game, level, *site)).collect();
    match (cells.is_empty(), constraints.is_empty()) {
        (true, true) => "none".to_owned(),
        (false, true) => cells.join(" "),
        (true, false) => constraints.join(", "),
        (false, false) => format!("{}, {}", cells.join(" "), constraints.join(", ")),
    }
}
