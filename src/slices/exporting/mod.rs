//! Writes levels in the formats of other programs.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::Convert>("convert");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Exporting>().window().listener());
}
