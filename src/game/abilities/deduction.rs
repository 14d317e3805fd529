//! Deduction by rules, as people do it: in some games a level is solved round by round, and each round says
//! what it found and why.

use foolproof_kernel::StopCheck;
use serde::{Deserialize, Serialize};

use crate::abilities::argument::Halted;
use crate::refusals::GameError;
use crate::text::Text;
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_picture::Shape;

/// A rule of human reasoning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeductionRule {
    /// The name in files and on the command line.
    pub id: Text,
    pub name: Text,
    /// The rule in a sentence or two.
    pub says: Text,
}

/// Something that a round finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insight {
    /// The finding and its reason, in a sentence.
    pub words: String,
    /// The site that it concerns.
    pub about: Site,
    /// The sites that it follows from, or that it concerns besides `about`.
    pub because: Vec<Site>,
}

/// All findings of one rule in one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeductionRound {
    /// The identifier of the rule.
    pub rule: String,
    pub insights: Vec<Insight>,
}

/// A place where a player who trusts that the solution is unique could skip the reasoning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeductionLeak {
    pub name: String,
    pub words: String,
    pub about: Site,
    pub because: Vec<Site>,
    /// Number of rounds before it shows.
    pub after: usize,
}

/// End of a deduction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "end")]
pub enum DeductionEnd {
    /// The level is solved; this is its only solution.
    Solved { solution: Play },
    /// No rule finds anything more; what is left open, in words and as sites.
    Stops { words: String, open: Vec<Site> },
    /// There is no solution; the reason in words and as sites.
    Impossible { words: String, because: Vec<Site> },
}

/// A whole deduction, from the start to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deduced {
    pub rounds: Vec<DeductionRound>,
    pub leaks: Vec<DeductionLeak>,
    #[serde(flatten)]
    pub end: DeductionEnd,
}

impl Deduced {
    pub fn is_solved(&self) -> bool {
        matches!(self.end, DeductionEnd::Solved { .. })
    }
}

/// Effect of adding one mark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeductionTrial {
    pub site: Site,
    /// Deduction then solves the level.
    pub solved: bool,
    /// No solution is left then.
    pub impossible: bool,
    /// Number of rounds then.
    pub rounds: usize,
    /// Number of things left open at its end.
    pub open: usize,
}

/// The deduction of a game's levels.
pub trait Deduction: Send + Sync {
    /// The rules, from easy to hard.
    fn rules(&self) -> &[DeductionRule];

    /// Singular and plural of the things that a level leaves open: "line", "lines".
    fn things(&self) -> (&str, &str);

    /// Deduces from the start; an error if the level makes no sense. Takes well under a millisecond for usual
    /// boards; checks `stop` after every round.
    fn deduce(
        &self,
        level: &Level,
        stop: &dyn Fn() -> bool,
    ) -> Result<Result<Deduced, Halted>, GameError>;

    /// Draws what is known after `after` rounds over the level, with one insight of the next round highlighted,
    /// or all of them.
    fn draw(&self, level: &Level, after: usize, insight: Option<usize>) -> Vec<Shape>;

    /// The mark that may be added to help deduction along.
    fn helper(&self) -> Option<Mark>;

    /// Tries that mark on each open site that may hold it.
    fn trials(&self, level: &Level, stop: StopCheck<'_>) -> Vec<DeductionTrial>;
}
