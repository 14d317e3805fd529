//! Turning and moving in the window: what the concept names goes along, or the window says why not.

use foolproof::game::Verdict;

use super::*;

fn window(
    game: &str,
    board: foolproof::level::Board,
    marks: &[(&str, &str)],
    concept: &str,
) -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut level = Level::open(game, board);
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level.concept = concept.parse().expect("a concept");
    let mut pack = Pack::default();
    pack.levels.push(Arc::new(level));
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    let window = Window::open(&path, None);
    (folder, window)
}

fn concept(window: &Window) -> String {
    window.level().concept.to_string()
}

const BOARD: foolproof::level::Board = foolproof::level::Board { cols: 4, rows: 3, tray: 0 };

#[test]
fn a_mirrored_level_takes_its_concept_along_and_undo_brings_it_back() {
    let marks = [("cell(0,1)", "source(e,1,1)"), ("cell(3,1)", "target(w,1,1)")];
    let (_folder, mut window) = window("refraction", BOARD, &marks, "not through(cell(2,0))");
    let before = window.level().clone();
    window.key(Modifiers::SHIFT, Key::H);
    assert_eq!(concept(&window), "not through(cell(1,0))");
    window.key(Modifiers::SHIFT, Key::R);
    assert_eq!(
        (window.level().board.cols, concept(&window).as_str()),
        (3, "not through(cell(2,1))")
    );
    for _ in 0..2 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(*window.level(), before);
}

#[test]
fn what_cannot_be_turned_stays_and_the_window_says_why() {
    let six = foolproof::level::Board { cols: 6, rows: 6, tray: 0 };
    let (_folder, mut window) = window("sudoku", six, &[("cell(0,0)", "1")], "any");
    let before = window.level().clone();
    window.key(Modifiers::SHIFT, Key::R);
    assert!(window.says("This cannot be turned: boxes of 3 columns and 2 rows"));
    assert_eq!(*window.level(), before);
    // Not even when everything is selected first.
    window.key(Modifiers::COMMAND, Key::A);
    window.key(Modifiers::SHIFT, Key::R);
    assert_eq!(*window.level(), before);
    window.key(Modifiers::SHIFT, Key::V);
    assert_eq!(window.mark(Site::cell(0, 5)).as_deref(), Some("1"));
}

#[test]
fn rules_of_ones_own_are_not_turned_away_from_their_cells() {
    let own = r#"asp("wanted :- active(cell(0, 1)).")"#;
    let marks = [("cell(0,0)", "blocker"), ("cell(0,1)", "blocker")];
    let (_folder, mut window) = window("refraction", BOARD, &marks, own);
    let before = window.level().clone();
    window.key(Modifiers::SHIFT, Key::H);
    assert!(window.says("rules of its own"));
    // Nor is a mark moved away from a cell that they name; another is.
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 1), Site::cell(1, 1)]);
    assert!(window.says("name R2C1"));
    assert_eq!(*window.level(), before);
    // The messages lie over the small board.
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.chrome.toasts = Default::default();
    window.steps(2);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(2, 2)]);
    assert_eq!(window.mark(Site::cell(2, 2)).as_deref(), Some("blocker"));
}

#[test]
fn a_mark_that_is_moved_takes_what_names_it_along() {
    let board = foolproof::level::Board { cols: 4, rows: 4, tray: 0 };
    let marks = [("cell(0,0)", "penguin"), ("cell(3,0)", "penguin")];
    let concept_before = "first(cell(0,0)) and not last(cell(3,3))";
    let (_folder, mut window) = window("penguin_push", board, &marks, concept_before);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 0), Site::cell(0, 1)]);
    assert_eq!(concept(&window), "first(cell(0,1)) and not last(cell(3,3))");
    assert!(window.says("moved along"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(concept(&window), concept_before);
}

#[test]
fn a_board_does_not_shrink_away_from_its_concept() {
    let (_folder, mut window) = window("refraction", BOARD, &[], "through(cell(3,0))");
    let before = window.level().clone();
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.resize("Resize the board", foolproof::level::Board { cols: 3, ..BOARD }, 0, 0);
    window.until_says("names R1C4");
    assert_eq!(*window.level(), before);
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.resize("Resize the board", foolproof::level::Board { rows: 2, ..BOARD }, 0, 0);
    assert_eq!(window.level().board.rows, 2);
}

/// Clues beside what they count stay there, in the order of their lines, however much is selected.
#[test]
fn a_nonogram_is_turned_with_its_clues_and_a_game_with_gravity_says_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.json");
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf");
    std::fs::copy(shelf.join("nonogram/known.json"), &path).expect("copied");
    let mut window = Window::open(&path, None);
    let before = window.level().clone();
    let row = |window: &Window, row: u16| -> Vec<String> {
        let clue = |col| window.mark(Site::cell(col, row));
        (0..before.board.cols).filter_map(clue).collect()
    };
    assert_eq!(row(&window, 5), ["clue(1)", "clue(1)"]);
    window.key(Modifiers::COMMAND, Key::A);
    for key in [Key::H, Key::R] {
        window.key(Modifiers::SHIFT, key);
        let margin = |site: Site| site.col < 2 || site.row < 2;
        assert!(window.level().marks().all(|(site, _)| margin(site)), "{key:?}");
        let play = window.level().intended.clone().expect("it went along");
        // The rules are read in the background.
        window.until("its solution solves it", |app| {
            let (level, game) = (app.state.level(), app.state.document.game());
            game.zip(level).is_some_and(|(game, level)| game.judge(level, &play) == Verdict::Solved)
        });
    }
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(*window.level(), before);

    std::fs::copy(shelf.join("cojun/known.json"), &path).expect("copied");
    let mut window = Window::open(&path, None);
    let before = window.level().clone();
    window.key(Modifiers::SHIFT, Key::V);
    assert!(window.says("the rules of Cojun tell top and bottom apart"));
    assert_eq!(*window.level(), before);
    window.key(Modifiers::SHIFT, Key::H);
    assert_ne!(*window.level(), before);
}
