//! Words that the verb and the window share.

use foolproof_game::{Game, KnownMark, PlacedSentence, listed};
use foolproof_level::{Board, Site};

/// Used if there is no solution but no sentence is to blame: rules other than `wrong` forbid every play.
pub(crate) const NO_PLAY: &str = "the rules allow no play at all";
/// Used if all marks of the player are decided before the first step.
pub(crate) const NOTHING_LEFT: &str = "The rules leave nothing to decide";

/// Reason for a step without sentences.
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

/// The pack's name for the combination of a step.
pub(crate) fn technique_text(name: &str) -> String {
    format!("this is “{name}”")
}

/// Sentences with their places, in a row.
pub(crate) fn sentences_text(sentences: &[PlacedSentence]) -> String {
    listed(&sentences.iter().map(sentence_text).collect::<Vec<_>>(), "and")
}

/// The reason why something follows.
pub(crate) fn otherwise(sentences: &str) -> String {
    format!("Otherwise the rules would say {sentences}.")
}

/// The consequence of a step.
pub(crate) fn so(marks: &str) -> String {
    format!("So {marks}.")
}

/// Leaves out marks that cannot be where another one is: a site holds one mark.
pub(crate) fn telling(marks: &[KnownMark]) -> impl Iterator<Item = &KnownMark> {
    let taken = |site: Site| marks.iter().any(|mark| mark.on && mark.site == site);
    marks.iter().filter(move |mark| mark.on || !taken(mark.site))
}

/// Marks grouped by kind, the present ones first: `shade on R1C2 and R3C4; no shade on R2C2`.
pub(crate) fn marks_text(game: &dyn Game, board: Board, marks: &[KnownMark]) -> String {
    let mut groups: Vec<(bool, String, Vec<String>)> = Vec::new();
    for mark in telling(marks) {
        let name = game.describe(&mark.mark);
        match groups.iter_mut().find(|(on, of, _)| (*on, of) == (mark.on, &name)) {
            Some((_, _, sites)) => sites.push(mark.site.name_on(board)),
            None => groups.push((mark.on, name, vec![mark.site.name_on(board)])),
        }
    }
    groups.sort_by_key(|(on, ..)| !on);
    let told = groups.iter().map(|(on, name, sites)| {
        // For "no line" instead of "no a line".
        let bare = name.strip_prefix("a ").or(name.strip_prefix("an ")).unwrap_or(name);
        let name = if *on { name.clone() } else { format!("no {bare}") };
        format!("{name} on {}", listed(sites, "and"))
    });
    told.collect::<Vec<_>>().join("; ")
}
