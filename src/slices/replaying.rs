//! `replay`: makes the moves of a play one by one, in a game of moves or in a PuzzleScript source.

use crate::registry::Slices;
use foolproof_solver::Stop;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use crate::own_games::why::move_called;
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{LevelRef, Usage, choose, read_contents, read_level, read_text};
use foolproof_cli::questions::holds;
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, Verdict, counted};
use foolproof_games::pack_files::is_source;
use foolproof_level::{Level, Play, Site, named_sites};
use foolproof_puzzlescript::{
    MAX_CELLS, Playback, ScriptGame, ScriptInput, ScriptLevel, ScriptState, ScriptStepper,
    Severity, TurnFault, compile,
};

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<Replay>("replay");
}

/// Reasons why moves are cut short.
const MEMORY_RAN_OUT: &str = "memory ran out (--memory)";
const TIME_RAN_OUT: &str = "time ran out, or it was stopped (--time-limit)";

/// Make the moves of a play and say whether they solve the level, in games played move by move and
/// in PuzzleScript sources
#[derive(Debug, Args)]
pub(crate) struct Replay {
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
    #[command(flatten)]
    pub common: Common,
}

/// Limits on making moves: the time, and the memory for stored boards in bytes.
struct ReplayBounds<'a> {
    is_over: &'a dyn Fn() -> bool,
    bytes: usize,
}

impl ReplayBounds<'_> {
    /// Returns why no further move is made at this memory use in bytes, if so.
    fn reached(&self, kept: usize) -> Option<&'static str> {
        if kept > self.bytes {
            return Some(MEMORY_RAN_OUT);
        }
        (self.is_over)().then_some(TIME_RAN_OUT)
    }
}

/// Boards after moves, kept for JSON alone.
struct ToldMoves {
    wanted: bool,
    moves: Vec<Value>,
    bytes: usize,
    why_not_all: Option<&'static str>,
}

impl ToldMoves {
    fn new(wanted: bool) -> Self {
        Self { wanted, moves: Vec::new(), bytes: 0, why_not_all: None }
    }

    fn tell(&mut self, word: &str, board: impl FnOnce() -> Value) {
        if self.wanted {
            let told = json!({ "move": word, "board": board() });
            self.bytes += bytes_of(&told);
            self.moves.push(told);
        }
    }
}

/// Estimates the memory of a value in bytes, including its printed form.
fn bytes_of(value: &Value) -> usize {
    /// Bytes for the start and the end of a line.
    const PRINTED: usize = 12;
    let own = size_of::<Value>() + PRINTED;
    own + match value {
        Value::String(text) => 2 * text.len(),
        Value::Array(all) => all.iter().map(bytes_of).sum(),
        Value::Object(all) => all.iter().map(|(key, value)| 4 * key.len() + bytes_of(value)).sum(),
        _ => 0,
    }
}

/// Holds if the moves solve the level.
impl Verb for Replay {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let named = LevelRef::parse(&self.level);
        let interrupted = Stop::on_interrupt();
        let (started, time) = (Instant::now(), self.common.limits().time);
        let is_over = || interrupted.is_set() || started.elapsed() > time;
        let bounds = ReplayBounds { is_over: &is_over, bytes: self.common.bytes() };
        if !is_source(&named.file) {
            if self.original {
                return Err(Usage(
                    "--original is for PuzzleScript sources, which end in .txt".to_owned(),
                ));
            }
            let (level, game) = read_level(games, &self.level)?;
            return made(&*game, &level, self, &bounds);
        }
        let game = read_script(&named.file)?;
        let level = board_number(games, &game, &named)?;
        let inputs = inputs(&self.moves)?;
        if self.original {
            return original(&game, level, &inputs, self, &bounds);
        }
        scripted(&game, level, &inputs, self, &bounds)
    }
}

/// Compiles a source; returns its first errors if it cannot be played. Errors in a playable one are reported.
fn read_script(file: &Path) -> Result<Arc<ScriptGame>, Usage> {
    let compiled = compile(&read_text(file)?);
    let errors = compiled.diagnostics.iter().filter(|one| one.severity == Severity::Error);
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

/// Returns the entry of the requested level in the source: boards are counted from 1, messages are not counted.
fn board_number(games: &Games, game: &ScriptGame, named: &LevelRef) -> Result<usize, Usage> {
    let levels: Vec<(usize, &ScriptLevel)> = game.numbered().collect();
    let number = match named.level.as_deref() {
        None => 1,
        Some(text) => match text.parse() {
            Ok(number) => number,
            // Titles are stored next to the source.
            Err(_) => choose(&read_contents(games, &named.file, None)?, named)?.0 + 1,
        },
    };
    let file = named.file.display();
    match number.checked_sub(1).and_then(|at| levels.get(at)) {
        Some((_, ScriptLevel::TooLarge(cols, rows))) => Err(Usage(format!(
            "{file}: level {number} is {cols}x{rows}; levels of up to {MAX_CELLS} cells are played"
        ))),
        Some((_, ScriptLevel::Unreadable(why))) => {
            Err(Usage(format!("{file}: level {number} cannot be read: {why}")))
        }
        Some((entry, _)) => Ok(*entry),
        None => Err(Usage(format!("{file} has {} levels, and no level {number}", levels.len()))),
    }
}

/// Makes moves in a game whose plays are marks on steps.
fn made(
    game: &dyn Game,
    level: &Level,
    asked: &Replay,
    bounds: &ReplayBounds<'_>,
) -> Result<Report, Usage> {
    let moves = game.moves().ok_or_else(|| Usage::of_game(game, "is not played move by move"))?;
    let mut play = Play::default();
    let mut told = ToldMoves::new(asked.common.form.json);
    for word in asked.moves.split_whitespace() {
        told.why_not_all = bounds.reached(told.bytes);
        if told.why_not_all.is_some() {
            break;
        }
        let legal = moves.legal(level, &play);
        let number = play.len() + 1;
        let called = move_called(word)?;
        let Some(made) = legal.into_iter().find(|one| one.mark == called) else {
            let mut tried = play.clone();
            tried.0.insert(Site::step(play.len()), called);
            let why = match game.judge(level, &tried) {
                Verdict::Illegal { why, .. } => {
                    why.split_once(": ").map(|(_, why)| format!(": {why}"))
                }
                _ => None,
            };
            let why = why.unwrap_or_default();
            let could =
                moves.legal(level, &play).into_iter().map(|one| named_sites(one.mark.as_str()));
            let could: Vec<String> = could.collect();
            let could = match could.is_empty() {
                true => "none can be made any more".to_owned(),
                false => format!("these can: {}", could.join(" ")),
            };
            return Err(Usage(format!("move {number}, `{word}`, cannot be made{why}; {could}")));
        };
        play.0.insert(Site::step(play.len()), made.mark);
        told.tell(word, || {
            let after = moves.after(level, &play);
            after.marks().map(|(site, mark)| (site.to_string(), json!(mark))).collect()
        });
    }
    let solved = game.judge(level, &play) == Verdict::Solved;
    let outcome = holds(solved);
    let text = ended(solved.then_some(play.len()), play.len()) + &unmade(told.why_not_all);
    let fields = json!({ "moves": told.moves, "why_not_all": told.why_not_all });
    Ok(Report::new(outcome, text).of_level(level).fields(fields))
}

/// Notes that there were more moves, if they were not made.
fn unmade(why: Option<&str>) -> String {
    why.map_or_else(String::new, |why| format!("Further moves were not made: {why}\n"))
}

fn ended(solved_after: Option<usize>, made: usize) -> String {
    let moves = |n: usize| counted(n, "move", "moves");
    match solved_after {
        Some(after) if after < made => {
            format!("Solved after {}; the other {} were not made\n", moves(after), made - after)
        }
        Some(after) => format!("Solved after {}\n", moves(after)),
        None => format!("Not solved after {}\n", moves(made)),
    }
}

/// A player's input.
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
                    "`{word}` is not a move; write up, left, down, right, action, wait, undo, restart, \
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
    asked: &Replay,
    bounds: &ReplayBounds<'_>,
) -> Result<Report, Usage> {
    let mut play = Playback::new(Arc::clone(game), level, &asked.seed).map_err(faulty)?;
    let mut kept = 0;
    for (number, (_, key)) in inputs.iter().enumerate() {
        // Adding up the memory after each move would take longer than the moves.
        if number % 64 == 0 {
            kept = play.bytes();
        }
        if let Some(why) = bounds.reached(kept) {
            complain(&format!("only the first {number} moves were made: {why}"));
            let text = game.serialise(play.board_level(), play.state());
            return Ok(Report::new(holds(false), text));
        }
        match key {
            ScriptKey::Press(input) => drop(play.press(*input).map_err(faulty)?),
            ScriptKey::Undo => play.undo(),
            ScriptKey::Restart => play.restart().map_err(faulty)?,
        }
    }
    let text = game.serialise(play.board_level(), play.state());
    Ok(Report::new(holds(true), text))
}

/// The boards that undo can return to: at most as many as there are undos left.
struct PastStates {
    states: VecDeque<ScriptState>,
    undos: usize,
    bytes_each: usize,
}

impl PastStates {
    fn new(inputs: &[(String, ScriptKey)]) -> Self {
        let undos = inputs.iter().filter(|(_, key)| *key == ScriptKey::Undo).count();
        Self { states: VecDeque::new(), undos, bytes_each: 0 }
    }

    fn is_wanted(&self) -> bool {
        self.undos > 0
    }

    fn push(&mut self, state: ScriptState) {
        self.bytes_each = state.bytes();
        self.states.push_back(state);
        if self.states.len() > self.undos {
            self.states.pop_front();
        }
    }

    fn undo(&mut self) -> Option<ScriptState> {
        self.undos = self.undos.saturating_sub(1);
        self.states.pop_back()
    }

    fn bytes(&self) -> usize {
        self.states.len() * self.bytes_each
    }
}

fn scripted(
    game: &Arc<ScriptGame>,
    level: usize,
    inputs: &[(String, ScriptKey)],
    asked: &Replay,
    bounds: &ReplayBounds<'_>,
) -> Result<Report, Usage> {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    stepper.seed(&asked.seed);
    let mut state = stepper.start(level).map_err(faulty)?;
    let (mut restart, mut past, mut won) = (state.clone(), PastStates::new(inputs), None);
    let (mut told, mut n_made) = (ToldMoves::new(asked.common.form.json), inputs.len());
    for (number, (word, key)) in inputs.iter().enumerate() {
        told.why_not_all = bounds.reached(told.bytes + past.bytes());
        if told.why_not_all.is_some() {
            n_made = number;
            break;
        }
        match key {
            ScriptKey::Undo => state = past.undo().unwrap_or(state),
            ScriptKey::Restart => past.push(std::mem::replace(&mut state, restart.clone())),
            ScriptKey::Press(input) => {
                let before = past.is_wanted().then(|| state.clone());
                let turn = stepper.turn(&mut state, *input).map_err(faulty)?;
                if let Some(before) = before.filter(|_| turn.changed) {
                    past.push(before);
                }
                if turn.checkpoint {
                    stepper.set_restart(&state);
                    restart.clone_from(&state);
                }
                won = turn.won.then_some(number + 1);
            }
        }
        told.tell(word, || json!(rows(game, level, &state, &|names| json!(names))));
        if won.is_some() {
            break;
        }
    }
    let mut text = String::new();
    for row in rows(game, level, &state, &|names| Value::from(glyph(game, names).to_string())) {
        let row: String = row.iter().filter_map(Value::as_str).collect();
        let _ = writeln!(text, "{row}");
    }
    text.push_str(&ended(won, n_made));
    text.push_str(&unmade(told.why_not_all));
    if let Some(line) = game.random_line() {
        let _ = writeln!(text, "Chance plays along (line {line}): another --seed, another play");
    }
    let (is_random, moves) = (game.random_line().is_some(), told.moves);
    let fields = json!({ "random": is_random, "moves": moves, "why_not_all": told.why_not_all });
    Ok(Report::new(holds(won.is_some()), text).fields(fields))
}

/// Lists a board row by row; `cell` describes a cell by its objects.
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

/// Returns the glyph for these objects in the source's levels, with any background; `?` if there is none.
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
