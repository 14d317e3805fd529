//! `solve`: finds solutions and counts them.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;

use super::pack::solve_pack;
use crate::chance::question::{CHANCE, WeighChance, WeighedLevel};
use foolproof_cli::args::Common;
use foolproof_cli::input::{LevelRef, Picked, Usage, pick_from, read_contents};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{
    Asker, about, counted_kind, fault_of, holds, is_proved, write_with_stand,
};
use foolproof_cli::report::play_lines;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::{Estimate, Game, Games, counted, time_text};
use foolproof_level::Level;
use foolproof_solver::{
    CountSolutions, CountedSolutions, EstimatedSolutions, Finding, Question, Topic, WhyNoSolution,
};

/// Find solutions and count them
#[derive(Debug, Args)]
pub(super) struct Solve {
    /// Its file; of a file with several levels, each is counted unless one is named, as in pack.json#2
    level: OsString,
    /// Count up to this many; 0 for all of them, up to a million
    #[arg(short, long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    number: u32,
    /// Forbid the solution with this number: the concept then rules it out
    #[arg(long, value_name = "NUMBER", requires = "out", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    forbid: Option<u32>,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Maximum number of solutions if all are requested.
const ALL: u32 = 1_000_000;

impl Verb for Solve {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let wanted = LevelRef::parse(&self.level);
        let contents = read_contents(games, &wanted.file, None)?;
        let changes = self.forbid.is_some() || self.out.out.is_some();
        if wanted.level.is_none() && !changes && contents.levels.len() > 1 {
            return solve_pack(games, self, &wanted.file, &contents);
        }
        self.solve_level(games, pick_from(games, wanted, contents)?)
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

impl Solve {
    /// Returns the maximum number of solutions to search for.
    pub(super) fn cap(&self) -> u32 {
        // The solution to forbid has to be among them.
        if self.number == 0 { ALL } else { self.number.max(self.forbid.unwrap_or(0)) }
    }

    fn solve_level(&self, games: &Games, picked: Picked) -> Result<Report, Usage> {
        let out = PackOut::of(games, &self.out, Some(&picked))?;
        if self.forbid.is_none() && out.is_some() {
            return Err(Usage(
                "--out writes the level that --forbid changes; without --forbid there is nothing to write"
                    .to_owned(),
            ));
        }
        let Picked { level, game, .. } = picked;
        let mut asker = Asker::of_one_level(games, &*game)?;
        let findings = self.ask(&mut asker, &*game, &level);
        if let Some(why) = fault_of(&findings) {
            return Err(Usage(why));
        }
        let outcome = outcome(&*game, &level, &findings);
        if let Some((number, out)) = self.forbid.zip(out) {
            let count = about(&findings, Topic::COUNT);
            let plays = count.and_then(|finding| finding.answer.plays()).unwrap_or_default();
            let play =
                number.checked_sub(1).and_then(|at| plays.get(at as usize)).ok_or_else(|| {
                    let found = counted(plays.len(), "solution was found", "solutions were found");
                    Usage(format!("--forbid {number}: {found}"))
                })?;
            write_with_stand(&level, &*game, play, false, &out)?;
        }
        let text = told(&*game, &level, &findings) + &listed(&*game, &findings, self.cap());
        Ok(Report::new(outcome, text).findings(&level, findings))
    }

    /// Counts the solutions of a level, or weighs the odds of a win if chance decides.
    pub(super) fn ask(&self, asker: &mut Asker, game: &dyn Game, level: &Level) -> Vec<Finding> {
        let limits = self.common.limits_alone();
        let question = Question::from(CountSolutions { cap: self.cap() });
        let mut findings = asker.look(level, &question, &limits);
        // A single play means little if chance decides.
        if decided_by_chance(game, level) {
            findings.extend(asker.look(level, &Question::from(WeighChance { most: 1 }), &limits));
        }
        findings
    }
}

fn decided_by_chance(game: &dyn Game, level: &Level) -> bool {
    game.chance().is_some_and(|chance| chance.decides(level))
}

/// Returns whether a level can be solved, or won if chance decides, as far as was asked.
pub(super) fn outcome(game: &dyn Game, level: &Level, findings: &[Finding]) -> Outcome {
    let is_proved = |topic| about(findings, topic).is_some_and(is_proved);
    if decided_by_chance(game, level) {
        return holds(is_proved(CHANCE));
    }
    let count = about(findings, Topic::COUNT);
    let limit = count.and_then(|count| count.report::<CountedSolutions>()?.cut.clone());
    holds(is_proved(Topic::SOLVABLE) && limit.is_none())
}

/// Formats the findings for people.
pub(super) fn told(game: &dyn Game, level: &Level, findings: &[Finding]) -> String {
    let mut text = String::new();
    if let Some(finding) = about(findings, CHANCE) {
        let says = match finding.report() {
            Some(WeighedLevel(odds)) => odds.words(),
            None => format!("Chance: {}", finding.status().words()),
        };
        let _ = writeln!(text, "{says} ({})", time_text(finding.how.elapsed));
    }
    let Some(finding) = about(findings, Topic::COUNT) else { return text };
    let limit = finding.report::<CountedSolutions>().and_then(|counted| counted.cut.clone());
    let then = limit.map_or_else(String::new, |why| format!(", then {}", why.words()));
    let time = time_text(finding.how.elapsed);
    let kind = counted_kind(game, &finding.answer);
    let kind = [Some(kind.to_owned()), game.read_as(level)];
    let kind = kind.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let _ = writeln!(text, "{kind}: {}{then} ({time})", finding.status().words());
    let why_none = about(findings, Topic::WHY_NONE).and_then(Finding::report);
    if let Some(WhyNoSolution { says, .. }) = why_none {
        let _ = writeln!(text, "{says}");
    }
    if let Some((loosely, reading)) = about(findings, Topic::LOOSELY).zip(game.looser_reading()) {
        let _ = writeln!(text, "Solutions {reading}: {}", loosely.status().words());
    }
    let estimated = about(findings, Topic::ESTIMATE).and_then(Finding::report);
    if let Some(EstimatedSolutions { estimate, .. }) = estimated {
        let Estimate { value, error } = estimate;
        let _ = writeln!(text, "About {value:.2e} of them, give or take {error:.1e}");
    }
    text
}

/// Lists at most `cap` of the solutions that were found.
fn listed(game: &dyn Game, findings: &[Finding], cap: u32) -> String {
    let mut text = String::new();
    let found = about(findings, Topic::COUNT).and_then(|finding| finding.answer.plays());
    for (n, play) in found.unwrap_or_default().iter().take(cap as usize).enumerate() {
        let _ = writeln!(text, "{}.\n{}", n + 1, play_lines(game, play).join("\n"));
    }
    text
}
