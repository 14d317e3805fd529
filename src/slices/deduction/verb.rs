//! `deduce`: a level solved by rules, round by round, in words.

use std::ffi::OsString;

use comfy_table::{Table, presets};
use serde_json::json;

use clap::Args;

use super::question::{DEDUCTION, DeduceLevel, DeducedLevel, SitesTried, TRIALS, TryHelpingMarks};
use foolproof_cli::Printed;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::{Asker, about, document, holds};
use foolproof_cli::report::json_report_of;
use foolproof_cli::verb::Verb;
use foolproof_game::{Deduced, Deduction, DeductionEnd, Game, Games, counted, time_text};
use foolproof_level::Level;
use foolproof_solver::Status;

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
    fn run(&self, games: &Games) -> Result<Printed, Usage> {
        let (level, game) = read_level(games, &self.level)?;
        let Some(rules) = game.deduction() else {
            let name = &game.about().name;
            return Err(Usage(format!("{name} is not solved by deduction")));
        };
        if self.trials {
            return trials(games, rules, &level, &*game, &self.common);
        }
        let question = DeduceLevel.into();
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits())?;
        let finding = about(&findings, DEDUCTION);
        let outcome = holds(finding.is_some_and(|finding| finding.status() == Status::Proved));
        if self.common.json {
            return Ok(Printed { outcome, text: document("deduce", &level, outcome, &findings) });
        }
        let text = finding.map(|finding| match finding.report() {
            Some(DeducedLevel(deduced)) => told(rules, deduced, &time_text(finding.how.elapsed)),
            None => format!("{}\n", finding.status().words()),
        });
        Ok(Printed { outcome, text: text.unwrap_or_default() })
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
) -> Result<Printed, Usage> {
    let mut asker = Asker::new(games)?;
    // Reports where and why the level makes no sense, if it does not.
    asker.ask(level, &DeduceLevel.into(), &common.limits())?;
    let findings = asker.ask(level, &TryHelpingMarks.into(), &common.limits())?;
    let finding = about(&findings, TRIALS);
    let tried = finding.and_then(|finding| finding.answer.report::<SitesTried>());
    let (trials, whole) = tried.map_or((&[][..], false), |tried| (&tried.trials, tried.all));
    let outcome = holds(trials.iter().any(|trial| trial.solved));
    let mark = rules.helper();
    if common.json {
        let rest = json!({ "mark": mark, "trials": trials, "whole": whole });
        return Ok(Printed { outcome, text: json_report_of("deduce", level, outcome, rest) });
    }
    let (one, more) = rules.things();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mark = mark.map_or_else(String::new, |mark| game.describe(&mark));
    table.set_header([format!("a {mark} on"), "result".to_owned()]);
    for trial in trials {
        let rounds = counted(trial.rounds, "round", "rounds");
        let does = match (trial.solved, trial.impossible, trial.open) {
            (true, ..) => format!("solved in {rounds}"),
            (_, true, _) => "no solution".to_owned(),
            (.., 1) => format!("one {one} left after {rounds}"),
            (.., open) => format!("{open} {more} left after {rounds}"),
        };
        table.add_row([trial.site.name(), does]);
    }
    let rest = if whole { "" } else { "Stopped before every cell was tried.\n" };
    Ok(Printed { outcome, text: format!("{table}\n{rest}") })
}
