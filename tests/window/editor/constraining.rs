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
    window.click("7-cage, R1C1 R1C2 R2C2");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(constraints(&window), ["cage(cell(0,0),cell(1,0),cell(1,1))"]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(constraints(&window), Vec::<String>::new());
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
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(1, 0)]);
    type_text(&mut window, "9");
    window.until_says("No solution");
    window.click("Why?");
    window.until_says("onstraint 1");
}

#[test]
fn a_pattern_is_written_and_what_cannot_be_says_why() {
    let (_folder, mut window) = puzzle();
    window.plain(Key::C);
    let list = egui::accesskit::Role::ComboBox;
    let shows_cage = |value: Option<String>| value.as_deref() == Some("cage");
    window.harness.get_by(|node| node.role() == list && shows_cage(node.value())).click();
    window.steps(4);
    // It is far down in the list.
    window.harness.get_by_label("rule for neighbours").click_accesskit();
    window.steps(4);
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
