//! Tests of the rules of `[generate]`: they must be readable, and the clues that they read off a play must
//! leave the level solvable.

use std::sync::Arc;
use std::time::Instant;

use super::solved::{painted, solutions};
use super::{LONGEST_QUESTION, TestBench, TestEnd, TestLine};
use foolproof_game::{ClueReading as _, Game as _, counted};
use foolproof_level::{Level, Play};
use foolproof_solver::UnreadConstraints;

/// Number of levels to begin with, and maximum length of their sides.
const FRAMES: u64 = 8;
const LONGEST_SIDE: u16 = 6;

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let mut lines: Vec<TestLine> = Vec::new();
    for sentence in bench.game.unknown_without() {
        let says = format!("[generate] is without “{sentence}”, which the rules do not say");
        lines.push(TestLine::new("clues read off", TestEnd::Failed, says));
    }
    if !bench.game.reads_clues() {
        return lines;
    }
    let about = bench.game.about();
    let empty = Level::open(&*about.id, about.default_board);
    if let Some(why) = bench.game.clue_fault(&empty) {
        let says = format!("rules of [generate] in game.toml, {why}");
        lines.push(TestLine::new("clues read off", TestEnd::Failed, says));
        return lines;
    }
    let (mut read, mut clues) = (0_usize, 0);
    for seed in 0..FRAMES {
        if bench.is_over(until) {
            break;
        }
        let level = framed(bench, seed);
        let play = match drawn(bench, &level, seed, until) {
            Ok(Some(play)) => play,
            Ok(None) => continue,
            Err(why) => {
                let says = format!("plays of [generate] in game.toml: {why}");
                lines.push(TestLine::new("clues read off", TestEnd::Failed, says));
                return lines;
            }
        };
        let Ok(new) = bench.game.clues_of(&level, &play, seed) else { continue };
        read += 1;
        clues += new.len();
        if new.is_empty() {
            continue;
        }
        let mut with_clues = level.clone();
        new.into_iter().for_each(|(site, mark)| with_clues.paint(site, Some(mark)));
        if solutions(bench, &with_clues, until) == Some(0) {
            let says = format!(
                "the rules of [generate] read clues off a play that leave no solution: {}",
                painted(&with_clues)
            );
            let line = TestLine::new("clues read off", TestEnd::Failed, says);
            lines.push(line.of_level(&Arc::new(with_clues)));
            return lines;
        }
    }
    let untold = TestLine::new("clues read off", TestEnd::Unfinished, "there was no time for it");
    lines.push(if read == 0 && bench.is_over(until) { untold } else { told(read, clues) });
    lines
}

fn told(read: usize, clues: usize) -> TestLine {
    let of = counted(read, "play", "plays");
    let (end, says) = match (read, clues) {
        (0, _) => {
            let says = "no play can be drawn for new levels: does `without` of [generate] name the \
                        sentences that clues alone can meet?";
            (TestEnd::Warned, says.to_owned())
        }
        (_, 0) => (TestEnd::Warned, format!("the rules of [generate] read no clue off {of}")),
        _ => {
            let number = counted(clues, "clue", "clues");
            (
                TestEnd::Passed,
                format!("{number} read off {of}: no level was seen to lose its solutions by them"),
            )
        }
    };
    TestLine::new("clues read off", end, says)
}

/// Returns a small level as generation begins with it.
fn framed(bench: &TestBench, seed: u64) -> Level {
    let about = bench.game.about();
    let mut board = about.default_board;
    let side = |of: u16, least: u16| of.min(LONGEST_SIDE).max(least);
    board.cols = side(board.cols, about.smallest.cols);
    board.rows = side(board.rows, about.smallest.rows);
    let empty = Level::open(&*about.id, board);
    bench.game.framed(&empty, seed)
}

/// Draws a play as generation does.
fn drawn(
    bench: &mut TestBench,
    level: &Level,
    seed: u64,
    until: Instant,
) -> Result<Option<Play>, UnreadConstraints> {
    let Ok(sources) = bench.game.open_rules(level) else { return Ok(None) };
    let constraints = bench.game.of_drawn_plays();
    let time = bench.for_question(until, LONGEST_QUESTION);
    bench.sentences.play_under(&sources, constraints, seed, time, &bench.stop)
}
