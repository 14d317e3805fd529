//! Measures of a level. In a game of moves: the length and number of shortest solutions, and the number of
//! positions and dead ends. Elsewhere: the number of solving steps, and their difficulty.

use crate::movement::flips::FlipCounts;
use crate::movement::move_rules::MoveRules;
use crate::own_game::OwnGame;
use crate::reading::form::PlayKind;
use foolproof_game::{
    COUNTED, Measure, MeasureKind, Rated, Rating, RatingCut, SeenSolutions, StopCheck,
    measured_steps, step_measures,
};
use foolproof_level::Level;

const MOVES: MeasureKind =
    MeasureKind::new(0, ["moves", "Moves", "How many moves a shortest solution takes.", COUNTED]);
const SHORTEST: MeasureKind = MeasureKind::new(
    3,
    [
        "shortest",
        "Shortest solutions",
        "In how many ways the level is won in as few moves.",
        COUNTED,
    ],
);
const POSITIONS: MeasureKind =
    MeasureKind::new(1, ["positions", "Positions", "How many positions can be reached.", COUNTED]);
const DEAD_ENDS: MeasureKind = MeasureKind::new(
    2,
    ["dead_ends", "Dead ends", "How many positions cannot be won any more.", COUNTED],
);

const DEAD: &str = "positions that cannot be won any more";

/// Returns the length of the shortest solutions, and their number if it is known.
fn shortest(length: u32, number: Option<u64>) -> Vec<Measure> {
    let moves = MOVES.is(f64::from(length), "of a shortest solution");
    let number = number.map(|number| SHORTEST.is(number as f64, "ways to win in as few moves"));
    [moves].into_iter().chain(number).collect()
}

/// Returns the positions that are counted, in words.
fn reached(rules: &MoveRules) -> &'static str {
    match rules.game.leaves_out() {
        false => "that can be reached",
        true => "that can be reached and differ in what can matter",
    }
}

/// Returns the measures of a level whose actions flip fixed marks.
fn of_flips(rules: &MoveRules, counts: &FlipCounts) -> Vec<Measure> {
    let solved = counts.fewest.as_ref().map(|fewest| {
        let number = fewest.n_solutions();
        shortest(fewest.length, (number < u64::MAX).then_some(number))
    });
    let mut found = solved.unwrap_or_default();
    found.push(POSITIONS.is(counts.n_positions, reached(rules)));
    found.push(DEAD_ENDS.is(counts.n_dead, DEAD));
    found
}

impl Rating for OwnGame {
    fn measures(&self) -> Vec<MeasureKind> {
        match self.form.kind {
            PlayKind::Moves => vec![MOVES, SHORTEST, POSITIONS, DEAD_ENDS],
            PlayKind::Put | PlayKind::Line => step_measures(0).to_vec(),
        }
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        let measures = || {
            let rules = self.ready(level)?;
            let position = self.position(&rules, level)?;
            if let Some(counts) = rules.flip_counts(&position, stop) {
                return Some(of_flips(&rules, &counts).into());
            }
            let Some(explored) = self.explored(&rules, stop) else {
                let is_start = position == rules.game.start();
                let (length, number) = rules.shortest_so_far().filter(|_| is_start)?;
                return Some(shortest(length, number).into());
            };
            let from = explored.find(&position)?;
            let all = explored.has_all();
            let length = explored.distance(from);
            let found = length.map(|length| shortest(length, Some(explored.continuations(from))));
            let mut found = found.unwrap_or_default();
            let note = match all {
                true => reached(&rules),
                false => "were searched, and there are more",
            };
            found.push(POSITIONS.counts(explored.n_positions(), note));
            if let Some(dead) = explored.n_dead_ends().filter(|_| all) {
                found.push(DEAD_ENDS.is(dead as f64, DEAD));
            }
            Some(Rated { measures: found, cut: (!all).then_some(RatingCut::Memory) })
        };
        match self.form.kind {
            PlayKind::Moves => measures().unwrap_or_default(),
            PlayKind::Put | PlayKind::Line => measured_steps(self, level, stop).into(),
        }
    }

    fn is_walked(&self) -> bool {
        self.form.kind != PlayKind::Moves
    }
}
