//! Levels that are the same, even if turned or mirrored.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::Duplicates>("duplicates");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::DuplicateFinder>().window().listener());
}
