//! Description of games that are not part of the program, in packs that are written.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::games::Games;
use foolproof_kernel::system::slashed;
use foolproof_level::source::put;
use foolproof_level::{GameSource, Level, Pack, file};

/// The relative path from a folder to a place, if both are on one file system and it exists.
fn way_to(at: &Path, folder: &Path) -> Option<PathBuf> {
    if let Ok(below) = at.strip_prefix(folder) {
        return Some(below.to_owned());
    }
    if at.is_relative() {
        return None;
    }
    // `..` does not lead back through a symbolic link.
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
    /// The path and rules of a game, for a pack in this folder; `None` for a game that is built in or has
    /// no path. A pack without a folder, such as one on standard output, uses paths relative to the current
    /// directory, so that it reveals nothing about the folders above.
    pub fn source_of(&self, id: &str, folder: Option<&Path>) -> Option<GameSource> {
        let at = self.place_of(id)?;
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let near = way_to(&at, &file::absolute(folder.unwrap_or(Path::new("."))));
        let at = slashed(near.as_ref().unwrap_or(&at));
        // A pack in the game's own folder.
        let at = if at.is_empty() { ".".to_owned() } else { at };
        Some(GameSource { id: id.to_owned(), at, digest: self.by_id(id)?.digest(), text: None })
    }

    /// Adds the text of each game to a list of games, so that a pack far from them can be played.
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

    /// Lists the games of these levels that are not built in. Entries about missing games stay, and
    /// included games stay included.
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
