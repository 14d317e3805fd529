//! Arguments: in some games a player gives reasons, not only answers. Evidence is part of what is filled in; a
//! conclusion is the mark that the evidence and the rules alone force on an empty site.
//!
//! Source: Smith, "Answer Set Programming in Proofdoku" (2017).

use foolproof_kernel::StopCheck;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::abilities::steps::{Halted, StepSource, StepsError};
use foolproof_level::{Level, Mark, Play, Site};

/// A player's claim: the evidence proves the conclusion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// Marks that the player has filled in; they can be evidence, like the level's own marks.
    pub filled: Play,
    pub evidence: BTreeSet<Site>,
    pub conclusion: Option<Site>,
}

/// Result of weighing evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// Every mark that each site may hold over all fillings that agree with the evidence, whatever else is
    /// filled in.
    pub possible: BTreeMap<Site, BTreeSet<Mark>>,
    /// Mark of the conclusion if all fillings agree on it.
    pub concludes: Option<Mark>,
    /// Usual name of the argument.
    pub technique: Option<String>,
}

/// A valid argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    pub conclusion: Site,
    pub mark: Mark,
    pub evidence: BTreeSet<Site>,
    pub technique: Option<String>,
}

/// Common features of the smallest arguments for a conclusion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tactics {
    /// Evidence in all of them.
    pub in_all: BTreeSet<Site>,
    /// Sites in none of them.
    pub in_none: BTreeSet<Site>,
}

/// Reason why a claim makes no sense, with the site that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// The only solution has another mark there.
    #[error("the solution has a different digit on {}", .0.name())]
    Wrong(Site),
    /// Only some of several solutions have this mark.
    #[error("the digit on {} is not proved: there are several solutions", .0.name())]
    Unproved(Site),
    #[error("{} is not a cell of the board", .0.name())]
    NoCell(Site),
    /// Evidence that is not filled in.
    #[error("{} is empty, so it cannot be evidence", .0.name())]
    Empty(Site),
    /// A conclusion that is filled in.
    #[error("{} is filled already; choose an empty cell to prove", .0.name())]
    Filled(Site),
}

/// Arguments of a game's levels. Its steps prove a level site by site, always the site that needs the least
/// evidence.
pub trait Arguments: StepSource {
    /// The arguments for one level, or the reason it has none (for example, no solution).
    fn cases(&self, level: &Level, stop: StopCheck<'_>) -> Result<Box<dyn Cases>, StepsError>;

    /// True if a mark is part of the puzzle, such as a clue or a constraint, rather than a note. In a cell it
    /// may be evidence.
    fn is_evidence(&self, mark: &Mark) -> bool;
}

/// Everything known about the arguments of one level; answers are reused for later questions.
pub trait Cases: Send {
    /// Weighs the evidence of a claim. Fails if the claim makes no sense, for example if the conclusion is
    /// filled in.
    fn weigh(
        &mut self,
        claim: &Claim,
        stop: StopCheck<'_>,
    ) -> Result<Result<Weighed, Halted>, ClaimError>;

    /// Returns a smallest argument for the conclusion; `None` if nothing that is filled in proves it.
    fn smallest(
        &mut self,
        filled: &Play,
        conclusion: Site,
        stop: StopCheck<'_>,
    ) -> Result<Option<Argument>, Halted>;

    /// Compares all smallest arguments for the conclusion of `smallest`, which is one of them.
    fn tactics(
        &mut self,
        filled: &Play,
        smallest: &Argument,
        stop: StopCheck<'_>,
    ) -> Result<Tactics, Halted>;

    /// Returns the conclusions that need the least evidence, each with one argument.
    fn strategy(&mut self, filled: &Play, stop: StopCheck<'_>) -> Result<Vec<Argument>, Halted>;
}
