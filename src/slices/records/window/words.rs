//! Words about play records.

use std::time::Duration;

use super::curve::CurvePoint;
use foolproof_game::{counted, time_text};
use foolproof_records::{FoundPlay, LevelPlays, PlayPractice, PlaySummary, Visit, VisitRemark};

pub(crate) const COMMAND: &str = "Play records…";
pub(crate) const COMMAND_TIP: &str =
    "How testers fared: times, moves, where they got stuck, and the shortcuts they found.";
pub(crate) const TITLE: &str = "Play records";
pub(crate) const HEAT: &str = "Where players went";
pub(crate) const HEAT_TIP: &str =
    "A ring round each place: the larger, the more often players went there.";
pub(crate) const HEAT_LEGEND: &str = "Players went there";
pub(crate) const RECORD_FILES: &str = "Play records";
pub(crate) const CHOOSE: &str = "Open a play record";
pub(crate) const ADD: &str = "Add a record…";
pub(crate) const CLOSE_ALL: &str = "Close them";
pub(crate) const NO_RECORDS: &str = "When testers play with “foolproof play” or on an exported page, and agree to a record, they get a file. Open it here.";
pub(crate) const READING: &str = "Reading…";
pub(crate) const NO_PLAYS: &str = "No one has played this level as it is now.";
pub(crate) const LEVELS: [&str; 6] = ["Level", "Solved", "Time", "Moves", "Undos", "Restarts"];
pub(crate) const MEDIANS: &str =
    "Medians of all testers who opened the level, until they solved it or left.";
pub(crate) const FOUND: &str = "Solutions that players found";
pub(crate) const NONE_FOUND: &str = "Not solved yet.";
pub(crate) const SHOW: &str = "Show";
pub(crate) const FORBID: &str = "Forbid";
pub(crate) const FORBID_TIP: &str = "Narrows the concept to rule this solution out.";
pub(crate) const FORBIDDEN: &str = "The concept rules it out already.";
pub(crate) const ALLOW: &str = "Allow";
pub(crate) const ALLOW_TIP: &str = "Widens the concept to allow this solution.";
pub(crate) const REPAIR: &str = "Repair…";
pub(crate) const REPAIR_TIP: &str = "Finds the smallest change that leaves no shortcut.";
pub(crate) const STUCK: &str = "Where players got stuck";
pub(crate) const STUCK_TIP: &str = "The first position of a visit that could no longer be solved.";
pub(crate) const STOPPED: &str = "Steps at which players stopped";
pub(crate) const STOPPED_TIP: &str = "Where the longest pause of each visit was, or where a player left, on \
                                      the path that solves the level step by step.";
pub(crate) const SAID: &str = "What players said";
pub(crate) const NOBODY_STUCK: &str = "No one got stuck.";
pub(crate) const SEARCHING: &str = "Looking at the positions…";
pub(crate) const REPLAY: &str = "Replay";
pub(crate) const REPLAY_TIP: &str = "Goes through a visit step by step, on the board.";
pub(crate) const CHOOSE_VISIT: &str = "Choose a visit";
pub(crate) const STEP_BACK: &str = "Step back";
pub(crate) const STEP_ON: &str = "Step on";
pub(crate) const STEPS: &str = "steps";
pub(crate) const HIDE: &str = "Hide";
pub(crate) const CURVES: &str = "Measured and predicted";
pub(crate) const CURVES_TIP: &str =
    "Each curve has its own scale: compare their shapes. Click a level to go there.";
pub(crate) const BY_TIME: &str = "Median time, in seconds";
pub(crate) const BY_MOVES: &str = "Median moves";
pub(crate) const NO_MEASURE: &str = "No measure";

pub(crate) fn open(records: usize) -> String {
    counted(records, "record", "records")
}

pub(crate) fn solved(summary: &PlaySummary) -> String {
    format!("{} of {}", summary.solved, summary.testers)
}

pub(crate) fn time(ms: u64) -> String {
    time_text(Duration::from_millis(ms))
}

/// The solution, its frequency, and whether it was already known.
pub(crate) fn found(found: &FoundPlay, proved: bool) -> String {
    let what = match found.practice {
        PlayPractice::Shortcut if proved => "Shortcut, though a search proved there is none",
        PlayPractice::Shortcut => "Shortcut",
        PlayPractice::Practises => "Solution",
        PlayPractice::Unknown => "Solution; perhaps a shortcut",
    };
    let known = found.known.words();
    format!("{what}, {known}: {}", counted(found.testers, "tester", "testers"))
}

pub(crate) fn stuck(tester: usize, step: usize, solved_later: bool) -> String {
    let later = if solved_later { ", solved it later" } else { "" };
    format!("Tester {}, after {}{later}", tester + 1, counted(step, "step", "steps"))
}

pub(crate) fn said(visit: &Visit, said: &VisitRemark) -> String {
    let (tester, name) = (visit.record + 1, said.remark.name());
    let steps = counted(said.steps, "step", "steps");
    match said.words.as_str() {
        "" => format!("Tester {tester}, after {steps}: {name}"),
        words => format!("Tester {tester}, after {steps}: {name}: “{words}”"),
    }
}

pub(crate) fn visit(at: usize, visit: &Visit) -> String {
    let end = match (visit.solved.is_empty(), visit.left) {
        (false, _) => "solved",
        (true, true) => "left",
        (true, false) => "not ended",
    };
    let steps = counted(visit.steps.len(), "step", "steps");
    format!("{}: tester {}, {steps}, {end}", at + 1, visit.record + 1)
}

/// A moment of a visit: its time and the action.
pub(crate) fn moment(visit: &Visit, step: usize) -> String {
    use foolproof_records::PlayerStep;
    let Some(at) = step.checked_sub(1).and_then(|at| visit.steps.get(at)) else {
        return "The level as it began.".to_owned();
    };
    let what = match at.kind {
        PlayerStep::Move => "a move",
        PlayerStep::Undo => "an undo",
        PlayerStep::Redo => "a redo",
        PlayerStep::Restart => "a restart",
    };
    let solved = if visit.solved.contains(&step) { "; this solves the level" } else { "" };
    format!("After {}: {what}{solved}.", time(at.active))
}

/// Numbers of visits of a level that are not counted, if any.
pub(crate) fn left_out(plays: &LevelPlays) -> Option<String> {
    let LevelPlays { of_changed, under_other_rules, damaged, .. } = plays;
    let parts = [
        (*of_changed, "of the level as it was before a change"),
        (*under_other_rules, "under other rules"),
        (*damaged, "that do not fit the board"),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} {what}", counted(number, "visit", "visits")))
        .collect();
    (!said.is_empty()).then(|| format!("Not counted: {}.", said.join(", ")))
}

pub(crate) fn gone(visits: usize) -> String {
    format!(
        "Not counted: {} of levels that are not in the pack.",
        counted(visits, "visit", "visits")
    )
}

pub(crate) fn unknown_positions(unknown: usize, left_out: usize) -> Option<String> {
    match (unknown, left_out) {
        (0, 0) => None,
        (unknown, 0) => {
            Some(format!("Not known for {}.", counted(unknown, "position", "positions")))
        }
        (unknown, visits) => Some(format!(
            "Not known for {}; {} had too many to check.",
            counted(unknown, "position", "positions"),
            counted(visits, "visit", "visits")
        )),
    }
}

pub(crate) fn not_read(name: &str, why: &str) -> String {
    format!("“{name}” could not be read: {why}")
}

pub(crate) fn torn(name: &str) -> String {
    format!("The last line of “{name}” was cut short and is left out.")
}

pub(crate) fn too_many(most: usize) -> String {
    format!("More than {most} records cannot be open at once.")
}

pub(crate) fn value(value: f64) -> String {
    let digits = if value.fract() == 0.0 || value >= 100.0 { 0 } else { 1 };
    format!("{value:.digits$}")
}

pub(crate) fn curves(measured: &str, predicted: &str, levels: usize) -> String {
    format!("{measured} and {predicted} of {}", counted(levels, "level", "levels"))
}

pub(crate) fn point(point: &CurvePoint, measured: &str, predicted: &str) -> String {
    let mut words =
        format!("{}. {}\n{measured}: {}", point.number + 1, point.title, value(point.measured));
    if let Some(number) = point.predicted {
        words.push_str(&format!("\n{predicted}: {}", value(number)));
    }
    words
}
