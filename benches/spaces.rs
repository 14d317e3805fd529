//! How many PuzzleScript levels are decided within a time, and how: by all states, by a shortest solution, by
//! some solution, or not at all.
//!
//! `FOOLPROOF_SECONDS=10 cargo bench --bench spaces -- FILE…` takes every level of these sources; collections
//! of Sokoban levels need to be written as one. Each level is searched for its states with so many seconds
//! of CPU time, and if that finds no win for some solution with as many. Memory is what the engine has by default:
//! 768 MB for the states (`FOOLPROOF_MEGABYTES`), four times as much on disk, 256 MB for the second search.
//! `FOOLPROOF_THREADS` is 1 if nothing else is said, and `FOOLPROOF_LEVEL` names the only level to be searched.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::puzzlescript::{ScriptGame, ScriptSpace, compile, heuristic_search};
use foolproof::space::SpaceLimits;
use rustix::time::{ClockId, clock_gettime};

/// Memory of the searches.
const SPACE_MEGABYTES: usize = 768;
const DISK_SHARE: usize = 4;
const HEURISTIC_BYTES: usize = 256 << 20;

/// CPU time of the process.
fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// What became of a level, in a word and at length.
fn decided(game: &Arc<ScriptGame>, time: Duration) -> (&'static str, String) {
    let began = cpu();
    let stop = || cpu() - began > time;
    let bytes = number("FOOLPROOF_MEGABYTES").unwrap_or(SPACE_MEGABYTES) << 20;
    let (disk, threads) = (bytes * DISK_SHARE, number("FOOLPROOF_THREADS").unwrap_or(1));
    let limits = SpaceLimits { states: 200_000_000, bytes, disk, threads };
    let start = Instant::now();
    let space = match ScriptSpace::explore(game, 0, &limits, &stop) {
        Ok(space) => space,
        Err(why) => return ("refused", why.to_string()),
    };
    let shortest = space.shortest_length();
    let (n, memory, disk) = (space.n_states(), space.space().bytes(), space.space().disk_bytes());
    let told = format!(
        "{n} states, {} dead ends not followed, {} MB and {} on disk ({:.1} and {:.1} bytes a state), {:.2} s, \
         {:.0} states a second",
        space.space().n_unfollowed(),
        memory >> 20,
        disk >> 20,
        memory as f64 / n as f64,
        disk as f64 / n as f64,
        (cpu() - began).as_secs_f64(),
        n as f64 / start.elapsed().as_secs_f64()
    );
    match (space.is_complete(), shortest) {
        (true, None) => return ("no solution", told),
        (true, Some(length)) => return ("all states", format!("{told}, {length} moves")),
        (false, Some(length)) => return ("shortest", format!("{told}, {length} moves")),
        (false, None) => drop(space),
    }
    let began = cpu();
    let stop = || cpu() - began > time;
    let found = heuristic_search(game, 0, HEURISTIC_BYTES, &stop).expect("a level that starts");
    let second = (cpu() - began).as_secs_f64();
    match found {
        Some(way) => ("some solution", format!("{told}; {} moves, {second:.2} s", way.len())),
        None => ("unknown", format!("{told}; {second:.2} s")),
    }
}

/// A number that the environment gives.
fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

fn levels(file: &Path) -> Vec<(usize, Arc<ScriptGame>)> {
    let source = std::fs::read(file).expect("a source");
    let game = compile(&String::from_utf8_lossy(&source)).game.expect("a game");
    let boards = game.numbered().enumerate().filter_map(|(number, (entry, _))| {
        let board = game.board(entry)?;
        let alone = game.on_board(board.width, board.height, &game.cells(board))?;
        Some((number + 1, Arc::new(alone.without_decoration(0).unwrap_or(alone))))
    });
    boards.collect()
}

fn main() {
    let seconds = std::env::var("FOOLPROOF_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs_f64(seconds.unwrap_or(10.0));
    let files = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files.map(PathBuf::from) {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let wanted = number("FOOLPROOF_LEVEL");
        let chosen =
            levels(&file).into_iter().filter(|(at, _)| wanted.is_none_or(|one| one == *at));
        for (number, game) in chosen {
            let (word, told) = decided(&game, time);
            *totals.entry(word).or_default() += 1;
            println!("{}#{number}: {word} ({told})", name.as_deref().unwrap_or_default());
        }
    }
    for (word, levels) in totals {
        println!("{word:<16}{levels}");
    }
}
