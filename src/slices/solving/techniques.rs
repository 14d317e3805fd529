//! Techniques: combinations of sentences that recur in the steps of a pack's levels. A designer names them,
//! and steps, hints and the course show the name.
//!
//! They come from the path that always takes a cheapest step. Another way to solve a level may do without
//! them: `solver/questions/need.rs` searches for one.

use std::collections::BTreeMap;

use super::question::FoundSteps;
use foolproof_game::Step;
use foolproof_level::{Combination, PackCourse};
use foolproof_solver::combination_of;

/// A combination, with the steps that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecurringCombination {
    pub of: Combination,
    /// For each step: the number of the level, and the index of the step in its path, from 0.
    pub taken: Vec<(usize, usize)>,
}

impl RecurringCombination {
    /// Counts the levels that use it.
    pub(crate) fn n_levels(&self) -> usize {
        let mut levels: Vec<usize> = self.taken.iter().map(|(level, _)| *level).collect();
        levels.dedup();
        levels.len()
    }
}

/// Returns the pack's name for the combination of a step, else the game's name for the step.
pub(crate) fn name_of<'a>(course: &'a PackCourse, step: &'a Step) -> Option<&'a str> {
    let given = combination_of(&step.sentences).and_then(|of| course.name_of(&of));
    given.or(step.technique.as_deref())
}

/// Returns the combinations of several steps, the most frequent first.
pub(crate) fn recurring<'a>(
    levels: impl IntoIterator<Item = (usize, &'a FoundSteps)>,
) -> Vec<RecurringCombination> {
    let mut taken: BTreeMap<Combination, Vec<(usize, usize)>> = BTreeMap::new();
    for (level, found) in levels {
        for (at, step) in found.steps.iter().enumerate() {
            if let Some(combination) = combination_of(&step.sentences) {
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
    use foolproof_game::PlacedSentence;

    fn sentence(words: &str) -> PlacedSentence {
        PlacedSentence { words: words.to_owned(), place: None, site: None, about: Vec::new() }
    }

    fn step(sentences: Vec<PlacedSentence>) -> Step {
        Step { sentences, ..Step::default() }
    }

    #[test]
    fn what_comes_again_is_listed_with_its_steps() {
        let two = |words: &str| step(vec![sentence(words), sentence("b")]);
        let path = |steps| FoundSteps::of(steps, StepsEnd::Solved);
        let first = path(vec![two("a"), two("c"), step(vec![sentence("a")])]);
        let second = path(vec![two("a")]);
        let found = recurring([(0, &first), (3, &second)]);
        assert_eq!(found.len(), 1);
        let one = found.first().expect("one comes again");
        assert_eq!((one.taken.as_slice(), one.n_levels()), (&[(0, 0), (3, 0)][..], 2));
    }
}
