//! Results that could not be saved at their destination: kept in the system's temporary folder until they are
//! there.
//!
//! Each lies in a private folder of its own, with a note of its destination. It is removed once all of it has
//! arrived there, by another save or by hand; until then everybody who writes there is told of it.

use std::fs;
use std::io;
use std::mem::take;
use std::path::{Path, PathBuf};

use foolproof_kernel::system;
use foolproof_level::file::{self, LARGEST, read_regular};
use foolproof_level::{Level, LevelId, Pack};

use super::output::written_new;
use super::shown::complain;

/// Prefix of the folders' names.
const FOLDER: &str = "foolproof-";
/// Name of the file with the destination, and the maximum length that is read of it, in bytes.
const NOTE: &str = ".belongs-to";
const LONGEST_NOTE: u64 = 64 << 10;

/// Keeps bytes that could not be written to a path. All users share the temporary folder, so the file gets a
/// private folder there.
pub(crate) fn keep(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(FOLDER);
    if let Some(permissions) = system::OWN_FOLDER {
        builder.permissions(permissions());
    }
    let folder = builder.tempdir()?;
    let kept = folder.path().join(path.file_name().unwrap_or_default());
    written_new(&kept, bytes, None)?;
    // Without the note it is still kept, and reported only now.
    if let Some(place) = file::absolute(path).to_str() {
        let _ = written_new(&folder.path().join(NOTE), place.as_bytes(), None);
    }
    // Keep it for the user who is told about it.
    let _ = folder.keep();
    Ok(kept)
}

/// Returns the files kept for a path.
fn kept_for(path: &Path) -> Vec<PathBuf> {
    let place = file::absolute(path);
    let Some(name) = place.file_name() else { return Vec::new() };
    let entries = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    let named =
        entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(FOLDER.as_bytes()));
    // Only a folder of this user: the target of a link does not count.
    let own = named.filter(|entry| {
        entry.metadata().is_ok_and(|folder| folder.is_dir() && !system::is_of_another(&folder))
    });
    let belongs = |folder: &PathBuf| {
        let note = read_regular(&folder.join(NOTE), LONGEST_NOTE);
        note.is_ok_and(|(note, _)| Path::new(&note) == place)
    };
    let folders = own.map(|entry| entry.path()).filter(belongs);
    folders.map(|folder| folder.join(name)).filter(|kept| kept.is_file()).collect()
}

/// Removes the kept files for a path that have arrived there; returns the rest.
pub(crate) fn settle(path: &Path) -> Vec<PathBuf> {
    let mut kept = kept_for(path);
    kept.retain(|kept| !is_in(kept, path) || remove(kept).is_err());
    kept
}

/// Removes them likewise, and reports the rest.
pub(crate) fn tell(path: &Path) {
    for kept in settle(path) {
        complain(&format!(
            "{}: a result that could not be saved there is still in {}; move it or remove it",
            path.display(),
            kept.display()
        ));
    }
}

/// True if the destination has everything in the kept file: the same file, or each level and all else of the
/// pack.
fn is_in(kept: &Path, path: &Path) -> bool {
    let read = |file: &Path| read_regular(file, LARGEST).map(|(text, _)| text);
    let (Ok(kept), Ok(there)) = (read(kept), read(path)) else { return false };
    if kept == there {
        return true;
    }
    let (Ok(mut kept), Ok(mut there)) = (Pack::from_json(&kept), Pack::from_json(&there)) else {
        return false;
    };
    let (wanted, levels) = (take(&mut kept.levels), take(&mut there.levels));
    let bare = |level: &Level| {
        let mut level = level.clone();
        level.id = LevelId::default();
        level
    };
    let levels: Vec<Level> = levels.iter().map(|level| bare(level)).collect();
    kept == there && !wanted.is_empty() && wanted.iter().all(|level| levels.contains(&bare(level)))
}

fn remove(kept: &Path) -> io::Result<()> {
    fs::remove_file(kept)?;
    let Some(folder) = kept.parent() else { return Ok(()) };
    fs::remove_file(folder.join(NOTE))?;
    // Removes the folder only if it is empty.
    fs::remove_dir(folder)
}

#[cfg(all(test, unix))]
#[allow(clippy::expect_used)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::sync::Arc;

    use super::*;
    use foolproof_level::Board;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    fn pack(titles: &[&str]) -> String {
        let level = |title: &&str| {
            let mut level = Level::open("toy", Board { cols: 2, rows: 2, tray: 0 });
            level.title = (*title).to_owned();
            Arc::new(level)
        };
        Pack { levels: titles.iter().map(level).collect(), ..Pack::default() }.to_json()
    }

    #[test]
    fn what_is_kept_elsewhere_is_its_owners_alone() {
        let kept = keep(Path::new("no/such/folder/pack.json"), b"kept").expect("a file");
        let folder = kept.parent().expect("a folder");
        assert_eq!((mode(&kept), mode(folder)), (0o600, 0o700));
        assert_eq!(fs::read(&kept).expect("there"), b"kept");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn what_is_kept_goes_when_all_of_it_has_come_to_its_place_and_not_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("pack.json"), folder.path().join("other.json"));
        let kept = keep(&path, pack(&["one", "two"]).as_bytes()).expect("kept");
        let of_other = keep(&other, b"kept").expect("kept");
        assert_eq!(settle(&path), std::slice::from_ref(&kept));
        fs::write(&path, pack(&["one"])).expect("written");
        assert_eq!(settle(&path), std::slice::from_ref(&kept));
        fs::write(&path, pack(&["two", "three", "one"])).expect("written");
        assert!(settle(&path).is_empty());
        assert!(!kept.exists() && !kept.parent().expect("a folder").exists());
        let titled = pack(&["one"]).replacen('{', r#"{ "title": "A title","#, 1);
        let kept = keep(&path, titled.as_bytes()).expect("kept");
        assert_eq!(settle(&path), std::slice::from_ref(&kept));
        fs::write(&path, titled.replace("one", "two")).expect("written");
        assert_eq!(settle(&path), std::slice::from_ref(&kept));
        fs::write(&path, titled).expect("written");
        assert!(settle(&path).is_empty());
        assert_eq!(settle(&other), std::slice::from_ref(&of_other));
        fs::write(&other, "kept").expect("written");
        assert!(settle(&other).is_empty() && !of_other.exists());
    }
}
