//! Packs as files: a pack, or a PuzzleScript source with what lies beside it. Callers need not know
//! which of the two a file is.

use std::path::Path;

use crate::reading::Contents;
use foolproof_level::PackError;
use foolproof_script::{SourcePack, load_source};
pub use foolproof_script::{
    call_as, is_named_so as is_named_as_source, is_script as is_source, load_any as load,
    save_any as save,
};

/// Whether this is the address of a puzzle on the web, where a file could stand. It holds the level
/// itself, so that nothing is fetched.
pub fn is_address(path: &Path) -> bool {
    let scheme = |name: &str| name.starts_with("https://") || name.starts_with("http://");
    path.to_str().is_some_and(scheme) && !path.exists()
}

/// Reads a PuzzleScript source with what lies beside it; `None` for any other file.
pub fn read_source(path: &Path) -> Option<Result<Contents, PackError>> {
    let contents = |SourcePack { pack, faults, left_out, .. }| {
        Contents::from(pack).with_faults(faults).leaving_out(left_out).keeping_unread()
    };
    is_source(path).then(|| load_source(path).map(contents))
}
