//! `test-game`: what a game of one's own is put to where nobody has written it a second time.
//!
//! The tests are in `testing`; this says what came of them.

mod printed;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use super::Printed;
use super::args::seconds;
use super::input::Usage;
use super::questions::{engine, holds, stop_on_interrupt};
use foolproof_games::Games;
use foolproof_testing::{self as testing, TestEnd, TestNews, TestPlan};

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
    pub(crate) time_limit: f64,
    /// Print one JSON document; its `holds` is true when the exit status is 0
    #[arg(long)]
    pub json: bool,
}

pub(crate) fn test_game(games: &Games, asked: &TestGame) -> Result<Printed, Usage> {
    let began = Instant::now();
    let plan = TestPlan {
        folder: asked.folder.clone(),
        seed: asked.seed,
        levels: asked.levels,
        time: Duration::from_secs_f64(asked.time_limit),
    };
    let person = std::io::stderr().is_terminal();
    let mut tell = |news: TestNews<'_>| {
        if let TestNews::Begins { what, .. } = news
            && person
        {
            let _ = writeln!(std::io::stderr(), "{what} …");
        }
    };
    let stop = stop_on_interrupt();
    let lines = testing::test_game(games, &engine()?, &plan, (&stop, &mut tell))
        .map_err(|why| Usage(why.to_string()))?;
    let outcome = holds(lines.iter().all(|line| line.end <= TestEnd::Warned));
    let text = match asked.json {
        true => printed::document(asked, outcome, &lines),
        false => printed::table(&lines, began.elapsed()),
    };
    Ok(Printed { outcome, text })
}
