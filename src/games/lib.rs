//! The games that there are: a shelf for them, and the library that loads those of designers.
//!
//! The games that are built in know nothing of this package, nor this of them; `own` loads games from folders with rules, `script` from
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

pub use foolproof_game::*;
pub use foolproof_own as own;
pub use foolproof_script as script;

pub use duplicates::{DuplicatePair, duplicates};
pub use exporting::{Exported, FormatOf, Unwritable, formats, recognised, write_each};
pub use losses::{Loss, LostPart, lacks, losses_between};
pub use reading::{Asked, Contents, ReadError, load_linked, read_contents, read_pasted};
pub use registry::Games;
pub use sources::{GameMismatch, Mismatch, called};
