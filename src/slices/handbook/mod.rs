//! The manual, and the parts that the program is made of.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verbs::<verb::HandbookVerb>();
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Handbook>().window());
}
