//! Words of the player's window.

use std::path::Path;

use foolproof_editor::session::settings::ColourScheme;
use foolproof_level::bounds;
use foolproof_records::Remark;

pub const GAMES: &str = "Games";
pub(crate) const GAMES_TIP: &str = "Chooses another game.";
pub(crate) const NO_PACK: &str = "This game could not be loaded.";
pub(crate) const UNTITLED: &str = "Untitled";
pub const LEVELS: &str = "Levels";
pub const PLAY: &str = "Play";
pub(crate) const GO_ON: &str = "Go on";
pub(crate) const PLAY_TIP: &str = "The next level that is not solved (Enter)";
pub(crate) const RULES: &str = "Rules";
pub const FIRST_SCREEN: &str = "Start";
pub(crate) const FIRST_SCREEN_TIP: &str = "Back to the first screen (Escape)";
pub(crate) const TO_LEVELS: (&str, &str) = ("Levels", "Back to the levels (Escape)");
pub(crate) const UNDO: (&str, &str) = ("Undo", "Undo (Ctrl+Z)");
pub(crate) const REDO: (&str, &str) = ("Redo", "Redo (Ctrl+Shift+Z)");
pub const RESTART: (&str, &str) = ("Start again", "Start again (R)");
pub(crate) const HINT: &str = "Hint";
pub(crate) const HINT_TIP: &str = "Shows the next thing to do, more of it each time (H).";
pub(crate) const NEXT_LEVEL: &str = "Next level";
pub(crate) const NEXT_LEVEL_TIP: &str = "Enter";
pub(crate) const ALL_SOLVED: &str = "That was the last one: all levels are solved.";
pub(crate) const HELP: (&str, &str) = ("How to play", "How to play (F1)");
pub const HOW_TO_PLAY: &str = "What you do";
pub const KEYS: &str = "Keys";
pub(crate) const KEYS_ALWAYS: [(&str, &str); 4] = [
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ("R", "start again"),
    ("Escape", "let go; then back to the levels"),
    ("F1", "how to play"),
];
pub(crate) const KEY_HINT: (&str, &str) = ("H", "hint");
pub const OPEN_A_LEVEL: &str = "Open a level to see what mouse and keys do there.";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const WHOLE_SCREEN: (&str, &str) = ("Full screen", "Full screen (F11)");
pub(crate) const LOOK: &str = "Colours";
pub(crate) const LOOKS: [(ColourScheme, &str); 4] = [
    (ColourScheme::System, "Same as the desktop"),
    (ColourScheme::Light, "Light"),
    (ColourScheme::Dark, "Dark"),
    (ColourScheme::Greys, "Greys"),
];
pub(crate) const MOTION: &str = "Animations";
pub(crate) const LOCKED: &str = "locked";
pub(crate) const SOLVED: &str = "solved";
pub const OPEN: &str = "open";
pub(crate) const NO_LEVELS: &str = "This pack has no levels.";

pub(crate) const REMARK: &str = "Comment…";
pub(crate) const REMARK_TIP: &str =
    "Tells the designer that you are stuck, that you like it, or more.";
pub(crate) const REMARK_TITLE: &str = "What do you say of this level?";
pub(crate) const REMARK_IS_KEPT: &str = "It goes into the record of your play.";
pub(crate) const REMARK_WORDS: &str = "In your words, if you like";
pub(crate) const REMARKS: [(Remark, &str); 3] = [
    (Remark::Stuck, "I am stuck"),
    (Remark::Liked, "I like it"),
    (Remark::Comment, "Leave the comment"),
];

pub(crate) const MAY_RECORD: &str = "May a record of your play be kept?";
pub(crate) const WHAT_IS_KEPT: &str = "It notes which levels you open, how long you spend on each, your moves, undos, restarts and hints, the solutions you find, and your comments. It does not note who you are.";
pub(crate) const WHO_READS_IT: &str = "It helps the designer to see how the levels play. It stays on this computer: nothing is sent anywhere, and you decide whom you give it to.";
pub(crate) const WHERE: &str = "It is kept in this file:";
pub(crate) const HOW_TO_DELETE: &str =
    "Delete the file to delete the record. You can stop it at any time, in the list of levels.";
pub(crate) const KEEP_RECORD: &str = "Keep a record";
pub(crate) const PLAY_WITHOUT: &str = "Play without";
pub(crate) const STOP_RECORD: &str = "Stop";
pub(crate) const START_RECORD: &str = "Keep a record…";

pub(crate) fn level_title(number: usize, title: &str) -> String {
    match title.trim() {
        "" => format!("Level {}", number + 1),
        title => format!("{}. {title}", number + 1),
    }
}

/// Description of a level in the list for screen readers.
pub fn card(number: usize, title: &str, state: &str) -> String {
    format!("{}, {state}", level_title(number, title))
}

pub(crate) fn by(author: &str) -> String {
    format!("by {author}")
}

pub fn solved_of(solved: usize, all: usize) -> String {
    format!("{solved} of {all} solved")
}

pub(crate) fn solved(moves: Option<usize>) -> String {
    match moves {
        None => "Solved!".to_owned(),
        Some(1) => "Solved in 1 move!".to_owned(),
        Some(moves) => format!("Solved in {moves} moves!"),
    }
}

pub(crate) fn window_title(pack: &str, level: Option<&str>) -> String {
    let pack = if pack.trim().is_empty() { UNTITLED } else { pack };
    match level.filter(|title| !title.trim().is_empty()) {
        Some(level) => format!("{level} – {pack}"),
        None => pack.to_owned(),
    }
}

pub(crate) fn recorded_in(path: &Path) -> String {
    format!("A record is kept in {}.", path.display())
}

pub(crate) fn no_game(id: &str) -> String {
    format!("The game `{}` is not installed.", bounds::quoted(id))
}

pub(crate) fn damaged_progress(why: &str, aside: &Path) -> String {
    format!("Your progress could not be read ({why}); the file is now {}.", aside.display())
}

/// The goal of a game of the pack.
pub(crate) fn goal(name: &str, tagline: &str) -> String {
    format!("{name}: {tagline}")
}
