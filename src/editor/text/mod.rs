//! Texts shared by several parts of the window.
//!
//! Plain English for people who make puzzles.

mod solver;

use std::path::Path;
use std::time::SystemTime;

pub use solver::{
    NO_SHORTCUT_SOLVED, NOTHING_ASKED, SOLVED_AT_ONCE, blame, finding, how, preview, status, time,
    why,
};

pub use solver::STILL_COUNTING;

pub(crate) use solver::{NO_SHORTCUT_ASKED, NOTHING_TO_DO, job_without_result, stopped_at};

use foolproof_game::counted;
use foolproof_games::script::title_in_id;
use foolproof_level::calendar::Moment;
use foolproof_level::{Board, CheckItem, Expect, Hold, KeptStatus, Level, Made, Site};
use foolproof_solver::Count;

pub(crate) const MADE: &str = "How it was made";
pub(crate) const MADE_TIP: &str = "The command that made the level; you may have changed it since.";
pub(crate) const COPY_COMMAND: &str = "Copy the command";
pub(crate) const COPY_COMMAND_TIP: &str =
    "A “-” stands for the level it starts from, kept in the pack file as made.input.";

pub(crate) fn interface_at(scale: f32) -> String {
    format!("The interface is drawn at {:.0} %.", scale * 100.0)
}

pub(crate) fn turn_tip(name: &str, keys: &str) -> String {
    format!("{}\nTurns with {keys}, or Alt and the wheel", capital(name))
}

/// Says how a level was made, and its number among the levels of one command.
pub(crate) fn made(made: &Made) -> String {
    format!("Level {} of this command of {}:", made.number, made.by)
}

pub fn added_level(title: &str) -> String {
    format!("“{title}” is in the pack.")
}

pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const OPEN: &str = "Open";
pub(crate) const SAVE: &str = "Save";
pub(crate) const DISCARD: &str = "Discard changes";
pub const DELETE: &str = "Delete";
pub(crate) const PATH: &str = "Path";
pub(crate) const PACK_FILES: &str = "Puzzle packs";
pub(crate) const PARENT_FOLDER: &str = "../   (the folder above)";
pub(crate) const FOLDER_UNREAD: &str = "This folder could not be read.";
pub(crate) const TYPE_PATH: &str = "Type a path instead";
pub(crate) const NO_FILE_DIALOG: &str = "This desktop offers no file dialog; type a path instead.";
pub(crate) const FILE_DIALOG_WAITS: &str = "Choose a file in the desktop's own dialog.";
pub(crate) const REPLACE: &str = "Replace";
pub(crate) const REPLACE_BODY: &str = "A file of this name exists. Its contents will be lost.";
pub(crate) const SAVE_CHANGES_BODY: &str = "Unsaved changes will be lost.";
pub const MAKE_INTENDED: &str = "Make it the intended solution";
pub const STRANGERS: &str = "They came with this pack and decide what the solver says of this level. \
    They run only if you agree.";
pub const RUN_STRANGERS: &str = "Run them";
pub const RUN_STRANGERS_TIP: &str = "Runs the rules of this concept, now and in future.";
pub(crate) const INTENDED: &str = "Intended solution";
pub(crate) const SAME_AS_INTENDED: &str = "The intended solution.";
pub(crate) const SHOW_ON_CANVAS: &str = "Show on the board";
pub(crate) const COMPARE: &str = "Compare with the intended solution";
pub(crate) const NO_SOLUTIONS: &str = "No solution has been found yet.";
pub const NOTHING_GENERATED: &str = "No levels yet.";
pub(crate) const PROVED_FREE: &str = "No shortcut (proved).";
pub(crate) const NOT_PROVED_FREE: &str = "Perhaps a shortcut.";
pub(crate) const PROVED_ONE: &str = "One solution (proved).";
pub(crate) const ADD_TO_PACK: &str = "Add to pack";
pub(crate) const IN_PACK: &str = "In the pack";
pub(crate) const REPLACE_LEVEL_TIP: &str = "Puts it in place of the level on the board.";
pub const FIND_COMMAND: &str = "Find a command";
pub const UNTITLED: &str = "Untitled";
pub(crate) const EXPECT_ONE: &str = "Expect one solution where usual";
pub(crate) const ADD_LEVEL: &str = "Add level";
pub(crate) const RENAME: &str = "Rename";
pub(crate) const DUPLICATE: &str = "Duplicate";
pub(crate) const MOVE_UP: &str = "Move up";
pub(crate) const MOVE_DOWN: &str = "Move down";
pub(crate) const MOVE_LEVEL: &str = "Move level";
pub(crate) const DELETE_LEVEL: &str = "Delete level";
/// Returns the name of the step that deletes levels.
pub(crate) fn delete_levels(count: usize) -> String {
    if count == 1 { DELETE_LEVEL.to_owned() } else { format!("Delete {count} levels") }
}

/// Returns the name of the step that moves levels.
pub(crate) fn move_levels(count: usize) -> String {
    if count == 1 { MOVE_LEVEL.to_owned() } else { format!("Move {count} levels") }
}

pub(crate) fn paste_levels(count: usize) -> String {
    if count == 1 { "Paste a level".to_owned() } else { format!("Paste {count} levels") }
}

/// Returns the message about levels cut to the clipboard.
pub(crate) fn cut_levels(count: usize) -> String {
    format!("Cut {}.", levels(count))
}

pub(crate) fn copied_levels(count: usize) -> String {
    format!("Copied {}.", levels(count))
}

pub(crate) fn too_many_levels(most: usize) -> String {
    format!("A pack holds at most {most} levels.")
}

/// Says how many levels a filter lists.
pub(crate) fn listed(count: usize, of: usize) -> String {
    format!("{count} of {of}")
}

pub(crate) const FILTER: &str = "Filter the levels";
pub(crate) const FILTER_HINT: &str = "Words, tag:easy, unique…";
pub(crate) const FILTER_TIP: &str = "Words of a title, tag or author, and: tag:easy, author:ann, \
    game:NAME, title:first, concept:NAME, solvable, unique, shortcut-free, technique, passes, fails, unchecked, marks>9, \
    locked=0, columns<=8, rows=5, tray>=3. A - before a term means not.";
pub(crate) const CLEAR_FILTER: &str = "Show all levels";
pub(crate) const NONE_LISTED: &str = "No level fits the filter.";
pub(crate) const NO_LEVELS_YET: &str = "Its levels appear here once the source has no errors.";
pub(crate) const EMPTY_PACK: &str = "This pack is empty. Add a level to begin.";
pub(crate) const TITLE: &str = "Title";
pub(crate) const AUTHOR: &str = "Author";
pub(crate) const TAGS: &str = "Tags";
pub(crate) const TAGS_HINT: &str = "easy, mirrors";
pub(crate) const NOTES: &str = "Notes";
pub(crate) const NOTES_HINT: &str = "For yourself and your team";
pub(crate) const PACK_TITLE: &str = "Pack title";
pub(crate) const PACK_AUTHOR: &str = "Pack author";
pub(crate) const PACK_NOTES: &str = "Pack notes";
pub(crate) const FOR_PLAYERS: &str = "For players";
pub(crate) const FOR_PLAYERS_TIP: &str = "What players see, with “foolproof play” and in exports.";
pub(crate) const UNLOCK: &str = "Levels open";
pub(crate) const UNLOCK_ALL: &str = "All at once";
pub(crate) const UNLOCK_IN_ORDER: &str = "In order";
pub(crate) const UNLOCK_AHEAD: &str = "In order, some ahead";
pub(crate) const UNLOCK_AHEAD_TIP: &str = "How many levels players may skip and still go on.";
pub(crate) const PLAYERS_HINTS: &str = "Players can ask for hints";
pub(crate) const PLAYERS_HINTS_TIP: &str = "A hint shows the next thing to do.";
pub(crate) const PLAYERS_ABOUT: &str = "About";
pub(crate) const PLAYERS_ABOUT_HINT: &str = "What players read above the list of levels";
pub(crate) const PLAYERS_LANGUAGE: &str = "Language";
pub(crate) const PLAYERS_LANGUAGE_HINT: &str = "Of the pack's words, such as ja or pt-BR";
pub(crate) const POLICY: &str = "Expectations";
pub(crate) const WORSE: &str = "Worse than before";
pub(crate) const LEVEL_TAB: &str = "Level";
pub(crate) const LEVEL_TAB_TIP: &str = "Title, size and notes of the level, and of the pack.";
pub(crate) const EXPECTED_TAB: &str = "Expected";
pub(crate) const RATING_TAB: &str = "Rating";
pub(crate) const RATING_TAB_TIP: &str = "How hard the level is, and what happens in its solutions.";
/// Shown in place of what blind mode hides.
pub const HIDDEN: &str = "Hidden until you ask.";
pub(crate) const SHOWN_ON_THE_BOARD: &str = "What the eye shows";
pub(crate) const POLICY_TIP: &str = "What should hold of the level. The check of the pack, and “foolproof check”, fail where it does not.";
/// Names an expectation as the usual one of the game.
pub(crate) fn as_usual(expected: &str) -> String {
    format!("{expected} (usual)")
}

/// Says how long a play is: in marks, or in moves for games of moves.
fn play_length(length: usize, is_of_moves: bool) -> String {
    match (length, is_of_moves) {
        (1, false) => "1 mark".to_owned(),
        (n, false) => format!("{n} marks"),
        (1, true) => "1 move".to_owned(),
        (n, true) => format!("{n} moves"),
    }
}

pub fn solved(marks: usize) -> String {
    match marks {
        0 => "Solved.".to_owned(),
        1 => "Solved: one mark placed.".to_owned(),
        _ => format!("Solved: {marks} marks placed."),
    }
}

pub fn solution(number: usize) -> String {
    format!("Solution {}", number + 1)
}

pub(crate) fn generated_level(number: usize) -> String {
    format!("Level {}", number + 1)
}

pub(crate) fn marks_used(count: usize, is_of_moves: bool) -> String {
    match (count, is_of_moves) {
        (_, true) => format!("{}.", play_length(count, true)),
        (1, false) => "One mark placed.".to_owned(),
        (_, false) => format!("{count} marks placed."),
    }
}

pub fn levels(count: usize) -> String {
    counted(count, "level", "levels")
}

/// Returns a level's title, or a word for having none.
pub fn title_of(level: &Level) -> String {
    if level.title.is_empty() { UNTITLED.to_owned() } else { level.title.clone() }
}

/// Returns the name of a level in a list; `number` counts from 0, the name from 1.
pub fn level_name(number: usize, level: &Level) -> String {
    format!("Level {}: {}", number + 1, title_of(level))
}

pub(crate) fn copy_of(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!("{title} (copy)") }
}

/// Returns the name of the step that changes a field.
pub fn change_of(field: &str) -> String {
    format!("Change of {}", field.to_lowercase())
}

pub(crate) fn save_changes(what: &str) -> String {
    format!("Save the changes to “{what}”?")
}

pub(crate) fn replace_file(path: &Path) -> String {
    format!("Replace “{}”?", name_of(path))
}

pub(crate) fn no_such_file(path: &Path) -> String {
    format!("There is no file {}.", path.display())
}

pub(crate) fn no_such_folder(path: &Path) -> String {
    let folder = path.parent().unwrap_or(path);
    format!("There is no folder {}.", folder.display())
}

/// Returns a file's name without its folder.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Says how long ago something was.
fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).unwrap_or_default().as_secs();
    let (number, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(number, unit, &format!("{unit}s")))
}

/// Formats a date and time of day, in UTC: "2026-11-20 14:32 UTC".
pub fn date(time: SystemTime) -> String {
    let Moment { year, month, day, hour, minute, second: _ } = Moment::of(time);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Says when something was, and how long ago.
pub fn dated(then: SystemTime, now: SystemTime) -> String {
    format!("{} ({})", date(then), ago(then, now))
}

/// States a fact about a level, with a note if its check expects the opposite of the usual.
pub(crate) fn beside_policy(note: &str, status: KeptStatus, expected: Expect) -> String {
    match (expected, status) {
        (Expect::No, KeptStatus::Refuted) => format!("{note}, as the check expects"),
        (Expect::No, KeptStatus::Proved) => format!("{note}, but the check expects the opposite"),
        _ => note.to_owned(),
    }
}

/// States a property's result in the last check, for a level's row in the pack.
pub(crate) fn kept_status(item: CheckItem, status: KeptStatus, day: &str, stale: bool) -> String {
    let item = item.statement();
    let is = match status {
        KeptStatus::Proved => "yes",
        KeptStatus::Refuted => "no",
        KeptStatus::Moot => "does not apply",
        KeptStatus::Unknown => "unknown",
    };
    match stale {
        true => format!("{item}: {is} on {day}, and changed since"),
        false => format!("{item}: {is} (checked on {day})"),
    }
}

pub(crate) fn checking_pack(done: usize, of: usize) -> String {
    format!("Checking the pack: {done} of {of}")
}

pub(crate) const BROKEN_SOURCE: &str = "This source has errors, so nothing of it can be played yet. Mend them in your text editor: it is \
     read again whenever you save it.";
pub(crate) const NO_LEVEL: &str = "This pack has no level yet.";
pub(crate) const NOTHING: &str = "Nothing";
pub(crate) const PICKED: &str = "Picked";
pub(crate) const LEAVE_EMPTY: &str = "leave empty";
pub(crate) const LEAVE_EMPTY_TIP: &str = "Leave empty: the solver puts nothing here";
pub(crate) const BRUSH: &str = "Brush";
pub(crate) const TURN: &str = "Turn";
pub(crate) const TURNS: &str = "Direction";
/// Labels the button that shows all brushes of a long row, or only the first ones again.
pub(crate) fn brushes_shown(opened: bool, all: usize) -> String {
    if opened { "Show fewer".to_owned() } else { format!("Show all {all}") }
}

pub(crate) const NO_TURNS: &str = "This mark does not turn.";
pub(crate) const LEFT_EDGE: &str = "Width of the left panel";
pub(crate) const RIGHT_EDGE: &str = "Width of the right panel";
pub(crate) const LEVELS_EDGE: &str = "Height of the level list";
pub(crate) const NOTHING_SELECTED: &str = "Select something on the board first.";
pub(crate) const NOTHING_TO_LOCK: &str = "Select what to lock first, or take the lock tool.";
pub(crate) const FIT: &str = "Fit the board";
pub(crate) const NOTHING_TO_PICK: &str = "Nothing to pick here.";
pub(crate) const NOTHING_TO_COPY: &str = "Select marks to copy first.";
pub(crate) const NO_MARKS_TO_PASTE: &str = "There are no marks on the clipboard.";
pub(crate) const MARKS_OF_ANOTHER_GAME: &str = "The marks on the clipboard belong to another game.";
pub(crate) const NO_ROOM_TO_MOVE: &str = "No room to move that far.";
pub(crate) const NO_ROOM_TO_TURN: &str = "No room to turn the selection.";
pub(crate) const WENT_ALONG: &str = "The concept and the intended solution moved along.";
pub const NO_CONCEPT: &str = "No concept is set: every solution is fine.";
pub(crate) const DETAILS: &str = "All findings";
pub(crate) const DETAILS_TIP: &str = "Every finding, with what it rests on";
pub const WHY: &str = "Why?";
pub(crate) const COMPLETE: &str = "Complete…";
pub(crate) const WAITING: &str = "waiting";
pub(crate) const PAUSED: &str = "paused";
pub(crate) const STOP: &str = "Stop";

/// Marks the word of a finding that is about the level before the last edit.
pub(crate) fn older(word: &str) -> String {
    format!("{word} before the edit")
}

pub const STOP_TIP: &str = "Stops the solver until you change the level";
pub const STOP_JOB_TIP: &str = "Stops; results so far stay";
pub(crate) const JOB_BEGINS: &str = "Searching…";
pub(crate) const OPEN_TIP: &str = "Empty; the solver may fill it";
pub(crate) const PAINTED_TIP: &str = "The solver keeps it if it can";
pub(crate) const LOCKED_TIP: &str = "Nothing changes it until you unlock it";
pub const NO_SOLVER: &str = "The solver did not start";

pub(crate) const UNSAVED_DOT: &str = "Unsaved changes";

/// Says where typing row by row begins.
pub(crate) fn by_rows_from(first: Site) -> String {
    let first = first.name();
    format!(
        "Type digits row by row from {first}; a point leaves a cell empty, a, b, c … skip 1, 2, 3 …, Esc ends it."
    )
}

pub(crate) const BY_ROWS: &str = "Typing row by row";
pub(crate) const BY_ROWS_ENDED: &str = "That was the last cell: typing row by row has ended.";
pub(crate) const PLAY_TIP: &str = "Play the level; your edits stay as they are";
pub(crate) const EDIT_TIP: &str = "Edit the level";
pub(crate) const OPEN_PACK: &str = "Open a pack";
pub(crate) const SAVE_PACK: &str = "Save the pack";

pub(crate) const FORBID: &str = "Forbid it: the concept then rules this solution out";

/// Returns the name of a pack on screen.
pub(crate) fn pack_name(title: &str, file: Option<&Path>) -> String {
    match (title, file) {
        ("", Some(file)) => name_of(file),
        ("", None) => UNTITLED.to_owned(),
        (title, _) => title.to_owned(),
    }
}

pub fn generated(made: usize) -> String {
    counted(made, "level was made.", "levels were made.")
}

pub fn completed(changed: usize) -> String {
    counted(changed, "change made.", "changes made.")
}

/// Shown if a line was begun and not drawn.
pub(crate) const DRAW_FROM_CELL_TO_CELL: &str = "Drag from cell to cell to draw this line.";

pub(crate) fn no_mark(text: &str) -> String {
    format!("`{text}` is not a mark here.")
}

pub(crate) const LOCKED_FALL_OFF: &str =
    "Locked cells would fall off the board. Unlock them first.";
pub(crate) const LOCKED_IN_THE_WAY: &str = "A locked cell is in the way.";

/// Counts the locked sites that a command spared.
pub(crate) fn kept_locked(kept: usize) -> String {
    counted(kept, "locked cell was kept.", "locked cells were kept.")
}

pub(crate) fn left_out(lost: usize) -> String {
    counted(
        lost,
        "mark does not fit here and is left out.",
        "marks do not fit here and are left out.",
    )
}

pub fn unknown_game(game: &str) -> String {
    let called = title_in_id(game).unwrap_or_else(|| game.to_owned());
    format!("This level belongs to a game called “{called}”, which is not installed.")
}

/// Names a sample game in the menu: a game as a folder, or a PuzzleScript source.
pub(crate) fn sample_game(name: &str, is_folder: bool) -> String {
    match is_folder {
        true => format!("{name} (a game of your own)"),
        false => format!("{name} (PuzzleScript)"),
    }
}

/// Changes a phrase about solutions into one about the shortest solutions.
pub fn of_shortest(words: &str) -> String {
    words.replace("solution", "shortest solution")
}

/// Makes the first letter a capital.
pub fn capital(words: &str) -> String {
    // Only for words: the name of a file or of a field would change its meaning.
    let first = words.split_whitespace().next().unwrap_or_default();
    let first = first.trim_end_matches(['.', ',', ':', ';', '…', '!', '?']);
    if first.contains(['.', '/', '\\', '_']) {
        return words.to_owned();
    }
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Adds a capital at the beginning and a full stop at the end.
pub fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{stop}", capital(words))
}

/// Describes a site without a mark.
pub(crate) fn empty_site(hold: Hold) -> &'static str {
    match hold {
        Hold::Open => "Open: the solver may fill it.",
        Hold::Painted => "Left empty on purpose.",
        Hold::Locked => "Locked: it stays empty.",
    }
}

/// Labels the button for another layer of a cell: "The layer under R4C3: region 2".
pub(crate) fn layer(site: &str, mark: &str) -> String {
    format!("{}: {mark}", capital(site))
}

pub(crate) const LAYER_TIP: &str = "Selects this mark of the cell instead.";

/// Describes a site and its contents: "row 4, column 3: bender, west to north, locked".
pub(crate) fn site_words(site: &str, mark: Option<&str>, hold: Hold) -> String {
    match (mark, hold) {
        (Some(mark), Hold::Locked) => format!("{site}: {mark}, locked"),
        (Some(mark), _) => format!("{site}: {mark}"),
        (None, Hold::Open) => format!("{site}: open"),
        (None, Hold::Painted) => format!("{site}: left empty"),
        (None, Hold::Locked) => format!("{site}: left empty, locked"),
    }
}

pub(crate) fn selected(sites: usize, marks: usize) -> String {
    format!("{sites} cells, {}", counted(marks, "mark", "marks"))
}

pub fn board(board: Board) -> String {
    let Board { cols, rows, tray } = board;
    let tray = match tray {
        0 => String::new(),
        n => format!(", {}", counted(n, "tray slot", "tray slots")),
    };
    format!("{cols} × {rows} cells{tray}")
}

pub fn intended(length: usize, held: usize, is_of_moves: bool) -> String {
    let words = play_length(length, is_of_moves);
    let placed = match (length, is_of_moves) {
        (_, true) => words,
        (1, false) => format!("{words} is placed"),
        (_, false) => format!("{words} are placed"),
    };
    match held {
        0 => format!("{placed}."),
        held if held == length => format!("{placed}, all locked."),
        held => format!("{placed}, {held} of them locked."),
    }
}

pub(crate) const CANDIDATES: &str = "What each mark would do here";
pub(crate) const CANDIDATES_TIP: &str =
    "How many solutions each mark leaves here; click one to paint it.";

/// Formats a number of solutions for narrow places.
pub fn few_solutions(count: &Count) -> String {
    let short = |n: u64| match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{}k", n / 1_000),
        _ => format!("{}M", n / 1_000_000),
    };
    match count {
        Count::Exactly(n) => short(*n),
        Count::AtLeast(n) => format!("{}+", short(*n)),
    }
}

pub(crate) const BOARD: &str = "Board";
pub(crate) const PACK: &str = "Pack";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(seconds: u64, expected: &str) {
        assert_eq!(date(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)), expected);
    }

    #[test]
    fn dates_are_right_across_leap_days_and_centuries() {
        check(0, "1970-01-01 00:00 UTC");
        check(951_782_399, "2000-02-28 23:59 UTC");
        check(951_782_400, "2000-02-29 00:00 UTC");
        check(951_868_800, "2000-03-01 00:00 UTC");
        check(1_735_689_599, "2024-12-31 23:59 UTC");
        check(4_107_542_400, "2100-03-01 00:00 UTC");
    }

    #[test]
    fn a_sentence_begins_with_a_capital_and_leaves_names_alone() {
        for (words, expected) in [
            ("line 3, column 4: a mark is missing", "Line 3, column 4: a mark is missing."),
            ("k.json: it is a pipe", "k.json: it is a pipe."),
            ("packs/k: it is a pipe", "packs/k: it is a pipe."),
            ("“k.json”: it is a pipe", "“k.json”: it is a pipe."),
            ("nothing.", "Nothing."),
        ] {
            assert_eq!(sentence(words), expected);
        }
    }

    #[test]
    fn time_ago_is_said_as_one_would() {
        let said = |seconds| {
            let then = SystemTime::UNIX_EPOCH;
            ago(then, then + Duration::from_secs(seconds))
        };
        assert_eq!(said(59), "just now");
        assert_eq!(said(60), "1 minute ago");
        assert_eq!(said(7_300), "2 hours ago");
        assert_eq!(said(200_000), "2 days ago");
    }
}
