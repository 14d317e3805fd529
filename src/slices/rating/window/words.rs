//! Words about the rating.

pub(crate) const RATING: &str = "Rating";
pub(crate) const RATING_TIP: &str = "How hard the level is, by its parts.";
/// Placeholders for a number that is not known yet, and for one that the level does not have.
pub(crate) const TO_COME: &str = "…";
pub(crate) const NONE: &str = "–";
pub(crate) const NOT_IN_TIME: &str = "not known in the time that there was";
