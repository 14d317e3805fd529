//! The first moves of a level, over the board: an arrow each, with the number of solutions that it
//! leads to.
//!
//! Knows the state and findings.

use crate::editor::board::tools::Tool;
use crate::editor::features::moves::arrow::{self, MoveStanding};
use crate::editor::session::feature::Overlay;
use crate::editor::session::state::State;
use crate::level::Level;
use crate::picture::{Layout, Shape};
use crate::solver::{Answer, Topic};

pub(super) fn draw(out: &mut Vec<Shape>, state: &State, level: &Level, layout: &Layout) {
    if state.tool == Tool::SOLUTION || !state.overlay(Overlay::MOVES) {
        return;
    }
    let finding = state.knowledge.current(level, Topic::Positions);
    let Some(Answer::Positions(Ok(graph))) = finding.map(|finding| &finding.answer) else { return };
    let Some(first) = graph.positions.first() else { return };
    for choice in &first.choices {
        if let Some(cell) = layout.rect(choice.made.from) {
            out.extend(arrow::counted(cell, choice, MoveStanding::of(first, choice)));
        }
    }
}
