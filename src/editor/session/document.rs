//! The open pack with its history, the level on the canvas and the selected levels.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::files::open_file::{OpenFile, Stamp};
use crate::session::choice::LevelChoice;
use crate::session::settings::Settings;
use crate::session::strangers::Strangers;
use foolproof_game::{Game, Games, Group};
use foolproof_level::{History, Level, LevelId, Mark, Pack, Place, Site};

/// The open pack, the level on the canvas and the selected levels.
pub struct Document {
    /// The known games.
    games: Games,
    /// The edition of the games that was last taken into account.
    pub(crate) edition: u64,
    /// Games whose files are currently unreadable, by identifier, and why.
    pub game_faults: BTreeMap<String, String>,
    /// The pack with its undo steps.
    history: History,
    pub file: OpenFile,
    /// The level on the canvas.
    level_id: LevelId,
    /// The levels that are selected in the list.
    pub choice: LevelChoice,
    /// Rules of the pack that wait for permission to run.
    pub strangers: Strangers,
    edits: u64,
}

/// Protection of locked sites from a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locks {
    Hold,
    Give,
}

impl Document {
    pub fn new(pack: Pack, games: Games) -> Self {
        Self {
            edition: games.edition(),
            games,
            game_faults: BTreeMap::new(),
            history: History::new(pack),
            file: OpenFile::default(),
            level_id: LevelId::default(),
            choice: LevelChoice::default(),
            strangers: Strangers::default(),
            edits: 0,
        }
    }

    /// Replaces the pack by a new one or an opened one. No level is shown yet.
    pub(crate) fn set_pack(&mut self, pack: Pack, file: Option<PathBuf>, settings: &Settings) {
        self.strangers = Strangers::of(&pack, settings);
        self.history = History::new(pack);
        self.file.change(file);
        self.level_id = LevelId::default();
        self.choice = LevelChoice::default();
    }

    pub fn games(&self) -> &Games {
        &self.games
    }

    /// Returns the pack with its undo steps.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the history for changes that are not edits: joining strokes, noting that the file is written.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    pub fn level_id(&self) -> LevelId {
        self.level_id
    }

    /// Returns the level on the canvas; `None` in a pack without levels.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.history.pack().level(self.level_id)
    }

    /// Returns the game of the level on the canvas.
    pub fn game(&self) -> Option<Arc<dyn Game>> {
        self.games.by_id(&self.level()?.game)
    }

    /// Returns the identifier of that game, even if it is unknown.
    pub(crate) fn game_id(&self) -> &str {
        self.level().map_or("", |level| &level.game)
    }

    /// Returns the level on the canvas with its game.
    pub fn scene(&self) -> Option<(Arc<dyn Game>, Arc<Level>)> {
        Some((self.game()?, Arc::clone(self.level()?)))
    }

    /// Returns an identification of the open pack and its state.
    pub fn stamp(&self) -> Stamp {
        Stamp { document: self.file.document, revision: self.history.revision() }
    }

    /// Returns the index of the level on the canvas in the pack.
    pub(crate) fn place(&self) -> Option<usize> {
        self.history.pack().levels.iter().position(|level| level.id == self.level_id)
    }

    /// Returns the level `step` places after (or before) the one on the canvas.
    pub(crate) fn neighbour(&self, step: isize) -> Option<LevelId> {
        let at = self.place()?.checked_add_signed(step)?;
        self.history.pack().levels.get(at).map(|level| level.id)
    }

    /// Returns the selected levels in the order of the pack; if none is selected, the one on the canvas.
    pub fn chosen_levels(&self) -> Vec<Arc<Level>> {
        let levels = &self.history.pack().levels;
        let chosen = levels.iter().filter(|level| self.choice.contains(level.id));
        let chosen: Vec<Arc<Level>> = chosen.cloned().collect();
        if chosen.is_empty() { self.level().cloned().into_iter().collect() } else { chosen }
    }

    /// Returns a counter that grows with every change of the level on the canvas.
    pub(crate) fn edits(&self) -> u64 {
        self.edits
    }

    /// Counts a change of the level on the canvas.
    pub(crate) fn count_edit(&mut self) {
        self.edits += 1;
    }

    /// Puts another level on the canvas.
    pub(crate) fn set_level(&mut self, id: LevelId) {
        self.level_id = id;
    }

    /// Changes the level on the canvas in one undoable step. Returns whether anything changed, and how
    /// many locked sites were spared.
    pub(crate) fn edit(
        &mut self,
        name: impl Into<String>,
        locks: Locks,
        change: impl FnOnce(&mut Level),
    ) -> (bool, usize) {
        let (id, game) = (self.level_id, self.game());
        let mut kept = 0;
        let changed = self.history.edit(name, |pack| {
            if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
                let before = Arc::clone(level);
                let level = Arc::make_mut(level);
                change(level);
                if locks == Locks::Hold {
                    kept = level.keep_locked(&before);
                }
                if let Some(game) = &game {
                    game.hand_over(&before, level);
                }
            }
        });
        (changed, kept)
    }

    /// Returns the first brush of the game's palette.
    pub(crate) fn first_brush(&self) -> Option<Mark> {
        let palette = self.game()?.palette();
        Some(palette.first()?.brushes.first()?.mark.clone())
    }

    /// True if the palette has a mark of this functor whose place takes the mark, or is not on the board: games
    /// may have marks with the same name but other values.
    pub(crate) fn describes(&self, mark: &Mark) -> bool {
        let (Some(game), Some(level)) = (self.game(), self.level()) else { return false };
        let groups = game.palette();
        let is_named = |group: &Group| {
            let named = group.brushes.iter().any(|brush| brush.mark.functor() == mark.functor());
            named.then_some(group.place)
        };
        let sites = game.layout_of(level).sites;
        groups.iter().filter_map(is_named).any(|place| {
            let first = first_of(&sites, place);
            first.is_none_or(|site| game.accepts(&level.board, site, mark).is_ok())
        })
    }
}

/// Returns the first site of a place: the place's other sites take the same marks.
pub(crate) fn first_of<T>(sites: &[(Site, T)], place: Place) -> Option<Site> {
    sites.iter().map(|(site, _)| *site).find(|site| site.place == place)
}
