//! Games that designers bring, in a page: the evaluator of ground rules against the program's judge, and
//! levels played.

use foolproof::games::LibraryShelf;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use foolproof::game::Games;
use foolproof::level::Pack;
use serde_json::{Map, json};

use crate::web::browser::{document, told};
use crate::web::corpus::{self, JudgedLevel};
use crate::web::{
    DESKTOP, PHONE, assert_small, compared, in_a_page, played, with_grounder, with_script,
};

const GROUND: &str = include_str!("../../../assets/web/ground.js");
const OWN: &str = include_str!("../../../assets/web/own_rules.js");
const PLAYED: &str = include_str!("../../../assets/web/own.js");
const HINTS: &str = include_str!("hints.js");
const BACKWARDS: &str = include_str!("backwards.js");
/// One game of placing, one of drawing, and one of moves.
const FOLDERS: [&str; 3] =
    ["assets/games/star-battle", "assets/games/cables", "assets/games/crates"];
/// Plays whose verdicts are compared, at least, of each level.
const OF_EACH: usize = 100;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Games of folders, each with its levels.
fn games(folders: &[&str]) -> (Games, Vec<Pack>) {
    let games = with_grounder();
    let library = games.library().expect("a library");
    let packs = folders.iter().map(|name| {
        library.load(&games, &folder(name)).expect("a game");
        let text = fs::read_to_string(folder(name).join("levels.json")).expect("levels");
        Pack::from_json(&text).expect("a pack")
    });
    let packs = packs.collect();
    (games, packs)
}

#[test]
fn pages_of_games_of_ones_own_are_small() {
    let (games, packs) = games(&FOLDERS);
    packs.iter().for_each(|pack| assert_small(&games, pack));
}

#[test]
fn the_evaluator_judges_as_the_program_does() {
    let (games, packs) = games(&FOLDERS);
    let mut all = Map::new();
    let mut rng = Rng::with_seed(11);
    for pack in &packs {
        let game = games.by_id(&pack.levels[0].game).expect("a game");
        let judged = pack.levels.iter().map(|level| {
            let mut plays = Vec::new();
            while plays.len() < OF_EACH {
                plays.extend(corpus::plays(game.as_ref(), level, &mut rng));
            }
            JudgedLevel::new(game.as_ref(), (**level).clone(), &plays)
        });
        let judged: Vec<JudgedLevel> = judged.collect();
        all.insert(pack.levels[0].game.clone(), in_a_page(&games, &judged));
    }
    let ids: Vec<String> = all.keys().cloned().collect();
    let told = compared(&[GROUND, OWN, PLAYED].concat(), all);
    for id in &ids {
        println!("{id}: {}", told[id]);
        assert_eq!(told[id]["wrong"], json!([]), "{id}: {:#}", told[id]);
        let count = |key: &str| told[id][key].as_u64().unwrap_or(0);
        assert!(count("plays") >= 1200 && count("solved") >= 12, "{id}: {:#}", told[id]);
    }
}

#[test]
fn levels_of_own_games_are_solved_in_the_page() {
    // Small ones besides, with a second mark beside the line, a line along the grid, and all that a click
    // can say of a move.
    let small = ["tests/hands/roads", "tests/hands/fence", "tests/hands/switches"];
    let folders: Vec<&str> = FOLDERS.into_iter().chain(small).collect();
    let (games, packs) = games(&folders);
    for (number, pack) in packs.into_iter().enumerate() {
        let game = games.by_id(&pack.levels[0].game).expect("a game");
        played(&games, game.as_ref(), pack, if number == 1 { PHONE } else { DESKTOP });
    }
}

/// The right button goes through the marks of a cell the other way round, and crosses out an edge that a
/// line may go over; the browser's menu stays away.
#[test]
fn the_right_button_goes_back_and_crosses_out() {
    for (game, site, lies) in [
        ("starbattle", "cell(0,0)", ["dot", "star", ""]),
        ("masyu", "vedge(1,0)", ["dot", "", "dot"]),
    ] {
        let script = format!("var site = \"{site}\";\n{BACKWARDS}");
        let told = told(&document(&with_script(&converted(game, false), &script), DESKTOP));
        assert_eq!(told["lies"], json!(lies), "{game}: {told:#}");
        assert_eq!(told["menu"], json!(false), "{game}");
    }
}

/// What `convert` writes of a pack of the shelf whose players may or may not ask for hints.
fn converted(game: &str, hints: bool) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(folder_of_shelf(game)).expect("levels");
    let mut pack = Pack::from_json(&text).expect("a pack");
    pack.levels.truncate(1);
    pack.play.hints = hints;
    let (pack_file, page) = (folder.path().join("pack.json"), folder.path().join("page.html"));
    pack.save(&pack_file).expect("saved");
    let output = Command::new(env!("CARGO_BIN_EXE_foolproof"))
        .arg("convert")
        .args([&pack_file, &page])
        .output()
        .expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(page).expect("a page")
}

fn folder_of_shelf(game: &str) -> PathBuf {
    folder("assets/shelf").join(game).join("levels.json")
}

#[test]
fn hints_of_a_page_say_where_and_why_and_solve_the_level() {
    assert!(!converted("starbattle", false).contains("\"steps\":["), "no hints, no solution");
    let told = told(&document(&with_script(&converted("starbattle", true), HINTS), DESKTOP));
    println!("{told:#}");
    assert_eq!((&told["verdict"], &told["early"]), (&json!("solved"), &json!(0)), "{told:#}");
    let words = |of: &str, at: usize| told[of][at].as_str().unwrap_or_default().to_owned();
    assert!(words("words", 0).starts_with("Look here: "), "{told:#}");
    assert!(words("words", 1).starts_with("Otherwise the rules would say “"), "{told:#}");
    assert_eq!(words("wrong", 0), "Something is wrong here.");
    assert!(words("wrong", 1).ends_with(" is wrong."), "{told:#}");
    assert!(words("wrong", 2).ends_with(" was taken off."), "{told:#}");
    assert_eq!(told["wrong"][3], json!(0));
}
