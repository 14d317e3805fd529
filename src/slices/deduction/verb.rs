//! `deduce`: a level solved by rules, round by round, in words.

use std::ffi::OsString;

use serde_json::json;

use clap::Args;

use super::question::{DEDUCTION, DeduceLevel, DeducedLevel, SitesTried, TRIALS, TryHelpingMarks};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::{Asker, about, answer_report, holds, is_proved};
use foolproof_cli::report::columns;
use foolproof_cli::verb::Verb;
use foolproof_game::{Deduced, Deduction, DeductionEnd, DeductionTrial, Game, Games, counted};
use foolproof_level::Level;
use foolproof_solver::Finding;

/// Solve a level by deduction, round by round, in words (Linjat)
#[derive(Debug, Args)]
pub(super) struct Deduce {
    pub level: OsString,
    /// Instead of the rounds, show what one more mark on each open cell would do
    #[arg(long)]
    pub trials: bool,
    #[command(flatten)]
    pub common: Common,
}

impl Verb for Deduce {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (level, game) = read_level(games, &self.level)?;
        let refused = || Usage::of_game(&*game, "is not solved by deduction");
        let rules = game.deduction().ok_or_else(refused)?;
        if self.trials {
            return trials(games, rules, &level, &*game, &self.common);
        }
        let question = DeduceLevel.into();
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits())?;
        let words = |finding: &Finding, time: &str| {
            finding.report().map(|DeducedLevel(deduced)| told(rules, deduced, time))
        };
        Ok(answer_report(&level, DEDUCTION, findings, is_proved, words))
    }
}

/// Formats every round with its rule, its width and its findings.
fn told(rules: &dyn Deduction, deduced: &Deduced, time: &str) -> String {
    let mut text = String::new();
    for (at, round) in deduced.rounds.iter().enumerate() {
        let rule = rules.rules().iter().find(|rule| rule.id == round.rule);
        let name = rule.map_or(round.rule.as_str(), |rule| &rule.name);
        text.push_str(&format!("{:3}  {name} ({})\n", at + 1, round.insights.len()));
        for insight in &round.insights {
            text.push_str(&format!("       {}\n", insight.words));
        }
    }
    for leak in &deduced.leaks {
        text.push_str(&format!("Leak after round {}: {}\n", leak.after, leak.words));
    }
    let rounds = counted(deduced.rounds.len(), "round", "rounds");
    match &deduced.end {
        DeductionEnd::Solved { .. } => {
            text.push_str(&format!("Solved by deduction in {rounds} ({time})\n"));
        }
        DeductionEnd::Stops { words, .. } => {
            text.push_str(&format!("Deduction stops after {rounds}: {words} ({time})\n"));
        }
        DeductionEnd::Impossible { words, .. } => {
            text.push_str(&format!("No solution: {words} ({time})\n"));
        }
    }
    text
}

/// Prints the effect of one more mark on each open site.
fn trials(
    games: &Games,
    rules: &dyn Deduction,
    level: &Level,
    game: &dyn Game,
    common: &Common,
) -> Result<Report, Usage> {
    let mut asker = Asker::new(games)?;
    // Reports where and why the level makes no sense, if it does not.
    asker.ask(level, &DeduceLevel.into(), &common.limits())?;
    let findings = asker.ask(level, &TryHelpingMarks.into(), &common.limits())?;
    let finding = about(&findings, TRIALS);
    let tried = finding.and_then(|finding| finding.answer.report::<SitesTried>());
    let (trials, whole) = tried.map_or((&[][..], false), |tried| (&tried.trials, tried.all));
    let outcome = holds(trials.iter().any(|trial| trial.solved));
    let mark = rules.helper();
    let fields = json!({ "mark": mark, "trials": trials, "whole": whole });
    let (one, more) = rules.things();
    let mark = mark.map_or_else(String::new, |mark| game.describe(&mark));
    let row = |trial: &DeductionTrial| {
        let rounds = counted(trial.rounds, "round", "rounds");
        let does = match (trial.solved, trial.impossible, trial.open) {
            (true, ..) => format!("solved in {rounds}"),
            (_, true, _) => "no solution".to_owned(),
            (.., 1) => format!("one {one} left after {rounds}"),
            (.., open) => format!("{open} {more} left after {rounds}"),
        };
        [trial.site.name(), does]
    };
    let table = columns([format!("a {mark} on"), "result".to_owned()], trials.iter().map(row));
    let rest = if whole { "" } else { "Stopped before every cell was tried.\n" };
    Ok(Report::new(outcome, format!("{table}\n{rest}")).of_level(level).fields(fields))
}
