//! Measures of a level. In a game of moves: how long its shortest solutions are, how many there are, and
//! how much there is to get lost in. Elsewhere: how many solving steps it takes, and how hard they are.

use crate::form::PlayKind;
use crate::own_game::OwnGame;
use foolproof_game::{
    COUNTED, Measure, MeasureKind, Rating, SeenSolutions, StopCheck, measured_steps, step_measures,
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

impl Rating for OwnGame {
    fn measures(&self) -> Vec<MeasureKind> {
        match self.form.kind {
            PlayKind::Moves => vec![MOVES, SHORTEST, POSITIONS, DEAD_ENDS],
            PlayKind::Put | PlayKind::Line => step_measures(0).to_vec(),
        }
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Vec<Measure> {
        let measures = || {
            let rules = self.ready(level)?;
            let explored = self.explored(&rules, stop)?;
            let from = explored.find(&self.position(&rules, level)?)?;
            let all = explored.has_all();
            let mut found = Vec::new();
            if let Some(length) = explored.distance(from) {
                found.push(MOVES.is(f64::from(length), "of a shortest solution"));
                let ways = explored.continuations(from) as f64;
                found.push(SHORTEST.is(ways, "ways to win in as few moves"));
            }
            let note =
                if all { "that can be reached" } else { "were searched, and there are more" };
            found.push(POSITIONS.counts(explored.n_positions(), note));
            if let Some(dead) = explored.n_dead_ends().filter(|_| all) {
                found.push(DEAD_ENDS.is(dead as f64, "positions that cannot be won any more"));
            }
            Some(found)
        };
        match self.form.kind {
            PlayKind::Moves => measures().unwrap_or_default(),
            PlayKind::Put | PlayKind::Line => measured_steps(self, level, stop),
        }
    }

    fn is_walked(&self) -> bool {
        self.form.kind != PlayKind::Moves
    }
}
