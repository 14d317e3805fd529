//! Words about generating levels.

use crate::generating::window::Generated;
use foolproof_editor::kit::gallery::Proved;
use foolproof_editor::text;
use foolproof_game::counted;
use foolproof_level::CheckItem;
use foolproof_solver::{Count, FoundLevel, GenerateSettings, Why};

pub(crate) const TITLE: &str = "Generate levels";
pub(crate) const GENERATE: &str = "Generate";
pub(crate) const MAKE: &str = "Make";
pub(crate) const LIKE_THIS: &str = "levels like this one, in";
pub(crate) const SECONDS_AT_MOST: &str = "seconds at most.";
pub(crate) const LEVELS: &str = "Levels";
pub(crate) const SECONDS: &str = "Seconds at most";
pub(crate) const MORE: &str = "More settings";
pub(crate) const ALL_LOCKED: &str = "Everything is locked: unlock some cells to make room.";
pub(crate) const NONE_OPEN: &str = "There are no open cells: erase some marks first.";
pub(crate) const ANEW_TIP: &str =
    "The new levels share the board, the concept and what is locked. This level stays as it is.";
pub(crate) const STOCK: &str = "What a level may have, counting what is locked";
pub const ADD_KIND: &str = "Add constraints…";
pub(crate) const ADD_KIND_TIP: &str = "Lays constraints of a kind so that they rule other solutions out; those \
                                       that are drawn stay and count";
pub(crate) const DISTANCE_TIP: &str = "Two levels differ in at least so many places";
pub(crate) const AIM_TIP: &str = "What to look for among levels without a shortcut.";
pub(crate) const MOVES_TIP: &str = "How many moves a shortest solution takes.";
pub(crate) const HARDEST_TIP: &str = "No solving step needs more sentences of the rules than these; in most levels, one needs just as many";
pub(crate) const NARROWEST_TIP: &str =
    "At least so many steps no larger than those before are to be found, where there are fewest";
pub(crate) const NO_GUESSING: &str = "every step is proved to be smallest";
pub(crate) const NO_GUESSING_TIP: &str =
    "Levels with a step of so many sentences that players guess are left out";
pub(crate) const ANY: &str = "any";

pub(crate) fn sentences(number: f64) -> String {
    counted(number as usize, "sentence", "sentences")
}

pub(crate) fn steps(number: f64) -> String {
    counted(number as usize, "step", "steps")
}

pub(crate) const SYMMETRY_TIP: &str =
    "Places pieces that look the same from all sides, such as blockers, symmetrically";
pub(crate) const CLOSER_TIP: &str = "After the most varied levels, goes on with closer ones";
pub(crate) const PIECES_TIP: &str = "How many cells of the board are filled";
pub(crate) const ONLY_INTENDED: &str = "Only the intended solution works";
pub(crate) const ONLY_INTENDED_TIP: &str =
    "You drew the solution; each new level has that solution alone. This level stays as it is.";
pub(crate) const ONE_SOLUTION: &str = "Each has one solution";
pub(crate) const ONE_SOLUTION_TIP: &str = "Without it, levels may have any number of solutions";
pub(crate) const DENSITY_TIP: &str = "How much of the board is filled";
pub(crate) const MINIMAL_TIP: &str =
    "Removes what a level can do without, until everything left is needed";
pub(crate) const DISTRACTORS_TIP: &str =
    "Pieces in the tray that no solution uses. Minimal levels have none";
pub(crate) const SEED_TIP: &str = "The same seed makes the same levels; another one makes others";
pub(crate) const GENERATED: &str = "Generated levels";
pub(crate) const CHANGE_SETTINGS: &str = "Change the settings…";
pub(crate) const CHANGE_SETTINGS_TIP: &str = "Opens the form again, as it was";
pub(crate) const STOPPED: &str = "Stopped.";
const NO_CONCEPT: &str = "no concept set";
pub const KEEP_LOCKED: &str = "Keep only what is locked";
pub(crate) const KEEP_LOCKED_TIP: &str =
    "Generates again, with everything that is not locked filled anew";
pub const NONE_FOUND: &str = "No level was found.";
pub const CONTRADICTED: &str = "What is painted contradicts the solution that you drew.";
pub const RULED_OUT: &str =
    "No level was made: what is painted contradicts the solution that you drew.";
pub const NOT_ADDED: &str = "Generated levels are not in the pack";

/// Warns that levels are lost when the pack is closed.
pub(crate) fn not_added(made: usize, runs: bool) -> String {
    let levels = counted(made, "level has", "levels have");
    match (runs, made) {
        (true, 0) => {
            "Levels are being generated. They are lost when the pack is closed.".to_owned()
        }
        (true, _) => format!(
            "Levels are being generated; {levels} been made so far. They are lost when the pack is closed."
        ),
        (false, _) => format!(
            "{levels} been generated, and none was added to the pack. They are lost when the pack is closed."
        ),
    }
}

/// Names the button over the generated levels.
pub fn add_these(new: usize) -> String {
    if new == 1 { "Add the last one".to_owned() } else { format!("Add all {new}") }
}

pub(crate) fn added(new: usize) -> String {
    format!("{} added.", text::levels(new))
}

pub(crate) fn last_made(levels: usize) -> String {
    counted(levels, "level was made last: show it", "levels were made last: show them")
}

pub(crate) const ALL_ADDED: &str = "All of them are in the pack.";

pub fn add_all(made: usize) -> String {
    if made == 1 { "Add it to the pack".to_owned() } else { format!("Add all {made} to the pack") }
}

/// Says what the new levels have in common with this one.
pub(crate) fn same(concept: &str, any: bool) -> String {
    match any {
        true => "Same board. This level has no concept.".to_owned(),
        false => format!("Same board, same concept. {concept}"),
    }
}

/// Says that new levels need what this one needs.
pub(crate) fn same_of(item: CheckItem) -> String {
    format!("Same {}.", item.word())
}

pub(crate) fn fills(open: usize) -> String {
    format!("Fills the {} in different ways.", places(open))
}

pub(crate) const CHANGED: &str = "Change this level here and there; what is locked stays";
pub(crate) const CHANGED_TIP: &str = "Begins with this level as it is painted, and keeps what makes it better. This level stays as it is.";

pub(crate) fn keeps(open: usize) -> String {
    match open {
        0 => "Keep what is painted (nothing is open)".to_owned(),
        open => format!("Keep what is painted, fill the {}", places(open)),
    }
}

pub(crate) fn anew(all: usize) -> String {
    format!("Keep only what is locked, fill {} anew", counted(all, "place", "places"))
}

/// Counts open places: corners and edges are filled as cells are.
fn places(open: usize) -> String {
    counted(open, "open place", "open places")
}

pub(crate) fn generated_title(title: &str, number: usize) -> String {
    if title.is_empty() {
        format!("Variant {number}")
    } else {
        // The number comes first: lists cut long titles at their end.
        format!("Variant {number} of {title}")
    }
}

pub(crate) fn generating(made: usize, wanted: u32, seconds: f32) -> String {
    match made {
        0 => format!("Searching… {seconds:.0} s · none found yet"),
        made => format!("{made} of {wanted} levels · {seconds:.0} s"),
    }
}

/// Returns the solver's progress without the number of levels, which precedes it.
pub(crate) fn note(note: &str) -> &str {
    note.split_once(" made").map_or(note, |(_, rest)| rest.trim_start_matches(", "))
}

/// Describes a level on its card, besides what is proved: "One solution · 6 marks · no concept set", or in
/// a game of moves "23 moves · 13 marks".
pub(crate) fn facts(made: &Generated, moves: Option<usize>) -> String {
    let says_enough = made.proved() != Proved::NotAsked || moves.is_some();
    let solutions = made.solutions.clone().map(|count| match count {
        Count::Exactly(1) => "One solution".to_owned(),
        Count::Exactly(n) => format!("{n} solutions"),
        Count::AtLeast(1) => "At least one solution".to_owned(),
        Count::AtLeast(n) => format!("At least {n} solutions"),
    });
    let moves = moves.map(|moves| counted(moves, "move", "moves"));
    let marks = counted(made.level.marks().count(), "mark", "marks");
    let concept = (!says_enough).then(|| NO_CONCEPT.to_owned());
    let all = moves.into_iter().chain(solutions).chain([marks]);
    all.chain(made.rating.clone()).chain(concept).collect::<Vec<_>>().join(" · ")
}

/// Formats a measure for a card: "score 12".
pub(crate) fn rating(name: &str, value: f64) -> String {
    format!("{} {value}", name.to_lowercase())
}

/// Reason why there are fewer levels than were wanted, with advice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GenerationEnd {
    pub words: String,
    /// Details of the search.
    pub more: String,
    /// Painted marks that are not locked leave no room for a level.
    pub is_full: bool,
}

/// Returns the message at the end of a generation. `fails` means that the intended solution does not solve
/// the painted level.
pub(crate) fn ended(
    made: usize,
    wanted: u32,
    found: Result<&FoundLevel, &Why>,
    settings: &GenerateSettings,
    anew: bool,
    fails: bool,
) -> GenerationEnd {
    let number = match made {
        0 => NONE_FOUND.to_owned(),
        1 => format!("1 of {wanted} levels was made."),
        made => format!("{made} of {wanted} levels were made."),
    };
    let words = match found {
        Ok(FoundLevel::Level(_) | FoundLevel::SecondBest(..)) => number,
        Ok(FoundLevel::None(_)) if made == 0 && fails && !anew => RULED_OUT.to_owned(),
        Ok(FoundLevel::None(searched)) if made == 0 => {
            format!(
                "{} {}",
                searched.none_of("such level"),
                if anew { MORE_ROOM } else { LESS_KEPT }
            )
        }
        Ok(FoundLevel::None(searched)) => {
            let none = searched.none_of("other level");
            format!("{number} {none} {}", closer_or_room(settings))
        }
        Err(why) => format!("{number} {} {}", reason(why), next(why, settings)),
    };
    let more = match found {
        Ok(FoundLevel::None(searched)) => searched.detail(),
        _ => String::new(),
    };
    let is_full = matches!(found, Ok(FoundLevel::None(_))) && made == 0 && !anew;
    GenerationEnd { words: words.trim_end().to_owned(), more, is_full }
}

fn reason(why: &Why) -> String {
    match why {
        Why::Time => "Time ran out.".to_owned(),
        Why::TimeNear(text) => format!("Time ran out. Of the level that came nearest, {text}."),
        Why::Memory(_) => "Memory ran out.".to_owned(),
        Why::Stopped => STOPPED.to_owned(),
        why => text::why(why),
    }
}

fn next(why: &Why, settings: &GenerateSettings) -> &'static str {
    match why {
        Why::TimeNear(_) => "Give it more time, allow harder steps, or take a smaller board.",
        Why::Time => "Give it more time, ask for fewer marks, or take a smaller board.",
        Why::Memory(_) => "Ask for fewer marks, or take a smaller board.",
        Why::Stopped => "Generate again to start anew.",
        Why::Stock(_) if settings.minimal => {
            "Switch Minimal off, let levels differ less, or take another seed."
        }
        Why::Stock(_) | Why::Moot(_) => closer_or_room(settings),
        Why::BadInput(_) => "Correct the level or its concept first.",
        Why::Undecided(_) => "Choose another concept, or take a smaller board.",
        Why::Crashed(_) | Why::EncodingFault(_) => "Take another seed, or a smaller board.",
    }
}

const LESS_KEPT: &str = "Keep less of what is painted, or allow more in More settings.";
const MORE_ROOM: &str = "Allow more in More settings, unlock something, or loosen the concept.";

fn closer_or_room(settings: &GenerateSettings) -> &'static str {
    match settings.closer || settings.distance <= 1 {
        true => MORE_ROOM,
        false => "Let them differ less, allow more marks, or erase some.",
    }
}

pub(crate) fn drop_kind(name: &str) -> String {
    format!("Lay no {name}")
}
