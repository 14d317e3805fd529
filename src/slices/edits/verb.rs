//! `effects`: counts the solutions of a level after single edits.

use comfy_table::Table;
use std::ffi::OsString;

use clap::Args;

use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, parsed, read_level, read_site};
use foolproof_cli::questions::{Asker, answer_report, is_proved};
use foolproof_cli::report::columns;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, counted};
use foolproof_level::{Level, Mark, Site};
use foolproof_solver::{
    Candidates, Count, EditsTried, Effect, FindNeedlessMarks, Finding, Question, Status, TryEdits,
    Why,
};

/// Count the solutions after each single edit; without options, find marks that are not needed
#[derive(Debug, Args)]
pub(super) struct Effects {
    pub level: OsString,
    /// Try this mark on every site that takes it, such as "square(black)"
    #[arg(long, conflicts_with = "site")]
    pub mark: Option<String>,
    /// Try every mark on this site, such as R3C2
    #[arg(long)]
    pub site: Option<String>,
    #[command(flatten)]
    pub common: Common,
}

impl Verb for Effects {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (level, game) = read_level(games, &self.level)?;
        let question = question(self, &*game, &level)?;
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits())?;
        let words = |finding: &Finding, time: &str| {
            let tried = finding.answer.edits()?;
            Some(told(&*game, &level, tried, finding.status(), time))
        };
        Ok(answer_report(&level, question.topic(), findings, is_proved, words))
    }
}

fn told(game: &dyn Game, level: &Level, tried: &EditsTried, status: Status, time: &str) -> String {
    let EditsTried { now, effects, .. } = tried;
    let kind = if game.counts_shortest() { "Shortest solutions" } else { "Solutions" };
    let rest = match status {
        Status::Unknown(Why::Moot(why)) => format!("No mark can be called needed: {why}\n"),
        Status::Unknown(why) => format!("Not every edit was tried: {}\n", why.words()),
        _ => String::new(),
    };
    let (table, edits) =
        (table(game, level, now, effects), counted(effects.len(), "edit", "edits"));
    format!("{kind} now: {}\n{table}\n{rest}{edits} in {time}\n", now.status().words())
}

fn question(asked: &Effects, game: &dyn Game, level: &Level) -> Result<Question, Usage> {
    let site = |text: &String| -> Result<Site, Usage> {
        let site = read_site("--site", text)?;
        match game.layout_of(level).rect(site) {
            Some(_) => Ok(site),
            None => Err(Usage(format!("--site: {} is off the board", site.name()))),
        }
    };
    let mark = |text: &String| -> Result<Mark, Usage> {
        let mark: Mark = parsed("--mark", text)?;
        let sites = game.layout_of(level).sites;
        let fits = |site: &Site| game.accepts(&level.board, *site, &mark);
        let first = sites.first().map(|(site, _)| fits(site));
        match (sites.iter().any(|(site, _)| fits(site).is_ok()), first) {
            (false, Some(Err(why))) => Err(Usage(format!("--mark: {why}"))),
            _ => Ok(mark),
        }
    };
    Ok(match (&asked.site, &asked.mark) {
        (Some(text), _) => Question::from(TryEdits { candidates: Candidates::OfSite(site(text)?) }),
        (None, Some(text)) => {
            Question::from(TryEdits { candidates: Candidates::OfMark(mark(text)?) })
        }
        (None, None) => Question::from(FindNeedlessMarks),
    })
}

fn table(game: &dyn Game, level: &Level, now: &Count, effects: &[Effect]) -> Table {
    let row = |effect: &Effect| {
        let edit = match (&effect.mark, level.mark(effect.site)) {
            (Some(mark), _) => game.describe(mark),
            (None, Some(old)) => format!("without the {}", game.describe(old)),
            (None, None) => "nothing".to_owned(),
        };
        let same = match (effect.same, effect.needless) {
            // In a level without a solution no mark matters.
            _ if *now == Count::Exactly(0) => "",
            (_, Some(true)) => "not needed",
            (Some(true), Some(false)) => "the same solutions, but needed for something else",
            (Some(true), None) => "the same solutions",
            _ => "",
        };
        [effect.site.name(), edit, effect.solutions.status().words(), same.to_owned()]
    };
    columns(["site", "edit", "solutions", ""], effects.iter().map(row))
}
