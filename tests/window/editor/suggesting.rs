//! The strip of suggestions: cards come by themselves, and one click takes one.

use egui_kittest::kittest::NodeT as _;
use foolproof::editor::session::command::Command;
use foolproof::slices::suggesting::window::n_cards;

use super::*;
use crate::commands::*;

fn open() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("loop.json");
    std::fs::copy("assets/shelf/slitherlink/levels.json", &path).expect("a pack of the shelf");
    let mut window = Window::open(&path, None);
    window.steps(2);
    assert_eq!(n_cards(&window.app().state), 0, "off until it is switched on");
    window.state().run(Command::SUGGESTIONS);
    window.until("a card", |app| n_cards(&app.state) > 0);
    window.steps(2);
    (folder, window)
}

#[test]
fn a_card_is_taken_by_a_click_as_one_step() {
    let (_folder, mut window) = open();
    assert!(window.says("Keeps: one solution"));
    let before = window.level().clone();
    let buttons = window.harness.get_all_by_role(egui::accesskit::Role::Button);
    let is_card = |label: String| label.starts_with(|first: char| first.is_ascii_digit());
    let card = buttons.into_iter().find(|node| {
        let label = node.accesskit_node().label();
        label.is_some_and(|label| label.contains(" mark") && is_card(label))
    });
    card.expect("a card").click();
    window.steps(2);
    assert!(!window.level().same_puzzle(&before), "the level is the suggested one");
    assert_eq!(window.finding(Topic::COUNT), Status::Exactly(1));
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.level().same_puzzle(&before), "one step takes it back");
}

#[test]
fn a_card_under_the_pointer_is_drawn_and_changes_nothing() {
    let (_folder, mut window) = open();
    let before = window.level().clone();
    let place = window.harness.get_by_label("Keep this card").rect().center();
    window.harness.hover_at(place);
    window.steps(3);
    assert!(window.level().same_puzzle(&before));
    window.click("Add to the pack");
    window.steps(2);
    assert_eq!(window.app().state.history().pack().levels.len(), 9);
    assert!(window.level().same_puzzle(&before));
}

#[test]
fn the_strip_is_quiet_while_nothing_is_painted_and_goes_when_it_is_hidden() {
    let (_folder, mut window) = open();
    window.state().edit("Clear", |level| {
        let sites: Vec<Site> = level.marks().map(|(site, _)| site).collect();
        sites.into_iter().for_each(|site| level.paint(site, None));
    });
    window.until_says("Suggestions begin once something is painted.");
    assert_eq!(n_cards(&window.app().state), 0, "cards are about the level as it is");
    window.click("Hide the suggestions");
    window.steps(2);
    assert!(!window.says("Suggestions begin"));
}
