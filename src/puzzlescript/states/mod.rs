//! All states of a level: explored one by one, or by the regions of the player.

pub(crate) mod edge_events;
pub(crate) mod every;
pub(crate) mod packing;
pub(crate) mod play_events;
pub(crate) mod projection;
#[cfg(test)]
pub(crate) mod projection_tests;
pub(crate) mod region_shortcut;
pub(crate) mod region_space;
pub(crate) mod region_study;
pub(crate) mod relevance;
pub(crate) mod space;
pub(crate) mod space_layer;
#[cfg(test)]
mod space_tests;
#[cfg(test)]
mod thread_tests;
