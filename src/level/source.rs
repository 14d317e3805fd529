//! Games that a pack names as they are not part of the program: their paths, and the digests of their rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The prefix of a digest.
pub const DIGEST: &str = "sha256:";
/// Hexadecimal digits of a digest.
pub(crate) const DIGITS: usize = 64;

/// Where a game lies that is not part of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSource {
    /// The game's identifier, as its levels name it.
    pub id: String,
    /// Where it lies: a path with forward slashes, absolute or from the pack's folder.
    pub at: String,
    /// Digest of the game's rules, by which others are told from them: `sha256:` and 64 digits.
    #[schemars(regex(pattern = r"^sha256:[0-9a-f]{64}$"))]
    pub digest: String,
    /// The game itself, where the pack carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Arc<GameText>>,
}

/// All that a game's folder holds: what is sent when a pack carries its game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// The text of `game.toml`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub manifest: String,
    /// The text of `rules.lp`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// A PuzzleScript source without its levels; such a game has no rules besides.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub script: String,
    /// Drawings in SVG, by the names of their files.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub drawings: BTreeMap<String, String>,
    /// The text of `levels.json`, its sample pack; empty where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sample: String,
    /// What a PuzzleScript source says before each level of its sample pack, and behind the last one;
    /// empty where it says nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Vec<String>>,
}

impl GameText {
    /// Total length of its texts in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let drawings: usize =
            self.drawings.iter().map(|(name, text)| name.len() + text.len()).sum();
        let messages: usize = self.messages.iter().flatten().map(String::len).sum();
        let texts = [&self.manifest, &self.rules, &self.script, &self.sample];
        texts.into_iter().map(String::len).sum::<usize>() + drawings + messages
    }
}

/// True if a text is such a digest.
pub(crate) fn is_digest(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    text.strip_prefix(DIGEST)
        .is_some_and(|digits| digits.len() == DIGITS && digits.chars().all(is_digit))
}

/// Puts an entry into a list, replacing any with its identifier.
pub fn put(sources: &mut Vec<GameSource>, source: GameSource) {
    match sources.iter_mut().find(|known| known.id == source.id) {
        Some(known) => *known = source,
        None => sources.push(source),
    }
}
