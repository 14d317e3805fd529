//! How the window is divided: nothing that is selected, said or opened moves or covers the rest.

use crate::commands::*;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foolproof::editor::kit::toasts::ToastTone;
use foolproof::editor::panels::sides::WindowParts;
use foolproof::editor::session::chrome::WindowEffect;
use foolproof::editor::session::command::{Command, Menu};
use foolproof::editor::session::settings::{Folders, Settings};
use foolproof::editor::session::state::State;
use foolproof::editor::{App, Options};
use foolproof::level::Site;
use foolproof::slices::bindings::words as keys;

/// The desktops on which everything has to fit; the last one has twice the scale.
const SIZES: [Vec2; 3] =
    [Vec2::new(1280.0, 800.0), Vec2::new(1024.0, 700.0), Vec2::new(640.0, 400.0)];

struct Desk(Harness<'static, Option<App>>);

impl Desk {
    /// A window on the sample pack of a game, without a solver.
    fn open(game: &str, size: Vec2, folders: Option<Folders>) -> Self {
        let harness = Harness::builder().with_size(size).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| {
                    let options = Options {
                        pack: None,
                        games: foolproof::built_in(),
                        features: foolproof::slices::all().features(),
                        engine: None,
                        engines: None,
                        folders: folders.clone(),
                        portal: None,
                    };
                    App::new(ui.ctx(), options)
                });
                app.state.chrome.settings.set_moves(false);
                app.state.chrome.welcomes = false;
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut desk = Self(harness);
        desk.steps(2);
        desk.state().chrome.request(WindowEffect::OpenSample(game.to_owned()));
        desk.steps(8);
        assert_eq!(desk.state().level().map(|level| level.game.clone()).as_deref(), Some(game));
        desk
    }

    fn steps(&mut self, steps: usize) {
        self.0.run_steps(steps);
    }

    fn state(&mut self) -> &mut State {
        &mut self.0.state_mut().as_mut().expect("the window").state
    }

    fn places(&self) -> WindowParts {
        self.0.state().as_ref().expect("the window").places()
    }

    fn run(&mut self, command: Command) {
        self.state().run(command);
        self.steps(4);
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.steps(3);
    }

    fn click(&mut self, label: &str) {
        self.0.get_by_label(label).click();
        self.steps(4);
    }

    fn rect(&self, label: &str) -> Rect {
        self.0.get_by_label(label).rect()
    }

    fn rects(&self, label: &str) -> Vec<Rect> {
        self.0.query_all_by_label_contains(label).map(|node| node.rect()).collect()
    }

    fn press(&mut self, pos: Pos2, pressed: bool) {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.0.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        self.steps(2);
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.0.hover_at(from);
        self.steps(2);
        self.press(from, true);
        for part in [0.3, 0.7, 1.0] {
            self.0.hover_at(from + (to - from) * part);
            self.steps(2);
        }
        self.press(to, false);
        self.steps(2);
    }

    /// What lies over the window: menus that are open.
    fn popups(&self) -> Vec<Rect> {
        self.0.ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids();
            let over = layers.into_iter().filter(|layer| layer.order == egui::Order::Foreground);
            over.filter_map(|layer| memory.area_rect(layer.id)).collect()
        })
    }

    fn is_menu_open(&self) -> bool {
        egui::Popup::is_any_open(&self.0.ctx)
    }

    /// A menu's title in the bar: the words may stand elsewhere, too.
    fn title(&self, menu: Menu) -> Rect {
        let named = self.0.query_all_by_label(menu.name()).map(|node| node.rect());
        named
            .min_by(|a, b| a.top().total_cmp(&b.top()).then(a.left().total_cmp(&b.left())))
            .expect("it")
    }

    fn open_menu(&mut self, menu: Menu) {
        let at = self.title(menu).center();
        self.0.hover_at(at);
        self.steps(2);
        self.press(at, true);
        self.press(at, false);
        self.steps(3);
    }

    /// The lines of the open menu that begin with a command's name; its keys follow.
    fn lines(&self, name: &str) -> Vec<Rect> {
        let popup = self.popups().first().copied().expect("a menu is open");
        let begins = |label: Option<String>| label.is_some_and(|label| label.starts_with(name));
        let nodes = self.0.query_all_by(|node| begins(node.label()));
        let rects = nodes.map(|node| node.rect());
        rects.filter(|rect| popup.x_range().contains(rect.center().x)).collect()
    }

    /// Text in a panel that does not fit its width.
    fn cut(&self, panel: Rect) -> Vec<String> {
        let in_panel =
            |rect: &Rect| rect.left() >= panel.left() && rect.right() > panel.right() + 1.0;
        let left = |rect: &Rect| rect.left() < panel.right() - 8.0 && rect.top() >= panel.top();
        let nodes = self.0.query_all_by(|node| node.label().is_some());
        nodes
            .filter(|node| in_panel(&node.rect()) && left(&node.rect()))
            .map(|node| format!("{:?} {:?}", node.accesskit_node().label(), node.rect()))
            .collect()
    }
}

#[test]
fn nothing_that_is_selected_widens_a_panel_or_is_cut_by_it() {
    for game in foolproof::built_in().all() {
        let id = game.about().id.to_string();
        for size in SIZES {
            let mut desk = Desk::open(&id, size, None);
            let before = desk.places();
            let (left, right) = (before.left.expect("it"), before.right.expect("it"));
            assert!(right.left() - left.right() >= 200.0, "{id} {size}: no board is left");
            for mark in game.palette().into_iter().flat_map(|group| group.brushes) {
                let level = desk.state().level().expect("a level").clone();
                let sites = game.layout_of(&level).sites;
                let fits = |site: &Site| game.accepts(&level.board, *site, &mark.mark).is_ok();
                let Some(site) = sites.into_iter().map(|(site, _)| site).find(fits) else {
                    continue;
                };
                desk.state().paint(site, Some(mark.mark.clone()));
                desk.state().board.selection = [site].into();
                desk.steps(2);
                assert_eq!(desk.places(), before, "{id} {size}: {}", mark.name);
                assert_eq!(desk.cut(right), [""; 0], "{id} {size}: {}", mark.name);
            }
            desk.run(Command::SELECT_ALL);
            assert_eq!(desk.places(), before, "{id} {size}: everything");
            assert_eq!(desk.cut(right), [""; 0], "{id} {size}: everything");
            assert_eq!(desk.cut(left), [""; 0], "{id} {size}");
        }
    }
}

#[test]
fn an_edge_is_dragged_and_stays_so_the_next_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders { config: folder.path().join("c"), data: folder.path().join("d") };
    let mut desk = Desk::open("sudoku", SIZES[0], Some(folders.clone()));
    let before = desk.places();
    for (edge, by) in [
        ("Width of the right panel", Vec2::new(-60.0, 0.0)),
        ("Width of the left panel", Vec2::new(30.0, 0.0)),
        ("Height of the level list", Vec2::new(0.0, 90.0)),
    ] {
        let from = desk.rect(edge).center();
        desk.drag(from, from + by);
    }
    let after = desk.places();
    let width = |rect: Option<Rect>| rect.expect("it").width();
    assert!((width(after.right) - width(before.right) - 60.0).abs() < 3.0, "{after:?}");
    assert!((width(after.left) - width(before.left) - 30.0).abs() < 3.0, "{after:?}");
    let sizes = desk.state().chrome.settings.sizes;
    desk.steps(3);
    drop(desk);
    let begun = std::time::Instant::now();
    while Settings::load(&folders).sizes != sizes {
        assert!(begun.elapsed().as_secs() < 20, "the sizes were never kept");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let desk = Desk::open("sudoku", SIZES[0], Some(folders));
    assert_eq!(desk.places(), after);
}

#[test]
fn every_menu_lies_within_the_window_and_closes_again() {
    for game in ["sudoku", "refraction"] {
        for size in &SIZES[1..] {
            let mut desk = Desk::open(game, *size, None);
            let screen = Rect::from_min_size(Pos2::ZERO, *size);
            for menu in Menu::bar() {
                let title = desk.title(menu);
                desk.open_menu(menu);
                let open = desk.popups();
                assert_eq!(open.len(), 1, "{game} {size} {menu:?}");
                assert!(screen.contains_rect(open[0]), "{game} {size} {menu:?}: {:?}", open[0]);
                assert!(open[0].top() >= title.bottom() - 4.0, "{menu:?} covers its title");
                // A second click on the title only closes it.
                let document = desk.state().history().revision();
                desk.open_menu(menu);
                assert!(!desk.is_menu_open(), "{game} {size} {menu:?}");
                assert!(
                    !desk.state().chrome.is_playing() && desk.state().chrome.window().is_none()
                );
                assert_eq!(desk.state().history().revision(), document);
                desk.open_menu(menu);
                assert!(desk.is_menu_open());
                desk.key(Modifiers::NONE, Key::Escape);
                assert!(!desk.is_menu_open(), "{menu:?} stays open on Escape");
            }
        }
    }
}

#[test]
fn a_long_menu_is_scrolled_to_its_end() {
    let mut desk = Desk::open("sudoku", SIZES[2], None);
    desk.open_menu(Menu::Edit);
    let last = "Rotate as a block";
    let screen = Rect::from_min_size(Pos2::ZERO, SIZES[2]);
    assert!(!desk.lines(last).iter().any(|line| screen.contains_rect(*line)));
    desk.0.hover_at(Pos2::new(120.0, 200.0));
    desk.steps(2);
    for _ in 0..6 {
        desk.0.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: Vec2::new(0.0, -200.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
        });
        desk.steps(4);
    }
    desk.steps(20);
    let lines = desk.lines(last);
    assert!(lines.len() == 1 && screen.contains_rect(lines[0]), "{lines:?}");
    // Whatever it was scrolled to, it opens at its top.
    desk.key(Modifiers::NONE, Key::Escape);
    desk.steps(2);
    desk.open_menu(Menu::Edit);
    desk.steps(4);
    let lines = desk.lines("Undo");
    assert!(lines.len() == 1 && screen.contains_rect(lines[0]), "{lines:?}");
}

#[test]
fn a_menu_is_as_high_as_the_window_lets_it_be() {
    for size in &SIZES[..2] {
        let mut desk = Desk::open("sudoku", *size, None);
        let (screen, last) = (Rect::from_min_size(Pos2::ZERO, *size), "Rotate as a block");
        desk.open_menu(Menu::Edit);
        desk.steps(3);
        let lines = desk.lines(last);
        assert!(lines.len() == 1 && screen.contains_rect(lines[0]), "{size}: {lines:?}");
        let popup = desk.popups()[0];
        assert!(popup.contains_rect(lines[0]), "{size}: {lines:?} beneath the fold of {popup:?}");
    }
}

#[test]
fn the_command_palette_is_high_again_after_a_search_in_vain() {
    let mut desk = Desk::open("sudoku", SIZES[0], None);
    let high = |desk: &mut Desk| {
        desk.run(Command::COMMAND_PALETTE);
        desk.steps(4);
        let found = desk.popups().into_iter().map(|rect| rect.height()).fold(0.0, f32::max);
        (found, desk.rects("Save").len())
    };
    let (before, _) = high(&mut desk);
    desk.0.event(egui::Event::Text("xqzxqz".to_owned()));
    desk.steps(4);
    desk.key(Modifiers::NONE, Key::Escape);
    let (after, _) = high(&mut desk);
    assert!(before > 300.0 && (before - after).abs() < 2.0, "{before} then {after}");
}

#[test]
fn taking_another_brush_moves_no_row_of_the_palette() {
    let mut desk = Desk::open("refraction", SIZES[0], None);
    let rows = |desk: &Desk| {
        let all = ["Brush: source", "Brush: target", "Brush: blocker", "Brush: bender"];
        all.map(|name| desk.rects(name).first().map(|rect| rect.min))
    };
    let before = rows(&desk);
    assert!(before.iter().all(Option::is_some), "{before:?}");
    for name in ["Brush: blocker", "Brush: source of 1, to the north", "Brush: target of 1"] {
        let at = desk.rects(name)[0].center();
        desk.press(at, true);
        desk.press(at, false);
        desk.steps(3);
        assert_eq!(rows(&desk), before, "{name}");
    }
}

#[test]
fn the_list_of_levels_uses_what_is_free() {
    let mut desk = Desk::open("sudoku", Vec2::new(1920.0, 1080.0), None);
    for _ in 0..12 {
        desk.run(Command::DUPLICATE_LEVEL);
    }
    desk.steps(6);
    let edge = desk.rect("Height of the level list").center().y;
    let left = desk.places().left.expect("it");
    assert!(edge - left.top() > 480.0, "the list is {} high", edge - left.top());
    let brushes = desk.rects("Brush: ");
    assert!(!brushes.is_empty() && brushes.iter().all(|rect| left.contains_rect(*rect)));
}

#[test]
fn menus_have_what_the_game_has_use_for() {
    let named = |game: &str, command: Command| {
        let mut desk = Desk::open(game, SIZES[0], None);
        let entry = desk.state().entry(command).expect("a command");
        desk.open_menu(entry.menu);
        !desk.lines(entry.name).is_empty()
    };
    assert!(named("refraction", Command::ADD_SLOT));
    assert!(!named("sudoku", Command::ADD_SLOT));
    assert!(named("sudoku", Command::PROOF_PATH));
    assert!(!named("refraction", Command::PROOF_PATH));
    assert!(!named("linjat", Command::STATE_GRAPH));
}

#[test]
fn a_menu_ticks_what_is_on() {
    let mut desk = Desk::open("sudoku", SIZES[0], None);
    desk.run(Command("panel-left"));
    desk.open_menu(Menu::View);
    let toggled = |begins: &str| {
        let named = |label: Option<String>| label.is_some_and(|label| label.starts_with(begins));
        let nodes = desk.0.query_all_by(|node| named(node.label()));
        nodes.map(|node| node.accesskit_node().toggled()).collect::<Vec<_>>()
    };
    let (on, off) = (egui::accesskit::Toggled::True, egui::accesskit::Toggled::False);
    assert_eq!(toggled("Findings and inspector "), [Some(on)]);
    assert_eq!(toggled("Levels and palette "), [Some(off)]);
}

#[test]
fn what_is_said_covers_nothing_moves_nothing_and_goes_with_the_change() {
    for size in SIZES {
        let mut desk = Desk::open("refraction", size, None);
        let sites = desk.rects("row 1, ");
        assert!(!sites.is_empty());
        desk.state().say(ToastTone::Trouble, "The disk is full.");
        desk.steps(4);
        assert_eq!(desk.rects("row 1, "), sites, "{size}: the board moved");
        let said = desk.rect("The disk is full.");
        for other in ["row ", "Show: ", "Zoom in", "Zoom out", "Brush: "] {
            for rect in desk.rects(other) {
                assert!(!rect.shrink(1.0).intersects(said), "{size}: {other} {rect:?} {said:?}");
            }
        }
        // Controls in the corners give way to the strip, and cover no cell then either.
        for corner in ["Zoom in", "Zoom out"] {
            for rect in desk.rects(corner) {
                for cell in desk.rects("row ") {
                    assert!(!cell.intersects(rect.expand(4.0)), "{size}: {corner} over {cell:?}");
                }
            }
        }
        desk.click("Dismiss");
        assert!(desk.state().chrome.toasts.all().is_empty());
        // The message about a change disappears when the change is undone.
        let site = Site::cell(0, 0);
        desk.state().say(ToastTone::Note, "Said before.");
        desk.state().paint(site, Some("blocker".parse().expect("a mark")));
        desk.state().say(ToastTone::Good, "Something was painted.");
        desk.steps(2);
        desk.run(Command::UNDO);
        let left: Vec<String> =
            desk.state().chrome.toasts.all().iter().map(|toast| toast.words.clone()).collect();
        assert_eq!(left, ["Said before."]);
    }
}

#[test]
fn three_levels_are_in_view_and_a_new_one_is_scrolled_to() {
    for size in SIZES {
        let mut desk = Desk::open("sudoku", size, None);
        let titles: Vec<String> = {
            let levels = &desk.state().history().pack().levels;
            levels
                .iter()
                .enumerate()
                .map(|(at, l)| foolproof::editor::text::level_name(at, l))
                .collect()
        };
        let edge = desk.rect("Height of the level list").center().y;
        for title in &titles[..3] {
            assert!(desk.rect(title).bottom() <= edge + 1.0, "{size}: {title} is cut");
        }
        for _ in 0..9 {
            desk.run(Command::DUPLICATE_LEVEL);
        }
        desk.steps(30);
        let id = desk.state().level_id();
        let levels = desk.state().history().pack().levels.clone();
        let at = levels.iter().position(|level| level.id == id).expect("the level");
        let name = foolproof::editor::text::level_name(at, &levels[at]);
        let row = desk.rect(&name);
        let list = desk.places().left.expect("the panel");
        assert!(row.top() >= list.top() && row.bottom() <= edge + 1.0, "{size}: {row:?} {edge}");
    }
}

#[test]
fn the_palette_has_kinds_and_the_brush_turns() {
    let mut desk = Desk::open("refraction", SIZES[0], None);
    let brush = |desk: &mut Desk| desk.state().board.brush.clone().map(|mark| mark.to_string());
    assert_eq!(desk.rects("Brush: source").len(), 1);
    desk.click("Brush: source of 1, to the north");
    assert_eq!(brush(&mut desk).as_deref(), Some("source(n,1,1)"));
    assert_eq!(desk.rects("Turn: source").len(), 4);
    desk.key(Modifiers::NONE, Key::R);
    assert_eq!(brush(&mut desk).as_deref(), Some("source(e,1,1)"));
    desk.key(Modifiers::ALT, Key::R);
    desk.key(Modifiers::ALT, Key::R);
    assert_eq!(brush(&mut desk).as_deref(), Some("source(w,1,1)"));
    desk.click("Turn: source of 1, to the south");
    assert_eq!(brush(&mut desk).as_deref(), Some("source(s,1,1)"));
    // The wheel with Alt turns it too, and does not zoom.
    let room = desk.places().room.center();
    desk.0.hover_at(room);
    desk.steps(2);
    let view = desk.state().board.view();
    desk.0.event_modifiers(
        egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: Vec2::new(0.0, -1.0),
            modifiers: Modifiers::ALT,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
        },
        Modifiers::ALT,
    );
    desk.steps(6);
    assert_eq!(brush(&mut desk).as_deref(), Some("source(w,1,1)"));
    assert_eq!(desk.state().board.view(), view);
}

#[test]
fn a_source_is_turned_by_arrows_in_the_inspector() {
    let mut desk = Desk::open("refraction", SIZES[1], None);
    let site = Site::cell(0, 0);
    desk.state().paint(site, Some("source(n,1,1)".parse().expect("a mark")));
    desk.run(Command::TOOL_SELECT);
    desk.state().board.selection = [site].into();
    desk.steps(3);
    // It may lie below what is in view, where a screen reader reaches it all the same.
    desk.0.get_by_label("source of 1, to the west").click_accesskit();
    desk.steps(4);
    let mark = desk.state().level().and_then(|level| level.mark(site).cloned());
    assert_eq!(mark.map(|mark| mark.to_string()).as_deref(), Some("source(w,1,1)"));
}

#[test]
fn the_whole_interface_is_drawn_larger_and_the_scale_is_kept() {
    let mut desk = Desk::open("linjat", SIZES[0], None);
    desk.key(Modifiers::COMMAND | Modifiers::ALT, Key::Plus);
    assert_eq!(desk.0.ctx.zoom_factor(), 1.1);
    assert_eq!(desk.state().chrome.settings.scale, 1.1);
    assert_eq!(desk.state().board.view().scale, None, "the board's own zoom stays");
    desk.key(Modifiers::COMMAND | Modifiers::ALT, Key::Num0);
    assert_eq!(desk.0.ctx.zoom_factor(), 1.0);
}

#[test]
fn keys_are_listed_changed_cleared_and_reset() {
    let mut desk = Desk::open("linjat", SIZES[1], None);
    desk.run(Command::KEYS);
    let name = desk.state().entry(Command::DUPLICATE_LEVEL).expect("a command").name;
    desk.0.get_by_label(&keys::of("Change", name)).click_accesskit();
    desk.steps(3);
    desk.key(Modifiers::ALT, Key::J);
    assert_eq!(desk.state().chrome.settings.keys["duplicate-level"], ["Alt+J"]);
    // What starts something else already is asked about first.
    desk.0.get_by_label(&keys::of("Change", name)).click_accesskit();
    desk.steps(3);
    desk.key(Modifiers::COMMAND, Key::K);
    assert_eq!(desk.state().chrome.settings.keys.len(), 1);
    desk.click("Use them here");
    assert_eq!(desk.state().chrome.settings.keys["duplicate-level"], ["Ctrl+K"]);
    assert_eq!(desk.state().chrome.settings.keys["command-palette"], ["Ctrl+Shift+P"]);
    desk.key(Modifiers::NONE, Key::Escape);
    assert_eq!(desk.state().chrome.window(), None);
    // The keys do it, and what they did before is not done.
    let before = desk.state().history().revision();
    desk.key(Modifiers::COMMAND, Key::K);
    assert_eq!(desk.state().chrome.window(), None);
    assert_ne!(desk.state().history().revision(), before);
    let shown =
        desk.state().entry(Command::DUPLICATE_LEVEL).expect("a command").key_words(&desk.0.ctx);
    assert_eq!(shown.as_deref(), Some("Ctrl+K"));
    desk.run(Command::KEYS);
    desk.0.get_by_label(&keys::of("Clear", name)).click_accesskit();
    desk.steps(3);
    assert!(desk.state().chrome.settings.keys["duplicate-level"].is_empty());
    desk.0.get_by_label(&keys::of("Reset", name)).click_accesskit();
    desk.steps(3);
    assert!(!desk.state().chrome.settings.keys.contains_key("duplicate-level"));
    desk.click("Reset all");
    assert!(desk.state().chrome.settings.keys.is_empty());
}

#[test]
fn a_key_that_needs_a_selection_says_so() {
    let mut desk = Desk::open("sudoku", SIZES[0], None);
    desk.state().board.cursor = None;
    desk.key(Modifiers::NONE, Key::L);
    desk.0.get_by_label("Select what to lock first, or take the lock tool.");
}

#[test]
fn every_window_lies_within_the_screen() {
    let of_all = [
        Command::SHORTCUTS,
        Command::RULES,
        Command::KEYS,
        Command::COMMAND_PALETTE,
        Command::EDIT_CONCEPT,
        Command::RESIZE,
        Command::SOLUTIONS,
        Command::GENERATE,
        Command::PROOF_PATH,
        Command::EXPORT_PICTURE,
        Command::BOOKLET,
        Command::EXPORT,
        Command::CHECK_PACK,
        Command::HISTORY,
        Command::FIND_DUPLICATES,
        Command::RESTORE_BACKUP,
        Command::REPLACE,
        Command::LABEL_LEVELS,
        Command::NEW,
    ];
    let own = [("linjat", Command::DEDUCTION), ("penguin_push", Command::STATE_GRAPH)];
    for (game, command) in of_all.map(|command| ("sudoku", command)).into_iter().chain(own) {
        for size in &SIZES[1..] {
            let mut desk = Desk::open(game, *size, None);
            desk.run(command);
            assert!(desk.state().chrome.window().is_some(), "{command:?} opens");
            desk.steps(8);
            let screen = Rect::from_min_size(Pos2::ZERO, *size).expand(1.0);
            let areas = desk.0.ctx.memory(|memory| {
                let layers = memory.areas().visible_layer_ids();
                let over = layers.into_iter().filter(|layer| layer.order >= egui::Order::Middle);
                over.filter_map(|layer| memory.area_rect(layer.id)).collect::<Vec<Rect>>()
            });
            for area in areas {
                assert!(screen.contains_rect(area), "{command:?} {size}: {area:?}");
            }
        }
    }
}
