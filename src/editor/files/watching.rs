//! Watches folders of games: an author who changes rules sees the effect on the level within a second.
//!
//! A thread checks the files' times, since editors save by renaming. If the files cannot be read, the reason is
//! reported, and the last good rules stay in force.

use foolproof_games::{LibraryShelf, library::has_rules_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use crossbeam_channel::{Receiver, Sender};

use foolproof_game::{Games, Grounder};

/// Time between two checks of the files.
const PACE: Duration = Duration::from_millis(250);

/// Maximum number of news waiting for the window; a full channel makes the thread wait.
const NEWS: usize = 64;

/// The outcome for a game whose files changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameNews {
    /// Its current version is on the shelf; holds the identifier.
    Loaded(String),
    /// It was not replaced: its identifier, and the reason.
    Faulty(String, String),
}

/// State of a folder's files: name, length and time of each.
type FolderLook = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// The watching thread; it ends when this is dropped.
pub(crate) struct GameWatch {
    pub news: Receiver<GameNews>,
    ended: Arc<AtomicBool>,
}

impl Drop for GameWatch {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

impl GameWatch {
    /// Watches the folders of the games on a shelf. `wake` is called after each piece of news.
    pub(crate) fn start(
        games: Games,
        tried_by: Arc<dyn Grounder>,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Self {
        let (send, news) = crossbeam_channel::bounded(NEWS);
        let ended = Arc::<AtomicBool>::default();
        let over = Arc::clone(&ended);
        let (seen, faulty) = (BTreeMap::new(), BTreeSet::new());
        let mut watcher = Watcher { games, tried_by, seen, faulty, send, wake };
        let watch = move || {
            while !over.load(Ordering::Relaxed) {
                watcher.look();
                std::thread::sleep(PACE);
            }
        };
        // If no thread starts, rules are only read when a pack is opened.
        let _ = std::thread::Builder::new().name("games".to_owned()).spawn(watch);
        Self { news, ended }
    }
}

/// The thread's knowledge of the folders.
struct Watcher {
    games: Games,
    tried_by: Arc<dyn Grounder>,
    /// Last state of each folder, and whether it is being changed.
    seen: BTreeMap<PathBuf, (FolderLook, bool)>,
    /// Folders whose last state could not be read.
    faulty: BTreeSet<PathBuf>,
    send: Sender<GameNews>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Watcher {
    /// Checks every folder once.
    fn look(&mut self) {
        let Self { games, seen, faulty, .. } = self;
        let Some(library) = games.library() else { return };
        for (id, folder) in games.folders() {
            let now = files_of(&folder);
            match seen.get_mut(&folder) {
                None => {
                    // It may have been changed since the game was loaded.
                    let same = is_as_read(games, &id, &folder);
                    seen.insert(folder, (now, !same));
                }
                // It may still be being written: it is read once it stays the same for one check.
                Some((before, changing)) if *before != now => (*before, *changing) = (now, true),
                Some((_, changing)) if *changing => {
                    *changing = false;
                    // Levels that were saved into a source do not change its rules.
                    let same = folder.is_file() && is_as_read(games, &id, &folder);
                    if same && !faulty.remove(&folder) {
                        continue;
                    }
                    let news = match library.reload(games, &id, &folder, &*self.tried_by) {
                        Ok(id) => GameNews::Loaded(id),
                        Err(why) => {
                            faulty.insert(folder);
                            GameNews::Faulty(id, why.to_string())
                        }
                    };
                    if self.send.send(news).is_ok() {
                        (self.wake)();
                    }
                }
                Some(_) => {}
            }
        }
    }
}

/// True if a folder or a source has the same rules as the game on the shelf.
fn is_as_read(games: &Games, id: &str, at: &Path) -> bool {
    let Some(game) = games.by_id(id) else { return false };
    let Some(text) = game.text() else { return false };
    has_rules_of(at, id, text)
}

fn files_of(folder: &Path) -> FolderLook {
    if let Ok(file) = std::fs::metadata(folder)
        && file.is_file()
    {
        return vec![(folder.to_owned(), file.len(), file.modified().ok())];
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let belongs = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        // A pack that is saved here changes no rule.
        ["toml", "lp", "svg"].contains(&ending.as_str())
    };
    let look = |path: PathBuf| {
        let file = std::fs::metadata(&path).ok()?;
        Some((path, file.len(), file.modified().ok()))
    };
    let mut files: FolderLook =
        entries.map(|entry| entry.path()).filter(belongs).filter_map(look).collect();
    files.sort();
    files
}
