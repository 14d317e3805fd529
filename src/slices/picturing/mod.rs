//! Levels as pictures.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Render>("render");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Picturing>().window().listener());
}
