//! Suggestions: levels like the one on the canvas, each proved, with what it gains.

mod order;
mod search;
mod variation;
mod verb;
#[cfg(feature = "window")]
pub mod window;
#[cfg(feature = "window")]
mod words;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Suggest>("suggest");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Suggesting>().solver_client().offer().overlay().listener();
    });
}
