//! The question about the solving steps of a level, from its rules alone.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_game::Game;
pub use foolproof_game::KnownMark;
use foolproof_level::{Board, Combination, Level, Play};
pub use foolproof_solver::PlacedSentence;
use foolproof_solver::{
    Answer, Ask, LevelReport, Origin, Patience, Program, Query, QueryKind, QuerySlice, ReportKind,
    Status, Topic, TopicWords, Why, combination_of, known_marks, placed_sentences, step_rules,
};
use foolproof_solving::{
    Clash, Decision, NoSteps, PathEnd, Puzzle, SolvingPath, SolvingStep, Told,
};

pub(super) const QUESTIONS: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<FindSteps>()], &[ReportKind::of::<FoundSteps>()]);

/// The topic of a level's solving steps.
pub const STEPS: Topic = Topic(
    &TopicWords::new("steps", "Which steps solve it?", "solving steps").job("Finding the steps"),
);

/// The interval for reporting steps while more are being found.
const TELL: Duration = Duration::from_millis(500);

/// Note while the smallest reason for no solution is being searched.
const STILL_TOO_MANY: &str = "no solution; looking for the fewest sentences that no play keeps";

/// The question which few sentences of the rules decide which marks, step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindSteps {
    /// Maximum number of steps.
    pub most: usize,
}

/// A step: the sentences, the known marks that it needs, and the marks that follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldStep {
    pub sentences: Vec<PlacedSentence>,
    pub reasons: Vec<KnownMark>,
    pub marks: Vec<KnownMark>,
    /// Proved minimum: no fewer sentences decide any mark at this moment. Else no smaller set was found.
    pub smallest: bool,
    /// Number of undecided marks that the sentences mention.
    pub touched: usize,
    /// Number of sets of this many sentences that decided something at this moment.
    pub available: usize,
    /// Name in the game's own rules of deduction, if one of them gives this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
}

/// The end of the steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "end")]
pub enum StepsEnd {
    /// Everything is decided: there is one solution.
    Solved,
    /// Everything that the solutions share is decided; they differ in these marks.
    Differ { marks: Vec<KnownMark> },
    /// There is no solution: no play satisfies all of these sentences.
    NoSolution {
        sentences: Vec<PlacedSentence>,
        /// None of them can be left out. Else that was not searched for, or not to the end.
        least: bool,
    },
    /// There may be more steps.
    More { halt: Option<Why> },
}

/// The first steps of a level, and their end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundSteps {
    pub steps: Vec<ToldStep>,
    #[serde(flatten)]
    pub end: StepsEnd,
}

impl FindSteps {
    /// All steps, to the end of the path.
    pub(crate) const ALL: Self = Self { most: usize::MAX };
}

impl Query for FindSteps {
    fn topic() -> Topic {
        STEPS
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Search;
        let found = found_steps(self.most, ask);
        ask.report(found);
    }
}

fn found_steps(most: usize, ask: &mut Ask<'_>) -> Result<FoundSteps, Why> {
    let program = step_rules(ask.game, ask.level)?;
    let patience = ask.patience();
    let teller = Teller { game: ask.game, level: ask.level };
    let mut told: Option<Instant> = None;
    let walked =
        SolvingPath::walk(
            program,
            most,
            &|| patience.is_over(),
            &mut |puzzle, so_far| match so_far {
                Told::Steps(taken) if told.is_none_or(|told| told.elapsed() > TELL) => {
                    told = Some(Instant::now());
                    let steps = taken.iter().map(|step| teller.step(puzzle, step)).collect();
                    let end = StepsEnd::More { halt: None };
                    ask.report(Ok(FoundSteps { steps, end }));
                }
                Told::Steps(_) => {}
                Told::NoSolution(clash) => {
                    let (steps, end) = (Vec::new(), teller.no_solution(puzzle, clash));
                    ask.report(Ok(FoundSteps { steps, end }));
                    ask.note(clash.constraints.len() as u64, STILL_TOO_MANY);
                }
            },
        );
    match walked {
        Ok(path) => Ok(teller.path(&path, most, patience)),
        Err(NoSteps::Halted) => Err(patience.why()),
        Err(NoSteps::Unreadable(why)) => Err(Why::Undecided(why.to_string())),
    }
}

/// Puts the steps of a level into words.
struct Teller<'a> {
    game: &'a dyn Game,
    level: &'a Level,
}

impl Teller<'_> {
    /// Puts a path into words, cut if it is too long.
    fn path(&self, path: &SolvingPath, most: usize, patience: Patience<'_>) -> FoundSteps {
        let puzzle = &path.puzzle;
        let steps = path.steps.iter().take(most).map(|step| self.step(puzzle, step)).collect();
        let end = match &path.end {
            _ if path.steps.len() > most => StepsEnd::More { halt: None },
            PathEnd::Decided { differing } if differing.is_empty() => StepsEnd::Solved,
            PathEnd::Decided { differing } => {
                let marks = differing.iter().map(|mark| Decision { mark: *mark, on: true });
                StepsEnd::Differ { marks: known_marks(puzzle, marks) }
            }
            PathEnd::NoSolution(clash) => self.no_solution(puzzle, clash),
            PathEnd::Enough | PathEnd::Stuck { .. } | PathEnd::Several { .. } => {
                StepsEnd::More { halt: None }
            }
            PathEnd::Halted => StepsEnd::More { halt: Some(patience.why()) },
        };
        FoundSteps { steps, end }
    }

    fn no_solution(&self, puzzle: &Puzzle, clash: &Clash) -> StepsEnd {
        let sentences = placed_sentences(self.level.board, puzzle, &clash.constraints);
        StepsEnd::NoSolution { sentences, least: clash.is_least }
    }

    fn step(&self, puzzle: &Puzzle, step: &SolvingStep) -> ToldStep {
        let reasons = known_marks(puzzle, step.reasons.iter().copied());
        let marks = known_marks(puzzle, step.marks.iter().copied());
        let rules = self.game.sentences().filter(|_| !step.constraints.is_empty());
        let technique = rules.and_then(|rules| rules.technique(self.level, &reasons, &marks));
        ToldStep {
            technique: technique.map(str::to_owned),
            sentences: placed_sentences(self.level.board, puzzle, &step.constraints),
            reasons,
            marks,
            smallest: step.smallest,
            touched: step.touched,
            available: step.available,
        }
    }
}

impl ToldStep {
    /// Returns the combination of the step; `None` if one sentence is enough.
    pub(crate) fn combination(&self) -> Option<Combination> {
        combination_of(&self.sentences)
    }
}

impl FoundSteps {
    /// Returns the play after the first `steps` steps.
    pub(crate) fn play_after(&self, steps: usize) -> Play {
        let taken = self.steps.iter().take(steps).flat_map(|step| &step.marks);
        let there = taken.filter(|mark| mark.on);
        there.map(|of| (of.site, of.mark.clone())).collect()
    }

    /// Returns the number of steps for each number of sentences.
    pub(crate) fn sizes(&self) -> Vec<(usize, usize)> {
        let mut sizes = BTreeMap::new();
        for step in &self.steps {
            *sizes.entry(step.sentences.len()).or_insert(0) += 1;
        }
        sizes.into_iter().collect()
    }

    /// Returns the index of the hardest step: the one with most sentences, then with most mentioned marks.
    pub(crate) fn hardest(&self) -> Option<usize> {
        let cost =
            |at: &usize| self.steps.get(*at).map(|step| (step.sentences.len(), step.touched));
        // The first of equal steps.
        (0..self.steps.len()).rev().max_by_key(cost)
    }
}

impl LevelReport for FoundSteps {
    fn topic() -> Topic {
        STEPS
    }

    fn status(&self) -> Status {
        match &self.end {
            StepsEnd::Solved => Status::Proved,
            StepsEnd::Differ { .. } | StepsEnd::NoSolution { .. } => Status::Refuted,
            StepsEnd::More { halt: Some(why) } => Status::Unknown(why.clone()),
            StepsEnd::More { halt: None } => Status::AtLeast(self.steps.len() as u64),
        }
    }

    fn is_final(&self) -> bool {
        !matches!(self.end, StepsEnd::More { .. } | StepsEnd::NoSolution { least: false, .. })
    }

    fn cut(&self, why: &Why) -> Option<Answer> {
        if let StepsEnd::NoSolution { .. } = self.end {
            return Some(self.clone().into());
        }
        let cut = matches!(self.end, StepsEnd::More { halt: None }) && !self.steps.is_empty();
        let end = StepsEnd::More { halt: Some(why.clone()) };
        cut.then(|| Self { end, ..self.clone() }.into())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let sizes: Value =
            self.sizes().into_iter().map(|(sentences, steps)| json!([sentences, steps])).collect();
        let hardest = self.hardest().map(|at| at + 1);
        let end = json!(self.end);
        Some((
            "steps",
            json!({ "steps": self.steps, "ends": end, "sizes": sizes, "hardest": hardest }),
        ))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        None
    }
}
