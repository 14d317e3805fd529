//! The disk as the window's files see it: one thread that writes, in order, and one for each pack
//! that is read.
//!
//! Knows packs, files and what differs between packs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};

use crate::editor::files::disk::{Disk, DiskError};
use crate::editor::files::words;
use crate::level::difference::{Change, Whose, changes};
use crate::level::file::{Fingerprint, Guard, There, WriteError, WriteOrder, whole_copy};
use crate::level::{Pack, PackError, file};

/// A pack as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub pack: Pack,
    pub path: PathBuf,
    pub known: Fingerprint,
    /// Where all that a killed save was to write is to be found.
    pub whole_copy: Option<PathBuf>,
}

/// What another program has made of the file of the open pack.
#[derive(Clone, Debug, PartialEq)]
pub struct Theirs {
    /// Why it is no pack any more, otherwise.
    pub opened: Result<Opened, String>,
    /// What it has otherwise than the pack in the window.
    pub changes: Vec<Change>,
}

/// The pack in the window, and as it was read or saved last.
#[derive(Clone, Debug)]
pub struct OwnPack {
    pub pack: Pack,
    pub base: Option<Pack>,
}

/// Why a pack was not written.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    Changed(Box<Theirs>),
    Protected(Guard),
    Failed(String),
}

type Read = Arc<dyn Fn(&Path) -> Result<Opened, String> + Send + Sync>;
type Write =
    Arc<dyn Fn(&Pack, &Path, &WriteOrder) -> Result<Fingerprint, WriteError> + Send + Sync>;

/// How packs are read and written; a slow disk can be put in its place.
#[derive(Clone)]
pub struct Store {
    pub read: Read,
    pub write: Write,
}

impl Default for Store {
    fn default() -> Self {
        Self { read: Arc::new(read), write: Arc::new(Pack::save_as_ordered) }
    }
}

fn read(path: &Path) -> Result<Opened, String> {
    let (pack, known) = Pack::load_known(path).map_err(|why| {
        let copy = whole_copy(path).map(|copy| words::whole_copy(&copy));
        let why = match why {
            PackError::Io { path, source } => words::of_file(&path, &source.to_string()),
            why => why.to_string(),
        };
        [Some(why), copy].into_iter().flatten().collect::<Vec<_>>().join(". ")
    })?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    file::sweep(folder.unwrap_or(Path::new(".")), std::time::SystemTime::now());
    Ok(Opened { pack, path: path.to_owned(), known, whole_copy: whole_copy(path) })
}

/// Does something on a thread of its own; the window is woken when it is done.
pub fn aside<T: Send + 'static>(
    context: &egui::Context,
    job: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Receiver<Result<T, String>> {
    let (send, result) = bounded(1);
    let (wake, spare) = (context.clone(), send.clone());
    let work = move || {
        // Nobody waits any more if the window has closed, or has given it up.
        let _ = send.send(job());
        wake.request_repaint();
    };
    if let Err(why) = std::thread::Builder::new().name("file".to_owned()).spawn(work) {
        let _ = spare.send(Err(why.to_string()));
    }
    result
}

/// Puts something behind all that the writer has still to do.
pub fn in_order<T: Send + 'static>(
    (context, writer): (&egui::Context, &Disk),
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<Receiver<T>, DiskError> {
    let (send, result) = bounded(1);
    let wake = context.clone();
    writer.run(move || {
        let _ = send.send(job());
        wake.request_repaint();
        Ok(())
    })?;
    Ok(result)
}

/// Writes a pack; what lies there otherwise is looked at.
pub fn write(
    store: &Store,
    mine: &OwnPack,
    path: &Path,
    order: &WriteOrder,
) -> Result<Fingerprint, Refused> {
    let pack = &mine.pack;
    match (store.write)(pack, path, order) {
        Ok(known) => Ok(known),
        Err(WriteError::Protected(guard)) => Err(Refused::Protected(guard)),
        Err(WriteError::Io(why)) => Err(Refused::Failed(words::of_file(path, &why.to_string()))),
        Err(WriteError::Changed) => {
            let theirs = theirs(store, mine, path);
            match &theirs.opened {
                // Nothing would be lost but blanks.
                Ok(opened) if theirs.changes.iter().all(|change| change.whose == Whose::Here) => {
                    let there = There::Same(opened.known.clone());
                    let order = WriteOrder { there, ..order.clone() };
                    (store.write)(pack, path, &order)
                        .map_err(|why| Refused::Failed(words::of_file(path, &why.to_string())))
                }
                _ => Err(Refused::Changed(Box::new(theirs))),
            }
        }
    }
}

/// What lies in the file of an open pack.
pub fn theirs(store: &Store, mine: &OwnPack, path: &Path) -> Theirs {
    let opened = (store.read)(path);
    let changes = match &opened {
        Ok(opened) => changes(mine.base.as_ref(), &mine.pack, &opened.pack),
        Err(_) => Vec::new(),
    };
    Theirs { opened, changes }
}
