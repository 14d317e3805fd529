//! Tests that manifest and rules can be read. Reports the number of ground rules on boards of each size, and
//! the time for unfolding them.

use std::time::Instant;

use serde_json::json;

use super::solved::random_marks;
use super::{TestBench, TestEnd, TestLine};
use foolproof_game::{Game as _, Verdict, counted, time_text};
use foolproof_level::{Board, Level, Play};

/// More ground rules than this are a warning, since painting waits for them. On the largest board a designer
/// expects to wait. The time is reported but not judged, since the machine may be busy with other work.
const MANY: usize = 100_000;
const MANY_ON_LARGEST: usize = 200_000;
/// Shares of the sites that hold a mark, in percent: none, half of them and all.
const FILLED: [u32; 3] = [0, 50, 100];

pub(crate) fn test(bench: &mut TestBench, _: Instant) -> Vec<TestLine> {
    let about = bench.game.about();
    let kinds: usize = bench.game.palette().iter().map(|group| group.brushes.len()).sum();
    let says = format!("{} ({}), {}", about.name, about.id, counted(kinds, "mark", "marks"));
    let (default, smallest) = (about.default_board, about.smallest);
    let mut lines = vec![TestLine::new("manifest", TestEnd::Passed, says)];
    lines.push(rules(bench, default));
    lines.extend(astray(bench, default));
    let concepts = bench.game.concept_trial(bench.game.grounder());
    let failed = concepts.err().map(|why| why.to_string());
    lines.extend(failed.map(|why| TestLine::new("concepts", TestEnd::Failed, why)));
    let slips = bench.game.assets().slips.iter().cloned();
    lines.extend(slips.map(|slip| TestLine::new("rules", TestEnd::Warned, slip)));
    for (name, board) in [("default", default), ("smallest", smallest)] {
        lines.push(unfolded(bench, name, board));
    }
    lines
}

/// Tests the largest board, if there is enough time.
pub(crate) fn largest(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let about = bench.game.about();
    let board = Board { tray: about.default_board.tray, ..about.largest };
    if bench.is_over(until) {
        let says = "there was no time to unfold the rules on it";
        return vec![TestLine::new(board_test("largest", board), TestEnd::Unfinished, says)];
    }
    vec![unfolded(bench, "largest", board)]
}

fn board_test(name: &str, board: Board) -> String {
    format!("{name} board, {}x{}", board.cols, board.rows)
}

/// Tests that the rules can be read and a play judged by them.
fn rules(bench: &mut TestBench, board: Board) -> TestLine {
    let empty = Level::open(&*bench.game.about().id, board);
    let levels = bench.sample.iter().map(AsRef::as_ref).chain([&empty]);
    for level in levels {
        if let Err(why) = bench.game.count_ground_rules(level) {
            return TestLine::new("rules", TestEnd::Failed, why.to_string());
        }
        // An empty board has no moves.
        if bench.game.abilities().moves.is_some() && level.marks().next().is_none() {
            continue;
        }
        let judged = bench.game.abilities().rules.map(|rules| rules.judge(level, &Play::default()));
        if let Some(Verdict::Undecided { why, .. }) = judged {
            return TestLine::new("rules", TestEnd::Failed, why);
        }
    }
    TestLine::new("rules", TestEnd::Passed, "rules.lp is read, and judges plays")
}

/// Tests that the rules offer the player no mark where it cannot lie: on an edge, say, since `site` includes
/// edges.
fn astray(bench: &TestBench, board: Board) -> Option<TestLine> {
    let empty = Level::open(&*bench.game.about().id, board);
    let (site, mark) = bench.game.played_astray(&empty)?;
    let says = format!(
        "the rules let the player put `{mark}` on {}, and the [[mark]] does not lie there: bound the choice, \
         as in {{ play(S,{mark}) }} :- site(S), S = cell(_,_), or change `on` in game.toml",
        site.name_on(board)
    );
    Some(TestLine::new("marks played", TestEnd::Failed, says))
}

/// Tests the number of ground rules for boards of one size, and reports the largest.
fn unfolded(bench: &mut TestBench, name: &str, board: Board) -> TestLine {
    let test = board_test(name, board);
    let many = if name == "largest" { MANY_ON_LARGEST } else { MANY };
    let (mut most, mut levels) = (0, 0);
    let began = Instant::now();
    // If one level has too many, the others would only take as long to say the same.
    for percent in FILLED {
        if most > many {
            break;
        }
        levels += 1;
        let mut level = Level::open(&*bench.game.about().id, board);
        random_marks(bench, &mut level, percent);
        match bench.game.count_ground_rules(&level) {
            Ok(n) => most = most.max(n),
            // A largest board that is too large is only a warning.
            Err(why) => {
                let end = if name == "largest" { TestEnd::Warned } else { TestEnd::Failed };
                return TestLine::new(test, end, why.to_string());
            }
        }
    }
    let took = began.elapsed();
    let (end, advice) = match most > many {
        false => (TestEnd::Passed, ""),
        true => (TestEnd::Warned, "; that is much: after each stroke, the window waits for them"),
    };
    let rules = counted(most, "ground rule", "ground rules");
    let of = counted(levels, "level", "levels");
    let says = format!("{rules} at most, {} for {of}{advice}", time_text(took));
    let numbers = Some(json!({ "rules": most, "seconds": took.as_secs_f64() }));
    TestLine { numbers, ..TestLine::new(test, end, says) }
}
