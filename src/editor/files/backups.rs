//! Copies of the last saves of each pack, in the user's own folder, to go back to.
//!
//! Packs are told apart by where they lie.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use crate::files::autosave::{private_file, private_folders};
use foolproof_level::Pack;
use foolproof_level::file::{LARGEST, read_regular};

/// How many saves of a pack are kept.
pub const KEPT: usize = 5;
/// In the user's folder.
const FOLDER: &str = "backups";
const ENDING: &str = "json";

/// A save that was kept.
#[derive(Clone, Debug)]
pub struct Backup {
    pub saved: SystemTime,
    /// The pack, or why it cannot be read any more.
    pub pack: Result<Pack, String>,
}

/// The folder with the saves of the pack that lies at a path.
fn folder_of(root: &Path, pack: &Path) -> PathBuf {
    let digest = Sha256::digest(pack.as_os_str().as_encoded_bytes());
    let name: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    root.join(FOLDER).join(name)
}

/// The files of a folder with the time in their names, newest first.
fn files(folder: &Path) -> Vec<(Duration, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let dated = entries.filter_map(|entry| {
        let path = entry.path();
        let since = path.file_stem()?.to_str()?.parse::<u64>().ok()?;
        let ours = path.extension().is_some_and(|ending| ending == ENDING);
        ours.then(|| (Duration::from_nanos(since), path))
    });
    let mut files: Vec<_> = dated.collect();
    files.sort_by(|one, other| other.cmp(one));
    files
}

/// Keeps a pack as it was saved at a path; the oldest go. The same twice is kept once.
pub fn keep(root: &Path, (path, pack): (&Path, &Pack), now: SystemTime) -> std::io::Result<()> {
    let folder = folder_of(root, path);
    private_folders(true).create(&folder)?;
    let (text, kept) = (pack.to_json(), files(&folder));
    if let Some((_, newest)) = kept.first()
        && read_regular(newest, LARGEST).is_ok_and(|(old, _)| old == text)
    {
        return Ok(());
    }
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
    let name = folder.join(since.to_string());
    // Whole or not there.
    let (part, whole) = (name.with_extension("part"), name.with_extension(ENDING));
    let mut file = private_file(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, &whole)?;
    for (_, old) in kept.iter().skip(KEPT - 1) {
        // One too many does no harm.
        let _ = fs::remove_file(old);
    }
    Ok(())
}

/// The saves that are kept of the pack at a path, newest first.
pub fn list(root: &Path, path: &Path) -> Vec<Backup> {
    let files = files(&folder_of(root, path)).into_iter();
    let read = |file: &Path| {
        let (text, _) = read_regular(file, LARGEST).map_err(|why| why.to_string())?;
        Pack::from_json(&text).map_err(|why| why.to_string())
    };
    files
        .map(|(since, file)| Backup { saved: SystemTime::UNIX_EPOCH + since, pack: read(&file) })
        .collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_last_saves_of_each_pack_are_kept_and_no_more() {
        let root = tempfile::tempdir().expect("a folder");
        let (one, other) = (Path::new("/packs/one.json"), Path::new("/packs/other.json"));
        let pack = |title: &str| Pack { title: title.to_owned(), ..Pack::default() };
        for n in 0..8u64 {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(n);
            keep(root.path(), (one, &pack(&n.to_string())), now).expect("kept");
            // Saved again without a change.
            let later = now + Duration::from_millis(1);
            keep(root.path(), (one, &pack(&n.to_string())), later).expect("kept");
        }
        keep(root.path(), (other, &pack("other")), SystemTime::now()).expect("kept");
        let titles = |path: &Path| -> Vec<String> {
            let found = list(root.path(), path).into_iter();
            found.map(|backup| backup.pack.expect("a pack").title).collect()
        };
        assert_eq!(titles(one), ["7", "6", "5", "4", "3"]);
        assert_eq!(titles(other), ["other"]);
        assert!(titles(Path::new("/packs/none.json")).is_empty());
    }
}
