//! Packs as files: a pack, or a PuzzleScript source with its companion. Callers need not know which
//! of the two a file is.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::library::GAMES;
use crate::reading::Contents;
use foolproof_level::PackError;
use foolproof_own::MANIFEST;
pub use foolproof_script::{
    BrokenSource, broken as broken_source, call_as, is_named_so as is_named_as_source,
    is_script as is_source, load_any as load, save_any as save,
};
use foolproof_script::{SourcePack, load_source};

/// True if this is the web address of a puzzle instead of a file. The address holds the level itself, so
/// nothing is fetched.
pub fn is_address(path: &Path) -> bool {
    let scheme = |name: &str| name.starts_with("https://") || name.starts_with("http://");
    path.to_str().is_some_and(scheme) && !path.exists()
}

/// Reads a PuzzleScript source with its companion; `None` for any other file.
pub fn read_source(path: &Path) -> Option<Result<Contents, PackError>> {
    let contents = |SourcePack { pack, faults, warnings, left_out, .. }| {
        let contents = Contents::from(pack).with_faults(faults).with_warnings(warnings);
        contents.leaving_out(left_out).keeping_unread()
    };
    is_source(path).then(|| load_source(path).map(contents))
}

/// Length of the part in which a pack declares its version, in bytes.
const BEGINNING: u64 = 4096;

/// True if a file begins like a pack: JSON that names its version.
pub fn is_pack(path: &Path) -> bool {
    let mut begins = Vec::new();
    let is_named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let read = |file: File| file.take(BEGINNING).read_to_end(&mut begins).is_ok();
    is_named
        && File::open(path).is_ok_and(read)
        && String::from_utf8_lossy(&begins).contains("\"foolproof\":")
}

/// Returns folders with games that a pack in this folder may use: its own, those in it, and those in `games`.
pub fn games_near(folder: &Path) -> Vec<PathBuf> {
    let within = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut near = vec![folder.to_owned()];
    near.extend(within(folder.to_owned()));
    near.extend(within(folder.join(GAMES)));
    near.retain(|folder| folder.join(MANIFEST).is_file());
    near
}
