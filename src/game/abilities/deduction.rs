//! Deduction by rules, as people do it: in some games a level is solved round by round, and each
//! round says what it found and why.

use foolproof_kernel::StopCheck;
use serde::{Deserialize, Serialize};

use crate::abilities::argument::Halted;
use crate::refusals::GameError;
use crate::text::Text;
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_picture::Shape;

/// A rule that people think by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeductionRule {
    /// The name in files and on the command line.
    pub id: Text,
    pub name: Text,
    /// What it says, in a sentence or two.
    pub says: Text,
}

/// Something that a round finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insight {
    /// What, and why, in a sentence.
    pub words: String,
    /// The site that it concerns.
    pub about: Site,
    /// The sites that it follows from, or that it concerns besides `about`.
    pub because: Vec<Site>,
}

/// All that one rule finds at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeductionRound {
    /// The identifier of the rule.
    pub rule: String,
    pub insights: Vec<Insight>,
}

/// A place where somebody who trusts that there is one solution could skip the thinking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeductionLeak {
    pub name: String,
    pub words: String,
    pub about: Site,
    pub because: Vec<Site>,
    /// Rounds before it shows.
    pub after: usize,
}

/// Where deduction ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "end")]
pub enum DeductionEnd {
    /// It solves the level, which has just this solution.
    Solved { solution: Play },
    /// No rule finds anything more; what is left open, in words and in sites.
    Stops { words: String, open: Vec<Site> },
    /// There is no solution; why, in words and as sites.
    Impossible { words: String, because: Vec<Site> },
}

/// Deduction from the beginning to its end.
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

/// What one more mark would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeductionTrial {
    pub site: Site,
    /// Whether deduction solves the level then.
    pub solved: bool,
    /// Whether that leaves no solution.
    pub impossible: bool,
    /// Rounds of it.
    pub rounds: usize,
    /// Things left open at its end.
    pub open: usize,
}

/// The deduction of a game's levels.
pub trait Deduction: Send + Sync {
    /// The rules, from easy to hard.
    fn rules(&self) -> &[DeductionRule];

    /// What a level's things left open are called: "line", "lines".
    fn things(&self) -> (&str, &str);

    /// Deduction from the start; an error if the level makes no sense. Takes well under a
    /// millisecond for usual boards; checks `stop` after every round.
    fn deduce(
        &self,
        level: &Level,
        stop: &dyn Fn() -> bool,
    ) -> Result<Result<Deduced, Halted>, GameError>;

    /// What is known after so many rounds, drawn over the level; the finding with this number in
    /// the next round, or all of them, are highlighted.
    fn draw(&self, level: &Level, after: usize, insight: Option<usize>) -> Vec<Shape>;

    /// The mark that may be added to help deduction on.
    fn helper(&self) -> Option<Mark>;

    /// What that mark would do on each open site that may hold it.
    fn trials(&self, level: &Level, stop: StopCheck<'_>) -> Vec<DeductionTrial>;
}
