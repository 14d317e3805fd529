//! Names of commands and rows of their table.
//!
//! A command has a name, a description, keys, a place in the menus, a precondition and a function.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::kit::toasts::ToastTone;
use crate::session::document::Document;
use crate::session::feature::Switch;
use crate::session::state::State;
use foolproof_overlay::Overlay;

/// A command, known by its name. The list is open: a slice adds names by a trait, with its rows of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Command(pub &'static str);

impl Command {
    pub const NEW: Command = Command("new");
    pub(crate) const OPEN: Command = Command("open");
    pub const SAVE: Command = Command("save");
    pub(crate) const SAVE_AS: Command = Command("save-as");
    pub const QUIT: Command = Command("quit");
    pub const UNDO: Command = Command("undo");
    pub(crate) const REDO: Command = Command("redo");
    pub(crate) const CUT: Command = Command("cut");
    pub const EXPECT_ONE: Command = Command("expect-one-solution");
    pub(crate) const COPY: Command = Command("copy");
    pub(crate) const PASTE: Command = Command("paste");
    pub const SELECT_ALL: Command = Command("select-all");
    pub(crate) const CANCEL: Command = Command("cancel");
    pub(crate) const ERASE: Command = Command("erase");
    pub(crate) const LEAVE_EMPTY: Command = Command("leave-empty");
    pub(crate) const FILL: Command = Command("fill");
    pub(crate) const TOGGLE_LOCK: Command = Command("toggle-lock");
    pub(crate) const TURN_MARK: Command = Command("turn-mark");
    pub(crate) const TURN_MARK_BACK: Command = Command("turn-mark-back");
    pub(crate) const NEXT_VALUE: Command = Command("next-value");
    pub(crate) const PREVIOUS_VALUE: Command = Command("previous-value");
    pub(crate) const MIRROR_COLUMNS: Command = Command("mirror-columns");
    pub(crate) const MIRROR_ROWS: Command = Command("mirror-rows");
    pub(crate) const ROTATE_BLOCK: Command = Command("rotate-block");
    pub const TOOL_SELECT: Command = Command("tool-select");
    pub const TOOL_PAINT: Command = Command("tool-paint");
    pub const TOOL_ERASE: Command = Command("tool-erase");
    pub(crate) const TOOL_LOCK: Command = Command("tool-lock");
    pub(crate) const TOOL_PICK: Command = Command("tool-pick");
    pub(crate) const CURSOR_LEFT: Command = Command("cursor-left");
    pub(crate) const CURSOR_RIGHT: Command = Command("cursor-right");
    pub(crate) const CURSOR_UP: Command = Command("cursor-up");
    pub(crate) const CURSOR_DOWN: Command = Command("cursor-down");
    pub(crate) const EXTEND_LEFT: Command = Command("extend-left");
    pub(crate) const EXTEND_RIGHT: Command = Command("extend-right");
    pub(crate) const EXTEND_UP: Command = Command("extend-up");
    pub(crate) const EXTEND_DOWN: Command = Command("extend-down");
    pub(crate) const NUDGE_LEFT: Command = Command("nudge-left");
    pub(crate) const NUDGE_RIGHT: Command = Command("nudge-right");
    pub(crate) const NUDGE_UP: Command = Command("nudge-up");
    pub(crate) const NUDGE_DOWN: Command = Command("nudge-down");
    pub(crate) const NEXT_SITE: Command = Command("next-site");
    pub(crate) const PREVIOUS_SITE: Command = Command("previous-site");
    pub(crate) const ACT: Command = Command("act");
    pub(crate) const EMPTY_ONWARD: Command = Command("empty-onward");
    pub(crate) const BY_ROWS: Command = Command("type-by-rows");
    pub(crate) const BRUSH_EMPTY: Command = Command("brush-empty");
    pub const NEW_LEVEL: Command = Command("new-level");
    pub const DUPLICATE_LEVEL: Command = Command("duplicate-level");
    pub(crate) const RENAME_LEVEL: Command = Command("rename-level");
    pub(crate) const DELETE_LEVEL: Command = Command("delete-level");
    pub(crate) const LEVEL_UP: Command = Command("level-up");
    pub(crate) const LEVEL_DOWN: Command = Command("level-down");
    pub(crate) const PREVIOUS_LEVEL: Command = Command("previous-level");
    pub(crate) const NEXT_LEVEL: Command = Command("next-level");
    pub const ADD_SLOT: Command = Command("add-slot");
    pub(crate) const REMOVE_SLOT: Command = Command("remove-slot");
    pub const TOGGLE_PAUSE: Command = Command("toggle-pause");
    pub const STOP_ALL: Command = Command("stop-all");
    pub const ZOOM_IN: Command = Command("zoom-in");
    pub(crate) const ZOOM_OUT: Command = Command("zoom-out");
    pub(crate) const ZOOM_FIT: Command = Command("zoom-fit");
    pub(crate) const PANEL_LEFT: Command = Command("panel-left");
    pub(crate) const PANEL_RIGHT: Command = Command("panel-right");
    pub(crate) const LOOK_SYSTEM: Command = Command("look-system");
    pub(crate) const LOOK_LIGHT: Command = Command("look-light");
    pub(crate) const LOOK_DARK: Command = Command("look-dark");
    pub(crate) const LOOK_GREYS: Command = Command("look-greys");
    pub(crate) const SCALE_UP: Command = Command("scale-up");
    pub(crate) const SCALE_DOWN: Command = Command("scale-down");
    pub(crate) const SCALE_RESET: Command = Command("scale-reset");
    pub(crate) const TOGGLE_FINDINGS: Command = Command("toggle-findings");
    pub const TOGGLE_BLIND: Command = Command("toggle-blind");
    pub const TOGGLE_LEGEND: Command = Command("toggle-legend");
    pub(crate) const TOGGLE_MOTION: Command = Command("toggle-motion");
    pub(crate) const NEXT_PART: Command = Command("next-part");
    pub(crate) const PREVIOUS_PART: Command = Command("previous-part");

    /// Returns the command that switches an overlay of the board on and off.
    pub(crate) const fn switch(overlay: Overlay) -> Command {
        Command(overlay.0)
    }
}

/// Commands that the window offers in addition to its own. Slices carry them out.
impl Command {
    pub const COMMAND_PALETTE: Command = Command("command-palette");
    pub const COMPLETE: Command = Command("complete");
    pub const ACCEPT_PREVIEW: Command = Command("accept-preview");
    pub const EDIT_CONCEPT: Command = Command("edit-concept");
    pub const EVERY_SOLUTION: Command = Command("every-solution");
    pub const BLAME: Command = Command("blame");
    pub const GENERATE: Command = Command("generate");
    pub const LABEL_LEVELS: Command = Command("label-levels");
    pub const COPY_LEVELS: Command = Command("copy-levels");
    pub const CUT_LEVELS: Command = Command("cut-levels");
    pub const PASTE_LEVELS: Command = Command("paste-levels");
    pub const TOGGLE_PLAY: Command = Command("toggle-play");
    pub const RESIZE: Command = Command("resize");
    pub const SOLUTIONS: Command = Command("solutions");
}

/// The menu of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    File,
    Edit,
    Level,
    /// In the level menu: ways to play the level.
    Play,
    /// In the level menu: all levels of the pack.
    Pack,
    /// Questions to the solver, and levels that it makes.
    Solve,
    View,
    Help,
    /// In no menu: rows of the settings.
    Settings,
    /// In no menu: buttons at the board, and its keyboard commands.
    Board,
}

impl Menu {
    const BAR: [Menu; 6] =
        [Menu::File, Menu::Edit, Menu::Level, Menu::Solve, Menu::View, Menu::Help];

    /// Returns the menus in the bar at the top of the window.
    pub fn bar() -> impl Iterator<Item = Menu> {
        Self::BAR.into_iter()
    }

    /// Returns the menus within this one.
    pub(crate) fn submenus(self) -> &'static [Menu] {
        match self {
            Menu::Level => &[Menu::Play, Menu::Pack],
            _ => &[],
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Level => "Level",
            Menu::Play => "Play",
            Menu::Pack => "Pack",
            Menu::Solve => "Solve",
            Menu::View => "View",
            Menu::Help => "Help",
            Menu::Settings => "Settings",
            Menu::Board => "On the board",
        }
    }
}

/// Availability of a command while a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandMode {
    Always,
    /// Not in play mode, where the edited level is not accessible.
    Editing,
}

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Entry {
    pub command: Command,
    pub menu: Menu,
    /// Group of the command; commands of one group are adjacent, with a line between groups.
    pub group: u8,
    pub name: &'static str,
    pub tip: &'static str,
    /// Other search words, in small letters, for people who do not know its name.
    pub search: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub mode: CommandMode,
    looks: bool,
    /// Its menu omits it while it is not enabled.
    comes_and_goes: bool,
    suits: fn(&Document) -> bool,
    enabled: fn(&State) -> bool,
    /// The precondition, as a sentence.
    needs: Option<&'static str>,
    does: Does,
}

/// The effect of a command, and the state of a switch.
#[derive(Clone, Copy)]
enum Does {
    Run(fn(&mut State), Option<fn(&State) -> bool>),
    Switch(Overlay, fn(&State) -> bool),
}

/// Defines a function that makes the commands of one menu, with a suffix that all of them have. Without the
/// number of a group, the function takes it.
#[macro_export]
macro_rules! entries_of {
    ($new:ident, $menu:expr, $group:literal, $($suffix:tt)*) => {
        const fn $new(
            command: Command,
            name: &'static str,
            tip: &'static str,
            run: fn(&mut State),
        ) -> Entry {
            Entry::new(command, $menu, $group, name, tip, run)$($suffix)*
        }
    };
    ($new:ident, $menu:expr, $($suffix:tt)*) => {
        const fn $new(
            group: u8,
            command: Command,
            name: &'static str,
            tip: &'static str,
            run: fn(&mut State),
        ) -> Entry {
            Entry::new(command, $menu, group, name, tip, run)$($suffix)*
        }
    };
}

/// Adds the names of a slice's commands to [`Command`], by a trait.
#[macro_export]
macro_rules! command_names {
    ($visibility:vis $commands:ident, $($name:ident = $id:literal),+ $(,)?) => {
        /// The commands of this slice.
        $visibility trait $commands {
            $(const $name: Command = Command($id);)+
        }

        impl $commands for Command {}
    };
}

pub(crate) use entries_of;

impl Entry {
    pub const fn new(
        command: Command,
        menu: Menu,
        group: u8,
        name: &'static str,
        tip: &'static str,
        run: fn(&mut State),
    ) -> Self {
        Self {
            command,
            menu,
            group,
            name,
            tip,
            search: "",
            keys: &[],
            mode: CommandMode::Editing,
            looks: matches!(menu, Menu::View | Menu::Help | Menu::Settings),
            comes_and_goes: false,
            suits: any_document,
            enabled: always,
            needs: None,
            does: Does::Run(run, None),
        }
    }

    /// Returns the row of a switch for an overlay of the board.
    pub(in crate::session) fn of_switch(switch: &Switch) -> Self {
        let Switch { overlay, name, tip, search, keys, arises, .. } = *switch;
        let nothing = |_: &mut State| {};
        let entry = Self::new(Command::switch(overlay), Menu::Board, 1, name, tip, nothing);
        let entry = entry.only_looks();
        Self { does: Does::Switch(overlay, arises), search, keys, ..entry.in_play_too() }
    }

    pub const fn searched_as(self, search: &'static str) -> Self {
        Self { search, ..self }
    }

    pub const fn keys(self, keys: &'static [KeyboardShortcut]) -> Self {
        Self { keys, ..self }
    }

    pub const fn when(self, enabled: fn(&State) -> bool) -> Self {
        Self { enabled, ..self }
    }

    /// Restricts the command to some games; the menus of the others omit it.
    pub const fn of_games(self, suits: fn(&Document) -> bool) -> Self {
        Self { suits, ..self }
    }

    /// Restricts the command's line in its menu to the times when it can be used.
    pub const fn listed_when_enabled(self) -> Self {
        Self { comes_and_goes: true, ..self }
    }

    /// Sets the message for a missing precondition.
    pub const fn needs(self, words: &'static str) -> Self {
        Self { needs: Some(words), ..self }
    }

    pub const fn checked(self, checked: fn(&State) -> bool) -> Self {
        match self.does {
            Does::Run(run, _) => Self { does: Does::Run(run, Some(checked)), ..self },
            Does::Switch(..) => self,
        }
    }

    pub const fn in_play_too(self) -> Self {
        Self { mode: CommandMode::Always, ..self }
    }

    /// Marks a command that leaves the pack, the choice of a level and the board alone. Keys start no other
    /// command while a window or a text has the focus, since its effect would go unseen.
    pub const fn only_looks(self) -> Self {
        Self { looks: true, ..self }
    }

    /// True if it leaves the pack, the choice of a level and the board alone.
    pub(crate) fn looks(&self) -> bool {
        self.looks
    }

    /// True if it switches an overlay of the board.
    pub(crate) fn is_switch(&self) -> bool {
        matches!(self.does, Does::Switch(..))
    }

    pub fn is_enabled(&self, state: &State) -> bool {
        self.is_allowed(state) && (self.enabled)(state)
    }

    /// True if it makes sense in the game of the level on the canvas.
    pub fn suits(&self, state: &State) -> bool {
        match self.does {
            Does::Run(..) => (self.suits)(&state.document),
            Does::Switch(_, arises) => arises(state),
        }
    }

    /// True if its menu has a line for it now.
    pub fn is_listed(&self, state: &State) -> bool {
        self.suits(state) && (!self.comes_and_goes || self.is_enabled(state))
    }

    fn is_allowed(&self, state: &State) -> bool {
        (self.mode == CommandMode::Always || !state.chrome.is_playing()) && self.suits(state)
    }

    /// Returns the missing precondition, as a sentence, if a key cannot start the command now.
    pub(crate) fn lacks(&self, state: &State) -> Option<&'static str> {
        let in_vain = self.is_allowed(state) && has_level(state) && !(self.enabled)(state);
        self.needs.filter(|_| in_vain)
    }

    /// Returns the state of a switch; `None` for commands that are not switches.
    pub fn is_checked(&self, state: &State) -> Option<bool> {
        match self.does {
            Does::Run(_, checked) => checked.map(|checked| checked(state)),
            Does::Switch(overlay, _) => Some(state.is_switched_on(overlay)),
        }
    }
}

pub fn always(_: &State) -> bool {
    true
}

pub fn any_document(_: &Document) -> bool {
    true
}

pub fn has_level(state: &State) -> bool {
    state.level().is_some()
}

impl State {
    /// Returns all commands, in the order in which a group's menu shows them.
    pub fn commands(&self) -> &[Entry] {
        &self.all_features().commands
    }

    pub fn entry(&self, command: Command) -> Option<Entry> {
        self.commands().iter().find(|entry| entry.command == command).copied()
    }

    /// Returns every switch of the board's overlays, in the order of the features.
    pub(crate) fn switches(&self) -> &[Switch] {
        &self.all_features().switches
    }

    /// Runs the command of a pressed key, or says what is missing for it.
    pub(crate) fn run_by_key(&mut self, command: Command) {
        let lacks = self.entry(command).and_then(|entry| entry.lacks(self));
        match lacks {
            Some(words) => self.say(ToastTone::Note, words),
            None => self.run(command),
        }
    }

    /// Runs a command if it is available now.
    pub fn run(&mut self, command: Command) {
        if let Some(entry) = self.entry(command)
            && entry.is_enabled(self)
        {
            match entry.does {
                Does::Run(run, _) => run(self),
                Does::Switch(overlay, _) => self.toggle_overlay(overlay),
            }
        }
    }
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
