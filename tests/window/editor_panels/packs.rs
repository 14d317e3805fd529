//! The pack browser and the forms of levels and packs.

use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::theme::Theme;
use foolproof::editor::panels::form::{FormMemory, policy};
use foolproof::editor::panels::levels::{Badge, BrowserView, Certainty, PackBrowser, PackDeed};
use foolproof::editor::text;
use foolproof::level::bounds;
use foolproof::level::{Expect, History, Level, LevelId, Pack};

use super::coins;

struct Desk {
    history: History,
    current: LevelId,
    browser: PackBrowser,
    form: FormMemory,
}

fn desk(count: usize) -> Desk {
    let level = |n: usize| {
        let mut level = coins::level();
        level.title = format!("level {}", char::from(b'a' + u8::try_from(n).expect("few levels")));
        Arc::new(level)
    };
    let pack = Pack { levels: (0..count).map(level).collect(), ..Pack::default() };
    let history = History::new(pack);
    let current = history.pack().levels.first().map(|level| level.id).unwrap_or_default();
    Desk { history, current, browser: PackBrowser::default(), form: FormMemory::default() }
}

fn badges(_: LevelId) -> Vec<Badge> {
    vec![Badge { known: Certainty::Holds, note: "solvable".to_owned() }]
}

fn harness(desk: Desk) -> Harness<'static, Desk> {
    let mut harness = Harness::builder().with_size([300.0, 620.0]).build_ui_state(
        |ui, desk: &mut Desk| {
            Theme::install(ui.ctx());
            let view = BrowserView {
                pack: desk.history.pack(),
                current: desk.current,
                games: &coins::games(),
                badges: &badges,
                known: &|_, _| None,
                commands: &foolproof::slices::all().features().commands,
                fresh: &|| Some(Level::open("coins", coins::BOARD)),
                is_broken: false,
            };
            let deed = desk.browser.show(ui, &view);
            if let Some(shown) = deed.and_then(|deed| deed.apply(&mut desk.history)) {
                desk.current = shown;
            }
        },
        desk,
    );
    harness.run();
    harness
}

fn titles(harness: &Harness<'_, Desk>) -> Vec<String> {
    let levels = &harness.state().history.pack().levels;
    levels.iter().map(|level| level.title.clone()).collect()
}

fn current(harness: &Harness<'_, Desk>) -> String {
    let desk = harness.state();
    desk.history.pack().level(desk.current).map(|l| l.title.clone()).unwrap_or_default()
}

#[test]
fn a_click_shows_a_level_and_thumbnails_are_drawn_once() {
    let mut harness = harness(desk(3));
    harness.get_by_label("Level 2: level b").click();
    harness.run();
    assert_eq!(current(&harness), "level b");
    assert_eq!(harness.state().browser.drawn(), 3);
    harness.run_steps(5);
    assert_eq!(harness.state().browser.drawn(), 3);
    harness.state_mut().history.edit("paint", |pack| {
        let level = pack.levels.first_mut().expect("a level");
        Arc::make_mut(level).paint(foolproof::level::Site::cell(3, 2), Some(coins::mark("wall")));
    });
    harness.run_steps(2);
    assert_eq!(harness.state().browser.drawn(), 4, "the changed one alone");
}

#[test]
fn dragging_a_row_moves_a_level_and_can_be_undone() {
    let mut harness = harness(desk(3));
    let from = harness.get_by_label("Level 1: level a").rect().center();
    let to = harness.get_by_label("Level 3: level c").rect().center_bottom();
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    harness.run();
    assert_eq!(titles(&harness), ["level b", "level c", "level a"]);
    harness.state_mut().history.undo();
    harness.run();
    assert_eq!(titles(&harness), ["level a", "level b", "level c"]);
}

#[test]
fn keys_move_rename_and_delete() {
    let mut harness = harness(desk(3));
    harness.get_by_label("Level 2: level b").focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowUp);
    harness.run();
    assert_eq!(titles(&harness), ["level b", "level a", "level c"]);
    harness.get_by_label("Level 3: level c").focus();
    harness.run();
    harness.key_press(Key::F2);
    harness.run();
    let field = harness.get_by_role(egui::accesskit::Role::TextInput);
    assert_eq!(field.value().as_deref(), Some("level c"));
    harness.event(egui::Event::Text("!".to_owned()));
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(titles(&harness), ["level b", "level a", "level c!"]);
    harness.get_by_label("Level 1: level b").focus();
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(titles(&harness), ["level a", "level c!"]);
    assert_eq!(current(&harness), "level a");
}

#[test]
fn the_menu_duplicates_and_the_plus_adds() {
    let mut harness = harness(desk(2));
    harness.get_by_label("Level 1: level a").click_secondary();
    harness.run();
    harness.get_by_label("Duplicate").click();
    harness.run();
    assert_eq!(titles(&harness), ["level a", "level a (copy)", "level b"]);
    assert_eq!(current(&harness), "level a (copy)");
    harness.get_by_label("Add level").click();
    harness.run();
    assert_eq!(titles(&harness), ["level a", "level a (copy)", "", "level b"]);
    let ids: std::collections::BTreeSet<LevelId> =
        harness.state().history.pack().levels.iter().map(|level| level.id).collect();
    assert_eq!(ids.len(), 4, "each has its own identity");
}

#[test]
fn an_empty_pack_says_so_and_takes_a_level() {
    let mut harness = harness(desk(0));
    harness.get_by_label("This pack is empty. Add a level to begin.");
    harness.get_by_label("Add level").click();
    harness.run();
    assert_eq!(harness.state().history.pack().levels.len(), 1);
}

#[test]
fn a_move_beyond_the_end_is_no_deed() {
    let mut desk = desk(2);
    let last = desk.history.pack().levels.last().map(|level| level.id).expect("a level");
    PackDeed::Move(last, 99).apply(&mut desk.history);
    assert_eq!(desk.history.pack().levels.len(), 2);
    assert_eq!(PackDeed::Delete(LevelId(77)).apply(&mut desk.history), None);
}

/// The fields of a level and of its pack.
fn form<'a>() -> Harness<'a, Desk> {
    let mut harness = Harness::builder().with_size([360.0, 480.0]).build_ui_state(
        |ui, desk: &mut Desk| {
            let current = desk.current;
            desk.form.level(ui, &mut desk.history, current);
            if let Some(level) = desk.history.pack().level(current).cloned() {
                policy(ui, &mut desk.history, &coins::games(), &level);
            }
            desk.form.pack(ui, &mut desk.history);
        },
        desk(1),
    );
    harness.run();
    harness
}

#[test]
fn what_is_written_is_an_edit_at_once_and_one_undo() {
    let mut harness = form();
    harness.get_by_label("Title").focus();
    harness.run();
    for letter in [" ", "o", "n", "e"] {
        harness.event(egui::Event::Text(letter.to_owned()));
        harness.run();
    }
    assert_eq!(titles(&harness), ["level a one"]);
    assert_eq!(harness.state().history.depth(), 1);
    harness.get_by_label("Tags").focus();
    harness.run();
    for letter in ["e", "a", ",", " ", "b"] {
        harness.event(egui::Event::Text(letter.to_owned()));
        harness.run();
    }
    let tags = |h: &Harness<'_, Desk>| h.state().history.pack().levels[0].tags.clone();
    assert_eq!(tags(&harness), ["ea", "b"]);
    assert_eq!(harness.state().history.depth(), 2);
    harness.get_by_label("Pack title").focus();
    harness.run();
    harness.event(egui::Event::Text("Pack".to_owned()));
    harness.run();
    assert_eq!(harness.state().history.pack().title, "Pack");
    for _ in 0..3 {
        harness.state_mut().history.undo();
    }
    harness.run();
    assert_eq!(titles(&harness), ["level a"]);
    assert!(tags(&harness).is_empty());
}

/// Text written into a field can be read again once it is saved.
#[test]
fn a_text_that_is_too_long_for_a_file_does_not_fit_into_its_field() {
    let mut harness = form();
    for (field, most) in
        [("Notes", bounds::LONGEST_OWN_NOTES), ("Title", bounds::LONGEST_OWN_TITLE)]
    {
        harness.get_by_label(field).focus();
        harness.run();
        harness.event(egui::Event::Paste("é".repeat(most + 1000)));
        harness.run();
    }
    let level = &harness.state().history.pack().levels[0];
    assert_eq!(level.notes.chars().count(), bounds::LONGEST_OWN_NOTES);
    assert_eq!(level.title.chars().count(), bounds::LONGEST_OWN_TITLE);
    let pack = harness.state().history.pack();
    assert_eq!(Pack::from_json(&pack.to_json()).map(|pack| pack.levels.len()).ok(), Some(1));
}

#[test]
fn the_policy_is_chosen() {
    let mut harness = form();
    let expects = |h: &Harness<'_, Desk>| h.state().history.pack().levels[0].policy.unique;
    assert_eq!(expects(&harness), None);
    // What the game expects is not written down.
    for (word, said) in [("yes", Some(Expect::Yes)), ("either (usual)", None)] {
        let combo = egui::accesskit::Role::ComboBox;
        harness.get_by_role_and_label(combo, "One solution only").click();
        harness.run();
        harness.get_by_label(word).click();
        harness.run();
        assert_eq!(expects(&harness), said);
    }
}

#[test]
fn several_levels_are_chosen_moved_and_deleted_in_one_step_each() {
    let mut harness = harness(desk(5));
    let row = |harness: &Harness<'_, Desk>, at: usize| {
        text::level_name(at, &harness.state().history.pack().levels[at])
    };
    harness.get_by_label("Level 2: level b").click();
    harness.run();
    harness.get_by_label("Level 4: level d").click_modifiers(Modifiers::SHIFT);
    harness.run();
    assert_eq!(harness.state().browser.choice.count(), 3);
    harness.get_by_label("Level 3: level c").click_modifiers(Modifiers::COMMAND);
    harness.run();
    assert_eq!(current(&harness), "level b", "choosing shows no other level");
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowUp);
    harness.run();
    assert_eq!(titles(&harness), ["level b", "level d", "level a", "level c", "level e"]);
    // Dragged, all that are chosen go along.
    let from = harness.get_by_label(&row(&harness, 0)).rect().center();
    let to = harness.get_by_label(&row(&harness, 4)).rect().center_bottom();
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.drop_at(to);
    harness.run();
    assert_eq!(titles(&harness), ["level a", "level c", "level e", "level b", "level d"]);
    harness.get_by_label(&row(&harness, 3)).focus();
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(titles(&harness), ["level a", "level c", "level e"]);
    assert_eq!(harness.state().history.depth(), 3, "a step each");
    harness.state_mut().history.undo();
    harness.run();
    assert_eq!(titles(&harness).len(), 5);
    harness.get_by_label(&row(&harness, 0)).focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    assert_eq!(harness.state().browser.choice.count(), 5);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    harness.run();
    assert_eq!(harness.state().browser.choice.count(), 2, "from the first on");
}

#[test]
fn a_filter_lists_what_fits_and_says_how_many() {
    let mut desk = desk(12);
    desk.history.edit("tag", |pack| {
        for level in pack.levels.iter_mut().step_by(4) {
            Arc::make_mut(level).tags.push("easy".to_owned());
        }
    });
    let mut harness = harness(desk);
    harness.get_by_label("Filter the levels").click();
    harness.run();
    for letter in "tag:easy".chars() {
        harness.event(egui::Event::Text(letter.to_string()));
        harness.run();
    }
    harness.get_by_label("3 of 12");
    assert!(harness.query_by_label("Level 2: level b").is_none());
    // Ctrl+A chooses what is listed, no more.
    harness.get_by_label("Level 5: level e").focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    assert_eq!(harness.state().browser.choice.count(), 3);
    harness.get_all_by_label("Show all levels").next().expect("a button").click();
    harness.run();
    harness.get_by_label("12 levels");
    harness.get_by_label("Level 2: level b");
}
