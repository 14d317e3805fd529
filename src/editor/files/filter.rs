//! Kinds of files that a dialog offers.

use std::path::Path;

use crate::text;

/// A kind of file, by the endings of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    pub name: String,
    /// Endings without the dot; empty for every file.
    pub endings: Vec<String>,
}

impl Filter {
    /// Returns the filter for files that hold a pack.
    pub fn packs() -> Self {
        Self { name: text::PACK_FILES.to_owned(), endings: vec!["json".to_owned()] }
    }

    pub(crate) fn accepts(&self, path: &Path) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        self.endings.is_empty() || self.endings.iter().any(|e| e.eq_ignore_ascii_case(ending))
    }
}
