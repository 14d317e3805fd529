//! The vault: dated copies of packs in the user's own folder, to go back to.
//!
//! Every save is copied to a folder for its pack. Unsaved work is copied to a folder that each running editor has
//! for itself and holds by a lock: as soon as the designer pauses, at the latest after a few seconds, and at once
//! when the system asks the program to end. A folder of that kind that no editor holds was left by a killed one,
//! and is offered at the next start.

mod autosave;
mod copies;
mod header;
mod left;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

pub use autosave::{Autosave, DELAY, IDLE};
pub use copies::{CopyError, DatedCopy};
pub use header::Header;
pub use left::{FoundWork, Recovery};

use foolproof_level::Pack;

/// Returns the folder with copies of the saves of the pack at a path.
fn folder_of_saves(data: &Path, pack: &Path) -> PathBuf {
    let digest = Sha256::digest(pack.as_os_str().as_encoded_bytes());
    let name: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    data.join("backups").join(name)
}

/// Keeps a copy of a pack as it was saved at a path. Identical saves are kept once.
pub(crate) fn keep_save(
    data: &Path,
    path: &Path,
    pack: &Pack,
    now: SystemTime,
) -> std::io::Result<()> {
    let folder = folder_of_saves(data, path);
    copies::create_folders(&folder)?;
    let (text, mut kept) = (pack.to_json(), copies::list(&folder));
    let newest = kept.first().and_then(|newest| newest.parts().ok());
    if newest.is_some_and(|(_, old)| old == text) {
        return Ok(());
    }
    kept.insert(0, copies::write(&folder, now, &[&text])?);
    // One copy too many does no harm.
    let _ = copies::remove(&copies::take_surplus(&mut kept, Duration::ZERO));
    Ok(())
}

/// Returns the copies of the last saves of the pack at a path, most recent first.
pub fn saves(data: &Path, path: &Path) -> Vec<DatedCopy> {
    copies::list(&folder_of_saves(data, path))
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_last_saves_of_each_pack_are_kept_and_no_more() {
        let data = tempfile::tempdir().expect("a folder");
        let (one, other) = (Path::new("/packs/one.json"), Path::new("/packs/other.json"));
        let pack = |title: &str| Pack { title: title.to_owned(), ..Pack::default() };
        for n in 0..8u64 {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(n);
            keep_save(data.path(), one, &pack(&n.to_string()), now).expect("kept");
            // Saved again without a change.
            let later = now + Duration::from_millis(1);
            keep_save(data.path(), one, &pack(&n.to_string()), later).expect("kept");
        }
        keep_save(data.path(), other, &pack("other"), SystemTime::now()).expect("kept");
        let titles = |path: &Path| -> Vec<String> {
            let found = saves(data.path(), path).into_iter();
            found.map(|copy| copy.read().expect("a pack").1.title).collect()
        };
        assert_eq!(titles(one), ["7", "6", "5", "4", "3"]);
        assert_eq!(titles(other), ["other"]);
        assert!(titles(Path::new("/packs/none.json")).is_empty());
    }
}
