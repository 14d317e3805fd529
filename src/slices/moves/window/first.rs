//! The first moves of a level, over the board: an arrow each, with its number of solutions.

use crate::moves::question::{POSITIONS, ReachedPositions};
use crate::moves::window::arrow::{self, MoveStanding};
use crate::solution::SOLUTION_TOOL;
use foolproof_editor::session::kinds::Over;
use foolproof_overlay::label;
use foolproof_picture::Ink;
use foolproof_solver::Finding;

pub(super) fn draw(over: &mut Over<'_>) {
    let (state, level, layout) = (over.state, over.level, over.layout);
    if state.board.tool == SOLUTION_TOOL || !state.overlay(super::MOVES_OVERLAY) {
        return;
    }
    let finding = state.findings.knowledge.current(level, POSITIONS);
    let Some(ReachedPositions(graph)) = finding.and_then(Finding::report) else { return };
    let Some(first) = graph.positions.first() else { return };
    for choice in &first.choices {
        if let Some(cell) = layout.rect(choice.made.from) {
            over.drawing.shapes.extend(arrow::counted(
                cell,
                choice,
                MoveStanding::of(first, choice),
            ));
            over.explain("Solutions after this move", |cell| {
                vec![label(cell.centre(), "12", 0.7, Ink::Possible)]
            });
        }
    }
}
