//! `replay`: makes the moves of a play one by one, in a game of moves or in a PuzzleScript source.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::Printed;
use super::input::{LevelRef, Usage, read_level};
use super::questions::holds;
use super::script::{board_number, is_script, read_script};
use super::why::move_called;
use crate::games::{Game, Games, Verdict};
use crate::level::{Level, Play};
use crate::puzzlescript::{Playback, ScriptGame, ScriptInput, ScriptState, Stepper, TurnFault};

#[derive(Debug, Args)]
pub struct Replay {
    /// A level of a game of moves, or of a PuzzleScript source, such as game.txt#3
    pub level: OsString,
    /// The moves, apart by spaces: as solutions have them; in PuzzleScript up, left, down, right,
    /// action (or u, l, d, r, x, also in one word: rrux), wait, undo and restart
    pub moves: String,
    /// Print only the last board, as the original's tests write it (PuzzleScript); after a win the next
    /// level begins
    #[arg(long, conflicts_with = "json")]
    pub original: bool,
    /// What random rules go by (PuzzleScript)
    #[arg(long, value_name = "TEXT", default_value = "none")]
    pub seed: String,
    /// Print one JSON document with the board after each move; its `holds` is true when the exit
    /// status is 0
    #[arg(long)]
    pub json: bool,
}

/// It holds where the moves solve the level.
pub fn replay(games: &Games, asked: &Replay) -> Result<Printed, Usage> {
    let named = LevelRef::parse(&asked.level);
    if !is_script(&named) {
        if asked.original {
            return Err(Usage(
                "--original is for PuzzleScript sources, which end in .txt".to_owned(),
            ));
        }
        let (level, game) = read_level(games, &asked.level)?;
        return made(&*game, &level, asked);
    }
    let game = read_script(&named.file)?;
    let level = board_number(&game, &named)?;
    let inputs = inputs(&asked.moves)?;
    if asked.original {
        return original(&game, level, &inputs, &asked.seed);
    }
    scripted(&game, level, &inputs, asked)
}

/// Makes moves in a game whose plays are marks on steps.
fn made(game: &dyn Game, level: &Level, asked: &Replay) -> Result<Printed, Usage> {
    let name = &game.about().name;
    let moves = game.moves().ok_or_else(|| Usage(format!("{name} is not played move by move")))?;
    let mut play = Play::default();
    let mut told = Vec::new();
    for word in asked.moves.split_whitespace() {
        let legal = moves.legal(level, &play);
        let number = play.len() + 1;
        let called = move_called(word)?;
        let Some(made) = legal.into_iter().find(|one| one.mark == called) else {
            let mut tried = play.clone();
            tried.0.insert(moves.next_step(&play), called);
            let why = match game.judge(level, &tried) {
                Verdict::Illegal { why, .. } => {
                    why.split_once(": ").map(|(_, why)| format!(": {why}"))
                }
                _ => None,
            };
            let why = why.unwrap_or_default();
            let could = moves.legal(level, &play).into_iter().map(|one| one.mark.to_string());
            let could: Vec<String> = could.collect();
            let could = match could.is_empty() {
                true => "none can be made any more".to_owned(),
                false => format!("these can: {}", could.join(" ")),
            };
            return Err(Usage(format!("move {number}, `{word}`, cannot be made{why}; {could}")));
        };
        play.0.insert(moves.next_step(&play), made.mark);
        let after = moves.after(level, &play);
        let marks: serde_json::Map<String, Value> =
            after.marks().map(|(site, mark)| (site.to_string(), json!(mark))).collect();
        told.push(json!({ "move": word, "board": marks }));
    }
    let solved = game.judge(level, &play) == Verdict::Solved;
    let outcome = holds(solved);
    if asked.json {
        let document = json!({
            "verb": "replay", "game": level.game, "title": level.title, "holds": solved,
            "moves": told,
        });
        return Ok(Printed { outcome, text: format!("{document:#}\n") });
    }
    let text = ended(solved.then_some(play.len()), play.len());
    Ok(Printed { outcome, text })
}

fn ended(solved_after: Option<usize>, made: usize) -> String {
    let moves = |n: usize| if n == 1 { "1 move".to_owned() } else { format!("{n} moves") };
    match solved_after {
        Some(after) if after < made => {
            format!("Solved after {}; the other {} were not made\n", moves(after), made - after)
        }
        Some(after) => format!("Solved after {}\n", moves(after)),
        None => format!("Not solved after {}\n", moves(made)),
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScriptKey {
    Press(ScriptInput),
    Undo,
    Restart,
}

fn key(word: &str) -> Option<ScriptKey> {
    Some(match word {
        "up" | "u" => ScriptKey::Press(ScriptInput::Up),
        "left" | "l" => ScriptKey::Press(ScriptInput::Left),
        "down" | "d" => ScriptKey::Press(ScriptInput::Down),
        "right" | "r" => ScriptKey::Press(ScriptInput::Right),
        "action" | "x" => ScriptKey::Press(ScriptInput::Action),
        "wait" => ScriptKey::Press(ScriptInput::Wait),
        "undo" => ScriptKey::Undo,
        "restart" => ScriptKey::Restart,
        _ => return None,
    })
}

fn inputs(moves: &str) -> Result<Vec<(String, ScriptKey)>, Usage> {
    let mut all = Vec::new();
    for word in moves.split_whitespace() {
        let lower = word.to_lowercase();
        if let Some(key) = key(&lower) {
            all.push((lower, key));
            continue;
        }
        // A word of letters, each a key.
        for letter in lower.chars() {
            let letter = letter.to_string();
            let key = key(&letter).ok_or_else(|| {
                Usage(format!(
                    "`{word}` is no move; write up, left, down, right, action, wait, undo, restart, \
                     or letters such as rrux"
                ))
            })?;
            all.push((letter, key));
        }
    }
    Ok(all)
}

fn faulty(fault: TurnFault) -> Usage {
    Usage(fault.to_string())
}

fn original(
    game: &Arc<ScriptGame>,
    level: usize,
    inputs: &[(String, ScriptKey)],
    seed: &str,
) -> Result<Printed, Usage> {
    let mut play = Playback::new(Arc::clone(game), level, seed).map_err(faulty)?;
    for (_, key) in inputs {
        match key {
            ScriptKey::Press(input) => drop(play.press(*input).map_err(faulty)?),
            ScriptKey::Undo => play.undo(),
            ScriptKey::Restart => play.restart().map_err(faulty)?,
        }
    }
    let text = game.serialise(play.board_level(), play.state());
    Ok(Printed { outcome: holds(true), text })
}

fn scripted(
    game: &Arc<ScriptGame>,
    level: usize,
    inputs: &[(String, ScriptKey)],
    asked: &Replay,
) -> Result<Printed, Usage> {
    let mut stepper = Stepper::new(Arc::clone(game));
    stepper.seed(&asked.seed);
    let mut state = stepper.start(level).map_err(faulty)?;
    let (mut restart, mut past, mut told, mut won) = (state.clone(), Vec::new(), Vec::new(), None);
    for (number, (word, key)) in inputs.iter().enumerate() {
        match key {
            ScriptKey::Undo => state = past.pop().unwrap_or(state),
            ScriptKey::Restart => past.push(std::mem::replace(&mut state, restart.clone())),
            ScriptKey::Press(input) => {
                let before = state.clone();
                let turn = stepper.turn(&mut state, *input).map_err(faulty)?;
                if turn.changed {
                    past.push(before);
                }
                if turn.checkpoint {
                    stepper.set_restart(&state);
                    restart.clone_from(&state);
                }
                won = turn.won.then_some(number + 1);
            }
        }
        let board = rows(game, level, &state, &|names| json!(names));
        told.push(json!({ "move": word, "board": board }));
        if won.is_some() {
            break;
        }
    }
    let outcome = holds(won.is_some());
    if asked.json {
        let document = json!({
            "verb": "replay", "holds": won.is_some(), "random": game.random_line().is_some(),
            "moves": told,
        });
        return Ok(Printed { outcome, text: format!("{document:#}\n") });
    }
    let mut text = String::new();
    for row in rows(game, level, &state, &|names| Value::from(glyph(game, names).to_string())) {
        let row: String = row.iter().filter_map(Value::as_str).collect();
        let _ = writeln!(text, "{row}");
    }
    text.push_str(&ended(won, inputs.len()));
    if let Some(line) = game.random_line() {
        let _ = writeln!(text, "Chance plays along (line {line}): another --seed, another play");
    }
    Ok(Printed { outcome, text })
}

/// A board row by row, from what says something of a cell's objects.
fn rows(
    game: &ScriptGame,
    level: usize,
    state: &ScriptState,
    cell: &dyn Fn(&[&str]) -> Value,
) -> Vec<Vec<Value>> {
    let Some(board) = game.board(level) else { return Vec::new() };
    let at = |col: usize, row: usize| {
        let objects = game.objects_at(level, state, col, row);
        let names: Vec<&str> =
            objects.iter().filter_map(|id| Some(game.objects.get(*id)?.name.as_str())).collect();
        cell(&names)
    };
    let row = |row: usize| (0..board.width).map(|col| at(col, row)).collect();
    (0..board.height).map(row).collect()
}

/// The glyph that stands for these objects in the source's levels, whatever lies in the background; `?`
/// where none does.
fn glyph(game: &ScriptGame, names: &[&str]) -> char {
    let behind = game.objects.iter().find(|object| object.name.starts_with("background"));
    let behind = behind.map(|object| object.layer);
    let shown = |id: &usize| {
        let object = game.objects.get(*id).filter(|object| Some(object.layer) != behind)?;
        Some(object.name.as_str())
    };
    let is_shown = |name: &&str| {
        let object = game.objects.iter().find(|object| object.name == **name);
        object.is_some_and(|object| Some(object.layer) != behind)
    };
    let mut wanted: Vec<&str> = names.iter().copied().filter(|name| is_shown(name)).collect();
    wanted.sort_unstable();
    let stands = |(_, objects): &(char, Vec<usize>)| {
        let mut has: Vec<&str> = objects.iter().filter_map(shown).collect();
        has.sort_unstable();
        has == wanted
    };
    game.glyphs().into_iter().find(stands).map_or('?', |(glyph, _)| glyph)
}
