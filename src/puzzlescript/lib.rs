//! PuzzleScript: reads, checks and plays games written in Stephen Lavelle's language.
//!
//! [`compile`] turns a source into a [`ScriptGame`], or diagnostics in plain words. A [`ScriptStepper`] takes
//! turns on [`ScriptState`]s, fast enough for searches over millions of them, which a [`StatePacker`] makes
//! small. A [`BoardQuestion`] asks whether a board shows a pattern; a [`Playback`] plays with undo and restart;
//! a [`ScriptSource`] writes levels back into a source and keeps every other byte.
//!
//! The flow of data: `reader` (lines to words) → `dictionary` (names to objects) → `rule_text`, `expand`,
//! `lower` (rules to masks) → `groups` (their order) → `tables` (flat tables) → `machine`, `matching`,
//! `applying`, `resolve`, `step` (a turn) → `stepper`.
//!
//! [`ScriptSpace`] holds all states of a level: whether it can be solved, how soon and in how many ways, and
//! its dead ends. [`SolutionStudy`] finds the deeds that all solutions share with a given one, and
//! [`ScriptSpace::shortcut`] a solution that does not satisfy a formula (`space_layer` → `space`; `play_events`
//! → `edge_events` → `every`).
//!
//! [`ScriptGame::without_decoration`] removes the parts of a level that cannot change its outcome (`relevance`
//! → `projection`), so that there are fewer states, and no chance that decides nothing. If chance decides,
//! [`ScriptChances`] holds all its outcomes, and the odds of winning with luck, for sure and at best.
//!
//! Dead ends that abstractions prove (`dead_ends`) are not expanded in large levels, and
//! [`ScriptGame::why_hopeless`] tells why a level begins in one.
//!
//! [`heuristic_search`] looks for some solution if there are too many states to explore. If turns are local,
//! their results are cached (`local_turns`), in the exploration of all states too.
//!
//! The engine behaves as the original (increpare/PuzzleScript) to the last cell, including random numbers; it
//! keeps oddities on which games depend. Sounds are read and checked but not played.

mod again;
mod applying;
mod chance_needs;
#[cfg(test)]
mod chance_needs_tests;
mod chance_space;
#[cfg(test)]
mod chance_tests;
mod checks;
mod dead_ends;
mod diagnostics;
mod dictionary;
mod draft;
mod dynamic_objects;
mod edge_events;
mod even_draws;
mod every;
mod expand;
mod game;
mod groups;
mod level_data;
mod lints;
mod local_turns;
mod lower;
mod machine;
mod masks;
mod matching;
mod packing;
mod palette;
mod parsed;
mod pattern;
mod play_events;
mod playback;
mod portable;
mod projection;
#[cfg(test)]
mod projection_tests;
mod read_legend;
mod read_objects;
mod read_prelude;
mod read_rules;
mod read_sounds;
mod reader;
mod region_shortcut;
mod region_space;
mod region_study;
mod relevance;
mod resolve;
mod rng;
mod rule_text;
mod search;
mod serialise;
mod settings;
mod sounds;
mod source_map;
mod space;
mod space_layer;
#[cfg(test)]
mod space_tests;
mod spawn;
mod step;
mod stepper;
mod stream;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thread_tests;
mod trace;
mod widths;
mod words;

pub use chance_needs::NeededDeed;
pub use chance_space::ScriptChances;
pub use dead_ends::DeadEndReason;
pub use diagnostics::{Diagnostic, Severity};
pub use draft::SpriteDraft;
pub use edge_events::StudyError;
pub use every::{SolutionDeed, SolutionStudy, turn_events};
pub use game::{Compilation, ScriptBoard, ScriptGame, ScriptLevel, ScriptObject, compile};
pub use level_data::MAX_CELLS;
pub use packing::StatePacker;
pub use pattern::BoardQuestion;
pub use play_events::PlayEvent;
pub use playback::Playback;
pub use portable::{PortableBoard, PortableGame};
pub use region_shortcut::ShortcutRegions;
pub use region_space::ScriptRegions;
pub use region_study::RegionStudy;
pub use search::{heuristic_search, lucky_search};
pub use settings::ScriptSettings;
pub use sounds::SoundListener;
pub use source_map::{LevelPlace, ScriptLevelEdit, ScriptLevelEditError, ScriptSource};
pub use space::{CourseError, CourseOfPlay, ScriptSpace, SpaceEnd, SpaceRefusal};
pub use space_layer::keys_of;
pub use stepper::{ScriptInput, ScriptState, ScriptStepper, TurnFault, TurnResult};
