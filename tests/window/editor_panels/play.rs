//! Play mode by mouse and by keys; the edited level does not change.

use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::theme::Theme;
use foolproof::editor::text;
use foolproof::level::{Play, Site};
use foolproof::slices::play::window::{PlayDeed, PlaySession, show};

use super::coins::{self, Coins};

struct Table {
    session: PlaySession,
    deed: Option<PlayDeed>,
}

fn table() -> Harness<'static, Table> {
    playing(coins::level())
}

fn playing(level: foolproof::level::Level) -> Harness<'static, Table> {
    let table = Table { session: PlaySession::new(Arc::new(level)), deed: None };
    let mut harness = Harness::builder().with_size([900.0, 640.0]).build_ui_state(
        |ui, table: &mut Table| {
            Theme::install(ui.ctx());
            let deed = show(ui, &mut table.session, &Coins, None);
            table.deed = table.deed.take().or(deed);
        },
        table,
    );
    harness.run();
    harness
}

fn drag(harness: &mut Harness<'_, Table>, from: &str, to: &str) {
    let from = harness.get_by_label(from).rect().center();
    let to = harness.get_by_label(to).rect().center();
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    harness.run();
}

fn one(site: Site) -> Play {
    [(site, coins::mark("coin"))].into_iter().collect()
}

#[test]
fn pieces_are_dragged_onto_the_board_and_it_is_solved() {
    let mut harness = table();
    harness.get_by_label("2 goals have no coin.");
    drag(&mut harness, "tray slot 1: coin", "row 1, column 1: goal");
    assert_eq!(harness.state().session.play, one(Site::cell(0, 0)));
    harness.get_by_label("1 goal has no coin.");
    drag(&mut harness, "tray slot 2: coin", "row 2, column 3: goal");
    assert_eq!(harness.state().session.play, coins::solution());
    harness.get_by_label(&text::solved(2));
    harness.get_by_label("Make it the intended solution").click();
    harness.run();
    assert_eq!(harness.state().deed, Some(PlayDeed::Intend(coins::solution())));
    assert_eq!(*harness.state().session.level, coins::level());
}

#[test]
fn a_piece_is_moved_and_taken_back() {
    let mut harness = table();
    drag(&mut harness, "tray slot 1: coin", "row 1, column 1: goal");
    drag(&mut harness, "row 1, column 1: coin", "row 3, column 4: empty");
    assert_eq!(harness.state().session.play, one(Site::cell(3, 2)));
    harness.get_by_label("row 3, column 4: coin").click_secondary();
    harness.run();
    assert!(harness.state().session.play.is_empty());
    drag(&mut harness, "tray slot 1: coin", "row 1, column 1: goal");
    drag(&mut harness, "row 1, column 1: coin", "tray slot 2: coin");
    assert!(harness.state().session.play.is_empty());
}

#[test]
fn two_clicks_do_what_a_drag_does_and_a_refusal_says_why() {
    let mut harness = table();
    harness.get_by_label("tray slot 1: coin").click();
    harness.run();
    harness.get_by_label("row 2, column 2: wall").click();
    harness.run();
    harness.get_by_label("A wall takes no coin.");
    assert!(harness.state().session.play.is_empty());
    harness.get_by_label("tray slot 2: coin").click();
    harness.run();
    harness.get_by_label("row 1, column 1: goal").click();
    harness.run();
    assert_eq!(harness.state().session.play, one(Site::cell(0, 0)));
    assert!(harness.query_by_label("A wall takes no coin.").is_none());
}

#[test]
fn keys_play_the_whole_level() {
    let mut harness = table();
    let press = |harness: &mut Harness<'_, Table>, keys: &[Key]| {
        for key in keys {
            harness.key_press(*key);
            harness.run();
        }
    };
    use Key::{ArrowDown, ArrowRight, ArrowUp, Backspace, Enter};
    // From the first cell down to the tray, and back up with a coin.
    press(&mut harness, &[ArrowDown, ArrowDown, ArrowDown, ArrowDown]);
    assert_eq!(harness.state().session.cursor, Some(Site::tray(0)));
    press(&mut harness, &[Enter, ArrowUp, ArrowUp, ArrowUp, Enter]);
    assert_eq!(harness.state().session.play, one(Site::cell(0, 0)));
    press(&mut harness, &[ArrowDown, ArrowDown, ArrowDown, ArrowRight, Enter]);
    press(&mut harness, &[ArrowUp, ArrowUp, ArrowRight, Enter]);
    assert_eq!(harness.state().session.play, coins::solution());
    press(&mut harness, &[Backspace]);
    assert_eq!(harness.state().session.play, one(Site::cell(0, 0)));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().session.play, coins::solution());
    harness.key_press(Key::R);
    harness.run();
    assert!(harness.state().session.play.is_empty());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().session.play, coins::solution());
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    harness.run();
    assert!(harness.state().session.play.is_empty());
}

#[test]
fn escape_lets_go_first_and_leaves_then() {
    let mut harness = table();
    harness.get_by_label("tray slot 1: coin").click();
    harness.run();
    assert!(harness.state().session.held.is_some());
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.state().session.held.is_none());
    assert_eq!(harness.state().deed, None);
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().deed, Some(PlayDeed::Leave));
}

#[test]
fn a_solution_that_misses_the_concept_is_called_a_shortcut() {
    let mut level = coins::level();
    level.concept = "not used(coin,1)".parse().expect("a concept");
    let mut harness = playing(level);
    drag(&mut harness, "tray slot 1: coin", "row 1, column 1: goal");
    drag(&mut harness, "tray slot 2: coin", "row 2, column 3: goal");
    harness.get_by_label("Solved without the concept: this play is a shortcut.");
    harness.get_by_label("Show as a shortcut").click();
    harness.run();
    assert_eq!(harness.state().deed, Some(PlayDeed::Shortcut(coins::solution())));
}

#[test]
fn without_a_tray_the_hand_lies_under_the_board() {
    let mut level = coins::level();
    level.resize(foolproof::level::Board { tray: 0, ..coins::BOARD });
    let mut harness = playing(level);
    for (coin, site) in [("coin, 2 left", "row 1, column 1"), ("coin, 1 left", "row 2, column 3")] {
        harness.get_by_label(coin).click();
        harness.run();
        harness.get_by_label(&format!("{site}: goal")).click();
        harness.run();
    }
    assert_eq!(harness.state().session.play, coins::solution());
    assert!(harness.query_by_label_contains("left").is_none(), "the hand is empty");
}

fn panel() -> Harness<'static, Table> {
    let board = foolproof::level::Board { cols: 2, rows: 1, tray: 0 };
    let level = foolproof::level::Level::open("witness", board);
    let table = Table { session: PlaySession::new(Arc::new(level)), deed: None };
    let mut harness = Harness::builder().with_size([900.0, 640.0]).build_ui_state(
        |ui, table: &mut Table| {
            Theme::install(ui.ctx());
            let game = foolproof::built_in().by_id("witness").expect("a game");
            let deed = show(ui, &mut table.session, &*game, None);
            table.deed = table.deed.take().or(deed);
        },
        table,
    );
    harness.run();
    harness
}

fn line(edges: &[&str]) -> Play {
    let mark = |edge: &&str| (edge.parse().expect("a site"), coins::mark("line"));
    edges.iter().map(mark).collect()
}

/// The corners of a line from the start to the end.
fn corners(harness: &Harness<'_, Table>) -> [egui::Pos2; 4] {
    [(2, 1), (1, 1), (1, 2), (1, 3)].map(|(row, col)| {
        let corner = format!("top left corner of row {row}, column {col}: empty");
        harness.get_by_label(&corner).rect().center()
    })
}

#[test]
fn a_line_is_drawn_taken_back_and_drawn_again() {
    let mut harness = panel();
    let [start, above, middle, end] = corners(&harness);
    harness.drag_at(start);
    harness.run_steps(2);
    for to in [above, middle, above, end] {
        harness.hover_at(to);
        harness.run_steps(2);
    }
    harness.drop_at(end);
    harness.run();
    let drawn = line(&["vedge(0,0)", "hedge(0,0)", "hedge(1,0)"]);
    assert_eq!(harness.state().session.play, drawn);
    harness.get_by_label_contains("Solved");
    // All of a stroke is one step back; another stroke from the start is another line.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert!(harness.state().session.play.is_empty());
    harness.state_mut().session.cursor = "vertex(0,1)".parse().ok();
    for key in [Key::Enter, Key::ArrowRight, Key::ArrowRight, Key::ArrowUp, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().session.play, line(&["hedge(0,1)", "hedge(1,1)", "vedge(2,0)"]));
    assert_eq!(harness.state().session.pen, None);
}

/// A click sets the pen down, the line follows with no button held, and another click lets go.
#[test]
fn a_line_follows_the_pointer_after_a_click() {
    let mut harness = panel();
    let [start, above, middle, end] = corners(&harness);
    let click = |harness: &mut Harness<'_, Table>, place| {
        harness.hover_at(place);
        harness.run_steps(2);
        harness.drag_at(place);
        harness.run_steps(2);
        harness.drop_at(place);
        harness.run();
    };
    click(&mut harness, start);
    for to in [above, middle] {
        harness.hover_at(to);
        harness.run_steps(2);
    }
    assert_eq!(harness.state().session.play, line(&["vedge(0,0)", "hedge(0,0)"]));
    // Escape lets go, and does not leave.
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!((harness.state().session.pen, harness.state().deed.clone()), (None, None));
    harness.hover_at(end);
    harness.run_steps(2);
    assert_eq!(harness.state().session.play.len(), 2, "nothing follows any more");
    click(&mut harness, start);
    for to in [above, middle, end] {
        harness.hover_at(to);
        harness.run_steps(2);
    }
    click(&mut harness, end);
    assert_eq!(harness.state().session.pen, None);
    harness.get_by_label_contains("Solved");
    // One stroke is one step.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().session.play.len(), 2);
}
