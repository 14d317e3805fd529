//! `solve`: finds solutions and counts them.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;

use crate::chance::question::{CHANCE, WeighChance, WeighedLevel};
use foolproof_cli::Printed;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Picked, Usage, pick_level};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{Asker, about, counted_kind, document, holds, write_with_stand};
use foolproof_cli::report::play_lines;
use foolproof_cli::verb::Verb;
use foolproof_games::{Estimate, Game, Games, counted, time_text};
use foolproof_level::Level;
use foolproof_solver::{
    CountSolutions, CountedSolutions, EstimatedSolutions, Finding, Question, Status, Topic,
    WhyNoSolution,
};

/// Find solutions and count them
#[derive(Debug, Args)]
pub(super) struct Solve {
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
    common: Common,
}

/// The most solutions that are stored if all are requested.
const ALL: u32 = 1_000_000;

impl Verb for Solve {
    fn run(&self, games: &Games) -> Result<Printed, Usage> {
        let (cap, forbid) = (self.number, self.forbid);
        let Self { level, out, common, .. } = self;
        // The one to forbid has to be among them.
        let cap = if cap == 0 { ALL } else { cap.max(forbid.unwrap_or(0)) };
        let picked = pick_level(games, level)?;
        let out = PackOut::of(games, out, Some(&picked))?;
        if forbid.is_none() && out.is_some() {
            return Err(Usage(
            "--out writes the level that --forbid changes; without --forbid there is nothing to \
             write"
                .to_owned(),
        ));
        }
        let Picked { level, game, .. } = picked;
        let mut asker = Asker::of_one_level(games, &*game)?;
        let mut findings =
            asker.ask(&level, &Question::from(CountSolutions { cap }), &common.limits_alone())?;
        // One play says little where chance decides.
        let is_of_chance = game.chance().is_some_and(|chance| chance.decides(&level));
        if is_of_chance {
            let weighed = Question::from(WeighChance { most: 1 });
            findings.extend(asker.ask(&level, &weighed, &common.limits_alone())?);
        }
        let count = about(&findings, Topic::COUNT);
        let solvable = about(&findings, Topic::SOLVABLE);
        let limit = count.and_then(|count| count.report::<CountedSolutions>()?.cut.clone());
        let solvable = solvable.is_some_and(|finding| finding.status() == Status::Proved);
        let weighed = about(&findings, CHANCE);
        let lucky = weighed.is_some_and(|finding| finding.status() == Status::Proved);
        let outcome = holds(if is_of_chance { lucky } else { solvable && limit.is_none() });
        let plays = count.and_then(|finding| finding.answer.plays()).unwrap_or_default();
        if let Some((number, out)) = forbid.zip(out) {
            let play =
                number.checked_sub(1).and_then(|at| plays.get(at as usize)).ok_or_else(|| {
                    let found = counted(plays.len(), "solution was found", "solutions were found");
                    Usage(format!("--forbid {number}: {found}"))
                })?;
            write_with_stand(&level, &*game, play, false, &out)?;
        }
        if common.json {
            return Ok(Printed { outcome, text: document("solve", &level, outcome, &findings) });
        }
        let text = told(&*game, &level, &findings, cap);
        Ok(Printed { outcome, text })
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

/// The findings, for people to read.
fn told(game: &dyn Game, level: &Level, findings: &[Finding], cap: u32) -> String {
    let mut text = String::new();
    if let Some(finding) = about(findings, CHANCE) {
        let says = match finding.report() {
            Some(WeighedLevel(odds)) => odds.words(),
            None => format!("Chance: {}", finding.status().words()),
        };
        let _ = writeln!(text, "{says} ({})", time_text(finding.how.elapsed));
    }
    let Some(finding) = about(findings, Topic::COUNT) else { return text };
    let plays = finding.answer.plays().unwrap_or_default();
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
    for (n, play) in plays.iter().take(cap as usize).enumerate() {
        let _ = writeln!(text, "{}.\n{}", n + 1, play_lines(game, play).join("\n"));
    }
    text
}
