//! The pack as a whole, in the window: checked, compared, kept.

use crate::commands::*;
use foolproof::editor::kit::games;
use foolproof::editor::session::command::Command;
use foolproof::editor::session::state::State;
use foolproof::editor::text;
use foolproof::level::{Concept, KeptStatus};
use foolproof::slices::comparing::window as comparing;
use foolproof::slices::duplicates::window as duplicates;
use foolproof::slices::history;
use foolproof::slices::labelling;

use super::*;
use comparing::words;

/// The first levels of the sample pack of Refraction, in a file of their own.
pub fn pack_of(levels: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("the sample pack");
    pack.levels.truncate(levels);
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    (folder, path)
}

fn run(window: &mut Window, command: Command) {
    window.harness.state_mut().as_mut().expect("the window").state.run(command);
    window.steps(4);
}

fn title(window: &Window, at: usize) -> String {
    window.app().state.history().pack().levels[at].title.clone()
}

fn check_all(window: &mut Window) {
    let kept = |app: &App| app.state.history().pack().levels.iter().all(|l| l.checked.is_some());
    window.click("Check all levels");
    window.until("the pack is checked", |app| {
        kept(app) && app.state.findings.verdicts.progress.is_none()
    });
}

#[test]
fn a_check_keeps_its_verdicts_with_the_levels_and_tells_what_is_worse_or_stale() {
    let (_folder, mut window) = opened(pack_of(2));
    run(&mut window, Command::CHECK_PACK);
    let row = |window: &Window, verdict: &str| format!("Level 1: {}: {verdict}", title(window, 0));
    window.until_called(&row(&window, "Not checked yet"));
    check_all(&mut window);
    window.until_called(&row(&window, "As expected"));
    let state = &window.app().state;
    assert!(!state.history().is_saved() && state.history().depth() == 0, "no step, yet unsaved");
    let verdict = state.history().pack().levels[1].checked.clone().expect("a verdict");
    assert_eq!(verdict.solvable, KeptStatus::Proved);
    // A click on a row shows its level.
    let second = format!("Level 2: {}: {}", title(&window, 1), "As expected");
    window.click(&second);
    assert_eq!(window.level().title, title(&window, 1));
    window.click(&row(&window, "As expected"));
    // Nothing is known about another concept; asked again, the level is worse.
    let state = &mut window.harness.state_mut().as_mut().expect("the window").state;
    state.edit("concept", |level| level.concept = Concept::Not(Box::new(Concept::Any)));
    window.steps(4);
    let stale = row(&window, "Level changed");
    window.until_called(&stale);
    check_all(&mut window);
    window.until_called(&row(&window, "Worse"));
    window.until_says("1 level is worse than at its last check.");
    // Undo takes the concept back, and leaves the verdict, which is stale then.
    run(&mut window, Command::UNDO);
    window.until_called(&stale);
    assert!(window.level().checked.is_some());
}

#[test]
fn verdicts_of_the_file_are_shown_and_a_check_can_be_stopped() {
    let (_folder, path) = pack_of(3);
    let mut window = Window::open(&path, None);
    run(&mut window, Command::CHECK_PACK);
    check_all(&mut window);
    run(&mut window, Command::SAVE);
    window.until("it is saved", |app| app.state.history().is_saved());
    let mut window = Window::open(&path, None);
    run(&mut window, Command::CHECK_PACK);
    let second = format!("Level 2: {}: {}", title(&window, 1), "As expected");
    window.until_called(&second);
    let before = window.app().state.history().pack().levels.clone();
    window.click("Check all levels");
    run(&mut window, Command::STOP_ALL);
    window.until("nothing is checked", |app| app.state.findings.verdicts.progress.is_none());
    // An unanswered question gives no verdict.
    let after = &window.app().state.history().pack().levels;
    for (old, new) in before.iter().zip(after) {
        let new = new.checked.as_deref().expect("a verdict");
        assert_eq!(new.solvable, old.checked.as_deref().expect("a verdict").solvable);
    }
}

fn state(window: &mut Window) -> &mut State {
    &mut window.harness.state_mut().as_mut().expect("the window").state
}

fn titles(window: &Window) -> Vec<String> {
    let levels = &window.app().state.history().pack().levels;
    levels.iter().map(|level| level.title.clone()).collect()
}

/// What the window was asked to put on the clipboard last.
fn copied(window: &Window) -> Option<String> {
    let commands = &window.harness.output().platform_output.commands;
    commands.iter().rev().find_map(|command| match command {
        egui::OutputCommand::CopyText(words) => Some(words.clone()),
        _ => None,
    })
}

#[test]
fn levels_go_from_one_window_to_another_by_the_clipboard() {
    let (_folder, path) = pack_of(4);
    let mut window = Window::open(&path, None);
    let before = titles(&window);
    let row = |at: usize| format!("Level {}: {}", at + 1, before[at]);
    window.click(&row(1));
    window.harness.get_by_label(&row(2)).click_modifiers(Modifiers::COMMAND);
    window.steps(3);
    window.harness.event(egui::Event::Cut);
    let mut words = None;
    for _ in 0..4 {
        window.steps(1);
        words = words.or(copied(&window));
    }
    let words = words.expect("levels on the clipboard");
    assert_eq!(titles(&window), [before[0].clone(), before[3].clone()]);
    run(&mut window, Command::UNDO);
    assert_eq!(titles(&window), before, "one step");
    let (_other, path) = sample_of("sudoku", "Four by four");
    let mut other = Window::open(&path, None);
    let row = |at: usize, title: &str| format!("Level {at}: {title}");
    other.harness.get_by_label(&row(1, "Four by four")).focus();
    other.steps(3);
    other.harness.event(egui::Event::Paste(words));
    other.steps(4);
    assert_eq!(titles(&other), ["Four by four", &before[1], &before[2]]);
    assert_eq!(other.app().state.document.choice.count(), 2);
    assert_eq!(other.level().title, before[1]);
    other.harness.get_by_label(&row(2, &before[1])).focus();
    other.steps(3);
    other.harness.event(egui::Event::Paste("no levels".to_owned()));
    other.until_says("There are no marks and no levels to paste here.");
    // A level written by another program is shown as on its board.
    let line = format!("{}12", ".".repeat(79));
    other.harness.event(egui::Event::Paste(line));
    other.until("a level more", |app| app.state.history().pack().levels.len() == 4);
}

#[test]
fn rules_that_come_by_the_clipboard_or_from_a_file_wait_for_leave() {
    let (_folder, path) = pack_of(1);
    let mut strange = Pack::load(&path).expect("a pack");
    let concept = Concept::Asp("wanted :- came.".to_owned());
    Arc::make_mut(&mut strange.levels[0]).concept = concept;
    for from_file in [false, true] {
        let mut window = Window::open(&path, None);
        match from_file {
            true => _ = state(&mut window).add_levels("Add levels", strange.clone(), None),
            false => state(&mut window).paste_levels(&strange.to_json()),
        }
        window.steps(2);
        assert_eq!(titles(&window).len(), 2);
        let level = window.app().state.history().pack().levels[1].clone();
        assert!(window.app().state.document.strangers.are_in(&level), "from a file: {from_file}");
        run(&mut window, Command::UNDO);
        assert_eq!(titles(&window).len(), 1, "one step");
    }
}

#[test]
fn levels_of_another_pack_are_added_from_its_file() {
    let (_folder, path) = pack_of(2);
    let (_other, from) = sample_of("sudoku", "Four by four");
    let mut window = Window::open(&path, None);
    run(&mut window, Command::ADD_LEVELS);
    // There is no desktop dialog here: the path is typed.
    window.until_called("Path");
    let role = egui::accesskit::Role::TextInput;
    window.harness.get_by_role_and_label(role, "Path").focus();
    window.steps(2);
    window.key(Modifiers::COMMAND, Key::A);
    window.harness.event(egui::Event::Text(from.display().to_string()));
    window.steps(2);
    window.click("Open");
    window.until("the levels are there", |app| app.state.history().pack().levels.len() == 3);
    assert_eq!(titles(&window)[1], "Four by four");
    assert_eq!(
        window.app().state.document.file.path(),
        Some(path.as_path()),
        "it is still this pack"
    );
    assert!(
        window.app().state.history().undo_name().is_some_and(|name| name.contains("Add levels"))
    );
}

#[test]
fn tags_author_and_collection_of_several_levels_change_in_one_step() {
    let (_folder, mut window) = opened(pack_of(3));
    state(&mut window).edit_pack("tags", |pack| {
        for level in &mut pack.levels {
            Arc::make_mut(level).tags = vec!["old".to_owned(), "kept".to_owned()];
        }
    });
    let ids: Vec<_> =
        window.app().state.history().pack().levels.iter().take(2).map(|l| l.id).collect();
    state(&mut window).document.choice.these(ids);
    run(&mut window, Command::LABEL_LEVELS);
    window.until_says(&labelling::words::of_levels(2));
    window.click(&labelling::words::tag("old", 2));
    window.click("Change the collection");
    let field = |window: &Window, name: &str| {
        window.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, name).focus();
    };
    for (name, words) in [("Add tags", "easy, kept"), ("Collection", "mirrors")] {
        field(&window, name);
        window.steps(2);
        window.harness.event(egui::Event::Text(words.to_owned()));
        window.steps(2);
    }
    window.click("Change");
    let levels = window.app().state.history().pack().levels.clone();
    for level in &levels[..2] {
        assert_eq!(level.tags, ["kept", "easy", "collection:mirrors"]);
    }
    assert_eq!(levels[2].tags, ["old", "kept"]);
    run(&mut window, Command::UNDO);
    assert_eq!(window.app().state.history().pack().levels[0].tags, ["old", "kept"]);
}

#[test]
fn a_click_in_the_history_goes_back_and_forth() {
    let (_folder, mut window) = opened(pack_of(1));
    for title in ["one", "two", "three"] {
        state(&mut window).edit(format!("call it {title}"), |level| level.title = title.into());
    }
    run(&mut window, Command::HISTORY);
    window.click(&history::words::step(1, "call it one"));
    assert_eq!(window.level().title, "one");
    window.click(&history::words::step(3, "call it three"));
    assert_eq!(window.level().title, "three");
    window.click("As it was opened");
    assert!(window.app().state.history().is_saved());
    assert_eq!(window.app().state.history().undone().len(), 3);
}

#[test]
fn a_new_pack_has_the_game_size_and_title_that_were_chosen() {
    let (_folder, path) = pack_of(2);
    let mut window = Window::open(&path, None);
    run(&mut window, Command::NEW);
    window.click(&games::words::card("Sudoku"));
    let is_list = egui::accesskit::Role::ComboBox;
    let sizes = window
        .harness
        .get_by(|node| node.role() == is_list && node.value().is_some_and(|value| value == "9×9"));
    sizes.click();
    window.steps(3);
    window.click("4×4");
    let role = egui::accesskit::Role::TextInput;
    window.harness.get_by_role_and_label(role, "Title of the pack").focus();
    window.steps(2);
    window.harness.event(egui::Event::Text("Mine".to_owned()));
    window.steps(2);
    window.click("Create");
    window.until("the pack is there", |app| app.state.document.file.path().is_none());
    let pack = window.app().state.history().pack();
    assert_eq!((pack.title.as_str(), pack.levels.len()), ("Mine", 1));
    assert_eq!((window.level().game.as_str(), window.level().board.cols), ("sudoku", 4));
    assert!(window.app().state.history().is_saved(), "nothing of it could be lost");
}

#[test]
fn a_new_pack_is_searched_for_and_made_by_typing_alone() {
    let (_folder, path) = pack_of(2);
    let mut window = Window::open(&path, None);
    let type_text = |window: &mut Window, text: &str| {
        window.harness.event(egui::Event::Text(text.to_owned()));
        window.steps(3);
    };
    run(&mut window, Command::NEW);
    window.steps(3);
    type_text(&mut window, "nosuchgame");
    window.plain(Key::Enter);
    assert_eq!(window.level().game, "refraction", "nothing is shown, so nothing is made");
    window.plain(Key::Escape);
    run(&mut window, Command::NEW);
    window.steps(3);
    // The name that begins so goes before another one that has it.
    type_text(&mut window, "snake");
    window.plain(Key::Enter);
    window.until("the pack is there", |app| app.state.document.file.path().is_none());
    assert_eq!(window.level().game, "snake");
    assert!(window.level().board.cols > 4, "with the size of its boards");
}

#[test]
fn the_last_saves_can_be_restored_and_that_can_be_undone() {
    let (folder, path) = pack_of(3);
    let data = folder.path().join("data");
    let folders = Folders { config: folder.path().join("config"), data };
    let mut window = Window::open(&path, Some(folders));
    let saved = |app: &App| app.state.history().is_saved();
    for title in ["first save", "second save"] {
        state(&mut window).edit_pack("change", |pack| {
            pack.title = title.to_owned();
            pack.levels.pop();
        });
        run(&mut window, Command::SAVE);
        window.until("it is saved", saved);
    }
    // Copies are kept after the saves, and the window reads what is there when it opens.
    window.until("both are kept", |app| {
        let root = app.state.chrome.folder.as_deref().expect("a folder");
        foolproof::editor::files::vault::saves(root, &path).len() == 2
    });
    run(&mut window, Command::RESTORE_BACKUP);
    window.until_so("both saves", |window| {
        let rows = window.harness.query_all_by(|node| {
            node.label().is_some_and(|label| label.starts_with("Restore the save of"))
        });
        rows.count() == 2
    });
    let rows = window.harness.query_all_by(|node| {
        node.label().is_some_and(|label| label.starts_with("Restore the save of"))
    });
    rows.last().expect("the older one").click();
    window.steps(4);
    let pack = window.app().state.history().pack();
    assert_eq!((pack.title.as_str(), pack.levels.len()), ("first save", 2));
    assert_eq!(window.app().state.document.file.path(), Some(path.as_path()));
    run(&mut window, Command::UNDO);
    let pack = window.app().state.history().pack();
    assert_eq!((pack.title.as_str(), pack.levels.len()), ("second save", 1));
}

#[test]
fn duplicates_are_found_ticked_and_deleted_in_one_step() {
    let (_folder, mut window) = opened(pack_of(3));
    run(&mut window, Command::FIND_DUPLICATES);
    window.until_says("No two levels are the same, even turned or mirrored.");
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    state(&mut window).edit_pack("mirror", |pack| {
        let turn = foolproof::game::Turn::MirrorRows;
        let mut level =
            foolproof::game::turned_level(&*game, &pack.levels[1], turn).expect("mirrored");
        (level.id, level.title) = (Default::default(), "Mirrored".to_owned());
        pack.levels.push(Arc::new(level));
    });
    window.until_says(&duplicates::words::found(1));
    assert!(window.says("the same, turned or mirrored"));
    window.click(&duplicates::words::tick("Level 4: Mirrored"));
    window.click(&duplicates::words::delete(1));
    assert_eq!(titles(&window).len(), 3);
    window.until_says("No two levels are the same, even turned or mirrored.");
    run(&mut window, Command::UNDO);
    assert_eq!(titles(&window).len(), 4);
}

#[test]
fn two_levels_and_a_level_and_its_saved_state_are_compared() {
    let (_folder, mut window) = opened(pack_of(2));
    let site = {
        let (site, _) = window.level().marks().next().expect("a mark");
        site
    };
    state(&mut window).edit("take it off", |level| level.set(site, Default::default()));
    run(&mut window, Command::COMPARE_SAVED);
    window.until_called(words::SAVED);
    window.until_says(&words::marks(1));
    assert!(window.says(&text::capital(&site.name())));
    run(&mut window, Command::UNDO);
    window.until_says(words::SAME);
    window.plain(Key::Escape);
    let ids: Vec<_> = window.app().state.history().pack().levels.iter().map(|l| l.id).collect();
    state(&mut window).document.choice.these(ids);
    run(&mut window, Command::COMPARE_LEVELS);
    let second = format!("Level 2: {}", titles(&window)[1]);
    let named = |window: &Window| window.harness.query_all_by_label(&second).count();
    assert!(named(&window) > 1, "in the list and beside the other");
    assert!(!window.says(words::SAME));
}

#[test]
fn a_pack_that_expects_nothing_of_its_sudokus_says_so_and_is_put_right_in_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.json");
    let text = r#"{ "foolproof": 1, "levels": [ { "game": "sudoku",
        "board": { "cols": 4, "rows": 4 }, "painted": { "cell(0,0)": "1" },
        "policy": { "solvable": "yes", "unique": "any", "shortcut_free": "yes" } } ] }"#;
    std::fs::write(&path, text).expect("written");
    let mut window = Window::open(&path, None);
    window.until_said("1 level expects nothing about the number of solutions; one is usual");
    window.finding(Topic::UNIQUE);
    assert!(!window.says("This level should have one solution only."));
    run(&mut window, Command::EXPECT_ONE);
    assert_eq!(window.level().policy.unique, None);
    window.until_says("This level should have one solution only.");
    run(&mut window, Command::UNDO);
    assert_eq!(window.level().policy.unique, Some(Expect::Any));
    // Where they differ, and what would tell them apart.
    run(&mut window, Command::BLAME);
    window.until_says("They differ in");
}

#[test]
fn an_empty_board_shows_no_bad_news() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("empty.json");
    let text = r#"{ "foolproof": 1, "levels": [ { "game": "penguin_push",
        "board": { "cols": 4, "rows": 4 } } ] }"#;
    std::fs::write(&path, text).expect("written");
    let mut window = Window::open(&path, None);
    window.unfold();
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Refuted);
    window.until_says("Nothing is placed yet");
    window.until_says(text::NOTHING_ASKED);
    assert!(!window.says("This level has no solution."));
}
