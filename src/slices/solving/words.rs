//! Words that the verb and the window share.

use super::question::{KnownMark, PlacedSentence};
use foolproof_games::{Game, listed};
use foolproof_level::Board;

/// Where no sentence is to blame: the rules forbid something beside `wrong`.
pub(crate) const NO_PLAY: &str = "the rules allow no play at all";
/// Where what the player may put is decided before the first step.
pub(crate) const NOTHING_LEFT: &str = "The rules leave nothing to decide";

/// A first step without sentences.
pub(super) const BY_CHOICE: &str = "by what the rules let a player put at all";

/// A sentence with its place: `“too few stars here”: the room of R4C1`.
pub(crate) fn sentence_text(sentence: &PlacedSentence) -> String {
    let words = &sentence.words;
    match (&sentence.site, &sentence.place) {
        // The rim's edges and corners have no cell of their own, so their words depend on the board.
        (Some(site), Some(place)) if !site.place.is_in_cell() => format!("“{words}”: {place}"),
        (Some(site), _) => format!("“{words}”: {}", site.name()),
        (None, Some(place)) => format!("“{words}”: {place}"),
        (None, None) => format!("“{words}”"),
    }
}

/// The name that the pack has for what a step combines.
pub(crate) fn technique_text(name: &str) -> String {
    format!("this is “{name}”")
}

/// Sentences with their places, in a row.
pub(crate) fn sentences_text(sentences: &[PlacedSentence]) -> String {
    listed(&sentences.iter().map(sentence_text).collect::<Vec<_>>(), "and")
}

/// Why something follows.
pub(crate) fn otherwise(sentences: &str) -> String {
    format!("Otherwise the rules would say {sentences}.")
}

/// What follows.
pub(crate) fn so(marks: &str) -> String {
    format!("So {marks}.")
}

/// Marks by what they are, those that are there first: `shade on R1C2 and R3C4; no shade on R2C2`.
pub(crate) fn marks_text(game: &dyn Game, board: Board, marks: &[KnownMark]) -> String {
    let mut groups: Vec<(bool, String, Vec<String>)> = Vec::new();
    for mark in marks {
        let name = game.describe(&mark.mark);
        match groups.iter_mut().find(|(on, of, _)| (*on, of) == (mark.on, &name)) {
            Some((_, _, sites)) => sites.push(mark.site.name_on(board)),
            None => groups.push((mark.on, name, vec![mark.site.name_on(board)])),
        }
    }
    groups.sort_by_key(|(on, ..)| !on);
    let told = groups.iter().map(|(on, name, sites)| {
        // "No line", not "no a line".
        let bare = name.strip_prefix("a ").or(name.strip_prefix("an ")).unwrap_or(name);
        let name = if *on { name.clone() } else { format!("no {bare}") };
        format!("{name} on {}", listed(sites, "and"))
    });
    told.collect::<Vec<_>>().join("; ")
}
