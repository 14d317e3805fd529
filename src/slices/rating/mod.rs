//! The measures of a level.

pub mod question;
mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

pub(crate) use verb::measures;

pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::Rate>("rate");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::RatingTable>().findings().panel().listener();
    });
}
