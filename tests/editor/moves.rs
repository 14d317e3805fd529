//! Games of moves in the window: the light and the hint of play mode, and the window of positions.

use foolproof::editor::text::moves as words;

use super::*;

/// Four in two rows; it has four solutions, and some first moves lose.
fn pack() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let board = foolproof::level::Board { cols: 7, rows: 4, tray: 0 };
    let mut level = Level::open("penguin_push", board);
    for (col, row) in [(0, 0), (2, 0), (0, 3), (3, 3)] {
        level.paint(Site::cell(col, row), "penguin".parse().ok());
    }
    let pack = Pack { levels: vec![level.into()], ..Pack::default() };
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    (folder, path)
}

fn says(window: &Window, words: &str) -> bool {
    window.harness.query_all_by_label_contains(words).next().is_some()
}

/// Lets the window live until it says something.
fn wait_for(window: &mut Window, words: &str) {
    let begun = Instant::now();
    while !says(window, words) {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for “{words}”");
        std::thread::sleep(Duration::from_millis(5));
        window.steps(1);
    }
}

fn played(window: &Window) -> usize {
    window.app().state.play.as_ref().expect("in play").play.len()
}

/// Drags the piece on a site towards another.
fn push(window: &mut Window, from: Site, to: Site) {
    window.stroke(PointerButton::Primary, &[from, to]);
}

#[test]
fn the_light_tells_a_dead_end_and_undo_brings_hope_back() {
    let (_folder, path) = pack();
    let mut window = Window::open(&path, None);
    window.plain(Key::F5);
    wait_for(&mut window, words::OPEN);
    push(&mut window, Site::cell(0, 0), Site::cell(0, 2));
    assert_eq!(played(&window), 1);
    assert!(!says(&window, words::OPEN), "no answer of another position");
    wait_for(&mut window, words::DEAD_END);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(says(&window, words::OPEN), "what is known is shown at once");
}

#[test]
fn hints_lead_to_the_end_and_the_play_is_kept() {
    let (_folder, path) = pack();
    let mut window = Window::open(&path, None);
    window.plain(Key::F5);
    for made in 0..3 {
        window.plain(Key::H);
        wait_for(&mut window, "Hint: push");
        let session = window.harness.state_mut().as_mut().expect("a window").state.play.as_mut();
        let session = session.expect("in play");
        let game = games::by_id("penguin_push").expect("a game");
        let hint = session.hint(game.moves().expect("moves")).expect("a hint");
        let (right, down) = hint.towards.step();
        let cell = |at: u16, by: i32| at.saturating_add_signed(by as i16);
        let to = Site::cell(cell(hint.from.col, right), cell(hint.from.row, down));
        push(&mut window, hint.from, to);
        assert_eq!(played(&window), made + 1);
    }
    assert!(says(&window, &words::solved(3)));
    window.click("Make it the intended solution");
    assert_eq!(window.level().intended.as_ref().map(|play| play.len()), Some(3));
    assert_eq!(window.finding(Topic::Solvable), Status::Proved);
}

#[test]
fn the_light_is_switched_off_and_stays_off() {
    let (_folder, path) = pack();
    let mut window = Window::open(&path, None);
    window.plain(Key::F5);
    wait_for(&mut window, words::OPEN);
    window.click(words::LIGHT);
    assert!(!says(&window, words::OPEN));
    window.plain(Key::F5);
    window.plain(Key::F5);
    assert!(!says(&window, words::OPEN));
    // A hint in a dead end says so all the same.
    push(&mut window, Site::cell(0, 0), Site::cell(0, 2));
    assert!(!says(&window, words::DEAD_END));
    window.click(words::HINT);
    wait_for(&mut window, words::DEAD_END);
}
