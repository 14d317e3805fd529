//! `check`: every level of packs against its policy, as a studio's continuous integration does.

mod asked;
mod baseline;
mod junit;
mod printed;
mod watch;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use asked::{AllAnswers, LevelAnswers, LevelToAsk, ask_all};
use baseline::{Baseline, Compared};
use clap::Args;
use printed::AboutFiles;

use crate::course::model::{JudgedCourse, LevelFound, RuleState, RuleVerdict};
use crate::course::verb::survey::{SurveyWanted, judged};
use foolproof_cli::args::Common;
use foolproof_cli::hosts::HostArgs;
use foolproof_cli::input::{Contents, Usage, game_of, read_contents, tell_of_rules, unguarded};
use foolproof_cli::output::Output;
use foolproof_cli::questions::holds;
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::{Game, Games};
use foolproof_games::{GameMismatch, script::ScriptFault};
use foolproof_kernel::system::slashed;
use foolproof_level::damaged::UnreadLevel;
use foolproof_level::{CheckItem, KeptStatus, KeptVerdict, Level, Pack};
use foolproof_solver::{
    CheckedProperty, Finding, HostSeat, LevelCheck, Limits, checked_for, kept_status,
};

/// Check every level of packs against its policy
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The packs, or folders with packs; those who help process 0 need none
    #[arg(required_unless_present = "process")]
    pub packs: Vec<OsString>,
    /// Check again whenever a pack, a game beside it, or anything in a named folder is saved, until
    /// Ctrl+C
    #[arg(long, conflicts_with_all = ["process", "hosts"])]
    pub watch: bool,
    /// Compare with an earlier check: the output of `check --json`, or a pack that was checked in the
    /// window. The exit status is then 0 if no level is worse than before and every new one meets its
    /// policy
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Also write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub host: HostArgs,
    #[command(flatten)]
    pub common: Common,
}

/// A level, and what the check found.
struct Checked {
    title: String,
    number: usize,
    file: String,
    /// Result of the check; `None` if the level cannot be read.
    found: Option<(LevelCheck, KeptVerdict)>,
    /// The level has no mark.
    bare: bool,
    /// Only shortest solutions are counted in its game.
    counts_shortest: bool,
    findings: Vec<Finding>,
    /// Reason why the level or its concept cannot be read.
    fault: Option<String>,
    compared: Option<Compared>,
}

/// The rules of order of a pack, and their state.
struct CheckedCourse {
    file: String,
    judged: JudgedCourse,
    /// Texts of rules that the baseline did not keep.
    failed_before: Vec<String>,
}

impl CheckedCourse {
    /// True if the check can pass with this rule: one that was not kept before may stay broken.
    fn is_fine(&self, rule: &RuleVerdict) -> bool {
        rule.state() == RuleState::Kept || self.failed_before.contains(&rule.rule.to_string())
    }
}

impl Checked {
    /// Returns a row for an unreadable level, which keeps no policy.
    fn unread(file: &str, number: usize, title: &str, why: &str) -> Self {
        Self {
            title: title.to_owned(),
            number,
            file: file.to_owned(),
            found: None,
            bare: false,
            counts_shortest: false,
            findings: Vec::new(),
            fault: Some(why.to_owned()),
            compared: None,
        }
    }

    /// True if this is a fault of the file rather than a level.
    fn is_file(&self) -> bool {
        self.number == 0
    }

    fn passes(&self) -> bool {
        self.found.as_ref().is_some_and(|(check, _)| check.passes())
    }

    /// True if the check can pass with this level: one that failed before must only not get worse.
    fn is_fine(&self) -> bool {
        match &self.compared {
            Some(compared) => !compared.is_worse && (self.passes() || compared.was.is_some()),
            None => self.passes(),
        }
    }
}

impl Verb for Check {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let common = &self.common;
        let seat = self.host.seat()?;
        if let Some(seat) = seat.as_ref().filter(|seat| !seat.leads()) {
            return asked::help(games, seat.clone());
        }
        if self.packs.is_empty() {
            return Err(Usage("process 0 has to know which packs are to be checked".to_owned()));
        }
        if self.watch {
            return watch::run(&self.packs);
        }
        let packs = watch::packs_of(&self.packs)?;
        let packs = packs
            .iter()
            .map(|file| {
                let file = unguarded(file);
                // A check writes no pack, so it asks about every level that `solve` takes.
                let contents = read_contents(games, file.as_ref(), None)?.with_too_large();
                Ok((slashed(file.as_ref()), contents))
            })
            .collect::<Result<Vec<_>, Usage>>()?;
        // Bad files are refused before the work begins.
        let baseline = self.baseline.as_deref().map(Baseline::read).transpose()?;
        let junit = self.junit.as_deref().map(|path| Output::to(path, true)).transpose()?;
        for (file, contents) in &packs {
            let levels = contents.levels.iter().filter_map(|level| level.as_deref().ok());
            tell_of_rules(Path::new(file), levels);
        }
        let mut checked = check_packs(games, &packs, &common.limits(), seat)?;
        if let Some(baseline) = baseline {
            baseline.compare_rules(&mut checked.courses);
            baseline.compare(&mut checked.rows);
        }
        if let Some(junit) = junit {
            junit.write(junit::report(games, &checked)?.as_bytes())?;
        }
        Ok(checked.report(games, &packs))
    }
}

/// Checks the sample packs that are part of the program.
pub(crate) fn check_sample(games: &Games) -> Result<Report, Usage> {
    let packs = games
        .all()
        .iter()
        .map(|game| {
            let name = format!("sample pack of {}", game.about().name);
            match Pack::from_json(&game.sample()) {
                Ok(pack) => Ok((name, pack.into())),
                Err(error) => Err(Usage(format!("{name}: {error}"))),
            }
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(check_packs(games, &packs, &Limits::default(), None)?.report(games, &packs))
}

/// The results for levels and courses.
struct CheckedPacks {
    rows: Vec<Checked>,
    courses: Vec<CheckedCourse>,
    /// All levels were asked about.
    whole: bool,
}

fn check_packs(
    games: &Games,
    packs: &[(String, Contents)],
    limits: &Limits,
    seat: Option<HostSeat>,
) -> Result<CheckedPacks, Usage> {
    for (file, pack) in packs {
        if pack.levels.is_empty() {
            return Err(Usage(format!("{file}: the pack has no level")));
        }
        if let Some(why) = pack.hopeless() {
            return Err(Usage(format!("{file}: {why}")));
        }
    }
    let levels: Vec<LevelToAsk<'_>> =
        packs.iter().flat_map(|(_, pack)| levels_to_ask(games, pack)).collect();
    let AllAnswers { of_levels, whole } = ask_all(games, &levels, limits, seat)?;
    let (mut answers, mut rows, mut courses) = (of_levels.into_iter(), Vec::new(), Vec::new());
    for (file, pack) in packs {
        let unread = |why: &String| Checked::unread(file, 0, "(the file)", why);
        rows.extend(pack.faults.iter().map(unread));
        let mut found = Vec::new();
        for (n, level) in pack.levels.iter().enumerate() {
            let number = n + 1;
            let (row, lesson) = match level {
                Err(UnreadLevel(why)) => {
                    (Checked::unread(file, number, "(cannot be read)", why), None)
                }
                Ok(level) => match game_of(games, level) {
                    Err(Usage(why)) => {
                        let row = Checked::unread(file, number, &level.title, &why);
                        (row, Some(LevelFound::default()))
                    }
                    Ok(game) => {
                        let LevelAnswers { findings, lesson } = answers.next().unwrap_or_default();
                        let row = checked_level(file, number, &*game, level, findings, limits);
                        (row, Some(lesson.unwrap_or_default()))
                    }
                },
            };
            rows.push(row);
            found.push(lesson);
        }
        if !pack.pack_of(Vec::new()).course.rules.is_empty() {
            let judged = judged(games, pack, found);
            let (file, failed_before) = (file.clone(), Vec::new());
            courses.push(CheckedCourse { file, judged, failed_before });
        }
    }
    Ok(CheckedPacks { rows, courses, whole })
}

/// Returns the levels of a pack that can be asked about, in order.
fn levels_to_ask<'a>(games: &Games, pack: &'a Contents) -> Vec<LevelToAsk<'a>> {
    let course = pack.pack_of(Vec::new()).course;
    let wanted = (!course.rules.is_empty()).then(|| SurveyWanted::for_rules(&course));
    let asks = wanted.map(|wanted| (course.all_concepts(), wanted));
    let readable = pack.levels.iter().flatten();
    let known = readable.filter(|level| games.by_id(&level.game).is_some());
    let to_ask =
        |level: &'a Arc<Level>| LevelToAsk { level: Cow::Borrowed(&**level), course: asks.clone() };
    known.map(to_ask).collect()
}

/// Builds the row of a level from the answers about it.
fn checked_level(
    file: &str,
    number: usize,
    game: &dyn Game,
    level: &Arc<Level>,
    findings: Vec<Finding>,
    limits: &Limits,
) -> Checked {
    let check = LevelCheck::of(game, level, &findings);
    let verdict = check.verdict(checked_for(game, level), limits, SystemTime::now());
    Checked {
        title: level.title.clone(),
        number,
        file: file.to_owned(),
        bare: level.marks().next().is_none(),
        counts_shortest: game.counts_shortest(),
        findings,
        fault: check.fault.clone(),
        found: Some((check, verdict)),
        compared: None,
    }
}

/// A warning about a PuzzleScript source, after its file.
type SourceWarning<'a> = (&'a str, &'a ScriptFault);

impl CheckedPacks {
    fn report(&self, games: &Games, packs: &[(String, Contents)]) -> Report {
        let is_kept =
            |course: &CheckedCourse| course.judged.verdicts.iter().all(|rule| course.is_fine(rule));
        let kept = self.courses.iter().all(is_kept);
        let outcome: Outcome = holds(self.whole && kept && self.rows.iter().all(Checked::is_fine));
        let mismatches: Vec<(&str, GameMismatch)> = packs
            .iter()
            .flat_map(|(file, pack)| {
                let found = foolproof_games::mismatches(games, &pack.pack_of(Vec::new()));
                found.into_iter().map(|mismatch| (file.as_str(), mismatch))
            })
            .collect();
        let warnings: Vec<SourceWarning<'_>> = packs
            .iter()
            .flat_map(|(file, pack)| pack.warnings.iter().map(move |told| (file.as_str(), told)))
            .collect();
        let notes: Vec<(&str, String)> = packs
            .iter()
            .flat_map(|(file, pack)| {
                self.notes(games, file, pack).map(move |note| (file.as_str(), note))
            })
            .collect();
        let told = AboutFiles { mismatches: &mismatches, warnings: &warnings, notes: &notes };
        let fields = printed::fields(games, self, told);
        Report::new(outcome, printed::as_table(games, self, told)).fields(fields)
    }

    /// Notes on levels that expect nothing of the number of their solutions, or accept any number.
    fn notes(
        &self,
        games: &Games,
        file: &str,
        pack: &Contents,
    ) -> impl Iterator<Item = String> + use<> {
        let says = |note: &str, unique: &str| {
            let file = line(file);
            let file = shlex::try_quote(&file).unwrap_or(Cow::Borrowed(&*file));
            // Levels of another program's file go into a pack.
            let out = if pack.is_pack || file == "-" { &*file } else { "level.json" };
            format!("{note}; `foolproof expect {file} --unique {unique} -o {out}`")
        };
        let levels = pack.levels.iter().flatten().map(Arc::as_ref);
        let lax = games.lax_note(levels).map(|note| says(&note, "usual") + " sets that");
        let fails = |row: &&Checked| {
            let level = row.number.checked_sub(1).and_then(|at| pack.levels.get(at)?.as_ref().ok());
            let unsaid = level.is_some_and(|level| level.policy.unique.is_none());
            let properties = row.found.iter().flat_map(|(check, _)| &check.properties);
            let is_several = |property: &CheckedProperty| {
                property.item == CheckItem::Unique
                    && kept_status(&property.status) == KeptStatus::Refuted
            };
            row.file == file && unsaid && properties.filter(|one| !one.meets()).any(is_several)
        };
        let unsaid = match self.rows.iter().filter(fails).count() {
            0 => None,
            1 => Some("1 level with several solutions does not say that they are meant".to_owned()),
            n => Some(format!("{n} levels with several solutions do not say that they are meant")),
        };
        let unsaid = unsaid.map(|note| says(&note, "any") + " says so");
        lax.into_iter().chain(unsaid)
    }
}
