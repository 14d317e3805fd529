//! Measures of a level in a game of moves: how long its shortest solutions are, how many there are, and
//! how much there is to get lost in.
//!
//! Knows steps.

use super::OwnGame;
use super::form::PlayKind;
use crate::games::{Measure, MeasureAbout, MeasureName, Rating, SeenSolutions, StopCheck};
use crate::ground::ExploreEnd;
use crate::level::Level;

const MOVES: MeasureName = MeasureName::new("moves", "Moves");
const SHORTEST: MeasureName = MeasureName::new("shortest", "Shortest solutions");
const POSITIONS: MeasureName = MeasureName::new("positions", "Positions");
const DEAD_ENDS: MeasureName = MeasureName::new("dead_ends", "Dead ends");

const COUNTED: &str = "Counted by this program.";

impl Rating for OwnGame {
    fn about(&self) -> Vec<MeasureAbout> {
        if self.form.kind != PlayKind::Moves {
            return Vec::new();
        }
        [
            ["moves", "Moves", "How many moves a shortest solution takes.", COUNTED],
            ["positions", "Positions", "How many positions can be reached.", COUNTED],
            ["dead_ends", "Dead ends", "How many positions cannot be won any more.", COUNTED],
            [
                "shortest",
                "Shortest solutions",
                "In how many ways the level is won in as few moves.",
                COUNTED,
            ],
        ]
        .map(MeasureAbout::new)
        .to_vec()
    }

    fn measures(&self) -> Vec<MeasureName> {
        vec![MOVES, SHORTEST, POSITIONS, DEAD_ENDS]
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Vec<Measure> {
        let measures = || {
            let rules = self.ready(level)?;
            let explored = rules.explored(stop)?;
            let from = explored.find(&self.position(&rules, level)?)?;
            let all = explored.end() == ExploreEnd::Complete;
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
            PlayKind::Put | PlayKind::Line => Vec::new(),
        }
    }
}
