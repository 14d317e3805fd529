//! `explain`: says why a level does not work, or which marks are forced.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;

use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::{
    Asker, about, blame_text, fault_of, holds, is_proved, tell_intended,
};
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::{Game, Games, time_text};
use foolproof_level::Level;
use foolproof_solver::{
    CONFLICT, CheckIntended, FindConflict, FindForcedMarks, Finding, FoundConflict, Limits,
    MarksOfSolutions, ProveShortcutFree, Question, SEVERAL, SeveralSolutions, SolveLevel, Status,
    Topic, Why, has_concept, has_intended,
};

/// Show what makes a level unsolvable or leaves it a shortcut, or which marks are forced (exit
/// status 1: not known, or nothing stands in the way)
#[derive(Debug, Args)]
pub(super) struct Explain {
    level: OsString,
    #[command(flatten)]
    common: Common,
}

impl Verb for Explain {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let Self { level, common } = self;
        let (level, game) = read_level(games, level)?;
        let findings = explanation(&mut Asker::new(games)?, &level, &common.limits())?;
        let outcome = match fault_of(&findings) {
            Some(why) => {
                complain(&why);
                Outcome::BadInput
            }
            // The last question is the one that explains the level.
            None => holds(findings.last().is_some_and(is_proved)),
        };
        let mut text = String::new();
        tell_intended(&findings, &mut text);
        let faulty =
            |finding: &&Finding| matches!(finding.status(), Status::Unknown(Why::BadInput(_)));
        let told = findings.iter().filter(|finding| !faulty(finding));
        for finding in told.filter(|finding| finding.topic() != Topic::INTENDED) {
            explain_finding(&*game, &level, finding, &mut text);
        }
        if game.moves().is_some() {
            text.push_str(further_verbs(&findings));
        }
        Ok(Report::new(outcome, text).findings(&level, findings))
    }
}

/// Suggests other verbs for a game of moves whose conflict no marks explain.
fn further_verbs(findings: &[Finding]) -> &'static str {
    let status = |topic| about(findings, topic).map(Finding::status);
    let undecided = matches!(status(CONFLICT), Some(Status::Unknown(Why::Undecided(_))));
    match (status(Topic::SOLVABLE), status(Topic::SHORTCUT_FREE)) {
        (Some(Status::Refuted), _) if undecided => "`positions` shows where the moves lead.\n",
        (_, Some(Status::Refuted)) if undecided => {
            "`verify` shows the shortcut, and `events` what every solution does.\n"
        }
        _ => "",
    }
}

/// Asks what is forced or to blame, as long as the level's concept can be read.
fn explanation(asker: &mut Asker, level: &Level, limits: &Limits) -> Result<Vec<Finding>, Usage> {
    let mut findings = asker.ask(level, &Question::from(SolveLevel::default()), limits)?;
    let solvable = about(&findings, Topic::SOLVABLE).map(Finding::status);
    if has_intended(level) {
        findings.extend(asker.look(level, &Question::from(CheckIntended), limits));
    }
    let mut shortcut = false;
    if solvable == Some(Status::Proved) && has_concept(level) {
        findings.extend(asker.look(level, &Question::from(ProveShortcutFree), limits));
        shortcut = about(&findings, Topic::SHORTCUT_FREE)
            .is_some_and(|finding| finding.status() == Status::Refuted);
    }
    if solvable == Some(Status::Proved) && !has_concept(level) && fault_of(&findings).is_none() {
        let told = asker.look(level, &Question::from(FindConflict), limits);
        findings.extend(told.into_iter().filter(|finding| finding.topic() == SEVERAL));
    }
    if fault_of(&findings).is_none() {
        let question = match solvable {
            Some(Status::Proved) if !shortcut => Question::from(FindForcedMarks),
            _ => Question::from(FindConflict),
        };
        findings.extend(asker.look(level, &question, limits));
    }
    Ok(findings)
}

fn explain_finding(game: &dyn Game, level: &Level, finding: &Finding, text: &mut String) {
    let time = time_text(finding.how.elapsed);
    let status = finding.status();
    if let Some(found) = finding.report() {
        text.push_str(&forced_text(game, found, &time));
        return;
    }
    if let Some(FoundConflict(blame)) = finding.report() {
        let words = match blame {
            Some(blame) => blame_text(game, level, blame, &time),
            None => format!("Nothing is in the way: the level has a solution ({time})\n"),
        };
        text.push_str(&words);
        return;
    }
    if let Some(several) = finding.report::<SeveralSolutions>() {
        let words = several.words(game, level.board);
        let _ = writeln!(text, "Several solutions ({time}). {words}");
        return;
    }
    match finding.topic() {
        Topic::SOLVABLE => {
            let kind = [Some("Solvable".to_owned()), game.read_as(level)];
            let kind = kind.into_iter().flatten().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{kind}: {} ({time})", status.words());
        }
        Topic::SHORTCUT_FREE => {
            let _ = writeln!(text, "Shortcut-free: {} ({time})", status.words());
        }
        _ => {
            let _ = match &status {
                Status::Unknown(Why::Moot(why)) => {
                    writeln!(text, "Nothing is in the way: {why} ({time})")
                }
                Status::Unknown(Why::Undecided(why)) => {
                    writeln!(text, "What is in the way: {why} ({time})")
                }
                status => {
                    writeln!(text, "What is in the way: {} ({time})", status.words())
                }
            };
        }
    }
}

/// Lists the marks that are in every solution.
fn forced_text(game: &dyn Game, found: &MarksOfSolutions, time: &str) -> String {
    let sure = match (found.is_exact(), game.counts_shortest()) {
        (true, false) => "in every solution",
        (true, true) => "in every shortest solution",
        (false, _) => "in every solution that was found",
    };
    let marks = match found.forced.len() {
        0 => "No mark is".to_owned(),
        1 => "One mark is".to_owned(),
        n => format!("{n} marks are"),
    };
    let mut text = format!("{marks} {sure} ({time})\n");
    for (site, mark) in &found.forced {
        let _ = writeln!(text, "  {}: {}", site.name(), game.describe(mark));
    }
    text
}
