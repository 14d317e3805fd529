//! Words for a level of a game of moves that has no solution, if that was proved without exploring its
//! positions.

use crate::reading::form::GameForm;
use foolproof_game::listed;
use foolproof_ground::{MarkCondition, Unsolvable, split};
use foolproof_level::words::with_article;
use foolproof_level::{Mark, Site};

/// Maximum number of listed conditions.
const MAX_LISTED: usize = 8;
/// Maximum number of listed conditions if the reason can be checked only when all are named.
const MAX_COUNTED: usize = 24;

/// Returns the reason as a sentence that names the method.
pub(crate) fn sentence(reason: &Unsolvable, form: &GameForm) -> String {
    match reason {
        Unsolvable::NothingWins => "No solution: the rules never say that it is won.".to_owned(),
        Unsolvable::Trapped(conditions) => {
            format!("No solution: {} (a trap).", lasting(conditions, form))
        }
        Unsolvable::Invariant(clauses) => match clauses.as_slice() {
            [only] => {
                format!("No solution: {} (an inductive invariant).", lasting(only, form))
            }
            clauses => format!(
                "No solution: {} conditions hold whatever is done, and exclude every win together (an \
                 inductive invariant, found by IC3).",
                clauses.len()
            ),
        },
        Unsolvable::Parity(conditions) => parity(conditions, form),
    }
}

/// Returns the cells of the marks that a reason names as staying there.
pub(crate) fn sites(reason: &Unsolvable) -> Vec<Site> {
    let conditions = match reason {
        Unsolvable::Trapped(conditions) => conditions.as_slice(),
        Unsolvable::Invariant(clauses) => match clauses.as_slice() {
            [only] => only.as_slice(),
            _ => &[],
        },
        Unsolvable::Parity(conditions) => {
            return conditions.iter().filter_map(|of| of.site.parse().ok()).collect();
        }
        Unsolvable::NothingWins => &[],
    };
    let lying = conditions.iter().filter(|of| of.is_there);
    lying.filter_map(|of| of.site.parse().ok()).collect()
}

/// Returns the statement that one of these conditions holds for ever, and nothing is won while it does.
fn lasting(conditions: &[MarkCondition], form: &GameForm) -> String {
    let mut conditions = conditions.to_vec();
    conditions.sort_by_key(|of| (of.mark.clone(), of.site.parse::<Site>().ok()));
    let first = conditions.first();
    let name = first.map(|first| name(&first.mark, form)).unwrap_or_default();
    let is_alike = |of: &MarkCondition| {
        first.is_some_and(|first| (&first.mark, first.is_there) == (&of.mark, of.is_there))
    };
    let is_there = first.is_some_and(|first| first.is_there);
    match conditions.as_slice() {
        [only] if only.is_there => {
            format!("{name} stays at {} for ever, and nothing is won while it does", place(only))
        }
        [only] => format!("{name} never comes to {}, and nothing is won before", place(only)),
        all if is_there && all.iter().all(is_alike) => format!(
            "{name} stays at one of {} for ever, and nothing is won while it does",
            some(all.iter().map(place), MAX_LISTED, "and")
        ),
        all => {
            let told = |of: &MarkCondition| {
                let not = if of.is_there { "" } else { "not " };
                format!("{not}{} at {}", self::name(&of.mark, form), place(of))
            };
            format!(
                "one of these holds for ever, and nothing is won while it does: {}",
                some(all.iter().map(told), MAX_LISTED, "or")
            )
        }
    }
}

/// Returns the statement that an odd number of these marks has to change, and no move changes an odd number.
fn parity(conditions: &[MarkCondition], form: &GameForm) -> String {
    const METHOD: &str = "(linear algebra)";
    let told = |of: &MarkCondition| format!("{} at {}", name(&of.mark, form), place(of));
    if let [only] = conditions {
        let way = if only.is_there { "come" } else { "go" };
        return format!(
            "No solution: no move changes {}, which has to {way} {METHOD}.",
            told(only)
        );
    }
    let mut conditions = conditions.to_vec();
    conditions.sort_by_key(|of| (of.mark.clone(), of.site.parse::<Site>().ok()));
    // For one kind of mark, the places say enough.
    let is_alike = conditions.windows(2).all(|two| two[0].mark == two[1].mark);
    let all = match is_alike {
        true => some(conditions.iter().map(place), MAX_COUNTED, "and"),
        false => some(conditions.iter().map(told), MAX_COUNTED, "and"),
    };
    format!(
        "No solution: every move changes an even number of {all}, and an odd number of these has to change \
         {METHOD}."
    )
}

/// Returns a list of up to `most` of these words.
fn some(words: impl ExactSizeIterator<Item = String>, most: usize, last: &str) -> String {
    let more = words.len().saturating_sub(most);
    let mut words: Vec<String> = words.take(most).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    listed(&words, last)
}

fn place(of: &MarkCondition) -> String {
    of.site.parse().map_or_else(|_| of.site.clone(), Site::name)
}

/// Returns a mark in the manifest's words, or as the rules write it.
fn name(mark: &str, form: &GameForm) -> String {
    let known: Option<Mark> = mark.parse().ok();
    let kind = known.as_ref().and_then(|mark| form.kind_of(mark));
    let words = kind.filter(|_| split(mark).1.is_empty()).and_then(|kind| kind.words.clone());
    words.map_or_else(|| format!("`{mark}`"), |words| with_article(&words))
}
