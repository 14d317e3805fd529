//! Work that is in no pack yet: what becomes of it before its pack is closed.

use egui::Context;

use crate::files::dialogs::{ThreeWays, three_ways};
use crate::session::kinds::{UnkeptWork, UnsavedWork};
use crate::session::state::State;

/// What is to become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unkept {
    /// It goes into the pack.
    Keep,
    Drop,
    /// The pack stays open.
    Cancel,
}

/// The work that would be lost now.
pub(crate) fn of(state: &State) -> Option<UnkeptWork> {
    state.features_of::<dyn UnsavedWork>().find_map(|own| own.unkept(&state.findings))
}

/// Asks; nothing while the question stands. What has come to an end meanwhile is asked about no more.
pub(crate) fn ask(context: &Context, state: &State) -> Option<Unkept> {
    let Some(work) = of(state) else { return Some(Unkept::Drop) };
    let words = (work.title, work.words.as_str());
    three_ways(context, words, (work.keep.as_deref(), super::words::LOSE)).map(|way| match way {
        ThreeWays::First => Unkept::Keep,
        ThreeWays::Second => Unkept::Drop,
        ThreeWays::Back => Unkept::Cancel,
    })
}

/// Keeps it all, or gives it up.
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
