//! The PuzzleScript engine compared with recordings of the original engine, and its speed.
//!
//! `FOOLPROOF_PUZZLESCRIPT=FOLDER cargo bench --bench puzzlescript`; the folder has `playthroughs.jsonl`,
//! `random_walks.jsonl`, `breadth_first.jsonl`, `compile_errors.jsonl` and `demos/`. The boards at the end of
//! recorded play, the walks and the breadth-first figures must agree exactly; each line with a recorded
//! diagnostic must have one. Moves a second are CPU time of one thread in a breadth-first search; if the entry
//! has the original's time for as many moves, the ratio is printed.
//!
//! Live: one cell of each level of the demos is painted over, and an engine process is asked the window's
//! questions; the time is from the stroke to the last answer. Only levels with at most 20,000 states count.
//!
//! The interpreter of exported pages replays the same recordings in a browser.
#![allow(clippy::expect_used, clippy::panic)]

#[path = "../tests/core/web/browser.rs"]
#[allow(unreachable_pub)]
mod browser;

use foolproof::games::{LibraryShelf, library::Library, script::load_any};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::game::NoGrounder;
use foolproof::level::{Level, Mark, Site};
use foolproof::puzzlescript::{
    Playback, ScriptGame, ScriptInput, ScriptLevel, ScriptState, ScriptStepper, Severity,
    StatePacker, compile,
};
use foolproof::slices::moves::question::{ReachPositions, ReachedPositions};
use foolproof::solver::{
    Answers as _, CountSolutions, EngineCommand, EngineProcess, FindEvents, FindForcedMarks,
    Limits, Question, SolveLevel, Stop,
};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

const PAGE: &str =
    concat!(include_str!("../assets/web/core.js"), include_str!("../assets/web/script_rules.js"),);
const REPLAY: &str = include_str!("../tests/core/web/script_replay.js");
/// The most replays in one page.
const MAX_IN_PAGE: usize = 64;

/// CPU time of this thread.
fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

fn entries(folder: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join(name)).expect("a file of the material");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_default()
}

/// A number, which some entries write as text.
fn number(entry: &Value, key: &str) -> usize {
    let written = entry[key].as_str().and_then(|text| text.parse().ok());
    written.or(entry[key].as_u64()).unwrap_or(0) as usize
}

/// Games by the names of their files.
struct Demos {
    folder: PathBuf,
    games: HashMap<String, Arc<ScriptGame>>,
}

impl Demos {
    fn game(&mut self, name: &str) -> Arc<ScriptGame> {
        let read = || {
            let source = std::fs::read_to_string(self.folder.join(name)).expect("a demo");
            compile(&source).game.expect("a game")
        };
        Arc::clone(self.games.entry(name.to_owned()).or_insert_with(read))
    }
}

fn key(input: &Value) -> ScriptInput {
    let at = input.as_u64().expect("a number of a key") as usize;
    *ScriptInput::KEYS.get(at).expect("a key")
}

/// The board at the end of recorded play.
fn replayed(entry: &Value) -> Option<String> {
    let game = compile(text(entry, "source")).game?;
    let mut play = Playback::new(Arc::clone(&game), number(entry, "level"), &seed(entry)).ok()?;
    for input in entry["inputs"].as_array().expect("inputs") {
        match input.as_str() {
            Some("undo") => play.undo(),
            Some("restart") => play.restart().ok()?,
            Some(_) => drop(play.press(ScriptInput::Wait).ok()?),
            None => drop(play.press(key(input)).ok()?),
        }
    }
    Some(game.serialise(play.board_level(), play.state()))
}

/// The seed of recorded play.
fn seed(entry: &Value) -> String {
    match &entry["seed"] {
        Value::String(seed) => seed.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

/// The input of the page's interpreter for one replay.
fn for_page(game: &ScriptGame, entry: &Value, inputs: &[Value], seed: &str) -> Value {
    let level = |level: &ScriptLevel| match level {
        ScriptLevel::Board(board) => json!(game.portable_board(board)),
        ScriptLevel::Message(text) => json!({ "message": text }),
        ScriptLevel::TooLarge(..) | ScriptLevel::Unreadable(_) => Value::Null,
    };
    let levels: Vec<Value> = game.levels.iter().map(level).collect();
    let (game, level) = (game.portable(), number(entry, "level"));
    json!({ "game": game, "levels": levels, "level": level, "inputs": inputs, "seed": seed })
}

/// Replays the inputs in pages of up to [`MAX_IN_PAGE`], and counts the boards that end as expected.
fn in_page(all: &[(Value, String)]) -> usize {
    let mut right = 0;
    for some in all.chunks(MAX_IN_PAGE) {
        let replays: Vec<&Value> = some.iter().map(|(replay, _)| replay).collect();
        let replays = json!(replays).to_string().replace('<', "\\u003c");
        let html = format!(
            "<!doctype html><meta charset=\"utf-8\"><body><script>{PAGE}</script>\
             <script>var replays = {replays};</script><script>{REPLAY}</script></body>"
        );
        let told = browser::told(&browser::document(&html, (800, 600)));
        let same = some.iter().enumerate().filter(|(at, (_, wanted))| told[at] == **wanted);
        right += same.count();
    }
    right
}

/// Recorded play and walks in a page.
fn pages(folder: &Path, demos: &mut Demos) {
    let all = entries(folder, "playthroughs.jsonl");
    let recorded = all.iter().filter_map(|entry| {
        let (game, inputs) = (compile(text(entry, "source")).game?, entry["inputs"].as_array()?);
        let replay = for_page(&game, entry, inputs, &seed(entry));
        Some((replay, text(entry, "state").to_owned()))
    });
    println!("  in a page     {} of {}", in_page(&recorded.collect::<Vec<_>>()), all.len());
    let all = entries(folder, "random_walks.jsonl");
    let walks = all.iter().filter_map(|entry| {
        // A walk ends with its win.
        let inputs = entry["inputs"].as_array()?;
        let count = entry["won"].as_u64().map_or(inputs.len(), |won| won as usize + 1);
        let game = demos.game(text(entry, "game"));
        let mut replay = for_page(&game, entry, inputs.get(..count)?, "");
        let after = number(entry, "level") + 1;
        replay["levels"].as_array_mut()?.truncate(after);
        Some((replay, text(entry, "state").to_owned()))
    });
    println!("  walks in one  {} of {}", in_page(&walks.collect::<Vec<_>>()), all.len());
}

/// The input after which a walk was won, and the board at its end. Packs and unpacks each state.
fn walked(game: &Arc<ScriptGame>, entry: &Value) -> (Option<u64>, String) {
    let level = number(entry, "level");
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let mut state = stepper.start(level).expect("a board");
    let packer = StatePacker::new(game, level).expect("a board");
    let (mut packed, mut unpacked) = (Vec::new(), packer.blank());
    let mut won = None;
    for (at, input) in (0..).zip(entry["inputs"].as_array().expect("inputs")) {
        if stepper.turn(&mut state, key(input)).expect("a turn that ends").won {
            won = Some(at);
            break;
        }
        packer.pack(&state, &mut packed);
        packer.unpack(&packed, &mut unpacked);
        assert_eq!(unpacked, state, "packing loses something");
    }
    (won, game.serialise(level, &state))
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Explored {
    states: usize,
    shortest: Option<u64>,
    winning: usize,
    moves: u64,
}

/// All states, or the first `most`, counted as the original's search counts them.
fn explored(game: &Arc<ScriptGame>, level: usize, most: usize) -> Explored {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let start = stepper.start(level).expect("a board");
    let keys = if game.settings.without_action { 4 } else { 5 };
    let mut seen: HashSet<ScriptState> = HashSet::from([start.clone()]);
    let (mut layer, mut state, mut depth) = (vec![start.clone()], start, 0);
    let mut found = Explored { states: 1, ..Explored::default() };
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for from in &layer {
            for key in ScriptInput::KEYS.iter().take(keys) {
                state.clone_from(from);
                found.moves += 1;
                let turn = stepper.turn(&mut state, *key).expect("a turn that ends");
                if turn.won {
                    found.winning += 1;
                    found.shortest.get_or_insert(depth);
                } else if turn.changed && seen.insert(state.clone()) {
                    found.states += 1;
                    next.push(state.clone());
                }
            }
            if found.states >= most {
                return found;
            }
        }
        layer = next;
    }
    found
}

fn diagnostics(folder: &Path) {
    let all = entries(folder, "compile_errors.jsonl");
    let (mut numbers, mut lines) = (0, 0);
    for entry in &all {
        let diagnostics = compile(text(entry, "source")).diagnostics;
        let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        numbers += usize::from(errors == number(entry, "errors"));
        let messages = entry["messages"].as_array().expect("messages");
        let told = messages.iter().filter_map(Value::as_str).all(|message| {
            let rest = message.trim().strip_prefix("line ").and_then(|rest| rest.split(' ').next());
            match rest.and_then(|line| line.parse::<u32>().ok()) {
                Some(line) => diagnostics.iter().any(|one| one.line == line),
                None => !diagnostics.is_empty(),
            }
        });
        lines += usize::from(told);
    }
    println!("diagnostics     {lines} of {} at their lines, {numbers} in number", all.len());
}

/// The most states of a level that counts.
const MAX_LIVE: u64 = 20_000;

/// A level with one cell painted over by a mark that it contains.
fn painted(level: &Level, rng: &mut fastrand::Rng) -> Level {
    let marks: Vec<Mark> = level.marks().map(|(_, mark)| mark.clone()).collect();
    let cells: Vec<Site> = level.board.cells().collect();
    let mut painted = level.clone();
    if let (Some(cell), Some(mark)) = (rng.choice(&cells), rng.choice(&marks)) {
        painted.paint(*cell, Some(mark.clone()));
    }
    painted
}

/// The times from a stroke to the window's first answer and to its last; `None` for a level with too many
/// states.
fn stroke(
    engine: &mut EngineProcess,
    level: &Level,
    rng: &mut fastrand::Rng,
) -> Option<(Duration, Duration)> {
    let (limits, stop) = (Limits::default(), Stop::default());
    // The process knows the game already, as after a first look at a pack.
    let small = Limits { time: Duration::from_secs(1), ..limits };
    let before = painted(level, rng);
    let question = Question::from(ReachPositions { most: 1 });
    let graph = engine.answer(&before, &question, &small, &stop, &mut |_| {});
    let states =
        graph.iter().find_map(|finding| Some(finding.report::<ReachedPositions>()?.0.reached));
    states.filter(|states| *states <= MAX_LIVE)?;
    let after = painted(&before, rng);
    let questions = [
        Question::from(SolveLevel::default()),
        Question::from(CountSolutions { cap: 2 }),
        Question::from(CountSolutions { cap: 100 }),
        Question::from(FindForcedMarks),
        FindEvents::default().into(),
        Question::from(ReachPositions { most: 20_000 }),
    ];
    let began = Instant::now();
    let mut ends = questions.iter().map(|question| {
        engine.answer(&after, question, &limits, &stop, &mut |_| {});
        began.elapsed()
    });
    let first = ends.next()?;
    Some((first, ends.last()?))
}

/// The times from a stroke to the window's answers, on all levels of the demos that count.
fn live(folder: &Path) {
    let mut times: Vec<(Duration, Duration)> = Vec::new();
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut rng = fastrand::Rng::with_seed(19);
    for file in files {
        let games = foolproof::built_in().with_library(Library::new(Arc::new(NoGrounder), None));
        let Ok((pack, ..)) = load_any(&file) else { continue };
        assert!(games.load_for(&pack, Some(&file)).is_empty(), "a game: {}", file.display());
        let command = EngineCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
        let mut engine = EngineProcess::new(command).with_games(games);
        times.extend(pack.levels.iter().filter_map(|level| stroke(&mut engine, level, &mut rng)));
    }
    let told = |mut all: Vec<Duration>| {
        all.sort();
        let at = |share: usize| all.get(all.len() * share / 100).copied().unwrap_or_default();
        format!("{} ms in the median, {} at 95 %", at(50).as_millis(), at(95).as_millis())
    };
    let (firsts, lasts): (Vec<Duration>, Vec<Duration>) = times.into_iter().unzip();
    let soon = lasts.iter().filter(|time| time.as_millis() <= 250).count();
    println!("live            {soon} of {} levels are through within 250 ms", lasts.len());
    println!("                first answer {}", told(firsts));
    println!("                all answers {}", told(lasts));
}

fn main() {
    foolproof::slices::add_questions().expect("no two questions have one name");
    let Some(folder) = std::env::var_os("FOOLPROOF_PUZZLESCRIPT").map(PathBuf::from) else {
        println!("FOOLPROOF_PUZZLESCRIPT names no folder with the material; nothing to compare");
        return;
    };
    let mut demos = Demos { folder: folder.join("demos"), games: HashMap::new() };
    live(&folder.join("demos"));
    let all = entries(&folder, "playthroughs.jsonl");
    let right = all.iter().filter(|entry| replayed(entry).as_deref() == entry["state"].as_str());
    println!("recorded play   {} of {}", right.count(), all.len());
    let all = entries(&folder, "random_walks.jsonl");
    let right = all.iter().filter(|entry| {
        let (won, board) = walked(&demos.game(text(entry, "game")), entry);
        won == entry["won"].as_u64() && board == text(entry, "state")
    });
    println!("random walks    {} of {}", right.count(), all.len());
    pages(&folder, &mut demos);
    diagnostics(&folder);
    let all = entries(&folder, "breadth_first.jsonl");
    let (mut right, mut ratios) = (0, Vec::new());
    for entry in &all {
        let (game, level) = (demos.game(text(entry, "game")), number(entry, "level"));
        let exhausted = entry["exhausted"].as_bool() == Some(true);
        let begun = cpu();
        let found = explored(&game, level, if exhausted { usize::MAX } else { 12_000 });
        let seconds = (cpu() - begun).as_secs_f64();
        let shortest = entry["shortest"].as_u64();
        right += usize::from(match exhausted {
            true => {
                let (states, winning) = (number(entry, "states"), number(entry, "winningMoves"));
                (found.states, found.winning, found.shortest) == (states, winning, shortest)
            }
            false => shortest.is_none() || found.shortest == shortest,
        });
        // Very short searches would measure the clock.
        if let Some(theirs) = entry["cpuS"].as_f64().filter(|_| seconds > 1e-4) {
            let rate = |seconds: f64, moves: f64| moves / seconds;
            let ours = rate(seconds, found.moves as f64);
            ratios.push(ours / rate(theirs, number(entry, "moves") as f64));
        }
    }
    ratios.sort_by(f64::total_cmp);
    println!("breadth first   {right} of {}", all.len());
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or_default();
    println!("moves a second  {median:.1} times the original's in the median of {}", ratios.len());
    println!("                {:.1} at least", ratios.first().copied().unwrap_or_default());
}
