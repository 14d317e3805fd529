//! Play mode of a game that is played move by move: by dragging, by clicks and by keys.

use std::sync::Arc;

use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::theme::Theme;
use foolproof::game::Game;
use foolproof::level::{Board, Level, Site};
use foolproof::slices::moves::window::words;
use foolproof::slices::play::window::{PlayDeed, PlaySession, show};

struct Table {
    session: PlaySession,
    deed: Option<PlayDeed>,
}

fn game() -> Arc<dyn Game> {
    foolproof::built_in().by_id("penguin_push").expect("a game")
}

/// Three in a row, each with a gap before the next, and room below.
fn level() -> Level {
    let mut level = Level::open("penguin_push", Board { cols: 7, rows: 3, tray: 0 });
    for col in [0, 2, 4] {
        level.paint(Site::cell(col, 1), "penguin".parse().ok());
    }
    level
}

fn table() -> Harness<'static, Table> {
    let table = Table { session: PlaySession::new(Arc::new(level())), deed: None };
    let mut harness = Harness::builder().with_size([900.0, 640.0]).build_ui_state(
        |ui, table: &mut Table| {
            Theme::install(ui.ctx());
            let deed = show(ui, &mut table.session, &*game(), None);
            table.deed = table.deed.take().or(deed);
        },
        table,
    );
    harness.run();
    harness
}

/// Drags the contents of a site by so many points.
fn drag(harness: &mut Harness<'_, Table>, label: &str, by: Vec2) {
    let from = harness.get_by_label(label).rect().center();
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + by);
    harness.run_steps(2);
    harness.drop_at(from + by);
    harness.run();
}

fn press(harness: &mut Harness<'_, Table>, keys: &[Key]) {
    for key in keys {
        harness.key_press(*key);
        harness.run();
    }
}

fn made(harness: &Harness<'_, Table>) -> Vec<String> {
    harness.state().session.play.iter().map(|(_, mark)| mark.to_string()).collect()
}

#[test]
fn pieces_are_dragged_until_one_is_left() {
    let mut harness = table();
    harness.get_by_label("3 penguins are left.");
    drag(&mut harness, "row 2, column 1: penguin", Vec2::new(90.0, 20.0));
    assert_eq!(made(&harness), ["push(0,1,e)"]);
    // The first stands before the second's place, the second before the third's; that one is gone.
    harness.get_by_label("2 penguins are left.");
    harness.get_by_label("row 2, column 4: penguin");
    drag(&mut harness, "row 2, column 2: penguin", Vec2::new(90.0, 0.0));
    harness.get_by_label(&words::solved(2));
    harness.get_by_label("Make it the intended solution").click();
    harness.run();
    let play = harness.state().session.play.clone();
    assert_eq!(harness.state().deed, Some(PlayDeed::Intend(play)));
    assert_eq!(*harness.state().session.level, level(), "the level stays as it is");
}

#[test]
fn a_drag_that_comes_back_or_cannot_be_moves_nothing() {
    let mut harness = table();
    drag(&mut harness, "row 2, column 1: penguin", Vec2::new(8.0, 6.0));
    assert!(made(&harness).is_empty() && harness.state().session.refusal.is_none());
    drag(&mut harness, "row 2, column 1: penguin", Vec2::new(0.0, 90.0));
    assert!(made(&harness).is_empty());
    harness.get_by_label_contains("There is no penguin to the south");
    let from = harness.get_by_label("row 2, column 1: penguin").rect().center();
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(from + Vec2::new(90.0, 0.0));
    harness.run_steps(2);
    press(&mut harness, &[Key::Escape]);
    harness.drop_at(from + Vec2::new(90.0, 0.0));
    harness.run();
    assert!(made(&harness).is_empty() && harness.state().deed.is_none(), "Escape gives it up");
    drag(&mut harness, "row 2, column 2: empty", Vec2::new(90.0, 0.0));
    assert!(made(&harness).is_empty(), "there is nothing to drag");
}

#[test]
fn a_piece_is_chosen_and_moved_by_its_arrow_or_by_a_cell_in_line() {
    let mut harness = table();
    harness.get_by_label("row 2, column 3: penguin").click();
    harness.run();
    assert_eq!(harness.state().session.moving.chosen, Some(Site::cell(2, 1)));
    harness.get_by_label(&words::towards(foolproof::game::Side::East));
    harness.get_by_label(&words::towards(foolproof::game::Side::West)).click();
    harness.run();
    assert_eq!(made(&harness), ["push(2,1,w)"]);
    assert_eq!(harness.state().session.moving.chosen, Some(Site::cell(1, 1)), "it goes along");
    harness.get_by_label("row 2, column 4: empty").click();
    harness.run();
    harness.get_by_label(&words::solved(2));
    // A click on the chosen piece, or Escape, lets go of it; the next Escape leaves.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    harness.get_by_label("row 2, column 5: penguin").click();
    harness.run();
    harness.get_by_label("row 2, column 5: penguin").click();
    harness.run();
    assert_eq!(harness.state().session.moving.chosen, None);
    harness.get_by_label("row 2, column 5: penguin").click();
    harness.run();
    press(&mut harness, &[Key::Escape]);
    assert_eq!((harness.state().session.moving.chosen, &harness.state().deed), (None, &None));
    press(&mut harness, &[Key::Escape]);
    assert_eq!(harness.state().deed, Some(PlayDeed::Leave));
}

#[test]
fn keys_play_the_whole_level() {
    let mut harness = table();
    use Key::{ArrowDown, ArrowRight, ArrowUp, Backspace, Enter};
    press(&mut harness, &[ArrowDown, Enter]);
    assert_eq!(harness.state().session.moving.chosen, Some(Site::cell(0, 1)));
    press(&mut harness, &[ArrowUp]);
    assert!(made(&harness).is_empty());
    harness.get_by_label_contains("There is no penguin to the north");
    press(&mut harness, &[ArrowRight, ArrowRight]);
    assert_eq!(made(&harness), ["push(0,1,e)", "push(1,1,e)"]);
    harness.get_by_label(&words::solved(2));
    press(&mut harness, &[Backspace]);
    assert_eq!(made(&harness), ["push(0,1,e)"]);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    harness.run();
    assert_eq!(made(&harness).len(), 2);
    press(&mut harness, &[Key::R]);
    assert!(made(&harness).is_empty());
}
