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

mod chances;
mod compiling;
mod dead_ends;
mod draft;
mod game;
mod local_turns;
mod pattern;
mod portable;
mod reading;
mod search;
mod serialise;
mod source_map;
mod states;
#[cfg(test)]
mod tests;
mod turns;

pub use chances::chance_needs::NeededDeed;
pub use chances::chance_space::ScriptChances;
pub use dead_ends::DeadEndReason;
pub use draft::SpriteDraft;
pub use game::{Compilation, ScriptBoard, ScriptGame, ScriptLevel, ScriptObject, compile};
pub use pattern::BoardQuestion;
pub use portable::{PortableBoard, PortableGame};
pub use reading::diagnostics::{Diagnostic, Severity};
pub use reading::level_data::MAX_CELLS;
pub use reading::settings::ScriptSettings;
pub use reading::sounds::SoundListener;
pub use search::{heuristic_search, lucky_search};
pub use source_map::{LevelPlace, ScriptLevelEdit, ScriptLevelEditError, ScriptSource};
pub use states::edge_events::StudyError;
pub use states::every::{SolutionDeed, SolutionStudy, turn_events};
pub use states::packing::StatePacker;
pub use states::play_events::PlayEvent;
pub use states::region_shortcut::ShortcutRegions;
pub use states::region_space::ScriptRegions;
pub use states::region_study::RegionStudy;
pub use states::space::{CourseError, CourseOfPlay, ScriptSpace, SpaceEnd, SpaceRefusal};
pub use states::space_layer::keys_of;
pub use turns::playback::Playback;
pub use turns::stepper::{ScriptInput, ScriptState, ScriptStepper, TurnFault, TurnResult};
