//! The disk for the files of the window: one thread that writes, in order, and one for each pack that is read.

use foolproof_games::{
    Asked, Contents, LibraryShelf, ReadError, maps, pack_files, pack_files::BrokenSource,
    read_contents,
};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::words;
use crate::text::name_of;
use foolproof_game::Games;
use foolproof_level::bounds;
use foolproof_level::difference::{Change, Whose, changes};
use foolproof_level::file::{Fingerprint, Guard, There, WriteError, WriteOrder, whole_copy};
use foolproof_level::{Pack, PackError, file};

/// A pack as read from its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub pack: Pack,
    pub path: PathBuf,
    pub known: Fingerprint,
    /// Path of the complete content of an interrupted save, if there is one.
    pub whole_copy: Option<PathBuf>,
    /// Errors in games that it needs.
    pub faults: Vec<String>,
}

/// The content of a file to be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Loaded {
    /// A pack, complete: saving continues in its file.
    Pack(Opened),
    /// Levels of another program's file, of a damaged pack, or of several files. They have no file of their
    /// own, so that nothing overwrites the source.
    Levels(Incoming),
    /// A source with nothing playable yet.
    Broken(PathBuf, BrokenSource),
}

/// Levels from elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Incoming {
    pub pack: Pack,
    /// The files that they came from.
    pub paths: Vec<PathBuf>,
    /// Names of the formats.
    pub formats: Vec<String>,
    /// Place and reason of each unreadable part.
    pub unread: Vec<(String, String)>,
}

/// The reason why a file cannot be opened: the error in a pack with the place of an intact copy, or the error of
/// another program's levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpenError(String);

/// Another program's changes to the file of the open pack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Theirs {
    /// The pack, or the reason why it is no longer one.
    pub opened: Result<Opened, OpenError>,
    /// Differences from the pack in the window.
    pub changes: Vec<Change>,
}

/// The pack in the window, and as last read or saved.
#[derive(Clone, Debug)]
pub(crate) struct OwnPack {
    pub pack: Pack,
    pub base: Option<Pack>,
}

/// Reasons why a pack is not written without the designer's consent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Refused {
    Changed(Box<Theirs>),
    Protected(Guard),
}

/// The outcome of writing a pack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Written {
    Done(Fingerprint),
    Refused(Refused),
    Failed(String),
}

type Read = Arc<dyn Fn(&Path) -> Result<Opened, OpenError> + Send + Sync>;
type Write =
    Arc<dyn Fn(&Pack, &Path, &WriteOrder) -> Result<Fingerprint, WriteError> + Send + Sync>;

/// Functions that read and write packs; a slow disk can take their place.
#[derive(Clone)]
pub struct Store {
    pub read: Read,
    pub write: Write,
}

impl Default for Store {
    fn default() -> Self {
        Self { read: Arc::new(read), write: Arc::new(pack_files::save) }
    }
}

fn read(path: &Path) -> Result<Opened, OpenError> {
    let (pack, known, mut faults, warnings) = pack_files::load(path).map_err(|why| {
        let copy = whole_copy(path).map(|copy| words::whole_copy(&copy));
        let why = match why {
            PackError::Io { path, source } => words::of_file(&path, &source.to_string()),
            why => why.to_string(),
        };
        OpenError([Some(why), copy].into_iter().flatten().collect::<Vec<_>>().join(". "))
    })?;
    faults.extend(words::warnings(&warnings));
    file::sweep(path, std::time::SystemTime::now());
    Ok(Opened { pack, path: path.to_owned(), known, whole_copy: whole_copy(path), faults })
}

/// Reads a file to be opened, from any program.
pub(crate) fn load(store: &Store, games: &Games, path: &Path) -> Result<Loaded, OpenError> {
    let no_pack = match (store.read)(path) {
        Ok(opened) => {
            let mut faults = opened.faults.clone();
            let games = games.load_for(&opened.pack, Some(path));
            faults.extend(games.iter().map(ToString::to_string));
            return Ok(Loaded::Pack(Opened { faults, ..opened }));
        }
        Err(why) => why,
    };
    let mut incoming = Incoming::default();
    match take_in(&mut incoming, games, path) {
        Ok(()) => Ok(Loaded::Levels(incoming)),
        // An error in a pack comes with its intact copy.
        Err(None) => match pack_files::broken_source(path) {
            Some(broken) => Ok(Loaded::Broken(path.to_owned(), broken)),
            None => Err(no_pack),
        },
        Err(Some(why)) => Err(why),
    }
}

/// Reads several files, one after the other; a fault in one does not stop the others.
pub(crate) fn load_several(games: &Games, paths: &[PathBuf]) -> Result<Incoming, OpenError> {
    let mut incoming = Incoming::default();
    for path in paths {
        if let Err(failure) = take_in(&mut incoming, games, path) {
            let why = match failure {
                None => Pack::load(path).err().map(|why| why.to_string()),
                Some(why) => Some(why.to_string()),
            };
            incoming.unread.push((name_of(path), why.unwrap_or_default()));
        }
    }
    match (incoming.pack.levels.is_empty(), incoming.unread.first()) {
        (true, Some((name, why))) => Err(OpenError(format!("“{name}”: {why}"))),
        _ => Ok(incoming),
    }
}

/// The reason why nothing of a file is read; `None` if the reader of packs says it: the file cannot be opened,
/// or is a completely damaged pack.
type Unreadable = Option<OpenError>;

/// Appends the levels of a file to the others.
fn take_in(incoming: &mut Incoming, games: &Games, path: &Path) -> Result<(), Unreadable> {
    let other = |why: String| Some(OpenError(why));
    if maps::is_map(path) {
        let contents = maps::read_map(path).map_err(|why| other(why.to_string()))?;
        return incoming.add(&contents, path).map_err(Some);
    }
    let (text, _) = file::read_regular(path, file::LARGEST).map_err(|_| None)?;
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let contents = match read_contents(games, &text, &ending, Asked::Recognised) {
        Ok(contents) => contents,
        Err(ReadError::Pack(_)) => return Err(None),
        Err(why) => return Err(other(why.to_string())),
    };
    if let Some(why) = contents.hopeless() {
        return Err(if contents.is_pack { None } else { other(why.to_owned()) });
    }
    incoming.add(&contents, path).map_err(Some)
}

impl Incoming {
    /// Reads levels that were copied elsewhere.
    pub(crate) fn pasted(contents: &Contents) -> Result<Self, OpenError> {
        if let Some(why) = contents.hopeless() {
            return Err(OpenError(why.to_owned()));
        }
        let mut incoming = Self::default();
        incoming.add(contents, Path::new(""))?;
        Ok(incoming)
    }

    fn add(&mut self, contents: &Contents, path: &Path) -> Result<(), OpenError> {
        let (read, several) = (contents.readable(), !self.pack.levels.is_empty());
        let mut pack = self.pack.clone();
        if several {
            pack.levels.extend(read.levels);
            pack.title.clear();
            for source in read.games {
                if pack.games.iter().all(|known| known.id != source.id) {
                    pack.games.push(source);
                }
            }
        } else {
            pack = read;
        }
        bounds::pack(&pack).map_err(|why| OpenError(why.to_string()))?;
        self.pack = pack;
        if !several && self.pack.title.is_empty() {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            self.pack.title = bounds::shortened(&stem, 80);
        }
        let file = (!path.as_os_str().is_empty()).then(|| name_of(path));
        self.unread.extend(
            contents.unreadable().map(|(number, why)| {
                (words::level_of_file(number, file.as_deref()), why.to_owned())
            }),
        );
        if !contents.is_pack && self.formats.iter().all(|known| *known != *contents.format) {
            self.formats.push(contents.format.clone().into_owned());
        }
        self.paths.extend(file.is_some().then(|| path.to_owned()));
        Ok(())
    }
}

/// Writes a pack; if other content is found there, it is read.
pub(crate) fn write(store: &Store, mine: &OwnPack, path: &Path, order: &WriteOrder) -> Written {
    let failed = |why: &dyn Display| Written::Failed(words::of_file(path, &why.to_string()));
    match (store.write)(&mine.pack, path, order) {
        Ok(known) => Written::Done(known),
        Err(WriteError::Protected(guard)) => Written::Refused(Refused::Protected(guard)),
        Err(WriteError::Io(why)) => failed(&why),
        Err(WriteError::Changed) => {
            let theirs = theirs(store, mine, path);
            match &theirs.opened {
                // Nothing would be lost but blanks.
                Ok(opened) if theirs.changes.iter().all(|change| change.whose == Whose::Here) => {
                    let there = There::Same(opened.known.clone());
                    let order = WriteOrder { there, ..order.clone() };
                    let again = (store.write)(&mine.pack, path, &order);
                    again.map_or_else(|why| failed(&why), Written::Done)
                }
                _ => Written::Refused(Refused::Changed(Box::new(theirs))),
            }
        }
    }
}

/// Reads the content of an open pack's file.
pub(crate) fn theirs(store: &Store, mine: &OwnPack, path: &Path) -> Theirs {
    let mut opened = (store.read)(path);
    if let Ok(opened) = &mut opened {
        pack_files::call_as(&mut opened.pack, &mine.pack);
    }
    let changes = match &opened {
        Ok(opened) => changes(mine.base.as_ref(), &mine.pack, &opened.pack),
        Err(_) => Vec::new(),
    };
    Theirs { opened, changes }
}
