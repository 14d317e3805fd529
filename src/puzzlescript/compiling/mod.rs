//! From rules as text to flat tables of masks.

pub(crate) mod checks;
pub(crate) mod dynamic_objects;
pub(crate) mod expand;
pub(crate) mod groups;
pub(crate) mod lints;
pub(crate) mod lower;
pub(crate) mod masks;
pub(crate) mod rule_text;
pub(crate) mod tables;
pub(crate) mod widths;
