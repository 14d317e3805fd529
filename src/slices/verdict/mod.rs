//! The one sentence about a level, and the proof that it has no shortcut.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Verify>("verify");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::VerdictCard>().panel());
}
