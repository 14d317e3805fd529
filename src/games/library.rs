//! Finds designers' own games: in the pack that includes them, next to it, in the user's own folder, or in a
//! PuzzleScript source.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::page_programs::PagePrograms;
use crate::shelf;
use foolproof_game::{
    Game, GameLoader, Games, Grounder, NoGroundPlay, PageProgram, PageRules, RulesFault, TextGames,
};
use foolproof_level::{GameSource, GameText, Level, Pack, PackError};
use foolproof_own::{
    FolderError, GameTemplate, MANIFEST, OwnFault, OwnGame, RULE_READER, manifest_id, read_folder,
    template,
};
use foolproof_script as script;
use foolproof_script::{ScriptFault, ScriptedGame, SourceError};

/// The folder for games next to a pack, and in the user's own folder.
pub(crate) const GAMES: &str = "games";

/// Games in folders and in PuzzleScript sources.
pub const TEXT_GAMES: TextGames =
    TextGames { reader: RULE_READER, loader: |grounder| Arc::new(Library::new(grounder, None)) };

/// The reason why a game is not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// `at` is the game's folder, or the pack that includes it.
    #[error("{}: {}", at.display(), faults.first().map_or(String::new(), ToString::to_string))]
    Faults { at: PathBuf, faults: Vec<OwnFault> },
    #[error("{}, {}", at.display(), faults.first().map_or(String::new(), ToString::to_string))]
    Script { at: PathBuf, faults: Vec<ScriptFault> },
    #[error("{}: {why}", at.display())]
    Rules { at: PathBuf, why: String },
    #[error("{}: the game is called `{id}`, which is built in; give it another id", at.display())]
    BuiltIn { at: PathBuf, id: String },
    /// The pack of a sample game.
    #[error("{0}")]
    Sample(String),
}

impl From<PackError> for LibraryError {
    fn from(why: PackError) -> Self {
        Self::Sample(why.to_string())
    }
}

/// Loads games.
#[derive(Clone)]
pub struct Library {
    grounder: Arc<dyn Grounder>,
    /// The user's own games, each in a folder.
    folder: Option<PathBuf>,
    page_programs: Arc<PagePrograms>,
}

impl GameLoader for Library {
    fn version(&self) -> u64 {
        self.grounder.version()
    }

    fn put_text(&self, games: &Games, text: Arc<GameText>, at: &Path) {
        let _ = self.put(games, text, at);
    }
}

/// A shelf with a library.
pub trait LibraryShelf {
    /// Returns this shelf with a library that can also load designers' own games.
    fn with_library(self, library: Library) -> Self;

    /// Returns the library that loads designers' own games.
    fn library(&self) -> Option<Library>;

    /// Returns the games in folders or sources of their own, with their paths.
    fn folders(&self) -> Vec<(String, PathBuf)>;

    /// Loads the missing games of a pack: those that it includes, and those next to it. Returns the games that
    /// could not be loaded, with the reasons.
    fn load_for(&self, pack: &Pack, path: Option<&Path>) -> Vec<LibraryError>;
}

impl LibraryShelf for Games {
    fn with_library(self, library: Library) -> Self {
        self.with_loader(Arc::new(library))
    }

    fn library(&self) -> Option<Library> {
        let loader: Arc<dyn Any> = self.loader()?;
        loader.downcast_ref::<Library>().cloned()
    }

    fn folders(&self) -> Vec<(String, PathBuf)> {
        self.places().into_iter().filter(|(_, at)| is_game_path(at)).collect()
    }

    fn load_for(&self, pack: &Pack, path: Option<&Path>) -> Vec<LibraryError> {
        self.library().map(|library| library.load_for(self, pack, path)).unwrap_or_default()
    }
}

impl Library {
    pub fn new(grounder: Arc<dyn Grounder>, folder: Option<PathBuf>) -> Self {
        Self { grounder, folder, page_programs: Arc::default() }
    }

    /// Returns the program with which a page judges plays of a built-in game's level.
    pub fn page_program(
        &self,
        game: &dyn Game,
        rules: &PageRules,
        level: &Level,
    ) -> Result<PageProgram, NoGroundPlay> {
        self.page_programs.of(&*self.grounder, game, rules, level)
    }

    /// Returns the folder of the user's own games, by the system's convention; `None` without a home.
    pub fn user_folder() -> Option<PathBuf> {
        Some(foolproof_kernel::UserFolders::of_user()?.data.join(GAMES))
    }

    /// Loads the game of a folder or of a PuzzleScript source onto the shelf. Returns its identifier.
    pub fn load(&self, games: &Games, at: &Path) -> Result<String, LibraryError> {
        self.load_as(games, at, None)
    }

    /// Loads a game; a source gets this identifier, by which levels know it.
    fn load_as(&self, games: &Games, at: &Path, id: Option<&str>) -> Result<String, LibraryError> {
        // `--game .` and a path that ends in a slash mean the folder.
        let at = &std::path::absolute(at).unwrap_or_else(|_| at.to_owned());
        self.put(games, Arc::new(read_game(at, id)?), at)
    }

    /// Reloads a folder or a source, if its rules can be read; otherwise the game on the shelf with this
    /// identifier stays.
    pub fn reload(
        &self,
        games: &Games,
        id: &str,
        at: &Path,
        tried_by: &dyn Grounder,
    ) -> Result<String, LibraryError> {
        if at.is_file() {
            // Its levels keep its old identifier, even if its title has changed.
            let before = games.by_id(id).and_then(|game| game.text().cloned()).unwrap_or_default();
            let text = script::read_game_anew(at, id, &before);
            return self.put(games, Arc::new(text.map_err(|why| not_read(at, why))?), at);
        }
        let fault =
            |why: RulesFault| LibraryError::Rules { at: at.to_owned(), why: why.to_string() };
        let game = self.read(Arc::new(read_folder(at)?), at)?;
        game.trial(tried_by).and_then(|()| game.concept_trial(tried_by)).map_err(fault)?;
        place(games, Arc::new(game), at)
    }

    /// Puts a game with these texts on the shelf. `at` is their origin.
    pub fn put(
        &self,
        games: &Games,
        text: Arc<GameText>,
        at: &Path,
    ) -> Result<String, LibraryError> {
        if !text.script.is_empty() {
            let game = ScriptedGame::new(text);
            let game = game.map_err(|faults| LibraryError::Script { at: at.to_owned(), faults })?;
            return place(games, Arc::new(game), at);
        }
        place(games, Arc::new(self.read(text, at)?), at)
    }

    fn read(&self, text: Arc<GameText>, at: &Path) -> Result<OwnGame, LibraryError> {
        OwnGame::new(text, Arc::clone(&self.grounder))
            .map_err(|faults| LibraryError::Faults { at: at.to_owned(), faults })
    }

    /// Loads the games that a pack needs and the shelf lacks: those in the pack, those at or next to its path,
    /// and the user's own. Returns the games that could not be loaded, with the reasons.
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
                    .map(|folder| self.load_as(games, &folder, Some(id)).map(drop))
                    .or_else(|| Some(self.load_from_shelf(games, id)?.map(drop))),
            };
            if let Some(Err(why)) = loaded {
                games.note_broken(id, why.to_string());
                failed.push(why);
            }
        }
        failed
    }

    /// Loads a sample game; returns a pack with its levels that includes the game.
    pub fn sample(&self, games: &Games, kind: GameTemplate) -> Result<Pack, LibraryError> {
        let (name, id) = kind.names();
        let text = Arc::new(template(kind, name, id));
        if !kind.is_folder() {
            let (pack, _) = script::carried(&text.script)?;
            let faults = self.load_for(games, &pack, None);
            return faults.into_iter().next().map_or(Ok(pack), Err);
        }
        let mut pack = Pack::from_json(&text.sample)?;
        let at = id.to_owned();
        let id = self.put(games, Arc::clone(&text), Path::new(id))?;
        let digest = games.by_id(&id).map(|game| game.digest()).unwrap_or_default();
        pack.games = vec![GameSource { id, at, digest, text: Some(text) }];
        Ok(pack)
    }

    /// Loads the user's own game with this identifier, or that of the shelf; `None` if there is no such game.
    pub fn load_named(&self, games: &Games, id: &str) -> Option<Result<String, LibraryError>> {
        let own = self.folder.as_ref().map(|folder| folder.join(id));
        match own.filter(|folder| is_of(folder, id)) {
            Some(folder) => Some(self.load(games, &folder)),
            None => self.load_from_shelf(games, id),
        }
    }

    /// Loads a game of the shelf; `None` if it has none with this identifier.
    pub fn load_from_shelf(&self, games: &Games, id: &str) -> Option<Result<String, LibraryError>> {
        let text = shelf::text(id)?;
        Some(self.read(text, Path::new(id)).map(|game| {
            games.put(Arc::new(game));
            id.to_owned()
        }))
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

    /// Returns the folders to look for a game in, the likeliest first.
    fn places(&self, id: &str, at: Option<&str>, pack: Option<&Path>) -> Vec<PathBuf> {
        // A bare file name is relative to the current directory.
        let here = |folder: &Path| match folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => folder.to_owned(),
        };
        let beside = pack.and_then(Path::parent).map(here);
        let said = at.map(|at| beside.clone().unwrap_or_default().join(at));
        let near = beside.iter().flat_map(|folder| {
            // The pack may be in its game's own folder.
            [folder.clone(), folder.join(GAMES).join(id), folder.join(id)]
        });
        let own = self.folder.iter().map(|folder| folder.join(id));
        said.into_iter().chain(near).chain(own).collect()
    }
}

/// Puts a game on the shelf, unless a built-in game has its identifier.
fn place(games: &Games, game: Arc<dyn Game>, at: &Path) -> Result<String, LibraryError> {
    let id = game.about().id.clone().into_owned();
    let built_in = games.by_id(&id).is_some_and(|known| known.is_built_in());
    if built_in {
        return Err(LibraryError::BuiltIn { at: at.to_owned(), id });
    }
    games.put_from(game, at);
    Ok(id)
}

/// True if a path is a game's own, by its name: a folder or a source, and not a pack that includes a game.
pub fn is_game_path(at: &Path) -> bool {
    at.is_dir() || script::is_named_so(at)
}

/// True if a game may be loaded from a path: it is a folder or a source.
pub fn may_hold_game(at: &Path) -> bool {
    at.is_dir() || script::is_script(at)
}

/// True if the rules at a path match this text.
pub fn has_rules_of(at: &Path, id: &str, text: &GameText) -> bool {
    read_game(at, Some(id)).is_ok_and(|read| match at.is_file() {
        true => read.script == text.script,
        false => read == *text,
    })
}

/// Reads a folder or a source as the text of a game. A source can keep an earlier identifier.
fn read_game(at: &Path, id: Option<&str>) -> Result<GameText, LibraryError> {
    match at.is_file() {
        true => script::read_game(at, id).map_err(|why| not_read(at, why)),
        false => Ok(read_folder(at)?),
    }
}

fn not_read(at: &Path, why: SourceError) -> LibraryError {
    match why {
        SourceError::Faults(faults) => LibraryError::Script { at: at.to_owned(), faults },
        SourceError::Io(io) => {
            LibraryError::Folder(FolderError::Io { path: at.to_owned(), why: io.to_string() })
        }
    }
}

/// True if a folder or a source seems to hold the game with this identifier, by its name, manifest or title.
fn is_of(folder: &Path, id: &str) -> bool {
    if folder.is_file() {
        return script::is_script(folder) && read_game(folder, None).is_ok();
    }
    let manifest = folder.join(MANIFEST);
    manifest.is_file()
        && match manifest_id(&manifest) {
            Some(found) => found == id,
            // Loading will give the reason why it cannot be read.
            None => folder.file_name().is_some_and(|name| name.to_string_lossy() == id),
        }
}
