//! Words about studies.

pub const START: &str = "Start";
pub const STOP: &str = "Stop";
pub const GO_ON: &str = "Go on";
pub const GO_ON_TIP: &str = "Goes on where it was stopped.";
pub const GO_ON_KEPT_TIP: &str = "Goes on with the study that was stopped the last time.";
pub const STOP_STUDY_TIP: &str = "Ends with what it has; it can go on later.";
pub const STUDYING: &str = "All levels are being looked at…";
pub const NOT_KNOWN: &str = "–";
pub const NO_STUDY_PROCESS: &str = "There is no process in which a study could run.";
pub const NO_STUDY: &str = "Choose what is to be looked at, then start.";
pub const SORT_BY: &str = "Sorts by this";
pub const OPEN_AS_PACK: &str = "Open as a pack…";
pub const OPEN_ALL: &str = "Open all as a pack…";
pub const OPEN_ALL_TIP: &str = "The best levels of all rows, as they are now.";
pub const PRESET_TIP: &str = "Fills in the form like this.";
pub const WEIGHTS: &str = "What is worth how much";
pub const WEIGHTS_TIP: &str =
    "A score is the sum of these; what counts against a level is below zero.";

/// A point of a curve.
pub fn curve_point(x: f64, y: f64) -> String {
    format!("{y} from {x} on")
}

pub fn best_levels(count: usize) -> String {
    match count {
        0 => "No level shows it".to_owned(),
        1 => "The level that shows it best; a click puts it into the pack".to_owned(),
        n => format!("The {n} levels that show it best; a click puts one into the pack"),
    }
}

pub fn add_level(title: &str) -> String {
    format!("Put “{title}” into the pack")
}
