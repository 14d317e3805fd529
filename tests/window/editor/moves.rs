//! Games of moves in the window: the light and the hint of play mode, and the window of positions.

use foolproof::slices::moves::question::POSITIONS;
use foolproof::slices::moves::window::words;
use foolproof::slices::play::window as play;
use foolproof::solver::{Status, Topic};
use foolproof::sound::{Cue, UsualSound};

use super::*;

/// Four in two rows; it has four solutions, and some first moves lose.
fn pack() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let board = foolproof::level::Board { cols: 7, rows: 4, tray: 0 };
    let mut level = Level::open("penguin_push", board);
    for (col, row) in [(0, 0), (2, 0), (0, 3), (3, 3)] {
        level.paint(Site::cell(col, row), "penguin".parse().ok());
    }
    let pack = Pack { levels: vec![level.into()], ..Pack::default() };
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    (folder, path)
}

fn played(window: &Window) -> usize {
    play::session(&window.app().state).expect("in play").play.len()
}

/// Drags the piece on a site towards another.
fn push(window: &mut Window, from: Site, to: Site) {
    window.stroke(PointerButton::Primary, &[from, to]);
}

#[test]
fn the_light_tells_a_dead_end_and_undo_brings_hope_back() {
    let (_folder, mut window) = opened(pack());
    window.plain(Key::F5);
    window.until_says("It can still be solved.");
    push(&mut window, Site::cell(0, 0), Site::cell(0, 2));
    assert_eq!(played(&window), 1);
    assert!(!window.says("It can still be solved."), "no answer of another position");
    window.until_says("A dead end: undo.");
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.says("It can still be solved."), "what is known is shown at once");
}

#[test]
fn hints_lead_to_the_end_and_the_play_is_kept() {
    let (_folder, mut window) = opened(pack());
    window.plain(Key::F5);
    for made in 0..3 {
        window.plain(Key::H);
        window.until_says("Hint: push");
        let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
        let session = play::session_mut(state);
        let session = session.expect("in play");
        let game = foolproof::built_in().by_id("penguin_push").expect("a game");
        let hint = session.hint(&*game).expect("a hint");
        let (right, down) = hint.towards.step();
        let cell = |at: u16, by: i32| at.saturating_add_signed(by as i16);
        let to = Site::cell(cell(hint.from.col, right), cell(hint.from.row, down));
        push(&mut window, hint.from, to);
        assert_eq!(played(&window), made + 1);
    }
    assert!(window.says(&words::solved(3)));
    window.click("Make it the intended solution");
    assert_eq!(window.level().intended.as_ref().map(|play| play.len()), Some(3));
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
}

#[test]
fn the_light_is_switched_off_and_stays_off() {
    let (_folder, mut window) = opened(pack());
    window.plain(Key::F5);
    window.until_says("It can still be solved.");
    window.click("Show whether it can be solved");
    assert!(!window.says("It can still be solved."));
    window.plain(Key::F5);
    window.plain(Key::F5);
    assert!(!window.says("It can still be solved."));
    // A hint in a dead end says so all the same.
    push(&mut window, Site::cell(0, 0), Site::cell(0, 2));
    assert!(!window.says("A dead end: undo."));
    window.click("Hint");
    window.until_says("Hint: take something back. There is no solution from here.");
}

fn open_graph(window: &mut Window) {
    window.finding(POSITIONS);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert!(window.says("The start."));
}

#[test]
fn positions_are_walked_through_and_played_from() {
    let (_folder, mut window) = opened(pack());
    open_graph(&mut window);
    assert!(window.says("State graph…"), "the row of findings has a button for it");
    assert!(window.says("The start. 4 solutions from here."));
    assert!(window.says("Several moves lead to solutions from here."));
    window.click("Push the penguin on R4C1 to the north: a dead end");
    assert!(window.says("After 1 move. A dead end"));
    window.click("Back");
    window.click("Push the penguin on R4C4 to the west: 2 solutions");
    assert!(window.says("After 1 move. 2 solutions from here."));
    window.click("Along a solution");
    assert!(window.says("After 2 moves. 1 solution from here."));
    window.click("Along a solution");
    assert!(window.says("After 3 moves. Solved.") && window.says("No move is left."));
    window.click("To the start");
    assert!(window.says("The start."));
    window.click("Push the penguin on R4C4 to the west: 2 solutions");
    window.click("Play from here");
    assert_eq!(played(&window), 1);
    assert!(window.says("3 penguins are left."));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(played(&window), 0, "the moves are taken back one by one");
}

#[test]
fn a_position_becomes_a_level_and_undo_takes_it_back() {
    let (_folder, mut window) = opened(pack());
    open_graph(&mut window);
    window.click("Along a solution");
    window.click("Add as a level");
    let levels = &window.app().state.history().pack().levels;
    assert_eq!(levels.len(), 2);
    assert_eq!(levels[1].marks().count(), 3);
    assert_ne!(levels[0].id, levels[1].id);
    let app = window.harness.state_mut().as_mut().expect("a window");
    app.state.undo();
    assert_eq!(app.state.history().pack().levels.len(), 1);
    window.plain(Key::F5);
    assert_eq!(window.app().state.chrome.window(), None, "it does not lie over the board in play");
}

#[test]
fn games_without_moves_have_no_state_graph() {
    let (_folder, mut window) = opened(sample("First light"));
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert_eq!(window.app().state.chrome.window(), None);
}

#[test]
fn first_moves_lie_over_the_board_and_are_switched() {
    let (_folder, mut window) = opened(pack());
    window.finding(POSITIONS);
    assert!(overlay(&window).is_empty(), "a designer who wants them switches them on");
    window.key(Modifiers::SHIFT, Key::Num9);
    let mut shown = overlay(&window);
    shown.sort();
    assert_eq!(shown, ["0", "0", "0", "1", "1", "2"]);
    window.key(Modifiers::SHIFT, Key::Num9);
    assert!(overlay(&window).is_empty());
}

/// The first arrow key goes to a piece that can be moved, not to an empty corner.
#[test]
fn the_keys_begin_at_a_piece() {
    let (_folder, mut window) = opened(pack());
    window.plain(Key::F5);
    window.plain(Key::ArrowDown);
    let session = play::session(&window.app().state).expect("in play");
    let cursor = session.cursor.expect("the keyboard is somewhere");
    assert!(window.level().mark(cursor).is_some(), "{cursor}");
    window.plain(Key::Enter);
    window.plain(Key::ArrowRight);
    assert_eq!(played(&window), 1);
}

#[test]
fn undo_goes_back_to_where_it_can_be_solved() {
    let (_folder, mut window) = opened(pack());
    window.plain(Key::F5);
    push(&mut window, Site::cell(0, 0), Site::cell(0, 2));
    assert_eq!(played(&window), 1);
    window.click("Undo to the last solvable state");
    window.until_says("From here it can be solved.");
    assert_eq!(played(&window), 0);
}

#[test]
fn a_push_slides_knocks_and_wins() {
    let (_folder, mut window) = opened(pack());
    window.plain(Key::F5);
    push(&mut window, Site::cell(0, 0), Site::cell(1, 0));
    let session = play::session(&window.app().state).expect("in play");
    let heard: Vec<(Cue, bool)> =
        session.heard().iter().map(|cue| (cue.cue, cue.after > 0.0)).collect();
    let wanted = [(UsualSound::Slide, false), (UsualSound::Knock, true)];
    assert_eq!(heard, wanted.map(|(sound, later)| (Cue::Usual(sound), later)));
}
