//! What other programs do to the file of the open pack, noticed when the window comes back.
//!
//! Knows the state and the store.

use crossbeam_channel::Receiver;

use super::saving::Saving;
use super::store::{self, Mine, Opened, Store, Theirs};
use crate::editor::state::State;
use crate::editor::text::{self, files as words};
use crate::editor::toasts::Tone;
use crate::level::file::Fingerprint;

/// A look at the file.
#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Same,
    Gone,
    Other(Box<Theirs>),
}

/// Looks at the file of the open pack, now and then.
#[derive(Default)]
pub(super) struct Outside {
    /// Whether the window was in front in the last frame.
    in_front: Option<bool>,
    looking: Option<(u64, Fingerprint, Receiver<Seen>)>,
    /// What was told last, so that it is told once.
    told: Option<(u64, Seen)>,
}

impl Outside {
    /// Looks when the window comes to the front, and says what it has seen.
    pub fn watch(
        &mut self,
        context: &egui::Context,
        state: &mut State,
        (saving, store): (&Saving, &Store),
    ) {
        let in_front = context.input(|input| input.focused);
        let comes = self.in_front.replace(in_front) == Some(false) && in_front;
        if comes && !saving.is_busy() && self.looking.is_none() {
            self.look(context, state, (saving, store));
        }
        let Some((document, known, seen)) = &self.looking else { return };
        let Ok(seen) = seen.try_recv() else { return };
        // Another pack was opened meanwhile, or this one was written.
        let is_current = state.document == *document && state.known.as_ref() == Some(known);
        self.looking = None;
        if is_current && !saving.is_busy() {
            self.tell(state, seen);
        }
    }

    fn look(&mut self, context: &egui::Context, state: &State, disk: (&Saving, &Store)) {
        let (Some(path), Some(known)) = (state.file.clone(), state.known.clone()) else { return };
        let (store, expected) = (disk.1.clone(), known.clone());
        let mine = Mine { pack: state.history.pack().clone(), base: state.base.clone() };
        let look = move || {
            if expected.looks_the_same(&path) {
                return Seen::Same;
            }
            if !path.exists() {
                return Seen::Gone;
            }
            let theirs = store::theirs(&store, &mine, &path);
            match &theirs.opened {
                Ok(opened) if opened.known.same_bytes(&expected) => Seen::Same,
                _ => Seen::Other(Box::new(theirs)),
            }
        };
        self.looking = disk.0.behind(context, look).map(|seen| (state.document, known, seen));
    }

    fn tell(&mut self, state: &mut State, seen: Seen) {
        if seen == Seen::Same || self.told.as_ref() == Some(&(state.document, seen.clone())) {
            return;
        }
        let name = state.file.as_deref().map(text::name_of).unwrap_or_default();
        match &seen {
            Seen::Same => {}
            Seen::Gone => {
                // No file has it now.
                state.history.mark_unsaved();
                state.say(Tone::Trouble, words::file_gone(&name));
            }
            Seen::Other(theirs) => match &theirs.opened {
                Ok(opened) if is_idle(state) => take(state, opened.clone()),
                Ok(_) => state.say(Tone::Note, words::changed_outside(&name)),
                Err(why) => state.say(Tone::Trouble, words::damaged_outside(&name, why)),
            },
        }
        self.told = Some((state.document, seen));
    }
}

/// Whether nothing would be lost or disturbed by another state of the pack.
fn is_idle(state: &State) -> bool {
    let at_work = state.stroke.is_some() || state.play.is_some() || state.dialog.is_some();
    state.history.is_saved() && !at_work
}

/// Takes over what lies in the file, as a step that can be undone.
pub(super) fn take(state: &mut State, opened: Opened) {
    let Opened { pack, path, known, .. } = opened;
    let name = text::name_of(&path);
    state.finish_stroke();
    state.strangers.meet(&pack, &state.settings);
    state.base = Some(pack.clone());
    state.edit_pack(words::TAKE_THEIRS, |mine| *mine = pack);
    state.history.mark_saved();
    state.known = Some(known);
    state.say(Tone::Note, words::read_again(&name));
}
