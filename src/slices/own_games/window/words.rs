//! Words for designers' own games.

use foolproof_game::{Derived, DerivedBy, EventOfPlay, counted};
use foolproof_games::own::GameTemplate;

pub(crate) const NEW_GAME: &str = "New game";
pub(crate) const WHICH_KIND: &str = "What kind of game is it? You get one that runs, to change.";
/// Kinds of games, each with a description of its template.
pub(crate) const KINDS: [(GameTemplate, &str, &str); 4] = [
    (
        GameTemplate::Put,
        "Marks are put on cells",
        "Begins as Star Battle: regions, and a number to set.",
    ),
    (
        GameTemplate::Line,
        "Lines are drawn",
        "Begins as Cables: lines from cell to cell, walls and bridges.",
    ),
    (
        GameTemplate::Moves,
        "Pieces are moved",
        "Begins as Crates: a player pushes crates, which slide on ice.",
    ),
    (
        GameTemplate::Script,
        "A PuzzleScript source",
        "Begins as Ring Them Home: sheep run to a bell. File, Open reads sources that you have.",
    ),
];
pub(crate) const OF_SHELF: &str = "A game of the shelf";
pub(crate) const OF_SHELF_TIP: &str = "Begins as a copy of a known puzzle, such as Nurikabe.";
pub(crate) const SEARCH: &str = "Search by name, or by what the player does";
pub(crate) const NONE_FOUND: &str = "No game of the shelf is called so.";
pub(crate) const TAKE_LEVELS: &str = "With the levels of this pack";
pub(crate) const MAKE_MINE: &str = "Make it mine";

/// The default name of a copy.
pub(crate) fn mine(name: &str) -> String {
    format!("My {name}")
}

pub(crate) const NAME: &str = "Name";
pub(crate) const MY_GAME: &str = "My game";
pub(crate) const FOLDER: &str = "Folder";
pub(crate) const WHAT_COMES: &str = "The folder gets game.toml (marks, looks, words), rules.lp (the rules) and levels.json (a pack). \
     Change them in any text editor: what you save is at work within a second.";
pub(crate) const WHAT_COMES_SCRIPT: &str = "The folder gets game.txt, a source as PuzzleScript’s own editor reads it, and a file beside it for \
     concepts, locks and intended solutions. Change the source in any text editor: what you save is at \
     work within a second.";
pub(crate) const CREATE: &str = "Create";
pub(crate) const NO_SOLVER: &str = "the solver does not start, so the rules cannot be read";
pub(crate) const FAULTY: &str = "The game’s files cannot be read";
pub(crate) const READ_WHEN_SAVED: &str = "The file is read again whenever you save it.";
pub(crate) const LAST_GOOD: &str = "The last rules without errors stay in use.";

pub(crate) fn step(about: &str) -> String {
    format!("Set {about}")
}

/// The number of moves of a solution, with a note if a shorter one may exist.
pub(crate) fn moves(count: usize, shortest: bool) -> String {
    let moves = counted(count, "move", "moves");
    if shortest { moves } else { format!("{moves}, perhaps fewer") }
}

pub(crate) const NO_EVENTS_KNOWN: &str = "No solution is known yet, or nothing happens in it.";
pub(crate) const EVERY_SOLUTION: &str = "What every solution does";
pub(crate) const ALWAYS: &str = "In every solution";
pub(crate) const NOT_ALWAYS: &str = "Not always, or not known";
pub(crate) const PLAY_IT: &str = "Play it";
pub(crate) const PLAY_IT_TIP: &str = "Plays a solution where it happens less often.";

pub(crate) const REQUIRE: &str = "Make it the concept";
pub(crate) const REQUIRE_TIP: &str =
    "Requires it of every solution, and checks that after each edit.";
pub(crate) const REQUIRE_TOO: &str = "Also require";
pub(crate) const REQUIRE_TOO_TIP: &str = "Adds it to the concept: every solution must have both.";
pub(crate) const SET_CONCEPT: &str = "Set the concept";

pub(crate) const PATTERN: &str = "Pattern";
pub(crate) const PATTERN_HINT: &str = "[ Player | Crate ]";
pub(crate) const PATTERN_TIP: &str = "Every solution must show this on the board at some time. Put the objects of a cell side by side, \
     and | between cells; … is any distance, “no” means without. Enter makes it the concept.";

pub(crate) fn more_events(number: usize) -> String {
    format!("Show {number} more")
}

/// An event in the play, and how often it happens.
pub(crate) fn event(event: &EventOfPlay) -> String {
    let words = foolproof_editor::text::capital(&event.words);
    if event.times == 1 { words } else { format!("{words}, {} times", event.times) }
}

pub(crate) const READING: &str = "The rules are being read…";
pub(crate) const NOTHING_DERIVED: &str = "The rules derive nothing here.";

pub(crate) fn derived_at(site: &str) -> String {
    format!("What the rules derive at {site}")
}

pub(crate) fn is_not(term: &str) -> String {
    format!("not {term}")
}

/// The basis of a fact that rests on no other.
pub(crate) fn rests_on(derived: &Derived) -> &'static str {
    match (derived.by, derived.holds) {
        (DerivedBy::Play, true) => "in the play",
        (DerivedBy::Play, false) => "not in the play",
        (DerivedBy::Helper, true) => "a helper",
        (DerivedBy::Helper, false) => "no helper",
        (DerivedBy::Cut, _) => "and so on",
        _ => "by the level",
    }
}
