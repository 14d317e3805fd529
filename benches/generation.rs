//! Levels from the command line, as designers make them: CPU time of the whole process.
//!
//! `cargo bench --bench generation` prints a table for Refraction, and with `--shelf` one for the games of the
//! shelf that read clues off a solution; `benches/README.md` keeps copies. Each row runs `foolproof generate
//! GAME` once for each seed, one run after the other, and counts the CPU time of that process with its engine
//! and its worker, from start to end, including proof and output.
//!
//! Options: `--seeds N` (10), `--only TEXT` for the rows whose names contain this text, `--many N` (900) for
//! the number of levels in the last row of Refraction, `--size N` (default: the usual size of each game) for
//! the cells across and down on boards of the shelf, without clue cells beside them, and `--time-limit SECONDS`
//! (600). Needs Linux, for the CPU time of ended processes.

use foolproof::games::{LibraryShelf, library::Library, shelf};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::game::{Game, Games, OutsideClues};
use foolproof::solver::{WaitingGrounder, WorkerCommand};
use rustix::process::WaitOptions;

/// A clock tick in the kernel's accounting.
const TICK: Duration = Duration::from_millis(10);

/// One row: name, board, concepts that take turns, and limits on the marks of each group.
struct Case {
    name: &'static str,
    size: &'static str,
    concepts: &'static [&'static str],
    limits: &'static [&'static str],
}

const TOGETHER: &str = "used(splitter,1) and used(combiner,1)";
const TWICE: &str = "used(splitter,2) and used(combiner,2)";

/// The pieces of section 6.4 of the paper; `benches/shortcut_free.rs` has the same numbers.
const CASES: [Case; 6] = [
    Case {
        name: "one splitter and combiner, 40 pieces",
        size: "10x10",
        concepts: &[TOGETHER],
        limits: &[
            "sources=2..2",
            "targets=2..2",
            "blockers=28..28",
            "benders=4..4",
            "splitters by two=2..2",
            "splitters by three=0..0",
            "combiners of two=2..2",
        ],
    },
    Case {
        name: "two and two, 40 pieces",
        size: "10x10",
        concepts: &[TWICE],
        limits: &[
            "sources=2..2",
            "targets=2..2",
            "blockers=29..29",
            "benders=3..3",
            "splitters by two=2..2",
            "splitters by three=0..0",
            "combiners of two=2..2",
        ],
    },
    Case {
        name: "monolithic over three pairs, 40 pieces",
        size: "10x10",
        concepts: &["monolithic"],
        limits: &[
            "sources=3..3",
            "targets=3..3",
            "blockers=28..28",
            "benders=2..2",
            "splitters by two=2..2",
            "splitters by three=0..0",
            "combiners of two=2..2",
        ],
    },
    Case {
        name: "the same without blockers, 12 pieces",
        size: "10x10",
        concepts: &["monolithic"],
        limits: &[
            "sources=3..3",
            "targets=3..3",
            "blockers=0..0",
            "benders=2..2",
            "splitters by two=2..2",
            "splitters by three=0..0",
            "combiners of two=2..2",
        ],
    },
    Case { name: "six benders", size: "6x6", concepts: &["used(bender,6)"], limits: &[] },
    Case {
        name: "five concepts in turn",
        size: "8x8",
        concepts: &["used(splitter,1)", "used(bender,4)", TOGETHER, "built(frac(3,4))", TWICE],
        limits: &[],
    },
];

/// Games of the shelf whose boards are usually smaller than 10x10: cells across and down.
const USUAL: [(&str, u16); 1] = [("easy-as-abc", 6)];
const SIDE: u16 = 10;

/// The arguments of `generate` for a row.
struct Row {
    name: String,
    size: String,
    arguments: Vec<String>,
    levels: u64,
    seeds: u64,
}

impl Row {
    fn of_case(case: &Case, many: u64, seeds: u64) -> Self {
        let is_many = case.concepts.len() > 1;
        let switch = |name: &str, value: &str| [name.to_owned(), value.to_owned()];
        let concepts = case.concepts.iter().flat_map(|concept| switch("--concept", concept));
        let limits = case.limits.iter().flat_map(|limit| switch("--limit", limit));
        Self {
            name: case.name.to_owned(),
            size: case.size.to_owned(),
            arguments: ["refraction".to_owned()]
                .into_iter()
                .chain(concepts)
                .chain(limits)
                .collect(),
            levels: if is_many { many } else { 1 },
            seeds: if is_many { 1 } else { seeds },
        }
    }

    fn of_game(game: &dyn Game, side: Option<u16>, seeds: u64) -> Self {
        let about = game.about();
        let usual = USUAL.iter().find(|(id, _)| *id == &*about.id).map_or(SIDE, |(_, side)| *side);
        let side = side.unwrap_or(usual);
        let OutsideClues { left, top, right, bottom } = about.outside_clues;
        let (cols, rows) = (side + left + right, side + top + bottom);
        let (cols, rows) = (cols.min(about.largest.cols), rows.min(about.largest.rows));
        let name = about.name.to_string();
        let arguments = vec![about.id.to_string()];
        Self { name, size: format!("{cols}x{rows}"), arguments, levels: 1, seeds }
    }
}

/// Games of the shelf that read clues off a solution.
fn shelf_games() -> Vec<Arc<dyn Game>> {
    let worker = WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker, foolproof::games::own::RULE_READER)),
        None,
    );
    let games = Games::default().with_library(library.clone());
    for card in shelf::cards() {
        _ = library.load_from_shelf(&games, &card.id);
    }
    games.all().into_iter().filter(|game| game.clue_reading().is_some()).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let number = |name: &str, default: u64| {
        value(name).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let only = value("--only").unwrap_or_default();
    // An engine that outlives its parent for a moment becomes a child of this process and is counted too.
    let own = rustix::process::getpid();
    if rustix::process::set_child_subreaper(Some(own)).is_err() {
        return println!("what engines cost cannot be counted here");
    }
    let (seeds, limit) = (number("--seeds", 10), number("--time-limit", 600));
    let side = value("--size").and_then(|text| text.parse().ok());
    let rows: Vec<Row> = match arguments.iter().any(|argument| argument == "--shelf") {
        true => shelf_games().iter().map(|game| Row::of_game(&**game, side, seeds)).collect(),
        false => {
            CASES.iter().map(|case| Row::of_case(case, number("--many", 900), seeds)).collect()
        }
    };
    println!("| what | board | levels | CPU, median | slowest | time, median | made |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for row in rows.iter().filter(|row| row.name.contains(&only)) {
        let mut runs: Vec<Run> = (1..=row.seeds).filter_map(|seed| run(row, seed, limit)).collect();
        let made: u64 = runs.iter().map(|run| run.levels).sum();
        runs.sort_by_key(|run| run.cpu);
        let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
        let middle = seconds(runs.get(runs.len() / 2).map(|run| run.cpu));
        let slowest = seconds(runs.last().map(|run| run.cpu));
        runs.sort_by_key(|run| run.wall);
        let wall = seconds(runs.get(runs.len() / 2).map(|run| run.wall));
        println!(
            "| {} | {} | {} | {middle:.2} s | {slowest:.2} s | {wall:.2} s | {made} of {} |",
            row.name,
            row.size,
            row.levels,
            row.levels * row.seeds,
        );
    }
}

/// The cost of a run, and how many levels it made.
struct Run {
    cpu: Duration,
    wall: Duration,
    levels: u64,
}

fn run(row: &Row, seed: u64, limit: u64) -> Option<Run> {
    let file = std::env::temp_dir().join(format!("foolproof-bench-{}.json", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_foolproof"));
    command.arg("generate").args(&row.arguments).args(["--size", &row.size, "--force", "-o"]);
    command.arg(&file).args(["-n", &row.levels.to_string(), "--seed", &seed.to_string()]);
    // If the limit is reached, there are fewer levels, and the table shows it.
    command.args(["--time-limit", &limit.to_string()]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let (before, begun) = (cpu_of_ended()?, Instant::now());
    command.status().ok()?;
    let wall = begun.elapsed();
    while let Ok(Some(_)) = rustix::process::wait(WaitOptions::empty()) {}
    let cpu = cpu_of_ended()?.saturating_sub(before);
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let _ = std::fs::remove_file(&file);
    let pack = foolproof::level::Pack::from_json(&text).unwrap_or_default();
    Some(Run { cpu, wall, levels: pack.levels.len() as u64 })
}

/// CPU time of all processes that this one has waited for, including their own children.
fn cpu_of_ended() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may contain anything.
    let (_, rest) = text.rsplit_once(')')?;
    let ticks = rest.split_whitespace().skip(13).take(2).map(|field| field.parse::<u32>());
    let ticks = ticks.sum::<Result<u32, _>>().ok()?;
    Some(TICK * ticks)
}
