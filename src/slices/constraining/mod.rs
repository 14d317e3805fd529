//! Constraints: drawn on the board, or written on the command line.

mod notation;
mod verb;
#[cfg(feature = "window")]
pub(crate) mod window;

use foolproof_level::{Level, Mark, Place, Site};

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::ListConstraints>("constraints");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::Constraining>().board_tool().overlay().panel().listener();
    });
}

/// Returns the constraints of a level, in order.
fn constraints(level: &Level) -> impl Iterator<Item = (Site, &Mark)> {
    level.marks().filter(|(site, _)| site.place == Place::Constraint)
}

/// Returns the site of the next constraint.
fn free_site(level: &Level) -> Site {
    let is_free = |number: &u16| level.mark(Site::constraint(*number)).is_none();
    Site::constraint((0..u16::MAX).find(is_free).unwrap_or(0))
}
