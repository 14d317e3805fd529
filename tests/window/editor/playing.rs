//! Play in the whole window: digits and notes by the keys that solvers of Sudoku know, hints and the
//! light in every game, the way back to where a level can still be solved, and the sheet of keys.

use std::collections::BTreeSet;

use foolproof::slices::play::window::{self as play, EntryMode, NextStep, NotePlace, PlaySession};
use foolproof::slices::play::window::{SketchPoint, words};
use foolproof::sound::{Cue, UsualSound};

use super::*;

fn play_of(game: &str, title: &str) -> (tempfile::TempDir, Window) {
    let (folder, mut window) = opened(sample_of(game, title));
    window.plain(Key::F5);
    (folder, window)
}

fn session(window: &Window) -> &PlaySession {
    play::session(&window.app().state).expect("in play")
}

fn session_mut(window: &mut Window) -> &mut PlaySession {
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    play::session_mut(state).expect("in play")
}

/// Cells without a clue, in order, with their digits in the solution.
fn open_cells(window: &Window) -> Vec<(Site, String)> {
    let solution = window.level().intended.clone().expect("a solution");
    solution.iter().map(|(site, mark)| (site, mark.to_string())).collect()
}

fn digit(text: &str) -> Key {
    Key::from_name(text).expect("a key")
}

fn filled(window: &Window, site: Site) -> Option<String> {
    session(window).play.get(site).map(ToString::to_string)
}

#[test]
fn a_click_chooses_a_cell_and_a_digit_fills_it_in() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let cells = open_cells(&window);
    let (first, second) = (cells[0].clone(), cells[1].clone());
    window.stroke(PointerButton::Primary, &[first.0]);
    window.plain(digit(&first.1));
    assert_eq!(filled(&window, first.0), Some(first.1.clone()));
    // The keys go on from there; Shift takes the next cell along.
    window.plain(Key::ArrowRight);
    assert_eq!(session(&window).entry.chosen.len(), 1);
    window.key(Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(session(&window).entry.chosen.len(), 2);
    // The same digit again takes it off, and so does Delete.
    window.stroke(PointerButton::Primary, &[first.0]);
    window.plain(digit(&first.1));
    assert_eq!(filled(&window, first.0), None);
    window.stroke(PointerButton::Primary, &[first.0, second.0]);
    window.plain(Key::Num1);
    let ones = [first.0, second.0].map(|site| filled(&window, site));
    assert!(ones.iter().all(|mark| mark.as_deref() == Some("1")), "all that is chosen: {ones:?}");
    window.plain(Key::Delete);
    assert!(session(&window).play.is_empty());
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(session(&window).play.len(), 2, "one step");
}

#[test]
fn clashing_digits_are_allowed_and_end_the_hope() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    window.until_says("It can still be solved.");
    let cells = open_cells(&window);
    let (site, right) = cells[0].clone();
    let wrong = ["1", "2", "3", "4"].into_iter().find(|digit| *digit != right).expect("another");
    window.stroke(PointerButton::Primary, &[site]);
    window.plain(digit(wrong));
    assert_eq!(filled(&window, site).as_deref(), Some(wrong));
    window.until_says("Dead end");
    // Another one on top, then back to where it could be solved.
    let (other, fits) = cells[1].clone();
    window.stroke(PointerButton::Primary, &[other]);
    window.plain(digit(&fits));
    window.click("Undo to the last solvable state");
    window.until_says("From here it can be solved.");
    assert!(session(&window).play.is_empty());
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(filled(&window, site).as_deref(), Some(wrong), "redo brings them again");
}

#[test]
fn digits_are_noted_in_corners_and_in_the_middle() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let (site, _) = open_cells(&window)[0].clone();
    window.stroke(PointerButton::Primary, &[site]);
    window.key(Modifiers::SHIFT, Key::Num1);
    window.key(Modifiers::SHIFT, Key::Num3);
    window.key(Modifiers::COMMAND, Key::Num2);
    let noted = |window: &Window, place| {
        let notes = session(window).notes.get(&site)?.get(&place)?;
        Some(notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    };
    assert_eq!(noted(&window, NotePlace::Corner).as_deref(), Some("1,3"));
    assert_eq!(noted(&window, NotePlace::Centre).as_deref(), Some("2"));
    // Overlay switches of the edited board have no effect here.
    assert!(session(&window).play.is_empty());
    window.plain(Key::X);
    assert_eq!(session(&window).entry.mode, EntryMode::Note(NotePlace::Corner));
    window.plain(Key::Num1);
    assert_eq!(noted(&window, NotePlace::Corner).as_deref(), Some("3"), "again takes off");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(noted(&window, NotePlace::Corner).as_deref(), Some("1,3"));
    window.plain(Key::Delete);
    assert!(session(&window).notes.is_empty());
}

#[test]
fn cells_have_several_colours_and_a_double_click_chooses_equal_ones() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let cells = open_cells(&window);
    let (first, second) = (cells[0].0, cells[1].0);
    window.stroke(PointerButton::Primary, &[first, second]);
    window.plain(Key::V);
    window.plain(Key::Num3);
    window.click(&words::colour(5));
    let colours = |window: &Window, site| session(window).sketch.colours.get(&site).cloned();
    assert_eq!(colours(&window, first), Some(BTreeSet::from([3, 5])));
    assert!(session(&window).play.is_empty(), "a colour is no digit");
    // Where all have it, it goes; Ctrl and Shift colour in every mode.
    window.plain(Key::Num3);
    assert_eq!(colours(&window, second), Some(BTreeSet::from([5])));
    window.plain(Key::Z);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Num1);
    assert_eq!(colours(&window, first), Some(BTreeSet::from([1, 5])));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(colours(&window, first), Some(BTreeSet::from([5])));
    window.stroke(PointerButton::Primary, &[cells[2].0]);
    window.double_click(first);
    assert_eq!(session(&window).entry.chosen, BTreeSet::from([first, second]), "the same colours");
    window.plain(digit(&cells[0].1));
    window.double_click(first);
    let chosen = session(&window).entry.chosen.clone();
    let level = window.level();
    let given = |site: &Site| level.mark(*site).map(ToString::to_string);
    let holds = |site: &Site| filled(&window, *site).or_else(|| given(site));
    let all: BTreeSet<Site> = (0..16u16).map(|at| Site::cell(at % 4, at / 4)).collect();
    let same = all.iter().filter(|site| holds(site).as_deref() == Some(&*cells[0].1));
    assert_eq!(chosen, same.copied().collect(), "digits that are filled in and given");
}

#[test]
fn lines_are_drawn_through_cells_and_taken_off_again() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    window.plain(Key::B);
    let way = [Site::cell(0, 0), Site::cell(1, 0), Site::cell(1, 1)];
    let lines = |window: &Window| session(window).sketch.lines.len();
    window.stroke(PointerButton::Primary, &way);
    assert_eq!(lines(&window), 2);
    window.stroke(PointerButton::Primary, &way[1..]);
    assert_eq!(lines(&window), 1, "again takes off");
    window.stroke(PointerButton::Primary, &way[..1]);
    let crosses = &session(&window).sketch.crosses;
    assert_eq!(*crosses, BTreeSet::from([SketchPoint { x: 1, y: 1 }]), "a click is a cross");
    for left in [1, 2, 0] {
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(lines(&window), left, "each stroke is one step");
    }
    assert!(session(&window).play.is_empty() && session(&window).entry.chosen.is_empty());
}

#[test]
fn what_breaks_a_rule_is_not_told_where_the_player_wants_it_so() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let (site, right) = open_cells(&window)[0].clone();
    let given = |digit: &&str| {
        let level = window.level();
        let row = (0..4).any(|col| {
            level.mark(Site::cell(col, site.row)).is_some_and(|mark| mark.as_str() == *digit)
        });
        row && **digit != *right
    };
    let wrong = ["1", "2", "3", "4"].into_iter().find(given).expect("a digit of the row");
    window.stroke(PointerButton::Primary, &[site]);
    window.plain(digit(wrong));
    assert!(window.says("row 1"), "{wrong}");
    window.click(words::CLASHES);
    assert!(!window.says("twice"));
}

#[test]
fn hints_solve_a_sudoku_and_say_why() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let all = open_cells(&window).len();
    for _ in 0..all {
        window.plain(Key::H);
        window.until_says("Hint: digit");
        assert!(
            window.says(": it is") || window.says(": no other") || window.says(": every other")
        );
        let game = foolproof::built_in().by_id("sudoku").expect("a game");
        let step = session_mut(&mut window).next_step(&*game).expect("a hint");
        let NextStep::Put { site, mark, .. } = step else { panic!("no line is drawn") };
        window.stroke(PointerButton::Primary, &[site]);
        window.plain(digit(&mark.to_string()));
    }
    assert!(window.says("Solved"));
}

#[test]
fn hints_lay_the_pieces_in_the_order_in_which_light_gets_there() {
    let (_folder, mut window) = play_of("refraction", "First light");
    for _ in 0..2 {
        window.plain(Key::H);
        window.until_says("light gets there");
        let game = foolproof::built_in().by_id("refraction").expect("a game");
        let step = session_mut(&mut window).next_step(&*game).expect("a hint");
        let NextStep::Put { site, mark, .. } = step else { panic!("no line is drawn") };
        let session = session(&window);
        let hand = game.hand(&session.level, &session.play);
        let held = hand.iter().find(|item| item.left > 0 && item.mark == mark).expect("in hand");
        let from = held.site.expect("a slot of the tray");
        window.stroke(PointerButton::Primary, &[from, site]);
    }
    assert!(window.says("Solved"));
}

#[test]
fn a_piece_that_fits_no_solution_is_told_and_taken_back() {
    let (_folder, mut window) = play_of("refraction", "First light");
    window.until_says("It can still be solved.");
    window.stroke(PointerButton::Primary, &[Site::tray(0), Site::cell(5, 5)]);
    window.until_says("Dead end: no solution continues from here.");
    window.plain(Key::U);
    window.until_says("From here it can be solved.");
    assert!(session(&window).play.is_empty());
}

/// A line is followed from its start with no button held, hinted at, and shortened where it went wrong.
#[test]
fn a_line_follows_the_pointer_and_is_taken_back_as_far_as_needed() {
    let pack = Pack::from_json(&foolproof::built_in().by_id("witness").expect("a game").sample());
    let first = pack.expect("the sample pack").levels.first().expect("a level").title.clone();
    let (_folder, mut window) = play_of("witness", &first);
    window.until_says("It can still be solved.");
    window.plain(Key::H);
    window.until_says("Hint: draw on to");
    let game = foolproof::built_in().by_id("witness").expect("a game");
    let mut drawn = 0;
    let step = session_mut(&mut window).next_step(&*game);
    let Some(NextStep::Draw { from, .. }) = step else { panic!("a line is drawn") };
    window.stroke(PointerButton::Primary, &[from]);
    assert_eq!(session(&window).pen, Some(from), "the pen stays down after a click");
    window.plain(Key::Escape);
    assert_eq!(session(&window).pen, None, "Escape lets go, and leaves play only then");
    window.stroke(PointerButton::Primary, &[from]);
    while !window.says("Solved") && drawn < 200 {
        window.plain(Key::H);
        window.until("there is an answer", |app| {
            let session = play::session(&app.state).expect("in play");
            let mut session = session.clone();
            session.outlook(&*game).is_some()
        });
        let Some(NextStep::Draw { to, .. }) = session_mut(&mut window).next_step(&*game) else {
            break;
        };
        let at = window.at(to);
        window.harness.hover_at(at);
        window.steps(2);
        drawn += 1;
    }
    assert!(window.says("Solved"), "the pointer led the line along the hints");
}

/// A hint of a position that leads nowhere says so, whether or not the light is on.
#[test]
fn a_hint_says_where_there_is_none() {
    let pack = Pack::from_json(&foolproof::built_in().by_id("witness").expect("a game").sample());
    let first = pack.expect("the sample pack").levels.first().expect("a level").title.clone();
    let (_folder, mut window) = opened(sample_of("witness", &first));
    // A star that has no other of its colour anywhere.
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    state.edit("Paint", |level| level.paint(Site::cell(0, 0), "star(green)".parse().ok()));
    window.plain(Key::F5);
    session_mut(&mut window).ahead.lit = false;
    window.plain(Key::H);
    window.until_says("The level has no solution.");
}

#[test]
fn the_sheet_of_keys_has_those_of_play_and_of_the_mouse() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    window.plain(Key::F1);
    assert!(window.says("In play") && window.says("Undo to the last solvable state"));
    window.plain(Key::Escape);
    window.plain(Key::F5);
    window.plain(Key::F1);
    assert!(window.says("Keyboard shortcuts"));
}

#[test]
fn the_bar_at_the_foot_names_the_cell_of_the_play() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let (site, right) = open_cells(&window)[0].clone();
    window.stroke(PointerButton::Primary, &[site]);
    window.plain(digit(&right));
    let words = format!("{}: digit {right}", site.name());
    let words = foolproof::editor::text::capital(&words);
    let shown = window.harness.query_all_by_label(&words);
    assert!(shown.count() >= 1, "{words}");
}

#[test]
fn a_clue_that_is_typed_takes_the_place_of_the_intended_digit() {
    let (_folder, mut window) = opened(sample_of("sudoku", "Four by four"));
    let cells = open_cells(&window);
    let (site, right) = cells[0].clone();
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[site]);
    window.plain(digit(&right));
    let intended = window.level().intended.clone().expect("a solution");
    assert_eq!((intended.get(site), intended.len()), (None, cells.len() - 1));
    assert_eq!(window.finding(Topic::INTENDED), Status::Proved, "it still is the solution");
    // Another digit there contradicts the rest of it, and a message says so.
    let wrong = ["1", "2", "3", "4"].into_iter().find(|digit| *digit != right).expect("another");
    window.plain(digit(wrong));
    assert_eq!(window.mark(site).as_deref(), Some(wrong));
    assert_eq!(window.finding(Topic::INTENDED), Status::Refuted);
    // One undo brings the clue and the solution back; a clue that is erased is the player's again.
    window.key(Modifiers::COMMAND, Key::Z);
    window.plain(Key::Num0);
    let again = window.level().intended.as_ref().and_then(|play| play.get(site)).cloned();
    assert_eq!(again.map(|mark| mark.to_string()), Some(right));
}

fn heard(window: &Window) -> Vec<Cue> {
    session(window).heard().iter().map(|cue| cue.cue).collect()
}

#[test]
fn what_is_done_in_play_is_heard() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    let usual = |sound| [Cue::Usual(sound)];
    let cells = open_cells(&window);
    window.stroke(PointerButton::Primary, &[cells[0].0]);
    assert_eq!(heard(&window), [], "to choose a cell is silent");
    window.plain(digit(&cells[0].1));
    assert_eq!(heard(&window), usual(UsualSound::Mark));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(heard(&window), usual(UsualSound::Undo));
    for (site, mark) in &cells {
        window.stroke(PointerButton::Primary, &[*site]);
        window.plain(digit(mark));
    }
    assert_eq!(heard(&window), usual(UsualSound::Win));
}

#[test]
fn sounds_of_play_are_switched_off_and_stay_off() {
    let (_folder, mut window) = play_of("sudoku", "Four by four");
    window.click("Sound");
    window.click("Sounds");
    assert!(!window.app().state.chrome.settings.volume.is_on);
    window.plain(Key::Escape);
    window.plain(Key::F5);
    window.plain(Key::F5);
    assert!(!window.app().state.chrome.settings.volume.is_on);
}
