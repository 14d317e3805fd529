//! The studies of games: long searches over very many levels, on the command line only.

mod verb;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verbs_of_data::<verb::StudyVerb>();
}
