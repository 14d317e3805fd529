//! Words about the last saves of a pack.

use std::time::SystemTime;

use foolproof_editor::text;

pub(crate) const TITLE: &str = "Restore a backup";
pub(crate) const ABOUT: &str = "The last five saves of this pack. Restoring one can be undone.";
pub(crate) const NO_FILE: &str = "This pack has no file yet. A backup is kept with every save.";
pub(crate) const NONE: &str = "No save of this pack has been kept yet.";
pub(crate) const READING: &str = "Reading the backups…";
pub(crate) const RESTORE: &str = "Restore";
pub(crate) const STEP: &str = "Restore a backup";
pub(crate) const DAMAGED: &str = "It cannot be read any more.";

pub(crate) fn restored(levels: usize) -> String {
    format!("The backup is back, with {}.", text::levels(levels))
}

/// Names a restore button for screen readers.
pub(crate) fn restore(then: SystemTime) -> String {
    format!("Restore the save of {}", text::date(then))
}
