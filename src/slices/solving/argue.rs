//! `argue`: weighs evidence, and finds the least that would do.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;

use super::claims::{
    FindNextArguments, NextArguments, OPTIMAL, SmallestArgument, WeighClaim, WeighedClaim,
};
use super::evidence as naming;
use super::question::StepsBy;
use super::verb::{ShownSteps, show_steps};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Picked, Usage, parsed, pick_level};
use foolproof_cli::questions::{Asker, about, holds, is_proved};
use foolproof_cli::verb::Verb;
use foolproof_game::{Argument, Claim, Game, Games, Tactics, Verdict, time_text};
use foolproof_level::{Level, Place, Play, Site};
use foolproof_solver::{Finding, Question};

/// Check an argument and find the smallest one (Sudoku); without a conclusion, find the cells
/// that need the least evidence
#[derive(Debug, Args)]
pub(super) struct Argue {
    pub level: OsString,
    /// The cell to prove, such as R3C5
    #[arg(long, value_name = "CELL")]
    pub conclusion: Option<String>,
    /// What is to prove it: filled cells, and constraints by their numbers, such as R1C1,R2C2,#4, or
    /// all constraints: `constraints`; may be repeated
    #[arg(long, value_name = "CELLS")]
    pub evidence: Vec<String>,
    /// A cell that is filled besides the clues, such as R3C5=7; may be repeated
    #[arg(long, value_name = "CELL=MARK")]
    pub filled: Vec<String>,
    /// Prove the whole puzzle, step by step
    #[arg(long, conflicts_with_all = ["conclusion", "evidence", "filled"])]
    pub path: bool,
    #[command(flatten)]
    pub common: Common,
}

impl Verb for Argue {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let picked = pick_level(games, &self.level)?;
        let Picked { level, game, .. } = &picked;
        game.arguments().ok_or_else(|| Usage::of_game(&**game, "is not solved by arguments"))?;
        if self.path {
            return show_steps(games, &picked, ShownSteps::all(StepsBy::Own), &self.common);
        }
        let claim = claim(self, &**game, level)?;
        let question = match claim.conclusion.is_some() || !claim.evidence.is_empty() {
            true => Question::from(WeighClaim { claim }),
            false => FindNextArguments { filled: claim.filled }.into(),
        };
        let mut asker = Asker::new(games)?;
        if let Some(FindNextArguments { filled }) = question.query()
            && !filled.is_empty()
        {
            // Wrong entries are refused, not ignored.
            let claim = Claim { filled: filled.clone(), ..Claim::default() };
            asker.ask(level, &WeighClaim { claim }.into(), &self.common.limits())?;
        }
        let findings = asker.ask(level, &question, &self.common.limits())?;
        let finding = about(&findings, question.topic());
        let outcome = match question.query() {
            // Checks whether evidence suffices; without any, looks for an argument.
            Some(WeighClaim { claim }) if claim.evidence.is_empty() => {
                let optimal = about(&findings, OPTIMAL).and_then(Finding::report);
                holds(optimal.is_some_and(|found: &SmallestArgument| found.smallest.is_some()))
            }
            Some(WeighClaim { claim }) if claim.conclusion.is_none() => holds(true),
            _ => holds(finding.is_some_and(is_proved)),
        };
        let of = ToldOf { game: &**game, level };
        let text: String = findings.iter().map(|finding| told(of, finding)).collect();
        Ok(Report::new(outcome, text).findings(level, findings))
    }
}

fn claim(asked: &Argue, game: &dyn Game, level: &Level) -> Result<Claim, Usage> {
    let site = |option: &str, text: &str| cell(level, option, text);
    let conclusion =
        asked.conclusion.as_deref().map(|text| site("--conclusion", text)).transpose()?;
    let mut evidence = BTreeSet::new();
    for list in &asked.evidence {
        for text in list.split([',', ' ']).filter(|text| !text.is_empty()) {
            match constraints(level, text)? {
                Some(sites) => evidence.extend(sites),
                None => _ = evidence.insert(site("--evidence", text)?),
            }
        }
    }
    let mut filled = Play::default();
    for text in &asked.filled {
        let (at, mark) = text.split_once('=').ok_or_else(|| {
            Usage(format!("--filled: write CELL=MARK, such as R3C5=7, not `{text}`"))
        })?;
        let mark = parsed("--filled", mark)?;
        if filled.0.insert(site("--filled", at)?, mark).is_some() {
            return Err(Usage(format!("--filled: {at} is filled in twice")));
        }
    }
    // A broken rule proves nothing.
    if let Verdict::Illegal { why, .. } = game.judge(level, &filled) {
        return Err(Usage(format!("--filled: {why}")));
    }
    Ok(Claim { filled, evidence, conclusion })
}

/// Returns the constraints that a word of evidence means: all, or the one with a number; `None` for other
/// words.
fn constraints(level: &Level, text: &str) -> Result<Option<Vec<Site>>, Usage> {
    let all = || level.marks().map(|(site, _)| site).filter(naming::is_constraint);
    if text == "constraints" {
        return Ok(Some(all().collect()));
    }
    let Some(number) = text.strip_prefix('#') else { return Ok(None) };
    let found = number.parse::<u16>().ok().and_then(|number| number.checked_sub(1));
    let site = found.map(Site::constraint).filter(|site| all().any(|other| other == *site));
    match site {
        Some(site) => Ok(Some(vec![site])),
        None => Err(Usage(format!("--evidence: the level has no constraint {text}"))),
    }
}

/// Reads a cell as a player names it, `R3C5` or `r3c5` (rows and columns from 1), or as files do, `cell(4,2)`.
fn cell(level: &Level, option: &str, text: &str) -> Result<Site, Usage> {
    let site = Site::from_name(text).or_else(|| text.parse().ok()).ok_or_else(|| {
        Usage(format!("{option}: `{text}` is not a cell; write it like R3C5 (row 3, column 5)"))
    })?;
    match site.place == Place::Cell && level.board.contains(site) {
        true => Ok(site),
        false => Err(Usage(format!("{option}: {} is off the board", site.name()))),
    }
}

/// The context for printing arguments.
#[derive(Clone, Copy)]
struct ToldOf<'a> {
    game: &'a dyn Game,
    level: &'a Level,
}

impl ToldOf<'_> {
    fn names(&self, sites: &BTreeSet<Site>) -> String {
        naming::names(self.game, self.level, sites)
    }

    fn line(&self, argument: &Argument) -> String {
        let technique =
            argument.technique.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        format!(
            "{} = {} from {}: {}{technique}",
            argument.conclusion.name(),
            argument.mark,
            naming::size(&argument.evidence),
            self.names(&argument.evidence)
        )
    }

    /// Formats arguments, one a line.
    fn lines(&self, arguments: &[Argument]) -> String {
        arguments.iter().map(|argument| self.line(argument) + "\n").collect()
    }
}

/// Formats a finding about an argument as lines.
fn told(of: ToldOf<'_>, finding: &Finding) -> String {
    let time = time_text(finding.how.elapsed);
    if let Some(found) = finding.report() {
        return weighed_text(of, found, &time);
    }
    if let Some(found) = finding.report() {
        return smallest_text(of, found, &time);
    }
    if let Some(NextArguments { arguments, .. }) = finding.report() {
        return match arguments.as_slice() {
            [] => "No empty cell can be proved\n".to_owned(),
            arguments => of.lines(arguments),
        };
    }
    format!("{}: {}\n", of.game.about().name, finding.status().words())
}

/// Formats the result of weighing a claim as lines.
fn weighed_text(of: ToldOf<'_>, found: &WeighedClaim, time: &str) -> String {
    let WeighedClaim { claim, weighed } = found;
    let mut text = String::new();
    if let Some(site) = claim.conclusion {
        let name = site.name();
        let technique = weighed.technique.as_ref().map(|t| format!(", {t}")).unwrap_or_default();
        let _ = match &weighed.concludes {
            Some(mark) => writeln!(text, "Valid: {name} must be {mark}{technique} ({time})"),
            None => {
                let left = weighed.possible.get(&site);
                let left: Vec<&str> =
                    left.into_iter().flatten().map(|mark| mark.as_str()).collect();
                writeln!(text, "Not valid: {name} could be {} ({time})", left.join(", "))
            }
        };
    }
    let settled = weighed.possible.iter().filter(|(_, marks)| marks.len() == 1);
    let settled: BTreeSet<Site> = settled.map(|(site, _)| *site).collect();
    let _ = writeln!(text, "This evidence fixes: {}", of.names(&settled));
    text
}

/// Formats the least evidence, or what all smallest arguments have in common, as lines.
fn smallest_text(of: ToldOf<'_>, found: &SmallestArgument, time: &str) -> String {
    match (&found.smallest, &found.tactics) {
        (None, _) => format!("The filled cells do not prove this cell ({time})\n"),
        (Some(smallest), None) => format!("Smallest: {} ({time})\n", of.line(smallest)),
        (Some(_), Some(Tactics { in_all, in_none })) => format!(
            "In every smallest argument: {}\n\
             In no smallest argument: {} ({time})\n",
            of.names(in_all),
            of.names(in_none)
        ),
    }
}
