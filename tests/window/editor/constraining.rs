//! Constraints of Sudoku in the window: drawn, numbered, selected and taken away.

use super::*;

fn puzzle() -> (tempfile::TempDir, Window) {
    let (folder, path) = sample_of("sudoku", "Four by four");
    (folder, Window::open(&path, None))
}

fn constraints(window: &Window) -> Vec<String> {
    let level = window.level();
    let marks = level.marks().filter(|(site, _)| site.place == Place::Constraint);
    marks.map(|(_, mark)| mark.as_str().to_owned()).collect()
}

fn type_text(window: &mut Window, text: &str) {
    window.harness.event(egui::Event::Text(text.to_owned()));
    window.steps(3);
}

#[test]
fn a_cage_is_drawn_and_its_number_typed() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    let cells = [Site::cell(0, 0), Site::cell(1, 0), Site::cell(1, 1)];
    window.stroke(PointerButton::Primary, &cells);
    assert_eq!(constraints(&window), ["cage(cell(0,0),cell(1,0),cell(1,1))"]);
    type_text(&mut window, "7");
    assert_eq!(constraints(&window), ["cage(7,cell(0,0),cell(1,0),cell(1,1))"]);
    // A click on one of its cells makes a cage of one cell; the list selects.
    window.click("1. 7-cage, R1C1 R1C2 R2C2");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(constraints(&window), ["cage(cell(0,0),cell(1,0),cell(1,1))"]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(constraints(&window), Vec::<String>::new());
}

#[test]
fn a_constraint_is_drawn_again_and_keeps_its_number() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(1, 0)]);
    type_text(&mut window, "7");
    window.key(Modifiers::NONE, Key::Enter);
    window.click("Draw again");
    let column = [Site::cell(3, 0), Site::cell(3, 1), Site::cell(3, 2)];
    window.stroke(PointerButton::Primary, &column);
    let moved = "cage(7,cell(3,0),cell(3,1),cell(3,2))";
    assert_eq!(constraints(&window), [moved]);
    // The next stroke draws a new one.
    window.stroke(PointerButton::Primary, &[Site::cell(0, 3), Site::cell(1, 3)]);
    assert_eq!(constraints(&window).len(), 2);
    window.key(Modifiers::NONE, Key::Enter);
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(constraints(&window), ["cage(7,cell(0,0),cell(1,0))"], "one step to undo");
}

#[test]
fn an_arrow_gets_a_second_line_and_clones_a_third_group() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    choose_kind(&mut window, "arrow");
    window.stroke(PointerButton::Primary, &[Site::cell(1, 1), Site::cell(0, 1), Site::cell(0, 2)]);
    window.click("Add a line");
    window.stroke(PointerButton::Primary, &[Site::cell(1, 1), Site::cell(2, 2), Site::cell(3, 3)]);
    let arrow = "arrow(cells(cell(1,1)),cells(cell(0,1),cell(0,2)),cells(cell(2,2),cell(3,3)))";
    assert_eq!(constraints(&window), [arrow]);
    choose_kind(&mut window, "clone");
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0)]);
    window.stroke(PointerButton::Primary, &[Site::cell(1, 2)]);
    window.click("Add a group");
    window.stroke(PointerButton::Primary, &[Site::cell(3, 1)]);
    let clones = "clone(cells(cell(0,0)),cells(cell(1,2)),cells(cell(3,1)))";
    assert_eq!(constraints(&window), [arrow, clones]);
}

#[test]
fn a_constraint_is_taken_off_in_the_list() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    window.stroke(PointerButton::Primary, &[Site::cell(2, 2), Site::cell(3, 2)]);
    assert_eq!(constraints(&window).len(), 1);
    window.click("×");
    assert_eq!(constraints(&window).len(), 0);
}

#[test]
fn a_verdict_names_the_constraint_that_is_to_blame() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    window.stroke(PointerButton::Primary, &[Site::cell(2, 1), Site::cell(2, 2)]);
    window.key(Modifiers::NONE, Key::Escape);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(1, 0)]);
    type_text(&mut window, "9");
    window.until_says("No solution");
    window.click("Why?");
    window.until_says("onstraint 2");
}

#[test]
fn a_pattern_is_written_and_what_cannot_be_says_why() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    choose_kind(&mut window, "rule for neighbours");
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(1, 0), Site::cell(2, 0)]);
    let cells = "cell(0,0),cell(1,0),cell(2,0)";
    let written = |text: &str| [format!("neighbours(\"{text}\",{cells})")];
    assert_eq!(constraints(&window), written("abs(a-b)>=3"));
    type_text(&mut window, "||a<");
    assert!(window.says("a number, a cell or a name is missing at character 16"), "it says why");
    assert_eq!(constraints(&window), written("abs(a-b)>=3"), "what was right stays");
    type_text(&mut window, "b");
    assert_eq!(constraints(&window), written("abs(a-b)>=3||a<b"));
    assert!(!window.says("is missing at character"), "the fault is gone");
}

#[test]
fn rules_of_ones_own_are_ticked_and_written() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    window.click("Of the whole board…");
    window.click("own rules");
    window.steps(5);
    let first = "wrong(two_5s_side_by_side,S):-value(S,5),value(T,5),beside(S,T).";
    assert_eq!(constraints(&window), [format!("own_rules(\"{first}\")")]);
    type_text(&mut window, " wrong(\"a 4 in a corner\") :- val(cell(0,0),4).");
    assert!(window.says("`val` with 2 arguments is said nowhere"), "it says why");
    assert_eq!(constraints(&window), [format!("own_rules(\"{first}\")")], "what was right stays");
    type_text(&mut window, " val(S,D) :- value(S,D).");
    let more = "wrong(a_4_in_a_corner):-val(cell(0,0),4).val(S,D):-value(S,D).";
    // Typing immediately replaces the example.
    assert_eq!(constraints(&window), [format!("own_rules(\"{more}\")")]);
    assert!(!window.says("is said nowhere"), "the fault is gone");
}

#[test]
fn what_cannot_be_met_is_said_at_once_and_kept() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(1, 0)]);
    type_text(&mut window, "9");
    window.until_says("Impossible constraint");
    assert!(window.says("1. Its digits add up to 6 and not to 9."));
    assert_eq!(constraints(&window), ["cage(9,cell(0,0),cell(1,0))"]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!window.says("Impossible constraint"));
}

fn choose_kind(window: &mut Window, kind: &str) {
    window.harness.get_by_label(kind).scroll_to_me();
    window.steps(3);
    window.click(kind);
}

/// Types into the field for a number whose label begins so.
fn type_number(window: &mut Window, label: &str, number: &str) {
    let is_field = |node: &egui::accesskit::Role| *node == egui::accesskit::Role::TextInput;
    let field = window.harness.get_by(|node| {
        is_field(&node.role()) && node.label().is_some_and(|words| words.starts_with(label))
    });
    field.focus();
    window.steps(2);
    // Behind what is there.
    window.plain(Key::End);
    type_text(window, number);
}

#[test]
fn a_number_goes_to_the_clue_for_which_it_was_typed() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    choose_kind(&mut window, "sandwich sum");
    // Typed before each clue is drawn.
    type_number(&mut window, "Number of the next sandwich sum", "5");
    window.stroke(PointerButton::Primary, &[Site::cell(0, 2)]);
    type_text(&mut window, "3");
    window.stroke(PointerButton::Primary, &[Site::cell(0, 1)]);
    let (first, second) = ("sandwich(5,cell(0,2),cell(3,2))", "sandwich(3,cell(0,1),cell(3,1))");
    assert_eq!(constraints(&window), [first, second]);
    window.stroke(PointerButton::Primary, &[Site::cell(1, 0)]);
    assert_eq!(constraints(&window)[2], "sandwich(3,cell(1,0),cell(1,3))", "the same again");
    window.stroke(PointerButton::Primary, &[Site::cell(1, 0)]);
    assert_eq!(constraints(&window).len(), 3, "a second one would cover the first");
    // Typed after it was selected.
    window.plain(Key::Escape);
    let rows = window
        .harness
        .query_all_by(|node| node.label().is_some_and(|label| label.starts_with("2. 3-sandwich")));
    rows.last().expect("a row of the list").click();
    window.steps(3);
    // The field says whose number it is.
    type_number(&mut window, "Number of 2. 3-sandwich", "0");
    assert_eq!(constraints(&window)[1], "sandwich(30,cell(0,1),cell(3,1))");
}

#[test]
fn a_selected_constraint_is_deleted_by_the_keys_that_erase() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    choose_kind(&mut window, "thermometer");
    let cells = [Site::cell(0, 1), Site::cell(1, 1), Site::cell(2, 1)];
    window.stroke(PointerButton::Primary, &cells);
    let thermometer = "thermo(cell(0,1),cell(1,1),cell(2,1))";
    assert_eq!(constraints(&window), [thermometer]);
    // Not the one that was just drawn: a click selects it.
    window.plain(Key::Escape);
    for key in [Key::Delete, Key::Backspace] {
        window.stroke(PointerButton::Primary, &[Site::cell(1, 1)]);
        window.plain(key);
        assert_eq!(constraints(&window), Vec::<String>::new(), "{key:?}");
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(constraints(&window), [thermometer]);
    }
    // With another tool, the keys are the cells' again.
    window.plain(Key::V);
    window.plain(Key::Delete);
    assert_eq!(constraints(&window), [thermometer]);
}

#[test]
fn the_first_clue_outside_leaves_the_board_where_it_is() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    choose_kind(&mut window, "sandwich sum");
    window.steps(3);
    let cells = [Site::cell(0, 2), Site::cell(3, 3)];
    let before = cells.map(|cell| window.at(cell));
    window.stroke(PointerButton::Primary, &cells[..1]);
    assert_eq!(constraints(&window).len(), 1);
    let after = cells.map(|cell| window.at(cell));
    let moved = before.iter().zip(after).map(|(before, after)| before.distance(after));
    assert!(moved.fold(0.0, f32::max) < 0.5, "{before:?} {after:?}");
}

#[test]
fn a_pill_and_groups_of_several_sizes_are_drawn() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    choose_kind(&mut window, "arrow");
    window.harness.get_by_role(egui::accesskit::Role::SpinButton).focus();
    window.steps(2);
    type_text(&mut window, "2");
    window.plain(Key::Enter);
    let cells = |cells: &[(u16, u16)]| -> Vec<Site> {
        cells.iter().map(|(col, row)| Site::cell(*col, *row)).collect()
    };
    window.stroke(PointerButton::Primary, &cells(&[(0, 0), (1, 0), (1, 1), (2, 1)]));
    let pill = "arrow(cells(cell(0,0),cell(1,0)),cells(cell(1,1),cell(2,1)))";
    assert_eq!(constraints(&window), [pill]);
    window.steps(10);
    choose_kind(&mut window, "groups with one sum");
    window.stroke(PointerButton::Primary, &cells(&[(3, 3)]));
    window.stroke(PointerButton::Primary, &cells(&[(0, 3), (1, 3)]));
    let groups = "equal_sums(cells(cell(3,3)),cells(cell(0,3),cell(1,3)))";
    assert_eq!(constraints(&window), [pill, groups]);
}
