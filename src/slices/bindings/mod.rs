//! Settings: a sheet of them all, and a window that lists every command with its keys and lets the designer
//! choose others.

mod settings;
pub mod words;

use crate::registry::Slices;
use egui::{Button, Context, Event, Key, KeyboardShortcut, Modifiers, RichText, ScrollArea, Ui};

use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::Chrome;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::keymap::{self, Keymap};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Bindings>().window());
}

foolproof_editor::command_names!(pub BindingsCommands, KEYS = "keys");

pub(crate) const KEYS_WINDOW: Window = Window::new("keys", WindowStand::Alone);

const COMMANDS: &[Entry] = &[
    settings::COMMAND,
    Entry::new(Command::KEYS, Menu::Settings, 3, words::COMMAND, words::TIP, |state| {
        state.chrome.open(KEYS_WINDOW)
    })
    .searched_as("hotkeys keyboard shortcuts bindings customize change settings preferences")
    .in_play_too(),
];

/// Chosen keys that already start something else.
#[derive(Clone, Copy)]
struct KeyClash {
    wanted: Entry,
    keys: KeyboardShortcut,
    owner: Entry,
}

/// The window of keys.
#[derive(Default)]
pub(crate) struct Bindings {
    looked_for: String,
    /// The command that waits for keys.
    waiting: Option<Entry>,
    clash: Option<KeyClash>,
}

impl Bindings {
    /// Takes the pressed keys for the command that waits for them.
    fn listen(&mut self, context: &Context, state: &mut State) {
        let Some(entry) = self.waiting else { return };
        let pressed = context.input_mut(|input| {
            let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
            let at = input.events.iter().position(is_key)?;
            match input.events.remove(at) {
                Event::Key { key, physical_key, modifiers, .. } => {
                    Some((keymap::digit_at(physical_key).unwrap_or(key), modifiers))
                }
                _ => None,
            }
        });
        let Some((key, held)) = pressed else { return };
        self.waiting = None;
        if (key, held) == (Key::Escape, Modifiers::NONE) {
            return;
        }
        let Modifiers { alt, shift, command, .. } = held;
        let keys = KeyboardShortcut::new(Modifiers { alt, shift, command, ..Modifiers::NONE }, key);
        match Keymap::of(context).owner(&keys, state.commands(), entry.command) {
            Some(owner) => self.clash = Some(KeyClash { wanted: entry, keys, owner }),
            None => keymap::set(&mut state.chrome.settings.keys, &entry, &[keys]),
        }
    }

    fn show(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal(|ui| {
            let wide = ui.available_width() - 110.0;
            let field = egui::TextEdit::singleline(&mut self.looked_for);
            ui.add(field.hint_text(text::FIND_COMMAND).desired_width(wide));
            let any = !state.chrome.settings.keys.is_empty();
            if ui.add_enabled(any, Button::new(words::RESET_ALL)).clicked() {
                state.chrome.settings.keys.clear();
            }
        });
        self.ask(ui, &mut state.chrome);
        let needle = self.looked_for.to_lowercase();
        let keymap = Keymap::of(ui.ctx());
        let mut found: Vec<Entry> = state
            .commands()
            .iter()
            .filter(|entry| {
                let keys = written(ui.ctx(), keymap.keys(entry));
                let words = format!("{} {} {keys}", entry.menu.name(), entry.name);
                words.to_lowercase().contains(&needle)
            })
            .copied()
            .collect();
        found.sort_by_key(|entry| entry.menu);
        if found.is_empty() {
            ui.weak(words::NO_COMMAND);
        }
        ScrollArea::vertical().id_salt("keys").auto_shrink([false, true]).show(ui, |ui| {
            let mut menu = None;
            for entry in found {
                if menu != Some(entry.menu) {
                    menu = Some(entry.menu);
                    ui.add_space(theme::GAP);
                    theme::section(ui, entry.menu.name());
                }
                self.row(ui, &mut state.chrome, entry, &keymap);
            }
        });
    }

    /// Asks what to do about keys that already start something else.
    fn ask(&mut self, ui: &mut Ui, chrome: &mut Chrome) {
        let Some(KeyClash { wanted, keys, owner }) = self.clash else { return };
        ui.horizontal_wrapped(|ui| {
            let name = ui.ctx().format_shortcut(&keys);
            ui.strong(words::clash(&name, owner.name));
            let fixed = !keymap::can_change(owner.command);
            if fixed {
                ui.label(words::FIXED);
            }
            if ui.add_enabled(!fixed, Button::new(words::TAKE)).clicked() {
                let keymap = Keymap::of(ui.ctx());
                let rest: Vec<_> =
                    keymap.keys(&owner).iter().copied().filter(|other| *other != keys).collect();
                keymap::set(&mut chrome.settings.keys, &owner, &rest);
                keymap::set(&mut chrome.settings.keys, &wanted, &[keys]);
                self.clash = None;
            }
            if ui.button(words::LEAVE).clicked() {
                self.clash = None;
            }
        });
    }

    fn row(&mut self, ui: &mut Ui, chrome: &mut Chrome, entry: Entry, keymap: &Keymap) {
        let weak = Theme::of(ui).role(Role::Weak);
        let keys = keymap.keys(&entry);
        ui.horizontal(|ui| {
            ui.label(entry.name).on_hover_text(entry.tip);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let able = keymap::can_change(entry.command);
                let mut button = |what: &str, able: bool| {
                    let response = ui.add_enabled(able, Button::new(what));
                    let name = words::of(what, entry.name);
                    let id = response.id;
                    ui.ctx().accesskit_node_builder(id, |node| node.set_label(name));
                    response.clicked()
                };
                if button(words::RESET, able && keymap.is_changed(entry.command)) {
                    keymap::set(&mut chrome.settings.keys, &entry, entry.keys);
                }
                if button(words::CLEAR, able && !keys.is_empty()) {
                    keymap::set(&mut chrome.settings.keys, &entry, &[]);
                }
                if button(words::CHANGE, able) {
                    (self.waiting, self.clash) = (Some(entry), None);
                }
                let waits = self.waiting.is_some_and(|waiting| waiting.command == entry.command);
                let words = match waits {
                    true => words::PRESS.to_owned(),
                    false if keys.is_empty() => words::NO_KEYS.to_owned(),
                    false => written(ui.ctx(), keys),
                };
                let colour = if waits { Theme::of(ui).role(Role::Accent) } else { weak };
                let label = ui.label(RichText::new(words).color(colour));
                if !able {
                    label.on_hover_text(words::FIXED);
                }
            });
        });
    }
}

fn written(context: &Context, keys: &[KeyboardShortcut]) -> String {
    keys.iter().map(|key| context.format_shortcut(key)).collect::<Vec<_>>().join(", ")
}

foolproof_editor::feature!(Bindings, COMMANDS);

impl FeatureWindow for Bindings {
    fn windows(&mut self, context: &Context, state: &mut State) {
        settings::show(context, state);
        if !state.chrome.is_open(KEYS_WINDOW) {
            (self.waiting, self.clash) = (None, None);
            return;
        }
        match self.waiting {
            Some(_) => self.listen(context, state),
            None if context.input(|input| input.key_pressed(Key::Escape)) => {
                _ = state.chrome.close()
            }
            None => {}
        }
        Sheet::new(KEYS_WINDOW, words::TITLE, 560.0).show(context, state, |ui, state| {
            self.show(ui, state);
        });
    }
}
