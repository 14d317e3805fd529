//! A pack as a course: what each level teaches first, and rules for the order.

pub mod model;
pub(crate) mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::CourseAsked>("course");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::CourseRoom>().window().solver_client().listener();
    });
}
