//! Penguin Push, side by side: questions about a board answered by us, by a plain breadth-first search and by
//! clingo on the encoding; then mining.
//!
//! `cargo bench --bench penguin_push -- [FILE…]` takes random boards of 4 to 14 penguins on 7x8, and the boards
//! in files of Fling. `benches/README.md` keeps figures.
#![allow(clippy::expect_used)]

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use fastrand::Rng;
use foolproof::game::{Game, Wanted};
use foolproof::level::{Board, Level};
use foolproof::solver::program_text;

/// Random boards for each number of penguins.
const BOARDS: usize = 300;
/// How many of these boards are also given to clingo, and for how many seconds at most.
const ASKED: usize = 5;
const PATIENCE: u64 = 20;

fn main() {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let mut rng = Rng::with_seed(1);
    let mut sets: Vec<(String, Vec<Level>)> = (4..=14)
        .map(|n| (format!("{n}, random"), (0..BOARDS).map(|_| random(n, &mut rng)).collect()))
        .collect();
    let mut real: BTreeMap<usize, Vec<Level>> = BTreeMap::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a file of boards");
        let format = game().formats().into_iter().find(|f| f.id() == "fling").expect("a format");
        for level in format.read(&text).expect("boards") {
            real.entry(level.marks().count()).or_default().push(level);
        }
    }
    sets.extend(real.into_iter().map(|(n, levels)| (format!("{n}, of Fling"), levels)));
    println!(
        "| penguins | boards | solvable | one solution | solvable? median | 99 % | one solution? median | 99 % | how many? median | 99 % | positions, median | 99 % | plain search / ours | clingo / ours |"
    );
    println!("|{}", " --- |".repeat(14));
    for (name, levels) in &sets {
        questions(name, levels);
    }
}

fn game() -> &'static dyn Game {
    static GAME: LazyLock<Arc<dyn Game>> =
        LazyLock::new(|| foolproof::built_in().by_id("penguin_push").expect("the game"));
    &**GAME
}

fn random(penguins: usize, rng: &mut Rng) -> Level {
    let mut level = Level::open("penguin_push", Board { cols: 7, rows: 8, tray: 0 });
    let penguin = game().palette()[0].brushes[0].mark.clone();
    for cell in rng.choose_multiple(level.board.cells(), penguins) {
        level.paint(cell, Some(penguin.clone()));
    }
    level
}

fn questions(name: &str, levels: &[Level]) {
    let search = game().search().expect("a search");
    let asked = |level: &Level, most: u64| {
        let wanted = Wanted { shortcuts: false, plays: 0, most, marks: false };
        timed(|| search.solutions(level, wanted, &|| false).expect("an answer"))
    };
    let mut times: [Vec<Duration>; 4] = Default::default();
    let (mut solvable, mut unique) = (0, 0);
    let (mut plain, mut clingo) = (Vec::new(), Vec::new());
    for (at, level) in levels.iter().enumerate() {
        let (first, time) = asked(level, 1);
        times[0].push(time);
        solvable += usize::from(first.count > 0);
        let (two, time) = asked(level, 2);
        times[1].push(time);
        unique += usize::from(two.exhausted && two.count == 1);
        let (all, counting) = asked(level, u64::MAX);
        assert!(all.exhausted && (all.count > 0) == (first.count > 0));
        assert_eq!((all.count == 1), two.exhausted && two.count == 1);
        times[2].push(counting);
        let moves = game().moves().expect("moves");
        let (graph, time) = timed(|| moves.graph(level, 20_000, &|| false).expect("a graph"));
        assert_eq!(graph.positions[0].solutions, all.count);
        times[3].push(time);
        if at < 30 {
            let (count, time) = timed(|| breadth_first(level));
            assert_eq!(count, all.count);
            plain.push(time.as_secs_f64() / counting.as_secs_f64());
        }
        if at < ASKED
            && let Some((found, time)) = by_clingo(level)
        {
            assert_eq!(found, all.count.min(2));
            clingo.push(time.as_secs_f64() / times[1][at].as_secs_f64());
        }
    }
    let of = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        let part = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        format!("{} | {}", shown(part(0.5)), shown(part(0.99)))
    };
    let columns: Vec<String> = times.iter_mut().map(of).collect();
    println!(
        "| {name} | {} | {solvable} | {unique} | {} | {} | {} |",
        levels.len(),
        columns.join(" | "),
        times_faster(&mut plain),
        times_faster(&mut clingo)
    );
}

fn times_faster(ratios: &mut [f64]) -> String {
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).map_or_else(String::new, |ratio| format!("{ratio:.0}"))
}

fn shown(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}

/// Repeats a call often enough to be timed, and returns the mean.
fn timed<T>(mut call: impl FnMut() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let found = call();
    let once = begun.elapsed();
    let calls = (200_000 / once.as_nanos().max(1)).clamp(1, 50) as u32;
    let begun = Instant::now();
    for _ in 0..calls {
        std::hint::black_box(call());
    }
    (found, begun.elapsed() / calls)
}

/// The number of solutions by the most obvious search: boards as sorted lists of cells in a hash table with
/// their numbers of ways, layer by layer.
fn breadth_first(level: &Level) -> u64 {
    let cells: Vec<(i32, i32)> =
        level.marks().map(|(site, _)| (i32::from(site.col), i32::from(site.row))).collect();
    let mut layer: HashMap<Vec<(i32, i32)>, u64> = HashMap::from([(cells, 1)]);
    let size = (i32::from(level.board.cols), i32::from(level.board.rows));
    loop {
        let mut next: HashMap<Vec<(i32, i32)>, u64> = HashMap::new();
        for (board, ways) in &layer {
            if board.len() <= 1 {
                return layer.values().sum::<u64>() / if level.marks().count() > 1 { 2 } else { 1 };
            }
            for from in board {
                for step in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                    if let Some(mut after) = pushed(board, *from, step, size) {
                        after.sort_unstable();
                        *next.entry(after).or_default() += ways;
                    }
                }
            }
        }
        if next.is_empty() {
            return 0;
        }
        layer = next;
    }
}

type Cell = (i32, i32);

fn pushed(board: &[Cell], from: Cell, step: Cell, size: (i32, i32)) -> Option<Vec<Cell>> {
    let ahead = |at: Cell| {
        let on_board = |at: &Cell| (0..size.0).contains(&at.0) && (0..size.1).contains(&at.1);
        let next = |at: &Cell| Some((at.0 + step.0, at.1 + step.1)).filter(on_board);
        std::iter::successors(next(&at), next).find(|at| board.contains(at))
    };
    let first = ahead(from)?;
    if first == (from.0 + step.0, from.1 + step.1) {
        return None;
    }
    let mut after: Vec<Cell> = board.to_vec();
    let mut moving = from;
    loop {
        after.retain(|cell| *cell != moving);
        let Some(hit) = ahead(moving) else { return Some(after) };
        after.push((hit.0 - step.0, hit.1 - step.1));
        moving = hit;
    }
}

/// How many solutions clingo finds, up to two, and how long its process took.
fn by_clingo(level: &Level) -> Option<(u64, Duration)> {
    let program = program_text(game(), level).expect("a program");
    let limit = format!("--time-limit={PATIENCE}");
    let begun = Instant::now();
    let mut child = Command::new("clingo")
        .args(["-", "-n", "2", "--project", "-q", &limit])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(program.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let models = text.lines().find_map(|line| line.strip_prefix("Models       : "))?;
    let known = !text.contains("TIME LIMIT");
    let count = models.trim_end_matches('+').trim().parse().ok()?;
    known.then(|| (count, begun.elapsed()))
}
