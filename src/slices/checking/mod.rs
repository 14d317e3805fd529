//! Checks every level of a pack against its policy, as continuous integration does.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;
pub(crate) use verb::check_sample;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Check>("check");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Checking>().window().solver_client().listener();
    });
}
