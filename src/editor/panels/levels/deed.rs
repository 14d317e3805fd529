//! What can be done to a pack as a whole, each in one undoable step.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::panels::levels::BrowserView;
use crate::session::chosen;
use crate::session::command::Command;
use crate::text;
use foolproof_level::{History, Level, LevelId, Pack};

/// What the designer wants of the pack.
#[derive(Clone, Debug, PartialEq)]
pub enum PackDeed {
    /// Brings a level onto the canvas.
    Show(LevelId),
    /// Puts a new level behind the one that is named, or last.
    Add(Box<Level>, Option<LevelId>),
    Duplicate(LevelId),
    Delete(LevelId),
    Rename(LevelId, String),
    /// Puts a level at a place, counted without it.
    Move(LevelId, usize),
    /// Puts levels before another one, or last.
    Place(BTreeSet<LevelId>, Option<LevelId>),
    DeleteThese(BTreeSet<LevelId>),
    /// Does something with all that are chosen.
    Run(Command),
}

fn place(pack: &Pack, id: LevelId) -> Option<usize> {
    pack.levels.iter().position(|level| level.id == id)
}

impl PackDeed {
    /// Does it; gives the level to show afterwards when that is another one.
    pub fn apply(self, history: &mut History) -> Option<LevelId> {
        match self {
            PackDeed::Show(id) => Some(id),
            PackDeed::Add(level, behind) => {
                let at = behind.and_then(|id| place(history.pack(), id));
                let at = at.map_or(history.pack().levels.len(), |at| at + 1);
                insert(history, text::ADD_LEVEL, at, *level)
            }
            PackDeed::Duplicate(id) => {
                let at = place(history.pack(), id)?;
                let mut level = Level::clone(history.pack().levels.get(at)?);
                level.title = text::copy_of(&level.title);
                insert(history, text::DUPLICATE, at + 1, level)
            }
            PackDeed::Delete(id) => {
                let at = place(history.pack(), id)?;
                history.edit(text::DELETE_LEVEL, |pack| {
                    pack.levels.remove(at);
                });
                let levels = &history.pack().levels;
                levels.get(at).or(levels.last()).map(|level| level.id)
            }
            PackDeed::DeleteThese(ids) => {
                let at = history.pack().levels.iter().position(|level| ids.contains(&level.id))?;
                history.edit(text::delete_levels(ids.len()), |pack| {
                    pack.levels.retain(|level| !ids.contains(&level.id));
                });
                let levels = &history.pack().levels;
                levels.get(at).or(levels.last()).map(|level| level.id)
            }
            PackDeed::Place(ids, before) => {
                history
                    .edit(text::move_levels(ids.len()), |pack| chosen::place(pack, &ids, before));
                None
            }
            PackDeed::Run(_) => None,
            PackDeed::Rename(id, title) => {
                history.edit(text::RENAME, |pack| {
                    if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
                        Arc::make_mut(level).title = title;
                    }
                });
                None
            }
            PackDeed::Move(id, to) => {
                let at = place(history.pack(), id)?;
                history.edit(text::MOVE_LEVEL, |pack| {
                    let level = pack.levels.remove(at);
                    pack.levels.insert(to.min(pack.levels.len()), level);
                });
                None
            }
        }
    }
}

fn insert(history: &mut History, name: &str, at: usize, mut level: Level) -> Option<LevelId> {
    // The history gives it a new identity.
    level.id = LevelId::default();
    history.edit(name, |pack| pack.levels.insert(at.min(pack.levels.len()), Arc::new(level)));
    history.pack().levels.get(at).map(|level| level.id)
}

/// A move by some places, if there is room.
pub(crate) fn moved(pack: &Pack, id: LevelId, by: isize) -> Option<PackDeed> {
    let to = place(pack, id)?.checked_add_signed(by)?;
    (to < pack.levels.len()).then_some(PackDeed::Move(id, to))
}

/// A move of several levels by one place, if there is room.
pub(crate) fn moved_these(pack: &Pack, ids: BTreeSet<LevelId>, by: isize) -> Option<PackDeed> {
    let before = chosen::step_place(&pack.levels, &ids, by)?;
    Some(PackDeed::Place(ids, before))
}

/// A new, open level of the game that is on the canvas, of the same size.
pub(crate) fn added(view: &BrowserView<'_>) -> Option<PackDeed> {
    let current = view.pack.level(view.current).or(view.pack.levels.last());
    let level = match current {
        Some(level) => Level::open(level.game.clone(), level.board),
        None => (view.fresh)()?,
    };
    Some(PackDeed::Add(Box::new(level), current.map(|level| level.id)))
}
