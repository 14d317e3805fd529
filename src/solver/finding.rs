//! Findings: what the solver says of a level as it was asked about, never blurred.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::question::{Limits, Topic};
use super::searched::SearchedLevels;
use crate::asp::Halt;
use crate::games::{
    Argument, Claim, Deduced, DeductionTrial, Estimate, Game, GameError, Measure, StateGraph,
    Tactics, Weighed,
};
use crate::level::{Concept, Level, Mark, Play, Site};

impl From<Halt> for Why {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Time => Why::Time,
            Halt::Stopped => Why::Stopped,
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why", content = "text")]
pub enum Why {
    Time,
    /// So many bytes more were asked for, where that is known.
    Memory(Option<u64>),
    Stopped,
    /// The worker process died; its last words.
    Crashed(String),
    /// The level or its concept makes no program; says where.
    BadInput(String),
    /// A model that the game's rules reject: a fault of the encoding, never a solution.
    EncodingFault(String),
    /// The rules cannot tell in a judgement's time whether what was found is a solution.
    Undecided(String),
    /// There is none among the levels of a stock, which it names; of others nothing is known.
    Stock(String),
    /// An earlier question decides that this one has no meaning (uniqueness of the unsolvable).
    Moot(String),
}

impl Why {
    /// True when the question has no meaning rather than no answer yet.
    pub fn is_moot(&self) -> bool {
        matches!(self, Why::Moot(_))
    }
}

/// A number of bytes in words, to two digits: "17 GB".
pub fn bytes_text(bytes: u64) -> String {
    let (mut amount, mut units) = (bytes, ["bytes", "kB", "MB", "GB", "TB", "PB"].into_iter());
    let mut unit = units.next().unwrap_or_default();
    let mut tenths = 0;
    while amount >= 1000
        && let Some(larger) = units.next()
    {
        (tenths, unit) = (amount % 1000 / 100, larger);
        amount /= 1000;
    }
    match (amount, tenths) {
        (1..10, 1..) => format!("{amount}.{tenths} {unit}"),
        _ => format!("{amount} {unit}"),
    }
}

impl From<GameError> for Why {
    fn from(error: GameError) -> Self {
        let text = error.to_string();
        match error {
            GameError::TooMuch(_) => Self::Undecided(text),
            GameError::Mark { .. } | GameError::Board(_) | GameError::Concept(_) => {
                Self::BadInput(text)
            }
        }
    }
}

/// How sure a finding is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status", content = "detail")]
pub enum Status {
    /// It holds: shown by a witness or by exhausting the search.
    Proved,
    /// It does not hold: shown likewise.
    Refuted,
    /// A count that is exact.
    Exactly(u64),
    /// A count that was capped or cut short.
    AtLeast(u64),
    Unknown(Why),
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The intended solution or a solution of an earlier revision still is one.
    Witness,
    /// The game's rules alone.
    Rules,
    /// The same question was answered before.
    Cache,
    /// A search of the game's own.
    Search,
    Solver,
}

/// What confirmed the solutions that an answer is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmed {
    /// The game's rules, written apart from the encoding.
    #[default]
    Rules,
    /// The encoding alone, in a session of its own: nothing else knows the rules.
    Encoding,
}

impl Confirmed {
    /// What confirms solutions of a game.
    pub fn of(game: &dyn Game) -> Self {
        if game.rules().is_some() { Self::Rules } else { Self::Encoding }
    }
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct How {
    pub origin: Origin,
    #[serde(default)]
    pub confirmed: Confirmed,
    pub elapsed: Duration,
    pub limits: Limits,
}

/// What comes with a finding.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub enum Detail {
    #[default]
    Nothing,
    /// A solution (of `Solvable`), or the shortcut (of `ShortcutFree`).
    Play(Play),
    /// What is wrong with the intended solution, of `Intended`, and the sites that show it.
    Flaw { why: String, sites: Vec<Site> },
    /// Different solutions, in a fixed order.
    Plays(Vec<Play>),
    /// The player's marks that are in every solution, and in at least one.
    /// `exact` is false when time ran out: then `forced` may hold too many and `possible` too few.
    /// `uses` has the number of solutions that use each, where that is known or estimated.
    Marks {
        forced: BTreeSet<(Site, Mark)>,
        possible: BTreeSet<(Site, Mark)>,
        exact: bool,
        uses: BTreeMap<(Site, Mark), f64>,
    },
    /// About how many solutions there are, of `Estimate`.
    About(Estimate),
    /// What a claim is worth, of `Argument`.
    Weighed(Box<Claim>, Box<Weighed>),
    /// A smallest argument for a claim's conclusion, and what all of them have in common once
    /// that is known; none where nothing proves it. Of `Optimal`.
    Smallest { claim: Box<Claim>, smallest: Option<Argument>, tactics: Option<Tactics> },
    /// Arguments of the least evidence beside each other (of `Strategy`), or one after the other (of
    /// `ProofPath`), with what was filled in before; `whole` once there are no more.
    Arguments { filled: Play, arguments: Vec<Argument>, whole: bool },
    /// Deduction round by round, of `Deduction`.
    Deduced(Arc<Deduced>),
    /// What a helping mark would do, site by site, of `Trials`.
    Trials(Arc<Vec<DeductionTrial>>),
    /// Measures of the level, of `Rating`; not all of them where time ran out.
    Measures(Vec<Measure>),
    /// What can be reached by moves, of `Positions`.
    Graph(Arc<StateGraph>),
    /// A level proposed (of `Complete` and `Generate`), the sites that differ from the asked one,
    /// and whether it is proved shortcut-free.
    /// Where it has a shortcut and no level is without, the levels that were all looked at.
    Level {
        level: Box<Level>,
        changed: Vec<Site>,
        shortcut_free: Status,
        searched: Option<Box<SearchedLevels>>,
    },
    /// There is none (of `Complete` and `Generate`; no further one, after some) among these.
    None(Box<SearchedLevels>),
    /// What is to blame for there being no level.
    Blame(Blame),
    /// How many solutions there are now, and after each of some edits.
    Effects { now: Status, effects: Vec<Effect> },
}

/// What an edit of one site would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    pub site: Site,
    /// The mark painted; without one, what is there is taken off.
    pub mark: Option<Mark>,
    /// Exactly or at least so many solutions.
    pub solutions: Status,
    /// Whether they are the same solutions as now, where that is known.
    pub same: Option<bool>,
    /// Of a mark taken off: whether the level keeps what is asked of it, where that is known.
    pub needless: Option<bool>,
}

/// Sites and parts of the concept that cannot all stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    pub sites: Vec<Site>,
    /// The parts of the concept that have their share in it.
    pub concept: Vec<Concept>,
    /// Whether the locked part of the intended solution has its share in it.
    pub intended: bool,
    /// What no level with all of these has.
    pub lacking: Lacking,
    /// Without any one of them the rest could stay.
    pub minimal: bool,
    /// Which levels were looked at.
    pub among: Among,
    /// The same, with the marks that they may have.
    pub searched: SearchedLevels,
    /// Of a conflict of the level as it stands: whether the open sites leave room for a level as it
    /// should be, where that is known.
    pub room: Option<bool>,
}

/// What every level lacks that keeps what is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lacking {
    /// A solution that practises the concept.
    Solution,
    /// Such a solution, and the absence of shortcuts.
    ShortcutFreedom,
}

/// The levels of which a conflict speaks: all that keep what is to blame and ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Among {
    /// ... have anything on the other sites; what is to blame is locked.
    Locks,
    /// ... have nothing else than the asked level has, or less.
    Fewer,
    /// ... have anything on the other sites.
    Any,
}

/// One answer about a level as it was asked about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub topic: Topic,
    pub status: Status,
    pub how: How,
    pub detail: Detail,
}

impl Finding {
    /// That a question has no answer, and why.
    pub(super) fn unanswered(topic: Topic, why: Why, limits: &Limits, elapsed: Duration) -> Self {
        let how =
            How { origin: Origin::Solver, confirmed: Confirmed::Rules, elapsed, limits: *limits };
        Self { topic, status: Status::Unknown(why), how, detail: Detail::Nothing }
    }
}

#[cfg(test)]
mod tests {
    use super::bytes_text;

    #[test]
    fn bytes_are_said_to_two_digits() {
        let said = [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1 kB"), (16_777_216, "16 MB")];
        let more = [(1_540_000_000, "1.5 GB"), (17_179_869_184, "17 GB"), (u64::MAX, "18446 PB")];
        for (bytes, words) in said.into_iter().chain(more) {
            assert_eq!(bytes_text(bytes), words);
        }
    }
}
