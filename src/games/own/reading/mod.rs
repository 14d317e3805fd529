//! From a folder to a checked form.

pub(crate) mod card;
pub(crate) mod fault;
pub(crate) mod folder;
pub(crate) mod form;
pub(crate) mod generation;
pub(crate) mod layers;
pub(crate) mod manifest;
pub(crate) mod rim;
pub(crate) mod templates;
pub(crate) mod term;
pub(crate) mod turns;
