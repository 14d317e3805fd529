//! Solves a level step by step, each step with the few sentences of the rules that it needs.

pub(crate) mod drawing;
pub(crate) mod explained;
pub(crate) mod listing;
pub mod question;
pub(crate) mod techniques;
mod verb;
#[cfg(feature = "window")]
pub mod window;
pub(crate) mod words;

use crate::registry::Slices;

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::ShowSteps>("steps");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::SolvingSteps>().window().panel().listener().findings();
    });
}
