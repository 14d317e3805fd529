//! Links of puzzle sites: the addresses of puzz.link, and of sites of the same family (pzprv3, pzprxs, pzplus),
//! encode the contents of a board.
//!
//! An address names a type of puzzle, a size, and a body. The body is a row of *codings*. Each coding gives the
//! clues of some places in order. The family's sites share a few dozen codings; the games decide which of them
//! a type uses, for which places, and which marks the clues mean (`[link]` in `game.toml`). This package knows
//! no games, marks or sites of boards.
//!
//! - `address.rs` parses and writes addresses.
//! - `clue.rs`: the clue of a place, a few numbers or question marks.
//! - `file.rs` parses files of their program, `entries.rs` the entries of places.
//! - `penpa.rs` reads drawings of Penpa+, and `drawn.rs` finds clues in them; `symbols.rs` holds their words
//!   and symbols, and `left_over.rs` finds elements that are not clues.
//! - `coding.rs`: the interface of a coding, and the list of all. `codings/` holds them, grouped by way of
//!   writing. To add one, add a row to `ALL` of its file.
//!
//! The codings follow the addresses that those sites write (puzz.link's source was read for facts). Every
//! coding reads what it has written, and writes what the sites write if several texts mean the same.

mod address;
mod clue;
mod coding;
mod codings;
mod drawn;
mod entries;
mod file;
mod left_over;
mod letters;
mod penpa;
mod symbols;
#[cfg(test)]
mod tests;

pub use address::Address;
pub use clue::Clue;
pub use coding::{Coding, NotWritten, coding, codings};
pub use drawn::Drawn;
pub use entries::{Entries, ROOMS, Stands, entries, entries_of, entry_names};
pub use file::{FileFault, PuzzleFile};
pub use letters::{CodingFault, Letters, read_bare};
pub use penpa::{CAGES, Drawing, Spot, SpotKind, plain_name};
