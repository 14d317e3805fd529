//! Keys of commands: those of the table, and those that the designer chose instead.
//!
//! Stored in the settings as text, and with egui's own data while the window is open, so that menus, tips and
//! lists of keys agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, Id, Key, KeyboardShortcut, Modifiers};

use crate::session::command::{Command, Entry};

/// Keys by the name of a command, as in the settings file.
pub(crate) type WrittenKeys = BTreeMap<String, Vec<String>>;

/// The keys that differ from those of the table.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    written: WrittenKeys,
    changed: BTreeMap<Command, Vec<KeyboardShortcut>>,
}

impl Keymap {
    /// Reads the keys of the settings; invalid entries are left out.
    pub(crate) fn read(written: &WrittenKeys, table: &[Entry]) -> Self {
        let known = |name: &str| table.iter().find(|entry| entry.command.0 == name);
        let of = |(name, keys): (&String, &Vec<String>)| {
            let entry = known(name).filter(|entry| can_change(entry.command))?;
            Some((entry.command, keys.iter().filter_map(|key| read(key)).collect()))
        };
        Self { changed: written.iter().filter_map(of).collect(), written: written.clone() }
    }

    /// Applies these keys to the whole window.
    pub(crate) fn install(context: &Context, written: &WrittenKeys, table: &[Entry]) {
        if Self::of(context).written != *written {
            let keymap = Arc::new(Self::read(written, table));
            context.data_mut(|data| data.insert_temp(place(), keymap));
        }
    }

    /// Returns the keys in force.
    pub fn of(context: &Context) -> Arc<Self> {
        context.data_mut(|data| data.get_temp_mut_or_default::<Arc<Self>>(place()).clone())
    }

    /// Returns the keys of a command.
    pub fn keys<'a>(&'a self, entry: &'a Entry) -> &'a [KeyboardShortcut] {
        self.changed.get(&entry.command).map_or(entry.keys, Vec::as_slice)
    }

    pub fn is_changed(&self, command: Command) -> bool {
        self.changed.contains_key(&command)
    }

    /// Returns another command that these keys start.
    pub fn owner(&self, keys: &KeyboardShortcut, table: &[Entry], but: Command) -> Option<Entry> {
        let mut others = table.iter().filter(|entry| entry.command != but);
        others.find(|entry| self.keys(entry).contains(keys)).copied()
    }
}

impl Entry {
    /// Returns the first key, as shown in menus.
    pub fn key_words(&self, context: &Context) -> Option<String> {
        Keymap::of(context).keys(self).first().map(|key| context.format_shortcut(key))
    }
}

/// Returns the digit at a position on the keyboard, whatever character it writes.
pub fn digit_at(physical_key: Option<Key>) -> Option<Key> {
    physical_key.filter(|key| (Key::Num0..=Key::Num9).contains(key))
}

fn place() -> Id {
    Id::unique("keys of commands")
}

/// True if its keys can be changed: some belong to the desktop or to other code as well.
pub fn can_change(command: Command) -> bool {
    let fixed = [Command::CUT, Command::COPY, Command::PASTE, Command::CANCEL, Command::ACT];
    !fixed.contains(&command)
}

/// Sets other keys for a command; those of the table are not written.
pub fn set(written: &mut WrittenKeys, entry: &Entry, keys: &[KeyboardShortcut]) {
    match keys == entry.keys {
        true => _ = written.remove(entry.command.0),
        false => {
            let words = keys.iter().map(write).collect();
            written.insert(entry.command.0.to_owned(), words);
        }
    }
}

/// Formats keys for the file, the same on every system: "Ctrl+Shift+Z".
fn write(keys: &KeyboardShortcut) -> String {
    let Modifiers { command, alt, shift, .. } = keys.modifiers;
    let held = [(command, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")];
    let held = held.into_iter().filter(|(on, _)| *on).map(|(_, name)| name);
    held.chain([keys.logical_key.name()]).collect()
}

fn read(words: &str) -> Option<KeyboardShortcut> {
    let (mut modifiers, mut rest) = (Modifiers::NONE, words);
    let held =
        [("Ctrl+", Modifiers::COMMAND), ("Alt+", Modifiers::ALT), ("Shift+", Modifiers::SHIFT)];
    for (name, modifier) in held {
        if let Some(after) = rest.strip_prefix(name) {
            modifiers |= modifier;
            rest = after;
        }
    }
    Some(KeyboardShortcut::new(modifiers, Key::from_name(rest)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::command::of_the_window;

    #[test]
    fn keys_are_read_as_they_were_written() {
        for entry in of_the_window() {
            for keys in entry.keys {
                assert_eq!(read(&write(keys)).as_ref(), Some(keys), "{}", write(keys));
            }
        }
        assert_eq!(read("Ctrl+Nonsense"), None);
    }

    #[test]
    fn what_is_chosen_replaces_the_table_and_nonsense_is_left_out() {
        let table: Vec<Entry> = of_the_window().collect();
        let undo = table.iter().find(|entry| entry.command == Command::UNDO);
        let undo = undo.expect("undo");
        let mut written = WrittenKeys::new();
        let other = KeyboardShortcut::new(Modifiers::ALT, Key::U);
        set(&mut written, undo, &[other]);
        written.insert("no-such-command".to_owned(), vec!["F4".to_owned()]);
        written.insert(Command::COPY.0.to_owned(), Vec::new());
        let keymap = Keymap::read(&written, &table);
        assert_eq!(keymap.keys(undo), [other]);
        assert_eq!(
            keymap.owner(&other, &table, Command::REDO).map(|e| e.command),
            Some(Command::UNDO)
        );
        assert!(!keymap.is_changed(Command::COPY), "the desktop's keys stay");
        set(&mut written, undo, undo.keys);
        assert!(!written.contains_key(Command::UNDO.0));
    }
}
