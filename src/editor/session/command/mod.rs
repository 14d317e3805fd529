//! The one table of commands: menu, key, command palette, list of shortcuts and tests all use it.
//!
//! A command is its name, what it does in a sentence, its keys, its place in the menus, when it
//! can be done, and how. Knows the state. Must never know egui beyond its keys.

mod edit;
mod file;
mod level;
mod search_words;
mod view;

use std::sync::LazyLock;

pub use search_words::search_words;

use egui::{Context, Event, Key, KeyboardShortcut, Modifiers};

use crate::editor::features;
use crate::editor::kit::toasts::ToastTone;
use crate::editor::session::feature::Switch;
use crate::editor::session::keymap::Keymap;
use crate::editor::session::state::State;
use crate::overlay::Overlay;

/// Something that can be done by name. The list is open: a room adds names of its own in an
/// `impl Command`, beside its rows of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Command(pub &'static str);

impl Command {
    pub const NEW: Command = Command("new");
    pub const OPEN: Command = Command("open");
    pub const SAVE: Command = Command("save");
    pub const SAVE_AS: Command = Command("save-as");
    pub const QUIT: Command = Command("quit");
    pub const UNDO: Command = Command("undo");
    pub const REDO: Command = Command("redo");
    pub const CUT: Command = Command("cut");
    pub const COPY: Command = Command("copy");
    pub const PASTE: Command = Command("paste");
    pub const SELECT_ALL: Command = Command("select-all");
    pub const CANCEL: Command = Command("cancel");
    pub const ERASE: Command = Command("erase");
    pub const LEAVE_EMPTY: Command = Command("leave-empty");
    pub const FILL: Command = Command("fill");
    pub const TOGGLE_LOCK: Command = Command("toggle-lock");
    pub const TURN_MARK: Command = Command("turn-mark");
    pub const TURN_MARK_BACK: Command = Command("turn-mark-back");
    pub const NEXT_VALUE: Command = Command("next-value");
    pub const PREVIOUS_VALUE: Command = Command("previous-value");
    pub const MIRROR_COLUMNS: Command = Command("mirror-columns");
    pub const MIRROR_ROWS: Command = Command("mirror-rows");
    pub const ROTATE_BLOCK: Command = Command("rotate-block");
    pub const TOOL_SELECT: Command = Command("tool-select");
    pub const TOOL_PAINT: Command = Command("tool-paint");
    pub const TOOL_ERASE: Command = Command("tool-erase");
    pub const TOOL_LOCK: Command = Command("tool-lock");
    pub const TOOL_PICK: Command = Command("tool-pick");
    pub const CURSOR_LEFT: Command = Command("cursor-left");
    pub const CURSOR_RIGHT: Command = Command("cursor-right");
    pub const CURSOR_UP: Command = Command("cursor-up");
    pub const CURSOR_DOWN: Command = Command("cursor-down");
    pub const EXTEND_LEFT: Command = Command("extend-left");
    pub const EXTEND_RIGHT: Command = Command("extend-right");
    pub const EXTEND_UP: Command = Command("extend-up");
    pub const EXTEND_DOWN: Command = Command("extend-down");
    pub const NUDGE_LEFT: Command = Command("nudge-left");
    pub const NUDGE_RIGHT: Command = Command("nudge-right");
    pub const NUDGE_UP: Command = Command("nudge-up");
    pub const NUDGE_DOWN: Command = Command("nudge-down");
    pub const NEXT_SITE: Command = Command("next-site");
    pub const PREVIOUS_SITE: Command = Command("previous-site");
    pub const ACT: Command = Command("act");
    pub const BRUSH_GROUP1: Command = Command("brush-group-1");
    pub const BRUSH_GROUP2: Command = Command("brush-group-2");
    pub const BRUSH_GROUP3: Command = Command("brush-group-3");
    pub const BRUSH_GROUP4: Command = Command("brush-group-4");
    pub const BRUSH_GROUP5: Command = Command("brush-group-5");
    pub const BRUSH_GROUP6: Command = Command("brush-group-6");
    pub const BRUSH_GROUP7: Command = Command("brush-group-7");
    pub const BRUSH_GROUP8: Command = Command("brush-group-8");
    pub const BRUSH_GROUP9: Command = Command("brush-group-9");
    pub const BRUSH_EMPTY: Command = Command("brush-empty");
    pub const NEW_LEVEL: Command = Command("new-level");
    pub const DUPLICATE_LEVEL: Command = Command("duplicate-level");
    pub const RENAME_LEVEL: Command = Command("rename-level");
    pub const DELETE_LEVEL: Command = Command("delete-level");
    pub const LEVEL_UP: Command = Command("level-up");
    pub const LEVEL_DOWN: Command = Command("level-down");
    pub const PREVIOUS_LEVEL: Command = Command("previous-level");
    pub const NEXT_LEVEL: Command = Command("next-level");
    pub const ADD_SLOT: Command = Command("add-slot");
    pub const REMOVE_SLOT: Command = Command("remove-slot");
    pub const TOGGLE_PAUSE: Command = Command("toggle-pause");
    pub const STOP_ALL: Command = Command("stop-all");
    pub const ZOOM_IN: Command = Command("zoom-in");
    pub const ZOOM_OUT: Command = Command("zoom-out");
    pub const ZOOM_FIT: Command = Command("zoom-fit");
    pub const PANEL_LEFT: Command = Command("panel-left");
    pub const PANEL_RIGHT: Command = Command("panel-right");
    pub const LOOK_SYSTEM: Command = Command("look-system");
    pub const LOOK_LIGHT: Command = Command("look-light");
    pub const LOOK_DARK: Command = Command("look-dark");
    pub const LOOK_GREYS: Command = Command("look-greys");
    pub const SCALE_UP: Command = Command("scale-up");
    pub const SCALE_DOWN: Command = Command("scale-down");
    pub const SCALE_RESET: Command = Command("scale-reset");
    pub const TOGGLE_LEGEND: Command = Command("toggle-legend");
    pub const TOGGLE_MOTION: Command = Command("toggle-motion");
    pub const NEXT_PART: Command = Command("next-part");
    pub const PREVIOUS_PART: Command = Command("previous-part");

    /// The command that switches something over the board on and off.
    pub const fn switch(overlay: Overlay) -> Command {
        Command(overlay.0)
    }
}

/// Where a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    File,
    Edit,
    Level,
    /// What the solver is asked.
    Solve,
    /// What the pointer does on the board, and what makes levels.
    Tools,
    View,
    Help,
    /// In no menu: what the keyboard does on the board.
    Board,
}

impl Menu {
    pub const ALL: [Menu; 8] = [
        Menu::File,
        Menu::Edit,
        Menu::Level,
        Menu::Solve,
        Menu::Tools,
        Menu::View,
        Menu::Help,
        Menu::Board,
    ];

    /// Those at the top of the window.
    pub fn bar() -> impl Iterator<Item = Menu> {
        Self::ALL.into_iter().filter(|menu| *menu != Menu::Board)
    }

    pub fn name(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Level => "Level",
            Menu::Solve => "Solve",
            Menu::Tools => "Tools",
            Menu::View => "View",
            Menu::Help => "Help",
            Menu::Board => "On the board",
        }
    }
}

/// Whether a command works while a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandMode {
    Always,
    /// Not in play mode, where the edited level is out of reach.
    Editing,
}

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Entry {
    pub command: Command,
    pub menu: Menu,
    /// Commands of one group stand together; a line parts the groups.
    pub group: u8,
    pub name: &'static str,
    pub tip: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub mode: CommandMode,
    looks: bool,
    suits: fn(&State) -> bool,
    enabled: fn(&State) -> bool,
    /// What has to be there first, in a sentence.
    needs: Option<&'static str>,
    does: Does,
}

/// What a command does, and how a switch stands.
#[derive(Clone, Copy)]
enum Does {
    Run(fn(&mut State), Option<fn(&State) -> bool>),
    Switch(Overlay),
}

impl Entry {
    pub const fn new(
        (command, menu, group): (Command, Menu, u8),
        name: &'static str,
        tip: &'static str,
        run: fn(&mut State),
    ) -> Self {
        let does = Does::Run(run, None);
        let (mode, enabled) = (CommandMode::Editing, always as fn(&State) -> bool);
        let looks = matches!(menu, Menu::View | Menu::Help);
        let (keys, suits, needs) = (&[], always as fn(&State) -> bool, None);
        Self { command, menu, group, name, tip, keys, mode, looks, suits, enabled, needs, does }
    }

    /// The row of a switch for something over the board.
    pub(super) fn of_switch(switch: &Switch) -> Self {
        let Switch { overlay, name, tip, keys, arises, .. } = *switch;
        let nothing = |_: &mut State| {};
        let entry = Self::new((Command::switch(overlay), Menu::View, 1), name, tip, nothing);
        Self { does: Does::Switch(overlay), keys, ..entry.of_games(arises).in_play_too() }
    }

    pub const fn keys(self, keys: &'static [KeyboardShortcut]) -> Self {
        Self { keys, ..self }
    }

    pub const fn when(self, enabled: fn(&State) -> bool) -> Self {
        Self { enabled, ..self }
    }

    /// It makes sense in some games alone: menus of the others leave it out.
    pub const fn of_games(self, suits: fn(&State) -> bool) -> Self {
        Self { suits, ..self }
    }

    /// What to say where it cannot be done because something is missing.
    pub const fn needs(self, words: &'static str) -> Self {
        Self { needs: Some(words), ..self }
    }

    pub const fn checked(self, checked: fn(&State) -> bool) -> Self {
        match self.does {
            Does::Run(run, _) => Self { does: Does::Run(run, Some(checked)), ..self },
            Does::Switch(_) => self,
        }
    }

    pub const fn in_play_too(self) -> Self {
        Self { mode: CommandMode::Always, ..self }
    }

    /// It leaves the pack, the choice of a level and the board alone. No other may be done by keys
    /// while the eye is on a window or on a text: nobody would see what happens behind it.
    pub const fn only_looks(self) -> Self {
        Self { looks: true, ..self }
    }

    pub fn is_enabled(&self, state: &State) -> bool {
        self.is_allowed(state) && (self.enabled)(state)
    }

    /// Whether it makes sense in the game of the level on the canvas.
    pub fn suits(&self, state: &State) -> bool {
        (self.suits)(state)
    }

    fn is_allowed(&self, state: &State) -> bool {
        (self.mode == CommandMode::Always || !state.is_playing()) && self.suits(state)
    }

    /// What is missing for it, in a sentence, where a key asked for it in vain.
    pub fn lacks(&self, state: &State) -> Option<&'static str> {
        let in_vain = self.is_allowed(state) && has_level(state) && !(self.enabled)(state);
        self.needs.filter(|_| in_vain)
    }

    /// For commands that switch something: whether it is on.
    pub fn is_checked(&self, state: &State) -> Option<bool> {
        match self.does {
            Does::Run(_, checked) => checked.map(|checked| checked(state)),
            Does::Switch(overlay) => Some(state.overlay(overlay)),
        }
    }

    /// The first key, as it is written in menus.
    pub fn key_words(&self, context: &Context) -> Option<String> {
        Keymap::of(context).keys(self).first().map(|key| context.format_shortcut(key))
    }
}

pub fn always(_: &State) -> bool {
    true
}

pub fn has_level(state: &State) -> bool {
    state.level().is_some()
}

/// Every switch over the board, in the order of the registry.
static SWITCHES: LazyLock<Vec<Switch>> = LazyLock::new(|| features::all().switches);

pub fn switches() -> impl Iterator<Item = &'static Switch> {
    SWITCHES.iter()
}

/// What is shared by all windows, then what each capability adds.
static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let core =
        [file::ENTRIES, edit::ENTRIES, edit::TOOLS, edit::BOARD, level::ENTRIES, view::ENTRIES];
    let mut table: Vec<Entry> = core.into_iter().flatten().copied().collect();
    table.extend(features::all().commands);
    table
});

/// Every command, in the order in which menus show those of one group.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    TABLE.iter()
}

pub fn entry(command: Command) -> Option<&'static Entry> {
    all().find(|entry| entry.command == command)
}

impl State {
    /// Does the command of a key that was pressed, or says what is missing for it.
    pub fn run_by_key(&mut self, command: Command) {
        let lacks = entry(command).and_then(|entry| entry.lacks(self));
        match lacks {
            Some(words) => self.say(ToastTone::Note, words),
            None => self.run(command),
        }
    }

    /// Does a command, if it can be done now.
    pub fn run(&mut self, command: Command) {
        if let Some(entry) = entry(command)
            && entry.is_enabled(self)
        {
            match entry.does {
                Does::Run(run, _) => run(self),
                Does::Switch(overlay) => self.toggle_overlay(overlay),
            }
        }
    }
}

/// Where the keys go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// To the board: every key is a command's.
    Board,
    /// To a board in play, which has keys of its own.
    Play,
    /// To a button or a list, which keep letters, arrows and the like.
    Widget,
    /// To the list of levels, which chooses, copies and pastes levels.
    Levels,
    /// To a text, which keeps all that edits it.
    Text,
    /// To a window that lies over the board: what the keys do on the board they do not do now.
    Window,
    /// To a window beside the board, which may have keys of its own.
    Beside,
    /// To a form that waits for an answer; it can be given up.
    Form,
    /// To a dialog that has all keys.
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
            // What is switched over the board is not drawn in play, and digits are filled in there.
            Focus::Play => {
                let switches = matches!(entry.does, Does::Switch(_));
                entry.mode == CommandMode::Always && !switches && !own.contains(&entry.command)
            }
            Focus::Widget => far,
            Focus::Levels => far && ![Key::A, Key::X, Key::C, Key::V, Key::F2].contains(&code),
            // Another pack asks before this one is given up.
            Focus::Text => far && (entry.looks || packs) && !TEXT_KEYS.contains(&code),
            Focus::Window => far && entry.looks || own.contains(&entry.command),
            // Escape is the window's own.
            Focus::Beside => far && (entry.looks || own.contains(&entry.command)),
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

/// The command that an event starts, where its keys may be heard. Of two that fit, the one with more
/// modifiers is meant, so that Ctrl+Shift+Z is not taken for Ctrl+Z, even where nobody may hear it. Alt
/// is for the menus: what is pressed with it is another key.
pub fn started(context: &Context, focus: Focus, event: &Event) -> Option<Command> {
    let Event::Key { key, modifiers, pressed: true, .. } = event else { return None };
    let keymap = Keymap::of(context);
    let is_meant = |known: &&KeyboardShortcut| {
        known.logical_key == *key
            && modifiers.alt == known.modifiers.alt
            && modifiers.matches_logically(known.modifiers)
    };
    let held = |known: &KeyboardShortcut| {
        let Modifiers { shift, alt, command, .. } = known.modifiers;
        u8::from(shift) + u8::from(alt) + u8::from(command)
    };
    let (mut meant, mut most) = (None, None);
    for entry in all() {
        for known in keymap.keys(entry).iter().filter(is_meant) {
            if most.is_none_or(|most| held(known) > most) {
                most = Some(held(known));
                meant = focus.leaves(entry, known).then_some(entry.command);
            }
        }
    }
    meant
}

pub const fn key(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, logical_key)
}

pub const fn shift(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, logical_key)
}

pub const fn ctrl(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, logical_key)
}

pub const fn ctrl_shift(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), logical_key)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_command_stands_in_the_table_once_and_says_what_it_does() {
        let mut seen = BTreeSet::new();
        for entry in all() {
            assert!(seen.insert(entry.command), "{:?} stands twice", entry.command);
            assert!(entry.tip.ends_with('.'), "{:?}: {}", entry.command, entry.tip);
        }
    }

    #[test]
    fn no_key_does_two_things() {
        let mut keys = BTreeMap::new();
        for entry in all() {
            for key in entry.keys {
                let words = format!("{key:?}");
                if let Some(other) = keys.insert(words.clone(), entry.command) {
                    panic!("{words} does {other:?} and {:?}", entry.command);
                }
            }
        }
    }
}
