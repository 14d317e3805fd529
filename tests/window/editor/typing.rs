//! Clues that are typed: row by row, digits behind 9 on large boards, and the clues of games with rules.

use super::*;
use foolproof::editor::session::command::Command;

/// A window on an empty Sudoku of a side.
fn blank(side: u16) -> (tempfile::TempDir, Window) {
    let (folder, path) = sample_of("sudoku", "Four by four");
    let mut pack = Pack::load(&path).expect("a pack");
    let board = foolproof::level::Board { cols: side, rows: side, tray: 0 };
    pack.levels = vec![Arc::new(Level::open("sudoku", board))];
    pack.save(&path).expect("saved");
    (folder, Window::open(&path, None))
}

fn row(window: &Window, row: u16) -> Vec<String> {
    let level = window.level();
    let mark = |col| level.mark(Site::cell(col, row)).map_or(".".to_owned(), ToString::to_string);
    (0..level.board.cols).map(mark).collect()
}

fn type_rows(window: &mut Window) {
    let command = Command("type-by-rows");
    let app = window.harness.state_mut().as_mut().expect("a window");
    app.state.run(command);
    window.steps(2);
}

#[test]
fn a_board_is_typed_row_by_row() {
    let (_folder, mut window) = blank(4);
    type_rows(&mut window);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0)]);
    for key in [Key::Num1, Key::Period, Key::Num0, Key::Num4, Key::Period, Key::Num2] {
        window.plain(key);
    }
    assert_eq!(row(&window, 0), ["1", ".", ".", "4"]);
    assert_eq!(row(&window, 1), [".", "2", ".", "."]);
    // The point clears what is there, with row by row switched off, too.
    type_rows(&mut window);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0)]);
    window.plain(Key::Period);
    window.plain(Key::Num3);
    window.plain(Key::Num4);
    assert_eq!(row(&window, 0), [".", "4", ".", "4"], "the cell stays selected");
    // Letters skip cells, also those behind a row.
    type_rows(&mut window);
    let keys = [Key::Num1, Key::D, Key::Num2, Key::B, Key::Num3];
    keys.into_iter().for_each(|key| window.plain(key));
    assert_eq!((row(&window, 1)[1].as_str(), row(&window, 2)[0].as_str()), ("2", "3"));
}

#[test]
fn typing_row_by_row_begins_at_the_first_cell_and_ends_behind_the_last() {
    let (_folder, mut window) = blank(4);
    type_rows(&mut window);
    assert!(window.says("Typing row by row"), "the bar at the foot tells");
    assert!(window.says("Type digits row by row from R1C1"));
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
    let rows = [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]];
    rows.concat().into_iter().for_each(|at| window.plain(digits[at]));
    let last = ["4", "3", "2", "1"];
    assert_eq!(row(&window, 3), last);
    assert!(window.says("typing row by row has ended"));
    window.plain(Key::Num2);
    assert_eq!(row(&window, 3), last, "nothing is typed over it");
    window.stroke(PointerButton::Primary, &[Site::cell(1, 1)]);
    type_rows(&mut window);
    window.plain(Key::Num3);
    assert_eq!(row(&window, 0)[0], "3");
    window.plain(Key::Escape);
    assert!(!window.says("Typing row by row"), "Escape ends it");
}

#[test]
fn with_the_brush_a_digit_chooses_what_to_paint() {
    let (_folder, mut window) = blank(4);
    window.plain(Key::B);
    window.plain(Key::Num1);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0)]);
    window.plain(Key::Num3);
    window.stroke(PointerButton::Primary, &[Site::cell(2, 0)]);
    assert_eq!(row(&window, 0), ["1", ".", "3", "."]);
}

#[test]
fn digits_behind_nine_are_typed_in_two_or_as_letters() {
    let (_folder, mut window) = blank(16);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0)]);
    window.plain(Key::Num1);
    window.plain(Key::Num2);
    assert_eq!(row(&window, 0)[0], "12");
    window.plain(Key::Num7);
    assert_eq!(row(&window, 0)[0], "7", "there is no 127");
    window.plain(Key::G);
    assert_eq!(row(&window, 0)[0], "16");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(row(&window, 0)[0], "7");
    type_rows(&mut window);
    window.stroke(PointerButton::Primary, &[Site::cell(1, 0)]);
    for key in [Key::Num1, Key::Num7, Key::Num1, Key::Num0, Key::C, Key::Num1, Key::Period] {
        window.plain(key);
    }
    assert_eq!(row(&window, 0)[1..7], ["1", "7", "10", "12", "1", "."]);
}

/// A window on a pack of the shelf, and the first clue of its first level.
fn of_shelf(id: &str) -> (tempfile::TempDir, Window, Site) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.json");
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf");
    std::fs::copy(shelf.join(id).join("levels.json"), &path).expect("copied");
    let window = Window::open(&path, None);
    let level = window.level();
    let (clue, _) = level.marks().find(|(site, _)| site.place == Place::Cell).expect("a clue");
    (folder, window, clue)
}

#[test]
fn clues_are_typed_in_games_with_rules() {
    let (_folder, mut window, clue) = of_shelf("nurikabe");
    let at_clue = |window: &Window| window.level().mark(clue).map(ToString::to_string);
    window.stroke(PointerButton::Primary, &[clue]);
    window.plain(Key::Num1);
    window.plain(Key::Num2);
    assert_eq!(at_clue(&window).as_deref(), Some("clue(12)"));
    window.plain(Key::Minus);
    assert_eq!(at_clue(&window).as_deref(), Some("clue(q)"), "its number is not known");
    window.plain(Key::Backspace);
    assert_eq!(at_clue(&window), None);
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(at_clue(&window).as_deref(), Some("clue(12)"), "a number is one step");
    // An arrow points where it did.
    let (_folder, mut window, clue) = of_shelf("yajilin");
    let arrow = window.level().mark(clue).cloned().expect("an arrow");
    window.stroke(PointerButton::Primary, &[clue]);
    window.plain(Key::Num7);
    let typed = window.level().mark(clue).cloned().expect("an arrow");
    assert_eq!(typed.args(), [arrow.args()[0], "7"]);
}

/// An input method shows its draft in the field and replaces it by what the writer accepts.
#[test]
fn a_title_is_typed_with_an_input_method() {
    let (_folder, path) = sample_of("refraction", "First light");
    let mut window = Window::open(&path, None);
    // The system may have no font for it.
    window.harness.ctx.set_missing_glyph_policy(egui::MissingGlyphPolicy::Tofu);
    window.harness.get_by_label("Title").focus();
    window.steps(3);
    for text in ["n", "ぬ", "ぬr", "ぬり"] {
        let text = text.to_owned();
        let draft = egui::ImeEvent::Preedit { text, active_range_chars: None };
        window.harness.event(egui::Event::Ime(draft));
        window.steps(2);
    }
    window.harness.event(egui::Event::Ime(egui::ImeEvent::Commit("ぬりかべ".to_owned())));
    window.steps(3);
    assert_eq!(window.level().title, "First lightぬりかべ");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.level().title, "First light", "one step takes it back");
}
