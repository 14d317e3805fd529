//! Words about suggestions.

use foolproof_game::{Game, counted};
use foolproof_level::{Expect, Hold, Level};
use foolproof_solver::has_concept;

pub(crate) const SUGGESTIONS: &str = "Suggestions";
pub(crate) const TIP: &str =
    "Shows levels like this one beneath the board while you paint. Each has passed its check.";
pub(crate) const LOOKING: &str = "Looking for levels like this one…";
pub(crate) const NONE: &str = "No level was found by a few changes. Pause at another state of the level, or unlock more of it.";
pub(crate) const NOTHING_TO_CHANGE: &str = "Suggestions begin once something is painted.";
pub(crate) const CARD_TIP: &str = "Click to put it on the board.";
pub(crate) const TAKEN: &str = "Take a suggestion";
pub(crate) const PIN: &str = "Keep this card";
pub(crate) const ADD: &str = "Add to the pack";
pub(crate) const SPARE: &str = "Not like this: leave these marks alone";
pub(crate) const PROVED: &str = "It has passed its check";
pub(crate) const KEEPS_TIP: &str = "Under Expected, and by locks, you say what a level must keep.";
pub(crate) const MORE: &str = "More";
pub(crate) const HIDE: &str = "Hide the suggestions";

pub(crate) const NEAREST: &str = "Nearest";
pub(crate) const FEWEST_MARKS: &str = "Fewest marks";
pub(crate) const HARDEST: &str = "Hardest";
pub(crate) const DIFFERENT: &str = "Hardest and different";

pub(crate) fn highest(measure: &str) -> String {
    format!("Highest {measure}")
}

pub(crate) fn lowest(measure: &str) -> String {
    format!("Lowest {measure}")
}

/// Says what each suggestion keeps.
pub(crate) fn keeps(game: &dyn Game, level: &Level) -> String {
    let expected = game.expected(level);
    let locked = level.spots().filter(|(_, spot)| spot.hold == Hold::Locked).count();
    let solvable = (expected.solvable == Expect::No).then_some("no solution");
    let one = (expected.unique == Expect::Yes).then_some(match game.counts_shortest() {
        true => "one shortest solution",
        false => "one solution",
    });
    let concept = has_concept(level) && expected.shortcut_free == Expect::Yes;
    let concept = concept.then_some("no shortcut");
    let locked = (locked > 0).then(|| counted(locked, "locked mark", "locked marks"));
    let kept = solvable.or(one).or(Some("solvable")).into_iter().chain(concept);
    let kept: Vec<String> = kept.map(str::to_owned).chain(locked).collect();
    format!("Keeps: {}", kept.join(", "))
}
