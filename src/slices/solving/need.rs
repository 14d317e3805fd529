//! Whether every way to solve a level by small steps needs a technique.
//!
//! All other steps are tried: sets of few sentences that do not hold what the technique combines. If they end
//! before all is decided, no path of such steps leads to the solution. It says nothing of larger steps.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::question::{KnownMark, known, sentences};
use super::techniques::{kind_of_sentence, lie_of};
use foolproof_level::{Board, Combination, PlacesLie, Site};
use foolproof_solver::{
    Ask, Engine, LevelReport, Origin, Program, Query, Status, Topic, TopicWords, Why, step_rules,
};
use foolproof_solving::{AllowedSets, ConstraintNumber, Decision, NoSteps, Puzzle, Reach};

/// Steps of more sentences are not tried: there are too many to rule out.
pub(crate) const MOST_TRIED: usize = 3;

pub(crate) const NEED: Topic = Topic(
    &TopicWords::new("need", "Does every way to solve it need this?", "technique that is needed")
        .proved("every path of small steps needs it")
        .refuted("small steps solve it without"),
);

/// Does every path of steps of at most three sentences combine these?
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct NeedTechnique {
    pub combines: Combination,
}

/// Where steps without a technique lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FoundNeed {
    /// What they leave undecided, though steps with the technique decide it; nothing where it is not needed.
    pub undecided: Vec<KnownMark>,
}

impl Query for NeedTechnique {
    fn topic() -> Topic {
        NEED
    }

    fn answer(&self, _: &mut Engine, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Search;
        let found = found_need(&self.combines, ask);
        ask.report(found);
    }
}

impl LevelReport for FoundNeed {
    fn topic() -> Topic {
        NEED
    }

    fn status(&self) -> Status {
        if self.undecided.is_empty() { Status::Refuted } else { Status::Proved }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("need", json!({ "most": MOST_TRIED, "undecided": self.undecided })))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        None
    }
}

fn found_need(combines: &Combination, ask: &Ask<'_>) -> Result<FoundNeed, Why> {
    let program = step_rules(ask.game, ask.level)?;
    let puzzle = Puzzle::of(&program);
    let avoided = AvoidedCombination::of(ask.level.board, &puzzle, combines);
    let patience = ask.patience();
    let reach = |is_allowed: &dyn Fn(&[ConstraintNumber]) -> bool| {
        let allowed = AllowedSets { most: MOST_TRIED, is_allowed };
        Reach::of(&puzzle, allowed, &|| patience.is_over()).map_err(|why| match why {
            NoSteps::Halted => patience.why(),
            NoSteps::Unreadable(why) => Why::Undecided(why.to_string()),
        })
    };
    let untold = || {
        let text = format!("it takes too long to try all steps of at most {MOST_TRIED} sentences");
        Why::Undecided(text)
    };
    match reach(&|set| !avoided.is_in(set))? {
        Reach::All => Ok(FoundNeed { undecided: Vec::new() }),
        Reach::NoSolution => Err(Why::moot("the level has no solution")),
        Reach::Differing(_) => Err(Why::moot("the level has several solutions")),
        Reach::Untold(_) => Err(untold()),
        // Only what small steps solve at all can need the technique for that.
        Reach::Short(left) => match reach(&|_| true)? {
            Reach::All => {
                let left = left.into_iter().map(|mark| Decision { mark, on: true });
                Ok(FoundNeed { undecided: known(&puzzle, left) })
            }
            Reach::Untold(_) => Err(untold()),
            _ => Err(Why::Moot(format!(
                "steps of at most {MOST_TRIED} sentences do not solve the level, with it or without"
            ))),
        },
    }
}

/// What a technique combines, as constraints of a puzzle.
struct AvoidedCombination {
    /// The kinds of its sentences in their order, and how their places lie.
    wanted: Vec<String>,
    lie: Option<PlacesLie>,
    /// Of each constraint, its kind of sentence and its site.
    kinds: Vec<String>,
    sites: Vec<Option<Site>>,
}

impl AvoidedCombination {
    fn of(board: Board, puzzle: &Puzzle, combination: &Combination) -> Self {
        let mut wanted = combination.sentences.clone();
        wanted.sort_unstable();
        let all = (0..puzzle.constraints().len()).flat_map(|at| sentences(board, puzzle, &[at]));
        let (kinds, sites) =
            all.map(|sentence| (kind_of_sentence(&sentence), sentence.site)).unzip();
        Self { wanted, lie: combination.lie, kinds, sites }
    }

    /// Whether some of these constraints combine it.
    fn is_in(&self, set: &[ConstraintNumber]) -> bool {
        let size = self.wanted.len();
        let subsets = 1_u32..1 << set.len();
        subsets.filter(|of| of.count_ones() as usize == size).any(|of| {
            let chosen = set.iter().enumerate().filter(|(at, _)| of >> at & 1 == 1);
            self.is_just(&chosen.map(|(_, number)| *number).collect::<Vec<_>>())
        })
    }

    /// Whether these constraints combine it, and nothing beside.
    fn is_just(&self, chosen: &[ConstraintNumber]) -> bool {
        let mut kinds: Vec<&String> =
            chosen.iter().filter_map(|number| self.kinds.get(*number)).collect();
        kinds.sort_unstable();
        let sites: Vec<Site> =
            chosen.iter().filter_map(|number| *self.sites.get(*number)?).collect();
        kinds.into_iter().eq(&self.wanted) && lie_of(&sites) == self.lie
    }
}
