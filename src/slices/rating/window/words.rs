//! Words about the rating.

/// Placeholders for a number that is not known yet, for one that the level does not have, and for one that
/// is not known because time or memory ran out.
pub(crate) const TO_COME: &str = "…";
pub(crate) const NONE: &str = "–";
pub(crate) const NOT_KNOWN: &str = "?";

/// The reason why a measure is not known.
pub(crate) fn not_known(why: &str) -> String {
    format!("not known: {why}")
}
