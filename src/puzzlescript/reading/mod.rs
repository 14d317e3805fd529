//! From the lines of a source to words, names and objects.

pub(crate) mod diagnostics;
pub(crate) mod dictionary;
pub(crate) mod level_data;
pub(crate) mod palette;
pub(crate) mod parsed;
pub(crate) mod read_legend;
pub(crate) mod read_objects;
pub(crate) mod read_prelude;
pub(crate) mod read_rules;
pub(crate) mod read_sounds;
pub(crate) mod reader;
pub(crate) mod settings;
pub(crate) mod sounds;
pub(crate) mod stream;
pub(crate) mod words;
