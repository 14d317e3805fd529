//! `test-game`: the tests of a designer's own game, which has no second implementation to compare with.
//!
//! The tests are in `testing`; this prints their results.

mod printed;

use foolproof_solver::Stop;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use foolproof_cli::Report;
use foolproof_cli::args::seconds;
use foolproof_cli::input::Usage;
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{engine, holds};
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_testing::{self as testing, TestEnd, TestNews, TestPlan};

/// Test a game of your own: its rules, marks and levels (exit status 1: something failed, or a
/// limit came first)
#[derive(Debug, Args)]
pub(super) struct TestGame {
    /// The game's folder
    pub folder: PathBuf,
    /// The same seed makes the same random levels and plays
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many small random levels are solved, turned and solved again
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub levels: u32,
    /// Most seconds of processor time for all of it; on a busy machine it takes longer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) time_limit: f64,
    #[command(flatten)]
    pub out: OutArgs,
}

impl Verb for TestGame {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let began = Instant::now();
        let out = PackOut::of(games, &self.out, None)?;
        let plan = TestPlan {
            folder: self.folder.clone(),
            seed: self.seed,
            levels: self.levels,
            time: Duration::from_secs_f64(self.time_limit),
        };
        let person = std::io::stderr().is_terminal();
        let mut tell = |news: TestNews<'_>| {
            if let TestNews::Begins { what, .. } = news
                && person
            {
                let _ = writeln!(std::io::stderr(), "{what} …");
            }
        };
        let stop = Stop::on_interrupt();
        let lines =
            testing::test_game(games, &engine()?, &plan, &stop, &mut tell).map_err(Usage::of)?;
        let outcome = holds(lines.iter().all(|line| line.end <= TestEnd::Warned));
        if let Some(out) = &out {
            out.add(printed::shown_levels(&lines))?;
        }
        let text = printed::table(self, &lines, began.elapsed());
        Ok(Report::new(outcome, text).fields(printed::fields(self, &lines)))
    }
}
