//! Words about a new pack.

pub(crate) const TITLE: &str = "New pack";
pub(crate) const PACK_TITLE: &str = "Title of the pack";
pub(crate) const SIZE: &str = "Size";
pub(crate) const CREATE: &str = "Create";
