//! Operations on several levels: one step for all that are selected in the list.
//!
//! On the clipboard, levels are the text of a pack, so that two windows can exchange them and a text editor can
//! read them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::kit::toasts::ToastTone;
use crate::session::chrome::WindowEffect;
use crate::session::state::State;
use crate::text;
use foolproof_kernel::system::slashed;
use foolproof_level::bounds::MAX_LEVELS;
use foolproof_level::{GameSource, Level, LevelId, Pack};

impl State {
    fn chosen_ids(&self) -> BTreeSet<LevelId> {
        self.document.chosen_levels().iter().map(|level| level.id).collect()
    }

    /// Puts the selected levels on the system's clipboard.
    pub fn copy_levels(&mut self) {
        match self.put_on_clipboard() {
            0 => self.say(ToastTone::Note, text::NO_LEVEL),
            count => self.say(ToastTone::Note, text::copied_levels(count)),
        }
    }

    /// Puts the selected levels on the clipboard and returns their number.
    fn put_on_clipboard(&mut self) -> usize {
        let levels = self.document.chosen_levels();
        if levels.is_empty() {
            return 0;
        }
        let own = self.history().pack();
        let mut pack = Pack { games: own.games.clone(), levels, ..Pack::default() };
        pack.games.retain(|game| pack.levels.iter().any(|level| level.game == game.id));
        let levels: Vec<Arc<Level>> = pack.levels.clone();
        self.games().name_in(&mut pack.games, levels.iter().map(Arc::as_ref), None);
        let words = pack.to_json();
        self.document.choice.copied.clone_from(&words);
        self.chrome.request(WindowEffect::Copy(words));
        levels.len()
    }

    pub fn cut_levels(&mut self) {
        let count = self.put_on_clipboard();
        self.delete_levels();
        match count {
            0 => self.say(ToastTone::Note, text::NO_LEVEL),
            count => self.say(ToastTone::Note, text::cut_levels(count)),
        }
    }

    /// Deletes the selected levels, in one step.
    pub(crate) fn delete_levels(&mut self) {
        let gone = self.chosen_ids();
        self.edit_pack(text::delete_levels(gone.len()), |pack| {
            pack.levels.retain(|level| !gone.contains(&level.id));
        });
        self.document.choice.clear();
    }

    /// Moves the selected levels up or down by one place, side by side.
    pub(crate) fn move_levels(&mut self, step: isize) {
        let moved = self.chosen_ids();
        let Some(before) = step_place(&self.history().pack().levels, &moved, step) else { return };
        self.edit_pack(text::move_levels(moved.len()), |pack| place(pack, &moved, before));
    }

    /// Inserts the levels of a clipboard's text, from any program, after the one on the canvas.
    pub fn paste_levels(&mut self, words: &str) {
        self.document.choice.awaits_paste = false;
        let pack = match Pack::from_json(words) {
            Ok(pack) if !pack.levels.is_empty() => pack,
            // Perhaps another program wrote them.
            _ => return self.chrome.request(WindowEffect::PasteLevels(words.to_owned())),
        };
        if words != self.document.choice.copied {
            self.meet_strangers(&pack);
        }
        let last = self.document.chosen_levels().last().map(|level| level.id);
        let name = text::paste_levels(pack.levels.len());
        self.insert_levels(&name, pack, last, None);
    }

    /// Inserts levels from elsewhere (from the file `from`, if any) after the one on the canvas, in one
    /// step; returns whether there was room.
    pub fn add_levels(&mut self, step: &str, pack: Pack, from: Option<&Path>) -> bool {
        self.finish_stroke();
        self.meet_strangers(&pack);
        let shown = self.level_id();
        self.insert_levels(step, pack, Some(shown), from.and_then(Path::parent))
    }

    /// Makes rules from elsewhere wait for permission to run.
    pub fn meet_strangers(&mut self, pack: &Pack) {
        self.document.strangers.meet(pack, &self.chrome.settings);
    }

    /// Returns the name of the game, if all levels of a pack share it.
    pub(crate) fn only_game(&self, pack: &Pack) -> Option<String> {
        let first = pack.levels.first()?;
        let is_one = pack.levels.iter().all(|level| level.game == first.game);
        let game = self.games().by_id(&first.game).filter(|_| is_one)?;
        Some(game.about().name.clone().into_owned())
    }

    /// True if the pack is titled after its only game, with no name of its own.
    fn is_named_after_game(&self) -> bool {
        let pack = self.history().pack();
        self.document.file.path().is_none() && self.only_game(pack).as_ref() == Some(&pack.title)
    }

    /// Inserts levels after another one, in one step, and selects them. Returns whether there was room.
    fn insert_levels(
        &mut self,
        name: &str,
        pack: Pack,
        behind: Option<LevelId>,
        folder: Option<&Path>,
    ) -> bool {
        let Pack { games, levels, .. } = pack;
        if self.history().pack().levels.len() + levels.len() > MAX_LEVELS {
            self.say(ToastTone::Trouble, text::too_many_levels(MAX_LEVELS));
            return false;
        }
        let known: BTreeSet<LevelId> =
            self.history().pack().levels.iter().map(|level| level.id).collect();
        let names_game = self.is_named_after_game()
            && levels.iter().any(|level| {
                !self.history().pack().levels.iter().any(|one| one.game == level.game)
            });
        self.edit_pack(name, |pack| {
            // It has several games now.
            if names_game {
                pack.title.clear();
            }
            let at = pack.levels.iter().position(|level| Some(level.id) == behind);
            let at = at.map_or(pack.levels.len(), |at| at + 1);
            // The history gives each a new identity.
            let new = levels.into_iter().map(|mut level| {
                Arc::make_mut(&mut level).id = LevelId::default();
                level
            });
            pack.levels.splice(at..at, new);
            for game in games {
                if pack.games.iter().all(|own| own.id != game.id) {
                    pack.games.push(found_from(game, folder));
                }
            }
        });
        let levels = &self.history().pack().levels;
        let new: Vec<LevelId> =
            levels.iter().map(|level| level.id).filter(|id| !known.contains(id)).collect();
        if let Some(first) = new.first() {
            self.show_level(*first);
        }
        self.document.choice.these(new);
        true
    }
}

/// Returns a game's entry for a pack at another path.
fn found_from(game: GameSource, folder: Option<&Path>) -> GameSource {
    let at = match folder {
        Some(folder) if !Path::new(&game.at).is_absolute() => slashed(&folder.join(&game.at)),
        _ => game.at.clone(),
    };
    GameSource { at, ..game }
}

/// Returns the level before which several go when they move up or down by one, or the end; `None` if there is
/// no room to move.
pub(crate) fn step_place(
    levels: &[Arc<Level>],
    moved: &BTreeSet<LevelId>,
    step: isize,
) -> Option<Option<LevelId>> {
    let chosen = |level: &Arc<Level>| moved.contains(&level.id);
    let at = match step < 0 {
        true => levels.iter().position(chosen)?,
        false => levels.iter().rposition(chosen)? + 1,
    };
    let to = at.checked_add_signed(step).filter(|to| *to <= levels.len())?;
    Some(levels.get(to).map(|level| level.id))
}

/// Moves levels before another one, or to the end, keeping their order.
pub(crate) fn place(pack: &mut Pack, moved: &BTreeSet<LevelId>, before: Option<LevelId>) {
    // The first level from there on that does not move.
    let from = before.and_then(|id| pack.levels.iter().position(|level| level.id == id));
    let rest = from.and_then(|from| pack.levels.get(from..)).unwrap_or_default();
    let before = rest.iter().map(|level| level.id).find(|id| !moved.contains(id));
    let (taken, mut left): (Vec<_>, Vec<_>) =
        std::mem::take(&mut pack.levels).into_iter().partition(|level| moved.contains(&level.id));
    let at = left.iter().position(|level| Some(level.id) == before).unwrap_or(left.len());
    left.splice(at..at, taken);
    pack.levels = left;
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::{Board, History};

    fn pack(titles: &str) -> Pack {
        let level = |title: char| {
            let mut level = Level::open("any", Board { cols: 2, rows: 2, tray: 0 });
            level.title = title.to_string();
            Arc::new(level)
        };
        let pack = Pack { levels: titles.chars().map(level).collect(), ..Pack::default() };
        History::new(pack).pack().clone()
    }

    fn check(moved: &[u64], before: Option<u64>, expected: &str) {
        let mut pack = pack("abcde");
        let moved = moved.iter().copied().map(LevelId).collect();
        place(&mut pack, &moved, before.map(LevelId));
        let titles: String = pack.levels.iter().map(|level| level.title.as_str()).collect();
        assert_eq!(titles, expected, "{moved:?} before {before:?}");
    }

    #[test]
    fn levels_keep_their_order_where_they_are_put() {
        check(&[1, 3], Some(5), "bdace");
        check(&[1, 3], None, "bdeac");
        check(&[4, 2], Some(1), "bdace");
        // Before one that moves itself: before the next that stays.
        check(&[2, 3], Some(3), "abcde");
        check(&[1, 2, 3, 4, 5], Some(2), "abcde");
    }
}
