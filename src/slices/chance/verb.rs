//! `chance`: the odds of winning a level with random rules.

use std::ffi::OsString;

use clap::Args;

use super::question::{WeighChance, WeighedLevel};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::{Asker, answer_report};
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, LevelOdds, counted, dead_ends_among};
use foolproof_solver::{Finding, Question};

/// Say whether a level with random rules can be won with luck, for sure, and with which chance at best
#[derive(Debug, Args)]
pub(super) struct WeighLuck {
    level: OsString,
    /// With --json, list at most this many positions of the strategy
    #[arg(long, default_value_t = 1_000)]
    most: u32,
    #[command(flatten)]
    common: Common,
}

/// Holds if luck can win.
impl Verb for WeighLuck {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (level, game) = read_level(games, &self.level)?;
        game.chance().ok_or_else(|| Usage::of_game(&*game, "is not a game of chance"))?;
        // People are shown only the first move.
        let most = if self.common.form.json { self.most } else { 1 };
        let question = Question::from(WeighChance { most });
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits_alone())?;
        let can_win = |finding: &Finding| {
            finding.report().is_some_and(|WeighedLevel(odds)| odds.with_luck.is_some())
        };
        let words = |finding: &Finding, time: &str| {
            finding.report().map(|WeighedLevel(odds)| told(&*game, odds, time))
        };
        Ok(answer_report(&level, question.topic(), findings, can_win, words))
    }
}

/// Maximum number of events named in a sentence; `--json` has all.
const MAX_NEEDS: usize = 12;

fn told(game: &dyn Game, odds: &LevelOdds, time: &str) -> String {
    if let Some(why) = &odds.why_none {
        return format!("{} ({time})\n{why}\n", odds.words());
    }
    let positions = counted(odds.positions, "position", "positions");
    let dead = odds
        .dead
        .map_or_else(String::new, |dead| format!("; {}", dead_ends_among(odds.positions, dead)));
    let first = odds.strategy.first().and_then(Option::as_ref);
    let first = first
        .map_or_else(String::new, |step| format!("Begin with: {}\n", game.describe(&step.made)));
    let needs: String =
        odds.needs_words(MAX_NEEDS).iter().map(|sentence| format!("{sentence}\n")).collect();
    format!("{} ({time})\n{positions}{dead}\n{first}{needs}", odds.words())
}
