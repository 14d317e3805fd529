//! The verbs that ask about a level as it stands: solve, verify, explain, rate.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use super::args::Common;
use super::files::save_pack;
use super::input::{Usage, read_level};
use super::report::{finding_json, play_lines, status_text, time_text};
use super::{Outcome, Printed};
use crate::games::{Estimate, Game};
use crate::level::{Concept, Level, Play};
use crate::solver::{
    Blame, Detail, Engine, Finding, Lacking, Limits, Progress, Question, Status, Stop, Topic, Why,
    WorkerCommand, has_concept,
};

/// How to start a worker: as this very program.
pub fn worker() -> Result<WorkerCommand, Usage> {
    WorkerCommand::this_binary()
        .map_err(|error| Usage(format!("the program cannot find itself: {error}")))
}

/// Set by the first Ctrl+C, so that long work ends with what it has; the second ends the program.
pub fn stop_on_interrupt() -> Stop {
    let stop = Stop::default();
    let other = stop.clone();
    // Where no handler can be set, Ctrl+C ends the program at once, as anywhere. A script that
    // runs this in its background ignores Ctrl+C for it; that is overruled.
    let _ = ctrlc::set_handler(move || {
        if other.is_set() {
            std::process::exit(130);
        }
        other.set();
    });
    stop
}

/// An engine, and the person who waits for it at a terminal.
pub struct Asker {
    engine: Engine,
    stop: Stop,
}

impl Asker {
    /// An engine whose worker is this program.
    pub fn new() -> Result<Self, Usage> {
        let (worker, stop) = (worker()?, stop_on_interrupt());
        Ok(Self { engine: Engine::new(worker), stop })
    }

    /// Asks, and says what is going on when it takes more than a second.
    pub fn ask(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
    ) -> Result<Vec<Finding>, Usage> {
        let started = Instant::now();
        let mut told = started;
        let person = std::io::stderr().is_terminal();
        let findings = self.engine.answer(level, question, limits, &self.stop, &mut |progress| {
            if let Progress::Note { text, .. } = progress
                && person
                && told.elapsed() > Duration::from_secs(1)
            {
                told = Instant::now();
                let _ = write!(std::io::stderr(), "\r{text}, {} s ", started.elapsed().as_secs());
            }
        });
        if person && told > started {
            let _ = writeln!(std::io::stderr());
        }
        // A level that makes no program is bad input, whatever was asked of it.
        for finding in &findings {
            if let Status::Unknown(Why::BadInput(why)) = &finding.status {
                return Err(Usage(why.clone()));
            }
        }
        Ok(findings)
    }
}

/// The finding about a topic.
pub fn about(findings: &[Finding], topic: Topic) -> Option<&Finding> {
    findings.iter().rev().find(|finding| finding.topic == topic)
}

/// One JSON document about findings.
pub fn document(verb: &str, level: &Level, outcome: Outcome, findings: &[Finding]) -> String {
    let findings: Vec<_> = findings.iter().map(finding_json).collect();
    let document = json!({
        "verb": verb,
        "game": level.game,
        "title": level.title,
        "holds": outcome == Outcome::Holds,
        "findings": findings,
    });
    format!("{document:#}\n")
}

pub fn holds(is: bool) -> Outcome {
    if is { Outcome::Holds } else { Outcome::DoesNotHold }
}

/// Writes the level with a concept that allows this play, or forbids it.
fn write_with_stand(
    level: &Level,
    game: &dyn Game,
    (play, allowed): (&Play, bool),
    out: &Path,
) -> Result<(), Usage> {
    let property = game
        .property_of(level, play)
        .ok_or_else(|| Usage("this game has no concept that names one solution".to_owned()))?;
    let mut level = level.clone();
    level.take_stand(property, allowed);
    save_pack(out, &[level])
}

pub fn solve(
    level: &str,
    cap: u32,
    forbid: Option<(u32, &Path)>,
    common: &Common,
) -> Result<Printed, Usage> {
    let (level, game) = read_level(level)?;
    let findings = Asker::new()?.ask(&level, &Question::Solutions { cap }, &common.limits())?;
    let count = about(&findings, Topic::Count);
    let solvable = about(&findings, Topic::Solvable);
    let outcome = holds(solvable.is_some_and(|finding| finding.status == Status::Proved));
    if let Some((number, out)) = forbid {
        let plays = match count.map(|finding| &finding.detail) {
            Some(Detail::Plays(plays)) => plays.as_slice(),
            _ => &[],
        };
        let play =
            number.checked_sub(1).and_then(|at| plays.get(at as usize)).ok_or_else(|| {
                Usage(format!("--forbid {number}: {} solutions were found", plays.len()))
            })?;
        write_with_stand(&level, game, (play, false), out)?;
    }
    if common.json {
        return Ok(Printed { outcome, text: document("solve", &level, outcome, &findings) });
    }
    let mut text = String::new();
    if let Some(finding) = count {
        let _ = writeln!(
            text,
            "Solutions: {} ({})",
            status_text(&finding.status),
            time_text(finding.how.elapsed)
        );
        if let Some((loosely, reading)) =
            about(&findings, Topic::Loosely).zip(game.looser_reading())
        {
            let _ = writeln!(text, "The same {reading}: {}", status_text(&loosely.status));
        }
        if let Some(Detail::About(estimate)) =
            about(&findings, Topic::Estimate).map(|finding| &finding.detail)
        {
            let Estimate { value, error } = estimate;
            let _ = writeln!(text, "About {value:.2e} of them, give or take {error:.1e}");
        }
        if let Detail::Plays(plays) = &finding.detail {
            for (n, play) in plays.iter().take(cap as usize).enumerate() {
                let _ = writeln!(text, "{}.\n{}", n + 1, play_lines(game, play).join("\n"));
            }
        }
    }
    Ok(Printed { outcome, text })
}

/// The level, with another concept where one is given.
fn with_concept(level: Arc<Level>, concept: Option<&str>) -> Result<Arc<Level>, Usage> {
    let Some(text) = concept else { return Ok(level) };
    let concept: Concept = text.parse().map_err(|error| Usage(format!("--concept: {error}")))?;
    let mut level = (*level).clone();
    level.concept = concept;
    Ok(Arc::new(level))
}

pub fn verify(
    level: &str,
    concept: Option<&str>,
    allow: Option<&Path>,
    common: &Common,
) -> Result<Printed, Usage> {
    let (level, game) = read_level(level)?;
    let level = with_concept(level, concept)?;
    let findings = Asker::new()?.ask(&level, &Question::ShortcutFree, &common.limits())?;
    let finding = about(&findings, Topic::ShortcutFree);
    let outcome = holds(finding.is_some_and(|finding| finding.status == Status::Proved));
    if let Some((Detail::Play(shortcut), out)) = finding.map(|finding| &finding.detail).zip(allow) {
        write_with_stand(&level, game, (shortcut, true), out)?;
    }
    if common.json {
        return Ok(Printed { outcome, text: document("verify", &level, outcome, &findings) });
    }
    let mut text = format!("Concept: {}\n", level.concept);
    if let Some(finding) = finding {
        let _ = writeln!(
            text,
            "Shortcut-free: {} ({})",
            status_text(&finding.status),
            time_text(finding.how.elapsed)
        );
        if let Detail::Play(play) = &finding.detail {
            let _ = writeln!(text, "A shortcut:\n{}", play_lines(game, play).join("\n"));
        }
    }
    Ok(Printed { outcome, text })
}

pub fn explain(level: &str, common: &Common) -> Result<Printed, Usage> {
    let (level, game) = read_level(level)?;
    let mut asker = Asker::new()?;
    let mut findings = asker.ask(&level, &Question::Solvable, &common.limits())?;
    let solvable = about(&findings, Topic::Solvable).map(|finding| finding.status.clone());
    let mut shortcut = false;
    if solvable == Some(Status::Proved) && has_concept(&level) {
        let more = asker.ask(&level, &Question::ShortcutFree, &common.limits())?;
        shortcut = about(&more, Topic::ShortcutFree)
            .is_some_and(|finding| finding.status == Status::Refuted);
        findings.extend(more);
    }
    let question = match solvable {
        Some(Status::Proved) if !shortcut => Question::Marks,
        _ => Question::Conflict,
    };
    findings.extend(asker.ask(&level, &question, &common.limits())?);
    let outcome = holds(
        solvable == Some(Status::Proved)
            || findings.last().is_some_and(|finding| finding.status == Status::Proved),
    );
    if common.json {
        return Ok(Printed { outcome, text: document("explain", &level, outcome, &findings) });
    }
    let mut text = String::new();
    for finding in &findings {
        explain_finding(game, &level, finding, &mut text);
    }
    Ok(Printed { outcome, text })
}

fn explain_finding(game: &dyn Game, level: &Level, finding: &Finding, text: &mut String) {
    let time = time_text(finding.how.elapsed);
    match (&finding.topic, &finding.detail) {
        (topic @ (Topic::Solvable | Topic::ShortcutFree), _) => {
            let what = if *topic == Topic::Solvable { "Solvable" } else { "Shortcut-free" };
            let _ = writeln!(text, "{what}: {} ({time})", status_text(&finding.status));
        }
        (Topic::Marks, Detail::Marks { forced, exact, .. }) => {
            let sure = if *exact { "in every solution" } else { "in every solution seen" };
            let marks = match forced.len() {
                0 => "No mark is".to_owned(),
                1 => "One mark is".to_owned(),
                n => format!("{n} marks are"),
            };
            let _ = writeln!(text, "{marks} {sure} ({time})");
            for (site, mark) in forced {
                let _ = writeln!(text, "  {}: {}", site.spoken(), game.describe(mark));
            }
        }
        (Topic::Conflict, Detail::Blame(blame)) => {
            let _ = write!(text, "{}", blame_text(game, level, blame, &time));
        }
        (Topic::Conflict, _) if finding.status == Status::Refuted => {
            let _ = writeln!(
                text,
                "Nothing is to blame: what is held leaves room for a level as it should be ({time})"
            );
        }
        _ => {
            let _ = writeln!(text, "{} ({time})", status_text(&finding.status));
        }
    }
}

/// What is to blame for there being no level, in lines.
pub fn blame_text(game: &dyn Game, level: &Level, blame: &Blame, time: &str) -> String {
    let what = match blame.sites.len() + blame.concept.len() {
        0 => "Nothing that is held is to blame, but the pieces there are",
        1 => "This cannot stay",
        _ => "These cannot all stay",
    };
    let lacks = match blame.lacking {
        Lacking::Solution => "no level with them can be solved",
        Lacking::ShortcutFreedom => "every level with them has a shortcut, or no solution",
    };
    let sure = if blame.minimal { "" } else { "; there may be fewer" };
    let mut text = format!("{what}: {lacks} ({time}{sure})\n");
    for site in &blame.sites {
        let holds = level.mark(*site).map_or("empty".to_owned(), |mark| game.describe(mark));
        let _ = writeln!(text, "  {}: {holds}", site.spoken());
    }
    for part in &blame.concept {
        let _ = writeln!(text, "  the concept: {part}");
    }
    text
}

pub fn rate(level: &str, common: &Common) -> Result<Printed, Usage> {
    let (level, game) = read_level(level)?;
    let findings =
        Asker::new()?.ask(&level, &Question::Solutions { cap: 100 }, &common.limits())?;
    let count = about(&findings, Topic::Count);
    let plays = match count.map(|finding| &finding.detail) {
        Some(Detail::Plays(plays)) => plays.as_slice(),
        _ => &[],
    };
    let measures = game.rate(&level, plays);
    let outcome = holds(!plays.is_empty());
    if common.json {
        let document = json!({
            "verb": "rate",
            "game": level.game,
            "title": level.title,
            "holds": outcome == Outcome::Holds,
            "measures": measures,
            "findings": findings.iter().map(finding_json).collect::<Vec<_>>(),
        });
        return Ok(Printed { outcome, text: format!("{document:#}\n") });
    }
    let mut text = String::new();
    if let Some(finding) = count {
        let _ = writeln!(text, "{:<28} {}", "Solutions", status_text(&finding.status));
    }
    for measure in measures {
        let digits = if measure.value.fract() == 0.0 { 0 } else { 2 };
        let value = format!("{:.digits$}", measure.value);
        let _ = writeln!(text, "{:<28} {value:<6} {}", measure.name, measure.note);
    }
    Ok(Printed { outcome, text })
}
