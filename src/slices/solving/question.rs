//! Questions about the solving steps of a level: from its rules alone, or from the game's own source of steps.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_game::{
    Game, KnownMark, Leak, OwnEnd, OwnOutcome, PlacedSentence, Step, StepTrial, StepsError, counted,
};
use foolproof_level::{Board, Level, Play, Site};
use foolproof_solver::{
    Answer, Ask, Finding, LevelReport, Origin, Patience, Program, Query, QueryKind, QuerySlice,
    ReportKind, Status, Topic, TopicWords, Why, known_marks, placed_sentences, step_rules,
};
use foolproof_solving::{
    Clash, Decision, NoSteps, PathEnd, Puzzle, SolvingPath, SolvingStep, Told,
};

pub(super) const QUESTIONS: QuerySlice = QuerySlice::of(
    &[
        QueryKind::of::<FindSteps>(),
        QueryKind::of::<DeduceLevel>(),
        QueryKind::of::<TryHelpingMarks>(),
    ],
    &[
        ReportKind::of::<FoundSteps>(),
        ReportKind::of::<DeducedLevel>(),
        ReportKind::of::<SitesTried>(),
    ],
);

/// The topic of a level's solving steps.
pub const STEPS: Topic = Topic(
    &TopicWords::new("steps", "Which steps solve it?", "solving steps").job("Finding the steps"),
);

/// The topic of steps in the game's own way: deduction by its rules, or from evidence.
pub const DEDUCTION: Topic =
    Topic(&TopicWords::new("deduction", "Can it be solved by deduction alone?", "deduction"));

/// The topic of the effect of one more helping mark on deduction.
pub const TRIALS: Topic =
    Topic(&TopicWords::new("trials", "Where would one more mark help deduction?", "one more mark"));

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

/// Asks how far the game's own steps get, and where they show that the solution is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeduceLevel;

/// Asks what one more helping mark on each open site would do to deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TryHelpingMarks;

/// The source of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepsBy {
    /// The sentences of the rules.
    #[default]
    Rules,
    /// The game's own source.
    Own,
}

impl StepsBy {
    /// Returns the singular and plural of what the size of a step counts.
    pub(crate) fn unit(self, game: &dyn Game) -> (&str, &str) {
        let own = game.own_steps().filter(|_| self == Self::Own);
        own.map_or(("sentence", "sentences"), |source| source.unit())
    }
}

/// The end of the steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "end")]
pub enum StepsEnd {
    /// Everything is decided: there is one solution.
    Solved,
    /// Everything that the solutions share is decided; they differ in these marks.
    Differ { marks: Vec<KnownMark> },
    /// The game's own steps stop; what is left open, in words and as sites.
    Stops { words: String, open: Vec<Site> },
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
    pub steps: Vec<Step>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaks: Vec<Leak>,
    #[serde(flatten)]
    pub end: StepsEnd,
}

/// Steps in the game's own way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeducedLevel(pub FoundSteps);

/// Effect of a helping mark on each open site, or on some of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SitesTried {
    pub trials: Vec<StepTrial>,
    /// All sites were tried before time ran out.
    pub all: bool,
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

impl Query for DeduceLevel {
    fn topic() -> Topic {
        DEDUCTION
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Search;
        let found = own_steps(ask);
        ask.report(found.map(DeducedLevel));
    }
}

impl Query for TryHelpingMarks {
    fn topic() -> Topic {
        TRIALS
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let patience = ask.patience();
        let tried = ask.game.own_steps().map(|source| {
            let trials = source.trials(ask.level, &|| patience.is_over());
            SitesTried { trials, all: !patience.is_over() }
        });
        ask.origin = Origin::Search;
        ask.report(tried.ok_or_else(no_source));
    }
}

fn no_source() -> Why {
    Why::moot("this game is not solved by deduction")
}

fn own_steps(ask: &mut Ask<'_>) -> Result<FoundSteps, Why> {
    let (game, level, patience) = (ask.game, ask.level, ask.patience());
    let source = game.own_steps().ok_or_else(no_source)?;
    let (mut steps, mut told) = (Vec::new(), Instant::now());
    let found = source.steps(level, &|| patience.is_over(), &mut |step| {
        steps.push(step);
        if told.elapsed() > TELL {
            told = Instant::now();
            ask.note(steps.len() as u64, counted(steps.len(), "step", "steps"));
            let so_far = FoundSteps::of(steps.clone(), StepsEnd::More { halt: None });
            ask.report(Ok(DeducedLevel(so_far)));
        }
    });
    let (leaks, end) = match found {
        Ok(OwnOutcome { leaks, end: OwnEnd::Solved }) => (leaks, StepsEnd::Solved),
        Ok(OwnOutcome { leaks, end: OwnEnd::Stops { words, open } }) => {
            (leaks, StepsEnd::Stops { words, open })
        }
        Err(StepsError::Halted) if !steps.is_empty() => {
            (Vec::new(), StepsEnd::More { halt: Some(patience.why()) })
        }
        Err(StepsError::Halted) => return Err(patience.why()),
        Err(why) => return Err(Why::BadInput(why.to_string())),
    };
    Ok(FoundSteps { leaks, ..FoundSteps::of(steps, end) })
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
                    ask.report(Ok(FoundSteps::of(steps, end)));
                }
                Told::Steps(_) => {}
                Told::NoSolution(clash) => {
                    let (steps, end) = (Vec::new(), teller.no_solution(puzzle, clash));
                    ask.report(Ok(FoundSteps::of(steps, end)));
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
        FoundSteps::of(steps, end)
    }

    fn no_solution(&self, puzzle: &Puzzle, clash: &Clash) -> StepsEnd {
        let sentences = placed_sentences(self.level.board, puzzle, &clash.constraints);
        StepsEnd::NoSolution { sentences, least: clash.is_least }
    }

    fn step(&self, puzzle: &Puzzle, step: &SolvingStep) -> Step {
        let reasons = known_marks(puzzle, step.reasons.iter().copied());
        let marks = known_marks(puzzle, step.marks.iter().copied());
        let rules = self.game.sentences().filter(|_| !step.constraints.is_empty());
        let technique = rules.and_then(|rules| rules.technique(self.level, &reasons, &marks));
        Step {
            technique: technique.map(str::to_owned),
            sentences: placed_sentences(self.level.board, puzzle, &step.constraints),
            reasons,
            marks,
            size: step.constraints.len(),
            smallest: step.smallest,
            touched: step.touched,
            available: step.available,
        }
    }
}

impl FoundSteps {
    /// Steps without leaks.
    pub(crate) fn of(steps: Vec<Step>, end: StepsEnd) -> Self {
        Self { steps, leaks: Vec::new(), end }
    }

    /// Returns the steps in a finding, whatever their source.
    pub(crate) fn in_finding(finding: &Finding) -> Option<&Self> {
        let own = || finding.report().map(|DeducedLevel(found)| found);
        finding.report().or_else(own)
    }

    /// Returns the steps so far if the search is cut short here, and they mean something.
    fn cut_short(&self, why: &Why) -> Option<Self> {
        if let StepsEnd::NoSolution { .. } = self.end {
            return Some(self.clone());
        }
        let cut = matches!(self.end, StepsEnd::More { halt: None }) && !self.steps.is_empty();
        let end = StepsEnd::More { halt: Some(why.clone()) };
        cut.then(|| Self { end, ..self.clone() })
    }

    /// Returns the play after the first `steps` steps.
    pub(crate) fn play_after(&self, steps: usize) -> Play {
        let taken = self.steps.iter().take(steps).flat_map(|step| &step.marks);
        let there = taken.filter(|mark| mark.on);
        there.map(|of| (of.site, of.mark.clone())).collect()
    }

    /// Returns the number of steps of each size.
    pub(crate) fn sizes(&self) -> Vec<(usize, usize)> {
        let mut sizes = BTreeMap::new();
        for step in &self.steps {
            *sizes.entry(step.size).or_insert(0) += 1;
        }
        sizes.into_iter().collect()
    }

    /// Returns the index of the hardest step: the largest, then the one with most mentioned marks.
    pub(crate) fn hardest(&self) -> Option<usize> {
        let cost = |at: &usize| self.steps.get(*at).map(|step| (step.size, step.touched));
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
            StepsEnd::Differ { .. } | StepsEnd::Stops { .. } | StepsEnd::NoSolution { .. } => {
                Status::Refuted
            }
            StepsEnd::More { halt: Some(why) } => Status::Unknown(why.clone()),
            StepsEnd::More { halt: None } => Status::AtLeast(self.steps.len() as u64),
        }
    }

    fn is_final(&self) -> bool {
        !matches!(self.end, StepsEnd::More { .. } | StepsEnd::NoSolution { least: false, .. })
    }

    fn cut(&self, why: &Why) -> Option<Answer> {
        self.cut_short(why).map(Into::into)
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let sizes: Value =
            self.sizes().into_iter().map(|(size, steps)| json!([size, steps])).collect();
        let hardest = self.hardest().map(|at| at + 1);
        let mut detail =
            json!({ "steps": self.steps, "ends": self.end, "sizes": sizes, "hardest": hardest });
        if !self.leaks.is_empty() {
            detail["leaks"] = json!(self.leaks);
        }
        Some(("steps", detail))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        None
    }
}

/// Proved if the steps solve the level.
impl LevelReport for DeducedLevel {
    fn topic() -> Topic {
        DEDUCTION
    }

    fn status(&self) -> Status {
        self.0.status()
    }

    fn is_final(&self) -> bool {
        self.0.is_final()
    }

    fn cut(&self, why: &Why) -> Option<Answer> {
        self.0.cut_short(why).map(|found| Self(found).into())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        self.0.detail()
    }
}

/// Counts the sites on which a mark solves the level.
impl LevelReport for SitesTried {
    fn topic() -> Topic {
        TRIALS
    }

    fn status(&self) -> Status {
        let solved = self.trials.iter().filter(|trial| trial.solved).count() as u64;
        if self.all { Status::Exactly(solved) } else { Status::AtLeast(solved) }
    }

    fn is_final(&self) -> bool {
        self.all
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("trials", json!(self.trials)))
    }
}
