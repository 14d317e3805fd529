//! Tests that small levels with one more row or column of the manifest's padding have equally many solutions.

use std::time::Instant;

use super::solved::{painted, solutions};
use super::{TestBench, TestEnd, TestLine};
use foolproof_game::{Side, counted};

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let Some(padding) = bench.game.padding() else { return Vec::new() };
    let (mut told, mut solvable, mut untold) = (0_usize, 0, 0);
    // The first side for the first level, the next side for the next one.
    for (level, side) in bench.small.clone().iter().zip(Side::ALL.into_iter().cycle()) {
        if bench.is_over(until) {
            break;
        }
        let Some(other) = bench.game.padded(level, side) else { continue };
        let before = solutions(bench, level, until);
        let after = solutions(bench, &other, until);
        let (Some(before), Some(after)) = (before, after) else {
            untold += 1;
            continue;
        };
        if after != before {
            let count = usize::try_from(before).unwrap_or(usize::MAX);
            let says = format!(
                "{} has {}, and {after} with {padding} added in the {}; if the rules mean that, \
                 take padding out of game.toml",
                painted(level),
                counted(count, "solution", "solutions"),
                side.name(),
            );
            return vec![TestLine::new("padded levels", TestEnd::Failed, says)];
        }
        told += 1;
        solvable += usize::from(before > 0);
    }
    let of = counted(told, "small level", "small levels");
    let mut says =
        format!("{of}, {solvable} of them solvable: the same with {padding} on one side");
    if untold > 0 {
        let more = counted(untold, "more was", "more were");
        says.push_str(&format!("; {more} not counted to the end"));
    }
    let end = match (told, solvable) {
        (0, _) if bench.is_over(until) => {
            let says = "there was no time to solve a level twice";
            return vec![TestLine::new("padded levels", TestEnd::Unfinished, says)];
        }
        (_, 0) => TestEnd::Warned,
        _ => TestEnd::Passed,
    };
    vec![TestLine::new("padded levels", end, says)]
}
