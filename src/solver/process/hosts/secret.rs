//! A secret that processes share: read from a file that nobody else can read, used to make codes of messages,
//! and never sent.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use foolproof_kernel::system::{HOW_TO_HIDE_A_FILE, others_can_read};
use foolproof_level::file;

/// Minimum length of a secret, in letters.
const SHORTEST: usize = 16;
/// Maximum size of a secret's file, in bytes.
const LONGEST_FILE: u64 = 1 << 16;
/// Size of a block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// A secret that only the processes of a run know; empty if there is none.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HostSecret(String);

/// The reason why a file holds no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    #[error("{0}: {1}")]
    Unread(PathBuf, String),
    #[error("{0}: others can read this secret; {HOW_TO_HIDE_A_FILE} {0}")]
    Open(PathBuf),
    #[error("{0}: a secret has {SHORTEST} letters at the least")]
    Short(PathBuf),
}

/// Never shows the secret.
impl std::fmt::Debug for HostSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "no secret" } else { "a secret" })
    }
}

impl HostSecret {
    /// Reads the secret of a file.
    pub(crate) fn read(path: &Path) -> Result<Self, SecretError> {
        let unread = |error: std::io::Error| SecretError::Unread(path.into(), error.to_string());
        let (text, _) = file::read_regular(path, LONGEST_FILE).map_err(unread)?;
        match text.trim() {
            _ if others_can_read(path) => Err(SecretError::Open(path.into())),
            secret if secret.chars().count() < SHORTEST => Err(SecretError::Short(path.into())),
            secret => Ok(Self(secret.to_owned())),
        }
    }

    #[cfg(test)]
    pub(crate) fn of(secret: &str) -> Self {
        Self(secret.to_owned())
    }

    /// Returns a code of these bytes that only those who know the secret can make: HMAC with SHA-256, as in
    /// RFC 2104.
    pub(crate) fn code(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut key = [0u8; BLOCK];
        let secret = self.0.as_bytes();
        match key.get_mut(..secret.len()) {
            Some(start) => start.copy_from_slice(secret),
            None => {
                let short: [u8; 32] = Sha256::digest(secret).into();
                key.iter_mut().zip(short).for_each(|(key, byte)| *key = byte);
            }
        }
        let mut inner = Sha256::new();
        inner.update(key.map(|byte| byte ^ 0x36));
        parts.iter().for_each(|part| inner.update(part));
        let mut outer = Sha256::new();
        outer.update(key.map(|byte| byte ^ 0x5c));
        outer.update(inner.finalize());
        outer.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(secret: &str, text: &str) -> String {
        let code = HostSecret::of(secret).code(&[text.as_bytes()]);
        code.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The examples of RFC 4231 whose keys are text, and one with a long key.
    #[test]
    fn codes_are_those_of_the_standard() {
        assert_eq!(
            code("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        assert_eq!(
            code("", ""),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        );
        let long = HostSecret::of(&"k".repeat(100));
        let short: [u8; 32] = Sha256::digest("k".repeat(100)).into();
        assert_ne!(long.code(&[b"x"]), short);
        assert_eq!(long.code(&[b"ab", b"c"]), long.code(&[b"abc"]), "parts are one text");
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_that_others_can_read_or_that_is_short_is_none() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret.txt");
        std::fs::write(&file, "sixteen letters!\n").expect("a file");
        let mode = |mode| {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("a mode");
        };
        mode(0o644);
        assert_eq!(HostSecret::read(&file), Err(SecretError::Open(file.clone())));
        mode(0o600);
        assert_eq!(HostSecret::read(&file), Ok(HostSecret::of("sixteen letters!")));
        assert_eq!(format!("{:?}", HostSecret::read(&file)), "Ok(a secret)");
        std::fs::write(&file, "short").expect("a file");
        assert_eq!(HostSecret::read(&file), Err(SecretError::Short(file.clone())));
    }
}
