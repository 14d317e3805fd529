//! Actions on a pack as a whole, each in one undoable step.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::panels::levels::BrowserView;
use crate::session::chosen;
use crate::session::command::Command;
use crate::text;
use foolproof_level::{History, Level, LevelId, Pack};

/// An action on the pack that the designer asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum PackDeed {
    /// Brings a level onto the canvas.
    Show(LevelId),
    /// Adds a new level after the given one, or at the end.
    Add(Box<Level>, Option<LevelId>),
    Duplicate(LevelId),
    Delete(LevelId),
    Rename(LevelId, String),
    /// Moves a level to an index, counted without the level itself.
    Move(LevelId, usize),
    /// Moves levels before another one, or to the end.
    Place(BTreeSet<LevelId>, Option<LevelId>),
    DeleteThese(BTreeSet<LevelId>),
    /// Runs a command on all selected levels.
    Run(Command),
}

fn place(pack: &Pack, id: LevelId) -> Option<usize> {
    pack.levels.iter().position(|level| level.id == id)
}

impl PackDeed {
    /// Performs the action; returns the level to show afterwards if it is another one.
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

/// Returns a move by some places, if there is room.
pub(crate) fn moved(pack: &Pack, id: LevelId, by: isize) -> Option<PackDeed> {
    let to = place(pack, id)?.checked_add_signed(by)?;
    (to < pack.levels.len()).then_some(PackDeed::Move(id, to))
}

/// Returns a move of several levels by one place, if there is room.
pub(crate) fn moved_these(pack: &Pack, ids: BTreeSet<LevelId>, by: isize) -> Option<PackDeed> {
    let before = chosen::step_place(&pack.levels, &ids, by)?;
    Some(PackDeed::Place(ids, before))
}

/// Returns the action that adds an empty level of the same game and size as the level on the canvas.
pub(crate) fn added(view: &BrowserView<'_>) -> Option<PackDeed> {
    let current = view.pack.level(view.current).or(view.pack.levels.last());
    let level = match current {
        Some(level) => Level::open(level.game.clone(), level.board),
        None => (view.fresh)()?,
    };
    Some(PackDeed::Add(Box::new(level), current.map(|level| level.id)))
}
