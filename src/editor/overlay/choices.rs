//! The first moves of a level, over the board: an arrow each, with the number of solutions that it
//! leads to.
//!
//! Knows the state and findings.

use crate::editor::moves::arrow::{self, Standing};
use crate::editor::state::{Overlay, State};
use crate::editor::tools::Tool;
use crate::level::Level;
use crate::picture::{Layout, Shape};
use crate::solver::{Detail, Topic};

pub(super) fn draw(out: &mut Vec<Shape>, state: &State, level: &Level, layout: &Layout) {
    // A play that is looked at has arrows of its own.
    let other = state.shown.is_some() || state.tool == Tool::Solution;
    if other || !state.overlay(Overlay::Moves) {
        return;
    }
    let finding = state.knowledge.current(level, Topic::Positions);
    let Some(Detail::Graph(graph)) = finding.map(|finding| &finding.detail) else { return };
    let Some(first) = graph.positions.first() else { return };
    for choice in &first.choices {
        if let Some(cell) = layout.rect(choice.made.from) {
            out.extend(arrow::counted(cell, choice, Standing::of(first, choice)));
        }
    }
}
