//! Solving steps in the window: one by one, with their sentences, while the level is painted.

use foolproof::level::Mark;
use foolproof::slices::play::window::{self as play, PlaySession};
use foolproof::slices::rating::question::{MeasuredLevel, RATING, RateLevel};
use foolproof::slices::solving::question::{FindSteps, FoundSteps, StepsEnd};
use foolproof::solver::Finding;

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

#[test]
fn why_a_mark_is_forced_is_told_by_the_step_that_decides_it() {
    let (_folder, mut window) = open();
    steps(&mut window);
    let (site, _) = ruled_out(&mut window);
    window.plain(Key::Escape);
    window.state().board.cursor = Some(site);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::W);
    let said = format!("{} is decided by step ", site.name());
    window.until_says(&said);
    assert!(window.says("Otherwise the rules would say"));
    window.plain(Key::ArrowRight);
    assert!(!window.says(&said), "the words are about one step");
}

#[test]
fn steps_are_played_to_the_end_and_their_bottlenecks_are_named() {
    let (_folder, mut window) = open();
    steps(&mut window);
    let narrow = window.harness.get_by_label_contains("Narrowest: step ");
    narrow.click();
    window.steps(3);
    window.click("First step (Home)");
    assert!(window.says("Step 1 of"));
    window.click("Play the steps");
    window.until_says("Step 2 of");
    window.click("Pause");
    assert!(window.says("Play the steps"));
}

/// Nothing is asked while it is folded away; unfolded, it names the next step, and what an edit did.
#[test]
fn the_panel_names_the_next_step_and_what_an_edit_did() {
    let (_folder, mut window) = open();
    window.steps(20);
    window.show_rating();
    assert!(!window.says("Otherwise the rules would say"));
    window.click("Next step");
    window.until_says("Otherwise the rules would say");
    // An edit is compared with steps that have come to their end.
    let begun = Instant::now();
    while !is_solved(&mut window) {
        assert!(begun.elapsed() < PATIENCE, "the steps never came to their end");
        window.steps(1);
    }
    window.steps(2);
    let wall = window.level().marks().map(|(site, _)| site).next().expect("a wall");
    window.state().edit("Paint", |level| level.paint(wall, None));
    window.until_says("Last edit: ");
}

fn is_solved(window: &mut Window) -> bool {
    let level = window.state().level().cloned().expect("a level");
    let look = window.state().findings.glances.look(&level, FindSteps { most: usize::MAX }.into());
    let found: Option<&FoundSteps> = look.and_then(Finding::report);
    found.is_some_and(|found| found.end == StepsEnd::Solved)
}

/// How many measures of the level were taken beside the live questions.
fn measured(window: &mut Window) -> Option<usize> {
    let level = window.state().level().cloned().expect("a level");
    let look = window.state().findings.glances.look(&level, RateLevel::question());
    look.and_then(Finding::report::<MeasuredLevel>).map(|rated| rated.measures.len())
}

/// The measures of steps are taken aside, so that no answer about an edit waits for them.
#[test]
fn a_rating_by_steps_is_asked_for_aside() {
    let (_folder, mut window) = open();
    window.show_rating();
    window.until_says("Hardest step");
    let begun = Instant::now();
    while measured(&mut window) != Some(4) {
        assert!(begun.elapsed() < PATIENCE, "the measures never came");
        window.steps(1);
    }
    let level = window.level();
    assert!(window.app().state.findings.knowledge.current(level, RATING).is_none());
}

fn session_mut(window: &mut Window) -> &mut PlaySession {
    play::session_mut(window.state()).expect("in play")
}

/// Asks for a hint, and waits for these words.
fn hint(window: &mut Window, words: &str) {
    window.plain(Key::H);
    window.until_says(words);
}

/// A mark that the first steps rule out.
fn ruled_out(window: &mut Window) -> (Site, Mark) {
    let level = window.state().level().cloned().expect("a level");
    let look = window.state().findings.glances.look(&level, FindSteps { most: usize::MAX }.into());
    let found: &FoundSteps = look.and_then(Finding::report).expect("the steps are known");
    let mut marks = found.steps.iter().flat_map(|step| &step.marks);
    let off = marks.find(|mark| !mark.on).expect("something is ruled out");
    (off.site, off.mark.clone())
}

/// Each hint says where to look first, then why, and puts marks at last; all of them solve the level.
#[test]
fn hints_say_where_and_why_before_they_put_a_mark() {
    let (_folder, mut window) = open();
    window.plain(Key::F5);
    let (mut asked, mut put) = (0, 0);
    while !window.says("Solved") {
        assert!(asked < 60, "the hints lead nowhere after {put} marks");
        hint(&mut window, "Look ");
        hint(&mut window, "Otherwise the rules would say ");
        assert_eq!(session_mut(&mut window).play.len(), put, "a mark came too early");
        window.plain(Key::H);
        window.steps(3);
        put = session_mut(&mut window).play.len();
        asked += 1;
    }
    assert!(put > 4 && asked >= put / 2, "{asked} hints, {put} marks");
}

#[test]
fn a_hint_tells_a_wrong_mark_by_its_place_first() {
    let (_folder, mut window) = open();
    steps(&mut window);
    let wrong = ruled_out(&mut window);
    window.plain(Key::Escape);
    window.plain(Key::F5);
    session_mut(&mut window).play.0.insert(wrong.0, wrong.1.clone());
    hint(&mut window, "Something is wrong here.");
    assert!(!window.says("is wrong."), "the place alone");
    hint(&mut window, "is wrong.");
    assert_eq!(session_mut(&mut window).play.len(), 1);
    hint(&mut window, "was taken off.");
    assert!(session_mut(&mut window).play.is_empty());
    // Taking it off is a step of undo.
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(session_mut(&mut window).play.get(wrong.0), Some(&wrong.1));
}
