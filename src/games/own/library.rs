//! Where games that designers bring are found: in the pack that carries them, beside it, in a folder of
//! the user's own.
//!
//! Knows folders and the shelf.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::folder::{FolderError, MANIFEST, read_folder};
use super::grounding::Grounder;
use super::{OwnFault, OwnGame};
use crate::games::Games;
use crate::level::{GameText, Pack};

/// Where games lie beside a pack, and in the user's own folder.
const GAMES: &str = "games";

/// Why a game is not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// `at` is its folder, or the pack that carries it.
    #[error("{}: {}", at.display(), faults.first().map_or(String::new(), ToString::to_string))]
    Faults { at: PathBuf, faults: Vec<OwnFault> },
    #[error("{}: {why}", at.display())]
    Rules { at: PathBuf, why: String },
    #[error("{}: the game is called `{id}`, which is built in; give it another id", at.display())]
    BuiltIn { at: PathBuf, id: String },
}

/// Loads games.
#[derive(Clone)]
pub struct Library {
    grounder: Arc<dyn Grounder>,
    /// The user's own games, each in a folder.
    folder: Option<PathBuf>,
}

impl Library {
    pub fn new(grounder: Arc<dyn Grounder>, folder: Option<PathBuf>) -> Self {
        Self { grounder, folder }
    }

    /// Grows whenever rules are there that were still being read.
    pub fn version(&self) -> u64 {
        self.grounder.version()
    }

    /// Where the user's own games lie, by the system's custom; `None` for a user without a home.
    pub fn user_folder() -> Option<PathBuf> {
        let dirs = directories::ProjectDirs::from("", "", "foolproof")?;
        Some(dirs.data_local_dir().join(GAMES))
    }

    /// Loads the game of a folder onto the shelf; its identifier.
    pub fn load(&self, games: &Games, folder: &Path) -> Result<String, LibraryError> {
        // `--game .` and a path that ends in a slash mean the folder.
        let folder = &std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let text = read_folder(folder)?;
        self.put(games, Arc::new(text), folder)
    }

    /// Loads a folder anew, if its rules can be read; the game that is on the shelf stays otherwise.
    pub fn reload(
        &self,
        games: &Games,
        folder: &Path,
        tried_by: &dyn Grounder,
    ) -> Result<String, LibraryError> {
        let fault = |why: String| LibraryError::Rules { at: folder.to_owned(), why };
        let game = self.read(Arc::new(read_folder(folder)?), folder)?;
        game.trial(tried_by).map_err(fault)?;
        place(games, game, folder)
    }

    /// Puts a game of these texts on the shelf; `at` is where they come from.
    pub fn put(
        &self,
        games: &Games,
        text: Arc<GameText>,
        at: &Path,
    ) -> Result<String, LibraryError> {
        place(games, self.read(text, at)?, at)
    }

    fn read(&self, text: Arc<GameText>, at: &Path) -> Result<OwnGame, LibraryError> {
        OwnGame::new(text, Arc::clone(&self.grounder))
            .map_err(|faults| LibraryError::Faults { at: at.to_owned(), faults })
    }

    /// Loads what a pack needs and the shelf does not have: the games that it carries, those that lie
    /// where it says or beside it, and the user's own. What cannot be loaded is given, with why.
    pub fn load_for(&self, games: &Games, pack: &Pack, path: Option<&Path>) -> Vec<LibraryError> {
        let mut wanted: Vec<&str> = pack.levels.iter().map(|level| level.game.as_str()).collect();
        wanted.extend(pack.games.iter().map(|source| source.id.as_str()));
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|id| games.by_id(id).is_none());
        let mut failed = Vec::new();
        for id in wanted {
            let source = pack.games.iter().find(|source| source.id == id);
            let loaded = match source.and_then(|source| source.text.clone()) {
                Some(text) => {
                    let at = path.unwrap_or(Path::new(MANIFEST));
                    Some(self.put(games, text, at).map(drop))
                }
                None => self
                    .places(id, source.map(|source| source.at.as_str()), path)
                    .into_iter()
                    .find(|folder| is_of(folder, id))
                    .map(|folder| self.load(games, &folder).map(drop)),
            };
            failed.extend(loaded.and_then(Result::err));
        }
        failed
    }

    /// Loads the user's own game with this identifier; `None` where there is none.
    pub fn load_named(&self, games: &Games, id: &str) -> Option<Result<String, LibraryError>> {
        let folder = self.folder.as_ref()?.join(id);
        is_of(&folder, id).then(|| self.load(games, &folder))
    }

    /// Loads all of the user's own games.
    pub fn load_own(&self, games: &Games) -> Vec<LibraryError> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        folders.sort();
        let with_game = folders.into_iter().filter(|folder| folder.join(MANIFEST).is_file());
        with_game.filter_map(|folder| self.load(games, &folder).err()).collect()
    }

    /// Folders in which a game may lie, the likeliest first.
    fn places(&self, id: &str, at: Option<&str>, pack: Option<&Path>) -> Vec<PathBuf> {
        let beside = pack.and_then(Path::parent).map(Path::to_owned);
        let said = at.map(|at| beside.clone().unwrap_or_default().join(at));
        let near = beside.iter().flat_map(|folder| {
            // A pack that lies in its game's own folder, too.
            [folder.clone(), folder.join(GAMES).join(id), folder.join(id)]
        });
        let own = self.folder.iter().map(|folder| folder.join(id));
        said.into_iter().chain(near).chain(own).collect()
    }
}

/// Puts a game on the shelf, unless it goes by the name of one that is built in.
fn place(games: &Games, game: OwnGame, at: &Path) -> Result<String, LibraryError> {
    let id = game.about.id.clone().into_owned();
    let built_in = games.by_id(&id).is_some_and(|known| known.is_built_in());
    if built_in {
        return Err(LibraryError::BuiltIn { at: at.to_owned(), id });
    }
    games.put_from(Arc::new(game), at);
    Ok(id)
}

/// Whether a folder holds the game with this identifier, as far as its name or manifest tells.
fn is_of(folder: &Path, id: &str) -> bool {
    let manifest = folder.join(MANIFEST);
    manifest.is_file()
        && match super::folder::manifest_id(&manifest) {
            Some(found) => found == id,
            // What cannot be read says why when it is loaded.
            None => folder.file_name().is_some_and(|name| name.to_string_lossy() == id),
        }
}
