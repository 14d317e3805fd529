//! The history of an open pack: undo, redo and the revision that results are stamped with.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::edit::PackEdit;
use super::{GameSource, KeptVerdict, Level, LevelId, Pack};

/// Grows with every change of the pack, never shrinks: an undo is a change too. Only a history creates one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize)]
pub struct Revision(u64);

impl Revision {
    /// Number of changes before it.
    pub fn number(self) -> u64 {
        self.0
    }
}

#[derive(Clone, Debug)]
struct HistoryStep {
    name: String,
    edit: PackEdit,
}

/// A pack, with its steps that were done and undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    pack: Pack,
    done: Vec<HistoryStep>,
    undone: Vec<HistoryStep>,
    revision: Revision,
    /// Length of `done` at the last save; `None` once that state can no longer be reached.
    saved_at: Option<usize>,
    next_id: u64,
}

impl History {
    pub fn new(mut pack: Pack) -> Self {
        let mut history = Self { saved_at: Some(0), next_id: 1, ..Self::default() };
        history.name_levels(&mut pack);
        history.pack = pack;
        history
    }

    /// Gives an identity to every level that has none, or a duplicate one.
    fn name_levels(&mut self, pack: &mut Pack) {
        let mut seen = BTreeSet::new();
        for level in &mut pack.levels {
            if level.id == LevelId::default() || !seen.insert(level.id) {
                Arc::make_mut(level).id = LevelId(self.next_id);
                self.next_id += 1;
                seen.insert(level.id);
            }
            self.next_id = self.next_id.max(level.id.0 + 1);
        }
    }

    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Changes the pack in one undoable step called `name`. Returns true if anything changed.
    pub fn edit(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Pack)) -> bool {
        let mut after = self.pack.clone();
        change(&mut after);
        self.name_levels(&mut after);
        let Some(edit) = PackEdit::between(&self.pack, &after) else { return false };
        if self.saved_at.is_some_and(|saved| saved > self.done.len()) {
            self.saved_at = None;
        }
        self.pack = after;
        self.undone.clear();
        self.done.push(HistoryStep { name: name.into(), edit });
        self.revision.0 += 1;
        true
    }

    /// Joins the steps after the first `from` into one, so that a stroke or a word is one undo step.
    pub fn merge_since(&mut self, from: usize) {
        if self.done.len() < from + 2 || self.saved_at.is_some_and(|saved| saved > from) {
            return;
        }
        let mut before = self.pack.clone();
        let steps = self.done.split_off(from);
        for step in steps.iter().rev() {
            step.edit.undo(&mut before);
        }
        let name = steps.into_iter().next().map(|step| step.name).unwrap_or_default();
        if let Some(edit) = PackEdit::between(&before, &self.pack) {
            self.done.push(HistoryStep { name, edit });
        }
    }

    /// Reallocates the matching levels, so that nothing cached by address is found for them; the pack stays the
    /// same. Returns their identifiers.
    pub fn renew(&mut self, which: impl Fn(&Level) -> bool) -> BTreeSet<LevelId> {
        let mut renewed = BTreeSet::new();
        for level in self.pack.levels.iter_mut().filter(|level| which(level)) {
            *level = Arc::new(Level::clone(level));
            renewed.insert(level.id);
        }
        renewed
    }

    /// Number of steps that can be undone.
    pub fn depth(&self) -> usize {
        self.done.len()
    }

    /// Name of the step that undo would revert.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_str())
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    /// Reverts the last step and returns the affected level.
    pub fn undo(&mut self) -> Option<LevelId> {
        let step = self.done.pop()?;
        step.edit.undo(&mut self.pack);
        let touched = step.edit.touched();
        self.undone.push(step);
        self.revision.0 += 1;
        Some(touched.unwrap_or_default())
    }

    pub fn redo(&mut self) -> Option<LevelId> {
        let step = self.undone.pop()?;
        step.edit.redo(&mut self.pack);
        let touched = step.edit.touched();
        self.done.push(step);
        self.revision.0 += 1;
        Some(touched.unwrap_or_default())
    }

    /// Updates the pack's games as saving wrote them, without an undo step.
    pub fn name_games(&mut self, games: Vec<GameSource>) {
        self.pack.games = games;
    }

    /// Stores the result of a check in a level. That is not an undo step, but still has to be saved.
    pub fn keep_verdict(&mut self, id: LevelId, verdict: Arc<KeptVerdict>) {
        let Some(level) = self.pack.levels.iter_mut().find(|level| level.id == id) else { return };
        Arc::make_mut(level).checked = Some(verdict);
        self.revision.0 += 1;
        self.saved_at = None;
    }

    /// Names of the steps that can be undone, oldest first.
    pub fn done(&self) -> impl ExactSizeIterator<Item = &str> {
        self.done.iter().map(|step| step.name.as_str())
    }

    /// Names of the undone steps, in the order of redoing them.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = &str> {
        self.undone.iter().rev().map(|step| step.name.as_str())
    }

    /// Number of steps at which the pack matched its file; `None` if undo does not lead there.
    pub fn saved_depth(&self) -> Option<usize> {
        self.saved_at
    }

    pub fn mark_saved(&mut self) {
        self.saved_at = Some(self.done.len());
    }

    /// Marks the pack as changed until it is saved (a recovered one, for example).
    pub fn mark_unsaved(&mut self) {
        self.saved_at = None;
    }

    pub fn is_saved(&self) -> bool {
        self.saved_at == Some(self.done.len())
    }
}
