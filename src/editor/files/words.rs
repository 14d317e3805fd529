//! Texts about files: saving, opening, changes by others, and recovery.

use std::path::Path;

use crate::text::{EXPECT_ONE, levels, name_of, sentence};
use foolproof_game::counted;
use foolproof_games::script::ScriptFault;
use foolproof_level::bounds::shortened;
use foolproof_level::difference::{Change, Difference, Whose};
use foolproof_level::file::Guard;

pub(crate) const SAVE_AS: &str = "Save as…";
pub(crate) const QUIT_ANYWAY: &str = "Quit without waiting";
pub(crate) const WRITER_FELL: &str = "the file writer failed";
pub(crate) const OVERWRITE: &str = "Overwrite it";
pub(crate) const WRITE_MINE: &str = "Overwrite with mine";
pub(crate) const USE_THEIRS: &str = "Take theirs";
/// Name of the undo step.
pub(crate) const TAKE_THEIRS: &str = "Take what the file has";
/// Maximum number of differences listed.
const LISTED: usize = 7;

/// A question with its subjects, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmWords {
    pub title: String,
    pub body: String,
    /// Lines under their headings.
    pub groups: Vec<(String, Vec<String>)>,
}

impl ConfirmWords {
    pub(crate) fn plain(title: &str, body: &str) -> Self {
        Self { title: title.to_owned(), body: body.to_owned(), groups: Vec::new() }
    }
}

pub(crate) const ADD_LEVELS: &str = "Add levels";
pub(crate) const PASTE_LEVELS: &str = "Paste levels";
/// Names of the dialog's filters.
pub(crate) const LEVEL_FILES: &str = "Packs and levels";
pub(crate) const ALL_FILES: &str = "All files";
pub const DROP: &str = "Drop to open";
pub const DROP_SEVERAL: &str = "Drop to open all of them as one pack";

/// Names a level that could not be read, with its file if several were read.
pub(crate) fn level_of_file(number: usize, file: Option<&str>) -> String {
    match file {
        Some(file) => format!("{file}, level {number}"),
        None => format!("Level {number}"),
    }
}

/// Notes that levels expect nothing about the number of their solutions, and how to change that.
pub(crate) fn lax(note: &str) -> String {
    format!("{note}. “Level → {EXPECT_ONE}” sets that.")
}

/// Counts the levels read from another program's file.
pub(crate) fn opened_levels(count: usize, formats: &[String]) -> String {
    let them = if count == 1 { "it" } else { "them" };
    let of = match formats {
        [] => String::new(),
        formats => format!(": {}", formats.join(", ")),
    };
    format!("Opened {}{of}. Save writes {them} to a new pack.", levels(count))
}

/// Returns the first warning about a source, and the number of all.
pub(crate) fn warnings(all: &[ScriptFault]) -> Option<String> {
    let first = all.first()?;
    let more = match all.len() - 1 {
        0 => String::new(),
        n => format!(" ({}; `check` lists them)", counted(n, "more warning", "more warnings")),
    };
    Some(sentence(&format!("{first}{more}")))
}

pub(crate) fn added_levels(count: usize) -> String {
    format!("Added {}.", levels(count))
}

pub(crate) fn not_pasted(why: &str) -> String {
    format!("There are no marks and no levels to paste here. {}", sentence(why))
}

pub(crate) const OWN_FILE: &str = "That is the open pack’s own file. Choose another name.";

pub(crate) fn exported(path: &Path, count: usize) -> String {
    match count {
        1 => format!("Written to “{}”.", name_of(path)),
        n => format!("{n} files written, beginning with “{}”.", name_of(path)),
    }
}

pub(crate) fn not_exported(why: &str) -> String {
    format!("It could not be written. {}", sentence(why))
}

pub(crate) fn replace_several(count: usize) -> String {
    match count {
        1 => "Replace a file that is there already?".to_owned(),
        n => format!("Replace {n} files that are there already?"),
    }
}

/// Lists the first replaced files by name.
pub(crate) fn replaced_files(names: &[String]) -> String {
    let first = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    let more = if names.len() > LISTED { ", …" } else { "" };
    format!("{first}{more}. What is in them will be lost.")
}

pub(crate) fn saved(path: &Path) -> String {
    format!("Saved to “{}”.", name_of(path))
}

/// Says that no copy of the saved pack was stored.
pub(crate) fn no_backup(why: &str) -> String {
    format!("Saved, but without a backup: {why}.")
}

pub(crate) fn not_saved(why: &str) -> String {
    format!("The pack could not be saved. {}", sentence(why))
}

pub(crate) fn not_opened(path: &Path, why: &str) -> String {
    format!("“{}” could not be opened. {}", name_of(path), sentence(why))
}

pub fn of_file(path: &Path, why: &str) -> String {
    format!("“{}”: {why}", path.display())
}

pub(crate) fn saving(path: &Path) -> String {
    format!("Saving “{}” takes long…", name_of(path))
}

pub(crate) fn opening(path: &Path) -> String {
    format!("Opening “{}” takes long…", name_of(path))
}

pub(crate) fn whole_copy(copy: &Path) -> String {
    format!("A save was cut off. All of it is in “{}”", copy.display())
}

pub(crate) fn not_opened_by_itself(path: &Path) -> String {
    format!(
        "The editor ended while opening “{}”, so it did not open it again. Use the File menu to \
         try.",
        name_of(path)
    )
}

/// Names a recent pack whose opening ended the editor.
pub(crate) fn suspect(name: &str) -> String {
    format!("{name}   (the editor ended while opening it)")
}

pub(crate) fn file_gone(name: &str) -> String {
    format!("“{name}” is gone. Save to write it again.")
}

pub(crate) fn changed_outside(name: &str) -> String {
    format!(
        "“{name}” was saved by another program. Saving keeps its changes and yours, and asks where they \
         collide."
    )
}

pub(crate) fn damaged_outside(name: &str, why: &str) -> String {
    format!("“{name}” was saved by another program and cannot be read. {}", sentence(why))
}

pub(crate) fn read_again(name: &str) -> String {
    format!("“{name}” was saved by another program and was read again. Undo restores your version.")
}

/// Asks about a file that was written by another program.
pub fn clash(path: &Path, unreadable: Option<&str>, all: &[Change]) -> ConfirmWords {
    let title = format!("“{}” was saved by another program", name_of(path));
    let asked = |body: &str, groups: Vec<(&str, Vec<String>)>| {
        let groups = groups.into_iter().filter(|(_, lines)| !lines.is_empty());
        let groups = groups.map(|(heading, lines)| (heading.to_owned(), lines)).collect();
        ConfirmWords { title: title.clone(), body: body.to_owned(), groups }
    };
    let lines = |whose: &[Whose]| {
        let of = |change: &&Change| whose.contains(&change.whose);
        listed(all.iter().filter(of).map(change).collect())
    };
    match unreadable {
        Some(why) => {
            asked("It cannot be read as a pack any more:", vec![("", vec![sentence(why)])])
        }
        None if all.iter().any(|change| change.whose == Whose::Unknown) => asked(
            "The file has changed since you opened or last saved it.",
            vec![("What is different in the file:", lines(&[Whose::Unknown]))],
        ),
        None => asked(
            "The file has changed since you opened or last saved it.",
            vec![
                (OVERWRITING_LOSES, lines(&[Whose::There, Whose::Both])),
                (TAKING_LOSES, lines(&[Whose::Here, Whose::Both])),
            ],
        ),
    }
}

pub(crate) const OVERWRITING_LOSES: &str = "Overwriting it with yours loses:";
pub(crate) const TAKING_LOSES: &str = "Taking theirs loses:";

fn listed(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    lines.extend((more > 0).then(|| format!("and {more} more")));
    lines
}

fn change(Change { what, whose }: &Change) -> String {
    let called = |title: &str| match title {
        "" => String::new(),
        title => format!(" “{}”", shortened(title, 40)),
    };
    let subject = match what {
        Difference::Words => {
            "The pack's title, author, notes or what it says to players".to_owned()
        }
        Difference::Games => "Where the pack’s games are, or their rules".to_owned(),
        Difference::Course => "What the pack teaches, or the rules for its order".to_owned(),
        Difference::Order => "The order of the levels".to_owned(),
        Difference::Added(n, title) | Difference::Removed(n, title) => {
            format!("Level {n}{}", called(title))
        }
        Difference::Changed { here, there, title } if here == there => {
            format!("Level {here}{}", called(title))
        }
        Difference::Changed { here, there, title } => {
            format!("Level {here}{}, level {there} in the file", called(title))
        }
    };
    let verb = match (what, whose) {
        (Difference::Added(..), Whose::There) => "added in the file",
        (Difference::Added(..), Whose::Here) => "deleted by you",
        (Difference::Added(..), Whose::Both) => "deleted by you, changed in the file",
        (Difference::Added(..), Whose::Unknown) => "only in the file",
        (Difference::Removed(..), Whose::There) => "deleted in the file",
        (Difference::Removed(..), Whose::Here) => "added by you",
        (Difference::Removed(..), Whose::Both) => "changed by you, deleted in the file",
        (Difference::Removed(..), Whose::Unknown) => "not in the file",
        (_, Whose::There) => "changed in the file",
        (_, Whose::Here) => "changed by you",
        (_, Whose::Both) => "changed by you and in the file",
        (_, Whose::Unknown) => "different",
    };
    format!("{subject}: {verb}")
}

/// Asks about a protected file.
pub fn guarded(path: &Path, guard: Guard) -> ConfirmWords {
    let (title, body) = match guard {
        Guard::ReadOnly => ("is read-only", "The file is protected from changes."),
        Guard::OfAnother => ("belongs to somebody else", "Another user of this system owns it."),
    };
    let title = format!("“{}” {title}", name_of(path));
    ConfirmWords::plain(&title, body)
}

pub(crate) const RECOVER: &str = "Recover";
pub(crate) const RECOVERY_TITLE: &str = "Unsaved work was found";
pub(crate) const RECOVERY_BODY: &str =
    "The editor ended before this was saved. Recover it, or decide later.";
pub(crate) const DISCARD_TITLE: &str = "Discard these changes for good?";
pub(crate) const LATER: &str = "Later";
pub(crate) const EARLIER: &str = "Earlier states";

/// Maximum number of letters shown of a folder's path.
const FOLDER: usize = 64;

/// Shows a folder in one line, shortened in the middle if it is too long.
pub fn folder(folder: &Path) -> String {
    let path = folder.display().to_string();
    let letters: Vec<char> = path.chars().collect();
    let half = FOLDER / 2;
    match (letters.get(..half), letters.len().checked_sub(half).and_then(|at| letters.get(at..))) {
        (Some(start), Some(end)) if letters.len() > FOLDER => {
            format!("{}…{}", String::from_iter(start), String::from_iter(end))
        }
        _ => path,
    }
}

/// Asks before something is discarded.
pub fn discard(what: &str, folder: Option<&Path>) -> String {
    let place = folder.map(|path| format!(" In {}.", self::folder(path))).unwrap_or_default();
    format!("{what}.{place} Nothing can bring them back.")
}

pub(crate) fn recovery(name: Option<&str>, title: &str, when: &str) -> String {
    let title: String = title.chars().take(60).collect();
    match (name, title.as_str()) {
        (Some(name), "") => format!("Changes to “{name}”, {when}"),
        (Some(name), title) => format!("Changes to “{title}” ({name}), {when}"),
        (None, "") => format!("A pack that was never saved, {when}"),
        (None, title) => format!("“{title}”, a pack that was never saved, {when}"),
    }
}

pub(crate) fn no_autosave(path: &Path, why: &str) -> String {
    format!("Your changes could not be kept in “{}”: {why}. Please save the pack.", path.display())
}

pub(crate) fn no_autosave_folder(folder: &Path, why: &str) -> String {
    format!("Autosave is off: {}", sentence(&of_file(folder, why)))
}

pub(crate) fn no_signals(why: &str) -> String {
    format!("If the system ends the editor, the last seconds of work may be lost: {why}.")
}

/// Label of the button that discards work that is in no pack.
pub(crate) const LOSE: &str = "Lose them";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_follows_the_name_of_the_file_as_a_sentence() {
        assert_eq!(
            not_opened(Path::new("/packs/k.json"), "it is a pipe"),
            "“k.json” could not be opened. It is a pipe."
        );
    }
}
