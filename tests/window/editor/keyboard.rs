//! Who has the keyboard: typing in an open dialog or window does not reach the board.

use crate::commands::*;
use foolproof::editor::session::command::{Command, Entry, Menu};
use foolproof::editor::session::window::WindowStand;
use foolproof::level::Spot;
use foolproof::slices;
use foolproof::slices::play::window as play;

use foolproof::editor::session::chrome::WindowEffect;

use super::*;

/// Keys that the table of commands gives a meaning without Ctrl, and digits and letters beside; not
/// those that answer dialogs, and not F1 to F9.
fn single_keys() -> Vec<(Modifiers, Key)> {
    let answers = [Key::Escape, Key::Enter, Key::Tab];
    let table = slices::all().features().commands.into_iter().flat_map(|entry| entry.keys);
    let table = table.map(|key| (key.modifiers, key.logical_key));
    let more = [Key::Num1, Key::Num9, Key::Z, Key::D, Key::Space].map(|key| (Modifiers::NONE, key));
    table
        .chain(more)
        .filter(|(modifiers, key)| !modifiers.command && !answers.contains(key))
        .filter(|(_, key)| !(key.name().starts_with('F') && key.name().len() > 1))
        .collect()
}

fn spots(window: &Window) -> Vec<(Site, Spot)> {
    window.level().spots().map(|(site, spot)| (site, spot.clone())).collect()
}

fn run(window: &mut Window, command: Command) {
    window.harness.state_mut().as_mut().expect("the window").state.run(command);
    window.steps(3);
}

/// Types every key, and what it writes.
fn type_all(window: &mut Window) {
    for (modifiers, key) in single_keys() {
        window.harness.key_press_modifiers(modifiers, key);
        let text = key.name().to_lowercase();
        if text.len() == 1 {
            window.harness.event(egui::Event::Text(text));
        }
    }
    window.steps(3);
}

/// Opens a level, with a mark selected that is not locked, and the board in front.
fn with_selection(game: &str, title: &str) -> (tempfile::TempDir, Window) {
    let (folder, mut window) = opened(sample_of(game, title));
    let marks: Vec<Site> = window.level().marks().map(|(site, _)| site).collect();
    let site = marks.into_iter().find(|site| site.place == Place::Cell);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[site.expect("a mark")]);
    (folder, window)
}

/// The commands that open something here, as they stand in the table.
fn openers(window: &mut Window) -> Vec<Command> {
    let all: Vec<Command> =
        slices::all().features().commands.iter().map(|entry| entry.command).collect();
    let mut found = Vec::new();
    for command in all.into_iter().filter(|command| *command != Command::QUIT) {
        let state = &mut window.harness.state_mut().as_mut().expect("the window").state;
        let before = (state.history().revision(), state.chrome.is_playing());
        state.run(command);
        if state.chrome.close() {
            found.push(command);
        }
        while state.history().revision() != before.0 && state.history().undo_name().is_some() {
            state.undo();
            if state.history().revision() <= before.0 {
                break;
            }
        }
        if state.chrome.is_playing() != before.1 {
            play::leave(state);
        }
        state.chrome.take_effects();
    }
    found
}

#[test]
fn what_is_typed_in_a_dialog_does_not_reach_the_board() {
    for (game, title) in [("refraction", "First light"), ("sudoku", "Four by four")] {
        let openers = openers(&mut with_selection(game, title).1);
        assert!(openers.len() >= 7, "{openers:?}");
        let (_folder, mut window) = with_selection(game, title);
        for command in openers {
            let before = spots(&window);
            run(&mut window, command);
            let dialog = window.app().state.chrome.window();
            if dialog.is_some_and(|dialog| dialog.stand == WindowStand::Beside) {
                window.plain(Key::Escape);
                continue;
            }
            assert!(dialog.is_some(), "{command:?} opens nothing");
            type_all(&mut window);
            assert!(spots(&window) == before, "{game}: with {command:?} open the board changed");
            assert!(!window.app().state.chrome.is_playing(), "{command:?}");
            for _ in 0..4 {
                window.plain(Key::Escape);
                if window.app().state.chrome.window().is_none() {
                    break;
                }
            }
            assert_eq!(window.app().state.chrome.window(), None, "Escape closes {command:?}");
            // The board has not changed: what was selected still is.
            if window.app().state.board.selection.is_empty() {
                let site = before[0].0;
                window.stroke(PointerButton::Primary, &[site]);
            }
        }
    }
}

#[test]
fn a_question_has_all_keys() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    window.plain(Key::L);
    let before = spots(&window);
    let state = &mut window.harness.state_mut().as_mut().expect("the window").state;
    state.chrome.request(WindowEffect::New(Box::default()));
    window.until_says("Save the changes");
    type_all(&mut window);
    window.key(Modifiers::COMMAND, Key::D);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(spots(&window) == before, "behind the question whether to save the board changed");
    assert_eq!(window.app().state.history().pack().levels.len(), 1);
}

#[test]
fn a_board_in_play_hears_nothing_either() {
    let (_folder, mut window) = with_selection("sudoku", "Four by four");
    window.plain(Key::F5);
    for key in [Key::ArrowRight, Key::ArrowDown] {
        window.plain(key);
    }
    let state = &mut window.harness.state_mut().as_mut().expect("the window").state;
    play::session_mut(state).expect("play").freely = true;
    for command in [Command::COMMAND_PALETTE, Command::SHORTCUTS, Command::RULES] {
        run(&mut window, command);
        type_all(&mut window);
        let session = play::session(&window.app().state).expect("still in play");
        assert!(session.play.is_empty() && session.past.is_empty(), "{command:?}");
        window.plain(Key::Escape);
        assert_eq!(window.app().state.chrome.window(), None, "{command:?}");
        assert!(window.app().state.chrome.is_playing(), "Escape closes {command:?}, not the play");
    }
}

/// A window that is read can stay open while the board is worked on, once the board is clicked; one
/// that stands beside the board takes no keys from it.
#[test]
fn a_click_gives_the_keys_back_to_the_board() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    let site = window.app().state.board.selection.iter().next().copied().expect("a selection");
    // So that the site lies beside the window.
    run(&mut window, Command::ZOOM_IN);
    run(&mut window, Command::RULES);
    window.plain(Key::L);
    assert_eq!(window.level().hold(site), Hold::Painted);
    window.stroke(PointerButton::Primary, &[site]);
    window.plain(Key::L);
    assert_eq!(window.level().hold(site), Hold::Locked);
}

/// Beams flow for a moment after a change, and then the window rests.
#[test]
fn a_window_in_which_nothing_happens_rests() {
    for game in foolproof::built_in().all() {
        let id: &str = &game.about().id;
        let pack = Pack::from_json(&game.sample()).expect("the sample pack");
        let title = pack.levels.first().expect("a level").title.clone();
        let (_folder, path) = sample_of(id, &title);
        let mut window = Window::open_moving(&path);
        window.until("all questions are answered", |app| {
            let level = app.state.level().expect("a level");
            app.state.findings.knowledge.current(level, foolproof::solver::MARKS).is_some()
                && !app.state.findings.knowledge.is_asking(app.state.level_id())
        });
        let delay = |window: &Window| {
            let output = window.harness.output();
            output.viewport_output.values().map(|view| view.repaint_delay).min().expect("a view")
        };
        for _ in 0..80 {
            window.steps(1);
        }
        assert!(delay(&window) > Duration::from_millis(400), "{id}: {:?}", delay(&window));
    }
}

/// What keys must not change behind a menu or a window: the board, the pack, and which level it is.
fn kept(window: &Window) -> (Vec<(Site, Spot)>, usize, u64, foolproof::level::Revision) {
    let state = &window.app().state;
    let levels = state.history().pack().levels.len();
    (spots(window), levels, state.level_id().0, state.history().revision())
}

/// Keys that change the level or the pack when the board has them.
const CHANGING: [(Modifiers, Key); 9] = [
    (Modifiers::NONE, Key::Delete),
    (Modifiers::NONE, Key::X),
    (Modifiers::NONE, Key::L),
    (Modifiers::SHIFT, Key::R),
    (Modifiers::SHIFT, Key::H),
    (Modifiers::COMMAND, Key::D),
    (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::N),
    (Modifiers::COMMAND, Key::N),
    (Modifiers::COMMAND, Key::I),
];

fn changes_nothing(window: &mut Window, behind: &str) {
    let (before, document) = (kept(window), window.app().state.document.file.document);
    for (modifiers, key) in CHANGING {
        window.key(modifiers, key);
        assert!(kept(window) == before, "{behind}: {modifiers:?} {key:?} changed something");
        assert_eq!(
            window.app().state.document.file.document,
            document,
            "{behind}: {modifiers:?} {key:?}"
        );
    }
}

#[test]
fn behind_an_open_menu_nothing_changes() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    for menu in ["File", "Help"] {
        window.click(menu);
        assert!(egui::Popup::is_any_open(&window.harness.ctx), "{menu} is open");
        changes_nothing(&mut window, menu);
        window.plain(Key::Escape);
        assert!(!egui::Popup::is_any_open(&window.harness.ctx), "{menu} is closed");
    }
    // A menu under the pointer.
    let level = window.harness.query_all_by_label_contains("First light").next();
    level.expect("the level in the list").click_secondary();
    window.steps(4);
    assert!(egui::Popup::is_any_open(&window.harness.ctx), "the level's menu is open");
    changes_nothing(&mut window, "the level's menu");
    window.plain(Key::Escape);
    // Then the board has its keys again.
    let before = kept(&window);
    window.key(Modifiers::COMMAND, Key::D);
    assert!(kept(&window) != before);
}

#[test]
fn behind_a_window_nothing_changes_and_looking_goes_on() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    for command in [Command::SHORTCUTS, Command::RULES, Command::SOLUTIONS, Command::EDIT_CONCEPT] {
        run(&mut window, command);
        changes_nothing(&mut window, &format!("{command:?}"));
        let panel =
            window.app().state.chrome.side(foolproof::editor::session::chrome::PanelSide::Left);
        window.plain(Key::F7);
        assert_ne!(
            window.app().state.chrome.side(foolproof::editor::session::chrome::PanelSide::Left),
            panel
        );
        window.plain(Key::F7);
        assert!(window.app().state.chrome.window().is_some(), "{command:?} is still open");
        window.plain(Key::Escape);
        assert_eq!(window.app().state.chrome.window(), None);
    }
    // Work can be saved and taken back wherever the eye is.
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(window.app().state.history().pack().levels.len(), 2);
    run(&mut window, Command::RULES);
    window.key(Modifiers::COMMAND, Key::S);
    window.until("it is saved", |app| app.state.history().is_saved());
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().state.history().pack().levels.len(), 1);
}

#[test]
fn while_a_text_is_typed_the_pack_stays_as_it_is() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    window.harness.get_by_label("Title").focus();
    window.steps(3);
    assert!(window.harness.ctx.text_edit_focused());
    let before = kept(&window);
    window.key(Modifiers::COMMAND, Key::D);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(kept(&window) == before);
    // Another pack can be begun, which asks for its game first.
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.app().state.chrome.window().is_some());
    assert!(kept(&window) == before);
}

/// A window beside the board leaves it the keys, unless something in the window has the focus.
#[test]
fn a_window_beside_the_board_has_keys_while_it_has_the_focus() {
    for (game, title, command, button) in [
        ("sudoku", "Four by four", Command::PROOF_PATH, Some("Next step (Right)")),
        ("linjat", "Loose ends", Command::DEDUCTION, Some("Next step (Right)")),
        ("penguin_push", "", Command::STATE_GRAPH, None),
    ] {
        let title = match title {
            "" => first_title(game),
            title => title.to_owned(),
        };
        let (_folder, mut window) = with_selection(game, &title);
        run(&mut window, command);
        window.steps(10);
        let before = kept(&window);
        if ![Command::DEDUCTION, Command::PROOF_PATH].contains(&command) {
            // Nothing in it has the focus: the board hears its keys, in sight of the window.
            window.plain(Key::L);
            assert!(kept(&window) != before, "{command:?}");
            window.key(Modifiers::COMMAND, Key::Z);
            run(&mut window, command);
        }
        match button {
            Some(button) => {
                window.until_called(button);
                window.harness.get_by_label(button).focus();
            }
            None => focus_within(&mut window),
        }
        window.steps(3);
        assert!(window.app().state.chrome.window().is_some(), "{command:?} is open");
        changes_nothing(&mut window, &format!("{command:?}"));
    }
}

fn first_title(game: &str) -> String {
    let pack = Pack::from_json(&foolproof::built_in().by_id(game).expect("a game").sample())
        .expect("a pack");
    pack.levels.first().expect("a level").title.clone()
}

/// Gives the focus to the button that closes the window.
fn focus_within(window: &mut Window) {
    window.harness.get_by_label("Close window").focus();
}

/// The window's own events for a key that goes down or up.
fn key_event(key: Key, pressed: bool, modifiers: Modifiers) -> egui::Event {
    egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
}

fn focused(window: &Window) -> Option<egui::Response> {
    let context = &window.harness.ctx;
    context.memory(|memory| memory.focused()).and_then(|id| context.read_response(id))
}

fn title_has_focus(window: &Window, title: &str) -> bool {
    let named = window.harness.query_all_by_label(title).next().expect("a menu");
    focused(window).is_some_and(|focused| named.rect().contains(focused.rect.center()))
}

#[test]
fn alt_and_a_letter_open_a_menu_and_edit_nothing() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    let before = kept(&window);
    for (key, line) in [(Key::F, "Restore a backup"), (Key::L, "Duplicate"), (Key::E, "Undo")] {
        window.key(Modifiers::ALT, key);
        assert!(egui::Popup::is_any_open(&window.harness.ctx), "Alt+{key:?}");
        assert!(window.says(line), "Alt+{key:?}");
        assert!(kept(&window) == before, "Alt+{key:?} changed something");
        window.plain(Key::Escape);
        assert!(!egui::Popup::is_any_open(&window.harness.ctx));
    }
    // With Alt, no letter is a command's but those that say so.
    for key in [Key::F, Key::L, Key::X, Key::O, Key::B] {
        window.key(Modifiers::ALT, key);
        window.plain(Key::Escape);
        window.plain(Key::Escape);
        assert!(spots(&window) == before.0, "Alt+{key:?}");
        with_select_tool(&mut window);
    }
}

fn with_select_tool(window: &mut Window) {
    let site = spots(window)[0].0;
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[site]);
    window.steps(2);
}

#[test]
fn arrows_go_from_menu_to_menu_and_enter_does_the_line_with_the_focus() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    window.key(Modifiers::ALT, Key::L);
    window.steps(3);
    window.plain(Key::ArrowRight);
    window.steps(3);
    assert!(window.says("Find the conflict"), "the menu beside it is open");
    window.plain(Key::ArrowLeft);
    window.steps(3);
    assert!(window.says("Resize the board"), "and back");
    // The first line has the focus: it adds a level.
    assert!(focused(&window).is_some());
    let levels = window.app().state.history().pack().levels.len();
    window.plain(Key::Enter);
    assert_eq!(window.app().state.history().pack().levels.len(), levels + 1, "a new level");
}

#[test]
fn f10_and_alt_alone_go_to_the_first_menu() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    window.plain(Key::F10);
    assert!(title_has_focus(&window, "File"));
    window.plain(Key::ArrowRight);
    assert!(title_has_focus(&window, "Edit"));
    window.plain(Key::ArrowDown);
    window.steps(3);
    assert!(egui::Popup::is_any_open(&window.harness.ctx) && window.says("History"));
    window.plain(Key::Escape);
    window.plain(Key::Escape);
    let alt = |window: &mut Window, between: Option<egui::Event>| {
        window.harness.event(key_event(Key::AltLeft, true, Modifiers::ALT));
        between.into_iter().for_each(|event| window.harness.event(event));
        window.harness.event(key_event(Key::AltLeft, false, Modifiers::NONE));
        window.steps(3);
    };
    alt(&mut window, Some(key_event(Key::N, true, Modifiers::ALT)));
    assert!(focused(&window).is_none_or(|focused| focused.rect.top() > 40.0), "Alt+N is no Alt");
    alt(&mut window, None);
    assert!(title_has_focus(&window, "File"));
    alt(&mut window, None);
    assert!(!title_has_focus(&window, "File"), "again, it leaves the menus");
}

#[test]
fn space_and_drag_move_the_board_and_space_alone_paints() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    window.brush("blocker");
    let free = Site::cell(2, 5);
    window.stroke(PointerButton::Primary, &[free]);
    window.key(Modifiers::COMMAND, Key::Z);
    let (before, view) = (kept(&window), window.app().state.board.view());
    let at = window.at(free);
    window.harness.event(key_event(Key::Space, true, Modifiers::NONE));
    window.steps(2);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for _ in 0..2 {
        window.harness.hover_at(at);
        window.steps(1);
        window.harness.event(button(at, true));
        window.steps(2);
        window.harness.hover_at(at + egui::vec2(40.0, 20.0));
        window.steps(2);
        window.harness.event(button(at + egui::vec2(40.0, 20.0), false));
        window.steps(2);
    }
    window.harness.event(key_event(Key::Space, false, Modifiers::NONE));
    window.steps(3);
    let moved = window.app().state.board.view().pan - view.pan;
    assert_eq!(moved, egui::vec2(80.0, 40.0), "both drags moved the board");
    assert!(kept(&window) == before, "nothing was painted");
    window.harness.event(key_event(Key::Space, true, Modifiers::NONE));
    window.steps(2);
    window.harness.event(key_event(Key::Space, false, Modifiers::NONE));
    window.steps(3);
    assert_eq!(window.mark(free).as_deref(), Some("blocker"), "alone it paints at the cursor");
}

/// Tab goes through the window, and every place that it stops at is in sight.
#[test]
fn tab_leaves_the_board_and_stops_only_at_what_is_in_sight() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.json");
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    Pack::from_json(&game.sample()).expect("the sample pack").save(&path).expect("saved");
    let mut window = Window::open(&path, None);
    let first = spots(&window)[0].0;
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[first]);
    let cursor = window.app().state.board.cursor;
    let places = window.app().places();
    let (left, right) = (places.left.expect("it"), places.right.expect("it"));
    let (mut stops, mut rows) = (0, 0);
    let mut sides = [false; 2];
    for _ in 0..120 {
        window.harness.key_press(Key::Tab);
        window.steps(2);
        let Some(focused) = focused(&window) else { continue };
        stops += 1;
        let at = focused.rect.center();
        sides[0] |= left.contains(at);
        sides[1] |= right.contains(at);
        rows += usize::from(window.app().state.document.choice.has_keys);
        assert_eq!(window.app().state.board.cursor, cursor, "Tab is no key of the board");
    }
    assert!(stops > 20 && sides == [true; 2], "{stops} stops, {sides:?}");
    assert!(rows > 0 && rows < 6, "the list is one stop of each round, not {rows}");
}

#[test]
fn f6_goes_from_part_to_part() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    let places = window.app().places();
    let within = |window: &Window, part: Option<egui::Rect>| {
        let part = part.expect("the part is shown");
        focused(window).is_some_and(|focused| part.contains(focused.rect.center()))
    };
    window.plain(Key::F6);
    assert!(within(&window, places.right), "from the board to the verdict");
    window.plain(Key::F6);
    assert!(window.app().state.document.choice.has_keys, "on to the levels");
    window.plain(Key::F6);
    assert!(foolproof::editor::board::canvas::is_chosen(&window.harness.ctx), "and to the board");
    window.key(Modifiers::SHIFT, Key::F6);
    assert!(within(&window, places.left), "and back");
}

/// A slow machine hears several keys in one frame.
#[test]
fn what_is_typed_right_after_the_palette_was_called_is_for_the_palette() {
    let (_folder, mut window) = with_selection("refraction", "First light");
    let before = kept(&window);
    let events = &mut window.harness.input_mut().events;
    events.push(key_event(Key::K, true, Modifiers::COMMAND));
    events.push(key_event(Key::K, false, Modifiers::COMMAND));
    for key in [Key::X, Key::L] {
        events.push(key_event(key, true, Modifiers::NONE));
        events.push(egui::Event::Text(key.name().to_lowercase()));
        events.push(key_event(key, false, Modifiers::NONE));
    }
    window.steps(4);
    assert!(window.app().state.chrome.window().is_some(), "the palette is open");
    assert!(kept(&window) == before, "the board heard it");
    assert!(window.says("xl"), "the palette did not");
}

#[test]
fn repair_has_a_key_and_says_when_there_is_nothing_to_repair() {
    let (_folder, mut window) = opened(sample("A hole in the wall"));
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Refuted);
    window.key(Modifiers::COMMAND, Key::R);
    window.until("a repair is offered", |app| completing::proposal_of(&app.state).is_some());
    window.click("Accept");
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    window.key(Modifiers::COMMAND, Key::R);
    assert!(window.says("There is nothing to repair"));
}

#[test]
fn the_sheet_of_keys_has_those_of_the_game_alone() {
    for (game, title, own, other) in [
        ("refraction", "First light", "Pieces: take off", "Digits: fill in"),
        ("sudoku", "Four by four", "Digits: fill in", "Pieces: take off"),
    ] {
        let (_folder, mut window) = with_selection(game, title);
        run(&mut window, Command::SHORTCUTS);
        window.steps(3);
        assert_eq!((window.says(own), window.says(other)), (true, false), "{game}");
    }
}

#[test]
fn a_tool_does_not_survive_into_a_game_that_lacks_it() {
    use foolproof::editor::board::tool::Tool;
    let (_folder, mut window) = with_selection("sudoku", "Four by four");
    run(&mut window, Command::TOOL_ARGUE);
    assert_ne!(window.app().state.board.tool, Tool::SELECT);
    let games = foolproof::built_in();
    let other = games.by_id("refraction").expect("a game");
    window.state().add_level_of(&*other);
    window.steps(2);
    assert_eq!(window.app().state.board.tool, Tool::SELECT);
    // A new pack begins with a click that paints nothing.
    run(&mut window, Command::TOOL_PAINT);
    let pack = Pack::from_json(&other.sample()).expect("a pack");
    window.state().set_pack(pack, None);
    assert_eq!(window.app().state.board.tool, Tool::SELECT);
}

#[test]
fn menus_are_short() {
    let (_folder, mut window) = opened(sample("First light"));
    for game in foolproof::built_in().all() {
        let state = window.state();
        state.add_level_of(&*game);
        let is_in = |entry: &&Entry| !matches!(entry.menu, Menu::Settings | Menu::Board);
        let listed = state.commands().iter().filter(is_in).filter(|entry| entry.is_listed(state));
        assert!(listed.count() + 5 <= 80, "{}, with five submenus", game.about().name);
    }
}
