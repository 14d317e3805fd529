//! The course of a pack in the window: what levels teach, rules that are checked live, an order.

use crate::commands::*;
use foolproof::editor::session::command::Command;
use foolproof::level::CourseRule;

use super::*;

/// The first levels of the sample pack.
fn pack(levels: usize, rules: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("the sample pack");
    pack.levels.truncate(levels);
    let rule = |text: &&str| serde_json::from_str::<CourseRule>(text).expect("a rule");
    pack.course.rules = rules.iter().map(rule).collect();
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    (folder, path)
}

fn open(path: &Path) -> Window {
    let mut window = Window::open(path, None);
    window.state().run(Command::COURSE);
    window.steps(3);
    window
}

const NEVER: &str = r#"{"not_before":{"concept":"used(any)","level":3}}"#;
const STEP: &str = r#"{"step":{"measure":"used","most":100}}"#;

#[test]
fn levels_are_looked_at_and_rules_are_judged_live() {
    let (_folder, path) = pack(3, &[STEP, NEVER]);
    let mut window = open(&path);
    window.until_called("Rules: 1 broken");
    assert!(window.says("Level 1 already has “pieces are used”."));
    assert!(!window.says("Level 3 already has “pieces are used”."));
    // A change of the rule is one step, and is judged at once.
    let before = window.app().state.history().depth();
    window.state().edit_pack("Change", |pack| {
        pack.course.rules[1] =
            serde_json::from_str(r#"{"not_before":{"concept":"used(any)","level":1}}"#)
                .expect("a rule");
    });
    window.until_called("Rules: kept");
    assert_eq!(window.app().state.history().depth(), before + 1);
    window.key(Modifiers::COMMAND, Key::Z);
    window.until_called("Rules: 1 broken");
    // Rules are added and deleted by hand, each in one step.
    window.click("alone first");
    assert_eq!(window.app().state.history().pack().course.rules.len(), 3);
    window.harness.get_all_by_label("Delete this rule").next().expect("a rule").click();
    window.steps(4);
    assert_eq!(window.app().state.history().pack().course.rules.len(), 2);
}

#[test]
fn what_every_solution_does_is_shown_and_becomes_a_concept_of_the_course() {
    let (_folder, path) = pack(2, &[]);
    let mut window = open(&path);
    window.click("This level");
    window.until_says("Every solution of this level does this:");
    window.click("Concepts");
    window.harness.get_all_by_label("Add").next().expect("a concept to add").click();
    window.steps(4);
    assert_eq!(window.app().state.history().pack().course.concepts.len(), 1);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.app().state.history().pack().course.concepts.is_empty());
}

#[test]
fn an_order_is_proposed_shown_and_taken_in_one_step() {
    let (_folder, path) = pack(5, &[STEP]);
    let mut window = open(&path);
    window.until_called("Rules: kept");
    let title = |window: &Window| -> Vec<String> {
        let levels = &window.app().state.history().pack().levels;
        levels.iter().map(|level| level.title.clone()).collect()
    };
    // Backwards, so that there is something to be put in order.
    window.state().edit_pack("Turn round", |pack| pack.levels.reverse());
    let backwards = title(&window);
    window.until_called("Rules: kept");
    window.click("Order");
    window.click("Propose an order");
    window.until_says("It keeps all rules.");
    window.click("Put them in this order");
    let ordered = title(&window);
    assert_ne!(ordered, backwards);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(title(&window), backwards);
}
