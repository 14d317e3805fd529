//! Conflicts: the reasons why a level does not work.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Explain>("explain");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Conflict>().overlay().panel().job_owner().listener();
    });
}
