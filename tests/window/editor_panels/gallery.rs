//! The gallery of solutions and of generated levels, and the help.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::gallery::{Gallery, GalleryDeed, MadeLevel, Proved, difference};
use foolproof::editor::kit::games::SolvedExample;
use foolproof::editor::kit::theme::Theme;
use foolproof::game::Game;
use foolproof::level::{Level, Play, Site};
use foolproof::slices::help::{self, Beginning, Shortcut};

use super::coins::{self, Coins};

fn play(sites: &[Site]) -> Play {
    sites.iter().map(|site| (*site, coins::mark("coin"))).collect()
}

fn check_difference(one: &[Site], expected: &str) {
    let got = difference(&Coins, &coins::level(), &play(one), &coins::solution());
    assert_eq!(got, expected);
}

#[test]
fn a_difference_is_told_in_words() {
    let (a, b, c) = (Site::cell(0, 0), Site::cell(2, 1), Site::cell(3, 2));
    check_difference(&[a, b], "The intended solution.");
    check_difference(&[a, b, c], "+ coin on R3C4");
    check_difference(&[a], "– coin on R2C3");
    check_difference(&[a, c], "Coin on R3C4 instead of R2C3");
}

struct Wall {
    gallery: Gallery,
    level: Arc<Level>,
    plays: Vec<Play>,
    deed: Option<GalleryDeed>,
}

fn wall(count: u16) -> Harness<'static, Wall> {
    let mut level = coins::level();
    level.intended = Some(coins::solution());
    let plays = (0..count)
        .map(|n| match n {
            0 => coins::solution(),
            _ => play(&[Site::cell(0, 0), Site::cell(2, 1), Site::cell(n % 4, 2)]),
        })
        .collect();
    let wall = Wall { gallery: Gallery::default(), level: Arc::new(level), plays, deed: None };
    let mut harness = Harness::builder().with_size([640.0, 560.0]).build_ui_state(
        |ui, wall: &mut Wall| {
            Theme::install(ui.ctx());
            let deed = wall.gallery.solutions(ui, &Coins, &wall.level, &wall.plays);
            wall.deed = wall.deed.or(deed);
        },
        wall,
    );
    harness.run();
    harness
}

#[test]
fn a_card_shows_its_solution_and_makes_it_the_intended_one() {
    let mut harness = wall(3);
    harness.get_by_label(&format!("Solution 1: {}", "The intended solution."));
    harness.get_by_label("Solution 2: + coin on R3C2").click();
    harness.run();
    assert_eq!(harness.state_mut().deed.take(), Some(GalleryDeed::Show(1)));
    // The third card may lie below the others.
    let flags = |harness: &Harness<'_, Wall>, deed: fn(&egui_kittest::Node<'_>)| {
        let flags: Vec<_> = harness.get_all_by_label("Make it the intended solution").collect();
        assert_eq!(flags.len(), 3);
        deed(flags.last().expect("a flag"));
    };
    flags(&harness, |flag| flag.scroll_to_me());
    harness.run();
    flags(&harness, |flag| flag.click());
    harness.run();
    assert_eq!(harness.state().deed, Some(GalleryDeed::Intend(2)));
}

#[test]
fn a_solution_stands_beside_the_intended_one() {
    let mut harness = wall(2);
    assert!(harness.query_by_label("Intended solution").is_none());
    let compare: Vec<_> = harness.get_all_by_label("Compare with the intended solution").collect();
    compare.last().expect("a button").click();
    harness.run();
    harness.get_by_label("Intended solution");
    let named: Vec<_> = harness.get_all_by_label("Solution 2").collect();
    assert_eq!(named.len(), 2, "beside the intended one, and on its card");
}

#[test]
fn of_a_thousand_solutions_only_those_in_view_are_drawn() {
    let harness = wall(1000);
    let drawn = harness.get_all_by_label("Make it the intended solution").count();
    assert!((3..=12).contains(&drawn), "{drawn}");
}

#[test]
fn generated_levels_are_added_to_the_pack() {
    let level = Arc::new(coins::level());
    let mut harness = Harness::builder().with_size([640.0, 400.0]).build_ui_state(
        |ui, (gallery, deed): &mut (Gallery, Option<GalleryDeed>)| {
            Theme::install(ui.ctx());
            let cards = [(Proved::Yes, ""), (Proved::No, "1 solution, 2 marks.")];
            let made = cards.map(|(proved, facts)| MadeLevel {
                level: &level,
                proved,
                added: false,
                facts: facts.to_owned(),
            });
            *deed = deed.or(gallery.levels(ui, &coins::games(), &made, made.len()));
        },
        (Gallery::default(), None),
    );
    harness.run();
    harness.get_by_label(&format!("Level 1: {}", "No shortcut (proved)."));
    harness.get_by_label(&format!("Level 2: {} 1 solution, 2 marks.", "Perhaps a shortcut."));
    let add: Vec<_> = harness.get_all_by_label("Add to pack").collect();
    add.last().expect("a button").click();
    harness.run();
    assert_eq!(harness.state().1, Some(GalleryDeed::Add(1)));
}

/// A window that opened with a few cards grows with their number, as far as there is room.
#[test]
fn a_window_grows_with_its_cards() {
    let level = Arc::new(coins::level());
    let mut harness = Harness::builder().with_size([900.0, 1000.0]).build_ui_state(
        move |ui, (gallery, count): &mut (Gallery, usize)| {
            Theme::install(ui.ctx());
            let card = MadeLevel {
                level: &level,
                proved: Proved::Yes,
                added: false,
                facts: String::new(),
            };
            let made = vec![card; *count];
            egui::Window::new("cards").default_width(600.0).show(ui.ctx(), |ui| {
                gallery.levels(ui, &coins::games(), &made, made.len());
            });
        },
        (Gallery::default(), 1),
    );
    harness.run();
    harness.state_mut().1 = 25;
    harness.run();
    let cards: Vec<_> = harness.query_all_by_label_contains("No shortcut (proved).").collect();
    let rows: std::collections::BTreeSet<i32> =
        cards.iter().map(|card| card.rect().top() as i32).collect();
    assert!(rows.len() >= 3, "{rows:?}");
}

#[test]
fn nothing_found_is_said() {
    let harness = wall(0);
    harness.get_by_label("No solution has been found yet.");
}

#[test]
fn shortcuts_are_searched_and_the_first_steps_put_away() {
    let entry = |group: &str, name: &str, keys: &str| Shortcut {
        group: group.to_owned(),
        name: name.to_owned(),
        keys: keys.to_owned(),
    };
    let all = [entry("Edit", "Undo", "Ctrl+Z"), entry("View", "Zoom in", "Ctrl++")];
    let mut harness = Harness::builder().with_size([420.0, 420.0]).build_ui_state(
        |ui, (wanted, begun): &mut (String, Option<Beginning>)| {
            let game: Arc<dyn Game> = Arc::new(Coins);
            if begun.is_none() {
                *begun = help::first_steps(ui);
            }
            help::rules(ui, &game, &mut SolvedExample::default());
            help::shortcuts(ui, wanted, &all);
        },
        (String::new(), None),
    );
    harness.run();
    harness.get_by_label("Every goal wants a coin; walls take none.");
    harness.get_by_label("Undo");
    harness.state_mut().0 = "zoom".to_owned();
    harness.run();
    assert!(harness.query_by_label("Undo").is_none());
    harness.get_by_label("Zoom in");
    harness.get_by_label("New pack…").click();
    harness.run();
    assert_eq!(harness.state().1, Some(Beginning::NewPack));
    assert!(harness.query_by_label("Paste a link").is_none());
}
