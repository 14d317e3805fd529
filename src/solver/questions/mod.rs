//! Questions about a level as it is: one file each, with the question, its report and the code that answers
//! it.

pub(crate) mod checking;
pub(crate) mod conflict;
pub(crate) mod design_questions;
pub(crate) mod edits;
pub(crate) mod every_solution;
pub(crate) mod intended;
pub(crate) mod marks;
pub(crate) mod need;
pub(crate) mod pair_search;
pub(crate) mod sentences;
pub(crate) mod several;
pub(crate) mod shortcut_free;
pub(crate) mod solutions;
pub(crate) mod two_play_helpers;
pub(crate) mod two_play_program;
