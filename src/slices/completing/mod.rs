//! Fills the open cells of a level, and removes marks that are not needed.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Complete>("complete");
    slices.verb::<verb::Repair>("repair");
    slices.verb::<verb::Minimise>("minimise");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Completing>().overlay().job_owner().offer().listener();
        features.add::<window::AimForm>().window();
    });
}
