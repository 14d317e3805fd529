//! Games with rules of their own: the time from a stroke to its verdict.
//!
//! `cargo bench --bench own_games` takes the packs of the shelf and of `assets/games`, and the links in the
//! file that `FOOLPROOF_LINKS` names. `FOOLPROOF_REFERENCES=FOLDER` takes packs at FOLDER/<game>/levels.json
//! for the games of `tests/own_games` instead. `--only NAME` takes games whose names begin so.
//!
//! `--decide PACK` takes a pack of a game of moves instead, asks of each level whether it can be solved and in
//! how few moves, for `FOOLPROOF_SECONDS` (10), and counts the answers: shortest solutions or none, some
//! solution, nothing.
#![allow(clippy::expect_used)]

use foolproof::games::{LibraryShelf, library::Library, read_pasted};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use foolproof::game::{Game, Games};
use foolproof::level::{Level, Pack, Site};
use foolproof::solver::{
    Count, CountSolutions, CountedSolutions, Engine, Finding, Limits, SolvableLevel, SolveLevel,
    Stop, Truth, WaitingGrounder, WhyNoSolution, WorkerCommand,
};

/// The number of strokes timed on a level.
const STROKES: usize = 8;

fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_foolproof"))
}

/// Removes a mark; the next time moves it to a neighbouring place.
fn stroked(game: &dyn Game, level: &Level, site: Site, n: usize) -> Level {
    let mut stroke = level.clone();
    let mark = level.mark(site).cloned();
    stroke.paint(site, None);
    let near = level.board.cells().find(|cell| {
        let (across, down) = (cell.col.abs_diff(site.col), cell.row.abs_diff(site.row));
        let is_open = level.mark(*cell).is_none() && across + down <= 2;
        is_open && mark.as_ref().is_some_and(|mark| game.accepts(&level.board, *cell, mark).is_ok())
    });
    if let (Some(near), true) = (near, n % 2 == 1) {
        stroke.paint(near, mark);
    }
    stroke
}

/// After each of some strokes in a row, the time until it is known whether there is one solution.
fn strokes(engine: &mut Engine, game: &dyn Game, level: &Level) -> Vec<Duration> {
    let mut sites: Vec<Site> = level.marks().map(|(site, _)| site).collect();
    Rng::with_seed(1).shuffle(&mut sites);
    let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
    let mut ask = |level: &Level| {
        let started = Instant::now();
        for question in [SolveLevel::default().into(), CountSolutions { cap: 2 }.into()] {
            engine.answer(level, &question, &limits, &Stop::default(), &mut |_| {});
        }
        started.elapsed()
    };
    // As the window does when it opens a level.
    ask(level);
    let strokes = sites.into_iter().take(STROKES).enumerate();
    strokes.map(|(n, site)| ask(&stroked(game, level, site, n))).collect()
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

/// Packs with the names of their games.
fn packs(library: &Library, games: &Games) -> Vec<(String, Pack)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let references = std::env::var_os("FOOLPROOF_REFERENCES").map(PathBuf::from);
    let folders = match &references {
        Some(_) => vec![root.join("tests/own_games")],
        None => vec![root.join("assets/games"), root.join("assets/shelf")],
    };
    let mut found = Vec::new();
    for entry in folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the games")) {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let packs = references.as_ref().map_or(path.clone(), |folder| folder.join(&name));
        let Ok(pack) = Pack::load(&packs.join("levels.json")) else { continue };
        library.load(games, &path).expect("a game");
        found.push((name, pack));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// The levels of the links in a file, one link at the end of each line.
fn linked(games: &Games) -> Vec<Arc<Level>> {
    let Some(path) = std::env::var_os("FOOLPROOF_LINKS") else { return Vec::new() };
    let text = std::fs::read_to_string(path).expect("a file of links");
    let links = text.lines().filter_map(|line| line.split_whitespace().last());
    let read = |link: &str| read_pasted(games, link).ok()?.levels.into_iter().next()?.ok();
    links.filter_map(read).collect()
}

/// Prints the answer for each level of a pack, and counts the answers.
fn decide(engine: &mut Engine, pack: &Path) {
    let seconds = std::env::var("FOOLPROOF_SECONDS").ok().and_then(|text| text.parse().ok());
    let limits = Limits { time: Duration::from_secs(seconds.unwrap_or(10)), ..Limits::default() };
    let pack = Pack::load(pack).expect("a pack");
    let (mut exactly, mut solved) = (0, 0);
    for (number, level) in pack.levels.iter().enumerate() {
        let started = Instant::now();
        let mut found: Vec<Finding> = Vec::new();
        for question in [SolveLevel::default().into(), CountSolutions { cap: 1 }.into()] {
            found.extend(engine.answer(level, &question, &limits, &Stop::default(), &mut |_| {}));
        }
        let is_solved = found
            .iter()
            .any(|finding| matches!(finding.report(), Some(SolvableLevel(Truth::Holds(_)))));
        let why = found.iter().find_map(Finding::report::<WhyNoSolution>);
        let counted = found.iter().find_map(Finding::report::<CountedSolutions>);
        let is_exact = counted.is_some_and(|counted| match counted.number {
            Count::Exactly(_) => true,
            Count::AtLeast(_) => counted.shortest,
        });
        exactly += usize::from(is_exact);
        solved += usize::from(is_solved && !is_exact);
        let verdict = match (is_exact, is_solved, why) {
            (true, true, _) => "shortest",
            (true, false, Some(WhyNoSolution { says, .. })) => says,
            (true, false, None) => "no solution, all positions",
            (false, true, _) => "some solution",
            (false, false, _) => "unknown",
        };
        println!("{} {:.2} s: {verdict}", number + 1, started.elapsed().as_secs_f64());
    }
    let all = pack.levels.len();
    println!("of {all}: {exactly} exactly, {} decided or solved", exactly + solved);
}

fn main() {
    let worker = WorkerCommand::at(&binary());
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker.clone(), foolproof::games::own::RULE_READER)),
        None,
    );
    let games = foolproof::built_in().with_library(library.clone());
    let mut engine = Engine::new(worker, games.clone());
    let mut levels: Vec<(String, Arc<Level>)> = Vec::new();
    for (name, pack) in packs(&library, &games) {
        levels.extend(pack.levels.iter().map(|level| (name.clone(), Arc::clone(level))));
    }
    levels
        .extend(linked(&games).into_iter().map(|level| (format!("{} (link)", level.game), level)));
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--decide") {
        return decide(&mut engine, Path::new(arguments.get(at + 1).expect("a pack")));
    }
    let only = arguments.iter().position(|argument| argument == "--only");
    let only = only.and_then(|at| arguments.get(at + 1)).cloned().unwrap_or_default();
    levels.retain(|(name, _)| name.starts_with(&only));
    let (mut placing, mut moving, mut links) = (Vec::new(), Vec::new(), Vec::new());
    for of_game in levels.chunk_by(|one, other| one.0 == other.0) {
        let Some((name, level)) = of_game.first() else { continue };
        let game = games.by_id(level.game.as_str()).expect("it was loaded");
        let times: Vec<Duration> =
            of_game.iter().flat_map(|(_, level)| strokes(&mut engine, &*game, level)).collect();
        if times.is_empty() {
            continue;
        }
        report(name, times.clone());
        match (game.moves(), name.ends_with("(link)")) {
            (Some(_), _) => moving.extend(times),
            (None, true) => links.extend(times),
            (None, false) => placing.extend(times),
        }
    }
    for (name, times) in [("placing, lines", placing), ("links", links), ("moves", moving)] {
        if !times.is_empty() {
            report(name, times);
        }
    }
}
