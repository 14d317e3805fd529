//! Solves a level by deduction, step by step, in words.

pub mod question;
mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::Deduce>("deduce");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::DeductionSteps>().findings().overlay().window();
    });
}
