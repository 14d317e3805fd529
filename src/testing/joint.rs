//! Small levels drawn together with a solution, since few levels of random marks have one.

use std::sync::Arc;
use std::time::Instant;

use super::TestBench;
use super::pairs::{CELLS, RULES};
use foolproof_game::Game as _;
use foolproof_level::Level;
use foolproof_solver::{BoardRules, SearchEnd};

/// Number of marks of a kind that levels are drawn with, and the number if that is too many.
const MARKS: usize = 12;
const FEWEST_MARKS: usize = 3;
/// Number of boards that levels are drawn on, the largest small ones first.
const BOARDS: usize = 3;

/// Draws up to this many levels, each with its solution; fewer if there are no more or time runs out.
pub(crate) fn drawn(bench: &mut TestBench, number: usize, until: Instant) -> Vec<Arc<Level>> {
    if bench.game.abilities().moves.is_some() {
        return Vec::new();
    }
    let id = bench.game.about().id.clone();
    let mut drawn = Vec::new();
    let (mut boards, mut used) = (bench.game.small_boards(CELLS), 0);
    while let Some(board) = boards.pop() {
        if used == BOARDS || bench.is_over(until) {
            break;
        }
        let mut level = Level::open(&*id, board);
        level.settings = bench.game.random_numbers(&mut bench.rng);
        let program = [MARKS, FEWEST_MARKS].into_iter().find_map(|marks| {
            let program = bench.game.rules_of_board(&level, marks).ok()?;
            (program.n_rules() <= RULES).then_some(program)
        });
        let Some(program) = program else { continue };
        let stop = bench.stop.clone();
        let end = SearchEnd { until, stop: &stop };
        let rules = BoardRules { level: &level, program: &program, end };
        let share = (number - drawn.len()).div_ceil(BOARDS - used);
        let new = bench.pairs.draw(rules, share, &mut bench.rng);
        used += usize::from(!new.is_empty());
        drawn.extend(new.into_iter().map(Arc::new));
    }
    drawn
}
