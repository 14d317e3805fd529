//! Copies of the last saves of each pack, in the user's own folder, to go back to.
//!
//! Packs are identified by their paths.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use crate::files::vault::copies::{self, private_folders};
use foolproof_level::file::{LARGEST, read_regular};
use foolproof_level::{Pack, PackError};

/// Number of saves of a pack that are kept.
pub(crate) const KEPT: usize = 5;
/// Name of the folder in the user's folder.
const FOLDER: &str = "backups";

/// Reasons why a save can no longer be read.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// A stored save.
#[derive(Debug)]
pub struct Backup {
    pub saved: SystemTime,
    /// The pack, or the reason why it can no longer be read.
    pub pack: Result<Pack, BackupError>,
}

/// Returns the folder with the saves of the pack at a path.
fn folder_of(root: &Path, pack: &Path) -> PathBuf {
    let digest = Sha256::digest(pack.as_os_str().as_encoded_bytes());
    let name: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    root.join(FOLDER).join(name)
}

/// Stores a pack as it was saved at a path; the oldest are removed. Identical saves are stored once.
pub(crate) fn keep(root: &Path, path: &Path, pack: &Pack, now: SystemTime) -> std::io::Result<()> {
    let folder = folder_of(root, path);
    private_folders(true).create(&folder)?;
    let (text, kept) = (pack.to_json(), copies::list(&folder));
    if let Some(newest) = kept.first()
        && read_regular(&newest.path, LARGEST).is_ok_and(|(old, _)| old == text)
    {
        return Ok(());
    }
    copies::write(&folder, now, &[&text])?;
    for old in kept.iter().skip(KEPT - 1) {
        // One save too many does no harm.
        let _ = fs::remove_file(&old.path);
    }
    Ok(())
}

/// Returns the stored saves of the pack at a path, most recent first.
pub fn list(root: &Path, path: &Path) -> Vec<Backup> {
    let files = copies::list(&folder_of(root, path)).into_iter();
    files.map(|file| Backup { saved: file.written, pack: read(&file.path) }).collect()
}

fn read(file: &Path) -> Result<Pack, BackupError> {
    let (text, _) = read_regular(file, LARGEST)?;
    Ok(Pack::from_json(&text)?)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_last_saves_of_each_pack_are_kept_and_no_more() {
        let root = tempfile::tempdir().expect("a folder");
        let (one, other) = (Path::new("/packs/one.json"), Path::new("/packs/other.json"));
        let pack = |title: &str| Pack { title: title.to_owned(), ..Pack::default() };
        for n in 0..8u64 {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(n);
            keep(root.path(), one, &pack(&n.to_string()), now).expect("kept");
            // Saved again without a change.
            let later = now + Duration::from_millis(1);
            keep(root.path(), one, &pack(&n.to_string()), later).expect("kept");
        }
        keep(root.path(), other, &pack("other"), SystemTime::now()).expect("kept");
        let titles = |path: &Path| -> Vec<String> {
            let found = list(root.path(), path).into_iter();
            found.map(|backup| backup.pack.expect("a pack").title).collect()
        };
        assert_eq!(titles(one), ["7", "6", "5", "4", "3"]);
        assert_eq!(titles(other), ["other"]);
        assert!(titles(Path::new("/packs/none.json")).is_empty());
    }
}
