//! Designers' own games: makes new ones, and explains the facts that their rules derive.

mod model;
mod verb;
pub(crate) mod why;
#[cfg(feature = "window")]
pub(crate) mod window;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::NewGame>("new-game");
    slices.verb_with_json::<why::WhyAsked>("why");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::OwnGames>().window().findings().listener().panel();
    });
}
