//! Edits as values that can be undone: differences between two states of a pack.
//!
//! Every command changes a copy, and the history keeps the difference. So a new command can be undone without
//! extra code, and ten thousand edits cost only their changes, not ten thousand packs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::pack::Pack;
use super::{Level, LevelId, Site, Spot};

/// Everything of a level except its spots; small, so it is kept whole if any of it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LevelWords(Box<Level>);

/// The difference between two states of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEdit {
    spots: Vec<(Site, Spot, Spot)>,
    words: Option<(LevelWords, LevelWords)>,
}

fn words_of(level: &Level) -> LevelWords {
    // The result of a check is not an edit: undo leaves it alone, since it records its own scope.
    LevelWords(Box::new(Level { checked: None, ..level.without_spots() }))
}

impl LevelEdit {
    /// The edit that turns `before` into `after`; `None` when they are equal.
    pub fn between(before: &Level, after: &Level) -> Option<Self> {
        let sites: BTreeSet<Site> =
            before.spots().chain(after.spots()).map(|(site, _)| site).collect();
        let spots = sites
            .into_iter()
            .map(|site| (site, before.spot(site), after.spot(site)))
            .filter(|(_, old, new)| old != new)
            .collect::<Vec<_>>();
        let (old, new) = (words_of(before), words_of(after));
        let words = (old != new).then_some((old, new));
        (!spots.is_empty() || words.is_some()).then_some(Self { spots, words })
    }

    fn put(
        &self,
        level: &mut Level,
        words: Option<&LevelWords>,
        spot: impl Fn(&(Site, Spot, Spot)) -> Spot,
    ) {
        if let Some(LevelWords(words)) = words {
            level.take_all_but_spots(words);
        }
        for change in &self.spots {
            level.put_back(change.0, spot(change));
        }
    }

    pub fn redo(&self, level: &mut Level) {
        self.put(level, self.words.as_ref().map(|(_, new)| new), |(_, _, new)| new.clone());
    }

    pub fn undo(&self, level: &mut Level) {
        self.put(level, self.words.as_ref().map(|(old, _)| old), |(_, old, _)| old.clone());
    }
}

/// The difference between two states of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackEdit {
    levels: Vec<(LevelId, LevelEdit)>,
    /// Order before and after, with every level that was added or removed.
    order: Option<(Vec<LevelId>, Vec<LevelId>)>,
    came: Vec<Arc<Level>>,
    went: Vec<Arc<Level>>,
    /// Everything of the pack except its levels, before and after.
    words: Option<(Pack, Pack)>,
}

impl PackEdit {
    /// The edit that turns `before` into `after`; `None` when they are equal.
    pub(crate) fn between(before: &Pack, after: &Pack) -> Option<Self> {
        let ids = |pack: &Pack| pack.levels.iter().map(|level| level.id).collect::<Vec<_>>();
        let old: BTreeMap<LevelId, &Arc<Level>> =
            before.levels.iter().map(|level| (level.id, level)).collect();
        let new: BTreeMap<LevelId, &Arc<Level>> =
            after.levels.iter().map(|level| (level.id, level)).collect();
        let levels = new
            .iter()
            .filter_map(|(id, level)| {
                let was = old.get(id)?;
                if Arc::ptr_eq(was, level) {
                    return None;
                }
                Some((*id, LevelEdit::between(was, level)?))
            })
            .collect::<Vec<_>>();
        let missing = |from: &BTreeMap<LevelId, &Arc<Level>>,
                       to: &BTreeMap<LevelId, &Arc<Level>>| {
            from.iter()
                .filter(|(id, _)| !to.contains_key(*id))
                .map(|(_, level)| Arc::clone(level))
                .collect::<Vec<_>>()
        };
        let (order_old, order_new) = (ids(before), ids(after));
        let (words_old, words_new) = (before.without_levels(), after.without_levels());
        let edit = Self {
            levels,
            came: missing(&new, &old),
            went: missing(&old, &new),
            order: (order_old != order_new).then_some((order_old, order_new)),
            words: (words_old != words_new).then_some((words_old, words_new)),
        };
        let Self { levels, order, words, .. } = &edit;
        let empty = levels.is_empty() && order.is_none() && words.is_none();
        (!empty).then_some(edit)
    }

    pub(crate) fn redo(&self, pack: &mut Pack) {
        self.apply(pack, true);
    }

    pub(crate) fn undo(&self, pack: &mut Pack) {
        self.apply(pack, false);
    }

    /// The affected level, which is shown when the edit is undone.
    pub(crate) fn touched(&self) -> Option<LevelId> {
        let came = self.came.first().map(|level| level.id);
        let went = self.went.first().map(|level| level.id);
        self.levels.first().map(|(id, _)| *id).or(came).or(went)
    }

    fn apply(&self, pack: &mut Pack, forwards: bool) {
        if let Some((old, new)) = &self.order {
            let (order, arriving) = if forwards { (new, &self.came) } else { (old, &self.went) };
            let mut known: BTreeMap<LevelId, Arc<Level>> =
                pack.levels.drain(..).chain(arriving.iter().cloned()).map(|l| (l.id, l)).collect();
            pack.levels = order.iter().filter_map(|id| known.remove(id)).collect();
        }
        for (id, edit) in &self.levels {
            if let Some(level) = pack.levels.iter_mut().find(|level| level.id == *id) {
                let level = Arc::make_mut(level);
                if forwards { edit.redo(level) } else { edit.undo(level) }
            }
        }
        if let Some((old, new)) = &self.words {
            let levels = std::mem::take(&mut pack.levels);
            *pack = Pack { levels, ..if forwards { new.clone() } else { old.clone() } };
        }
    }
}
