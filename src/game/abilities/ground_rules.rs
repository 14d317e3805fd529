//! Rules that are a ground program for each level: reading them takes time, they can tell why they say
//! what they say, and they can be played elsewhere.
//!
//! One game implements it, that of a designer's folder; the solver, the command line and the window
//! ask for it through this trait, since they know no game.

use std::sync::Arc;

use serde::Serialize;

use crate::abilities::ground_play::{GroundPlay, NoGroundPlay};
use crate::abilities::opening::Opening;
use foolproof_ground::GroundProgram;
use foolproof_level::{Level, Mark, Play, Site};

/// Something that the rules derive, or do not, with what that rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// As the rules write it.
    pub term: String,
    pub holds: bool,
    pub by: DerivedBy,
    /// If it holds: all that its rule needed. If not: what each of its rules lacks first.
    pub from: Vec<Derived>,
}

/// On what it rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DerivedBy {
    /// The play has it, or lacks it.
    Play,
    /// It is a helper, which was looked for, or could be one.
    Helper,
    /// A rule.
    Rule,
    /// The level alone settles it.
    Level,
    /// It goes on, but was cut short.
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
    /// Begins to read what it will need to judge plays of a level.
    fn prepare(&self, level: &Level);

    /// Whether plays of the level are judged by the ground rules of its encoding, and those are not known
    /// yet. Pass them to `take_ground` when the encoding is opened.
    fn waits_for_ground(&self, level: &Level) -> bool;

    /// Takes the ground rules of a level's encoding without what the house adds: that nothing may be wrong,
    /// and names that begin with two underscores.
    fn take_ground(&self, level: &Level, ground: GroundProgram);

    /// Says that levels will be asked about that differ from this one in its own marks and in these: one
    /// program may do for them all.
    fn prepare_edits(&self, level: &Level, more: &[(Site, Mark)]);

    /// The levels of its board that one program can be asked about, if that is faster than a program for
    /// each, and such a program is known to stay small.
    fn opening(&self, level: &Level) -> Option<Arc<Opening>>;

    /// Why a picture of a level lacks what its rules derive for the eye, if it does.
    fn undrawn(&self, level: &Level) -> Option<String>;

    /// A level's ground rules with all that is needed to play by them elsewhere; why they cannot be had.
    fn ground_play(&self, level: &Level) -> Result<GroundPlay, NoGroundPlay>;

    /// Everything that the rules derive of a play, or of a site in it, in order; `None` while the rules are
    /// being read, if they cannot be read, or if there are no moves to try.
    fn derived(
        &self,
        level: &Level,
        played: TriedPlay<'_>,
        site: Option<Site>,
    ) -> Option<Vec<String>>;

    /// Why something is derived or is not; `None` as above, and if the rules never mention it.
    fn why(&self, level: &Level, played: TriedPlay<'_>, term: &str) -> Option<Derived>;
}
