//! Words about the rating.

pub const RATING: &str = "Rating";
pub const RATING_TIP: &str = "What the level is worth to a solver, with its parts.";
