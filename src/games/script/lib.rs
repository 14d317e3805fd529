//! PuzzleScript games, unchanged: a source file is a game, its levels are a pack.
//!
//! One `impl Game` for all sources. The room `puzzlescript` reads, plays and searches; here its
//! boards become levels with marks, its keys plays, and what happens in it concepts.
//!
//! - `words.rs` names objects and events in packs: a cell is what lies in it besides the usual
//!   background (`stack(target,crate)`), an event is a term (`moved(crate)`, `fired(78,h3f2a)`).
//!   The second part of a rule's term is a digest of its text: a rule is found again when lines
//!   move, and a rewritten rule is unknown to concepts. `patterns.rs` writes brackets as terms and
//!   back.
//! - `levels.rs` reads the boards of a source as levels and writes levels as rows of characters.
//!   `pack_file.rs` is the file: it finds which level was which, changes the rows of those that
//!   changed, and keeps everything else in `<name>.foolproof.json`, which is a pack of its own.
//!   **Invariant:** no byte outside the rows of changed levels changes. Code that reads or writes
//!   packs by a path calls `load_any` and `save_any`.
//! - The game's text (`GameText::script`) is the source without its levels, so that a stroke does
//!   not make a new game. An engine process gets it once; `ScriptGame::on_board` puts the compiled
//!   rules on another board.
//! - Levels keep the numbers of the source, also those that no pack holds
//!   (`Contents::leaving_out`). `puzzlescript/again.rs` watches turns of AGAIN.
//! - `boards.rs` caches the last boards with their states: an edit that is undone finds its states again, a
//!   stopped search continues, and a position in a play is looked up in the level that it came from. If a
//!   search takes long or has too many states, a heuristic search runs beside it (`puzzlescript/search/`:
//!   abstraction to single objects, assignment to their goals, novelty); it proves nothing. Solutions,
//!   shortcuts and the events of every solution are then found by a search for all states by the player's
//!   regions (`by_regions.rs`), which does not store the turns between states.
//!   **Invariant:** "no solution", "every solution" and "no shortcut" are only claimed after all states were
//!   seen, except those behind dead ends that sound abstractions show (`puzzlescript/dead_ends/`).
//! - States leave out parts that cannot change the outcome. Answers that concern everything in a level
//!   (positions, measures, events, shortcuts) use the states of the whole game, `BoardInPlay::told_apart`, and
//!   the reduced ones only if there is no room for those. Levels in which chance decides have `chance.rs`
//!   instead.
//! - A concept is checked twice: by the search over states times its monitor
//!   (`space/shortcut.rs`), and along a single play (`Formula::is_satisfied_by`), which every
//!   shortcut has to pass.

mod boards;
mod by_regions;
mod chance;
mod concepts;
mod game;
mod happenings;
mod hopeless;
mod kept_play;
mod keys;
mod levels;
mod look;
mod luck;
mod pack_file;
mod page;
mod patterns;
mod play;
mod rating;
mod search;
mod sounds;
mod turning;
mod words;

pub use foolproof_own::companion_of;
pub use game::{ScriptFault, ScriptedGame};
pub use levels::{LeftOut, is_named_so, is_script};
pub use levels::{
    SourceError, looks_like_script, read_game, read_game_anew, rules_as_written, title_in_id,
};
pub use pack_file::{
    BrokenSource, SourcePack, broken, call_as, carried, load_any, load_source, save_any,
};
