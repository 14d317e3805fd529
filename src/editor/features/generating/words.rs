//! Words about generating levels.

use crate::editor::text;
use crate::solver::{Count, FoundLevel, GenerateSettings, Why};

pub const TITLE: &str = "Generate levels";
pub const GENERATE: &str = "Generate";
pub const MAKE: &str = "Make";
pub const LIKE_THIS: &str = "levels like this one, in";
pub const SECONDS_AT_MOST: &str = "seconds at most.";
pub const LEVELS: &str = "Levels";
pub const SECONDS: &str = "Seconds at most";
pub const MORE: &str = "More settings";
pub const ALL_LOCKED: &str = "Every site is locked: unlock some, so that there is room for marks.";
pub const NONE_OPEN: &str = "There are no open cells: erase some marks first.";
pub const ANEW_TIP: &str = "The level on the canvas stays as it is; the new ones share its board, its concept and what is locked";
pub const STOCK: &str = "Marks that a level has, the locked ones included";
pub const DISTANCE_TIP: &str = "In how many marks two levels differ, at least";
pub const AIM_TIP: &str = "What the levels are to be best at, once they have no shortcut.";
pub const MOVES_TIP: &str = "How many moves a shortest solution takes.";
pub const SYMMETRY_TIP: &str =
    "Marks on open cells that look the same from all sides, such as blockers, stand symmetrically";
pub const CLOSER_TIP: &str =
    "When there are no more levels so far apart, closer ones follow: the most varied come first";
pub const PIECES_TIP: &str = "How many of the board's cells hold a mark of the level";
pub const ONLY_INTENDED: &str = "Nothing else than the intended solution solves them";
pub const ONLY_INTENDED_TIP: &str = "You drew the solution: the new levels get the marks that leave it as the only one; the level on the canvas stays as it is";
pub const ONE_SOLUTION: &str = "Each has just one solution";
pub const ONE_SOLUTION_TIP: &str =
    "As a puzzle is expected to have; without it, levels may have any number of solutions";
pub const DENSITY_TIP: &str = "Share of the board's cells that hold a mark of the level";
pub const MINIMAL_TIP: &str =
    "Leaves out each mark without which the level keeps what is asked of it, until none can go";
pub const DISTRACTORS_TIP: &str =
    "Pieces of the tray that are of no use in any solution. Minimal levels have none";
pub const SEED_TIP: &str = "The same seed makes the same levels; another one makes others";
pub const GENERATED: &str = "Generated levels";
pub const CHANGE_SETTINGS: &str = "Change the settings…";
pub const CHANGE_SETTINGS_TIP: &str = "Opens the form again, as it was";
pub const STOPPED: &str = "Stopped.";

/// What the new levels have in common with this one.
pub fn same(concept: &str, any: bool) -> String {
    match any {
        true => "Same board. This level has no concept.".to_owned(),
        false => format!("Same board, same concept. {concept}"),
    }
}

pub fn fills(open: usize) -> String {
    format!("The {} filled in different ways.", open_sites(open))
}

pub fn keeps(open: usize) -> String {
    match open {
        0 => "Keep what is painted: no site is open".to_owned(),
        open => format!("Keep what is painted, fill the {}", sites(open)),
    }
}

pub fn anew(all: usize) -> String {
    let sites = if all == 1 { "1 cell".to_owned() } else { format!("{all} cells") };
    format!("Keep only what is locked, fill {sites} anew")
}

fn sites(open: usize) -> String {
    if open == 1 { "1 open cell".to_owned() } else { format!("{open} open cells") }
}

fn open_sites(open: usize) -> String {
    format!("{} {}", sites(open), if open == 1 { "is" } else { "are" })
}

pub fn generated_title(title: &str, number: usize) -> String {
    if title.is_empty() {
        format!("Variant {number}")
    } else {
        format!("{title}, variant {number}")
    }
}

pub fn generating(made: usize, wanted: u32, seconds: f32) -> String {
    format!("{made} of {wanted} levels, {seconds:.1} s")
}

/// What a card says of a level beside what is proved of it.
pub fn facts(solutions: Option<Count>, marks: usize, rating: Option<&str>) -> String {
    let solutions = solutions.map(|count| match count {
        Count::Exactly(1) => "One solution".to_owned(),
        Count::Exactly(n) => format!("{n} solutions"),
        Count::AtLeast(n) => format!("{n} solutions or more"),
    });
    let marks = if marks == 1 { "1 mark".to_owned() } else { format!("{marks} marks") };
    let all = solutions.into_iter().chain([marks]).chain(rating.map(str::to_owned));
    format!("{}.", text::capital(&all.collect::<Vec<_>>().join(", ")))
}

/// A measure as a card says it: "score 12".
pub fn rating(name: &str, value: f64) -> String {
    format!("{} {value}", name.to_lowercase())
}

/// Why there are fewer levels than were wanted, and what to do about it.
pub fn ended(made: usize, wanted: u32, found: &FoundLevel, settings: &GenerateSettings) -> String {
    let number = match made {
        0 => "No level was made.".to_owned(),
        made => format!("{made} of {wanted} levels were made."),
    };
    let number = if made == 1 { number.replace("were", "was") } else { number };
    let (why, next) = match found {
        FoundLevel::Level(_) | FoundLevel::SecondBest(..) => return number,
        FoundLevel::None(searched) if made == 0 => {
            (format!("There is none, {}.", searched.words), MORE_ROOM)
        }
        FoundLevel::None(searched) => {
            (format!("There are no more, {}.", searched.words), closer_or_room(settings))
        }
        FoundLevel::Unknown(why) => (reason(why), next(why, settings)),
    };
    format!("{number} {why} {next}")
}

fn reason(why: &Why) -> String {
    match why {
        Why::Time => "Then the time was up.".to_owned(),
        Why::Memory(_) => "Then the memory was full.".to_owned(),
        Why::Stopped => STOPPED.to_owned(),
        why => text::why(why),
    }
}

fn next(why: &Why, settings: &GenerateSettings) -> &'static str {
    match why {
        Why::Time => "Give it more time, ask for fewer marks, or take a smaller board.",
        Why::Memory(_) => "Ask for fewer marks, or take a smaller board.",
        Why::Stopped => "Generate again to start anew.",
        Why::Stock(_) if settings.minimal => {
            "Allow marks that are not needed, let the levels differ in fewer marks, or take another seed."
        }
        Why::Stock(_) | Why::Moot(_) => closer_or_room(settings),
        Why::BadInput(_) => "Correct the level or its concept first.",
        Why::Undecided(_) => "Choose another concept, or take a smaller board.",
        Why::Crashed(_) | Why::EncodingFault(_) => "Take another seed, or a smaller board.",
    }
}

const MORE_ROOM: &str =
    "Allow more marks in More settings, erase or unlock some, or ask for less by the concept.";

fn closer_or_room(settings: &GenerateSettings) -> &'static str {
    match settings.closer || settings.distance <= 1 {
        true => MORE_ROOM,
        false => "Let them differ in fewer marks, allow more marks, or erase some.",
    }
}
