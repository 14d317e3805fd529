//! Levels in which chance decides: what can be won with luck, what for sure, and with which chance at best.

pub mod question;
mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::WeighLuck>("chance");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Luck>().findings();
    });
}
