//! Rules of `[generate]`: whether they can be read, and whether the clues that they read off a solution
//! are right for it.

use std::sync::Arc;

use super::solved::painted;
use super::{TestBench, TestEnd, TestLine};
use foolproof_games::{ClueReading as _, Game as _, Verdict, counted};
use foolproof_level::{Level, Play};

/// Solutions that clues are read off.
const SOLUTIONS: usize = 24;

pub(crate) fn test(bench: &mut TestBench) -> Vec<TestLine> {
    let until = bench.share(4);
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
    let solved = bench.solved.iter().filter_map(|(level, plays)| Some((level, plays.first()?)));
    let solved: Vec<(Arc<Level>, Play)> =
        solved.map(|(level, play)| (Arc::clone(level), play.clone())).take(SOLUTIONS).collect();
    let (mut read, mut clues) = (0_usize, 0);
    for (level, play) in solved {
        if bench.is_over(until) {
            break;
        }
        let Some(new) = bench.game.clues_of(&level, &play, bench.rng.u64(..)) else { continue };
        read += 1;
        clues += new.len();
        if let Some((says, level)) = wrong_clue(bench, &level, &play, new) {
            let line = TestLine::new("clues read off", TestEnd::Failed, says);
            lines.push(line.of_level(&Arc::new(level)));
            return lines;
        }
    }
    let of = counted(read, "solution", "solutions");
    let number = counted(clues, "clue", "clues");
    let says = format!("{number} read off {of}: each is right for it");
    lines.push(match (read, clues) {
        (0, _) => {
            let says = "no solution is known off which they could be read";
            TestLine::new("clues read off", TestEnd::Unfinished, says)
        }
        (_, 0) => {
            let says = format!("the rules of [generate] read no clue off {of}");
            TestLine::new("clues read off", TestEnd::Warned, says)
        }
        _ => TestLine::new("clues read off", TestEnd::Passed, says),
    });
    lines
}

/// A clue that the rules read off a solution and by which that is none any more.
fn wrong_clue(
    bench: &TestBench,
    level: &Level,
    play: &Play,
    clues: Vec<(foolproof_level::Site, foolproof_level::Mark)>,
) -> Option<(String, Level)> {
    let rules = bench.game.abilities().rules?;
    let mut with_clues = level.clone();
    for (site, mark) in clues {
        let before = with_clues.clone();
        with_clues.paint(site, Some(mark.clone()));
        let why = match rules.judge(&with_clues, play) {
            Verdict::Unsolved { why, .. } | Verdict::Illegal { why, .. } => why,
            _ => continue,
        };
        let says = format!(
            "the rules of [generate] read {mark} on {} off a solution of {}, which is none with it: {why}",
            site.name(),
            painted(&before)
        );
        with_clues.intended = Some(play.clone());
        return Some((says, with_clues));
    }
    None
}
