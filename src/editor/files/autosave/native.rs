//! Paths in JSON: as text, or, since a system's names need not be text, as their bytes.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A path as it stands in JSON.
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
            Native::Bytes(bytes) => of_bytes(bytes),
        }
    }
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
