//! Loads and exports games: the library for those of designers, and files of other programs.
//!
//! The built-in games and this package know nothing of each other. `own` loads games from folders with rules,
//! `script` from PuzzleScript sources.

mod duplicates;
mod exporting;
pub mod library;
mod losses;
pub mod maps;
mod other_links;
pub mod pack_files;
mod page_programs;
mod reading;
pub mod shelf;
mod sources;

pub use foolproof_own as own;
pub use foolproof_script as script;

pub use duplicates::{DuplicatePair, duplicates};
pub use exporting::{Exported, FormatOf, Unwritable, formats, recognised, write_each};
pub use library::LibraryShelf;
pub use losses::{LOST_INTENDED, LOST_MARKS, Loss, lacks, losses_between};
pub use reading::{Asked, Contents, ReadError, load_linked, read_contents, read_pasted};
pub use sources::{GameMismatch, Mismatch, called, mismatches};
