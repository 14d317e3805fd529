//! The studies of games: long searches over very many levels.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verbs_of_data::<verb::StudyVerb>();
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Workshops>().window());
}
