//! Paths in JSON: as text, or, since a system's names need not be text, as their bytes.

use std::path::{Path, PathBuf};

use foolproof_kernel::system;
use serde::{Deserialize, Serialize};

/// A path in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Native {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<&Path> for Native {
    fn from(path: &Path) -> Self {
        match path.to_str() {
            Some(text) => Native::Text(text.to_owned()),
            None => Native::Bytes(path.as_os_str().as_encoded_bytes().to_vec()),
        }
    }
}

impl From<Native> for PathBuf {
    fn from(native: Native) -> Self {
        match native {
            Native::Text(text) => text.into(),
            Native::Bytes(bytes) => system::os_string(bytes).into(),
        }
    }
}
