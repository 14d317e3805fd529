//! First occurrences in the solving steps of a pack's levels: sentences of the rules, and combinations of them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::solving::question::FoundSteps;
use foolproof_games::Contents;
use foolproof_level::{Combination, PackCourse};
use foolproof_solver::combination_of;

/// Sentences and combinations that occur first in the steps of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FirstSteps {
    /// Number of the level, from 0.
    pub level: usize,
    pub sentences: Vec<Combination>,
    pub combinations: Vec<Combination>,
}

/// Returns the levels whose steps show something for the first time, in the order of the pack. Games count
/// separately.
pub(crate) fn first_steps(contents: &Contents, found: &[Option<FoundSteps>]) -> Vec<FirstSteps> {
    let mut known: BTreeSet<(&str, Combination)> = BTreeSet::new();
    let mut all = Vec::new();
    for (level, (read, found)) in contents.levels.iter().zip(found).enumerate() {
        let (Ok(read), Some(found)) = (read, found) else { continue };
        let mut first = FirstSteps { level, ..FirstSteps::default() };
        for step in &found.steps {
            for sentence in &step.sentences {
                let sentences = vec![sentence.kind()];
                let alone = Combination { sentences, lie: None };
                if known.insert((read.game.as_str(), alone.clone())) {
                    first.sentences.push(alone);
                }
            }
            if let Some(combination) = combination_of(&step.sentences)
                && known.insert((read.game.as_str(), combination.clone()))
            {
                first.combinations.push(combination);
            }
        }
        if !first.sentences.is_empty() || !first.combinations.is_empty() {
            all.push(first);
        }
    }
    all
}

impl FirstSteps {
    /// Formats a line for the new sentences, and one for each new combination.
    pub(super) fn lines(&self, course: &PackCourse) -> Vec<String> {
        let said = |of: &Combination| match course.name_of(of) {
            Some(name) => format!("together: {name}: {of}"),
            None => format!("together: {of}"),
        };
        let sentences: Vec<String> = self.sentences.iter().map(ToString::to_string).collect();
        let alone = (!sentences.is_empty()).then(|| sentences.join(", "));
        alone.into_iter().chain(self.combinations.iter().map(said)).collect()
    }

    pub(super) fn json(&self, course: &PackCourse) -> Value {
        let words = |of: &Combination| of.to_string();
        let combinations = self.combinations.iter();
        let combinations = combinations
            .map(|of| json!({ "name": course.name_of(of), "words": words(of), "combines": of }));
        json!({
            "level": self.level + 1,
            "sentences": self.sentences.iter().map(words).collect::<Vec<_>>(),
            "combinations": combinations.collect::<Vec<Value>>(),
        })
    }
}
