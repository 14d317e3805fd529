//! Words about help.

use foolproof_editor::session::command::any_document;
use foolproof_editor::session::feature::OwnKeys;

pub(crate) const NO_COMMAND: &str = "No command has that name.";
pub(crate) const WELCOME: &str = "Design a level, and see what it allows";
pub(crate) const BEGIN_SAMPLE: &str = "Try this sample";
pub(crate) const BEGIN_SAMPLE_TIP: &str = "The levels on the board behind this card.";
pub(crate) const BEGIN_NEW: &str = "New pack…";
pub(crate) const BEGIN_NEW_TIP: &str = "Choose one of over a hundred games.";
pub(crate) const BEGIN_PASTE: &str = "Paste a link";
pub(crate) const BEGIN_PASTE_TIP: &str = "Opens a puzz.link, Penpa+, f-puzzles or SudokuPad link, or a level as text, from the clipboard: copy it first.";
pub(crate) const STEPS: [&str; 4] = [
    "Choose a mark on the left and paint it on the board; right-click erases.",
    "Watch the verdict on the right while you paint.",
    "Lock what must stay (L), then let the solver fill the open cells.",
    "Press F5 to play the level as a player would; Esc brings you back.",
];
pub(crate) const SHORTCUTS: &str = "Keyboard shortcuts";
pub(crate) const RULES: &str = "Rules of the game";

const fn mouse(name: &'static str, keys: &'static str) -> OwnKeys {
    OwnKeys { suits: any_document, group: "Mouse on the board", name, keys }
}

const fn keys(name: &'static str, keys: &'static str) -> OwnKeys {
    OwnKeys { suits: any_document, group: "Keys of the window", name, keys }
}

/// Uses of the mouse on the board while editing, and keys that are not commands.
pub(crate) const MOUSE: &[OwnKeys] = &[
    mouse("Use the tool", "Left button; drag for many"),
    mouse("Fill a rectangle with the brush", "Shift+drag with the paint tool"),
    mouse("Fill a line with the brush", "Ctrl+drag with the paint tool"),
    mouse("Erase", "Right button; drag for many"),
    mouse("Pick the mark as the brush", "Alt+click"),
    mouse("Select an area", "Drag with the select tool"),
    mouse("Add to the selection", "Shift+click, Shift+drag"),
    mouse("Move what is selected", "Drag it with the select tool"),
    mouse("Set a mark’s values", "Click it with the select tool"),
    mouse("Zoom", "Wheel or pinch"),
    mouse("Move the board", "Middle button, or Space and drag"),
    mouse("Resize the board", "Drag the handles around it"),
    keys("Paint at the cursor", "Space"),
    keys("Open a menu", "Alt and the letter underlined in its name"),
    keys("Go to the menus", "F10, or Alt alone"),
    keys("Go on to the next button or field", "Tab; Shift+Tab goes back"),
    keys("Choose among levels or marks", "Arrow keys, then Enter"),
];
pub(crate) const IN_THE_SOURCE: &str = "Rules in the source";
pub(crate) const FOR_DESIGNERS: &str = "For designers";
