//! The clicks that solve levels in the windows of designers and players solve them in a page.

use foolproof::games::{LibraryShelf, script::load_any};
use std::fs;
use std::path::{Path, PathBuf};

use foolproof::game::{Games, Verdict};
use foolproof::level::{Pack, Play, Unlock};
use serde_json::json;

use crate::clicks;
use crate::web::browser::{document, told};
use crate::web::{DESKTOP, PHONE, embedded, page, recorded, with_grounder, with_script};

const HAND: &str = include_str!("same_clicks.js");

/// Plays the first level of a pack that has a solution, in its page.
fn played(games: &Games, mut pack: Pack, size: (u32, u32)) {
    pack.play.unlock = Unlock::All;
    let number = pack.levels.iter().position(|level| level.intended.is_some()).expect("a solution");
    let level = &pack.levels[number];
    let (game, solution) = (games.by_id(&level.game).expect("a game"), level.intended.clone());
    let ready = game.judge(level, &Play::default());
    assert!(!matches!(ready, Verdict::Undecided { .. }), "{}: {ready:?}", pack.title);
    let clicks = clicks::solving(game.as_ref(), level, &solution.expect("a solution"));
    let data = embedded(&json!(clicks));
    let script = format!("var number = {number}, clicks = {data};\n{HAND}");
    let told = told(&document(&with_script(&page(games, &pack), &script), size));
    assert_eq!(told["verdict"], json!("solved"), "{}: {clicks:?}: {told:#}", level.title);
    assert_eq!(told["solved"], json!(true), "{}", level.title);
    // What the page noted of it leads to the same end in the program.
    recorded(games, &pack, told["record"].as_str().expect("a record"), number..number + 1);
}

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn the_same_clicks_solve_built_in_games_and_variants() {
    let games = with_grounder();
    for (at, id) in clicks::BUILT_IN.into_iter().enumerate() {
        let game = games.by_id(id).expect("a game");
        let pack = Pack::from_json(&game.sample()).expect("a pack");
        played(&games, pack, if at % 2 == 0 { PHONE } else { DESKTOP });
    }
    played(&games, Pack::from_json(clicks::VARIANT).expect("a pack"), PHONE);
}

#[test]
fn the_same_clicks_solve_own_games_and_those_of_puzzlescript() {
    let games = with_grounder();
    let library = games.library().expect("a library");
    for name in clicks::FOLDERS {
        library.load(&games, &place(name)).expect("a game");
        let text = fs::read_to_string(place(name).join("levels.json")).expect("levels");
        played(&games, Pack::from_json(&text).expect("a pack"), DESKTOP);
    }
    for name in clicks::SOURCES {
        let path = place("assets/puzzlescript").join(format!("{name}.txt"));
        let (pack, ..) = load_any(&path).expect("a source");
        assert!(games.load_for(&pack, Some(&path)).is_empty());
        played(&games, pack, PHONE);
    }
}
