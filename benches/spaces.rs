//! How many PuzzleScript levels are decided within a time, and how: by all states, by a shortest solution, by
//! some solution, or not at all.
//!
//! `FOOLPROOF_SECONDS=10 cargo bench --bench spaces -- FILE…` takes every level of these sources; collections
//! of Sokoban levels need to be written as one. Each level is searched for its states with so many seconds
//! of CPU time in one thread, and if that finds no win for some solution with as many. Memory is what the engine
//! has by default: 768 MB for the states, 256 MB for the second search.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use foolproof::puzzlescript::{ScriptGame, ScriptSpace, compile, heuristic_search};
use foolproof::space::SpaceLimits;
use rustix::time::{ClockId, clock_gettime};

/// Memory of the searches.
const SPACE_BYTES: usize = 768 << 20;
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
    let limits = SpaceLimits { states: 200_000_000, bytes: SPACE_BYTES, threads: 1 };
    let space = match ScriptSpace::explore(game, 0, &limits, &stop) {
        Ok(space) => space,
        Err(why) => return ("refused", why.to_string()),
    };
    let shortest = space.shortest_length();
    let told = format!(
        "{} states, {} dead ends not followed, {} MB, {:.2} s",
        space.n_states(),
        space.space().n_unfollowed(),
        space.space().bytes() >> 20,
        (cpu() - began).as_secs_f64()
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
        for (number, game) in levels(&file) {
            let (word, told) = decided(&game, time);
            *totals.entry(word).or_default() += 1;
            println!("{}#{number}: {word} ({told})", name.as_deref().unwrap_or_default());
        }
    }
    for (word, levels) in totals {
        println!("{word:<16}{levels}");
    }
}
