//! Words about play.

use foolproof_editor::session::command::any_document;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::OwnKeys;
use foolproof_game::{Game, HandGesture, HandItem, PlacedSentence, Step};

pub(crate) const EMPTY: &str = "empty";
pub(crate) const UNDO_MOVE: &str = "Undo move";
pub(crate) const REDO_MOVE: &str = "Redo move";
/// Name and tip of the button that takes everything back.
pub(crate) const RESET: (&str, &str) = ("Take everything back", "Take everything back (R)");
pub(crate) const START_AGAIN: (&str, &str) = ("Start again", "Start again (R)");
pub const TO_CHECKPOINT: (&str, &str) =
    ("Start again", "Start again (R): from the last checkpoint, and then from the beginning");
pub(crate) const BACK_TO_EDIT: &str = "Back to editing";
pub(crate) const RECORD_SHORTCUT: &str = "Show as a shortcut";
pub(crate) const RECORD_SHORTCUT_TIP: &str =
    "Shows this play on the board next to the intended solution, so that you can forbid it.";
pub(crate) const NOT_SOLVED: &str = "The level is not solved yet.";
pub(crate) const SOLVED_BY_SHORTCUT: &str = "Solved without the concept: this play is a shortcut.";
pub(crate) const PLAY_ENDS: &str = "The game’s rules changed: play starts over.";
pub(crate) const YOUR_PLAY: &str = "Your play, over the intended solution";

pub(crate) fn in_hand(piece: &str, count: u32) -> String {
    match count {
        HandItem::ANY => piece.to_owned(),
        count => format!("{piece}, {count} left"),
    }
}

pub(crate) const LIGHT: &str = "Show whether it can be solved";
pub(crate) const LIGHT_TIP: &str =
    "A light says after every step whether the level can still be solved.";
pub(crate) const WHOLE_BOARD: &str = "Whole board";
pub(crate) const WHOLE_BOARD_TIP: &str = "Players of this game see only the part where they are.";
pub(crate) const OPEN: &str = "It can still be solved.";
pub(crate) const OPEN_BUT_BEGUN: &str = "The finished lines fit a solution.";
pub(crate) const DEAD_END: &str = "Dead end: no solution continues from here.";
pub(crate) const HINT_TIP: &str = "Shows the next step of a solution (H).";
pub(crate) const TO_SOLVABLE: &str = "Undo to the last solvable state";
pub(crate) const TO_SOLVABLE_TIP: &str =
    "Takes back steps until the level can be solved again (U). Redo brings them back.";
pub(crate) const SEEKING: &str = "Going back…";
pub(crate) const SOLVABLE_AGAIN: &str = "From here it can be solved.";
pub(crate) const NEVER_SOLVABLE: &str = "The level has no solution.";
pub(crate) const SEEK_UNKNOWN: &str = "Not known: whether it can be solved from here.";
pub(crate) const HINT_UNFIT: &str = "No hint: your line has left the known solution.";
pub(crate) const TAKE_BACK: &str = "Hint: take something back. There is no solution from here.";
pub(crate) const NO_HINT_FOUND: &str = "No hint was found.";
pub(crate) const STEP_HINT_TIP: &str =
    "Shows where to look; again, which rules say so; once more, what follows (H).";
pub(crate) const WRONG_HERE: &str = "Something is wrong here.";
pub(crate) const SOUND: &str = "Sound";
pub(crate) const SOUNDS: &str = "Sounds";
pub(crate) const VOLUME: &str = "Volume";
pub const CLASHES: &str = "Mark mistakes";
pub(crate) const CLASHES_TIP: &str = "Cells that break a rule as they stand are marked.";
pub(crate) const MODES: [(&str, &str); 5] = [
    ("Digit", "Typing fills in a digit (Z)."),
    ("Corner", "Typing notes a digit in the corners (X, or Shift with a digit)."),
    ("Centre", "Typing notes a digit in the middle (C, or Ctrl with a digit)."),
    (
        "Colour",
        "A digit colours the cells, several colours a cell (V, or Ctrl+Shift with a digit).",
    ),
    (
        "Line",
        "Drag through cells or along the grid to draw, again to take off; a click puts a cross (B).",
    ),
];

pub fn colour(number: u8) -> String {
    format!("Colour {number}")
}

/// A dead end, with the reason that the rules already give.
pub(crate) fn dead_end(why: &str) -> String {
    format!("Dead end: {why}.")
}

pub(crate) fn put(mark: &str, site: &str, why: Option<&str>) -> String {
    match why {
        Some(why) => format!("Hint: {mark} on {site}: {why}."),
        None => format!("Hint: {mark} on {site}."),
    }
}

/// The first stage of a hint: the place to look at.
pub(crate) fn look(step: &Step) -> String {
    let lit = |of: &PlacedSentence| of.site.is_some() || !of.about.is_empty();
    let place = match step.sentences.iter().any(lit) {
        true => "here",
        false => "at the board as a whole",
    };
    match step.marks.iter().any(|mark| mark.on) {
        true => format!("Look {place}: something follows."),
        false => format!("Look {place}: something can be ruled out."),
    }
}

pub(crate) fn wrong_mark(mark: &str, place: &str) -> String {
    format!("The {mark} on {place} is wrong.")
}

pub(crate) fn taken_off(mark: &str, place: &str) -> String {
    format!("The {mark} on {place} was taken off.")
}

pub fn draw(to: &str) -> String {
    format!("Hint: draw on to {to}.")
}

const fn of(suits: fn(&Document) -> bool, name: &'static str, keys: &'static str) -> OwnKeys {
    OwnKeys { suits, group: "In play", name, keys }
}

const fn own(name: &'static str, keys: &'static str) -> OwnKeys {
    of(any_document, name, keys)
}

fn has(document: &Document, what: fn(&dyn Game) -> bool) -> bool {
    document.game().is_some_and(|game| what(&*game))
}

fn moves(document: &Document) -> bool {
    has(document, |game| game.moves().is_some())
}

fn lines(document: &Document) -> bool {
    has(document, |game| game.drawing().is_some())
}

fn digits(document: &Document) -> bool {
    let scene = document.scene();
    scene.is_some_and(|(game, level)| game.gestures(&level).contains(&HandGesture::Type))
}

fn arguments(document: &Document) -> bool {
    has(document, |game| game.arguments().is_some())
}

fn pieces(document: &Document) -> bool {
    !moves(document) && !lines(document) && !digits(document)
}

/// Effects of keys and mouse in play, for the sheet of keys.
pub(crate) const KEYS: &[OwnKeys] = &[
    own("Hint", "H"),
    own("Undo to the last solvable state", "U"),
    own("Undo, redo", "Ctrl+Z, Ctrl+Shift+Z"),
    own("Take everything back", "R"),
    own("Let go; then back to editing", "Escape"),
    own("Go over the board", "Arrow keys, Tab"),
    of(pieces, "Pieces: pick up and put down", "Drag, two clicks, or Enter"),
    of(pieces, "Pieces: take off", "Right click, Delete or Backspace"),
    of(lines, "Lines: set the pen down, follow the pointer, let go", "Click, move, click"),
    of(lines, "Lines: draw", "Drag; Enter and arrow keys"),
    of(moves, "Moves: choose a piece and move it", "Drag, or Enter and an arrow key"),
    of(moves, "Moves: do something on a cell", "Click, or Enter"),
    of(moves, "Moves: do what a button over the board says", "1 to 9"),
    of(digits, "Digits: choose cells", "Click, drag; Shift or Ctrl adds"),
    of(digits, "Digits: choose cells by keys", "Arrow keys, Shift+Arrow keys, Ctrl+A"),
    of(digits, "Digits: choose all that are the same", "Double click"),
    of(digits, "Digits: fill in", "1 to 9; longer numbers digit by digit, or A to G"),
    of(digits, "Digits: note in the corners", "Shift+1 to Shift+9"),
    of(digits, "Digits: note in the middle", "Ctrl+1 to Ctrl+9"),
    of(digits, "Digits: colour the cells", "Ctrl+Shift+1 to Ctrl+Shift+9"),
    of(digits, "Digits: fill in, corners, middle, colours, lines", "Z, X, C, V, B"),
    of(digits, "Digits: clear", "0, Delete or Backspace"),
    of(arguments, "Arguments: fill in what is proved", "Shift+Enter"),
];

pub(super) fn no_player(why: &str) -> String {
    format!("The players' window cannot be opened: {why}.")
}
