//! Find and replace a mark.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::Replace>("replace");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Replacing>().window());
}
