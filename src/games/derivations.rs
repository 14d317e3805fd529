//! Why the rules of a game say what they say: what they derive of a play, and from what.
//!
//! Knows `level`.

use serde::Serialize;

use crate::level::{Level, Mark, Play, Site};

/// Something that the rules derive, or do not, with what that rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// As the rules write it.
    pub term: String,
    pub holds: bool,
    pub by: DerivedBy,
    /// Of what holds: all that its rule needed. Of what does not: what each of its rules lacks first.
    pub from: Vec<Derived>,
}

/// On what it rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DerivedBy {
    /// The play has it, or lacks it.
    Play,
    /// A rule.
    Rule,
    /// The level alone settles it.
    Level,
    /// It goes on, and was cut short.
    Cut,
}

/// The derivations of a game's rules.
pub trait Derivations: Send + Sync {
    /// Everything that the rules derive of a play, or of a site in it, in order; `None` while the rules
    /// are read, or where they cannot be.
    fn derived(&self, level: &Level, play: &Play, site: Option<Site>) -> Option<Vec<String>>;

    /// Why something is derived or is not; `None` as above, and of what the rules never mention.
    fn why(&self, level: &Level, play: &Play, term: &str) -> Option<Derived>;

    /// The same while a move is tried after a play, legal or not; `None` of games that are not played move
    /// by move, too.
    fn derived_of_move(
        &self,
        level: &Level,
        (play, made): (&Play, &Mark),
        site: Option<Site>,
    ) -> Option<Vec<String>> {
        let _ = (level, play, made, site);
        None
    }

    fn why_of_move(
        &self,
        level: &Level,
        (play, made): (&Play, &Mark),
        term: &str,
    ) -> Option<Derived> {
        let _ = (level, play, made, term);
        None
    }
}
