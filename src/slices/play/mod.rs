//! Play: of a level in the editor, and of a pack as a game in its own window.

#[cfg(feature = "window")]
pub mod player;
mod player_settings;
mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::PlayAsked>("play");
    slices.verb_with_json::<player_settings::PlayerSettings>("player-settings");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::LevelPlaying>().mode().solver_client().listener();
    });
}
