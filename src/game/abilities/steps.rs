//! Steps of a solution: what follows, from what, and by which rules. They come from a game's rules as sentences,
//! or from a source of the game's own.

use serde::{Deserialize, Serialize};

use crate::abilities::search::StopCheck;
use crate::abilities::sentences::KnownMark;
use crate::refusals::GameError;
use crate::text::Text;
use foolproof_level::{Level, Mark, Site};
use foolproof_picture::Shape;

/// Stopped before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// A sentence of the rules and where it applies; in steps of a game's own, a finding in words, or the name of a
/// constraint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlacedSentence {
    pub words: String,
    /// The place in words.
    pub place: Option<String>,
    /// The place, if it is a site.
    pub site: Option<Site>,
    /// The sites of the marks that it depends on, unless those are most of the board.
    pub about: Vec<Site>,
}

impl PlacedSentence {
    /// Returns its words with the kind of its place: `too few stars here (room)`.
    pub fn kind(&self) -> String {
        let Self { words, place, site, .. } = self;
        let place = place.as_deref().filter(|_| site.is_none()).unwrap_or_default();
        // A number, or the name of a site, tells one place from another.
        let tells_apart = |word: &str| word.contains(|c: char| c.is_ascii_digit());
        let kind = place.split([' ', ',']).map(unnumbered).filter(|word| !tells_apart(word));
        let kind: Vec<&str> = kind.filter(|word| !["", "the", "of", "at"].contains(word)).collect();
        if kind.is_empty() { words.clone() } else { format!("{words} ({})", kind.join(" ")) }
    }
}

/// Returns the text without its number: a 15-cage is a cage.
fn unnumbered(word: &str) -> &str {
    word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-')
}

/// A step: its sentences, the known marks that it needs, and the marks that follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub sentences: Vec<PlacedSentence>,
    pub reasons: Vec<KnownMark>,
    pub marks: Vec<KnownMark>,
    /// Number of the things that make it hard: sentences, pieces of evidence, or places.
    pub size: usize,
    /// Proved minimum: no smaller step decides any mark at this moment. Else no smaller one was found.
    pub smallest: bool,
    /// Number of undecided marks that the sentences mention.
    pub touched: usize,
    /// Number of sets of this many sentences that decided something at this moment.
    pub available: usize,
    /// Name of the rule or technique, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
}

/// A rule of human reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRule {
    pub name: Text,
    /// The rule in a sentence or two.
    pub says: Text,
}

/// A place where a player who trusts that the solution is unique could skip the reasoning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    pub name: String,
    #[serde(flatten)]
    pub found: PlacedSentence,
    /// Number of steps before it shows.
    pub after: usize,
}

/// The end of a game's own steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnEnd {
    /// Everything is decided: there is one solution.
    Solved,
    /// Nothing more is found, or there is no solution; what is left open, in words and as sites.
    Stops { words: String, open: Vec<Site> },
}

/// The outcome of a game's own steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnOutcome {
    pub leaks: Vec<Leak>,
    pub end: OwnEnd,
}

/// Reason why a level has no steps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepsError {
    #[error(transparent)]
    Level(#[from] GameError),
    #[error("stopped before the next step was found")]
    Halted,
    #[error("the puzzle has no solution, so there is nothing to prove")]
    NoSolution,
}

/// Effect of adding one mark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepTrial {
    pub site: Site,
    /// The steps then solve the level.
    pub solved: bool,
    /// No solution is left then.
    pub impossible: bool,
    /// Number of steps then.
    pub steps: usize,
    /// Number of things left open at their end.
    pub open: usize,
}

/// A game's own way to solve its levels step by step.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait StepSource: Send + Sync {
    /// Name of this way: "Deduction".
    fn name(&self) -> &str;

    /// Singular and plural of what the size of a step counts: "finding", "findings".
    fn unit(&self) -> (&str, &str);

    /// Finds the steps from the start; `on` receives each of them.
    fn steps(
        &self,
        level: &Level,
        stop: StopCheck<'_>,
        on: &mut dyn FnMut(Step),
    ) -> Result<OwnOutcome, StepsError>;

    /// The rules that name its steps, from easy to hard.
    fn rules(&self) -> &[NamedRule] {
        &[]
    }

    /// Draws what is known after `after` steps over the level, with one sentence of the next step highlighted,
    /// or all of them; `None` if marks alone show it.
    fn draw(&self, level: &Level, after: usize, sentence: Option<usize>) -> Option<Vec<Shape>> {
        None
    }

    /// The mark that may be added to help the steps along.
    fn helper(&self) -> Option<Mark> {
        None
    }

    /// Singular and plural of the things that a level leaves open: "line", "lines".
    fn things(&self) -> (&str, &str) {
        ("cell", "cells")
    }

    /// Tries the helping mark on each open site that may hold it.
    fn trials(&self, level: &Level, stop: StopCheck<'_>) -> Vec<StepTrial> {
        Vec::new()
    }
}
