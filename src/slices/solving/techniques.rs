//! Techniques: combinations of sentences that come again and again in the steps of a pack's levels. A
//! designer names them, and steps, hints and the course say the name.
//!
//! They are read off the path that always takes a cheapest step. Another way to solve a level may do without
//! them: `need.rs` looks for one.

use std::collections::BTreeMap;

use super::question::{FoundSteps, PlacedSentence, ToldStep};
use foolproof_level::{Combination, PackCourse, PlacesLie, Site};

/// A combination, with the steps that take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecurringCombination {
    pub of: Combination,
    /// Of each: the number of the level and that of the step in its path, from 0.
    pub taken: Vec<(usize, usize)>,
}

impl RecurringCombination {
    /// How many levels have it.
    pub(crate) fn n_levels(&self) -> usize {
        let mut levels: Vec<usize> = self.taken.iter().map(|(level, _)| *level).collect();
        levels.dedup();
        levels.len()
    }
}

/// What a step combines; `None` where one sentence is enough.
pub(crate) fn combination_of(step: &ToldStep) -> Option<Combination> {
    if step.sentences.len() < 2 {
        return None;
    }
    let mut sentences: Vec<String> = step.sentences.iter().map(kind_of_sentence).collect();
    sentences.sort_unstable();
    let sites: Vec<Site> = step.sentences.iter().filter_map(|sentence| sentence.site).collect();
    Some(Combination { sentences, lie: lie_of(&sites) })
}

/// The words of a sentence with the kind of its place: `too few stars here (room)`.
pub(crate) fn kind_of_sentence(sentence: &PlacedSentence) -> String {
    let words = &sentence.words;
    let place = sentence.place.as_deref().filter(|_| sentence.site.is_none()).unwrap_or_default();
    // A number, or the name of a site, tells one place from another.
    let tells_apart = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let kind = place.split([' ', ',']).map(unnumbered).filter(|word| !tells_apart(word));
    let kind: Vec<&str> = kind.filter(|word| !["", "the", "of", "at"].contains(word)).collect();
    if kind.is_empty() { words.clone() } else { format!("{words} ({})", kind.join(" ")) }
}

/// What comes with a number of its own, without it: a 15-cage is a cage.
fn unnumbered(word: &str) -> &str {
    word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-')
}

/// How the places of a combination lie that are sites, where these are several.
pub(crate) fn lie_of(sites: &[Site]) -> Option<PlacesLie> {
    if sites.len() > 1 { lie(sites) } else { None }
}

/// How places lie to each other.
fn lie(sites: &[Site]) -> Option<PlacesLie> {
    /// Half cells from the middle of a cell to that of the next.
    const NEXT: u16 = 2;
    let first = sites.first()?;
    let all = |same: &dyn Fn(&Site) -> bool| sites.iter().all(same);
    if all(&|site| site == first) {
        return Some(PlacesLie::OnePlace);
    }
    let (mut near, mut far) = (vec![*first], sites.to_vec());
    while let Some(at) =
        far.iter().position(|site| near.iter().any(|other| site.distance(*other) <= NEXT))
    {
        near.push(far.swap_remove(at));
    }
    Some(match far.is_empty() {
        true => PlacesLie::Neighbours,
        false if all(&|site| site.row == first.row) => PlacesLie::OneRow,
        false if all(&|site| site.col == first.col) => PlacesLie::OneColumn,
        false => PlacesLie::Apart,
    })
}

/// The name that a pack gives to what a step combines, else what the game calls it.
pub(crate) fn name_of<'a>(course: &'a PackCourse, step: &'a ToldStep) -> Option<&'a str> {
    let given = combination_of(step).and_then(|of| course.name_of(&of));
    given.or(step.technique.as_deref())
}

/// What several steps combine, that of most steps first.
pub(crate) fn recurring<'a>(
    levels: impl IntoIterator<Item = (usize, &'a FoundSteps)>,
) -> Vec<RecurringCombination> {
    let mut taken: BTreeMap<Combination, Vec<(usize, usize)>> = BTreeMap::new();
    for (level, found) in levels {
        for (at, step) in found.steps.iter().enumerate() {
            if let Some(combination) = combination_of(step) {
                taken.entry(combination).or_default().push((level, at));
            }
        }
    }
    let several = taken.into_iter().filter(|(_, taken)| taken.len() > 1);
    let mut all: Vec<RecurringCombination> =
        several.map(|(of, taken)| RecurringCombination { of, taken }).collect();
    all.sort_by_key(|one| std::cmp::Reverse((one.taken.len(), one.n_levels())));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::question::StepsEnd;

    fn sentence(words: &str, place: Option<&str>, site: Option<Site>) -> PlacedSentence {
        let place = place.map(str::to_owned);
        PlacedSentence { words: words.to_owned(), place, site, about: Vec::new() }
    }

    fn step(sentences: Vec<PlacedSentence>) -> ToldStep {
        let (reasons, marks) = (Vec::new(), Vec::new());
        ToldStep {
            sentences,
            reasons,
            marks,
            smallest: true,
            touched: 1,
            available: 1,
            technique: None,
        }
    }

    #[test]
    fn a_combination_does_not_say_which_places() {
        let rooms = |one, other, row| {
            step(vec![
                sentence("too few", Some(one), None),
                sentence("too few", Some(other), None),
                sentence("too many", Some(row), None),
            ])
        };
        let found = combination_of(&rooms("the room of R1C1", "the room of R5C2", "row 4"));
        let sentences = found.as_ref().map(|of| of.sentences.as_slice());
        let kinds = ["too few (room)", "too few (room)", "too many (row)"].map(str::to_owned);
        assert_eq!(sentences, Some(&kinds[..]));
        let other = combination_of(&rooms("the room of R2C2", "the room of R3C7", "row 1"));
        assert_eq!(found, other);
        assert_eq!(combination_of(&step(vec![sentence("too few", None, None)])), None);
    }

    #[test]
    fn places_lie_beside_each_other_in_a_line_or_apart() {
        let at = |cells: &[(u16, u16)]| {
            lie(&cells.iter().map(|(col, row)| Site::cell(*col, *row)).collect::<Vec<_>>())
        };
        assert_eq!(at(&[(1, 1), (1, 1)]), Some(PlacesLie::OnePlace));
        assert_eq!(at(&[(1, 1), (3, 1), (2, 2)]), Some(PlacesLie::Neighbours));
        assert_eq!(at(&[(1, 1), (5, 1)]), Some(PlacesLie::OneRow));
        assert_eq!(at(&[(1, 1), (1, 4)]), Some(PlacesLie::OneColumn));
        assert_eq!(at(&[(1, 1), (4, 5)]), Some(PlacesLie::Apart));
    }

    #[test]
    fn what_comes_again_is_listed_with_its_steps() {
        let two = |words: &str| step(vec![sentence(words, None, None), sentence("b", None, None)]);
        let path = |steps| FoundSteps { steps, end: StepsEnd::Solved };
        let first = path(vec![two("a"), two("c"), step(vec![sentence("a", None, None)])]);
        let second = path(vec![two("a")]);
        let found = recurring([(0, &first), (3, &second)]);
        assert_eq!(found.len(), 1);
        let one = found.first().expect("one comes again");
        assert_eq!((one.taken.as_slice(), one.n_levels()), (&[(0, 0), (3, 0)][..], 2));
    }
}
