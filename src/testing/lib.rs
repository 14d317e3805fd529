//! Tests of a designer's own game. There is no second implementation of its rules to compare with, so the game
//! is read, drawn, turned, solved and played at random.
//!
//! Each test is a file here; the command line and the window run them.

mod clock;
mod clued;
mod drawn;
mod heard;
mod joint;
mod kept;
mod padded;
mod pairs;
mod practised;
mod read_off;
mod solved;
mod unfolded;

use foolproof_games::{
    LibraryShelf,
    library::LibraryError,
    own::{FolderError, OwnFault, OwnGame, read_folder},
    pack_files::is_source,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clock::WorkClock;
use fastrand::Rng;
use serde_json::Value;

use foolproof_game::{Game as _, Games, Turning as _};
use foolproof_level::{Level, Pack, Play};
use foolproof_solver::{
    Answers as _, EngineCommand, EngineProcess, Finding, Limits, PairSearch, Question,
    SentenceSearch, Stop, WaitingGrounder,
};
use foolproof_work::WorkMeter;

/// Maximum time for one question.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// Processor time that rules may always use for unfolding.
const UNFOLDING: Duration = Duration::from_secs(8);

/// The game to test, and the effort to spend.
#[derive(Clone, Debug)]
pub struct TestPlan {
    pub folder: PathBuf,
    /// Determines the random levels and plays.
    pub seed: u64,
    /// Number of small random levels to solve, turn and solve again.
    pub levels: u32,
    /// Processor time for all tests.
    pub time: Duration,
}

/// The reason why nothing can be tested.
#[derive(Debug, thiserror::Error)]
pub enum TestRefusal {
    #[error(
        "{}: this is a PuzzleScript source, whose rules are read in one way; check its levels instead",
        .0.display()
    )]
    Script(PathBuf),
    #[error("no game can be loaded here")]
    NoLibrary,
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error("{0}")]
    Fault(OwnFault),
    #[error("the game cannot be read")]
    Unread,
}

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestEnd {
    Passed,
    Warned,
    /// A limit was reached, or the test was stopped.
    Unfinished,
    Failed,
}

/// One line of the report.
#[derive(Clone, Debug)]
pub struct TestLine {
    pub test: String,
    pub end: TestEnd,
    pub says: String,
    /// Numbers for scripts, if any.
    pub numbers: Option<Value>,
    /// The level that it is about.
    pub level: Option<Arc<Level>>,
    /// Pictures for it.
    pub pictures: Vec<TestPicture>,
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestShows {
    /// A play that a sentence forbids.
    Forbidden,
    Solution,
    /// The positions before and after a step.
    Before,
    After,
}

impl TestShows {
    /// True if such a picture belongs to the one before it.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Forbidden | Self::After)
    }
}

/// A level with a play, as a picture.
#[derive(Clone, Debug)]
pub struct TestPicture {
    pub says: String,
    pub shows: TestShows,
    /// Its intended solution is the play, whether right or wrong.
    pub level: Arc<Level>,
}

impl TestLine {
    pub(crate) fn new(test: impl Into<String>, end: TestEnd, says: impl Into<String>) -> Self {
        let (test, says) = (test.into(), says.into());
        Self { test, end, says, numbers: None, level: None, pictures: Vec::new() }
    }

    fn of_level(self, level: &Arc<Level>) -> Self {
        Self { level: Some(Arc::clone(level)), ..self }
    }
}

/// Returns the names of the tests that a limit ended, without duplicates.
pub fn unfinished(lines: &[TestLine]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| line.end == TestEnd::Unfinished) {
        if !names.contains(&line.test.as_str()) {
            names.push(&line.test);
        }
    }
    names
}

/// Progress during the tests of a game.
pub enum TestNews<'a> {
    /// A test begins: number `at`, from 0, of `of` tests.
    Begins {
        what: &'static str,
        at: usize,
        of: usize,
    },
    Told(&'a TestLine),
}

/// A game under test.
struct TestBench {
    game: OwnGame,
    engine: EngineProcess,
    stop: Stop,
    sentences: SentenceSearch,
    pairs: PairSearch,
    rng: Rng,
    sample: Vec<Arc<Level>>,
    /// Levels with solutions found so far, for later tests.
    solved: Vec<(Arc<Level>, Vec<Play>)>,
    /// Sentences with a play that only they forbid.
    forbidding: BTreeSet<String>,
    /// Small levels that were tested.
    small: Vec<Arc<Level>>,
    /// Maximum number of cells of small levels: fewer than in those that could not be solved in time.
    most_cells: usize,
    /// Number of small random levels to solve.
    levels: u32,
    clock: WorkClock,
}

impl TestBench {
    /// Counts the turns that leave levels the same puzzle.
    fn turns(&self) -> usize {
        let about = self.game.about();
        let level = Level::open(&*about.id, about.default_board);
        solved::TURNS.iter().filter(|turn| self.game.can_turn(&level, **turn).is_ok()).count()
    }

    /// Returns the end of a test with this share of the remaining time. Rules that unfold in a few seconds are
    /// never called slow.
    fn begin(&self, weight: u32, of: u32) -> Instant {
        let share = self.clock.left() * weight / of.max(1);
        self.game.grounder().allow(share.clamp(UNFOLDING, Limits::default().time));
        self.clock.after(share)
    }

    /// Returns the end of a part of a test: this fraction of the time until its end.
    fn part(&self, until: Instant, of: u32) -> Instant {
        Instant::now() + until.saturating_duration_since(Instant::now()) / of
    }

    /// Returns the remaining time for one question.
    fn for_question(&self, until: Instant, longest: Duration) -> Duration {
        until.saturating_duration_since(Instant::now()).min(self.clock.on_the_clock(longest))
    }

    /// True if a test has to end now.
    fn is_over(&self, until: Instant) -> bool {
        self.stop.is_set() || Instant::now() >= until
    }

    /// Asks about a level within the time of a test. Records solutions.
    fn ask(&mut self, level: &Level, question: &Question, until: Instant) -> Vec<Finding> {
        let time = self.for_question(until, LONGEST_QUESTION);
        let limits = Limits { time, ..Limits::default() };
        let findings = self.engine.answer(level, question, &limits, &self.stop, &mut |_| {});
        let plays = |finding: &Finding| finding.answer.plays().unwrap_or_default().to_vec();
        let plays: Vec<Play> = findings.iter().flat_map(plays).collect();
        if !plays.is_empty() {
            self.solved.push((Arc::new(level.clone()), plays));
        }
        findings
    }
}

/// Tests the game in a folder, and reports each line as soon as it is known. The game is put on this shelf.
pub fn test_game(
    games: &Games,
    engine: &EngineCommand,
    plan: &TestPlan,
    stop: &Stop,
    tell: &mut dyn FnMut(TestNews<'_>),
) -> Result<Vec<TestLine>, TestRefusal> {
    let folder = std::path::absolute(&plan.folder).unwrap_or_else(|_| plan.folder.clone());
    if is_source(&folder) {
        return Err(TestRefusal::Script(folder));
    }
    match bench(games, engine, plan, &folder, stop)? {
        Ok(bench) => Ok(tested(bench, tell)),
        Err(lines) => {
            lines.iter().for_each(|line| tell(TestNews::Told(line)));
            Ok(lines)
        }
    }
}

/// Prepares a game for its tests. The inner error holds the faults of its manifest or levels, one per line.
fn bench(
    games: &Games,
    engine: &EngineCommand,
    plan: &TestPlan,
    folder: &Path,
    stop: &Stop,
) -> Result<Result<TestBench, Vec<TestLine>>, TestRefusal> {
    let meter = WorkMeter::default();
    let clock = WorkClock::start(plan.time, meter.clone());
    let engine = engine.metered(&meter);
    let text = Arc::new(read_folder(folder)?);
    let library = games.library().ok_or(TestRefusal::NoLibrary)?;
    match library.load(games, folder) {
        Ok(_) => {}
        Err(LibraryError::Faults { faults, .. }) => {
            let line =
                |fault: &OwnFault| TestLine::new("manifest", TestEnd::Failed, fault.to_string());
            return Ok(Err(faults.iter().map(line).collect()));
        }
        Err(other) => return Err(other.into()),
    }
    let grounder =
        Arc::new(WaitingGrounder::new(engine.worker(), foolproof_games::own::RULE_READER));
    let game = OwnGame::new(Arc::clone(&text), grounder).map_err(|faults| {
        faults.into_iter().next().map_or(TestRefusal::Unread, TestRefusal::Fault)
    })?;
    let sample = match text.sample.is_empty() {
        true => Vec::new(),
        false => match Pack::from_json(&text.sample) {
            Ok(pack) => pack.levels,
            Err(why) => {
                let says = format!("levels.json: {why}");
                return Ok(Err(vec![TestLine::new("levels", TestEnd::Failed, says)]));
            }
        },
    };
    Ok(Ok(TestBench {
        game,
        sentences: SentenceSearch::new(engine.worker()),
        pairs: PairSearch::new(engine.worker()),
        engine: EngineProcess::new(engine).with_games(games.clone()),
        stop: stop.clone(),
        rng: Rng::with_seed(plan.seed),
        sample,
        solved: Vec::new(),
        forbidding: BTreeSet::new(),
        small: Vec::new(),
        most_cells: usize::MAX,
        levels: plan.levels,
        clock,
    }))
}

/// A test: its progress message, its share of the time, and its function, which gets the end of its time.
struct GameTest {
    what: &'static str,
    weight: u32,
    run: fn(&mut TestBench, Instant) -> Vec<TestLine>,
}

const fn test(
    what: &'static str,
    weight: u32,
    run: fn(&mut TestBench, Instant) -> Vec<TestLine>,
) -> GameTest {
    GameTest { what, weight, run }
}

/// All tests. Time that one does not use goes to later ones.
const TESTS: [GameTest; 12] = [
    test("reading the rules", 4, unfolded::test),
    test("drawing and turning marks", 1, drawn::test),
    test("checking levels.json", 6, solved::sample),
    test("looking for what each sentence forbids", 12, pairs::test),
    test("solving small levels, turned and mirrored", 14, solved::turned),
    test("turning levels that are drawn from solutions", 5, clued::test),
    test("reading clues off plays", 3, read_off::test),
    test("counting pieces before and after steps", 5, kept::test),
    test("solving small levels with rows and columns added", 4, padded::test),
    test("playing at random", 6, heard::test),
    test("looking for concepts", 2, practised::test),
    test("unfolding the rules on the largest board", 4, unfolded::largest),
];

fn tested(mut bench: TestBench, tell: &mut dyn FnMut(TestNews<'_>)) -> Vec<TestLine> {
    let mut lines: Vec<TestLine> = Vec::new();
    let mut left: u32 = TESTS.iter().map(|test| test.weight).sum();
    for (at, GameTest { what, weight, run }) in TESTS.iter().enumerate() {
        tell(TestNews::Begins { what, at, of: TESTS.len() });
        let until = bench.begin(*weight, left);
        left -= weight;
        let new = run(&mut bench, until);
        new.iter().for_each(|line| tell(TestNews::Told(line)));
        // Unreadable rules allow no further tests.
        let unread = new.iter().any(|line| line.end == TestEnd::Failed && line.test == "rules");
        lines.extend(new);
        if unread {
            break;
        }
    }
    lines
}
