//! PuzzleScript sources in the window: opened, proved, painted, saved into the source, played by keys, and
//! read again when another editor changes them.

use std::fs;

use foolproof::level::{Concept, Site};
use foolproof::slices::moves::question::POSITIONS;
use foolproof::slices::play::window as play;
use foolproof::sound::Cue;

use super::own_games::until_headline;
use super::*;

/// A copy of a sample, with what lies beside it.
fn source(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/puzzlescript");
    for ending in ["txt", "foolproof.json"] {
        let file = format!("{name}.{ending}");
        fs::copy(from.join(&file), folder.path().join(&file)).expect("copied");
    }
    let path = folder.path().join(format!("{name}.txt"));
    (folder, path)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a source")
}

#[test]
fn a_source_is_painted_and_saved_with_every_other_byte_as_it_was() {
    let (_folder, path) = source("ring-them-home");
    let before = text(&path);
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One shortest solution, no shortcut, 2 moves");
    let state = window.state();
    state.edit("Paint", |level| level.paint(Site::cell(2, 1), "hedge".parse().ok()));
    window.key(Modifiers::COMMAND, Key::S);
    window.until("it is saved", |app| app.state.history().is_saved());
    let after = text(&path);
    let changed: Vec<(&str, &str)> =
        before.lines().zip(after.lines()).filter(|(old, new)| old != new).collect();
    assert_eq!(changed, [("#......#", "#.#....#")]);
    assert_eq!(before.lines().count(), after.lines().count());
}

#[test]
fn an_event_becomes_the_concept_and_its_shortcut_is_shown() {
    let (_folder, mut window) = opened(source("ring-them-home"));
    let state = window.state();
    // The level that can be solved without the clover.
    let seventh = state.history().pack().levels.get(6).map(|level| level.id).expect("a level");
    state.show_level(seventh);
    until_headline(&mut window, "Shortcut: it never happens that a clover vanishes");
    let concept = window.app().state.level().map(|level| level.concept.clone());
    assert_eq!(concept, "happens(destroyed(clover),1)".parse::<Concept>().ok());
    window.state().edit("Forget", |level| level.concept = Concept::Any);
    window.show_rating();
    window.until_says("not in every solution");
    window.harness.query_all_by_label("Make it the concept").next().expect("one").scroll_to_me();
    window.steps(3);
    window.harness.query_all_by_label("Make it the concept").next().expect("one").click();
    window.until("an event is the concept", |app| {
        app.state.level().is_some_and(|level| level.concept != Concept::Any)
    });
}

#[test]
fn keys_play_it_and_x_acts() {
    let (_folder, mut window) = opened(source("ring-them-home"));
    until_headline(&mut window, "One shortest solution");
    window.plain(Key::F5);
    window.until_says("It can still be solved.");
    let played = |window: &Window| -> Vec<String> {
        let session = play::session(&window.app().state).expect("in play");
        session.play.iter().map(|(_, mark)| mark.to_string()).collect()
    };
    for key in [Key::ArrowUp, Key::Z, Key::ArrowDown, Key::X] {
        window.plain(key);
        window.steps(30);
    }
    assert_eq!(played(&window), ["down", "action"]);
    window.until_says("Solved");
}

/// A source with a flag from which play starts again.
const FLAG: &str = "title Flag\n\nOBJECTS\n\nBackground .\nblack\n\nFlag F\nyellow\n\nGoal O\ngreen\n\n\
    Player P\nblue\n\nLEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nFlag, Goal\nPlayer\n\nRULES\n\n\
    late [ Player Flag ] -> [ Player Flag ] checkpoint\n\nWINCONDITIONS\n\nall Player on Goal\n\nLEVELS\n\n\
    P.F..O\n";

#[test]
fn r_starts_again_from_the_last_checkpoint_and_then_from_the_beginning() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flag.txt");
    fs::write(&path, FLAG).expect("written");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One shortest solution");
    window.plain(Key::F5);
    window.until_says("It can still be solved.");
    let moves = |window: &Window| play::session(&window.app().state).expect("in play").play.len();
    for (key, after) in [
        (Key::ArrowRight, 1),
        (Key::ArrowRight, 2),
        (Key::ArrowRight, 3),
        (Key::R, 2),
        (Key::ArrowRight, 3),
        (Key::R, 2),
        (Key::R, 0),
    ] {
        window.plain(key);
        window.steps(30);
        assert_eq!(moves(&window), after, "{key:?}");
    }
    // The button and the line over the board name it.
    assert!(window.harness.query_by_label(play::words::TO_CHECKPOINT.0).is_some());
    assert!(play::words::TO_CHECKPOINT.1.contains("(R)"));
}

#[test]
fn the_state_graph_names_what_cannot_change_the_outcome() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trail.txt");
    // The player leaves flags behind, which no rule reads.
    let trail = FLAG
        .replace("Flag, Goal\n", "Flag\nGoal\n")
        .replace("[ Player Flag ] -> [ Player Flag ] checkpoint", "[ Player ] -> [ Player Flag ]");
    fs::write(&path, trail).expect("written");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One shortest solution");
    window.finding(POSITIONS);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert!(window.says("This object cannot change the outcome: flag."));
}

#[test]
fn a_source_that_another_editor_changes_is_at_work_at_once() {
    let (_folder, path) = source("ring-them-home");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One shortest solution, no shortcut, 2 moves");
    // A slip: the last good rules stay.
    let good = text(&path);
    let slip =
        good.replace("late [ Called ] -> [ Called ] again", "late [ Caled ] -> [ Called ] again");
    fs::write(&path, &slip).expect("written");
    window.until_says("The game’s files cannot be read");
    until_headline(&mut window, "One shortest solution, no shortcut, 2 moves");
    // Sheep that come no more.
    let other = good.replace("[ action Player | ... | Sheep ]", "[ action Player | ... | Hedge ]");
    assert_ne!(other, good);
    let other = other.replace(
        "[ action Player | ... | Sheep Called ]",
        "[ action Player | ... | Hedge Called ]",
    );
    fs::write(&path, &other).expect("written");
    until_headline(&mut window, "No solution");
    fs::write(&path, &good).expect("written");
    until_headline(&mut window, "One shortest solution, no shortcut, 2 moves");
}

fn heard(window: &Window) -> Vec<(Cue, f32)> {
    let session = play::session(&window.app().state).expect("in play");
    session.heard().iter().map(|cue| (cue.cue, cue.after)).collect()
}

#[test]
fn a_source_is_heard_by_its_own_sounds() {
    let (_folder, mut window) = opened(source("ring-them-home"));
    window.plain(Key::F5);
    assert!(heard(&window).is_empty(), "nothing was done");
    // Into the hedge, again and again.
    for _ in 0..8 {
        window.plain(Key::ArrowUp);
    }
    assert_eq!(heard(&window), [(Cue::Seed(19_277_704), 0.0)]);
    // A step makes no sound, and does not repeat the last one.
    window.plain(Key::ArrowDown);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(heard(&window), [(Cue::Seed(24_110_816), 0.0)]);
}

#[test]
fn what_goes_on_by_itself_is_heard_when_it_is_seen() {
    let (_folder, mut window) = opened(source("ring-them-home"));
    window.plain(Key::F5);
    window.plain(Key::ArrowDown);
    window.plain(Key::X);
    let heard = heard(&window);
    // The bell at once, the sheep once it runs, and the win in the end.
    assert_eq!(heard.first(), Some(&(Cue::Seed(53_413_900), 0.0)), "{heard:?}");
    assert_eq!(heard.last().map(|last| last.0), Some(Cue::Seed(70_239_603)), "{heard:?}");
    let runs = heard.iter().filter(|one| one.0 == Cue::Seed(46_817_507));
    let times: Vec<f32> = runs.map(|one| one.1).collect();
    assert!(times.len() > 1 && times.is_sorted_by(|one, other| one < other), "{heard:?}");
    assert!(heard.last().map(|last| last.1) >= times.last().copied(), "{heard:?}");
}

#[test]
fn time_passes_in_games_that_it_plays_along_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("time.txt");
    // The flag wanders off by itself.
    let text = FLAG
        .replace("title Flag", "title Time\nrealtime_interval 0.2")
        .replace("late [ Player Flag ] -> [ Player Flag ] checkpoint", "[ Flag ] -> [ right Flag ]")
        .replace("P.F..O", "P.F.......................O");
    fs::write(&path, text).expect("written");
    let mut window = Window::open(&path, None);
    window.plain(Key::F5);
    let waits = |app: &App| play::session(&app.state).map_or(0, |session| session.play.len());
    window.until("time has made a move", |app| waits(app) > 0);
    let session = play::session(&window.app().state).expect("in play");
    assert!(session.play.iter().all(|(_, mark)| mark.as_str() == "wait"), "{:?}", session.play);
    assert!(session.past.is_empty(), "nothing was done that could be undone");
    window.plain(Key::ArrowRight);
    let moved = |app: &App| {
        let session = play::session(&app.state);
        session.is_some_and(|session| session.play.iter().any(|(_, mark)| mark.as_str() == "right"))
    };
    window.until("the player has moved", moved);
    let before = waits(window.app());
    window.until("time goes on", |app| waits(app) > before);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!moved(window.app()), "undo takes the move back, and what time did after it");
}

#[test]
fn the_rules_of_a_source_stand_in_the_sheet_of_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flag.txt");
    fs::write(&path, FLAG).expect("written");
    let mut window = Window::open(&path, None);
    window.state().run(foolproof::editor::session::command::Command("rules"));
    window.until_says("Rules in the source");
    window.until_says("late [ Player Flag ] -> [ Player Flag ] checkpoint");
}
