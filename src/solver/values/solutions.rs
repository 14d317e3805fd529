//! Answers about a level's solutions: existence, uniqueness, number, estimated number.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::answer::{Count, Truth};
use super::report::{Answer, LevelReport};
use super::status::{Status, Why};
use super::topic::{Topic, TopicWords};
use foolproof_game::{Estimate, Searched};
use foolproof_level::{Board, Play, Site};

impl Topic {
    pub const SOLVABLE: Self = Self(
        &TopicWords::new("solvable", "Can it be solved?", "solvable")
            .proved("solvable")
            .refuted("no solution"),
    );
    pub const UNIQUE: Self = Self(
        &TopicWords::new("unique", "Is there only one solution?", "one solution only")
            .proved("one solution")
            .refuted("more than one solution"),
    );
    pub const COUNT: Self =
        Self(&TopicWords::new("count", "How many solutions are there?", "solutions"));
    /// The number of solutions in the game's coarser equivalence.
    pub const LOOSELY: Self = Self(&TopicWords::new(
        "loosely",
        "How many really different solutions are there?",
        "solutions",
    ));
    /// An estimate of the number of solutions, if there are too many to count.
    pub const ESTIMATE: Self = Self(&TopicWords::new(
        "estimate",
        "About how many solutions are there?",
        "number of solutions",
    ));
    /// The reason why there is no solution, if no search is needed to see it.
    pub const WHY_NONE: Self = Self(
        &TopicWords::new("why_none", "Why is there no solution?", "reason")
            .proved("why there is no solution"),
    );
}

/// Asks for a solution of the level as it is (open cells are empty) with all of these marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SolveLevel {
    pub with: Play,
}

/// Tells whether there is a solution, with one if available.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvableLevel(pub Truth<Option<Play>>);

/// Tells whether there is only one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uniqueness(pub Truth);

/// A number of solutions, and some of them, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedSolutions {
    pub number: Count,
    pub plays: Vec<Play>,
    /// These plays are known to be shortest ones, in games that count only those.
    pub shortest: bool,
    /// Reason why fewer were counted than requested, if there may be more.
    pub cut: Option<Why>,
}

/// The number of solutions in the game's coarser equivalence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LooselyCounted(pub u64);

/// An estimate of the number of solutions; `counted` were counted, and there are more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EstimatedSolutions {
    pub counted: u64,
    pub estimate: Estimate,
}

/// The reason why there is no solution, as a sentence. It needs no search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyNoSolution {
    pub says: String,
    /// The cells that the sentence names.
    pub sites: Vec<Site>,
}

impl WhyNoSolution {
    /// Returns the reason that a game's own search gives.
    pub(crate) fn told_by(found: &Searched) -> Option<WhyNoSolution> {
        Some(WhyNoSolution { says: found.why_none.clone()?, sites: found.why_sites.clone() })
    }
}

impl LevelReport for SolvableLevel {
    fn topic() -> Topic {
        Topic::SOLVABLE
    }

    fn status(&self) -> Status {
        self.0.status()
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("play", json!(self.play()?)))
    }

    fn play(&self) -> Option<&Play> {
        match &self.0 {
            Truth::Holds(play) => play.as_ref(),
            _ => None,
        }
    }
}

impl LevelReport for Uniqueness {
    fn topic() -> Topic {
        Topic::UNIQUE
    }

    fn status(&self) -> Status {
        self.0.status()
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        None
    }
}

impl LevelReport for CountedSolutions {
    fn topic() -> Topic {
        Topic::COUNT
    }

    fn status(&self) -> Status {
        self.number.status()
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("plays", json!(self.plays)))
    }
}

impl LevelReport for LooselyCounted {
    fn topic() -> Topic {
        Topic::LOOSELY
    }

    fn status(&self) -> Status {
        Status::Exactly(self.0)
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        None
    }

    fn sentence(&self, _: Board) -> Option<String> {
        Some("Solutions through the same positions count as one.".to_owned())
    }
}

impl EstimatedSolutions {
    /// Returns the estimated number, such as 6.6 × 10^21.
    pub fn number(&self) -> String {
        let value = self.estimate.value;
        let power = value.log10().floor();
        match value < 1e7 {
            true => format!("{value:.0}"),
            false => format!("{:.1} × 10^{power}", value / 10f64.powf(power)),
        }
    }
}

impl LevelReport for EstimatedSolutions {
    fn topic() -> Topic {
        Topic::ESTIMATE
    }

    fn status(&self) -> Status {
        Status::AtLeast(self.counted)
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let Estimate { value, error } = self.estimate;
        Some(("estimate", json!({ "solutions": value, "standard_error": error })))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        let Estimate { value, error } = self.estimate;
        let percent = 100.0 * error / value.max(1.0);
        let number = self.number();
        Some(format!("About {number} solutions, with a standard error of {percent:.0} %."))
    }
}

impl LevelReport for WhyNoSolution {
    fn topic() -> Topic {
        Topic::WHY_NONE
    }

    fn status(&self) -> Status {
        Status::Proved
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("says", json!(self.says)))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        Some(self.says.clone())
    }
}

impl Answer {
    /// Returns the solutions that come with a count.
    pub fn plays(&self) -> Option<&[Play]> {
        self.report::<CountedSolutions>().map(|counted| counted.plays.as_slice())
    }

    /// Returns whether listed solutions may be longer than a shortest one, in games that count only shortest
    /// ones.
    pub fn may_be_longer(&self) -> bool {
        let counted = self.report::<CountedSolutions>();
        counted.is_some_and(|found| !found.shortest && !found.plays.is_empty())
    }
}
