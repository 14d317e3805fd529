//! Sudoku, side by side: counting up to two solutions by us, by the crate `sudoku` and by clingo; then
//! arguments and strategy hints by us and by clingo. clingo gets the paper's encodings, rewritten in
//! `reference/sudoku_board.lp` and `reference/sudoku_argument.lp`.
//!
//! `cargo bench --bench sudoku -- FILE…` prints the tables for files with one puzzle a line, which may be
//! followed by `:solutions:`, a number that is then checked. Without files it takes puzzles of our maker.
//! `benches/README.md` keeps figures.
#![allow(clippy::expect_used)]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use foolproof::game::{Argument, Claim, Game, MakerWish};
use foolproof::level::{Level, Mark, Play, Site};

/// The most seconds that clingo may take for an argument.
const PATIENCE: u64 = 120;

struct Set {
    name: String,
    puzzles: Vec<Puzzle>,
}

struct Puzzle {
    cells: String,
    count: Option<u64>,
    solution: Option<String>,
}

fn main() {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let sets: Vec<Set> = match files.is_empty() {
        true => vec![made()],
        false => files.iter().map(|file| read(file)).collect(),
    };
    println!(
        "| puzzles | ours, median | slowest | crate sudoku, median | ours / crate | clingo, median | times faster |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    sets.iter().for_each(counting);
    println!();
    println!(
        "| puzzle | possible digits | check of an argument | least evidence | strategy hint | clingo on the encoding | its size | times faster |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    sets.iter().for_each(arguing);
}

fn game() -> &'static dyn Game {
    static GAME: LazyLock<Arc<dyn Game>> =
        LazyLock::new(|| foolproof::built_in().by_id("sudoku").expect("the game"));
    &**GAME
}

fn read(file: &str) -> Set {
    let text = std::fs::read_to_string(file).expect("a file of puzzles");
    let puzzle = |line: &str| {
        let mut parts = line.split(':');
        let cells = parts.next().expect("cells").to_owned();
        let count = parts.next().and_then(|count| count.parse().ok());
        let solution = parts.next().map(str::to_owned).filter(|s| !s.is_empty());
        Puzzle { cells, count, solution }
    };
    let name = file.rsplit('/').next().unwrap_or(file).to_owned();
    let lines = text.lines().filter(|line| line.split(':').next().map(str::len) == Some(81));
    Set { name, puzzles: lines.map(puzzle).collect() }
}

fn made() -> Set {
    let level = Level::open("sudoku", game().about().default_board);
    let maker = game().maker().expect("its maker");
    let make = |seed| {
        let wish = MakerWish { seed, minimal: true, image: None, marks: None, kinds: &[] };
        let level = maker.make(&level, &wish, &|| false).expect("a level");
        Puzzle { cells: cells(&level), count: Some(1), solution: None }
    };
    Set { name: "of our own, minimal".to_owned(), puzzles: (0..60).map(make).collect() }
}

fn cells(level: &Level) -> String {
    let of = |(row, col)| {
        let mark = level.mark(Site::cell(col, row));
        mark.and_then(|mark| mark.as_str().chars().next()).unwrap_or('.')
    };
    (0..9).flat_map(|row| (0..9).map(move |col| (row, col))).map(of).collect()
}

fn level_of(puzzle: &Puzzle) -> Level {
    let format = game().formats().into_iter().find(|f| f.id() == "sudoku-lines").expect("a format");
    format.read(&puzzle.cells).expect("a puzzle").remove(0)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn ms(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// Repeats a call often enough to be timed, and returns the mean.
fn timed<T>(mut call: impl FnMut() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let found = call();
    let once = begun.elapsed();
    let calls = (2_000_000 / once.as_nanos().max(1)).clamp(1, 200) as u32;
    let begun = Instant::now();
    for _ in 0..calls {
        std::hint::black_box(call());
    }
    (found, begun.elapsed() / calls)
}

fn counting(set: &Set) {
    let (mut ours, mut theirs, mut asp, mut ratios) = (vec![], vec![], vec![], vec![]);
    for (at, puzzle) in set.puzzles.iter().enumerate() {
        let row: Vec<u8> = puzzle
            .cells
            .chars()
            .map(|c| c.to_digit(10).and_then(|d| u8::try_from(d).ok()).unwrap_or(0))
            .collect();
        let (count, mine) = timed(|| foolproof_sudoku::count(&row, 2).expect("a board"));
        if let Some(known) = puzzle.count {
            assert_eq!(count, known.min(2), "{}", puzzle.cells);
        }
        if let Some(known) = puzzle.count.filter(|n| *n < 200_000) {
            assert_eq!(foolproof_sudoku::count(&row, u64::MAX), Some(known), "{}", puzzle.cells);
        }
        if let Some(solution) = puzzle.solution.as_ref().filter(|_| puzzle.count == Some(1)) {
            let solved: Vec<u8> = solution.bytes().map(|b| b - b'0').collect();
            assert_eq!(foolproof_sudoku::count(&solved, 2), Some(1));
            assert!(row.iter().zip(&solved).all(|(given, solved)| *given == 0 || given == solved));
        }
        if let Ok(other) = sudoku::Sudoku::from_str_line(&puzzle.cells) {
            let (found, time) = timed(|| other.solutions_count_up_to(2));
            assert_eq!(found as u64, count, "{}", puzzle.cells);
            theirs.push(time);
            ratios.push(mine.as_secs_f64() / time.as_secs_f64());
        }
        if at % 10 == 0 {
            asp.extend(clingo_counts(&level_of(puzzle), count));
        }
        ours.push(mine);
    }
    let slowest = ours.iter().max().copied().unwrap_or_default();
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios.get(ratios.len() / 2).copied().unwrap_or_default();
    let asp = (!asp.is_empty()).then(|| median(&mut asp));
    println!(
        "| {} ({}) | {} | {} | {} | {ratio:.2} | {} | {} |",
        set.name,
        set.puzzles.len(),
        ms(ours),
        ms(slowest),
        ms(theirs),
        asp.map_or("not there".to_owned(), ms),
        asp.map_or(String::new(), |asp| format!("{:.0}", asp.as_secs_f64() / ours.as_secs_f64())),
    );
}

fn run_clingo(text: &str, args: &[&str]) -> Option<(String, Duration)> {
    let begun = Instant::now();
    let mut child = Command::new("clingo")
        .args(args)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), begun.elapsed()))
}

/// Digits as facts, rows and columns from 1.
fn facts<'a>(name: &str, marks: impl Iterator<Item = (Site, &'a Mark)>) -> String {
    let fact = |(site, mark): (Site, &Mark)| {
        format!("{name}({},{},{mark}).\n", site.row + 1, site.col + 1)
    };
    marks.map(fact).collect()
}

/// Two answer sets by `clingo` itself, if it is on the path, including the time to start it.
fn clingo_counts(level: &Level, count: u64) -> Option<Duration> {
    let mut text = include_str!("reference/sudoku_board.lp").to_owned();
    text.push_str(&facts("clue", level.marks()));
    let (text, time) = run_clingo(&text, &["-n", "2", "-q"])?;
    let models = text.lines().find_map(|line| line.strip_prefix("Models       : "));
    let models: u64 = models?.trim().trim_end_matches('+').parse().ok()?;
    assert_eq!(models, count, "{text}");
    Some(time)
}

/// The hardest puzzles of a set for arguments: those with the largest first step.
fn arguing(set: &Set) {
    let arguments = game().arguments().expect("arguments");
    for puzzle in set.puzzles.iter().filter(|puzzle| puzzle.count.is_none_or(|n| n == 1)).take(20) {
        let level = level_of(puzzle);
        let never = || false;
        let begun = Instant::now();
        let search = game().search().expect("its search");
        let wanted =
            foolproof::game::Wanted { shortcuts: false, plays: 1, most: u64::MAX, marks: true };
        let solved = search.solutions(&level, wanted, &never).expect("an answer");
        let possible = begun.elapsed();
        let begun = Instant::now();
        let mut cases = arguments.cases(&level, &never).expect("a solution");
        let hints = cases.strategy(&Play::default(), &never).expect("a hint");
        let hint = begun.elapsed();
        let Some(first) = hints.first() else { continue };
        let claim = Claim {
            evidence: first.evidence.clone(),
            conclusion: Some(first.conclusion),
            ..Claim::default()
        };
        let mut cases = arguments.cases(&level, &never).expect("a solution");
        let begun = Instant::now();
        let weighed = cases.weigh(&claim, &never).expect("a claim").expect("an answer");
        let check = begun.elapsed();
        assert_eq!(weighed.concludes.as_ref(), Some(&first.mark));
        let mut cases = arguments.cases(&level, &never).expect("a solution");
        let begun = Instant::now();
        let least = cases.smallest(&Play::default(), first.conclusion, &never).expect("an answer");
        let smallest = begun.elapsed();
        assert_eq!(least.map(|one| one.evidence.len()), Some(first.evidence.len()));
        let asp = clingo_argues(&level, &solved.plays[0]);
        let (size, time) = match &asp {
            Some((Some(size), time)) => {
                assert_eq!(*size, first.evidence.len(), "{}", puzzle.cells);
                (size.to_string(), ms(*time))
            }
            Some((None, _)) => ("not known".to_owned(), format!("over {PATIENCE} s")),
            None => ("".to_owned(), "not there".to_owned()),
        };
        let faster = asp.map_or(String::new(), |(size, time)| {
            let more = if size.is_none() { "over " } else { "" };
            format!("{more}{:.0}", time.as_secs_f64() / hint.as_secs_f64())
        });
        let name: String = puzzle.cells.chars().take(12).collect();
        println!(
            "| {name}… ({} cells, {}) | {} | {} | {} | {} | {time} | {size} | {faster} |",
            first.evidence.len(),
            technique(first),
            ms(possible),
            ms(check),
            ms(smallest),
            ms(hint),
        );
    }
}

fn technique(argument: &Argument) -> &str {
    argument.technique.as_deref().unwrap_or("no usual technique")
}

/// The size of the smallest argument by clingo on the disjunctive encoding.
fn clingo_argues(level: &Level, solution: &Play) -> Option<(Option<usize>, Duration)> {
    let mut text = include_str!("reference/sudoku_argument.lp").to_owned();
    text.push_str(&facts("clue", level.marks()));
    text.push_str(&facts("fill", level.marks().chain(solution.iter())));
    let limit = format!("--time-limit={PATIENCE}");
    let (out, time) = run_clingo(&text, &["--opt-mode=opt", "-q1,1", &limit])?;
    let proved = out.contains("OPTIMUM FOUND");
    let size = out.lines().rev().find_map(|line| line.strip_prefix("Optimization : "));
    Some((size.and_then(|size| size.trim().parse().ok()).filter(|_| proved), time))
}
