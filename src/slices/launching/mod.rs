//! Starts the designer's own game on a level: the level is written in the format of that game, and the
//! command that starts the game gets the name of the file.

mod launch;
mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::LaunchAsked>("launch");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::Launching>().window());
}
