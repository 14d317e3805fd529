//! How long clasp takes for a level's solutions: with its aggregates kept, with clauses in their place, with a
//! preset, and in turns, as the program asks.
//!
//! `cargo bench --bench search_forms -- FILE…` takes the levels of these packs and links; without files the
//! levels of the shelf, and boards of Heyawake that are one room with as many shaded cells as their clue says.
//! Two solutions are looked for, in CPU seconds of this process; grounding is not in them. A search ends after
//! `FOOLPROOF_SECONDS` (15) by the clock. Levels that take under 50 ms with aggregates kept, and in turns, are
//! counted, but have no row.
#![allow(clippy::expect_used)]

use foolproof::games::{Asked, LibraryShelf, library::Library, read_contents, shelf};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use foolproof::asp::{Program, Session, SessionOptions, Shot, Stop};
use foolproof::game::Games;
use foolproof::kernel::system::processor_time;
use foolproof::level::Level;
use foolproof::solver::{WaitingGrounder, WorkerCommand, program_text};

/// The shortest search, with aggregates kept or in turns, that has a row.
const MIN_SHOWN: Duration = Duration::from_millis(50);
/// Sides of one-room boards, and how many of their cells are shaded.
const ROOMS: [(u32, u32); 6] = [(8, 20), (8, 22), (8, 26), (8, 32), (10, 32), (10, 34)];

struct Form {
    name: &'static str,
    options: SessionOptions,
}

fn forms() -> [Form; 4] {
    let project = || SessionOptions { project: true, ..SessionOptions::default() };
    let kept = || SessionOptions { first_turn: u64::MAX, ..project() };
    [
        Form { name: "kept", options: kept() },
        Form { name: "clauses", options: SessionOptions { as_clauses: true, ..project() } },
        Form { name: "jumpy", options: SessionOptions { preset: "jumpy".to_owned(), ..kept() } },
        Form { name: "turns", options: project() },
    ]
}

/// The time until two solutions are found or it is known that there are no more; none if it ran out.
fn search(text: &str, options: &SessionOptions, limit: Duration) -> Option<Duration> {
    let program = Program::default().with("level", text);
    let mut session = Session::open(&program, options).expect("a program");
    let before = processor_time();
    let shot = Shot::new(limit, &Stop::default());
    let found = session.models(&[], 2, &["play"], &shot, &mut |_| ControlFlow::Continue(()));
    let is_known = found.expect("an answer").halt.is_none();
    is_known.then(|| processor_time().saturating_sub(before))
}

/// The address of a board of Heyawake that is one room.
fn one_room(side: u32, shaded: u32) -> String {
    let walls = "0".repeat(2 * (side * (side - 1)).div_ceil(5) as usize);
    format!("https://puzz.link/p?heyawake/{side}/{side}/{walls}-{shaded:02x}")
}

fn levels_of(games: &Games, text: &str, ending: &str) -> Vec<Arc<Level>> {
    let contents = read_contents(games, text, ending, Asked::Recognised).expect("levels");
    if let Some(library) = games.library() {
        library.load_for(games, &contents.readable(), None);
    }
    contents.levels.into_iter().flatten().collect()
}

fn subjects(games: &Games) -> Vec<(String, Arc<Level>)> {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut found = Vec::new();
    for file in &files {
        let ending = Path::new(file).extension().and_then(|e| e.to_str()).unwrap_or_default();
        let text = std::fs::read_to_string(file).expect("a file");
        found
            .extend(levels_of(games, &text, ending).into_iter().map(|level| (file.clone(), level)));
    }
    if files.is_empty() {
        for (side, shaded) in ROOMS {
            let levels = levels_of(games, &one_room(side, shaded), "");
            let name = format!("one room of {side}x{side}, {shaded} shaded");
            found.extend(levels.into_iter().map(|level| (name.clone(), level)));
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf");
        for card in shelf::cards() {
            let pack = root.join(&card.id).join("levels.json");
            let text = std::fs::read_to_string(pack).expect("a pack");
            let named = |level: Arc<Level>| (format!("{}, {}", card.name, level.title), level);
            found.extend(levels_of(games, &text, "json").into_iter().map(named));
        }
    }
    found
}

fn main() {
    let seconds = std::env::var("FOOLPROOF_SECONDS").ok().and_then(|text| text.parse().ok());
    let limit = Duration::from_secs(seconds.unwrap_or(15));
    let worker = WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker, foolproof::games::own::RULE_READER)),
        None,
    );
    let games = foolproof::built_in().with_library(library);
    let forms = forms();
    let names = forms.each_ref().map(|form| form.name);
    println!("| level | {} |\n| --- | --- | --- | --- | --- |", names.join(" | "));
    let mut n_levels = 0;
    for (name, level) in subjects(&games) {
        let Some(game) = games.by_id(&level.game) else { continue };
        let Ok(text) = program_text(&*game, &level) else { continue };
        n_levels += 1;
        let times = forms.each_ref().map(|form| search(&text, &form.options, limit));
        let is_long = |time: &Option<Duration>| time.is_none_or(|time| time >= MIN_SHOWN);
        if ![&times[0], &times[3]].into_iter().any(is_long) {
            continue;
        }
        let cell = |time: &Option<Duration>| match time {
            Some(time) => format!("{:.2} s", time.as_secs_f64()),
            None => format!("over {}", limit.as_secs()),
        };
        println!("| {name} | {} |", times.each_ref().map(cell).join(" | "));
    }
    println!("\n{n_levels} levels; those that take under 50 ms have no row.");
}
