//! The table of commands: menu, key, command palette, list of shortcuts and tests all use it.
//!
//! The window has its own commands ([`of_the_window`]); features add the rest.

mod edit;
pub(crate) mod entry;
mod file;
mod level;
mod view;

pub use entry::{Command, CommandMode, Entry, Menu, always, any_document, key, shift};

pub use entry::{ctrl, ctrl_shift, has_level};

use egui::{Context, Event, Key, KeyboardShortcut, Modifiers};

use crate::session::keymap::{Keymap, digit_at};

/// Returns the window's own commands, without those of features.
pub fn of_the_window() -> impl Iterator<Item = Entry> {
    let all =
        [file::ENTRIES, edit::ENTRIES, edit::TOOLS, edit::BOARD, level::ENTRIES, view::ENTRIES];
    all.into_iter().flatten().copied()
}

/// The part of the window that receives the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    /// The board: every key is a command's.
    Board,
    /// A board in play, which has its own keys.
    Play,
    /// A button or a list, which keep letters, arrows and the like.
    Widget,
    /// The list of levels, which selects, copies and pastes levels.
    Levels,
    /// A text field, which keeps all keys that edit it.
    Text,
    /// A window over the board: the board's own keys are inactive.
    Window,
    /// A window next to the board, which may have its own keys.
    Beside,
    /// A form that waits for an answer; it can be cancelled.
    Form,
    /// A dialog that has all keys.
    Dialog,
}

impl Focus {
    fn leaves(self, entry: &Entry, key: &KeyboardShortcut) -> bool {
        let code = key.logical_key;
        let far = key.modifiers.command || FUNCTION_KEYS.contains(&code);
        let own = [Command::UNDO, Command::REDO, Command::CANCEL];
        let packs = [Command::NEW, Command::OPEN].contains(&entry.command);
        match self {
            Focus::Board => true,
            // Overlays of the board are not drawn in play, and digits are filled in there.
            Focus::Play => {
                let switches = entry.is_switch();
                entry.mode == CommandMode::Always && !switches && !own.contains(&entry.command)
            }
            Focus::Widget => far,
            Focus::Levels => far && ![Key::A, Key::X, Key::C, Key::V, Key::F2].contains(&code),
            // Commands for another pack ask before this one is given up.
            Focus::Text => far && (entry.looks() || packs) && !TEXT_KEYS.contains(&code),
            Focus::Window => far && entry.looks() || own.contains(&entry.command),
            // Escape is the window's own.
            Focus::Beside => far && (entry.looks() || own.contains(&entry.command)),
            Focus::Form => entry.command == Command::CANCEL,
            Focus::Dialog => false,
        }
    }
}

const FUNCTION_KEYS: [Key; 12] = [
    Key::F1,
    Key::F2,
    Key::F3,
    Key::F4,
    Key::F5,
    Key::F6,
    Key::F7,
    Key::F8,
    Key::F9,
    Key::F10,
    Key::F11,
    Key::F12,
];
/// Keys that edit a text when they are pressed with the command key.
const TEXT_KEYS: [Key; 10] = [
    Key::Z,
    Key::Y,
    Key::A,
    Key::X,
    Key::C,
    Key::V,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
];

/// Returns the command that an event triggers, if its keys are active there. If two fit, the one with more
/// modifiers wins, so that Ctrl+Shift+Z is not taken for Ctrl+Z, even where it is inactive. Alt belongs to the
/// menus: with it, a key is a different one. Digits are also recognised by their position on the keyboard,
/// since with Shift, and in some countries without, they write other characters; a command of such a character
/// takes precedence.
pub(crate) fn started(
    context: &Context,
    table: &[Entry],
    focus: Focus,
    event: &Event,
) -> Option<Command> {
    let Event::Key { key, physical_key, modifiers, pressed: true, .. } = event else {
        return None;
    };
    let digit = digit_at(*physical_key);
    let keymap = Keymap::of(context);
    let is_meant = |known: &&KeyboardShortcut| {
        (known.logical_key == *key || Some(known.logical_key) == digit)
            && modifiers.alt == known.modifiers.alt
            && modifiers.matches_logically(known.modifiers)
    };
    let held = |known: &KeyboardShortcut| {
        let Modifiers { shift, alt, command, .. } = known.modifiers;
        (u8::from(shift) + u8::from(alt) + u8::from(command), known.logical_key == *key)
    };
    let (mut meant, mut most) = (None, None);
    for entry in table {
        for known in keymap.keys(entry).iter().filter(is_meant) {
            if most.is_none_or(|most| held(known) > most) {
                most = Some(held(known));
                meant = focus.leaves(entry, known).then_some(entry.command);
            }
        }
    }
    meant
}
