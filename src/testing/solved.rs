//! Tests that solve levels: those of levels.json are compared with their policies, small random ones with their
//! turned and mirrored versions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::{TestBench, TestEnd, TestLine, TestPicture, TestShows, joint};
use foolproof_game::{Game as _, Turn, counted, turned_level};
use foolproof_games::own::places_for;
use foolproof_level::{Board, Level};
use foolproof_solver::{
    Count, CountSolutions, CountedSolutions, LevelCheck, Question, Status, Topic, Why,
    check_questions,
};

/// Maximum number of cells of a small level.
pub(crate) const SMALL: usize = 49;
/// Maximum side of random boards.
const LONGEST_SIDE: u16 = 5;
/// All turns follow from the last two. If clue cells allow no quarter turn, rows may still be mirrored.
pub(crate) const TURNS: [Turn; 3] = [Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise];
/// Maximum time for a small level.
const LONGEST: Duration = Duration::from_secs(4);
/// Number of boards drawn to find one that is small enough.
const DRAWS: usize = 20;
/// Maximum number of solutions shown.
const SHOWN: usize = 8;
/// Maximum number of solutions counted; levels with more are skipped.
const CAP: u32 = 500;

/// Checks all levels of levels.json against their policies.
pub(crate) fn sample(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let all = bench.sample.clone();
    if all.is_empty() {
        let says = "levels.json has no levels; some would show that the game works";
        return vec![TestLine::new("levels", TestEnd::Warned, says)];
    }
    let (mut passed, mut untold, mut lines) = (0, 0, Vec::new());
    let tray = bench.game.about().default_board.tray;
    for (at, level) in all.iter().enumerate() {
        if tray > 0 && level.board.tray == 0 && level.game == bench.game.about().id {
            let says = format!(
                "level {} ({}) has no tray; the manifest's has {}: write \"tray\": {tray} into its board",
                at + 1,
                level.title,
                counted(usize::from(tray), "slot", "slots"),
            );
            lines.push(TestLine::new("levels", TestEnd::Warned, says).of_level(level));
        }
        if bench.is_over(until) {
            untold += all.len() - at;
            break;
        }
        let title = format!("level {} ({})", at + 1, level.title);
        if level.game != bench.game.about().id {
            let says = format!("{title} is of the game `{}`", level.game);
            lines.push(TestLine::new("levels", TestEnd::Failed, says).of_level(level));
            continue;
        }
        let mut findings = Vec::new();
        for question in check_questions(level) {
            findings.extend(bench.ask(level, &question, until));
        }
        let check = LevelCheck::of(&bench.game, level, &findings);
        let why = match (&check.fault, &check.flaw) {
            _ if check.passes() => {
                passed += 1;
                continue;
            }
            _ if bench.is_over(until) || ended_early(&check) => {
                untold += 1;
                continue;
            }
            (Some(fault), _) => fault.clone(),
            (_, Some(flaw)) => flaw.clone(),
            _ => "does not meet its policy".to_owned(),
        };
        let says = format!("{title}: {why}; see foolproof check");
        lines.push(TestLine::new("levels", TestEnd::Failed, says).of_level(level));
    }
    let of = counted(all.len(), "level", "levels");
    let meet = if passed == 1 { "meets its policy" } else { "meet their policy" };
    let mut says = format!("{passed} of {of} {meet}");
    if untold > 0 {
        says.push_str(&format!("; {untold} not told in time"));
    }
    let end = if untold > 0 { TestEnd::Unfinished } else { TestEnd::Passed };
    if lines.is_empty() || passed > 0 || untold > 0 {
        lines.insert(0, TestLine::new("levels", end, says));
    }
    lines
}

/// True if a limit was reached before an answer, and no answer so far is against the policy.
fn ended_early(check: &LevelCheck) -> bool {
    let is_limit = |status: &Status| {
        matches!(status, Status::Unknown(Why::Time | Why::Memory(_) | Why::Stopped))
    };
    let mut unmet = check.properties.iter().filter(|item| !item.meets()).peekable();
    let any = unmet.peek().is_some();
    any && check.fault.is_none() && check.flaw.is_none() && unmet.all(|item| is_limit(&item.status))
}

/// The result of counting solutions of a small level and its turned versions.
enum TurnedCounts {
    /// All have this many solutions.
    Same(u64),
    /// A description of the difference.
    Differs(String),
    /// There are too many solutions, or time ran out.
    Untold,
}

/// Tests that turned and mirrored small levels have equally many solutions.
pub(crate) fn turned(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let levels = bench.levels;
    let (symmetric, turnable) = (bench.game.is_symmetric(), bench.turns());
    let (mut told, mut solvable, mut solutions, mut untold) = (0_usize, 0, 0, 0_usize);
    let drawn = joint::drawn(bench, levels as usize * 3 / 4, bench.part(until, 2));
    for n in 0..levels {
        if bench.is_over(until) {
            break;
        }
        let level = next_level(bench, &drawn, n as usize);
        bench.small.push(Arc::clone(&level));
        match compare(bench, &level, until) {
            TurnedCounts::Same(n) => {
                told += 1;
                solutions += n;
                solvable += u64::from(n > 0);
            }
            TurnedCounts::Untold => {
                untold += 1;
                // Larger levels take longer, and would show as little.
                let cells = level.board.cells().count();
                bench.most_cells = bench.most_cells.min(cells.saturating_sub(1));
            }
            TurnedCounts::Differs(says) => {
                let line = TestLine::new("turned levels", TestEnd::Failed, says);
                return vec![line.of_level(&level)];
            }
        }
    }
    if told == 0 {
        return vec![none_told(untold)];
    }
    let of = counted(told, "small level", "small levels");
    let turned = match turnable {
        0 => "not turned",
        1 => "the same mirrored",
        _ => "the same turned and mirrored",
    };
    let counted_solutions = counted(solutions, "solution", "solutions");
    let mut says = format!("{of}, {solvable} of them solvable, {counted_solutions}: {turned}");
    if !symmetric {
        says.push_str(match turnable {
            0 => ", because the manifest says symmetric = false",
            _ => "; the manifest excludes other turns",
        });
    } else if turnable < TURNS.len() {
        says.push_str(", where the sides with clue cells can be swapped");
    }
    if untold > 0 {
        let more = counted(untold, "more was", "more were");
        says.push_str(&format!("; {more} not counted to the end"));
    }
    let (end, advice) = match solvable {
        0 => (TestEnd::Warned, "; no level could be solved, so this says little"),
        _ => (TestEnd::Passed, ""),
    };
    let mut lines = vec![TestLine::new("turned levels", end, says + advice)];
    lines.extend(solutions_shown(bench, &drawn));
    lines
}

/// Returns the line if no small level was counted completely.
fn none_told(tried: usize) -> TestLine {
    let says = match tried {
        0 => "there was no time to solve a small level".to_owned(),
        n => {
            let levels = counted(n, "small level", "small levels");
            format!("{levels} tried, and none of them counted to the end")
        }
    };
    TestLine::new("turned levels", TestEnd::Unfinished, says)
}

/// Shows the author levels that were drawn with a solution: only they show what the rules forget to forbid.
fn solutions_shown(bench: &TestBench, drawn: &[Arc<Level>]) -> Option<TestLine> {
    let step = (drawn.len() / SHOWN).max(1);
    let pictures: Vec<TestPicture> = drawn
        .iter()
        .step_by(step)
        .take(SHOWN)
        .map(|level| TestPicture {
            says: "a solution".to_owned(),
            shows: TestShows::Solution,
            level: Arc::clone(level),
        })
        .collect();
    let plural = counted(pictures.len(), "solution", "solutions");
    let says =
        format!("{plural} drawn at random: is each of them right by the rules that you mean?");
    let is_drawn = !pictures.is_empty() && bench.game.abilities().moves.is_none();
    is_drawn.then(|| TestLine { pictures, ..TestLine::new("solutions", TestEnd::Passed, says) })
}

/// Returns the level of this number: one drawn with a solution, or every fourth time one of random marks.
fn next_level(bench: &mut TestBench, drawn: &[Arc<Level>], n: usize) -> Arc<Level> {
    match drawn.get(n / 4 * 3 + n % 4) {
        Some(level) if n % 4 < 3 => with_solution(bench, level),
        _ => Arc::new(small_level(bench)),
    }
}

/// Returns a level that was drawn with a solution, which is recorded.
fn with_solution(bench: &mut TestBench, drawn: &Level) -> Arc<Level> {
    let mut level = drawn.clone();
    let play = level.intended.take();
    let level = Arc::new(level);
    bench.solved.extend(play.map(|play| (Arc::clone(&level), vec![play])));
    level
}

fn compare(bench: &mut TestBench, level: &Level, until: Instant) -> TurnedCounts {
    let Some(count) = solutions(bench, level, until) else { return TurnedCounts::Untold };
    for turn in TURNS {
        // If the game has no board of that shape, or distinguishes the directions, nothing is turned.
        let Ok(other) = turned_level(&bench.game, level, turn) else { continue };
        let Some(after) = solutions(bench, &other, until) else { return TurnedCounts::Untold };
        if after != count {
            let how = match turn {
                Turn::Clockwise => "turned to the right",
                Turn::MirrorColumns | Turn::MirrorRows => "mirrored",
            };
            return TurnedCounts::Differs(format!(
                "{} has {}, and {after} when {how}; if the rules mean that, write symmetric = false \
                 into game.toml",
                painted(level),
                counted(usize::try_from(count).unwrap_or(usize::MAX), "solution", "solutions"),
            ));
        }
    }
    TurnedCounts::Same(count)
}

/// Describes a small level.
pub(crate) fn painted(level: &Level) -> String {
    let marks: Vec<String> =
        level.marks().map(|(site, mark)| format!("{mark} on {}", site.name())).collect();
    let marks = if marks.is_empty() { "no mark".to_owned() } else { marks.join(", ") };
    let Board { cols, rows, .. } = level.board;
    let settings: Vec<String> =
        level.settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let settings = match settings.is_empty() {
        true => String::new(),
        false => format!(" ({})", settings.join(", ")),
    };
    format!("{cols}x{rows}{settings} with {marks}")
}

/// Returns the number of solutions of a level, if they can be counted.
pub(crate) fn solutions(bench: &mut TestBench, level: &Level, until: Instant) -> Option<u64> {
    let until = Instant::now() + bench.for_question(until, LONGEST);
    let findings = bench.ask(level, &Question::from(CountSolutions { cap: CAP }), until);
    findings.iter().rev().find_map(|finding| match finding.report::<CountedSolutions>() {
        Some(counted) => match counted.number {
            Count::Exactly(n) => Some(n),
            Count::AtLeast(_) => None,
        },
        None => {
            let none = (finding.topic(), finding.status()) == (Topic::SOLVABLE, Status::Refuted);
            none.then_some(0)
        }
    })
}

/// Returns a small level: a few random marks, or a level of the sample with a few marks changed.
fn small_level(bench: &mut TestBench) -> Level {
    let id = bench.game.about().id.clone();
    let is_small = |level: &&Arc<Level>| level.board.cells().count() <= SMALL && level.game == id;
    let small: Vec<Arc<Level>> = bench.sample.iter().filter(is_small).cloned().collect();
    if let Some(level) = bench.rng.choice(small).filter(|_| bench.rng.u8(..4) > 0) {
        return changed(bench, &level);
    }
    let about = bench.game.about();
    let (least, most) = (about.smallest, about.largest);
    let tray = about.default_board.tray;
    let drawn = |rng: &mut Rng| {
        let mut side = |least: u16, most: u16| rng.u16(least..=most.min(LONGEST_SIDE).max(least));
        (side(least.cols, most.cols), side(least.rows, most.rows))
    };
    let (mut cols, mut rows) = drawn(&mut bench.rng);
    for _ in 0..DRAWS {
        if usize::from(cols) * usize::from(rows) <= bench.most_cells {
            break;
        }
        (cols, rows) = drawn(&mut bench.rng);
    }
    let mut level = Level::open(id, Board { cols, rows, tray });
    level.settings = bench.game.random_numbers(&mut bench.rng);
    let percent = [10, 30, 100].get(bench.rng.usize(..3)).copied().unwrap_or(30);
    random_marks(bench, &mut level, percent);
    level
}

/// Returns a level with up to three of its marks moved, removed or replaced.
fn changed(bench: &mut TestBench, level: &Level) -> Level {
    let mut level = level.without_concept();
    (level.intended, level.title) = (None, String::new());
    level.intended_locked.clear();
    for _ in 0..bench.rng.usize(..4) {
        let marks: Vec<_> = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
        let Some((site, mark)) = bench.rng.choice(marks) else { break };
        let places = places_for(&bench.game, &level, &mark);
        match (bench.rng.u8(..3), bench.rng.choice(places)) {
            (0, _) => level.paint(site, None),
            (1, Some(to)) => {
                level.paint(site, None);
                level.paint(to, Some(mark));
            }
            (_, Some(to)) => level.paint(to, Some(mark)),
            (_, None) => {}
        }
    }
    level
}

/// Paints this percentage of a level's sites with marks of the palette, preferring the first ones.
pub(crate) fn random_marks(bench: &mut TestBench, level: &mut Level, percent: u32) {
    let board = level.board;
    let brushes = bench.game.palette().into_iter().flat_map(|group| group.brushes);
    let marks: Vec<_> = brushes.map(|brush| brush.mark).collect();
    for (site, _) in bench.game.layout(&board).sites {
        if bench.rng.u32(..100) >= percent {
            continue;
        }
        let fits = |mark: &&foolproof_level::Mark| bench.game.accepts(&board, site, mark).is_ok();
        let fitting: Vec<_> = marks.iter().filter(fits).collect();
        let n = fitting.len();
        if n > 0 {
            let at = bench.rng.usize(..n).min(bench.rng.usize(..n));
            level.paint(site, fitting.get(at).map(|mark| (*mark).clone()));
        }
    }
}
