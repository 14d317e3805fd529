//! Tests a designer's own game: its rules, marks and levels.

mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::TestGame>("test-game");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::GameTests>().window());
}
