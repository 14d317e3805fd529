//! Words about the rating.

pub const RATING: &str = "Rating";
pub const RATING_TIP: &str = "How hard the level is, by its parts.";
