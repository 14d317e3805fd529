//! The window's words: every sentence, and every word that two places use.
//!
//! Plain English for people who make puzzles. Knows levels.

use std::path::Path;
use std::time::SystemTime;

use crate::level::Level;

pub const OK: &str = "OK";
pub const CANCEL: &str = "Cancel";
pub const CLOSE: &str = "Close";
pub const OPEN: &str = "Open";
pub const SAVE: &str = "Save";
pub const DISCARD: &str = "Discard changes";
pub const DELETE: &str = "Delete";
pub const PATH: &str = "Path";
pub const PACK_FILES: &str = "Puzzle packs";
pub const PARENT_FOLDER: &str = "../   (the folder above)";
pub const FOLDER_UNREAD: &str = "This folder could not be read.";
pub const TYPE_PATH: &str = "Type a path instead";
pub const NO_FILE_DIALOG: &str = "This desktop offers no file dialog; type a path instead.";
pub const FILE_DIALOG_WAITS: &str = "Choose a file in the desktop's own dialog.";
pub const REPLACE: &str = "Replace";
pub const REPLACE_BODY: &str = "A file of this name is there already. What it holds will be lost.";
pub const SAVE_CHANGES_BODY: &str = "Changes that are not saved will be lost.";
pub const EMPTY: &str = "empty";
pub const UNDO_MOVE: &str = "Undo move";
pub const REDO_MOVE: &str = "Redo move";
pub const RESET: &str = "Take everything back";
pub const BACK_TO_EDIT: &str = "Back to editing";
pub const MAKE_INTENDED: &str = "Make it the intended solution";
pub const RECORD_SHORTCUT: &str = "Show as a shortcut";
pub const RECORD_SHORTCUT_TIP: &str =
    "Shows this play on the canvas, against the intended solution, so that you can forbid it.";
pub const NOT_SOLVED: &str = "The level is not solved yet.";
pub const SOLVED_BY_SHORTCUT: &str =
    "Solved without what the concept asks for: this play is a shortcut.";
pub const CHANGE_CONCEPT: &str = "Change concept";
pub const ANY_SOLUTION: &str = "Any solution will do.";
pub const ALL_OF: &str = "all of";
pub const ANY_OF: &str = "any of";
pub const JOINED_BY: &str = "How these are joined";
pub const NOT: &str = "not";
pub const NOT_TIP: &str = "Asks for the opposite.";
pub const REMOVE: &str = "Remove";
pub const ADD_PROPERTY: &str = "Add property";
pub const ADD_GROUP: &str = "Add group";
pub const ADD_GROUP_TIP: &str = "A group of properties of which any, or all, have to hold.";
pub const OWN_RULES: &str = "Own rules";
pub const OWN_RULES_TIP: &str =
    "Rules of an answer set program, for what the properties cannot say; one set for each concept.";
pub const OWN_RULES_START: &str = "% A play is wanted when ...\nwanted :- play(_,_).";
pub const OWN_RULES_HINT: &str =
    "Derive “wanted” from play(Site,Mark), has(Site,Mark) and the atoms of the game's encoding.";
pub const UNKNOWN_PROPERTY: &str = "This game has no such property.";
pub const OTHER_PROPERTY: &str = "Choose another property";
pub const COLUMN: &str = "column";
pub const ROW: &str = "row";
pub const INTENDED: &str = "Intended solution";
pub const SAME_AS_INTENDED: &str = "The intended solution.";
pub const SHOW_ON_CANVAS: &str = "Show on the canvas";
pub const COMPARE: &str = "Compare with the intended solution";
pub const NO_SOLUTIONS: &str = "No solution has been found yet.";
pub const NOTHING_GENERATED: &str = "No level has been generated yet.";
pub const PROVED_FREE: &str = "Proved free of shortcuts.";
pub const NOT_PROVED_FREE: &str = "Not proved free of shortcuts.";
pub const ADD_TO_PACK: &str = "Add to pack";
pub const REPLACE_LEVEL_TIP: &str = "Puts it in the place of the level on the canvas.";
pub const FIND_COMMAND: &str = "Find a command";
pub const NO_COMMAND: &str = "No command is called so.";
pub const FIRST_STEPS: &str = "First steps";
pub const DISMISS: &str = "Do not show again";
pub const STEPS: [&str; 4] = [
    "Choose a mark on the left and paint it on the board; right-click erases.",
    "Watch on the right what the solver proves while you paint.",
    "Lock what must stay (L), then let the solver complete the open sites.",
    "Press F5 to play the level as a player would; Esc brings you back.",
];
pub const UNTITLED: &str = "Untitled";
pub const ADD_LEVEL: &str = "Add level";
pub const RENAME: &str = "Rename";
pub const DUPLICATE: &str = "Duplicate";
pub const MOVE_UP: &str = "Move up";
pub const MOVE_DOWN: &str = "Move down";
pub const MOVE_LEVEL: &str = "Move level";
pub const DELETE_LEVEL: &str = "Delete level";
pub const EMPTY_PACK: &str = "This pack has no levels yet. Add one to begin.";
pub const TITLE: &str = "Title";
pub const AUTHOR: &str = "Author";
pub const TAGS: &str = "Tags";
pub const TAGS_HINT: &str = "easy, mirrors";
pub const NOTES: &str = "Notes";
pub const NOTES_HINT: &str = "For yourself and your team";
pub const PACK_TITLE: &str = "Pack title";
pub const PACK_AUTHOR: &str = "Pack author";
pub const PACK_NOTES: &str = "Pack notes";
pub const POLICY: &str = "What a check expects";
pub const POLICY_TIP: &str =
    "The command “foolproof check” fails when a level is not as it is expected to be here.";
pub const SOLVABLE: &str = "Solvable";
pub const UNIQUE: &str = "One solution only";
pub const SHORTCUT_FREE: &str = "Free of shortcuts";
pub const MUST_HOLD: &str = "yes";
pub const MUST_FAIL: &str = "no";
pub const EITHER: &str = "either";

pub fn solved(marks: usize) -> String {
    match marks {
        0 => "Solved.".to_owned(),
        1 => "Solved: one mark placed.".to_owned(),
        _ => format!("Solved: {marks} marks placed."),
    }
}

pub fn in_hand(piece: &str, count: u32) -> String {
    format!("{piece}, {count} left")
}

pub fn at_line(line: usize, column: usize) -> String {
    format!("Line {line}, column {column}")
}

pub fn solution(number: usize) -> String {
    format!("Solution {}", number + 1)
}

pub fn generated_level(number: usize) -> String {
    format!("Level {}", number + 1)
}

pub fn marks_used(count: usize) -> String {
    if count == 1 { "One mark placed.".to_owned() } else { format!("{count} marks placed.") }
}

pub fn levels(count: usize) -> String {
    if count == 1 { "1 level".to_owned() } else { format!("{count} levels") }
}

/// A level's title, or a word for having none.
pub fn title_of(level: &Level) -> String {
    if level.title.is_empty() { UNTITLED.to_owned() } else { level.title.clone() }
}

/// How a level in a list is called, counted from 0 and said from 1.
pub fn level_name(number: usize, level: &Level) -> String {
    format!("Level {}: {}", number + 1, title_of(level))
}

pub fn copy_of(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!("{title} (copy)") }
}

/// The name of the step that changes a field.
pub fn change_of(field: &str) -> String {
    format!("Change of {}", field.to_lowercase())
}

pub fn save_changes(what: &str) -> String {
    format!("Save the changes to “{what}”?")
}

pub fn replace_file(path: &Path) -> String {
    format!("Replace “{}”?", name_of(path))
}

pub fn no_such_file(path: &Path) -> String {
    format!("There is no file {}.", path.display())
}

pub fn no_such_folder(path: &Path) -> String {
    let folder = path.parent().unwrap_or(path);
    format!("There is no folder {}.", folder.display())
}

/// A file's name without its folder.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

pub const RECOVER: &str = "Recover";
pub const RECOVERY_TITLE: &str = "Unsaved work was found";
pub const RECOVERY_BODY: &str =
    "The editor was ended before this was saved. Recover it, or decide later.";
pub const LATER: &str = "Later";

pub fn recovery(name: Option<&str>, date: &str, ago: &str) -> String {
    match name {
        Some(name) => format!("Changes to “{name}”, {date} ({ago})"),
        None => format!("A pack that was never saved, {date} ({ago})"),
    }
}

pub fn no_autosave(path: &Path, why: &str) -> String {
    format!("Your changes could not be kept in {}: {why}. Please save the pack.", path.display())
}

/// How long ago something was, as one would say it.
pub fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).unwrap_or_default().as_secs();
    let (number, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural} ago")
}

/// A date and time of day, in UTC: "2026-11-20 14:32 UTC".
pub fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute) = (rest / 3_600, rest % 3_600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Year, month and day of a day counted from 1 January 1970, after Hinnant's "chrono-compatible
/// low-level date algorithms": years begin in March, so that the leap day is the last of them.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, early) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + early, month, day)
}

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
