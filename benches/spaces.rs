//! How many PuzzleScript levels are decided within a time, and how: by all states, by a shortest solution, by
//! some solution, or not at all.
//!
//! `FOOLPROOF_SECONDS=10 cargo bench --bench spaces -- FILE…` takes every level of these sources; collections
//! of Sokoban levels must be written as sources first. The states of each level are explored for this many
//! seconds of CPU time. If that finds no win, a search for some solution gets as many, as the program does on
//! two cores. With several threads, the time is that of the thread that takes part in everything, which on idle
//! cores is the duration of the search. With chance, the states are those with all outcomes.
//!
//! Memory is the engine's default: 768 MB for the states (`FOOLPROOF_MEGABYTES`), four times as much on disk,
//! 256 MB for the second search. `FOOLPROOF_THREADS` (1) is the number of threads, `FOOLPROOF_LEVEL` the only
//! level to search, `FOOLPROOF_FIRST` the number of levels of each source. With `FOOLPROOF_LATER`, undecided
//! levels are tried again for this many seconds.
//!
//! `FOOLPROOF_PEER` is a copy of PuzzleScript Plus's sources: its solver then tries the same levels for the
//! same time, in node (`peer_solver.js`), and its solutions are played here.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::puzzlescript::{
    ScriptChances, ScriptGame, ScriptInput, ScriptRegions, ScriptSpace, ScriptStepper, SpaceEnd,
    SpaceRefusal, TurnFault, compile, heuristic_search, lucky_search,
};
use foolproof::space::SpaceLimits;
use rustix::time::{ClockId, clock_gettime};
use serde_json::Value;

/// The fraction of the time, as a divisor, after which states are searched by regions.
const FIRST_SHARE: u32 = 8;
/// Memory of the two searches.
const SPACE_MEGABYTES: usize = 768;
const DISK_SHARE: usize = 4;
const HEURISTIC_BYTES: usize = 256 << 20;

/// CPU time of this thread.
fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// The verdict on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// All states are known, or an abstraction has no solution.
    NoSolution,
    /// All states are known.
    AllStates,
    /// It is known what can be won with luck and what for sure.
    AllChances,
    /// A shortest solution.
    Shortest,
    SomeSolution,
    /// It can be won with luck, but not all states are known.
    WithLuck,
    Unknown,
    Refused,
}

impl Verdict {
    fn words(self) -> &'static str {
        match self {
            Self::NoSolution => "no solution",
            Self::AllStates => "all states",
            Self::AllChances => "all chances",
            Self::Shortest => "shortest",
            Self::SomeSolution => "some solution",
            Self::WithLuck => "won with luck",
            Self::Unknown => "unknown",
            Self::Refused => "refused",
        }
    }

    /// Whether the answer is complete: all states are known, or there is no solution.
    fn is_exact(self) -> bool {
        self <= Self::AllChances
    }

    fn is_solved(self) -> bool {
        self < Self::Unknown
    }
}

fn limits() -> SpaceLimits {
    let bytes = number("FOOLPROOF_MEGABYTES").unwrap_or(SPACE_MEGABYTES) << 20;
    let (disk, threads) = (bytes * DISK_SHARE, number("FOOLPROOF_THREADS").unwrap_or(1));
    SpaceLimits { states: 200_000_000, bytes, disk, threads }
}

/// The verdict on a level in which chance decides, and details.
fn weighed(game: &Arc<ScriptGame>, time: Duration) -> (Verdict, String) {
    let began = cpu();
    let stop = || cpu().saturating_sub(began) > time;
    let mut chances = match ScriptChances::explore(game, 0, &limits(), &stop) {
        Ok(chances) => chances,
        // It can begin in too many ways to list, and one of them may be won.
        Err(SpaceRefusal::Start(fault @ TurnFault::ManyDraws { .. })) => {
            return by_luck(game, time, &fault.to_string());
        }
        Err(why) => return (Verdict::Refused, why.to_string()),
    };
    if *chances.end() == SpaceEnd::Stopped {
        chances.weigh(&|| false);
    }
    let (n, odds) = (chances.n_states(), chances.at_start());
    let (memory, second) = (chances.bytes() >> 20, (cpu() - began).as_secs_f64());
    let end = match chances.end() {
        SpaceEnd::Fault { fault, .. } => format!(", {fault}"),
        SpaceEnd::Complete => String::new(),
        end => format!(", {end:?}"),
    };
    let told = format!("{n} states with chance, {memory} MB, {second:.2} s{end}");
    match odds {
        Some(odds) if odds.is_complete && odds.with_luck.is_none() => (Verdict::NoSolution, told),
        Some(odds) if odds.is_complete => {
            let best = (odds.best.low, odds.best.high);
            (Verdict::AllChances, format!("{told}, at best {best:?}"))
        }
        Some(odds) if odds.with_luck.is_some() => (Verdict::WithLuck, told),
        _ => {
            drop(chances);
            by_luck(game, time, &told)
        }
    }
}

/// The verdict on a level of chance whose states are inconclusive.
fn by_luck(game: &Arc<ScriptGame>, time: Duration, told: &str) -> (Verdict, String) {
    let began = cpu();
    let stop = || cpu().saturating_sub(began) > time;
    let found = lucky_search(game, 0, HEURISTIC_BYTES, &stop).expect("a level that starts");
    let second = (cpu() - began).as_secs_f64();
    match found {
        Some(way) => (Verdict::WithLuck, format!("{told}; {} moves, {second:.2} s", way.len())),
        None => (Verdict::Unknown, format!("{told}; {second:.2} s")),
    }
}

/// The verdict on a level, and details.
fn decided(level: &BenchLevel, time: Duration) -> (Verdict, String) {
    match decided_as(&level.outcome, time) {
        // What was left out may have an effect after all.
        None => decided_as(&level.whole, time).expect("a whole game, with nothing left out"),
        Some(decided) => decided,
    }
}

/// The verdict on a level whose states were searched by regions.
fn by_regions(
    game: &Arc<ScriptGame>,
    regions: &mut ScriptRegions,
    (took, time): (Duration, Duration),
) -> (Verdict, String) {
    let space = regions.space();
    let told = format!(
        "{} states on {} boards, {} dead ends not followed, {} MB, {:.2} s",
        space.n_states(),
        space.n_boards(),
        space.n_unfollowed(),
        space.bytes() >> 20,
        took.as_secs_f64(),
    );
    match (regions.is_complete(), regions.shortest_length()) {
        (true, None) => (Verdict::NoSolution, told),
        (is_complete, Some(length)) => {
            let began = cpu();
            let play = regions.shortest_play(&|| false).map(|play| play.len());
            let told = format!(
                "{told}, {length} moves, {:?} found in {:.2} s",
                play,
                (cpu() - began).as_secs_f64()
            );
            (if is_complete { Verdict::AllStates } else { Verdict::Shortest }, told)
        }
        (false, None) => by_heuristics(game, time, &told),
    }
}

/// The same for a game from which something may have been left out; `None` if that turns out to be wrong.
fn decided_as(game: &Arc<ScriptGame>, time: Duration) -> Option<(Verdict, String)> {
    if let Some(why) = game.why_hopeless(0) {
        return Some((Verdict::NoSolution, format!("{why:?}")));
    }
    if game.is_random() {
        return Some(weighed(game, time));
    }
    let began = cpu();
    let stop = || cpu().saturating_sub(began) > time;
    let first = || cpu().saturating_sub(began) > time / FIRST_SHARE;
    let start = Instant::now();
    let space = match ScriptSpace::explore(game, 0, &limits(), &first) {
        Ok(space) => space,
        Err(SpaceRefusal::Start(TurnFault::Torn)) => return None,
        Err(why) => return Some((Verdict::Refused, why.to_string())),
    };
    if *space.end() == SpaceEnd::Stopped
        && let Some(mut regions) = ScriptRegions::of(&space, &limits())
    {
        drop(space);
        while !regions.has_ended() && !stop() {
            regions.go_on(&limits(), &stop);
        }
        return Some(by_regions(game, &mut regions, (cpu() - began, time)));
    }
    let space = space.resume(&limits(), &stop);
    if matches!(space.end(), SpaceEnd::Fault { fault: TurnFault::Torn, .. }) {
        return None;
    }
    let shortest = space.shortest_length();
    let (n, memory, disk) = (space.n_states(), space.space().bytes(), space.space().disk_bytes());
    let end = match space.end() {
        SpaceEnd::Complete | SpaceEnd::Stopped => String::new(),
        SpaceEnd::Fault { fault, .. } => format!(", {fault}"),
        end => format!(", {end:?}"),
    };
    let told = format!(
        "{n} states, {} dead ends not followed, {} MB and {} on disk ({:.1} and {:.1} bytes a state), {:.2} s, \
         {:.0} states a second{end}",
        space.space().n_unfollowed(),
        memory >> 20,
        disk >> 20,
        memory as f64 / n as f64,
        disk as f64 / n as f64,
        (cpu() - began).as_secs_f64(),
        n as f64 / start.elapsed().as_secs_f64()
    );
    match (space.is_complete(), shortest) {
        (true, None) => return Some((Verdict::NoSolution, told)),
        (true, Some(length)) => {
            return Some((Verdict::AllStates, format!("{told}, {length} moves")));
        }
        (false, Some(length)) => {
            return Some((Verdict::Shortest, format!("{told}, {length} moves")));
        }
        (false, None) => drop(space),
    }
    Some(by_heuristics(game, time, &told))
}

/// The verdict on a level whose states are inconclusive.
fn by_heuristics(game: &Arc<ScriptGame>, time: Duration, told: &str) -> (Verdict, String) {
    let began = cpu();
    let stop = || cpu().saturating_sub(began) > time;
    let found = heuristic_search(game, 0, HEURISTIC_BYTES, &stop).expect("a level that starts");
    let second = (cpu() - began).as_secs_f64();
    match found {
        Some(way) => (Verdict::SomeSolution, format!("{told}; {} moves, {second:.2} s", way.len())),
        None => (Verdict::Unknown, format!("{told}; {second:.2} s")),
    }
}

/// Resets the system's record of this process's peak memory, if it can.
fn forget_peak() {
    drop(std::fs::write("/proc/self/clear_refs", "5"));
}

/// The peak memory of this process since the reset, if the system records it.
fn peak_megabytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().split(' ').next()?.parse::<usize>().ok()? >> 10)
}

/// The result of PuzzleScript Plus's solver within this time: whether it is a solution, and its message.
fn peer(checkout: &Path, file: &Path, level: &BenchLevel, time: Duration) -> (bool, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peer_solver.js");
    // Some turns never end there, and it does not check the time within a turn.
    let limit = (time.as_secs() + 5).to_string();
    let told = Command::new("sh")
        .args(["-c", "ulimit -t $0; exec node \"$@\"", &limit, "--max-old-space-size=1024"])
        .args([script.as_path(), checkout, file])
        .args([level.entry.to_string(), time.as_secs_f64().to_string()])
        .stderr(Stdio::null())
        .output()
        .expect("node");
    let Ok(told) = serde_json::from_slice::<Value>(&told.stdout) else {
        return (false, "it was ended".to_owned());
    };
    let words = told["words"].as_str().unwrap_or_default();
    let Some(keys) = told["keys"].as_str() else { return (false, words.to_owned()) };
    let keys = keys.chars().filter_map(|key| ScriptInput::KEYS.get("uldrx".find(key)?));
    let mut stepper = ScriptStepper::new(Arc::clone(&level.whole));
    let mut state = stepper.start(0).expect("a board");
    let won = keys.into_iter().any(|key| stepper.turn(&mut state, *key).is_ok_and(|turn| turn.won));
    let seconds = told["seconds"].as_f64().unwrap_or_default();
    let told = format!("{words}, {seconds:.2} s");
    (won, if won { told } else { format!("{told}, which does not win") })
}

/// A number from the environment.
fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// A level as the only one of its game.
struct BenchLevel {
    number: usize,
    /// Its place among all entries, including messages.
    entry: usize,
    whole: Arc<ScriptGame>,
    /// The game without what cannot change the outcome.
    outcome: Arc<ScriptGame>,
}

fn levels(file: &Path) -> Vec<BenchLevel> {
    let source = std::fs::read(file).expect("a source");
    let Some(game) = compile(&String::from_utf8_lossy(&source)).game else { return Vec::new() };
    let boards = game.numbered().enumerate().filter_map(|(number, (entry, _))| {
        let board = game.board(entry)?;
        let whole = Arc::new(game.on_board(board.width, board.height, &game.cells(board))?);
        let outcome = whole.without_decoration(0).map_or_else(|| Arc::clone(&whole), Arc::new);
        Some(BenchLevel { number: number + 1, entry, whole, outcome })
    });
    boards.collect()
}

/// Prints the verdict on a level.
fn told(name: &str, level: &BenchLevel, time: Duration) -> Verdict {
    forget_peak();
    let (verdict, mut told) = decided(level, time);
    let later = number("FOOLPROOF_LATER").map(|seconds| Duration::from_secs(seconds as u64));
    if let Some(later) = later.filter(|_| verdict == Verdict::Unknown) {
        let (second, again) = decided(level, later);
        told = format!("{told}; with {} s: {}, {again}", later.as_secs(), second.words());
    }
    let peak = peak_megabytes().map_or_else(String::new, |peak| format!(", peak {peak} MB"));
    println!("{name}#{}: {} ({told}{peak})", level.number, verdict.words());
    verdict
}

fn main() {
    let seconds = std::env::var("FOOLPROOF_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs_f64(seconds.unwrap_or(10.0));
    let files = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let checkout = std::env::var_os("FOOLPROOF_PEER").map(PathBuf::from);
    let mut totals: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut by_peer = 0;
    for file in files.map(PathBuf::from) {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let wanted = number("FOOLPROOF_LEVEL");
        let chosen = levels(&file);
        let chosen = chosen.iter().filter(|level| wanted.is_none_or(|one| one == level.number));
        for level in chosen.take(number("FOOLPROOF_FIRST").unwrap_or(usize::MAX)) {
            *totals.entry(told(&name, level, time)).or_default() += 1;
            if let Some(checkout) = &checkout {
                let (won, told) = peer(checkout, &file, level, time);
                by_peer += usize::from(won);
                println!("{name}#{}: the peer: {told}", level.number);
            }
        }
    }
    let sum = |is: fn(Verdict) -> bool| -> usize {
        totals.iter().filter(|(verdict, _)| is(**verdict)).map(|(_, levels)| levels).sum()
    };
    for (verdict, levels) in &totals {
        println!("{:<16}{levels}", verdict.words());
    }
    println!(
        "of {}: {} exactly, {} decided or solved",
        sum(|_| true),
        sum(Verdict::is_exact),
        sum(Verdict::is_solved)
    );
    if checkout.is_some() {
        println!("the peer solved {by_peer}");
    }
}
