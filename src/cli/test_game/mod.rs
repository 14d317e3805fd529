//! `test-game`: what a game of one's own is put to where nobody has written it a second time: it is
//! read, drawn, turned, solved and played at random.
//!
//! Knows games that designers bring, and asks an engine. Each test is a file beside this one.

mod drawn;
mod heard;
mod padded;
mod practised;
mod printed;
mod solved;
mod unfolded;

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use fastrand::Rng;
use serde_json::Value;

use super::Printed;
use super::args::seconds;
use super::input::Usage;
use super::questions::{Asker, holds, worker};
use crate::games::own::{LibraryError, OwnGame, read_folder};
use crate::games::{Games, script};
use crate::level::{Level, Pack, Play};
use crate::solver::{Answer, Finding, Limits, Question, SentenceSearch, WaitingGrounder};

/// The longest that one question may take.
pub const LONGEST_QUESTION: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct TestGame {
    /// The game's folder
    pub folder: PathBuf,
    /// The same seed makes the same random levels and plays
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many small random levels are solved, turned and solved again
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub levels: u32,
    /// Most seconds for all of it
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub time_limit: f64,
    /// Print one JSON document; its `holds` is true when the exit status is 0
    #[arg(long)]
    pub json: bool,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestEnd {
    Passed,
    Warned,
    /// A limit came first, or Ctrl+C.
    Unfinished,
    Failed,
}

/// One line of the report.
pub struct TestLine {
    pub test: String,
    pub end: TestEnd,
    pub says: String,
    /// Numbers for scripts, where there are any.
    pub numbers: Option<Value>,
}

impl TestLine {
    pub fn new(test: impl Into<String>, end: TestEnd, says: impl Into<String>) -> Self {
        Self { test: test.into(), end, says: says.into(), numbers: None }
    }
}

/// A game on the bench.
pub struct TestBench {
    pub game: OwnGame,
    pub asker: Asker,
    pub sentences: SentenceSearch,
    pub rng: Rng,
    pub sample: Vec<Arc<Level>>,
    /// Solutions that were found on the way, for the tests of concepts.
    pub solved: Vec<(Arc<Level>, Vec<Play>)>,
    /// Small levels that were tried.
    pub small: Vec<Arc<Level>>,
    /// Cells of small levels, at most: fewer than those have that could not be told of in time.
    pub most_cells: usize,
    ends: Instant,
}

impl TestBench {
    /// Until when a test may take this share of the time that is left.
    pub fn share(&self, part: u32) -> Instant {
        Instant::now() + self.ends.saturating_duration_since(Instant::now()) / part
    }

    /// Whether a test has to end now.
    pub fn is_over(&self, until: Instant) -> bool {
        self.asker.is_stopped() || Instant::now() >= until
    }

    /// Asks about a level in the time that a test has.
    pub fn ask(&mut self, level: &Level, question: &Question, until: Instant) -> Vec<Finding> {
        let left = until.saturating_duration_since(Instant::now());
        let limits = Limits { time: left.min(LONGEST_QUESTION), ..Limits::default() };
        let findings = self.asker.look(level, question, &limits);
        let plays = |finding: &Finding| match &finding.answer {
            Answer::Count(Ok(counted)) => counted.plays.clone(),
            _ => Vec::new(),
        };
        let plays: Vec<Play> = findings.iter().flat_map(plays).collect();
        if !plays.is_empty() {
            self.solved.push((Arc::new(level.clone()), plays));
        }
        findings
    }
}

pub fn test_game(games: &Games, asked: &TestGame) -> Result<Printed, Usage> {
    let began = Instant::now();
    let folder = std::path::absolute(&asked.folder).unwrap_or_else(|_| asked.folder.clone());
    if script::is_script(&folder) {
        let file = folder.display();
        return Err(Usage(format!(
            "{file}: this is a PuzzleScript source, whose rules are read in one way; `foolproof check` \
             tests its levels"
        )));
    }
    let lines = match bench(games, asked, &folder)? {
        Ok(bench) => tested(bench, asked.levels),
        Err(lines) => lines,
    };
    let outcome = holds(lines.iter().all(|line| line.end <= TestEnd::Warned));
    let text = match asked.json {
        true => printed::document(asked, outcome, &lines),
        false => printed::table(&lines, began.elapsed()),
    };
    Ok(Printed { outcome, text })
}

/// The game on the bench; or what is wrong with its manifest, a line a fault.
fn bench(
    games: &Games,
    asked: &TestGame,
    folder: &Path,
) -> Result<Result<TestBench, Vec<TestLine>>, Usage> {
    let text = Arc::new(read_folder(folder).map_err(|why| Usage(why.to_string()))?);
    let library = games.library().ok_or_else(|| Usage("no game can be loaded here".to_owned()))?;
    match library.load(games, folder) {
        Ok(_) => {}
        Err(LibraryError::Faults { faults, .. }) => {
            let line = |fault: &crate::games::own::OwnFault| {
                TestLine::new("manifest", TestEnd::Failed, fault.to_string())
            };
            return Ok(Err(faults.iter().map(line).collect()));
        }
        Err(other) => return Err(Usage(other.to_string())),
    }
    let grounder = Arc::new(WaitingGrounder::new(worker()?));
    let game = OwnGame::new(Arc::clone(&text), grounder)
        .map_err(|faults| Usage(faults.first().map(ToString::to_string).unwrap_or_default()))?;
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
        asker: Asker::new(games)?,
        sentences: SentenceSearch::new(worker()?),
        rng: Rng::with_seed(asked.seed),
        sample,
        solved: Vec::new(),
        small: Vec::new(),
        most_cells: usize::MAX,
        ends: Instant::now() + Duration::from_secs_f64(asked.time_limit),
    }))
}

/// A test, and what is said while it runs.
type RunTest = fn(&mut TestBench, u32) -> Vec<TestLine>;

fn tested(mut bench: TestBench, levels: u32) -> Vec<TestLine> {
    let tests: [(&str, RunTest); 7] = [
        ("reading the rules", |bench, _| unfolded::test(bench)),
        ("drawing and turning marks", |bench, _| drawn::test(bench)),
        ("checking levels.json", |bench, _| solved::sample(bench)),
        ("solving small levels, turned and mirrored", solved::turned),
        ("solving small levels with rows and columns added", |bench, _| padded::test(bench)),
        ("playing at random", |bench, _| heard::test(bench)),
        ("looking for concepts", |bench, _| practised::test(bench)),
    ];
    let person = std::io::stderr().is_terminal();
    let mut lines = Vec::new();
    for (what, test) in tests {
        if person {
            let _ = writeln!(std::io::stderr(), "{what} …");
        }
        let new = test(&mut bench, levels);
        // Rules that cannot be read have nothing more to tell.
        let unread = new.iter().any(|line| line.end == TestEnd::Failed && line.test == "rules");
        lines.extend(new);
        if unread {
            break;
        }
    }
    lines
}
