//! The codings, with a file for each way of writing.

pub(crate) mod banks;
pub(crate) mod crossings;
pub(crate) mod gapped;
pub(crate) mod joined;
pub(crate) mod packed;
pub(crate) mod skipping;
pub(crate) mod special;
