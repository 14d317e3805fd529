//! Games of moves: effects of steps on pieces in the positions visited. This finds pieces that vanish, pass
//! through others or end up where they should not.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::{TestBench, TestEnd, TestLine, TestPicture, TestShows};
use foolproof_game::{Game as _, counted, listed};
use foolproof_games::own::{PieceSteps, StepExample};

/// If there are at least this many pieces of a kind, and each step leaves at most one, that looks like a slip.
const MANY: u32 = 3;
/// Maximum number of positions of a level, and of all levels.
const OF_LEVEL: usize = 1500;
const POSITIONS: usize = 30_000;
/// Maximum number of examples for a line.
const EXAMPLES: usize = 8;

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    if bench.game.abilities().moves.is_none() {
        return Vec::new();
    }
    // Random levels have combinations of pieces that no designer would make, such as several players.
    let levels = if bench.sample.is_empty() { &bench.small } else { &bench.sample };
    let mut all = BTreeMap::<String, PieceSteps>::new();
    let (mut positions, mut looked, mut whole) = (0, 0, 0_usize);
    for level in levels.iter().filter(|level| level.game == bench.game.about().id) {
        if bench.is_over(until) || positions >= POSITIONS {
            break;
        }
        let stop = || bench.is_over(until);
        let Some(steps) = bench.game.piece_steps(level, OF_LEVEL, &stop) else { continue };
        positions += steps.positions;
        (looked, whole) = (looked + 1, whole + usize::from(steps.all));
        for (kind, steps) in steps.kinds {
            all.entry(kind).or_default().join(&steps);
        }
    }
    if all.values().all(|steps| steps.steps == 0) {
        let says = "no level has a step, so nothing is known of what steps make and take";
        return vec![TestLine::new("pieces", TestEnd::Warned, says)];
    }
    let mut searched = format!("{} of ", counted(positions, "position", "positions"));
    searched.push_str(&counted(looked, "level", "levels"));
    if whole < looked {
        searched.push_str(&format!(", {whole} of them to the end"));
    }
    all.iter().map(|(kind, steps)| line(bench, kind, steps, &searched)).collect()
}

fn line(bench: &TestBench, kind: &str, steps: &PieceSteps, searched: &str) -> TestLine {
    let mut says = format!("{kind}: {}", change(steps));
    if let Some((was, is, _)) = &steps.taken {
        says.push_str(&format!(", at most from {was} to {is}"));
    }
    if steps.farthest > 0 {
        let cells = counted(usize::from(steps.farthest), "cell", "cells");
        says.push_str(&format!(
            "; moves {}{cells}",
            if steps.farthest > 1 { "up to " } else { "" }
        ));
    }
    let names = |all: &BTreeMap<String, StepExample>| {
        listed(&all.keys().map(String::as_str).collect::<Vec<_>>(), "and")
    };
    if !steps.onto.is_empty() {
        says.push_str(&format!("; comes to lie on {}", names(&steps.onto)));
    }
    if !steps.over.is_empty() {
        says.push_str(&format!("; passes over {}", names(&steps.over)));
    }
    let number = counted(usize::try_from(steps.steps).unwrap_or(usize::MAX), "step", "steps");
    says.push_str(&format!(" ({number} in {searched}; up to {} on the board)", steps.most_before));
    let numbers = json!({
        "kind": kind, "steps": steps.steps, "least": steps.least, "most": steps.most,
        "most_before": steps.most_before, "most_after": steps.most_after,
        "farthest": steps.farthest,
        "onto": steps.onto.keys().collect::<Vec<_>>(),
        "over": steps.over.keys().collect::<Vec<_>>(),
    });
    let (end, advice) = verdict(steps);
    let mut line = TestLine::new("pieces", end, says + advice);
    line.numbers = Some(numbers);
    line.pictures = examples(bench, kind, steps);
    line
}

/// Describes the change in the number of pieces.
fn change(steps: &PieceSteps) -> String {
    let most = |n: i64| n.unsigned_abs();
    match (steps.least, steps.most) {
        (0, 0) => "a step neither makes nor takes one".to_owned(),
        (taken @ ..0, made @ ..=0) if taken == made => format!("each step takes {}", most(taken)),
        (taken @ ..0, made @ ..=0) => format!("a step takes {} to {}", most(made), most(taken)),
        (taken @ 0.., made) if taken == made => format!("each step makes {made}"),
        (taken @ 0.., made) => format!("a step makes {taken} to {made}"),
        (taken, made) => format!("a step takes up to {} and makes up to {made}", most(taken)),
    }
}

/// Judges if the steps look like a slip.
fn verdict(steps: &PieceSteps) -> (TestEnd, &'static str) {
    if steps.most_before >= MANY && steps.most_after <= 1 {
        let advice = "; however many there are, a step leaves one at most: does next(S,M) keep those that \
                      do not move?";
        return (TestEnd::Warned, advice);
    }
    // If most steps change the number, as in a game of switching lights, that is intended.
    if steps.silent.is_some() && steps.changing * 2 < steps.steps {
        let advice = "; now and then their number changes and no event says so: is that meant?";
        return (TestEnd::Warned, advice);
    }
    (TestEnd::Passed, "")
}

/// Returns example steps, each with the positions before and after.
fn examples(bench: &TestBench, kind: &str, steps: &PieceSteps) -> Vec<TestPicture> {
    let taken = steps
        .taken
        .as_ref()
        .map(|(was, is, example)| (format!("{kind}: from {was} to {is}"), example));
    let silent = steps
        .silent
        .as_ref()
        .map(|example| (format!("the number of {kind} changes and no event says so"), example));
    let onto = steps.onto.iter().map(|(what, example)| (format!("{kind} on {what}"), example));
    let over = steps.over.iter().map(|(what, example)| (format!("{kind} over {what}"), example));
    let all = silent.into_iter().chain(taken).chain(over).chain(onto).take(EXAMPLES);
    all.flat_map(|(says, example)| shown(bench, &says, example)).collect()
}

fn shown(bench: &TestBench, says: &str, example: &StepExample) -> Vec<TestPicture> {
    let Some(moves) = bench.game.abilities().moves else { return Vec::new() };
    let picture = |shows: TestShows, when: &str, play| {
        let level = Arc::new(moves.after(&example.level, play));
        TestPicture { says: format!("{when}: {says}"), shows, level }
    };
    vec![
        picture(TestShows::Before, "before the step", &example.before),
        picture(TestShows::After, "after the step", &example.after),
    ]
}
