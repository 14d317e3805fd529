//! Deduction in the window: round by round, over the board, and as hints in play.

use foolproof::slices::solving::question::{DEDUCTION, TRIALS};
use foolproof::solver::Status;

use super::*;

fn open(title: &str) -> (tempfile::TempDir, Window) {
    let (folder, path) = sample_of("linjat", title);
    (folder, Window::open(&path, None))
}

fn steps(window: &mut Window) {
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    window.until_says("Step 1 of");
}

/// Without its dots, deduction does not get far.
fn take_off_dots(window: &mut Window) {
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.edit("Paint", |level| {
        let dots: Vec<Site> = level
            .marks()
            .filter(|(_, mark)| mark.as_str() == "dot")
            .map(|(site, _)| site)
            .collect();
        for dot in dots {
            level.paint(dot, None);
        }
    });
    window.steps(3);
}

#[test]
fn rounds_are_walked_through_by_keys_and_buttons() {
    let (_folder, mut window) = open("Loose ends");
    assert_eq!(window.finding(DEDUCTION), Status::Proved);
    assert!(window.says("Steps…"), "the row of findings has a button for it");
    steps(&mut window);
    window.plain(Key::ArrowRight);
    assert!(window.says("Step 2 of"));
    window.plain(Key::ArrowLeft);
    assert!(window.says("Step 1 of"));
    window.plain(Key::End);
    assert!(window.says("The end"));
    window.plain(Key::Home);
    window.click("Next step (Right)");
    assert!(window.says("Step 2 of"));
    window.click("The end (End)");
    assert!(window.says("Solved in "));
    window.click("First step (Home)");
    assert!(window.says("Step 1 of"));
    window.plain(Key::Escape);
    assert_eq!(window.app().state.chrome.window(), None);
}

/// Findings of a round are walked through by keys, and the same window tells the steps by the rules alone.
#[test]
fn both_ways_to_solve_a_level_are_tabs_of_one_window() {
    let (_folder, mut window) = open("Loose ends");
    steps(&mut window);
    assert!(window.harness.query_all_by_label("Findings").next().is_some());
    for _ in 0..30 {
        window.plain(Key::ArrowDown);
    }
    assert!(!window.says("Step 1 of"), "on into the next rounds");
    window.click("Rules");
    window.until_says("Otherwise the rules would say");
    assert!(window.harness.query_all_by_label("Findings").next().is_none());
    window.click("Deduction");
    window.until_called("Findings");
}

#[test]
fn it_follows_the_level_while_it_is_painted() {
    let (_folder, mut window) = open("Loose ends");
    steps(&mut window);
    assert!(window.says("Solved in "));
    take_off_dots(&mut window);
    assert_eq!(window.finding(DEDUCTION), Status::Refuted);
    assert!(!window.says("Solved in "));
    assert!(window.app().state.chrome.window().is_some(), "the window is open all the time");
}

/// While live solving is paused, what is looked at is worked out all the same.
#[test]
fn what_is_looked_at_is_known_while_live_solving_is_paused() {
    let (_folder, mut window) = open("Loose ends");
    window.finding(DEDUCTION);
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.run(foolproof::editor::session::command::Command::TOGGLE_PAUSE);
    assert!(!app.state.findings.live.on);
    take_off_dots(&mut window);
    steps(&mut window);
    window.plain(Key::End);
    assert!(window.says("The board frames what is open.") && !window.says("Solved in "));
}

#[test]
fn trials_and_leaks_lie_over_the_board() {
    let (_folder, mut window) = open("Loose ends");
    window.finding(DEDUCTION);
    assert!(overlay(&window).is_empty());
    take_off_dots(&mut window);
    assert_eq!(window.finding(DEDUCTION), Status::Refuted);
    window.key(Modifiers::SHIFT, Key::Num0);
    window.finding(TRIALS);
    assert!(overlay(&window).iter().any(|words| words.parse::<usize>().is_ok()));
    window.key(Modifiers::SHIFT, Key::Num0);
    let left = overlay(&window);
    assert!(!left.is_empty() && left.iter().all(|words| words == "!"), "leaks alone: {left:?}");
}

#[test]
fn games_without_deduction_have_no_steps() {
    let (_folder, mut window) = opened(sample("First light"));
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    assert_eq!(window.app().state.chrome.window(), None);
}

/// Whether a hint is shown over the board.
fn is_told(window: &mut Window) -> bool {
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    let game = state.game().expect("a game");
    let session = foolproof::slices::play::window::session_mut(state).expect("in play");
    session.told(&*game).is_some()
}

#[test]
fn hints_lead_on_in_play() {
    let (_folder, mut window) = open("Loose ends");
    window.plain(Key::F5);
    assert!(window.says("Drag from a number"));
    window.plain(Key::H);
    let begun = Instant::now();
    while !is_told(&mut window) {
        assert!(begun.elapsed() < PATIENCE, "a sentence is there instead");
        std::thread::sleep(Duration::from_millis(5));
        window.steps(1);
    }
}
