//! Destinations of verbs: checked before the work starts, so that a refusal comes at once, and never
//! overwriting a file without permission.
//!
//! The one file that may exist is the pack that was read: its level is changed in place, or new ones are
//! appended, and nothing else in it changes.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Outcome;
use super::input::{Contents, Picked, STANDARD, Usage, names_a_level_of_input};
use super::rescue;
use super::shown::complain;
use foolproof_game::Games;
use foolproof_games::pack_files;
use foolproof_kernel::system;
use foolproof_level::file::{self, There, WriteError, WriteOrder};
use foolproof_level::{Level, Pack, PackCourse, PackError, Technique};

/// The options of verbs that write levels.
#[derive(Clone, Debug, Default, Args)]
pub struct OutArgs {
    /// Write to this pack; - is standard output. If it is the pack that the level was read from, the
    /// level changes in place, new levels go to the end, and nothing else changes
    #[arg(short, long, value_name = "PACK")]
    pub out: Option<PathBuf>,
    /// Overwrite another existing file, or a protected one
    #[arg(long, requires = "out")]
    pub force: bool,
}

impl OutArgs {
    /// True if the output goes where reports go otherwise.
    pub fn is_standard(&self) -> bool {
        self.out.as_deref() == Some(Path::new(STANDARD))
    }

    /// Checks that the file of `--resume` can be kept, and differs from the one that is written.
    pub fn apart_from(&self, resume: Option<&Path>) -> Result<(), Usage> {
        let Some(resume) = resume else { return Ok(()) };
        if self.out.as_deref().is_some_and(|out| is_same_place(out, resume)) {
            return Err(Usage("--out and --resume name the same file".to_owned()));
        }
        let file = resume.display();
        if let Some(guard) = file::guard_of(resume) {
            return Err(Usage(format!("--resume {file}: {guard}")));
        }
        match Output::to(resume, true) {
            Ok(Output::File { .. }) => Ok(()),
            Ok(_) => Err(Usage(format!("--resume {file}: this is not a file"))),
            Err(Usage(why)) => Err(Usage(format!("--resume {why}"))),
        }
    }
}

/// Refuses a pack with an unreadable level.
pub fn refuse_damage(contents: &Contents, file: &Path) -> Result<(), Usage> {
    let Some((number, why)) = contents.damage() else { return Ok(()) };
    let why = format!("level {number} cannot be read ({why}); fix it first");
    Err(Usage::of_file(file, why))
}

/// Refuses to write another pack from one with an unreadable level: that level would be lost.
pub fn refuse_loss(contents: &Contents, file: &Path) -> Result<(), Usage> {
    let Some((number, why)) = contents.loss() else { return Ok(()) };
    let why = format!("level {number} cannot be read and would be lost ({why}); fix it first");
    Err(Usage::of_file(file, why))
}

/// Saves the state that long work resumes from.
pub fn keep_for_later(file: &Path, text: &str) -> Result<(), Usage> {
    file::write_atomically(file, text.as_bytes()).map_err(|error| {
        let Usage(why) = kept_beside(file, text.as_bytes(), &error.to_string());
        Usage(format!("--resume {why}"))
    })
}

/// Combines the results of two writes: both were tried, even if the first failed.
pub fn both<T>(one: Result<(), Usage>, other: Result<T, Usage>) -> Result<T, Usage> {
    match (one, other) {
        (Ok(()), other) => other,
        (Err(why), Ok(_)) => Err(why),
        (Err(Usage(one)), Err(Usage(other))) => Err(Usage(format!("{one}; {other}"))),
    }
}

/// Writes a pack with the games of its levels, named relative to its destination.
pub fn write_pack(
    games: &Games,
    out: &Output,
    path: Option<&Path>,
    mut pack: Pack,
) -> Result<(), Usage> {
    let folder = path.map(file::absolute);
    let folder = folder.as_deref().and_then(Path::parent);
    games.name_in(&mut pack.games, pack.levels.iter().map(Arc::as_ref), folder);
    out.write(pack.to_json().as_bytes())
}

/// A destination that can be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Standard,
    /// A pipe or a device, which takes the data as it comes.
    Stream(PathBuf),
    File {
        path: PathBuf,
        /// An existing file may be overwritten.
        force: bool,
    },
}

impl Output {
    /// Checks whether the destination can be written to.
    pub fn to(path: &Path, force: bool) -> Result<Self, Usage> {
        let refuse = |why: &str| Err(Usage::of_file(path, why));
        if path == Path::new(STANDARD) {
            return Ok(Self::Standard);
        }
        no_level_of_input(path)?;
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return refuse("this is a folder"),
            Ok(there) if !there.is_file() => match file::takes_a_stream(path) {
                Ok(()) => return Ok(Self::Stream(path.to_owned())),
                Err(why) => return refuse(&why.to_string()),
            },
            Ok(_) if !force => {
                return refuse("this file exists already; --force overwrites it");
            }
            Err(_) if fs::symlink_metadata(path).is_ok() => {
                return refuse("this link leads nowhere");
            }
            Ok(_) | Err(_) => {}
        }
        if let Some(why) = file::obstacle(path) {
            return refuse(&format!("this file cannot be overwritten: {why}"));
        }
        // The folder of the file itself, if the path is a link.
        let folder = folder_of(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
        if !folder.is_dir() {
            return refuse(&format!("there is no folder {}", folder.display()));
        }
        // Only creating a file shows whether files can be created there.
        if let Err(error) = tempfile::tempfile_in(&folder) {
            return refuse(&format!("no file can be created in {}: {error}", folder.display()));
        }
        rescue::tell(path);
        Ok(Self::File { path: path.to_owned(), force })
    }

    pub fn write(&self, bytes: &[u8]) -> Result<(), Usage> {
        match self {
            Self::Standard => print(bytes).map(|_| ()),
            Self::Stream(path) => OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut stream| stream.write_all(bytes))
                .map_err(|error| kept_words(rescue::keep(path, bytes), path, &error.to_string())),
            Self::File { path, force } => {
                let there = if *force { There::Whatever } else { There::Nothing };
                let order = WriteOrder { there, even_if_protected: *force };
                let why = match file::write(path, bytes, &order) {
                    Ok(_) => {
                        rescue::settle(path);
                        return Ok(());
                    }
                    // It did not exist before the work.
                    Err(WriteError::Changed | WriteError::Protected(_)) if !force => {
                        "another program has created this file meanwhile".to_owned()
                    }
                    Err(error) => error.to_string(),
                };
                Err(kept_beside(path, bytes, &why))
            }
        }
    }
}

/// Writes to standard output, whole. A reader that has seen enough (`| head`) is not an error, but ends further
/// output.
///
/// # Errors
/// Standard output cannot be written, such as on a full disk.
pub fn print(bytes: &[u8]) -> Result<ControlFlow<()>, Usage> {
    let mut out = io::stdout().lock();
    printed(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Converts the result of writing to standard output.
pub(crate) fn printed(result: io::Result<()>) -> Result<ControlFlow<()>, Usage> {
    match result {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(Usage(format!("standard output cannot be written: {error}"))),
    }
}

/// The destination of a verb's levels.
pub struct PackOut {
    output: Output,
    /// The pack that was read, if it is also written.
    place: Option<LevelInPack>,
    /// The pack that was read, without its levels.
    head: Pack,
    games: Games,
}

struct LevelInPack {
    pack: Pack,
    /// Indices in the pack of the file's levels.
    places: Vec<usize>,
    /// Index of the level in the file.
    at: usize,
    /// A protected pack may be overwritten.
    force: bool,
}

/// Maximum number of attempts to write a pack that others keep changing.
const ROUNDS: usize = 500;

impl PackOut {
    /// Checks whether levels can be written to their destination; `read` is the level that they are made from.
    /// `None` if there is no destination.
    pub fn of(
        games: &Games,
        asked: &OutArgs,
        read: Option<&Picked>,
    ) -> Result<Option<Self>, Usage> {
        let unread = read.and_then(|picked| picked.contents.levels.get(picked.at)?.as_ref().err());
        if let (Some(why), Some(_)) = (unread, &asked.out) {
            return Err(Usage(format!("no pack can hold the level: {why}")));
        }
        let read = read.map(|picked| (&picked.contents, picked.file.as_path(), picked.at));
        Self::beside(games, asked, read)
    }

    /// Does the same for levels of a file that are read together, one of them at the given index.
    pub fn beside(
        games: &Games,
        asked: &OutArgs,
        read: Option<(&Contents, &Path, usize)>,
    ) -> Result<Option<Self>, Usage> {
        let games = games.clone();
        let Some(path) = &asked.out else { return Ok(None) };
        let head = read.map(|(contents, ..)| contents.pack_of(Vec::new())).unwrap_or_default();
        let same = |(_, file, _): &(&Contents, &Path, usize)| is_same_place(path, file);
        let Some((contents, _, at)) = read.filter(same) else {
            if pack_files::is_source(path) {
                let why = "this is a PuzzleScript source, and not where the level was read from; a pack \
                     would take the place of the whole game";
                return Err(Usage::of_file(path, why));
            }
            let output = Output::to(path, asked.force)?;
            return Ok(Some(Self { output, place: None, head, games }));
        };
        if !contents.is_pack {
            let why = "the level cannot be put into another program's file; convert that to a \
                 pack, or name another file";
            return Err(Usage::of_file(path, why));
        }
        if let Some(guard) = file::guard_of(path).filter(|_| !asked.force) {
            return Err(Usage::of_file(path, format!("{guard}; --force overwrites it")));
        }
        if let Some((number, why)) = contents.loss() {
            let why = format!(
                "level {number} cannot be read and would be lost ({why}); fix it, or name another file"
            );
            return Err(Usage::of_file(path, why));
        }
        let places = (0..contents.levels.len()).map(|at| contents.readable_place(at)).collect();
        let place = LevelInPack { pack: contents.readable(), places, at, force: asked.force };
        Ok(Some(Self { output: Output::to(path, true)?, place: Some(place), head, games }))
    }

    /// Returns the destination if it is a file with a name.
    pub fn file(&self) -> Option<&Path> {
        match &self.output {
            Output::Standard => None,
            Output::Stream(path) | Output::File { path, .. } => Some(path),
        }
    }

    /// Sets the name of a technique, which is written along with new levels that need it.
    pub fn name_technique(&mut self, technique: &Technique) {
        self.head.course.set_name(&technique.combines, &technique.name);
    }

    /// Writes the new state of the level that was read: into its pack, or into a pack of its own.
    pub fn change(&self, level: Level) -> Result<(), Usage> {
        let at = self.place.as_ref().map_or(0, |place| place.at);
        self.change_each(&[(at, Arc::new(level))])
    }

    /// Writes levels that were read, by their indices, in their new states: into their pack, or all into one
    /// pack of their own.
    pub fn change_each(&self, levels: &[(usize, Arc<Level>)]) -> Result<(), Usage> {
        let all: Vec<Arc<Level>> = levels.iter().map(|(_, level)| Arc::clone(level)).collect();
        let mut alone = Pack { levels: all.clone(), ..self.head.clone() };
        self.name_games(&mut alone, &all);
        let Some(place) = &self.place else {
            return self.output.write(alone.to_json().as_bytes());
        };
        self.merge(place, &alone, &|pack| {
            levels.iter().try_for_each(|(in_file, level)| {
                let place_before = place.places.get(*in_file).copied().unwrap_or(*in_file);
                let old = place.pack.levels.get(place_before);
                if old == Some(level) {
                    return Some(());
                }
                let has = |at: usize| pack.levels.get(at).is_some() && pack.levels.get(at) == old;
                // Somebody may have saved the pack meanwhile, with other levels before this one.
                let at = Some(place_before).filter(|at| has(*at));
                let at = at.or_else(|| (0..pack.levels.len()).find(|at| has(*at)));
                let slot = at.and_then(|at| pack.levels.get_mut(at));
                slot.map(|slot| *slot = Arc::clone(level))
            })
        })
    }

    /// Writes the pack that was read after a change to anything but its levels.
    pub fn change_pack(&self, read: &Pack, change: &dyn Fn(&mut Pack)) -> Result<(), Usage> {
        let mut changed = read.clone();
        change(&mut changed);
        self.name_games(&mut changed, &read.levels);
        match &self.place {
            None => self.output.write(changed.to_json().as_bytes()),
            Some(place) => self.merge(place, &changed, &|pack| {
                change(pack);
                Some(())
            }),
        }
    }

    /// Writes new levels: at the end of the pack that was read, or into a pack of their own. An empty pack is
    /// not written.
    pub fn add(&self, levels: Vec<Level>) -> Result<Outcome, Usage> {
        if levels.is_empty() {
            complain("there is no level to write, so nothing was written");
            return Ok(Outcome::DoesNotHold);
        }
        let levels: Vec<Arc<Level>> = levels.into_iter().map(Arc::new).collect();
        let mut alone = Pack { levels: levels.clone(), ..Pack::default() };
        self.name_games(&mut alone, &levels);
        self.name_techniques(&mut alone.course, &levels);
        match &self.place {
            Some(place) => self.merge(place, &alone, &|pack| {
                pack.levels.extend(levels.iter().cloned());
                self.name_techniques(&mut pack.course, &levels);
                Some(())
            })?,
            None => self.output.write(alone.to_json().as_bytes())?,
        }
        Ok(Outcome::Holds)
    }

    /// Returns the levels of the pack that was read, if it is also written.
    pub fn levels(&self) -> &[Arc<Level>] {
        self.place.as_ref().map_or(&[], |place| &place.pack.levels)
    }

    /// Writes new levels, and appends later ones to them from then on.
    pub fn add_more(&mut self, levels: Vec<Level>) -> Result<(), Usage> {
        self.add(levels)?;
        if let (None, Output::File { path, force }) = (&self.place, &self.output) {
            let (pack, force) = (Pack::default(), *force);
            self.output = Output::File { path: path.clone(), force: true };
            self.place = Some(LevelInPack { pack, places: Vec::new(), at: 0, force });
        }
        Ok(())
    }

    /// Names the techniques that these levels need as in the pack that was read, unless they have names.
    fn name_techniques(&self, course: &mut PackCourse, levels: &[Arc<Level>]) {
        for combines in levels.iter().filter_map(|level| level.needs.as_ref()) {
            if let (None, Some(name)) =
                (course.name_of(combines), self.head.course.name_of(combines))
            {
                course.set_name(combines, name);
            }
        }
    }

    /// Records which games of these levels are not part of the program; the entries of the pack that was read
    /// stay where this program knows no better.
    fn name_games(&self, pack: &mut Pack, levels: &[Arc<Level>]) {
        let is_used = |id: &str| levels.iter().any(|level| level.game == id);
        for source in self.head.games.iter().filter(|source| is_used(&source.id)) {
            if pack.games.iter().all(|known| known.id != source.id) {
                pack.games.push(source.clone());
            }
        }
        let file = self.file().map(file::absolute);
        let folder = file.as_deref().and_then(Path::parent);
        self.games.name_in(&mut pack.games, levels.iter().map(Arc::as_ref), folder);
    }

    /// Merges the results into the current pack. Changes by others are kept: if the pack has changed a moment
    /// ago, it is read again. Results that do not fit go into a file next to it.
    fn merge(
        &self,
        place: &LevelInPack,
        found: &Pack,
        put: &dyn Fn(&mut Pack) -> Option<()>,
    ) -> Result<(), Usage> {
        let Output::File { path, .. } = &self.output else {
            let mut pack = place.pack.clone();
            // It is the pack that was read, so the level has not moved.
            let _ = put(&mut pack);
            self.name_games(&mut pack, &found.levels);
            return self.output.write(pack.to_json().as_bytes());
        };
        let keep = |why: &str| Err(kept_beside(path, found.to_json().as_bytes(), why));
        for _ in 0..ROUNDS {
            let (mut pack, known, ..) = match pack_files::load(path) {
                Ok(found) => found,
                Err(PackError::Io { source, .. }) => return keep(&source.to_string()),
                Err(error) => return keep(&error.to_string()),
            };
            if put(&mut pack).is_none() {
                return keep("another program has changed the level meanwhile");
            }
            self.name_games(&mut pack, &found.levels);
            let there = There::Same(known);
            let order = WriteOrder { there, even_if_protected: place.force };
            match pack_files::save(&pack, path, &order) {
                Ok(_) => {
                    rescue::settle(path);
                    return Ok(());
                }
                Err(WriteError::Changed) => {}
                Err(error) => return keep(&error.to_string()),
            }
        }
        keep("other programs keep writing to it")
    }
}

/// Refuses `-#2` where a file is needed.
pub fn no_level_of_input(path: &Path) -> Result<(), Usage> {
    match names_a_level_of_input(path) {
        true => Err(Usage::of_file(path, "this names a level, not a file")),
        false => Ok(()),
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// True if two paths lead to the same file: also through links, and if it does not exist yet.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    if one == other {
        return true;
    }
    let standard = |path: &Path| path == Path::new(STANDARD);
    if standard(one) || standard(other) {
        return false;
    }
    let file_id = |path: &Path| system::file_id(path, &fs::metadata(path).ok()?);
    if let (Some(one), Some(other)) = (file_id(one), file_id(other)) {
        return one == other;
    }
    let whole = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = fs::canonicalize(folder_of(path)).ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    whole(one).is_some_and(|one| Some(one) == whole(other))
}

/// Saves data that could not be written next to its destination, or in the temporary directory.
fn kept_beside(path: &Path, bytes: &[u8], why: &str) -> Usage {
    let beside = numbered_beside(path, bytes).or_else(|_| rescue::keep(path, bytes));
    kept_words(beside, path, why)
}

/// Says where the rescued results are, if anywhere.
fn kept_words(kept: io::Result<PathBuf>, path: &Path, why: &str) -> Usage {
    let file = path.display();
    Usage(match kept {
        Ok(kept) => format!("{file}: {why}; the result is in {} instead", kept.display()),
        Err(_) => format!("{file}: {why}; the result could not be saved anywhere else either"),
    })
}

/// Writes a separate file next to another one: `pack-2.json` next to `pack.json`.
fn numbered_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let like = fs::metadata(path).ok();
    let mut number = 2;
    loop {
        let beside = numbered(path, &number.to_string());
        match written_new(&beside, bytes, like.as_ref()) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            written => return written.map(|()| beside),
        }
    }
}

/// Writes a new file, as private as another one; if there is none, only for its owner.
pub(crate) fn written_new(
    file: &Path,
    bytes: &[u8],
    like: Option<&fs::Metadata>,
) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut new = system::private_file(&mut options).open(file)?;
    let mut written = new.write_all(bytes);
    if let Some(like) = like {
        written = written.and_then(|()| new.set_permissions(like.permissions()));
    }
    let written = written.and_then(|()| new.sync_all());
    if written.is_err() {
        // Half a file is useless.
        let _ = fs::remove_file(file);
    }
    written
}

/// Returns the path with a number before the ending of its name.
pub fn numbered(path: &Path, number: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(number);
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

#[cfg(all(test, unix))]
#[allow(clippy::expect_used)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn what_is_kept_beside_a_file_is_as_private_as_that() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pack.json");
        assert_eq!(mode(&numbered_beside(&path, b"kept").expect("a file")), 0o600);
        fs::write(&path, "there").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        let beside = numbered_beside(&path, b"kept").expect("a file");
        assert_eq!((beside.file_name(), mode(&beside)), (Some("pack-3.json".as_ref()), 0o640));
    }
}
