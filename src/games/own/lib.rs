//! Games that designers bring: a folder with a manifest and rules, and everything works.
//!
//! A manifest says what rules cannot (`manifest.rs`, `form.rs`); `rules.lp` is an answer set
//! program whose answer sets are the solutions, or one step of a game of moves. The same text is
//! the solver's constraint, the judge of every play and the words for what is broken.
//!
//! # Manifest
//!
//! - `manifest.rs` is the form of `game.toml`, each word with its place. `form.rs` checks it and
//!   reports all faults at once. `term.rs` reads patterns of marks (`clue(1..9)`). The schema is
//!   published as `assets/game.schema.json`.
//! - `look/` turns styles and SVGs into shapes with inks. `turns.rs` knows what turns make of
//!   marks, and refuses tables that do not lead back. A turn takes the board and leaves clue cells
//!   beside it (`games/outside_clues.rs`); `turning.rs` refuses turns of levels that would be other puzzles
//!   afterwards, or have clue cells at a side that has none.
//! - `statements.rs` reads rules as text, and `lints.rs` finds in them what clingo accepts without
//!   a word: heads that nothing reads, marks that the manifest does not have. What cannot be meant
//!   is a fault, and the game is not loaded. A likely slip is a remark (`GameAssets::slips`); false
//!   alarms are worse than silence. Rules of concepts are tried by grounding them
//!   (`OwnGame::concept_trial`), and the engine answers no question about a concept with a slip
//!   (`solver/engine/concept_slips.rs`).
//!
//! # Rules
//!
//! - Placing and drawing games: answer sets are solutions, `has/2` in, `play/2` chosen. `facts.rs`
//!   adds what authors leave out (tags, and that nothing may be `wrong`) and the modules of
//!   `encodings/shelf/` that `uses` names. To add a module: a file there whose header says what it
//!   reads, derives and needs, with an example, and a line in `shelf.rs`. With the play fixed it
//!   must be stratified and leave nothing to choose.
//! - Games of moves: the rules state one step, without time: `now(S,M)` and `do(A)` in;
//!   `next(S,M)`, `legal`, `won`, `lost`, `event(E)` out. They have no encoding for the solver.
//!   `ground/explore.rs` takes the steps of many positions at once as a `space::Stepper`;
//!   `space/explore.rs` explores, and `space/shortcut.rs` searches states together with the
//!   monitor of a concept. So "no shortcut" holds for plays of any length; numbers of solutions
//!   count the shortest ones (`Search::counts_shortest`), and every sentence about them says so. A
//!   mark that goes where it may never be is found in reached positions (`Explored::astray`);
//!   nothing is proved of such a level. A position in a play is a level in which `lies(M,P,…)`
//!   says that a site began with the mark M and now has the pieces P; the rules are ground once
//!   for all positions.
//! - `judge.rs` judges a play by the ground rules with the play's choices fixed
//!   (`ground/evaluate.rs`), and names what is `wrong` and where. **Invariant:** it shares no
//!   search with clingo, and refuses what would leave anything open. It is no second reading of
//!   the rules: results rest on `rules.lp`, and `test-game` stands in for the second reading.
//!   `solver/questions/sentences.rs` looks for sentences that no random play triggers. If nothing solves a
//!   level, the sentences of `wrong` are left out one by one (`Encoding::named`), and *Why?* names
//!   the fewest that matter.
//! - Helpers (`some { … }`) are choices that no player makes (`helpers.rs`): the judge looks
//!   for helpers with which nothing is wrong, by a search that is not clingo's.
//! - `derivations.rs` walks down the ground rules (`ground/why.rs`) from an atom to the play, for
//!   *What the rules derive* and `why`.
//!
//! # Grounding
//!
//! - This folder cannot ground. The caller that loads a game gives it a `Grounder`: in an engine
//!   process and on the command line one that waits for a worker of its own
//!   (`solver/worker/grounding.rs`), in the window one that does not wait; meanwhile the judge says that
//!   the rules are being read. `GroundRules::prepare` starts early, so that grounding for the judge and
//!   for the solver run side by side. Grounding counts rules and processor time, never the clock;
//!   `growth.rs` finds rules that feed themselves.
//! - A stroke does not ground again: from the second level on a board on, the rules are ground
//!   once with the marks in use left open (`open_boards.rs`, `games/opening.rs`). The solver is
//!   asked about one of those levels under assumptions (`plan::opened`), the judge is told which
//!   marks lie there, and in games of moves `ground/given.rs` carries them through the program.
//!   **Invariant:** the level alone and the open board give the same answers. If the open board is
//!   too large, only recently used marks stay open; if that is too large as well, each level is
//!   ground alone.
//!
//! # New levels
//!
//! - Placing and drawing games get levels with one solution. A play is drawn, and marks are read
//!   off it until it is the only solution (`solver/making/drawn_plays.rs`); if that fails, the solver
//!   looks for a level that the play alone solves (`unique_by_encoding.rs`). With `[generate]`
//!   clues are read off the play (`clue_reading.rs`), and where the solver is slow to find one it is
//!   drawn here: rooms (`frames.rs`, `moved_walls.rs`), lines and chains (`drawn_lines.rs`).
//! - Games of moves get levels by trial (`solver/making/local_search.rs`): marks are changed, the level
//!   is searched again, and kept while it gets better. The result is proved as a painted level is;
//!   nothing is said of levels that were not tried. `stock.rs` reads off the sample how many of
//!   each piece levels have.
//!
//! # Loading
//!
//! - `games/library.rs` loads games: from the pack that carries them, beside it, from the user's
//!   folder. `editor/files/watching.rs` watches their files; rules that cannot be read leave the
//!   last good ones in force. A changed game replaces the old one (`session/replaced.rs`): nothing
//!   found under other rules is shown, and levels whose kept verdict held for the old rules are
//!   checked again. Engine processes get the texts of a game before the first question about it,
//!   and again when they change (`EngineProcess::with_games`).

mod concepts;
mod game;
mod levels;
mod links;
mod look;
mod marking;
mod measures;
mod movement;
mod own_game;
mod reading;
mod rules;

pub use concepts::{BEFORE, MAX_TIMES, NEVER};
pub use concepts::{formula_of_concept, formula_of_property, kinds_of_moves};
pub use reading::card::{GameCard, card_of};
pub use reading::fault::OwnFault;
pub use reading::folder::{FolderError, SAMPLE, read_folder};
pub use reading::folder::{LONGEST_ID, LONGEST_NAME, MANIFEST, game_text, manifest_id};
pub use rules::grounding::{FromGround, GroundKey, Kept};

pub use movement::piece_steps::{PieceSteps, PiecesOfLevel, StepExample};
pub use movement::trails::drawn_steps;
pub use own_game::OwnGame;
pub use reading::manifest::Manifest;
pub use reading::templates::{
    GameTemplate, companion_of, id_of_name, renamed_game, sample_games, template, write_folder,
};
pub use rules::trials::{RefusalsReached, Sentences, places_for, sentences_in};
pub use rules::two_ideas::{TwoIdeas, two_ideas_in};

/// The reader of rules as text.
pub const RULE_READER: foolproof_game::RuleReader = foolproof_game::RuleReader {
    growth: rules::growth::growth_in,
    remark: rules::clingo_messages::remark,
};
