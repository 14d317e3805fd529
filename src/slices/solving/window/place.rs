//! The place in the steps of a level: a step, and what is chosen in it.

use crate::solving::question::FoundSteps;
use foolproof_level::Site;

/// The selection in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Chosen {
    /// All sentences of the step.
    #[default]
    All,
    /// One sentence alone, by its number.
    Sentence(usize),
    /// A leak, by its number.
    Leak(usize),
}

/// The place in the steps of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StepPlace {
    /// Index of the shown step; at the end it is the number of steps.
    pub at: usize,
    pub chosen: Chosen,
}

impl StepPlace {
    pub(super) fn step(at: usize) -> Self {
        Self { at, chosen: Chosen::All }
    }

    /// Returns the chosen sentence of the step.
    pub(super) fn sentence(self) -> Option<usize> {
        match self.chosen {
            Chosen::Sentence(number) => Some(number),
            Chosen::All | Chosen::Leak(_) => None,
        }
    }

    /// Returns the place with this choice, or without one if it is chosen already.
    pub(super) fn with(self, chosen: Chosen) -> Self {
        let again = self.chosen == chosen;
        Self { chosen: if again { Chosen::All } else { chosen }, ..self }
    }

    /// Returns the next sentence, also one of the next step.
    pub(super) fn next(self, found: &FoundSteps) -> Self {
        let sentences = |at: usize| found.steps.get(at).map_or(0, |step| step.sentences.len());
        let next = self.sentence().map_or(0, |number| number + 1);
        if next < sentences(self.at) {
            return Self { chosen: Chosen::Sentence(next), ..self };
        }
        match self.at < found.steps.len() {
            true if sentences(self.at + 1) > 0 => {
                Self { at: self.at + 1, chosen: Chosen::Sentence(0) }
            }
            true => Self::step(self.at + 1),
            false => self,
        }
    }

    /// Returns the previous sentence; before the first one, the whole step.
    pub(super) fn previous(self) -> Self {
        match self.chosen {
            Chosen::Sentence(0) | Chosen::Leak(_) => Self::step(self.at),
            Chosen::Sentence(number) => Self { chosen: Chosen::Sentence(number - 1), ..self },
            Chosen::All => Self::step(self.at.saturating_sub(1)),
        }
    }

    /// Returns the place of a leak.
    pub(super) fn of_leak(found: &FoundSteps, number: usize) -> Option<Self> {
        let leak = found.leaks.get(number)?;
        Some(Self { at: leak.after.min(found.steps.len()), chosen: Chosen::Leak(number) })
    }

    /// Returns the place of the next sentence of the step about a site.
    pub(super) fn about(self, found: &FoundSteps, site: Site) -> Option<Self> {
        let sentences = found.steps.get(self.at)?.sentences.iter().enumerate();
        let about = sentences.filter(|(_, sentence)| sentence.site == Some(site));
        let about: Vec<usize> = about.map(|(number, _)| number).collect();
        let later = about.iter().find(|number| self.sentence().is_none_or(|old| **number > old));
        let chosen = later.or(about.first())?;
        Some(Self { chosen: Chosen::Sentence(*chosen), ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::question::StepsEnd;
    use foolproof_game::{Leak, PlacedSentence, Step};

    fn sentence(col: u16) -> PlacedSentence {
        let site = Some(Site::cell(col, 0));
        PlacedSentence { words: format!("{col}"), place: None, site, about: Vec::new() }
    }

    fn found() -> FoundSteps {
        let step = |cols: &[u16]| Step {
            sentences: cols.iter().map(|col| sentence(*col)).collect(),
            ..Step::default()
        };
        let leak = |after| Leak { name: "leak".to_owned(), found: sentence(2), after };
        let end = StepsEnd::Stops { words: "stuck".to_owned(), open: vec![Site::cell(3, 0)] };
        let steps = FoundSteps::of(vec![step(&[0, 0, 1]), step(&[2])], end);
        FoundSteps { leaks: vec![leak(1), leak(9)], ..steps }
    }

    #[test]
    fn sentences_are_walked_through_from_the_first_step_to_the_end_and_back() {
        let found = found();
        let one = |at, number| StepPlace { at, chosen: Chosen::Sentence(number) };
        let mut place = StepPlace::default();
        for wanted in [one(0, 0), one(0, 1), one(0, 2), one(1, 0), StepPlace::step(2)] {
            place = place.next(&found);
            assert_eq!(place, wanted);
        }
        assert_eq!(place.next(&found), place);
        assert_eq!(place.previous().previous(), StepPlace::step(0));
        assert_eq!(one(1, 0).previous(), StepPlace::step(1));
    }

    #[test]
    fn leaks_are_gone_to_where_they_show() {
        let at = |number| StepPlace::of_leak(&found(), number).map(|place| place.at);
        assert_eq!(at(0), Some(1));
        assert_eq!(at(1), Some(2), "one of a later step is shown at the end");
    }

    #[test]
    fn a_site_chooses_what_is_said_of_it_in_turn() {
        let found = found();
        let mut place = StepPlace::default();
        for wanted in [0, 1, 0] {
            place = place.about(&found, Site::cell(0, 0)).expect("something is said of it");
            assert_eq!(place.sentence(), Some(wanted));
        }
        assert_eq!(place.about(&found, Site::cell(3, 0)), None);
    }
}
