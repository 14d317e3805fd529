//! Words about the check of a pack.

use foolproof_game::counted;
use foolproof_level::{KeptVerdict, Staleness, Turned};

pub(crate) const TITLE: &str = "Check the pack";
pub(crate) const ABOUT: &str = "Checks every level against what you expect of it. The verdicts are \
    saved with the pack.";
pub(crate) const WATCH: &str = "Watch all levels";
pub(crate) const WATCH_TIP: &str =
    "Checks all levels of the pack in the background, while the solver has nothing else to do.";
pub(crate) const CHECK_ALL: &str = "Check all levels";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOP_TIP: &str = "Stops the check; verdicts so far stay";
pub(crate) const LEVEL: &str = "Level";
pub(crate) const VERDICT: &str = "Verdict";
pub(crate) fn check_changed(levels: usize) -> String {
    format!("Check the {levels} new or changed")
}

pub(crate) fn progress(done: usize, of: usize) -> String {
    format!("{done} of {of} checked")
}

/// Sums up all verdicts.
pub(crate) fn sum(pass: usize, fail: usize, open: usize) -> String {
    let mut parts = Vec::new();
    if pass > 0 {
        parts.push(format!("{pass} as expected"));
    }
    if fail > 0 {
        parts.push(format!("{fail} not as expected"));
    }
    if open > 0 {
        parts.push(format!("{open} not checked"));
    }
    parts.join(", ")
}

pub(crate) fn worse(levels: usize) -> String {
    counted(
        levels,
        "level is worse than at its last check.",
        "levels are worse than at their last check.",
    )
}

pub(crate) fn skipped(levels: usize) -> String {
    counted(
        levels,
        "level was left out: its own rules have not been run yet.",
        "levels were left out: their own rules have not been run yet.",
    )
}

pub(crate) fn ended(levels: usize, failing: usize) -> String {
    match (levels, failing) {
        (1, 0) => "1 level checked: as expected.".to_owned(),
        (n, 0) => format!("{n} levels checked: all as expected."),
        (n, 1) => format!("{n} levels checked: 1 not as expected."),
        (n, failing) => format!("{n} levels checked: {failing} not as expected."),
    }
}

pub(crate) const PASSES: &str = "As expected";
pub(crate) const FAILS: &str = "Not as expected";
pub(crate) const WORSE: &str = "Worse";
pub(crate) const UNCHECKED: &str = "Not checked yet";
pub(crate) const CHECKING: &str = "Checking…";

/// Says why a verdict no longer applies, in a word or two.
pub(crate) fn stale(staleness: Staleness) -> &'static str {
    match staleness {
        Staleness::Current => "",
        Staleness::OtherLevel => "Level changed",
        Staleness::OtherRules => "Rules changed",
        Staleness::OtherProgram => "Older version",
    }
}

pub(crate) fn turned(turned: &Turned) -> String {
    format!("{}: was {}, is {}.", turned.item.head(), turned.was.word(), turned.is.word())
}

/// Describes the date and the limits of a verdict.
pub(crate) fn when(verdict: &KeptVerdict) -> String {
    let seconds = verdict.time_limit_ms / 1000;
    format!("Checked on {} by {}, up to {seconds} s a question.", verdict.day(), verdict.by)
}

pub(crate) fn again(levels: usize) -> String {
    match levels {
        1 => "The rules changed: one level is checked again".to_owned(),
        n => format!("The rules changed: {n} levels are checked again"),
    }
}
