//! The solutions of a level, counted and shown.

mod pack;
mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Solve>("solve");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Solutions>().findings().window());
}
