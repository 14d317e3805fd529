//! Measures of a PuzzleScript level, from all of its states.

use crate::boards::BoardInPlay;
use crate::game::ScriptedGame;
use crate::keys::keys_of;
use foolproof_game::{
    COUNTED, Measure, MeasureKind, Rated, Rating, RatingCut, SeenSolutions, StopCheck,
};
use foolproof_level::Level;
use foolproof_puzzlescript::ScriptSpace;

const MOVES: MeasureKind =
    MeasureKind::new(0, ["length", "Moves", "How many moves a shortest solution takes.", COUNTED]);
const SHORTEST: MeasureKind = MeasureKind::new(
    3,
    ["shortest", "Shortest solutions", "How many solutions have as few moves.", COUNTED],
);
const POSITIONS: MeasureKind = MeasureKind::new(
    1,
    ["states", "Positions", "How many positions can be reached before the win.", COUNTED],
);
const DEAD_ENDS: MeasureKind = MeasureKind::new(
    2,
    ["dead_ends", "Dead ends", "What part of the positions cannot be solved any more.", COUNTED],
);
const FIRST_MISTAKE: MeasureKind = MeasureKind::new(
    4,
    [
        "first_mistake",
        "First mistake",
        "How many moves come before the first that may lead to a dead end.",
        COUNTED,
    ],
);

/// Measures the length of shortest solutions, and their number if it is known.
fn shortest(space: &ScriptSpace) -> Option<Vec<Measure>> {
    let length = space.shortest_length()?;
    let moves = MOVES.is(length as f64, "moves of a shortest solution");
    let number = space.space().n_shortest();
    let number = number.map(|number| SHORTEST.is(number as f64, "solutions with as few moves"));
    Some([moves].into_iter().chain(number).collect())
}

impl Rating for ScriptedGame {
    fn measures(&self) -> Vec<MeasureKind> {
        vec![MOVES, SHORTEST, POSITIONS, DEAD_ENDS, FIRST_MISTAKE]
    }

    fn rate(&self, level: &Level, seen: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        let found = || {
            let board = self.board_of(level)?;
            if board.is_of_chance() {
                return Some(by_chance(&board, stop).unwrap_or_default());
            }
            let Some(space) = board.told_apart(stop) else {
                return board.seen_so_far(shortest).flatten().map(Rated::from);
            };
            let space = space.ok()?;
            let complete = space.is_complete();
            let mut measures = shortest(&space).unwrap_or_default();
            if measures.is_empty() {
                return Some(Rated { measures, cut: cut_unless(complete) });
            }
            // Dead ends that were not followed lead to more positions, and more dead ends.
            let followed = space.space().n_unfollowed() == 0;
            let least = if complete && followed { "" } else { ", at least" };
            let note = format!("positions that moves can reach, before the win{least}");
            measures.push(POSITIONS.is(space.n_states() as f64, note));
            if let Some(dead) = space.space().n_dead_ends().filter(|_| followed) {
                let share = dead as f64 / space.n_states().max(1) as f64;
                let note = format!("of the positions, {dead}, cannot be solved any more");
                measures.push(DEAD_ENDS.is(share, note));
            }
            let keys = seen.plays.first().and_then(|play| keys_of(play).ok());
            let course = keys.and_then(|keys| space.course(&keys).ok());
            let mistake = course.filter(|_| complete).and_then(|one| one.mistake_possible_after);
            if let Some(moves) = mistake {
                let note = "moves before the first that may lead to a dead end";
                measures.push(FIRST_MISTAKE.is(moves as f64, note));
            }
            Some(Rated { measures, cut: cut_unless(complete) })
        };
        found().unwrap_or_default()
    }
}

/// Only memory ends a search for all states before `stop` does.
fn cut_unless(complete: bool) -> Option<RatingCut> {
    (!complete).then_some(RatingCut::Memory)
}

/// Measures a level in which chance decides: the fewest moves of a win, positions and dead ends.
fn by_chance(board: &BoardInPlay, stop: StopCheck<'_>) -> Option<Rated> {
    let chances = board.chances(stop)?.ok()?;
    let odds = chances.at_start()?;
    let mut measures = Vec::new();
    if !odds.is_complete {
        return Some(Rated { measures, cut: cut_unless(false) });
    }
    if let Some(moves) = odds.with_luck {
        measures.push(MOVES.is(f64::from(moves), "moves of a win if chance helps all along"));
    }
    let states = chances.n_states();
    measures.push(POSITIONS.is(states as f64, "positions that moves and chance can lead to"));
    if let Some(dead) = chances.n_dead_ends() {
        let note = format!("of the positions, {dead}, cannot be won even with luck");
        measures.push(DEAD_ENDS.is(dead as f64 / states.max(1) as f64, note));
    }
    Some(measures.into())
}
