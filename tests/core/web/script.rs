//! PuzzleScript games in a page: its interpreter against the program's engine, board after board, and
//! levels played by pointer, keys and buttons.

use foolproof::games::{LibraryShelf, script::load_any};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use foolproof::game::{Game, Games};
use foolproof::level::{Pack, Site, Unlock};
use foolproof::puzzlescript::{
    ScriptGame, ScriptInput, ScriptState, ScriptStepper, SoundListener, compile,
};
use serde_json::{Value, json};

use crate::web::browser::{document, told};
use crate::web::sources::random_source;
use crate::web::{
    CORE, DESKTOP, PHONE, assert_small, embedded, page, played, with_grounder, with_script,
};

const RULES: &str = include_str!("../../../assets/web/script_rules.js");
const TURNS: &str = include_str!("script_turns.js");
const HANDS: &str = include_str!("script_hands.js");
const SAMPLES: [&str; 2] = ["ring-them-home", "yard-by-yard"];
/// Games at random, and keys on each of their boards.
const GAMES: usize = 120;
const KEYS: usize = 25;
/// Keys on each board of a sample.
const SAMPLE_KEYS: usize = 150;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/puzzlescript").join(format!("{name}.txt"))
}

/// A sample as the program opens it.
fn opened(name: &str) -> (Games, Arc<dyn Game>, Pack) {
    let (games, path) = (with_grounder(), sample(name));
    let (pack, ..) = load_any(&path).expect("a source");
    assert!(games.load_for(&pack, Some(&path)).is_empty());
    let game = games.by_id(&pack.levels[0].game).expect("a game");
    (games, game, pack)
}

/// A board as one number.
fn mixed(game: &ScriptGame, entry: usize, state: &ScriptState) -> u32 {
    let mut number = 0x811c_9dc5_u32;
    let mut mix = |part: u32| number = (number ^ part).wrapping_mul(0x0100_0193);
    let board = game.board(entry).expect("a board");
    for cell in 0..board.width * board.height {
        for id in game.objects_at(entry, state, cell / board.height, cell % board.height) {
            mix(u32::try_from(id).expect("a number") + 1);
        }
        mix(0xffff);
    }
    number
}

/// The sounds of a key, and its result, step by step.
fn heard(
    stepper: &mut ScriptStepper,
    listener: &mut SoundListener,
    state: &mut ScriptState,
    key: ScriptInput,
) -> Vec<u64> {
    let mut step = stepper.step_heard(state, key, listener).expect("a step");
    let mut all = step.1;
    while step.0.again && !step.0.won {
        step = stepper.step_heard(state, ScriptInput::Wait, listener).expect("a step");
        if !step.0.counts {
            break;
        }
        all.append(&mut step.1);
    }
    all.sort_unstable();
    all
}

/// The results of random keys on a board of a game.
fn turns(game: &Arc<ScriptGame>, entry: usize, count: usize, rng: &mut Rng) -> Value {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let (seed, mut keys, mut told) = (rng.u32(..).to_string(), Vec::new(), Vec::<Value>::new());
    stepper.seed(&seed);
    let mut slow = ScriptStepper::new(Arc::clone(game));
    slow.seed(&seed);
    let (mut listener, listened) = (SoundListener::new(game), slow.start(entry));
    match stepper.start(entry) {
        Err(fault) => told.push(json!(fault.to_string())),
        Ok(mut state) => {
            let mut listened = listened.expect("the same start");
            told.push(json!(mixed(game, entry, &state)));
            for _ in 0..count {
                let at = [0, 1, 2, 3, 4, 5][rng.usize(..6)];
                let key = ScriptInput::KEYS.get(at).copied().unwrap_or(ScriptInput::Wait);
                keys.push(format!("{key:?}").to_lowercase());
                let turn = match stepper.turn(&mut state, key) {
                    Ok(turn) => turn,
                    Err(fault) => {
                        told.push(json!(fault.to_string()));
                        break;
                    }
                };
                let heard = heard(&mut slow, &mut listener, &mut listened, key);
                assert_eq!(state, listened, "who listens sees the same");
                if turn.checkpoint {
                    stepper.set_restart(&state);
                    slow.set_restart(&state);
                }
                let message = turn.message.map_or(-1, i64::from);
                let said = (turn.changed, turn.won, turn.cancelled, turn.checkpoint, message);
                let (changed, won, cancelled, checkpoint, message) = said;
                let number = mixed(game, entry, &state);
                told.push(json!([number, changed, won, cancelled, checkpoint, message, heard]));
            }
        }
    }
    let board = game.board(entry).map(|board| game.portable_board(board));
    json!({ "game": game.portable(), "board": board, "seed": seed, "keys": keys, "told": told })
}

/// What the page's interpreter makes of such plays.
fn compared(all: &[Value]) -> Value {
    let html = format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script>{CORE}{RULES}</script>\
         <script>var turns = {};</script><script>{TURNS}</script></body>",
        embedded(&json!(all))
    );
    let said = told(&document(&html, DESKTOP));
    assert_eq!(said["wrong"], json!([]), "{said:#}");
    println!("{said}");
    said
}

#[test]
fn compiled_rules_play_in_a_page_as_in_the_program() {
    let mut rng = Rng::with_seed(6);
    let (mut all, mut made) = (Vec::new(), 0);
    while made < GAMES {
        let source = random_source(&mut rng);
        let Some(game) = compile(&source).game else { continue };
        made += 1;
        for (entry, _) in game.numbered() {
            let mut one = turns(&game, entry, KEYS, &mut rng);
            one["source"] = json!(source);
            all.push(one);
        }
    }
    let said = compared(&all);
    let count = |key: &str| said[key].as_u64().unwrap_or(0);
    assert!(count("turns") > 5000 && count("changed") > 1000 && count("won") > 100, "{said}");
    assert!(count("heard") > 1000, "{said}");
}

#[test]
fn samples_play_in_a_page_as_in_the_program() {
    let mut rng = Rng::with_seed(3);
    for name in SAMPLES {
        let source = std::fs::read_to_string(sample(name)).expect("a sample");
        let game = compile(&source).game.expect("a game");
        let entries: Vec<usize> = game.numbered().map(|(entry, _)| entry).collect();
        let all: Vec<Value> =
            entries.iter().map(|entry| turns(&game, *entry, SAMPLE_KEYS, &mut rng)).collect();
        let said = compared(&all);
        assert!(said["changed"].as_u64() > Some(SAMPLE_KEYS as u64), "{name}: {said}");
    }
}

#[test]
fn levels_are_solved_in_the_page_by_hand() {
    for (name, size) in SAMPLES.into_iter().zip([PHONE, DESKTOP]) {
        let (games, game, pack) = opened(name);
        assert_small(&games, &pack);
        played(&games, game.as_ref(), pack, size);
    }
}

#[test]
fn a_page_shows_messages_and_takes_keys_swipes_and_taps() {
    let (games, _, mut pack) = opened("ring-them-home");
    pack.play.unlock = Unlock::All;
    let said = told(&document(&with_script(&page(&games, &pack), HANDS), DESKTOP));
    let all = [
        ("card", "Line up with the sheep and ring (X)."),
        ("closed", ""),
        ("none", ""),
        ("wall", ""),
        ("moved", "right down"),
        ("tapped", "right down action"),
        ("undone", "right down"),
        ("restarted", ""),
    ];
    for (key, wanted) in all {
        assert_eq!(said[key], json!(wanted), "{key}: {said:#}");
    }
    assert_eq!((&said["thumbs"], &said["picture"]), (&json!(pack.levels.len()), &json!(true)));
    let words = said["words"].as_str().unwrap_or_default();
    assert!(words.contains("player: row 3, column 2"), "{words}");
}

#[test]
fn a_level_that_the_game_does_not_know_is_refused() {
    let (games, _, mut pack) = opened("yard-by-yard");
    let dragon = "dragon".parse().expect("a mark");
    Arc::make_mut(&mut pack.levels[0]).paint(Site::cell(0, 0), Some(dragon));
    let written = super::exported(&games, &pack, "html");
    assert_eq!((written.files.len(), written.refused.len()), (1, 1), "{:?}", written.refused);
}
