//! The games that there are: those that are built in, and the library that loads those of designers.
//!
//! A game is a package below this one; `own` loads games from folders with rules, `script` from
//! PuzzleScript sources. The definition of a game is in `foolproof_game`, and re-exported here.

mod duplicates;
mod exporting;
pub mod library;
mod losses;
pub mod maps;
mod other_links;
pub mod pack_files;
mod page_programs;
mod reading;
mod registry;
pub mod shelf;
mod sources;
#[cfg(test)]
mod tests;

pub use foolproof_game::*;
pub use foolproof_linjat as linjat;
pub use foolproof_own as own;
pub use foolproof_script as script;
pub use foolproof_sudoku::count as count_sudoku;

pub use duplicates::{DuplicatePair, duplicates};
pub use exporting::{Exported, FormatOf, Unwritable, formats, recognised, write_each};
pub use losses::{Loss, LostPart, lacks, losses_between};
pub use reading::{Asked, Contents, ReadError, load_linked, read_contents, read_pasted};
pub use registry::Games;
pub use sources::{GameMismatch, Mismatch, called};
