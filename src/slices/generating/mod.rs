//! New levels without shortcuts.

mod many;
pub(crate) mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Generate>("generate");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Generating>().job_owner().window().unsaved_work().listener();
    });
}
