//! Files that leave the editor for others: levels in other programs' formats, pictures, booklets.
//!
//! The designer chooses where.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::filter::Filter;

/// Files to be written where the designer chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// Title of the dialog.
    pub title: String,
    /// Name of the kind of file, and its ending.
    pub kind: (String, String),
    /// The proposed name, without its ending.
    pub name: String,
    /// The suffix of each file's name after that of the first, and the file's bytes.
    pub files: Vec<(String, Arc<Vec<u8>>)>,
    /// Files that these refer to, by relative name.
    pub beside: Vec<(String, Arc<Vec<u8>>)>,
}

impl Outgoing {
    pub(crate) fn filter(&self) -> Filter {
        let (name, ending) = self.kind.clone();
        Filter { name, endings: vec![ending] }
    }

    /// Returns the proposed name with its ending.
    pub(crate) fn proposed(&self) -> String {
        format!("{}.{}", self.name, self.kind.1)
    }

    /// Returns the path and the bytes of each file.
    pub(crate) fn places(&self, path: &Path) -> Vec<(PathBuf, Arc<Vec<u8>>)> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        let ending = ending.unwrap_or_else(|| self.kind.1.clone());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let several = self.files.len() > 1;
        let place = |(suffix, bytes): &(String, Arc<Vec<u8>>)| {
            let name = match several {
                true => format!("{stem}-{suffix}.{ending}"),
                false => format!("{stem}.{ending}"),
            };
            (path.with_file_name(name), Arc::clone(bytes))
        };
        let beside = self.beside.iter();
        let beside = beside.map(|(name, bytes)| (path.with_file_name(name), Arc::clone(bytes)));
        self.files.iter().map(place).chain(beside).collect()
    }
}
