//! A turn of a game, as the original takes it.

pub(crate) mod again;
pub(crate) mod applying;
pub(crate) mod machine;
pub(crate) mod matching;
pub(crate) mod playback;
pub(crate) mod resolve;
pub(crate) mod rng;
pub(crate) mod spawn;
pub(crate) mod step;
pub(crate) mod stepper;
pub(crate) mod trace;
