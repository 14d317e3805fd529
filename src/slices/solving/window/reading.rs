//! Facts that the window derives from the steps that were found.

use crate::solving::question::{FoundSteps, StepsEnd};
use foolproof_game::KnownMark;
use foolproof_level::Site;
use foolproof_solving::narrowest;

impl FoundSteps {
    /// True if more steps are being found.
    pub(crate) fn grows(&self) -> bool {
        self.end == StepsEnd::More { halt: None }
    }

    /// Returns the index of the step that decides a site: the one that puts a mark there, else the first that
    /// rules one out.
    pub(crate) fn decides(&self, site: Site) -> Option<usize> {
        let puts = |on: bool| {
            let here = move |mark: &KnownMark| mark.site == site && mark.on == on;
            self.steps.iter().position(|step| step.marks.iter().any(here))
        };
        puts(true).or_else(|| puts(false))
    }

    /// Returns the index of the hardest step and its size, if that is more than 1.
    pub(crate) fn combined(&self) -> Option<(usize, usize)> {
        let at = self.hardest()?;
        let size = self.steps.get(at)?.size;
        (size > 1).then_some((at, size))
    }

    /// Returns the index of the step at which the fewest steps were available.
    pub(crate) fn narrowest(&self) -> Option<usize> {
        narrowest(self.steps.iter().map(|step| (step.marks.len(), step.available)))
    }
}
