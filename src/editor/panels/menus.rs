//! The menus: from the table of commands, opened by the pointer, by Alt and a letter, or by F10.

use foolproof_games::{LibraryShelf, own::GameTemplate};
use std::sync::Arc;

use egui::containers::menu::MenuButton;
use egui::{
    Button, Context, Event, FocusDirection, Id, Key, Modifiers, Popup, Response, RichText, Ui,
};

use crate::files;
use crate::kit::icon::Icon;
use crate::kit::theme::{self, Role, Theme};
use crate::kit::toasts::ToastTone;
use crate::session::chrome::Chrome;
use crate::session::chrome::WindowEffect;
use crate::session::command::{Command, Entry, Menu};
use crate::session::document::Document;
use crate::session::state::State;
use crate::text;
use foolproof_game::Game;
use foolproof_level::Pack;

/// Distance between the end of a menu and the rim of the window, including the menu's own rim, in points.
const MENU_RIM: f32 = 26.0;
/// Room for a tick at the left of a menu's line.
const TICK: f32 = 22.0;

/// Requests of the keyboard to the menus, and the state of the menus when they were last drawn.
#[derive(Clone, Default)]
struct MenuKeys {
    opens: Option<Menu>,
    /// The title that takes the focus.
    enters: Option<Menu>,
    /// The first line takes the focus when it is drawn.
    first_line: bool,
    /// Alt is held, and nothing else was pressed since it went down.
    alt_alone: bool,
    titles: Vec<(Menu, Id)>,
    open: Option<Menu>,
    /// The focused line opens a submenu.
    opens_further: bool,
}

/// Position of the focus in the menus.
struct MenuFocus {
    title: Option<Menu>,
    /// On a title, in the open menu or nowhere, and not in a submenu.
    walks: bool,
    further: bool,
}

fn with_keys<R>(context: &Context, work: impl FnOnce(&mut MenuKeys) -> R) -> R {
    let place = Id::unique("keys of the menus");
    context.data_mut(|data| work(data.get_temp_mut_or_default::<MenuKeys>(place)))
}

/// Returns the letter that opens a menu together with Alt: the first of its name.
fn letter(menu: Menu) -> Option<Key> {
    Key::from_name(menu.name().get(..1)?)
}

/// Returns the neighbouring menu, wrapping around.
fn beside(menu: Menu, forwards: bool) -> Menu {
    let all: Vec<Menu> = Menu::bar().collect();
    let at = all.iter().position(|one| *one == menu).unwrap_or(0);
    let step = if forwards { 1 } else { all.len() - 1 };
    all.get((at + step) % all.len()).copied().unwrap_or(menu)
}

impl MenuKeys {
    fn focus(&mut self, focused: Option<Id>, layer: Option<Id>) -> MenuFocus {
        let title = self.titles.iter().find(|(_, id)| Some(*id) == focused).map(|(menu, _)| *menu);
        let open = self.titles.iter().find(|(menu, _)| Some(*menu) == self.open);
        let popup = open.map(|(_, id)| popup_of(*id));
        let walks = title.is_some() || focused.is_none() || (popup.is_some() && layer == popup);
        MenuFocus { title, walks, further: std::mem::take(&mut self.opens_further) }
    }

    fn open(&mut self, menu: Menu) {
        (self.opens, self.first_line) = (Some(menu), true);
    }

    /// Handles a key press; its action takes effect when the menus are drawn. Returns whether it was for them.
    fn heed(&mut self, event: &Event, focus: &MenuFocus) -> bool {
        let Event::Key { key, pressed: true, modifiers, .. } = event else { return false };
        match (*key, *modifiers) {
            (Key::F10, Modifiers::NONE) => self.enters = Menu::bar().next(),
            (key, Modifiers::ALT) => match Menu::bar().find(|menu| letter(*menu) == Some(key)) {
                Some(menu) => self.open(menu),
                None => return false,
            },
            (Key::ArrowDown, Modifiers::NONE) => {
                match focus.title.filter(|_| self.open.is_none()) {
                    Some(menu) => self.open(menu),
                    None => return false,
                }
            }
            (Key::ArrowLeft | Key::ArrowRight, Modifiers::NONE) => {
                let forwards = *key == Key::ArrowRight;
                match (self.open, focus.title) {
                    (Some(menu), _) if focus.walks && !(focus.further && forwards) => {
                        self.open(beside(menu, forwards));
                    }
                    (None, Some(menu)) => self.enters = Some(beside(menu, forwards)),
                    _ => return false,
                }
            }
            _ => return false,
        }
        true
    }

    /// True if Alt was pressed alone and released.
    fn is_alt_alone(&mut self, event: &Event) -> bool {
        match event {
            Event::Key { key: Key::AltLeft, pressed, repeat: false, .. } => {
                let was = std::mem::replace(&mut self.alt_alone, *pressed);
                return was && !*pressed;
            }
            Event::Key { key: Key::AltLeft, .. } => {}
            Event::Key { .. }
            | Event::Text(_)
            | Event::PointerButton { .. }
            | Event::MouseWheel { .. }
            | Event::WindowFocused(_) => self.alt_alone = false,
            _ => {}
        }
        false
    }

    /// Goes to the first title, or leaves the menus.
    fn heed_alt(&mut self, focus: &MenuFocus) -> bool {
        let leaves = self.open.is_some() || focus.title.is_some();
        if !leaves {
            self.enters = Menu::bar().next();
        }
        leaves
    }
}

fn popup_of(title: Id) -> Id {
    title.with("popup")
}

/// Takes the keys that open menus, and those that go from one to the next. `able` is false while the menus
/// cannot be reached: behind a question.
pub(crate) fn keys(context: &Context, able: bool) {
    if !able {
        return with_keys(context, |keys| *keys = MenuKeys::default());
    }
    let focused = context.memory(|memory| memory.focused());
    let layer = focused.and_then(|id| context.read_response(id)).map(|found| found.layer_id.id);
    let mut events = context.input_mut(|input| std::mem::take(&mut input.events));
    let (leaves, taken) = with_keys(context, |keys| {
        let focus = keys.focus(focused, layer);
        let mut leaves = false;
        let before = events.len();
        events.retain(|event| {
            if keys.is_alt_alone(event) {
                leaves = keys.heed_alt(&focus);
            }
            !keys.heed(event, &focus)
        });
        (leaves, events.len() != before)
    });
    if taken {
        // The letter is not typed either, nor does the arrow move the focus.
        events.retain(|event| !matches!(event, Event::Text(_)));
        context.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    if leaves {
        Popup::close_all(context);
        context.memory_mut(|memory| focused.iter().for_each(|id| memory.surrender_focus(*id)));
    }
    context.input_mut(|input| input.events = events);
}

/// Shows the titles of the menus, and the open menu.
pub(crate) fn show(ui: &mut Ui, state: &mut State) {
    let context = ui.ctx().clone();
    let (opens, enters) = with_keys(&context, |keys| (keys.opens.take(), keys.enters.take()));
    let alt = context.input(|input| input.modifiers.alt);
    let (mut titles, mut open) = (Vec::new(), None);
    for kind in Menu::bar() {
        let id = ui.next_auto_id();
        if opens == Some(kind) {
            Popup::open_id(&context, popup_of(id));
        }
        let title = MenuButton::new(title_of(ui, kind, alt));
        let (response, _) = title.ui(ui, |ui| menu(ui, state, kind));
        if enters == Some(kind) {
            response.request_focus();
        }
        focused(ui, &response);
        if Popup::is_id_open(&context, popup_of(response.id)) {
            open = Some(kind);
        }
        titles.push((kind, response.id));
    }
    with_keys(&context, |keys| (keys.titles, keys.open) = (titles, open));
}

/// Returns the name of a menu; its letter is underlined while Alt is held.
fn title_of(ui: &Ui, menu: Menu, alt: bool) -> egui::text::LayoutJob {
    let mut job = egui::text::LayoutJob::default();
    let name = menu.name();
    let font = egui::TextStyle::Button.resolve(ui.style());
    let plain = egui::TextFormat::simple(font, egui::Color32::PLACEHOLDER);
    let line = egui::Stroke::new(1.0, Theme::of(ui).role(Role::Text));
    let first = match alt {
        true => egui::TextFormat { underline: line, ..plain.clone() },
        false => plain.clone(),
    };
    let (letter, rest) = name.split_at(1);
    job.append(letter, 0.0, first);
    job.append(rest, 0.0, plain);
    job
}

/// Draws a ring around a focused widget: the fill alone also marks the widget under the pointer.
fn focused(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let ring = egui::Stroke::new(1.5, Theme::of(ui).role(Role::Accent));
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(response.rect, theme::ROUND, ring, inside);
    }
}

/// Shows a line of a menu; the first one takes the focus if the keyboard opened the menu.
fn line(ui: &mut Ui, button: Button<'_>) -> Response {
    let response = ui.add(button);
    let able = ui.is_enabled() && !ui.is_sizing_pass();
    if able && with_keys(ui.ctx(), |keys| std::mem::take(&mut keys.first_line)) {
        response.request_focus();
    }
    focused(ui, &response);
    response
}

fn menu(ui: &mut Ui, state: &mut State, kind: Menu) {
    // Beneath the bar, however high a menu would like to be.
    let bar = ui.spacing().interact_size.y + theme::GAP;
    let room = ui.ctx().content_rect().height() - bar - MENU_RIM;
    from_the_top(ui, room, |ui| {
        ui.set_min_width(250.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        entries(ui, state, kind);
    });
}

/// Shows the lines of a menu in the available height; it always opens at its top.
fn from_the_top(ui: &mut Ui, room: f32, add: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("shown last");
    let pass = ui.ctx().cumulative_pass_nr();
    let last = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(id), pass));
    // egui would take the height that was enough before, and 400 points at first.
    ui.set_max_height(room.max(80.0));
    let lines = egui::ScrollArea::vertical().max_height(room.max(80.0));
    let lines = if last + 1 < pass { lines.vertical_scroll_offset(0.0) } else { lines };
    lines.show(ui, add);
}

fn entries(ui: &mut Ui, state: &mut State, kind: Menu) {
    let all = state.commands().iter();
    let mut entries: Vec<Entry> =
        all.filter(|entry| entry.menu == kind && entry.is_listed(state)).copied().collect();
    entries.sort_by_key(|entry| entry.group);
    let mut group = entries.first().map_or(0, |entry| entry.group);
    for entry in entries {
        if entry.group != group {
            ui.separator();
            group = entry.group;
        }
        item(ui, state, &entry);
        if entry.command == Command::OPEN {
            recent(ui, &mut state.chrome);
            submenu(ui, "Open a sample", |ui| {
                if let Some(game) = one_of_the_games(ui, &state.document) {
                    state
                        .chrome
                        .request(WindowEffect::OpenSample(game.about().id.clone().into_owned()));
                }
                collections(ui, state);
                sample_games(ui, state);
            });
        }
        if entry.command == Command::NEW_LEVEL {
            submenu(ui, "New level of", |ui| {
                if let Some(game) = one_of_the_games(ui, &state.document) {
                    state.add_level_of(&*game);
                }
            });
        }
    }
    if !kind.submenus().is_empty() {
        ui.separator();
    }
    for inner in kind.submenus() {
        submenu(ui, inner.name(), |ui| self::entries(ui, state, *inner));
    }
}

/// Shows a submenu; it scrolls if it is longer than the window.
fn submenu(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = TICK;
        let shown = ui.menu_button(name, |ui| {
            let room = ui.ctx().content_rect().height() - 2.0 * MENU_RIM;
            from_the_top(ui, room, add);
        });
        focused(ui, &shown.response);
        if shown.response.has_focus() {
            with_keys(ui.ctx(), |keys| keys.opens_further = true);
        }
    });
}

/// Shows further packs of the games.
fn collections(ui: &mut Ui, state: &mut State) {
    let games = state.games().all();
    let packs = games.iter().flat_map(|game| {
        let packs = game.assets().collections.iter();
        packs.map(move |(title, text)| (&game.about().name, title, text))
    });
    let packs: Vec<_> = packs.collect();
    if !packs.is_empty() {
        ui.separator();
    }
    for (game, title, text) in packs {
        if line(ui, Button::new(format!("{game}: {title}"))).clicked() {
            let pack = Pack::from_json(text).unwrap_or_default();
            state.chrome.request(WindowEffect::OpenMade(Box::new(pack)));
            ui.close();
        }
    }
}

/// Shows the sample games of designers and of PuzzleScript.
fn sample_games(ui: &mut Ui, state: &mut State) {
    let Some(library) = state.games().library() else { return };
    ui.separator();
    for kind in GameTemplate::ALL {
        let (name, _) = kind.names();
        if ui.button(text::sample_game(name, kind.is_folder())).clicked() {
            ui.close();
            match library.sample(state.games(), kind) {
                Ok(pack) => state.chrome.request(WindowEffect::OpenMade(Box::new(pack))),
                Err(why) => state.say(ToastTone::Trouble, why.to_string()),
            }
        }
    }
}

fn item(ui: &mut Ui, state: &mut State, entry: &Entry) {
    let words = match entry.command {
        Command::UNDO => with_name("Undo", state.history().undo_name(), &state.chrome),
        Command::REDO => with_name("Redo", state.history().redo_name(), &state.chrome),
        _ => entry.name.to_owned(),
    };
    let on = entry.is_checked(state);
    let keys = entry.key_words(ui.ctx()).unwrap_or_default();
    let weak = Theme::of(ui).role(Role::Weak);
    let button = Button::new(words).right_text(RichText::new(keys).small().color(weak));
    let enabled = entry.is_enabled(state);
    let response = ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = TICK;
        ui.add_enabled_ui(enabled, |ui| line(ui, button)).inner.on_hover_text(entry.tip)
    });
    let response = response.inner;
    if on == Some(true) {
        let at = response.rect.left_center() + egui::vec2(TICK / 2.0, 0.0);
        let tick = egui::Rect::from_center_size(at, egui::Vec2::splat(13.0));
        Icon::CHECK.paint(ui.painter(), tick, Theme::of(ui).role(Role::Accent));
    }
    if let Some(on) = on {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(on.into()));
    }
    if response.clicked() {
        ui.close();
        state.run(entry.command);
    }
}

fn with_name(word: &str, name: Option<&str>, chrome: &Chrome) -> String {
    match name.filter(|_| !chrome.is_playing()) {
        Some(name) => format!("{word}: {name}"),
        None => word.to_owned(),
    }
}

/// Shows the games as entries of a menu and returns the chosen one.
fn one_of_the_games(ui: &mut Ui, document: &Document) -> Option<Arc<dyn Game>> {
    let mut chosen = None;
    for game in document.games().all() {
        let about = game.about();
        if line(ui, Button::new(&*about.name)).on_hover_text(&*about.tagline).clicked() {
            ui.close();
            chosen = Some(Arc::clone(&game));
        }
    }
    chosen
}

fn recent(ui: &mut Ui, chrome: &mut Chrome) {
    let recent = chrome.settings.recent.clone();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        submenu(ui, "Open recent", |ui| {
            for path in recent {
                let name = text::name_of(&path);
                let words = match chrome.settings.is_suspect(&path) {
                    true => files::words::suspect(&name),
                    false => name,
                };
                let button = line(ui, Button::new(words));
                if button.on_hover_text(path.display().to_string()).clicked() {
                    ui.close();
                    chrome.request(WindowEffect::OpenPath(path));
                }
            }
        });
    });
}
