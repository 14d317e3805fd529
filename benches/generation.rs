//! Levels of Refraction from the command line, as designers make them: CPU time of the whole process.
//!
//! `cargo bench --bench generation` prints one table; `benches/README.md` keeps a copy. Each row runs
//! `foolproof generate refraction` once for each seed, one after the other; what counts is the CPU time
//! of that process with its engine and its worker, from start to end, proof and writing included.
//! Options: `--seeds N` (10), `--only TEXT` for the rows whose name has this text, `--many N` (900) for
//! the number of levels of the last row. Needs Linux, for the CPU time of processes that have ended.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::WaitOptions;

/// A clock tick of the kernel's accounts.
const TICK: Duration = Duration::from_millis(10);

/// One row: what is wanted, board, concepts that take turns, and how many marks of each group.
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
    // An engine that outlives its parent for a moment is this process's child then, and is counted.
    let own = rustix::process::getpid();
    if rustix::process::set_child_subreaper(Some(own)).is_err() {
        return println!("what engines cost cannot be counted here");
    }
    println!("| what | board | levels | CPU, median | slowest | time, median | made |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for case in CASES.iter().filter(|case| case.name.contains(&only)) {
        let many = case.concepts.len() > 1;
        let (levels, seeds) = match many {
            true => (number("--many", 900), 1),
            false => (1, number("--seeds", 10)),
        };
        let mut runs: Vec<Run> = (1..=seeds).filter_map(|seed| run(case, levels, seed)).collect();
        let made: u64 = runs.iter().map(|run| run.levels).sum();
        runs.sort_by_key(|run| run.cpu);
        let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
        let middle = seconds(runs.get(runs.len() / 2).map(|run| run.cpu));
        let slowest = seconds(runs.last().map(|run| run.cpu));
        runs.sort_by_key(|run| run.wall);
        let wall = seconds(runs.get(runs.len() / 2).map(|run| run.wall));
        println!(
            "| {} | {} | {levels} | {middle:.2} s | {slowest:.2} s | {wall:.2} s | {made} of {} |",
            case.name,
            case.size,
            levels * seeds,
        );
    }
}

/// What a run cost, and how many levels it made.
struct Run {
    cpu: Duration,
    wall: Duration,
    levels: u64,
}

fn run(case: &Case, levels: u64, seed: u64) -> Option<Run> {
    let file = std::env::temp_dir().join(format!("foolproof-bench-{}.json", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_foolproof"));
    command.args(["generate", "refraction", "--size", case.size, "--force", "-o"]).arg(&file);
    command.args(["-n", &levels.to_string(), "--seed", &seed.to_string()]);
    command.args(case.concepts.iter().flat_map(|concept| ["--concept", concept]));
    command.args(case.limits.iter().flat_map(|limit| ["--limit", limit]));
    // Long enough for the slowest; a limit that comes first makes fewer levels, which the table says.
    command.args(["--time-limit", "600"]).stdout(Stdio::null());
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

/// CPU time of all processes that this one has waited for, with all that they have waited for.
fn cpu_of_ended() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything.
    let (_, rest) = text.rsplit_once(')')?;
    let ticks = rest.split_whitespace().skip(13).take(2).map(|field| field.parse::<u32>());
    let ticks = ticks.sum::<Result<u32, _>>().ok()?;
    Some(TICK * ticks)
}
