//! Arguments: in some games a player says why, not only what. Evidence is part of what is filled
//! in; a conclusion is the mark that the evidence and the rules alone force on an empty site.
//!
//! Source: Smith, "Answer Set Programming in Proofdoku" (2017).

use foolproof_kernel::StopCheck;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::refusals::GameError;
use foolproof_level::{Level, Mark, Play, Site};

/// It was stopped before it was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// What somebody says: these sites show what that one holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// What a player has filled in; it can be evidence, like the level's own marks.
    pub filled: Play,
    pub evidence: BTreeSet<Site>,
    pub conclusion: Option<Site>,
}

/// What evidence is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// Every mark that each site may hold over all fillings that agree with the evidence, and with
    /// nothing else.
    pub possible: BTreeMap<Site, BTreeSet<Mark>>,
    /// What the conclusion holds, where all fillings agree in it.
    pub concludes: Option<Mark>,
    /// What the argument is usually called.
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

/// Which evidence the smallest arguments for a conclusion have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tactics {
    /// In all of them.
    pub in_all: BTreeSet<Site>,
    /// Sites in none of them.
    pub in_none: BTreeSet<Site>,
}

/// Why a level has no arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CasesError {
    #[error(transparent)]
    Level(#[from] GameError),
    #[error("stopped before a solution was found")]
    Halted,
    #[error("the puzzle has no solution, so there is nothing to prove")]
    NoSolution,
}

/// Why a claim makes no sense, and the site that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// Something else was filled in than the only solution has.
    #[error("the solution has a different digit on {}", .0.name())]
    Wrong(Site),
    /// Something was filled in that one of several solutions has, and others have not.
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

/// Arguments of a game's levels.
pub trait Arguments: Send + Sync {
    /// The arguments for one level, or the reason it has none (for example, no solution).
    fn cases(&self, level: &Level, stop: StopCheck<'_>) -> Result<Box<dyn Cases>, CasesError>;

    /// Whether a mark is part of the puzzle, such as a clue or a constraint, and no note; in a cell it may be
    /// evidence.
    fn is_evidence(&self, mark: &Mark) -> bool;
}

/// All that is known of the arguments of one level: what is learned for one question serves the
/// next.
pub trait Cases: Send {
    /// What the evidence of a claim is worth; why not, where the claim makes no sense (a conclusion
    /// that is filled in, say).
    fn weigh(
        &mut self,
        claim: &Claim,
        stop: StopCheck<'_>,
    ) -> Result<Result<Weighed, Halted>, ClaimError>;

    /// A smallest argument for the conclusion; `None` where nothing that is filled in proves it.
    fn smallest(
        &mut self,
        filled: &Play,
        conclusion: Site,
        stop: StopCheck<'_>,
    ) -> Result<Option<Argument>, Halted>;

    /// What all smallest arguments have in common with `smallest`, one of them.
    fn tactics(
        &mut self,
        filled: &Play,
        smallest: &Argument,
        stop: StopCheck<'_>,
    ) -> Result<Tactics, Halted>;

    /// The conclusions with the least evidence, each with one argument.
    fn strategy(&mut self, filled: &Play, stop: StopCheck<'_>) -> Result<Vec<Argument>, Halted>;

    /// The level proved site by site, each by the least evidence that any has then; `on` hears
    /// every argument and may end it. True when everything was proved.
    fn path(
        &mut self,
        filled: &Play,
        stop: StopCheck<'_>,
        on: &mut dyn FnMut(&Argument) -> bool,
    ) -> Result<bool, Halted>;
}
