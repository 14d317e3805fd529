//! Levels with chance: can they be won with luck or for sure, and with what odds at best?

pub mod question;
mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::WeighLuck>("chance");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Luck>().findings());
}
