//! The current games: a shelf that any thread can read, and on which games can be added, replaced or
//! removed while their levels are open.
//!
//! Holders of a removed game keep using its rules.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::{Game, Grounder, RuleReader, counted};
use foolproof_level::{Expect, Expected, GameText, Level, Pack};

/// Loads games that are not part of the program. Games know it only as far as an engine needs it.
pub trait GameLoader: Any + Send + Sync {
    /// Grows whenever rules that were being read become available.
    fn version(&self) -> u64;

    /// Adds a game made of these texts to the shelf, if nothing is wrong with it.
    fn put_text(&self, games: &Games, text: Arc<GameText>, at: &Path);
}

/// Reader and loader of games that exist only as text.
#[derive(Clone, Copy)]
pub struct TextGames {
    pub reader: RuleReader,
    /// Makes a loader whose games are ground by this grounder.
    pub loader: fn(Arc<dyn Grounder>) -> Arc<dyn GameLoader>,
}

#[derive(Default)]
struct Shelf {
    /// In the order of their names.
    games: Vec<Arc<dyn Game>>,
    /// Grows with every change.
    edition: u64,
    /// The edition in which each game was last added or removed, by identifier.
    changed: BTreeMap<String, u64>,
    /// Paths of games that are not part of the program, by identifier.
    places: BTreeMap<String, PathBuf>,
    loader: Option<Arc<dyn GameLoader>>,
    /// The identifier of the game that a newcomer meets first.
    welcome: Option<String>,
    /// Reasons why games could not be loaded, by identifier.
    broken: BTreeMap<String, String>,
}

/// A handle to a shelf of games; its clones share the shelf.
#[derive(Clone, Default)]
pub struct Games(Arc<RwLock<Shelf>>);

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shelf = self.read();
        let names = shelf.games.iter().map(|game| game.about().id.clone());
        f.debug_list().entries(names).finish()
    }
}

impl Games {
    /// Returns a separate shelf with only the games that are part of the program.
    pub fn built_in_alone(&self) -> Self {
        let games = Self::default();
        self.all().into_iter().filter(|game| game.is_built_in()).for_each(|game| games.put(game));
        games
    }

    /// Adds a loader of further games to the shelf.
    pub fn with_loader(self, loader: Arc<dyn GameLoader>) -> Self {
        self.write().loader = Some(loader);
        self
    }

    /// Loader of further games, if there is one.
    pub fn loader(&self) -> Option<Arc<dyn GameLoader>> {
        self.read().loader.clone()
    }

    /// Grows whenever a designer's own game is read again; 0 if none can be.
    pub fn version(&self) -> u64 {
        self.loader().map_or(0, |loader| loader.version())
    }

    /// Paths of games that are not part of the program, by identifier.
    pub fn places(&self) -> Vec<(String, PathBuf)> {
        self.read().places.iter().map(|(id, at)| (id.clone(), at.clone())).collect()
    }

    /// Reason why a game could not be loaded, if that failed.
    pub fn why_missing(&self, id: &str) -> Option<String> {
        self.read().broken.get(id).cloned()
    }

    /// Remembers why a game could not be loaded.
    pub fn note_broken(&self, id: &str, why: String) {
        self.write().broken.insert(id.to_owned(), why);
    }

    /// The game with this identifier.
    pub fn by_id(&self, id: &str) -> Option<Arc<dyn Game>> {
        self.read().games.iter().find(|game| game.about().id == id).cloned()
    }

    /// Expectations of a check for a level.
    pub fn expected(&self, level: &Level) -> Expected {
        let game = self.by_id(&level.game);
        level.policy.in_game(game.map_or(Expect::Any, |game| game.about().unique))
    }

    /// True if the level allows any number of solutions, although its game's solvers expect one. Every
    /// Sudoku of earlier versions does.
    pub fn is_lax(&self, level: &Level) -> bool {
        let usual = || self.by_id(&level.game).map(|game| game.about().unique);
        level.policy.unique == Some(Expect::Any) && usual() == Some(Expect::Yes)
    }

    /// Note on the number of lax levels, if there are any.
    pub fn lax_note<'a>(&self, levels: impl Iterator<Item = &'a Level>) -> Option<String> {
        let number = levels.filter(|level| self.is_lax(level)).count();
        let expect = counted(number, "level expects", "levels expect");
        let told = || format!("{expect} nothing about the number of solutions; one is usual");
        (number > 0).then(told)
    }

    /// The games of a pack, in the order of its levels.
    pub fn of_pack(&self, pack: &Pack) -> Vec<Arc<dyn Game>> {
        let mut ids: Vec<&str> = Vec::new();
        for level in &pack.levels {
            if !ids.contains(&level.game.as_str()) {
                ids.push(&level.game);
            }
        }
        ids.into_iter().filter_map(|id| self.by_id(id)).collect()
    }

    /// Every game, in the order of their names.
    pub fn all(&self) -> Vec<Arc<dyn Game>> {
        self.read().games.clone()
    }

    /// Sets the game that a newcomer meets first, by its identifier.
    pub fn set_welcome(&self, id: &str) {
        self.write().welcome = Some(id.to_owned());
    }

    /// The game that a newcomer meets first.
    pub fn welcome(&self) -> Option<Arc<dyn Game>> {
        let first = self.read().welcome.clone().and_then(|id| self.by_id(&id));
        first.or_else(|| self.read().games.first().cloned())
    }

    /// Adds a game, replacing any with its identifier: one that is part of the program, or has no path.
    /// Packs with its levels do not mention it.
    pub fn put(&self, game: Arc<dyn Game>) {
        self.place(game, None);
    }

    /// Adds a game at this path, absolute or relative to the folder of its packs, replacing any with its
    /// identifier. Packs with its levels name the path when they are saved.
    pub fn put_from(&self, game: Arc<dyn Game>, at: &Path) {
        self.place(game, Some(at.to_owned()));
    }

    /// The path of a game that is not built in.
    pub fn place_of(&self, id: &str) -> Option<PathBuf> {
        self.read().places.get(id).cloned()
    }

    fn place(&self, game: Arc<dyn Game>, at: Option<PathBuf>) {
        let id = game.about().id.clone().into_owned();
        let mut shelf = self.write();
        shelf.places.remove(&id);
        shelf.broken.remove(&id);
        shelf.places.extend(at.map(|at| (id.clone(), at)));
        shelf.games.retain(|other| other.about().id != game.about().id);
        let name = &game.about().name;
        let place = shelf.games.partition_point(|other| other.about().name <= *name);
        shelf.games.insert(place, game);
        shelf.note(id);
    }

    /// Removes a game. Returns whether it was there.
    pub fn remove(&self, id: &str) -> bool {
        let mut shelf = self.write();
        let before = shelf.games.len();
        shelf.games.retain(|game| game.about().id != id);
        let dropped = shelf.games.len() < before;
        if dropped {
            shelf.places.remove(id);
            shelf.note(id.to_owned());
        }
        dropped
    }

    /// Grows with every game that is added or removed.
    pub fn edition(&self) -> u64 {
        self.read().edition
    }

    /// True if this game was added or removed after an edition.
    pub fn changed_since(&self, id: &str, edition: u64) -> bool {
        self.read().changed.get(id).is_some_and(|changed| *changed > edition)
    }

    // A panic in between leaves the shelf in its old or its new state: games are put whole.
    fn read(&self) -> RwLockReadGuard<'_, Shelf> {
        self.0.read()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Shelf> {
        self.0.write()
    }
}

impl Shelf {
    fn note(&mut self, id: String) {
        self.edition += 1;
        self.changed.insert(id, self.edition);
    }
}
