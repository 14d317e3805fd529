//! Rules that are a ground program for each level: reading them takes time, they can explain their verdicts,
//! and they can be played elsewhere.
//!
//! One game implements it, that of a designer's folder. The solver, the command line and the window use this
//! trait, since they know no game.

use std::sync::Arc;

use serde::Serialize;

use crate::abilities::ground_play::{GroundPlay, NoGroundPlay};
use crate::abilities::opening::Opening;
use crate::grounding::GroundSource;
use foolproof_ground::GroundProgram;
use foolproof_level::{Level, Mark, Play, Site};

/// Something that the rules derive, or do not derive, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// The term as the rules write it.
    pub term: String,
    pub holds: bool,
    pub by: DerivedBy,
    /// If it holds: everything that its rule needed. If not: the first thing that each of its rules lacks.
    pub from: Vec<Derived>,
}

/// Source of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DerivedBy {
    /// The play has it, or lacks it.
    Play,
    /// A helper, which was searched for, or could be one.
    Helper,
    /// A rule.
    Rule,
    /// The level alone settles it.
    Level,
    /// Cut short; there is more.
    Cut,
}

/// A play, and perhaps a move that is tried after it, legal or not.
#[derive(Clone, Copy, Debug)]
pub struct TriedPlay<'a> {
    pub play: &'a Play,
    pub tried: Option<&'a Mark>,
}

/// A game whose rules are ground for each level.
pub trait GroundRules: Send + Sync {
    /// Starts reading what is needed to judge plays of a level.
    fn prepare(&self, level: &Level);

    /// Rewrites a grounder's message about the rules for their author; `None` if it is clear enough.
    fn remark(&self, message: &str, sources: &[GroundSource]) -> Option<String>;

    /// True if plays of the level are judged by the ground rules of its encoding and those are not known yet.
    /// Pass them to `take_ground` when the encoding is opened.
    fn waits_for_ground(&self, level: &Level) -> bool;

    /// Takes the ground rules of a level's encoding without the program's own additions: the constraint that
    /// nothing may be wrong, and names that begin with two underscores.
    fn take_ground(&self, level: &Level, ground: GroundProgram);

    /// Announces questions about levels that differ from this one only in its own marks and in these; one
    /// program may serve all of them.
    fn prepare_edits(&self, level: &Level, more: &[(Site, Mark)]);

    /// Levels of its board that one program can answer for, if that is faster than a program for each and the
    /// program is known to stay small.
    fn opening(&self, level: &Level) -> Option<Arc<Opening>>;

    /// Reason why the picture of a level lacks what its rules derive for drawing, if it does.
    fn undrawn(&self, level: &Level) -> Option<String>;

    /// Returns a level's ground rules with everything needed to play by them elsewhere. Fails if it has none.
    fn ground_play(&self, level: &Level) -> Result<GroundPlay, NoGroundPlay>;

    /// Returns everything that the rules derive of a play, or of a site in it, in order. `None` while the rules
    /// are being read, if they cannot be read, or if there are no moves to try.
    fn derived(
        &self,
        level: &Level,
        played: TriedPlay<'_>,
        site: Option<Site>,
    ) -> Option<Vec<String>>;

    /// Explains why something is derived or not; `None` as in `derived`, and if the rules never mention it.
    fn why(&self, level: &Level, played: TriedPlay<'_>, term: &str) -> Option<Derived>;
}
