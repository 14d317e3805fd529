//! Effects of single edits on the solutions of a level.

mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Effects>("effects");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Edits>().findings().overlay());
}
