//! PuzzleScript sources on the command line: all states of a level and its solutions, with as much memory
//! as is allowed.
//!
//! The search runs here, bounded in time and memory; Ctrl+C ends it with what it has.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use super::args::Common;
use super::input::{Contents, LevelRef, Usage, read_text};
use super::questions::{holds, stop_on_interrupt};
use super::report::{counted, time_text};
use super::{Printed, complain};
use crate::games::{script, threads};
use crate::level::Level;
use crate::puzzlescript::{
    MOST_CELLS, ScriptGame, ScriptInput, ScriptLevel, ScriptSpace, Severity, Solvability, SpaceEnd,
    SpaceRefusal, compile,
};
use crate::solver::Stop;
use crate::space::SpaceLimits;

/// States that are searched at most; memory most often ends before.
const MOST_STATES: usize = 200_000_000;

/// Whether a file is a PuzzleScript source.
pub fn is_script(named: &LevelRef) -> bool {
    script::is_script(&named.file)
}

/// Compiles a source; its first errors where it makes no game. Errors of one that can be played are told.
pub fn read_script(file: &Path) -> Result<Arc<ScriptGame>, Usage> {
    let compiled = compile(&read_text(file)?);
    let errors = compiled.complaints.iter().filter(|one| one.severity == Severity::Error);
    let told = errors.map(|one| {
        format!("{}, line {}, column {}: {}", file.display(), one.line, one.column, one.text)
    });
    let told: Vec<String> = told.collect();
    match compiled.game {
        Some(game) => {
            told.iter().for_each(|why| complain(why));
            Ok(game)
        }
        None => Err(Usage(match told.is_empty() {
            true => format!("{}: no PuzzleScript game", file.display()),
            false => told.join("; "),
        })),
    }
}

/// The entry of the levels that is meant: boards are counted from 1, messages are not.
pub fn board_number(game: &ScriptGame, named: &LevelRef) -> Result<usize, Usage> {
    let levels: Vec<(usize, &ScriptLevel)> = game.numbered().collect();
    let number = match named.level.as_deref() {
        None => 1,
        Some(text) => match text.parse() {
            Ok(number) => number,
            Err(_) => titled(named, text)?,
        },
    };
    let file = named.file.display();
    match number.checked_sub(1).and_then(|at| levels.get(at)) {
        Some((_, ScriptLevel::TooLarge(cols, rows))) => Err(Usage(format!(
            "{file}: level {number} is {cols}x{rows}; levels of up to {MOST_CELLS} cells are played"
        ))),
        Some((entry, _)) => Ok(*entry),
        None => Err(Usage(format!("{file} has {} levels, and no level {number}", levels.len()))),
    }
}

/// The number of the level with a title: such are kept beside the source.
fn titled(named: &LevelRef, title: &str) -> Result<usize, Usage> {
    let none = || Usage(format!("{} has no level titled `{title}`", named.file.display()));
    let source = script::load_source(&named.file).map_err(|why| Usage(why.to_string()))?;
    let contents = Contents::from(source.pack).leaving_out(source.left_out);
    let is_meant =
        |level: &Result<Arc<Level>, String>| level.as_ref().is_ok_and(|level| level.title == title);
    contents.levels.iter().position(is_meant).map(|at| at + 1).ok_or_else(none)
}

/// What a search has found, and how long it took.
struct SearchedScript {
    space: ScriptSpace,
    elapsed: Duration,
}

/// Goes through the states of a level; `Err` inside where nothing can be known of it.
fn searched(
    named: &LevelRef,
    common: &Common,
) -> Result<Result<SearchedScript, SpaceRefusal>, Usage> {
    let game = read_script(&named.file)?;
    let level = board_number(&game, named)?;
    let (started, interrupted) = (Instant::now(), stop_on_interrupt());
    let limits = SpaceLimits { states: MOST_STATES, bytes: common.bytes(), threads: threads() };
    let space = ScriptSpace::explore(&game, level, &limits, &until(&interrupted, common));
    Ok(space.map(|space| SearchedScript { space, elapsed: started.elapsed() }))
}

/// What is printed where nothing can be known of a level: nothing is wrong with the input.
fn not_known(verb: &str, why: &SpaceRefusal, common: &Common) -> Printed {
    let outcome = holds(false);
    let text = match common.json {
        true => {
            let why = why.to_string();
            let document = json!({
                "verb": verb, "holds": false, "solvable": word(Solvability::Unknown),
                "states": 0, "all_states": false, "why_not_all": why,
            });
            format!("{document:#}\n")
        }
        false => format!("Not known: {why}, and no states can be searched\n"),
    };
    Printed { outcome, text }
}

/// Whether to stop: Ctrl+C, or the time of a question that begins now is over.
pub fn until<'a>(interrupted: &'a Stop, common: &Common) -> impl Fn() -> bool + Sync + 'a {
    let (started, time) = (Instant::now(), common.limits().time);
    move || interrupted.is_set() || started.elapsed() > time
}

/// What cuts work in this process short.
pub const MEMORY_RAN_OUT: &str = "memory ran out (--memory)";
pub const TIME_RAN_OUT: &str = "time ran out, or it was stopped (--time-limit)";

/// How far a search came, where it did not see all states.
fn unseen(end: &SpaceEnd) -> Option<String> {
    Some(match end {
        SpaceEnd::Complete => return None,
        SpaceEnd::Limit => MEMORY_RAN_OUT.to_owned(),
        SpaceEnd::Stopped => TIME_RAN_OUT.to_owned(),
        SpaceEnd::Fault { fault, way } => format!("after {}: {fault}", keys(way)),
        SpaceEnd::Checkpoints => {
            "the rules restart at checkpoints, and there are several".to_owned()
        }
    })
}

fn keys(play: &[ScriptInput]) -> String {
    let name = |key: &ScriptInput| match key {
        ScriptInput::Up => "up",
        ScriptInput::Left => "left",
        ScriptInput::Down => "down",
        ScriptInput::Right => "right",
        ScriptInput::Action => "action",
        ScriptInput::Wait => "wait",
    };
    play.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn word(solvability: Solvability) -> &'static str {
    match solvability {
        Solvability::Solvable => "proved",
        Solvability::Unsolvable => "refuted",
        Solvability::Unknown => "unknown",
    }
}

/// `solve`: whether a level can be solved, its shortest solutions and how many there are.
pub fn solve(named: &LevelRef, most: usize, common: &Common) -> Result<Printed, Usage> {
    let found = match searched(named, common)? {
        Ok(found) => found,
        Err(why) => return Ok(not_known("solve", &why, common)),
    };
    let space = &found.space;
    let outcome = holds(space.solvability() == Solvability::Solvable);
    let plays = space.shortest_plays(most.max(1));
    if common.json {
        let document = json!({
            "verb": "solve",
            "holds": space.solvability() == Solvability::Solvable,
            "solvable": word(space.solvability()),
            "shortest": space.shortest_length(),
            "shortest_solutions": space.space().n_shortest(),
            "solutions": plays.iter().map(|play| keys(play)).collect::<Vec<_>>(),
            "states": space.n_states(),
            "all_states": space.is_complete(),
            "why_not_all": unseen(space.end()),
            "ms": found.elapsed.as_secs_f64() * 1e3,
        });
        return Ok(Printed { outcome, text: format!("{document:#}\n") });
    }
    let states = counted(space.n_states(), "state", "states");
    let time = time_text(found.elapsed);
    let mut text = match (space.solvability(), space.shortest_length()) {
        (Solvability::Solvable, Some(length)) => {
            let moves = counted(length, "move", "moves");
            let number = match space.space().n_shortest() {
                Some(u64::MAX) => "more shortest solutions than can be counted".to_owned(),
                Some(n) => counted(n as usize, "shortest solution", "shortest solutions"),
                None => "no shorter solution".to_owned(),
            };
            format!("Solved in {moves}; {number} ({states} searched, {time})\n")
        }
        (Solvability::Unsolvable, _) => {
            format!("No solution: all {states} that can be reached were searched ({time})\n")
        }
        _ => format!("No solution found among {states} ({time})\n"),
    };
    for play in &plays {
        let _ = writeln!(text, "  {}", keys(play));
    }
    if let Some(why) = unseen(space.end()) {
        let _ = writeln!(text, "Not all states were searched: {why}");
    }
    Ok(Printed { outcome, text })
}

/// `positions`: how many states there are, and how many of them are dead ends.
pub fn positions(named: &LevelRef, common: &Common) -> Result<Printed, Usage> {
    let found = match searched(named, common)? {
        Ok(found) => found,
        Err(why) => return Ok(not_known("positions", &why, common)),
    };
    let space = &found.space;
    let outcome = holds(space.is_complete());
    if common.json {
        let document = json!({
            "verb": "positions",
            "holds": space.is_complete(),
            "states": space.n_states(),
            "dead_ends": space.space().n_dead_ends(),
            "winning_moves": space.space().n_winning_steps(),
            "shortest": space.shortest_length(),
            "layers": (0..space.space().n_layers()).map(|turns| space.space().layer(turns).len()).collect::<Vec<_>>(),
            "why_not_all": unseen(space.end()),
        });
        return Ok(Printed { outcome, text: format!("{document:#}\n") });
    }
    let least = if space.is_complete() { "" } else { "at least " };
    let states = counted(space.n_states(), "unsolved state", "unsolved states");
    let mut text = format!("{least}{states} can be reached ({})\n", time_text(found.elapsed));
    if let Some(dead) = space.space().n_dead_ends() {
        let _ = writeln!(text, "{} among them", counted(dead, "dead end", "dead ends"));
    }
    let _ = writeln!(text, "{} win", counted(space.space().n_winning_steps(), "move", "moves"));
    if let Some(why) = unseen(space.end()) {
        let _ = writeln!(text, "Not all states were searched: {why}");
    }
    Ok(Printed { outcome, text })
}
