//! Words about studies.

pub(crate) const START: &str = "Start";
pub(crate) const STOP: &str = "Stop";
pub(crate) const GO_ON: &str = "Go on";
pub(crate) const GO_ON_TIP: &str = "Goes on where it was stopped.";
pub(crate) const GO_ON_KEPT_TIP: &str = "Goes on with the study you stopped last.";
pub(crate) const STOP_STUDY_TIP: &str = "Stops and keeps the results; it can go on later.";
pub(crate) const LOST_PROCESS: &str = "Start the other processes again, then go on.";
pub(crate) const STUDYING: &str = "Working…";
pub(crate) const NOT_KNOWN: &str = "–";
pub(crate) const NO_STUDY_PROCESS: &str = "Studies cannot run here: no solver could be started.";
pub(crate) const NO_STUDY: &str = "Choose the settings, then start.";
pub(crate) const SORT_BY: &str = "Sorts by this";
pub(crate) const OPEN_AS_PACK: &str = "Open as a pack…";
pub(crate) const OPEN_ALL: &str = "Open all as a pack…";
pub(crate) const OPEN_ALL_TIP: &str = "The best levels of all rows so far.";
pub(crate) const PRESET_TIP: &str = "Fills in the form.";
pub(crate) const WEIGHTS: &str = "Weights of the score";
pub(crate) const WEIGHTS_TIP: &str = "The score adds these up. Below zero: the fewer, the better.";

pub(crate) fn curve_point(x: f64, y: f64) -> String {
    format!("{y} from {x} on")
}

pub(crate) fn best_levels(count: usize) -> String {
    match count {
        0 => "No example".to_owned(),
        1 => "The best example; click to add it to the pack".to_owned(),
        n => format!("The {n} best examples; click to add one to the pack"),
    }
}

pub(crate) fn add_level(title: &str) -> String {
    format!("Add “{title}” to the pack")
}
