//! Play mode of a game with a line through every number: by mouse and by keys.

use std::sync::Arc;

use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::theme::Theme;
use foolproof::level::{Board, Level, Site};
use foolproof::slices::play::window::{PlayDeed, PlaySession, show};
use foolproof::slices::solving::question::{FoundSteps, StepsEnd};
use foolproof::slices::solving::window::words;

struct Table {
    session: PlaySession,
    deed: Option<PlayDeed>,
}

/// A 3 amid a row, a 2 below and a dot that only the 3 reaches.
fn level() -> Level {
    let mut level = Level::open("linjat", Board { cols: 5, rows: 4, tray: 0 });
    for (col, row, mark) in [(1, 1, "3"), (0, 3, "2"), (3, 1, "dot"), (1, 3, "dot")] {
        level.paint(Site::cell(col, row), mark.parse().ok());
    }
    level
}

fn table() -> Harness<'static, Table> {
    let table = Table { session: PlaySession::new(Arc::new(level())), deed: None };
    let mut harness = Harness::builder().with_size([900.0, 640.0]).build_ui_state(
        |ui, table: &mut Table| {
            Theme::install(ui.ctx());
            let game = foolproof::built_in().by_id("linjat").expect("a game");
            let deed = show(ui, &mut table.session, &*game, None);
            table.deed = table.deed.take().or(deed);
        },
        table,
    );
    harness.run();
    harness
}

fn at(harness: &Harness<'_, Table>, site: Site) -> Pos2 {
    let words = format!("{}:", site.spoken());
    let nodes = harness.query_all_by(|node| {
        node.label().is_some_and(|label| label.to_lowercase().starts_with(&words))
    });
    nodes.into_iter().next().expect("the site is on the board").rect().center()
}

/// Presses on the first cell, moves over the others and lets go.
fn stroke(harness: &mut Harness<'_, Table>, cells: &[(u16, u16)]) {
    let places: Vec<Pos2> =
        cells.iter().map(|(col, row)| at(harness, Site::cell(*col, *row))).collect();
    harness.drag_at(places[0]);
    harness.run_steps(2);
    for place in &places[1..] {
        harness.hover_at(*place);
        harness.run_steps(2);
    }
    harness.drop_at(places[places.len() - 1]);
    harness.run();
}

fn drawn(harness: &Harness<'_, Table>) -> Vec<String> {
    let play = harness.state().session.play.clone();
    play.iter().map(|(site, mark)| format!("{site} {mark}")).collect()
}

fn undo(harness: &mut Harness<'_, Table>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
}

#[test]
fn a_line_is_drawn_from_its_number_however_fast_the_pointer_goes() {
    let mut harness = table();
    stroke(&mut harness, &[(1, 1), (4, 1)]);
    assert_eq!(drawn(&harness), ["cell(1,1) across(0,2)"], "as far as it is long");
    undo(&mut harness);
    assert!(drawn(&harness).is_empty(), "a stroke is one step");
    stroke(&mut harness, &[(1, 1), (3, 2)]);
    assert_eq!(drawn(&harness), ["cell(1,1) across(0,2)"], "it stays in its row");
    undo(&mut harness);
    stroke(&mut harness, &[(1, 1), (3, 1), (2, 1)]);
    assert_eq!(drawn(&harness), ["cell(1,1) across(0,1)"], "back again takes back");
    undo(&mut harness);
    stroke(&mut harness, &[(1, 1), (3, 1), (1, 3)]);
    assert_eq!(drawn(&harness), ["cell(1,1) down(0,2)"], "it turns at its number");
}

#[test]
fn a_line_is_taken_off_by_the_other_button_and_by_keys() {
    let mut harness = table();
    stroke(&mut harness, &[(1, 1), (3, 1)]);
    harness.get_by_label_contains("row 2, column 4:").click_secondary();
    harness.run();
    assert!(drawn(&harness).is_empty());
    undo(&mut harness);
    assert_eq!(drawn(&harness).len(), 1);
    harness.state_mut().session.cursor = Some(Site::cell(2, 1));
    harness.key_press(Key::Delete);
    harness.run();
    assert!(drawn(&harness).is_empty());
}

#[test]
fn keys_draw_the_whole_level() {
    let mut harness = table();
    harness.state_mut().session.cursor = Some(Site::cell(1, 1));
    for key in [Key::Enter, Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(drawn(&harness), ["cell(1,1) across(0,2)"]);
    harness.state_mut().session.cursor = Some(Site::cell(0, 3));
    for key in [Key::Space, Key::ArrowRight, Key::Space] {
        harness.key_press(key);
        harness.run();
    }
    harness.get_by_label_contains("Solved");
}

/// The window's instructions for Linjat.
fn instruction() -> String {
    let game = foolproof::built_in().by_id("linjat").expect("a game");
    game.instruction(&level())
}

#[test]
fn a_hint_says_why_and_tells_a_wrong_line() {
    let mut harness = table();
    harness.get_by_label(&instruction());
    harness.get_by_label("Hint").click();
    harness.run();
    let session = &mut harness.state_mut().session;
    let game = foolproof::built_in().by_id("linjat").expect("a game");
    let level = Arc::clone(session.lacks_source().expect("the hint waits for deduction"));
    let rules = game.deduction().expect("rules");
    let mut steps = Vec::new();
    rules.steps(&level, &|| false, &mut |step| steps.push(step)).expect("a level");
    let found = FoundSteps { steps, leaks: Vec::new(), end: StepsEnd::Solved };
    session.hear_source(&*game, Ok(Arc::new(found)));
    harness.run();
    harness.get_by_label_contains("the dot on R2C4");
    // A wrong line gets a message; removing the line removes the message.
    stroke(&mut harness, &[(1, 1), (1, 2), (1, 0)]);
    stroke(&mut harness, &[(1, 1), (1, 2)]);
    let wrong = words::wrong("line", "number 3", "R2C2");
    harness.key_press(Key::H);
    harness.run();
    harness.get_by_label(&wrong);
    undo(&mut harness);
    undo(&mut harness);
    assert!(harness.query_by_label(&wrong).is_none());
    // Once all is drawn there is nothing to be said.
    stroke(&mut harness, &[(1, 1), (3, 1)]);
    stroke(&mut harness, &[(0, 3), (1, 3)]);
    harness.get_by_label_contains("Solved");
    harness.get_by_label(&instruction());
}
