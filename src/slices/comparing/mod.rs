//! Differences between two packs or two levels.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::Diff>("diff");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Comparing>().window().listener());
}
