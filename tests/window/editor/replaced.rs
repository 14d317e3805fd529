//! A game that is replaced, or dropped, while levels of it are open.

use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::session::knowledge::Freshness;
use foolproof::editor::text;
use foolproof::game::Games;
use foolproof::level::{Board, GameSource, Hold, Level, Pack, Site, Spot};
use foolproof::slices::play::window as play;
use foolproof::solver::{Status, Topic};

use super::Window;
use super::toy::{self, variants::Variant};

/// A pack with a level of Lamps on four free cells, and the games of the window that shows it.
fn opened() -> (tempfile::TempDir, std::path::PathBuf, Window, Games) {
    let mut level = Level::open("lamps", Board { cols: 2, rows: 2, tray: 0 });
    for site in level.board.cells().collect::<Vec<Site>>() {
        level.set(site, Spot { mark: None, hold: Hold::Painted });
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lamps.json");
    let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
    std::fs::write(&path, pack.to_json()).expect("written");
    let games = toy::games();
    let mut window = Window::start_of(Some(&path), games.clone());
    window.until("the pack is open", |app| app.state.document.file.path().is_some());
    (folder, path, window, games)
}

/// Waits until this number of solutions is shown for the current level.
fn counted(window: &mut Window, number: u64) {
    window.until("the solutions are counted", |app| {
        let count = app
            .state
            .level()
            .and_then(|level| app.state.findings.knowledge.current(level, Topic::COUNT));
        count.is_some_and(|count| count.status() == Status::Exactly(number))
    });
}

#[test]
fn what_was_found_under_the_old_rules_is_stale_and_asked_again() {
    let (_folder, _, mut window, games) = opened();
    counted(&mut window, 2);
    let revision = window.app().state.history().revision();
    window.harness.state_mut().as_mut().expect("the window").state.findings.live.on = false;
    games.put(Arc::new(Variant::gentle()));
    window.steps(2);
    let known = |window: &Window| {
        let state = &window.app().state;
        let found = state.findings.knowledge.finding(state.level()?, Topic::COUNT)?;
        Some((found.0.status(), found.1))
    };
    assert_eq!(known(&window), Some((Status::Exactly(2), Freshness::Stale)));
    window.harness.state_mut().as_mut().expect("the window").state.findings.live.on = true;
    counted(&mut window, 11);
    let state = &window.app().state;
    assert!(state.history().is_saved() && state.history().revision() == revision);
}

#[test]
fn a_game_that_is_replaced_ends_the_play_of_its_levels() {
    let (_folder, _, mut window, games) = opened();
    play::enter(&mut window.harness.state_mut().as_mut().expect("the window").state);
    window.steps(2);
    games.put(games.by_id("sudoku").expect("a game"));
    window.steps(2);
    assert!(window.app().state.chrome.is_playing(), "another game is no matter");
    games.put(Arc::new(Variant::gentle()));
    window.steps(2);
    assert!(!window.app().state.chrome.is_playing());
}

#[test]
fn levels_of_a_dropped_game_stay_and_are_saved_unharmed() {
    let (_folder, path, mut window, games) = opened();
    counted(&mut window, 2);
    let before = std::fs::read_to_string(&path).expect("a pack");
    games.remove("lamps");
    window.steps(3);
    window.harness.get_by_label(&text::unknown_game("lamps"));
    let state = &mut window.harness.state_mut().as_mut().expect("the window").state;
    assert!(state.game().is_none() && state.level().is_some());
    state.edit("Name it", |level| level.title = "Four cells".to_owned());
    state.run(foolproof::editor::session::command::Command::SAVE);
    window.until("it is saved", |app| app.state.history().is_saved());
    let saved = Pack::from_json(&std::fs::read_to_string(&path).expect("a pack"));
    let mut asked = Pack::from_json(&before).expect("a pack");
    Arc::make_mut(&mut asked.levels[0]).title = "Four cells".to_owned();
    assert_eq!(saved.expect("a pack").to_json(), asked.to_json());
    games.put(Arc::new(toy::Lamps));
    counted(&mut window, 2);
}

/// Everything that a window says when it opens a pack.
fn said(path: &std::path::Path, games: Games) -> Vec<String> {
    let mut window = Window::start_of(Some(path), games);
    window.until("the pack is open", |app| app.state.document.file.path().is_some());
    window.app().state.chrome.toasts.all().iter().map(|toast| toast.words.clone()).collect()
}

#[test]
fn a_saved_pack_names_a_game_that_is_not_built_in_and_an_opened_one_says_what_is_not_so() {
    let (folder, path, mut window, games) = opened();
    games.put_from(Arc::new(toy::Lamps), &folder.path().join("games/lamps.lp"));
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.edit("Note", |level| level.notes = "changed".to_owned());
    window.key(Modifiers::COMMAND, Key::S);
    window.until("the pack is saved", |app| app.state.history().is_saved());
    let digest = games.by_id("lamps").expect("a game").digest();
    let source = GameSource { id: "lamps".into(), at: "games/lamps.lp".into(), digest, text: None };
    assert_eq!(Pack::load(&path).expect("a pack").games, std::slice::from_ref(&source));
    // Undo takes the designer's steps back alone, and saving again names it again.
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.document.history_mut().undo();
    assert_eq!(app.state.history().pack().games, [source]);
    drop(window);

    assert_eq!(said(&path, games.clone()), Vec::<String>::new());
    games.put(Arc::new(Variant::gentle()));
    let words = said(&path, games.clone());
    assert!(
        words.iter().any(|words| words.starts_with("The rules of the game `lamps` have changed"))
    );
    games.remove("lamps");
    let words = said(&path, games);
    let missing = "The game `lamps` is not installed; the pack says that it is at games/lamps.lp.";
    assert!(words.iter().any(|words| words == missing), "{words:?}");
}

#[test]
fn a_pack_of_games_that_are_built_in_names_none() {
    let (_folder, path, mut window, _) = opened();
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.edit("Note", |level| level.notes = "changed".to_owned());
    window.key(Modifiers::COMMAND, Key::S);
    window.until("the pack is saved", |app| app.state.history().is_saved());
    assert!(!std::fs::read_to_string(&path).expect("a text").contains("\"games\""));
}
