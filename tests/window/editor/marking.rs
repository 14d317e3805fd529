//! Many marks at once: rectangles and lines filled with the brush, marks found and replaced, and boards
//! that grow at the left and at the top.

use crate::commands::*;
use foolproof::editor::session::command::Command;
use foolproof::level::Board;
use foolproof::slices::replacing::window::words;

use super::*;

/// Drags from one site to another with keys held down.
fn drag_with(window: &mut Window, modifiers: Modifiers, from: Site, to: Site) {
    let (from, to) = (window.at(from), window.at(to));
    let press = |pos, pressed| {
        let button = PointerButton::Primary;
        egui::Event::PointerButton { pos, button, pressed, modifiers }
    };
    window.harness.event(egui::Event::ModifiersChanged(modifiers));
    window.harness.hover_at(from);
    window.steps(2);
    window.harness.event(press(from, true));
    window.steps(2);
    window.harness.hover_at(to);
    window.steps(2);
    window.harness.event(press(to, false));
    window.steps(2);
    window.harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    window.steps(1);
}

fn run(window: &mut Window, command: Command) {
    window.harness.state_mut().as_mut().expect("a window").state.run(command);
    window.steps(3);
}

fn blockers(window: &Window) -> Vec<Site> {
    let marks = window.level().marks();
    marks.filter(|(_, mark)| mark.as_str() == "blocker").map(|(site, _)| site).collect()
}

#[test]
fn a_rectangle_a_line_and_a_selection_are_filled_with_the_brush() {
    let (_folder, mut window) = opened(sample("First light"));
    let before = blockers(&window).len();
    window.brush("blocker");
    drag_with(&mut window, Modifiers::SHIFT, Site::cell(0, 2), Site::cell(1, 3));
    let corners = [(0, 2), (1, 2), (0, 3), (1, 3)].map(|(col, row)| Site::cell(col, row));
    assert!(corners.iter().all(|site| blockers(&window).contains(site)), "{:?}", blockers(&window));
    assert_eq!(blockers(&window).len(), before + 4);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(blockers(&window).len(), before, "one step");
    drag_with(&mut window, Modifiers::COMMAND, Site::cell(0, 2), Site::cell(0, 5));
    assert_eq!(blockers(&window).len(), before + 4);
    window.key(Modifiers::COMMAND, Key::Z);
    window.plain(Key::V);
    drag_with(&mut window, Modifiers::SHIFT, Site::cell(0, 2), Site::cell(2, 2));
    window.plain(Key::F);
    assert_eq!(blockers(&window).len(), before + 3);
}

#[test]
fn marks_are_found_counted_and_replaced_in_all_levels_in_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = Board { cols: 3, rows: 2, tray: 0 };
    let mut one = Level::open("refraction", board);
    one.paint(Site::cell(0, 0), "blocker".parse().ok());
    one.paint(Site::cell(1, 0), "source(e,1,1)".parse().ok());
    let mut two = one.clone();
    two.paint(Site::cell(2, 1), "blocker".parse().ok());
    let other = Level::open("sudoku", Board { cols: 4, rows: 4, tray: 0 });
    let levels = vec![Arc::new(one), Arc::new(two), Arc::new(other)];
    let path = folder.path().join("pack.json");
    Pack { levels, ..Pack::default() }.save(&path).expect("saved");
    let mut window = Window::open(&path, None);
    window.brush("target(n,1,1)");
    run(&mut window, Command::REPLACE);
    assert!(window.says(&words::found(1, 1, 1)), "the level alone at first");
    window.click(words::SCOPES[2]);
    assert!(window.says(&words::found(3, 3, 2)));
    window.click("Replace");
    assert!(window.says(&words::replaced(3)));
    let marks = |window: &Window, mark: &str| {
        let levels = &window.app().state.history().pack().levels;
        let all = levels.iter().flat_map(|level| level.marks().map(|(_, mark)| mark.to_string()));
        all.filter(|found| found == mark).count()
    };
    assert_eq!((marks(&window, "blocker"), marks(&window, "target(n,1,1)")), (0, 3));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!((marks(&window, "blocker"), marks(&window, "target(n,1,1)")), (3, 0));
}

#[test]
fn a_board_grows_at_the_left_and_all_that_names_sites_goes_along() {
    let (_folder, mut window) = opened(sample("First light"));
    let before = window.level().clone();
    let Board { cols, rows, tray } = before.board;
    let handle = window.harness.get_by_label("Resize: left rim").rect().center();
    let press = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.hover_at(handle);
    window.steps(2);
    window.harness.event(press(handle, true));
    window.steps(2);
    let mut to = handle;
    for _ in 0..60 {
        to.x -= 4.0;
        window.harness.hover_at(to);
        window.steps(1);
        if window.level().board.cols > cols {
            break;
        }
    }
    window.harness.event(press(to, false));
    window.steps(2);
    assert_eq!(window.level().board, Board { cols: cols + 1, rows, tray });
    let source = before.marks().find(|(site, _)| site.place == Place::Cell);
    let (site, mark) = source.expect("a mark on a cell");
    assert_eq!(window.level().mark(Site::cell(site.col + 1, site.row)), Some(mark));
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(*window.level(), before, "a drag is one step");
}

#[test]
fn a_note_on_a_cell_is_kept_goes_along_and_can_be_undone() {
    use foolproof::slices::cell_notes::words as notes;

    let (_folder, mut window) = opened(sample("First light"));
    let site = Site::cell(0, 1);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[site]);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::M);
    assert!(window.says(notes::TITLE));
    window.harness.event(egui::Event::Text("the only source".to_owned()));
    window.steps(3);
    window.click(notes::KEEP);
    let note = |window: &Window, site| window.level().site_notes.get(&site).cloned();
    assert_eq!(note(&window, site).as_deref(), Some("the only source"));
    // It does not belong to the puzzle: findings about the level still apply.
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    // It goes along with its mark, and with the board.
    window.key(Modifiers::ALT, Key::ArrowDown);
    assert_eq!(note(&window, Site::cell(0, 2)).as_deref(), Some("the only source"));
    let board = window.level().board;
    let larger = Board { cols: board.cols + 1, ..board };
    window.harness.state_mut().as_mut().expect("a window").state.resize("Grow", larger, 1, 0);
    assert_eq!(note(&window, Site::cell(1, 2)).as_deref(), Some("the only source"));
    let text = window.app().state.history().pack().to_json();
    let again = Pack::from_json(&text).expect("it reads back");
    assert_eq!(again.levels[0].site_notes, window.level().site_notes);
    for _ in 0..3 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(window.level().site_notes.len(), 0);
}
