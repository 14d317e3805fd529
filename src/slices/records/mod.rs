//! Testers' plays of a pack.

mod pauses;
mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::RecordsAsked>("records");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::RecordDesk>().overlay().listener().window().solver_client();
    });
}
