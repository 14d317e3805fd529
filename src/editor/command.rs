//! The one table of commands: menu, key, command palette, list of shortcuts and tests all use it.
//!
//! A command is its name, what it does in a sentence, its keys, its place in the menus, when it
//! can be done, and how. Knows the state. Must never know egui beyond its keys.

mod edit;
mod file;
mod level;
mod view;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::state::State;

/// Everything that can be done by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    New,
    Open,
    Save,
    SaveAs,
    Quit,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    Cancel,
    Erase,
    LeaveEmpty,
    ToggleLock,
    TurnMark,
    NextValue,
    PreviousValue,
    MirrorColumns,
    MirrorRows,
    RotateBlock,
    ToolSelect,
    ToolPaint,
    ToolErase,
    ToolLock,
    ToolPick,
    ToolSolution,
    ToolArgue,
    Pencil,
    CursorLeft,
    CursorRight,
    CursorUp,
    CursorDown,
    ExtendLeft,
    ExtendRight,
    ExtendUp,
    ExtendDown,
    NudgeLeft,
    NudgeRight,
    NudgeUp,
    NudgeDown,
    NextSite,
    PreviousSite,
    Act,
    BrushGroup1,
    BrushGroup2,
    BrushGroup3,
    BrushGroup4,
    BrushGroup5,
    BrushGroup6,
    BrushGroup7,
    BrushGroup8,
    BrushGroup9,
    BrushEmpty,
    NewLevel,
    DuplicateLevel,
    DeleteLevel,
    LevelUp,
    LevelDown,
    PreviousLevel,
    NextLevel,
    Resize,
    AddSlot,
    RemoveSlot,
    TogglePlay,
    EditConcept,
    Complete,
    AcceptPreview,
    Minimise,
    MinimiseEvenly,
    Blame,
    Generate,
    Study,
    ProofPath,
    StateGraph,
    Deduction,
    Solutions,
    IntendSolution,
    AllowShown,
    ForbidShown,
    ClearIntended,
    TogglePause,
    StopAll,
    ZoomIn,
    ZoomOut,
    ZoomFit,
    OverlaySolution,
    OverlayShortcut,
    OverlayForced,
    OverlayPossible,
    OverlayConflict,
    OverlayHolds,
    OverlayNeedless,
    OverlayEdits,
    OverlayMoves,
    OverlayLeaks,
    OverlayTrials,
    PanelLeft,
    PanelRight,
    LookSystem,
    LookLight,
    LookDark,
    ToggleMotion,
    CommandPalette,
    Shortcuts,
    Rules,
    FirstSteps,
}

/// Where a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    File,
    Edit,
    Level,
    View,
    Help,
    /// In no menu: what the keyboard does on the board.
    Board,
}

impl Menu {
    pub const ALL: [Menu; 6] =
        [Menu::File, Menu::Edit, Menu::Level, Menu::View, Menu::Help, Menu::Board];

    pub fn name(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Level => "Level",
            Menu::View => "View",
            Menu::Help => "Help",
            Menu::Board => "On the board",
        }
    }
}

/// Whether a command works while a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Always,
    /// Not in play mode, where the edited level is out of reach.
    Editing,
}

/// A row of the table.
pub struct Entry {
    pub command: Command,
    pub menu: Menu,
    /// Commands of one group stand together; a line parts the groups.
    pub group: u8,
    pub name: &'static str,
    pub tip: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub mode: Mode,
    enabled: fn(&State) -> bool,
    checked: Option<fn(&State) -> bool>,
    run: fn(&mut State),
}

impl Entry {
    const fn new(
        (command, menu, group): (Command, Menu, u8),
        name: &'static str,
        tip: &'static str,
        run: fn(&mut State),
    ) -> Self {
        let mode = Mode::Editing;
        let enabled = always;
        Self { command, menu, group, name, tip, keys: &[], mode, enabled, checked: None, run }
    }

    const fn keys(self, keys: &'static [KeyboardShortcut]) -> Self {
        Self { keys, ..self }
    }

    const fn when(self, enabled: fn(&State) -> bool) -> Self {
        Self { enabled, ..self }
    }

    const fn checked(self, checked: fn(&State) -> bool) -> Self {
        Self { checked: Some(checked), ..self }
    }

    const fn in_play_too(self) -> Self {
        Self { mode: Mode::Always, ..self }
    }

    pub fn is_enabled(&self, state: &State) -> bool {
        (self.mode == Mode::Always || state.play.is_none()) && (self.enabled)(state)
    }

    /// Whether it leaves the pack, the choice of a level and the board alone. No other may be done
    /// by keys while the eye is on a window or on a text: nobody would see what happens behind it.
    fn only_looks(&self) -> bool {
        match self.menu {
            Menu::View | Menu::Help => true,
            Menu::File => !matches!(self.command, Command::New | Command::Open),
            Menu::Level => matches!(
                self.command,
                Command::TogglePlay
                    | Command::StateGraph
                    | Command::Deduction
                    | Command::Solutions
                    | Command::TogglePause
                    | Command::StopAll
            ),
            Menu::Edit | Menu::Board => false,
        }
    }

    /// For commands that switch something: whether it is on.
    pub fn is_checked(&self, state: &State) -> Option<bool> {
        self.checked.map(|checked| checked(state))
    }

    /// The first key, as it is written in menus.
    pub fn key_words(&self, context: &egui::Context) -> Option<String> {
        self.keys.first().map(|key| context.format_shortcut(key))
    }
}

fn always(_: &State) -> bool {
    true
}

fn has_level(state: &State) -> bool {
    state.level().is_some()
}

/// Every command, menu by menu, in the order in which menus show them.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    [file::ENTRIES, edit::ENTRIES, edit::BOARD, level::ENTRIES, view::ENTRIES]
        .into_iter()
        .flat_map(|entries| entries.iter())
}

pub fn entry(command: Command) -> Option<&'static Entry> {
    all().find(|entry| entry.command == command)
}

impl State {
    /// Does a command, if it can be done now.
    pub fn run(&mut self, command: Command) {
        if let Some(entry) = entry(command)
            && entry.is_enabled(self)
        {
            (entry.run)(self);
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
        let own = [Command::Undo, Command::Redo, Command::Cancel];
        match self {
            Focus::Board => true,
            Focus::Play => entry.mode == Mode::Always && !own.contains(&entry.command),
            Focus::Widget => far,
            Focus::Text => far && entry.only_looks() && !TEXT_KEYS.contains(&code),
            Focus::Window => far && entry.only_looks() || own.contains(&entry.command),
            // Escape is the window's own.
            Focus::Beside => far && (entry.only_looks() || own.contains(&entry.command)),
            Focus::Form => entry.command == Command::Cancel,
            Focus::Dialog => false,
        }
    }
}

const FUNCTION_KEYS: [Key; 5] = [Key::F1, Key::F5, Key::F7, Key::F8, Key::F9];
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

/// The commands whose keys were pressed. Keys with more modifiers come first, so that
/// Ctrl+Shift+Z is not taken for Ctrl+Z.
pub fn pressed(context: &egui::Context, focus: Focus) -> Vec<Command> {
    let mut keys: Vec<(&KeyboardShortcut, Command)> = all()
        .flat_map(|entry| entry.keys.iter().map(move |key| (entry, key)))
        .filter(|(entry, key)| focus.leaves(entry, key))
        .map(|(entry, key)| (key, entry.command))
        .collect();
    keys.sort_by_key(|(key, _)| {
        let Modifiers { shift, alt, command, .. } = key.modifiers;
        std::cmp::Reverse(u8::from(shift) + u8::from(alt) + u8::from(command))
    });
    context.input_mut(|input| {
        keys.into_iter()
            .filter(|(key, _)| input.consume_shortcut(key))
            .map(|(_, command)| command)
            .collect()
    })
}

const fn key(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, logical_key)
}

const fn shift(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, logical_key)
}

const fn ctrl(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, logical_key)
}

const fn ctrl_shift(logical_key: Key) -> KeyboardShortcut {
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
        let last = Command::FirstSteps as usize;
        assert_eq!(seen.len(), last + 1, "a command is missing from the table");
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
