//! Sudoku in the window: digits and pencil marks by key, the desk on the canvas, the proof path, and
//! play by arguments.

use super::*;
use foolproof::editor::session::state::State;
use foolproof::slices::play::window as play;
use foolproof::slices::solving::window::desk::{Arguing, Desk};

/// The canvas's desk.
fn desk(state: &State) -> &Desk {
    state.feature::<Arguing>().expect("the room").desk()
}

fn puzzle(title: &str) -> (tempfile::TempDir, Window) {
    let (folder, path) = sample_of("sudoku", title);
    (folder, Window::open(&path, None))
}

/// An empty cell of the level, and its digit in the solution.
fn empty(window: &Window) -> (Site, String) {
    let level = window.level();
    let play = level.intended.clone().expect("a solution");
    let first = play.iter().next().map(|(site, mark)| (site, mark.to_string()));
    first.expect("an empty cell")
}

#[test]
fn digits_and_pencil_marks_are_typed() {
    let (_folder, mut window) = puzzle("Four by four");
    let (site, _) = empty(&window);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[site]);
    window.plain(Key::N);
    for key in [Key::Num1, Key::Num4, Key::Num2, Key::Num1] {
        window.plain(key);
    }
    assert_eq!(window.mark(site).as_deref(), Some("notes(2,4)"));
    window.plain(Key::N);
    window.plain(Key::Num3);
    assert_eq!(window.mark(site).as_deref(), Some("3"));
    window.plain(Key::Num9);
    assert_eq!(window.mark(site).as_deref(), Some("3"), "no digit of this board");
    window.plain(Key::Num0);
    assert_eq!(window.level().hold(site), Hold::Open);
    for _ in 0..6 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(window.mark(site), None);
}

#[test]
fn evidence_is_gathered_weighed_and_hinted_at() {
    let (_folder, mut window) = puzzle("One more cell");
    let (site, digit) = empty(&window);
    window.plain(Key::A);
    window.stroke(PointerButton::Primary, &[site]);
    assert_eq!(desk(&window.app().state).conclusion(), Some(site));
    window.until_says("The least evidence is");
    assert!(window.says("Not valid yet"));
    window.harness.get_by_label("Least evidence").click();
    window.until_says("Optimal");
    assert!(window.says(&format!("Valid: digit {digit}")));
    // Another cell, and back: what was given up is remembered.
    let other = window.level().intended.clone().expect("a solution");
    let other = other.iter().nth(1).map(|(site, _)| site).expect("another cell");
    window.stroke(PointerButton::Primary, &[other]);
    assert!(window.says("Evidence: 0 cells"));
    window.stroke(PointerButton::Primary, &[site]);
    assert!(!window.says("Evidence: 0 cells"));
    window.until_says(&format!("Valid: digit {digit}"));
    window.harness.get_by_label("Strategy hint").click();
    window.until_says("of evidence.");
    window.harness.get_by_label("Proof path…").click();
    window.until_says("Solved in ");
    assert!(window.says("Since these are known") && window.says("pieces of evidence"));
    window.harness.get_by_label_contains("Hardest: step ").click();
    window.steps(3);
    window.plain(Key::ArrowRight);
    assert!(!window.says("Step 1 of"));
    // The step is taken to the board, with what was proved before it.
    window.click("Argue about it");
    window.until_says("Optimal");
    let desk = desk(&window.app().state);
    assert!(!desk.filled().is_empty() && desk.conclusion().is_some());
    window.click("Clues alone");
    assert!(self::desk(&window.app().state).filled().is_empty());
    assert!(window.app().state.history().is_saved(), "arguing changes no level");
}

#[test]
fn a_puzzle_is_played_by_arguments() {
    let (_folder, mut window) = puzzle("Four by four");
    let n_empty = window.level().intended.clone().expect("a solution").len();
    window.plain(Key::F5);
    window.click("Argue");
    for _ in 0..n_empty {
        let session = play::session(&window.app().state).expect("in play");
        let left = session.level.intended.clone().expect("a solution");
        let left = left.iter().find(|(site, _)| session.play.get(*site).is_none());
        let (site, before) = (left.expect("an empty cell").0, session.play.len());
        let at = window.at(site);
        window.harness.hover_at(at);
        window.harness.drag_at(at);
        window.harness.drop_at(at);
        window.steps(3);
        window.until_says("The least evidence is");
        window.harness.get_by_label("Least evidence").click();
        window.until_says("Optimal");
        window.key(Modifiers::SHIFT, Key::Enter);
        let now = play::session(&window.app().state).expect("in play").play.len();
        assert_eq!(now, before + 1);
    }
    assert!(window.says("Victory") && window.says(&format!("{n_empty} cells proved")));
    // One step back is one cell less, and one argument less.
    window.key(Modifiers::COMMAND, Key::Z);
    window.steps(2);
    assert!(window.says(&format!("{} cells proved", n_empty - 1)));
}

/// A board is dragged to the sizes that there are, and no others.
#[test]
fn a_board_is_resized_to_a_size_that_there_is() {
    let (_folder, mut window) = puzzle("Six by six");
    let corner = window.harness.get_by_label("Resize: corner").rect().center();
    let press = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.hover_at(corner);
    window.steps(2);
    window.harness.event(press(corner, true));
    window.steps(2);
    let mut sides = std::collections::BTreeSet::new();
    for step in 0..60u8 {
        let to = corner + egui::Vec2::splat(f32::from(step) * 6.0);
        window.harness.hover_at(to);
        window.steps(1);
        let board = window.level().board;
        assert_eq!(board.cols, board.rows);
        sides.insert(board.cols);
    }
    window.harness.event(press(corner, false));
    window.steps(2);
    assert!(sides.contains(&9) && sides.iter().all(|side| (4..=16).contains(side)), "{sides:?}");
}

/// Abandoned arguments reappear when play continues, also after Escape, and when another argument is begun
/// on the canvas meanwhile.
#[test]
fn arguments_that_were_given_up_outlive_the_play() {
    let (_folder, mut window) = puzzle("Four by four");
    let empty: Vec<Site> = {
        let solution = window.level().intended.clone().expect("a solution");
        solution.iter().map(|(site, _)| site).collect()
    };
    let (first, second) = (empty[0], empty[1]);
    let given: Vec<Site> = window.level().marks().map(|(site, _)| site).take(2).collect();
    let click = |window: &mut Window, site: Site| {
        let at = window.at(site);
        window.harness.hover_at(at);
        window.harness.drag_at(at);
        window.harness.drop_at(at);
        window.steps(3);
    };
    window.plain(Key::F5);
    window.click("Argue");
    // One argument is given up for another, one is still under way, and one cell is filled in.
    for site in [first, given[0], second, given[0], given[1]] {
        click(&mut window, site);
    }
    assert!(window.says("Evidence: 2 cells"));
    window.plain(Key::Escape);
    assert!(!window.app().state.chrome.is_playing());
    // An edit and back: the puzzle is the same.
    window.plain(Key::F5);
    assert!(window.says("Evidence: 2 cells"), "the argument under way goes on");
    click(&mut window, first);
    assert!(window.says("Evidence: 1 cell"), "the one before is remembered");
    window.until_says("The least evidence is");
    window.harness.get_by_label("Least evidence").click_accesskit();
    window.until_says("Optimal");
    window.key(Modifiers::SHIFT, Key::Enter);
    window.plain(Key::Escape);
    window.plain(Key::F5);
    let session = play::session(&window.app().state).expect("in play");
    assert_eq!(session.play.len(), 1, "what was concluded is still filled in");
    assert_eq!(session.desk.as_ref().map(|desk| desk.proved.len()), Some(1));
    click(&mut window, second);
    assert!(window.says("Evidence: 2 cells"));
    // A clue more is another puzzle: play begins anew, but what was gathered is remembered.
    window.plain(Key::Escape);
    let third = empty[2];
    let digit = window.level().intended.as_ref().and_then(|play| play.get(third)).cloned();
    let state = &mut window.harness.state_mut().as_mut().expect("the window").state;
    state.edit("Another clue", |level| level.paint(third, digit));
    window.steps(3);
    window.plain(Key::F5);
    assert!(play::session(&window.app().state).expect("in play").play.is_empty());
    click(&mut window, second);
    assert!(window.says("Evidence: 2 cells"));
}
