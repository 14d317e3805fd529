//! Work that is in no pack yet: the decision about it before its pack is closed.

use egui::Context;

use crate::files::dialogs::{self, Unkept};
use crate::session::kinds::{UnkeptWork, UnsavedWork};
use crate::session::state::State;

/// Returns the work that would be lost now.
pub(crate) fn of(state: &State) -> Option<UnkeptWork> {
    state.features_of::<dyn UnsavedWork>().find_map(|own| own.unkept(&state.findings))
}

/// Asks what to do with that work; `None` while the question is open. Work that ends meanwhile is no longer
/// asked about.
pub(crate) fn ask(context: &Context, state: &State) -> Option<Unkept> {
    match of(state) {
        Some(work) => dialogs::unkept(context, &work),
        None => Some(Unkept::Drop),
    }
}

/// Saves all of that work, or discards it.
pub(crate) fn settle(state: &mut State, answer: Unkept) {
    state.each::<dyn UnsavedWork>(|own, state| {
        let keeps = own.unkept(&state.findings).map(|work| work.keep.is_some());
        match (keeps, answer) {
            (Some(true), Unkept::Keep) => own.keep_work(state),
            (Some(_), _) => own.drop_work(&mut state.findings),
            (None, _) => {}
        }
    });
}
