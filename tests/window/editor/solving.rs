//! Solving steps in the window: one by one, with their sentences, while the level is painted.

use super::*;

fn open() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stars.json");
    std::fs::copy("assets/shelf/starbattle/levels.json", &path).expect("a pack of the shelf");
    (folder, Window::open(&path, None))
}

fn steps(window: &mut Window) {
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::T);
    window.until_says("Step 1 of");
    window.until_says("Solved in ");
}

#[test]
fn steps_are_walked_through_by_keys_and_buttons() {
    let (_folder, mut window) = open();
    steps(&mut window);
    assert!(window.says("This follows") && window.says("Otherwise the rules would say"));
    window.plain(Key::ArrowRight);
    assert!(window.says("Step 2 of"));
    window.plain(Key::ArrowLeft);
    assert!(window.says("Step 1 of"));
    window.plain(Key::End);
    assert!(window.says("The end"));
    window.plain(Key::Home);
    window.click("Next step (Right)");
    assert!(window.says("Step 2 of"));
    window.plain(Key::Escape);
    assert_eq!(window.app().state.chrome.window(), None);
}

/// Without its walls the board is one room, in which there are too many stars.
#[test]
fn without_a_solution_they_are_sentences_that_cannot_hold_together() {
    let (_folder, mut window) = open();
    steps(&mut window);
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.edit("Paint", |level| {
        let walls: Vec<Site> = level.marks().map(|(site, _)| site).collect();
        walls.into_iter().for_each(|wall| level.paint(wall, None));
    });
    window.until_says("No play keeps all of these sentences");
    assert!(window.says("“too few stars here”"));
}
