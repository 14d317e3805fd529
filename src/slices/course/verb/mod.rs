//! `course`: shows a pack as a course, with the lessons of its levels, its rules, and an order that keeps them.

mod first_steps;
pub(crate) mod printed;
pub(crate) mod survey;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::course::model::{
    JudgedCourse, Lesson, OrderWish, Overview, ProposedOrder, RuleState, ease, main_measure,
    propose,
};
use crate::solving::listing::steps_of_levels;
use first_steps::{FirstSteps, first_steps};
use foolproof_cli::args::Common;
use foolproof_cli::input::STANDARD;
use foolproof_cli::input::{Usage, read_contents, tell_of_rules, unguarded};
use foolproof_cli::output::{Output, refuse_damage, write_pack};
use foolproof_cli::questions::{Asker, holds};
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::Games;
use foolproof_games::{Contents, pack_files::is_source};
use foolproof_level::Level;
use survey::{SurveyWanted, survey};

/// Show a pack as a course: what each level teaches, which rules of order are kept, and an order
/// that keeps them (exit status 1: a rule is broken, or not known to be
/// kept)
#[derive(Debug, Args)]
pub(crate) struct CourseAsked {
    pub pack: OsString,
    /// Compare levels by this measure where their game has it, not by the main one of each game
    #[arg(long, value_name = "MEASURE")]
    pub measure: Vec<String>,
    /// Propose an order that keeps the rules, the easiest level first; --out writes it
    #[arg(long)]
    pub order: bool,
    /// Write the pack in the proposed order to this file; - is standard output
    #[arg(short, long, value_name = "PACK")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub common: Common,
}

/// All data that is printed.
pub(crate) struct CourseReport {
    pub judged: JudgedCourse,
    pub overview: Overview,
    pub proposed: Option<ProposedOrder>,
    /// First occurrences in the solving steps of levels.
    pub first: Vec<FirstSteps>,
}

/// Holds if every rule is kept: by the current order, or by the proposed one.
impl Verb for CourseAsked {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let file = unguarded(&self.pack);
        let contents = read_contents(games, file.as_ref(), None)?;
        if contents.levels.is_empty() {
            return Err(Usage::of_file(file.as_ref(), "the pack has no level"));
        }
        refuse_damage(&contents, file.as_ref())?;
        if self.out.is_some() && !self.order {
            return Err(Usage("--out writes what --order proposes".to_owned()));
        }
        let out = self.out.as_deref().map(|path| out_of(path, self.force)).transpose()?;
        let levels = contents.levels.iter().filter_map(|level| level.as_deref().ok());
        tell_of_rules(Path::new(&file), levels);
        let mut asker = Asker::new(games)?;
        let wanted = SurveyWanted { practice: true, measures: true };
        let judged = survey(games, &mut asker, &contents, wanted, &self.common.limits());
        let JudgedCourse { course, concepts, lessons, verdicts, .. } = &judged;
        let measures = chosen_measures(games, lessons, &self.measure)?;
        let overview = Overview::of(lessons, concepts, measures);
        let stop = asker.stop();
        let proposed = self.order.then(|| {
            let ease = &ease(lessons, &overview);
            let wish = OrderWish { rules: &course.rules, concepts, lessons, ease };
            propose(wish, &|| stop.is_set())
        });
        if let (Some(out), Some(proposed)) = (out, &proposed) {
            let ordered =
                proposed.order.iter().filter_map(|at| contents.levels.get(*at)?.clone().ok());
            write(games, self, &out, &contents, ordered.collect())?;
        }
        let outcome: Outcome = match &proposed {
            Some(proposed) => holds(proposed.kept.len() == course.rules.len()),
            None => holds(verdicts.iter().all(|rule| rule.state() == RuleState::Kept)),
        };
        let steps = steps_of_levels(games, &mut asker, &contents, &self.common.limits());
        let first = first_steps(&contents, &steps);
        let report = CourseReport { judged, overview, proposed, first };
        let fields = printed::fields(games, &report);
        Ok(Report::new(outcome, printed::as_text(games, &report)).fields(fields))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.as_deref() == Some(Path::new(STANDARD))
    }
}

/// Writes the pack with these levels.
fn write(
    games: &Games,
    asked: &CourseAsked,
    out: &Output,
    contents: &Contents,
    levels: Vec<Arc<Level>>,
) -> Result<(), Usage> {
    write_pack(games, out, asked.out.as_deref(), contents.pack_of(levels))
}

/// Checks the destination of the pack, before the work.
fn out_of(path: &Path, force: bool) -> Result<Output, Usage> {
    if is_source(path) {
        return Err(Usage::of_file(path, "this is a PuzzleScript source; name a pack to write"));
    }
    Output::to(path, force)
}

/// Returns the measure of each game: the requested one, or its main one.
fn chosen_measures(
    games: &Games,
    lessons: &[Lesson],
    asked: &[String],
) -> Result<BTreeMap<String, String>, Usage> {
    for id in asked {
        if lessons.iter().all(|lesson| lesson.measure(id).is_none()) {
            let mut known: Vec<&str> = lessons
                .iter()
                .flat_map(|lesson| lesson.measures.iter().flatten())
                .map(|measure| measure.id.as_str())
                .collect();
            known.sort_unstable();
            known.dedup();
            let known = known.join(", ");
            return Err(Usage(format!("no level has a measure `{id}`; there are {known}")));
        }
    }
    let chosen = |game: &str| {
        let own = |id: &&String| {
            lessons.iter().any(|lesson| lesson.game == game && lesson.measure(id).is_some())
        };
        asked.iter().find(own).cloned().or_else(|| main_measure(games, game, lessons))
    };
    let of_lessons = lessons.iter().map(|lesson| lesson.game.clone());
    Ok(of_lessons.filter_map(|game| Some((game.clone(), chosen(&game)?))).collect())
}
