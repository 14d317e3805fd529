//! Joins the edits of one field into one undo step, from entering the field to leaving it.
//!
//! So every letter and every step of a slider is an edit at once, no text waits in a field to be lost, and an
//! undo still reverts a word.

use egui::{Context, Id};

use foolproof_level::{History, Pack, Revision};

/// The last edit, which its author may not have finished.
#[derive(Debug, Default)]
pub struct Joiner {
    last: Option<Last>,
}

#[derive(Clone, Copy, Debug)]
struct Last {
    field: Id,
    /// Length of the history before the first edit of the field.
    from: usize,
    /// The history's revision after the last edit: anything in between ends the joining.
    revision: Revision,
}

impl Joiner {
    /// Edits the pack; joins the step with the previous one when the same field made both.
    pub fn edit(
        &mut self,
        context: &Context,
        history: &mut History,
        name: String,
        change: impl FnOnce(&mut Pack),
    ) -> bool {
        let (from, before) = (history.depth(), history.revision());
        if !history.edit(name, change) {
            return false;
        }
        let field = context.dragged_id().or_else(|| context.memory(|memory| memory.focused()));
        let going_on =
            self.last.filter(|last| Some(last.field) == field && last.revision == before);
        let from = going_on.map_or(from, |last| last.from);
        history.merge_since(from);
        self.last = field.map(|field| Last { field, from, revision: history.revision() });
        true
    }
}
