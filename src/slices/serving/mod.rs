//! Serves the verbs to other programs: the designer's editors, games and scripts.

mod request;
mod running;
mod verb;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<verb::Serve>("serve");
}
