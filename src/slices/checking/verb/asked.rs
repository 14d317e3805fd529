//! The questions of a check about the levels of packs, asked by this process alone or together with others.
//!
//! A task is a level, and its answers depend on no other level, so they are the same wherever it is asked.

use foolproof_games::LibraryShelf;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::course::model::LevelFound;
use crate::course::verb::survey::{SurveyWanted, look};
use foolproof_cli::Report;
use foolproof_cli::hosts::{helped_report, helped_words, shown_until};
use foolproof_cli::input::Usage;
use foolproof_cli::progress::{end_line, tell_now};
use foolproof_cli::questions::Asker;
use foolproof_cli::shown::complain;
use foolproof_game::{
    Cluster as _, ClusterError, Follower, Games, TaskBatch, TaskFn, TaskRunner, packed, unpacked,
};
use foolproof_level::{GameText, Level, Mark};
use foolproof_solver::{
    Finding, Helping, HostFault, HostSeat, Leading, Limits, Stop, check_questions,
};

/// The name of this work, sent to helping processes beforehand.
const VERB: &str = "check";
/// Path given to games that another process has sent.
const SENT: &str = "sent";

/// A level, and the facts about it that the rules of its course need.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LevelToAsk<'a> {
    pub level: Cow<'a, Level>,
    pub course: Option<(Vec<Mark>, SurveyWanted)>,
}

/// The answers about a level; empty if it was not asked about.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LevelAnswers {
    pub findings: Vec<Finding>,
    pub lesson: Option<LevelFound>,
}

/// The answers about levels.
#[derive(Debug)]
pub(crate) struct AllAnswers {
    /// One for each level, in order.
    pub of_levels: Vec<LevelAnswers>,
    /// All levels were asked about.
    pub whole: bool,
}

/// The work, as sent to other processes.
#[derive(Serialize, Deserialize)]
struct CheckWork<'a> {
    limits: Cow<'a, Limits>,
    /// Games that designers bring, by identifier.
    brought: BTreeMap<String, Arc<GameText>>,
}

/// Asks all questions about levels, together with other processes if there are any.
pub(crate) fn ask_all(
    games: &Games,
    levels: &[LevelToAsk<'_>],
    limits: &Limits,
    seat: Option<HostSeat>,
) -> Result<AllAnswers, Usage> {
    let mut all = match seat {
        None => ask_alone(games, levels, limits)?,
        Some(seat) => ask_together(games, levels, limits, seat)?,
    };
    all.of_levels.resize(levels.len(), LevelAnswers::default());
    Ok(all)
}

fn ask_alone(
    games: &Games,
    levels: &[LevelToAsk<'_>],
    limits: &Limits,
) -> Result<AllAnswers, Usage> {
    let (mut asker, mut of_levels) = (Asker::new(games)?, Vec::new());
    for level in levels {
        if asker.stop().is_set() {
            break;
        }
        of_levels.push(level.answered(games, &mut asker, limits));
    }
    Ok(AllAnswers { of_levels, whole: !asker.stop().is_set() })
}

impl LevelToAsk<'_> {
    fn answered(&self, games: &Games, asker: &mut Asker, limits: &Limits) -> LevelAnswers {
        asker.forget();
        let questions = check_questions(&self.level);
        let findings =
            questions.iter().flat_map(|question| asker.look(&self.level, question, limits));
        let findings = findings.collect();
        let lesson = self
            .course
            .as_ref()
            .map(|(named, wanted)| look(games, asker, &self.level, named, *wanted, limits));
        LevelAnswers { findings, lesson }
    }
}

/// Asks about levels; each thread has its own engine.
struct CheckRunner<'a> {
    games: &'a Games,
    limits: Limits,
    stop: Stop,
}

impl TaskRunner for CheckRunner<'_> {
    fn task_fn(&self) -> TaskFn<'_> {
        let mut asker = Asker::beside_others(self.games, self.stop.clone());
        Box::new(move |task| {
            let asker = asker.as_mut().map_err(|Usage(why)| why.clone())?;
            let level: LevelToAsk<'_> = unpacked(task)?;
            packed(&level.answered(self.games, asker, &self.limits))
        })
    }

    fn stop(&self) {
        self.stop.set();
    }
}

impl Follower for CheckRunner<'_> {}

/// Returns the data that helping processes need.
fn work_for(games: &Games, levels: &[LevelToAsk<'_>], limits: &Limits) -> Result<Vec<u8>, Usage> {
    let mut brought = BTreeMap::new();
    for LevelToAsk { level, .. } in levels {
        if !brought.contains_key(&level.game)
            && let Some(text) = games.by_id(&level.game).and_then(|game| game.text().cloned())
        {
            brought.insert(level.game.clone(), text);
        }
    }
    packed(&(VERB, CheckWork { limits: Cow::Borrowed(limits), brought }))
        .map_err(|why| Usage(why.into()))
}

fn ask_together(
    games: &Games,
    levels: &[LevelToAsk<'_>],
    limits: &Limits,
    seat: HostSeat,
) -> Result<AllAnswers, Usage> {
    let stop = Stop::on_interrupt();
    let waits = shown_until(&stop);
    let lost = |why: String| complain(&format!("{why}; to go on, start all processes again"));
    let mut leading = match Leading::start(seat, &work_for(games, levels, limits)?, &waits) {
        Ok(leading) => leading,
        Err(fault) => {
            end_line();
            match fault {
                HostFault::Stopped => {}
                HostFault::Lost(..) => lost(fault.to_string()),
                _ => return Err(Usage(fault.to_string())),
            }
            return Ok(AllAnswers { of_levels: Vec::new(), whole: false });
        }
    };
    let (mut next, of_levels) = (levels.iter(), RefCell::new(Vec::new()));
    let runner = CheckRunner { games, limits: *limits, stop: stop.clone() };
    let batch = TaskBatch {
        runner: &runner,
        next: &mut || next.next().map(packed).transpose(),
        take: &mut |result| {
            let mut of_levels = of_levels.borrow_mut();
            of_levels.push(unpacked(result)?);
            tell_now(&format!("{} of {} levels checked", of_levels.len(), levels.len()));
            Ok(())
        },
        go_on: &|| !stop.is_set(),
        patient: false,
    };
    let asked = leading.begin(&[]).and_then(|()| leading.run_tasks(batch));
    drop(leading);
    end_line();
    match &asked {
        Ok(_) => {}
        Err(ClusterError::Lost(why)) => lost(why.clone()),
        Err(ClusterError::Task(why)) => return Err(Usage(why.to_string())),
    }
    Ok(AllAnswers { of_levels: of_levels.into_inner(), whole: asked == Ok(true) })
}

/// Helps the leading process, which has the levels and sends games with them.
pub(crate) fn help(games: &Games, seat: HostSeat) -> Result<Report, Usage> {
    let (started, stop, process) = (Instant::now(), Stop::on_interrupt(), seat.process);
    let told = shown_until(&stop);
    let again = |fault: HostFault| match fault {
        HostFault::Lost(..) => format!("{fault}; to go on, start all processes again"),
        fault => fault.to_string(),
    };
    let mut helping = Helping::start(seat, &told).map_err(|fault| Usage(again(fault)))?;
    let limits = begun(games, &helping.work).inspect_err(|Usage(why)| helping.fail(why))?;
    let mut runner = CheckRunner { games, limits, stop: Stop::default() };
    let helped = helping.help(&mut runner, &|levels| told(&format!("{levels} levels checked")));
    end_line();
    let words = |levels| helped_words(process, levels, "level", "levels", started);
    Ok(helped_report(helped.map_err(again), words))
}

/// Puts the sent games on the shelf. Returns the limits of each question.
fn begun(games: &Games, work: &[u8]) -> Result<Limits, Usage> {
    let work = unpacked::<(String, CheckWork<'_>)>(work).ok().filter(|(verb, _)| verb == VERB);
    let Some((_, CheckWork { limits, brought })) = work else {
        let why = "this process was started to check levels, process 0 was not";
        return Err(Usage(why.to_owned()));
    };
    let library = games.library();
    for (library, text) in
        library.iter().flat_map(|library| brought.values().map(move |t| (library, t)))
    {
        library.put(games, Arc::clone(text), Path::new(SENT)).map_err(Usage::of)?;
    }
    Ok(limits.into_owned())
}
