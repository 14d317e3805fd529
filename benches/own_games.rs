//! Games of folders: how long a stroke waits for its first finding, and how fast positions are searched.
//!
//! `FOOLPROOF_REFERENCES=FOLDER cargo bench --bench own_games` takes packs at FOLDER/<game>/levels.json
//! for the games of `tests/own_games`; without it, the packs of `assets/games` are taken.
#![allow(clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::games::Games;
use foolproof::games::library::Library;
use foolproof::level::{Level, Pack};
use foolproof::solver::{
    Engine, Limits, Progress, Question, SolveLevel, Stop, WaitingGrounder, WorkerCommand,
};

/// Strokes of a level that are timed.
const STROKES: usize = 8;

fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_foolproof"))
}

/// How long it takes after each of some strokes, one right after the other, until something is found.
fn strokes(engine: &mut Engine, level: &Level) -> Vec<Duration> {
    let sites: Vec<_> = level.marks().map(|(site, _)| site).take(STROKES).collect();
    let mut times = Vec::new();
    let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
    // As the window does when a level is opened.
    engine.answer(
        level,
        &Question::from(SolveLevel::default()),
        &limits,
        &Stop::default(),
        &mut |_| {},
    );
    for site in sites {
        let mut stroke = level.clone();
        stroke.paint(site, None);
        let (started, mut first) = (Instant::now(), None);
        engine.answer(
            &stroke,
            &Question::from(SolveLevel::default()),
            &limits,
            &Stop::default(),
            &mut |progress| {
                if matches!(progress, Progress::Found(_)) {
                    first.get_or_insert_with(|| started.elapsed());
                }
            },
        );
        times.push(first.unwrap_or_else(|| started.elapsed()));
    }
    times
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).copied();
    let ms = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "{name:<16} {:>4} strokes   median {:>7.1} ms   95 % {:>7.1} ms",
        times.len(),
        ms(at(50)),
        ms(at(95))
    );
}

fn main() {
    let worker = WorkerCommand::at(&binary());
    let library = Library::new(Arc::new(WaitingGrounder::new(worker.clone())), None);
    let games = Games::built_in().with_library(library.clone());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let references = std::env::var_os("FOOLPROOF_REFERENCES").map(PathBuf::from);
    let folder = match &references {
        Some(_) => root.join("tests/own_games"),
        None => root.join("assets/games"),
    };
    let mut engine = Engine::new(worker, games.clone());
    let (mut placing, mut moving) = (Vec::new(), Vec::new());
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the games")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    for path in folders {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let packs = references.as_ref().map_or(path.clone(), |folder| folder.join(&name));
        let Ok(pack) = Pack::load(&packs.join("levels.json")) else { continue };
        let id = library.load(&games, &path).expect("a game");
        let game = games.by_id(&id).expect("it was loaded");
        let times: Vec<Duration> =
            pack.levels.iter().flat_map(|level| strokes(&mut engine, level)).collect();
        if times.is_empty() {
            continue;
        }
        report(&name, times.clone());
        match game.moves() {
            Some(_) => moving.extend(times),
            None => placing.extend(times),
        }
    }
    for (name, times) in [("placing, lines", placing), ("moves", moving)] {
        if !times.is_empty() {
            report(name, times);
        }
    }
}
