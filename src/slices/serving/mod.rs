//! The verbs for other programs: editors, games and scripts of the designer's own.

mod request;
mod running;
mod verb;

use crate::registry::Slices;

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Serve>("serve");
}
