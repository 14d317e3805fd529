//! Games that are not part of the program, in packs: how a pack describes them when it is written, and what
//! differs when it is read.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::registry::Games;
use foolproof_level::source::put;
use foolproof_level::{GameSource, Level, Pack, file};

/// A statement of a pack about one of its games that does not apply here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMismatch {
    pub source: GameSource,
    pub how: Mismatch,
}

/// How a game is not what a pack says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// No game has its identifier.
    Missing,
    /// There is one whose rules are others.
    OtherRules,
}

impl Mismatch {
    /// One word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OtherRules => "other_rules",
        }
    }
}

impl std::fmt::Display for GameMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let GameSource { id, at, .. } = &self.source;
        let game = called(id);
        match self.how {
            Mismatch::Missing => {
                write!(f, "The game {game} is not installed; the pack says that it is at {at}.")
            }
            Mismatch::OtherRules => write!(
                f,
                "The rules of the game {game} have changed since the pack was saved, so earlier \
                 results may not hold."
            ),
        }
    }
}

/// What people read for the identifier of a game that is not there: the name behind it, where it has one.
pub fn called(id: &str) -> String {
    foolproof_script::title_in_id(id)
        .map_or_else(|| format!("`{id}`"), |title| format!("“{title}”"))
}

/// The relative path from a folder to a place, if both are on one file system and it exists.
fn way_to(at: &Path, folder: &Path) -> Option<PathBuf> {
    if let Ok(below) = at.strip_prefix(folder) {
        return Some(below.to_owned());
    }
    if at.is_relative() {
        return None;
    }
    // A link on the way leads elsewhere than `..` leads back.
    let (real_at, real_folder) = (at.canonicalize().ok()?, folder.canonicalize().ok()?);
    if !file::on_one_device(&real_at, &real_folder) {
        return None;
    }
    let shared = real_at.components().zip(real_folder.components());
    let shared = shared.take_while(|(one, other)| one == other).count();
    let up = real_folder.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(real_at.components().skip(shared)).collect();
    let arrives = folder.join(&way).canonicalize().is_ok_and(|there| there == real_at);
    arrives.then_some(way)
}

impl Games {
    /// Statements of a pack about its games that do not apply here.
    pub fn mismatches(&self, pack: &Pack) -> Vec<GameMismatch> {
        let mismatch = |source: &GameSource| {
            let how = match self.by_id(&source.id) {
                None => Mismatch::Missing,
                Some(game) if game.digest() != source.digest => Mismatch::OtherRules,
                Some(_) => return None,
            };
            Some(GameMismatch { source: source.clone(), how })
        };
        pack.games.iter().filter_map(mismatch).collect()
    }

    /// The path and rules of a game, for a pack in this folder; `None` for a game that is built in or has
    /// no path. A pack without a folder, such as one on standard output, uses paths relative to the current
    /// directory, so that it reveals nothing about the folders above.
    pub(crate) fn source_of(&self, id: &str, folder: Option<&Path>) -> Option<GameSource> {
        let at = self.place_of(id)?;
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let near = way_to(&at, &file::absolute(folder.unwrap_or(Path::new("."))));
        let at = near.as_ref().unwrap_or(&at).to_string_lossy().replace('\\', "/");
        // A pack in the game's own folder.
        let at = if at.is_empty() { ".".to_owned() } else { at };
        Some(GameSource { id: id.to_owned(), at, digest: self.by_id(id)?.digest(), text: None })
    }

    /// Puts into a list of games what each of them holds, so that a pack far from them can be played.
    pub fn carry_in(&self, games: &mut [GameSource]) {
        for source in games {
            if let Some(text) = self.by_id(&source.id).and_then(|game| game.text().cloned()) {
                source.text = Some(text);
            }
        }
    }

    /// Puts into a pack all games of its levels that are not part of the program, so that it can lie
    /// anywhere.
    pub fn carry_all(&self, pack: &mut Pack) {
        self.name_in(&mut pack.games, pack.levels.iter().map(Arc::as_ref), None);
        self.carry_in(&mut pack.games);
    }

    /// Records in a pack which games of these levels are not built in. Entries about missing games
    /// stay, and included games stay included.
    pub fn name_in<'a>(
        &self,
        games: &mut Vec<GameSource>,
        levels: impl IntoIterator<Item = &'a Level>,
        folder: Option<&Path>,
    ) {
        let ids: std::collections::BTreeSet<&str> =
            levels.into_iter().map(|level| level.game.as_str()).collect();
        for mut source in ids.into_iter().filter_map(|id| self.source_of(id, folder)) {
            let carried = games.iter().find(|known| known.id == source.id && known.text.is_some());
            if let Some(carried) = carried {
                source.at.clone_from(&carried.at);
                source.text = self.by_id(&source.id).and_then(|game| game.text().cloned());
            }
            put(games, source);
        }
    }
}
