//! The positions of a game that is played move by move, and the effect of each move.

pub mod question;
mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::ListPositions>("positions");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Positions>().findings().overlay().window();
    });
}
