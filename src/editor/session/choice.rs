//! The levels that are selected in the list.

use std::collections::BTreeSet;

use foolproof_level::LevelId;

/// The levels that are selected in the list.
#[derive(Clone, Debug, Default)]
pub struct LevelChoice {
    ids: BTreeSet<LevelId>,
    /// The level from which Shift extends the selection.
    anchor: Option<LevelId>,
    /// The list has the keyboard.
    pub has_keys: bool,
    /// The title of the level on the canvas is to be edited in the list.
    pub(crate) renames: bool,
    /// The next paste is for the list.
    pub awaits_paste: bool,
    /// The last text copied; pasting it back adds nothing foreign.
    pub(crate) copied: String,
}

impl LevelChoice {
    pub(crate) fn contains(&self, id: LevelId) -> bool {
        self.ids.contains(&id)
    }

    pub fn count(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = LevelId> {
        self.ids.iter().copied()
    }

    /// Selects this level alone.
    pub(crate) fn only(&mut self, id: LevelId) {
        self.ids = BTreeSet::from([id]);
        self.anchor = Some(id);
    }

    /// Selects these levels and no others.
    pub fn these(&mut self, ids: impl IntoIterator<Item = LevelId>) {
        let mut ids = ids.into_iter().peekable();
        self.anchor = ids.peek().copied();
        self.ids = ids.collect();
    }

    /// Selects a level or deselects it. With an empty selection, the level on the canvas counts as selected.
    pub(crate) fn toggle(&mut self, id: LevelId, current: LevelId) {
        if self.ids.is_empty() {
            self.ids.insert(current);
        }
        if !self.ids.remove(&id) {
            self.ids.insert(id);
        }
        self.anchor = Some(id);
    }

    /// Selects all levels from the anchor to this one, in list order.
    pub(crate) fn extend(&mut self, order: &[LevelId], to: LevelId, current: LevelId) {
        let anchor = self.anchor.unwrap_or(current);
        let place = |id: LevelId| order.iter().position(|other| *other == id);
        let (Some(from), Some(to)) = (place(anchor), place(to)) else { return };
        let range = from.min(to)..=from.max(to);
        self.ids = order.get(range).unwrap_or_default().iter().copied().collect();
        self.anchor = Some(anchor);
    }

    pub(crate) fn clear(&mut self) {
        self.ids.clear();
        self.anchor = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_chooses_what_lies_between_in_the_order_of_the_list() {
        let order = [5, 1, 4, 2].map(LevelId);
        let mut choice = LevelChoice::default();
        choice.only(LevelId(1));
        choice.extend(&order, LevelId(2), LevelId(1));
        assert_eq!(choice.ids, BTreeSet::from([1, 4, 2].map(LevelId)));
        choice.extend(&order, LevelId(5), LevelId(1));
        assert_eq!(choice.ids, BTreeSet::from([5, 1].map(LevelId)));
        choice.toggle(LevelId(1), LevelId(1));
        assert!(!choice.contains(LevelId(1)) && choice.count() == 1);
    }
}
