//! The manual in the window: every page can be reached and read, and its links lead where they say.

use crate::commands::*;
use foolproof::editor::session::command::Command;
use foolproof::manual;
use foolproof::slices::handbook::window::{Handbook, words};

use super::*;

fn page(window: &Window) -> String {
    window.app().state.feature::<Handbook>().expect("the manual").page().to_owned()
}

fn open() -> (tempfile::TempDir, Window) {
    let (folder, mut window) = opened(sample("First light"));
    window.state().run(Command::MANUAL);
    window.steps(3);
    (folder, window)
}

#[test]
fn every_page_of_the_manual_is_reached_by_a_click() {
    let (_folder, mut window) = open();
    assert_eq!(page(&window), manual::FIRST_PAGE);
    for chapter in manual::chapters() {
        let heading = manual::headings(manual::page(&chapter.page).expect("a page"));
        // The list of chapters comes before the text, in which the same words may be a link.
        let named = window.harness.get_all_by_label(&chapter.title).collect::<Vec<_>>();
        let left = |node: &egui_kittest::Node<'_>| node.rect().left() as i32;
        let listed = named.into_iter().filter(|node| node.rect().width() > 0.0).min_by_key(left);
        // It may lie out of sight, further down the list.
        listed.expect("it is in the list").click_accesskit();
        window.steps(4);
        assert_eq!(page(&window), chapter.page);
        window.until_says(&heading[0].words);
    }
}

#[test]
fn links_and_the_way_back_lead_where_they_say() {
    let (_folder, mut window) = open();
    // It stands at the end of the page, out of sight.
    window.harness.get_by_label(&words::next("Installing")).click_accesskit();
    window.steps(3);
    assert_eq!(page(&window), "installing.md");
    window.click("Back");
    assert_eq!(page(&window), manual::FIRST_PAGE);
    window
        .harness
        .get_all_by_label("A first level")
        .last()
        .expect("a link in the text")
        .click_accesskit();
    window.steps(3);
    assert_eq!(page(&window), "first-level.md");
}

#[test]
fn pages_are_found_by_their_words() {
    let (_folder, mut window) = open();
    let field = window.harness.get_by_label("Find in the manual");
    field.focus();
    window.steps(2);
    window.harness.get_by_label("Find in the manual").type_text("vertex(c,r)");
    window.steps(3);
    let shown =
        |window: &Window, title: &str| window.harness.query_all_by_label(title).next().is_some();
    assert!(shown(&window, "File formats") && !shown(&window, "How proofs are made"));
}

#[test]
fn the_page_about_a_game_opens_at_its_level() {
    let (_folder, mut window) = opened(sample_of("linjat", "Both of them"));
    window.state().run(Command::MANUAL_OF_GAME);
    window.steps(3);
    assert_eq!(page(&window), "games/linjat.md");
}

#[test]
fn the_licences_of_all_parts_are_shown() {
    let (_folder, mut window) = opened(sample("First light"));
    window.state().run(Command::LICENCES);
    window.steps(3);
    window.until_says("foolproof – MIT or Apache-2.0");
    window.harness.get_by_label("Find a part").focus();
    window.steps(2);
    window.harness.get_by_label("Find a part").type_text("clingo/clasp");
    window.steps(3);
    let titles = window.harness.query_all_by(|node| {
        node.label().is_some_and(|label| label.contains("clingo/clasp/libpotassco – MIT"))
    });
    assert_eq!(titles.count(), 1);
}
