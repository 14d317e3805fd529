//! Work that is in no pack yet: the decision about it before its pack is closed.

use crate::files::dialogs::Leaving;
use crate::session::kinds::{UnkeptWork, UnsavedWork};
use crate::session::state::State;

/// Returns the work that would be lost now.
pub(crate) fn of(state: &State) -> Option<UnkeptWork> {
    state.features_of::<dyn UnsavedWork>().find_map(|own| own.unkept(&state.findings))
}

/// Saves all of that work, or discards it.
pub(crate) fn settle(state: &mut State, answer: Leaving) {
    state.each::<dyn UnsavedWork>(|own, state| {
        let keeps = own.unkept(&state.findings).map(|work| work.keep.is_some());
        match (keeps, answer) {
            (Some(true), Leaving::Keep) => own.keep_work(state),
            (Some(_), _) => own.drop_work(&mut state.findings),
            (None, _) => {}
        }
    });
}
