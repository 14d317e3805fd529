//! Measures of a level. In a game of moves: how long its shortest solutions are, how many there are, and
//! how much there is to get lost in. Elsewhere: how many solving steps it takes, and how hard they are.

use std::sync::Arc;

use crate::form::PlayKind;
use crate::own_game::OwnGame;
use foolproof_game::{
    COUNTED, Measure, MeasureKind, Rating, SeenSolutions, Sentences as _, StopCheck,
};
use foolproof_level::Level;
use foolproof_solving::SolvingPath;

const STEPS: MeasureKind = MeasureKind::new(
    1,
    [
        "steps",
        "Solving steps",
        "How many steps a player takes who always takes the simplest one.",
        FROM_RULES,
    ],
);
const HARDEST: MeasureKind = MeasureKind::new(
    0,
    [
        "hardest",
        "Hardest step",
        "How many sentences of the rules the hardest step needs.",
        FROM_RULES,
    ],
);
const COMBINED: MeasureKind = MeasureKind::new(
    2,
    ["combined", "Combined steps", "How many steps need more than one sentence.", FROM_RULES],
);
const NARROWEST: MeasureKind = MeasureKind::new(
    3,
    [
        "narrowest",
        "Narrowest moment",
        "How many simplest steps there are to be found where there are fewest, in the first half.",
        FROM_RULES,
    ],
);
/// Where measures of steps come from.
const FROM_RULES: &str = "Found from the rules alone.";

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
            PlayKind::Put | PlayKind::Line => vec![HARDEST, STEPS, COMBINED, NARROWEST],
        }
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Vec<Measure> {
        let measures = || {
            let rules = self.ready(level)?;
            let explored = rules.explored(stop)?;
            let from = explored.find(&self.position(&rules, level)?)?;
            let all = explored.is_complete();
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
            PlayKind::Put | PlayKind::Line => {
                let path = self.solving_path(level, stop).filter(|path| path.is_solved());
                path.map(|path| of_steps(&path)).unwrap_or_default()
            }
        }
    }

    fn is_walked(&self) -> bool {
        self.form.kind != PlayKind::Moves
    }
}

impl OwnGame {
    fn solving_path(&self, level: &Level, stop: StopCheck<'_>) -> Option<Arc<SolvingPath>> {
        let program = self.sentence_program(level).ok()?;
        SolvingPath::walk(program, usize::MAX, stop, &mut |_, _| {}).ok()
    }
}

fn of_steps(path: &SolvingPath) -> Vec<Measure> {
    let steps = path.reasoned().count();
    let combined = path.reasoned().filter(|step| step.constraints.len() > 1).count();
    let mut found = vec![
        HARDEST.counts(path.hardest(), "in the step that needs most"),
        STEPS.counts(steps, "to the solution"),
        COMBINED.counts(combined, "with more than one sentence"),
    ];
    if let Some(available) = path.narrowest() {
        found.push(NARROWEST.counts(available, "to be found at the narrowest moment"));
    }
    found
}
