//! The verbs that ask about a level as it stands: solve, verify, explain.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};

use super::args::Common;
use super::input::{Picked, Usage, pick_level, read_level};
use super::output::{OutArgs, PackOut};
use super::progress::Ticker;
use super::report::{all_findings_json, findings_json, play_lines, time_text};
use super::shown::complain;
use super::{Outcome, Printed};
use foolproof_games::{ConceptFault, Estimate, Game, Games, concept_clause};
use foolproof_level::{Concept, Level, Play, named_sites};
use foolproof_printing::{KnownOfLevel, PictureLayer, ask_for};
use foolproof_solver::{
    Answer, Answers as _, Blame, CheckIntended, CountSolutions, EngineCommand, EngineProcess,
    EstimatedSolutions, FindConflict, FindForcedMarks, Finding, FoundConflict, IntendedVerdict,
    Limits, MarksOfSolutions, Progress, ProveShortcutFree, Question, SolveLevel, Status, Stop,
    Topic, Why, WorkerCommand, has_concept, has_intended,
};

/// How to start a worker: as this very program.
pub(crate) fn worker() -> Result<WorkerCommand, Usage> {
    WorkerCommand::this_binary().map_err(no_self)
}

/// How to start an engine, likewise.
pub(crate) fn engine() -> Result<EngineCommand, Usage> {
    EngineCommand::this_binary().map_err(no_self)
}

fn no_self(error: std::io::Error) -> Usage {
    Usage(format!("the program cannot find itself: {error}"))
}

/// Set by the first Ctrl+C, so that long work ends with what it has; the second ends the program.
pub(crate) fn stop_on_interrupt() -> Stop {
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

/// An engine process, and the person who waits for it at a terminal.
pub(crate) struct Asker {
    engine: EngineProcess,
    stop: Stop,
    /// Whether it says what is going on.
    tells: bool,
}

impl Asker {
    /// An engine process that is this program, told of the games that are not part of it.
    pub(crate) fn new(games: &Games) -> Result<Self, Usage> {
        Ok(Self { tells: true, ..Self::beside_others(games, stop_on_interrupt())? })
    }

    /// One of several that work at once and end at the same stop, and say nothing meanwhile.
    pub(crate) fn beside_others(games: &Games, stop: Stop) -> Result<Self, Usage> {
        let engine = EngineProcess::new(engine()?).with_games(games.clone());
        Ok(Self { engine, stop, tells: false })
    }

    /// Has the next answers depend on nothing that was asked before.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Asks, and says what is going on when it takes more than a second.
    pub(crate) fn look(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
    ) -> Vec<Finding> {
        let started = Instant::now();
        let (mut ticker, tells) = (Ticker::start(), self.tells);
        let findings = self.engine.answer(level, question, limits, &self.stop, &mut |progress| {
            if let Progress::Note { text, .. } = progress
                && tells
            {
                ticker.tell(|| format!("{text}, {} s", started.elapsed().as_secs()));
            }
        });
        ticker.end();
        findings
    }

    /// Finds out what is to be drawn over a level.
    pub(crate) fn for_a_picture(
        &mut self,
        layers: &BTreeSet<PictureLayer>,
        of: (&dyn Game, &Level),
        limits: &Limits,
    ) -> KnownOfLevel {
        ask_for(layers, of, &mut self.engine, (limits, &self.stop))
    }

    /// Whether somebody has pressed Ctrl+C.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Asks where a level that makes no program is bad input, whatever was asked of it.
    pub(crate) fn ask(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
    ) -> Result<Vec<Finding>, Usage> {
        let findings = self.look(level, question, limits);
        match fault_of(&findings) {
            Some(why) => Err(Usage(why)),
            None => Ok(findings),
        }
    }

    /// What ended the search for solutions before as many as were wanted were found, where some were.
    fn limit_before(&self, findings: &[Finding], wanted: u32) -> Option<Why> {
        let count = about(findings, Topic::COUNT)?;
        match count.status() {
            Status::AtLeast(n) if n < u64::from(wanted) => {}
            _ => return None,
        }
        match about(findings, Topic::UNIQUE).map(Finding::status) {
            Some(Status::Unknown(why)) => Some(why),
            _ if self.stop.is_set() => Some(Why::Stopped),
            _ if count.how.elapsed >= count.how.limits.time => Some(Why::Time),
            _ => Some(Why::Undecided("not all could be searched".to_owned())),
        }
    }

    /// Asks about the intended solution, where there is one.
    pub(crate) fn ask_intended(
        &mut self,
        level: &Level,
        limits: &Limits,
    ) -> Result<Vec<Finding>, Usage> {
        match has_intended(level) {
            true => self.ask(level, &Question::from(CheckIntended), limits),
            false => Ok(Vec::new()),
        }
    }
}

/// What is wrong with a level or its concept, so that it makes no program.
pub(crate) fn fault_of(findings: &[Finding]) -> Option<String> {
    findings.iter().find_map(|finding| match finding.status() {
        Status::Unknown(Why::BadInput(why)) => Some(why),
        _ => None,
    })
}

/// The finding about a topic.
pub(crate) fn about(findings: &[Finding], topic: Topic) -> Option<&Finding> {
    findings.iter().rev().find(|finding| finding.topic() == topic)
}

/// One JSON document about findings.
pub(crate) fn document(
    verb: &str,
    level: &Level,
    outcome: Outcome,
    findings: &[Finding],
) -> String {
    document_of((verb, level), outcome, &findings_json(findings))
}

/// The same with findings of which none takes the place of another.
pub(crate) fn document_of_all(
    verb: &str,
    level: &Level,
    outcome: Outcome,
    findings: &[Finding],
) -> String {
    document_of((verb, level), outcome, &all_findings_json(findings))
}

fn document_of((verb, level): (&str, &Level), outcome: Outcome, findings: &Value) -> String {
    let document = json!({
        "verb": verb,
        "game": level.game,
        "title": level.title,
        "holds": outcome == Outcome::Holds,
        "findings": findings,
    });
    format!("{document:#}\n")
}

pub(crate) fn holds(is: bool) -> Outcome {
    if is { Outcome::Holds } else { Outcome::DoesNotHold }
}

/// Writes the level with a concept that allows this play, or forbids it.
fn write_with_stand(
    level: &Level,
    game: &dyn Game,
    (play, allowed): (&Play, bool),
    out: &PackOut,
) -> Result<(), Usage> {
    let property = game
        .property_of(level, play)
        .ok_or_else(|| Usage("in this game a concept cannot name a single solution".to_owned()))?;
    let mut level = level.clone();
    level.take_stand(property, allowed);
    out.change(level)
}

/// Solutions that are kept at most where all are asked for.
const ALL: u32 = 1_000_000;

pub(crate) fn solve(
    games: &Games,
    level: &OsStr,
    (cap, forbid): (u32, Option<u32>),
    out: &OutArgs,
    common: &Common,
) -> Result<Printed, Usage> {
    // What is to be forbidden has to be among them.
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
    let mut asker = Asker::new(games)?;
    let findings =
        asker.ask(&level, &Question::from(CountSolutions { cap }), &common.limits_alone())?;
    let count = about(&findings, Topic::COUNT);
    let solvable = about(&findings, Topic::SOLVABLE);
    let limit = asker.limit_before(&findings, cap);
    let solvable = solvable.is_some_and(|finding| finding.status() == Status::Proved);
    let outcome = holds(solvable && limit.is_none());
    let plays = count.and_then(|finding| finding.answer.plays()).unwrap_or_default();
    if let Some((number, out)) = forbid.zip(out) {
        let play =
            number.checked_sub(1).and_then(|at| plays.get(at as usize)).ok_or_else(|| {
                let found = match plays.len() {
                    1 => "1 solution was found".to_owned(),
                    n => format!("{n} solutions were found"),
                };
                Usage(format!("--forbid {number}: {found}"))
            })?;
        write_with_stand(&level, &*game, (play, false), &out)?;
    }
    if common.json {
        return Ok(Printed { outcome, text: document("solve", &level, outcome, &findings) });
    }
    let mut text = String::new();
    if let Some(finding) = count {
        let then = limit.map_or_else(String::new, |why| format!(", then {}", why.words()));
        let time = time_text(finding.how.elapsed);
        let kind = counted_kind(&*game, &finding.answer);
        let kind = [Some(kind.to_owned()), game.read_as(&level)];
        let kind = kind.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{kind}: {}{then} ({time})", finding.status().words());
        if let Some((loosely, reading)) =
            about(&findings, Topic::LOOSELY).zip(game.looser_reading())
        {
            let _ = writeln!(text, "Solutions {reading}: {}", loosely.status().words());
        }
        let estimated = about(&findings, Topic::ESTIMATE).and_then(Finding::report);
        if let Some(EstimatedSolutions { estimate, .. }) = estimated {
            let Estimate { value, error } = estimate;
            let _ = writeln!(text, "About {value:.2e} of them, give or take {error:.1e}");
        }
        for (n, play) in plays.iter().take(cap as usize).enumerate() {
            let _ = writeln!(text, "{}.\n{}", n + 1, play_lines(&*game, play).join("\n"));
        }
    }
    Ok(Printed { outcome, text })
}

/// What a number of solutions is said of.
pub(crate) fn counted_kind(game: &dyn Game, answer: &Answer) -> &'static str {
    match (game.counts_shortest(), answer.may_be_longer()) {
        (true, false) => "Shortest solutions",
        (true, true) => "Solutions (shorter ones may exist)",
        (false, _) => "Solutions",
    }
}

/// Reads `--concept`; patterns in brackets are those of the game.
pub(crate) fn read_concept(game: &dyn Game, text: &str) -> Result<Concept, Usage> {
    let refused = |why: ConceptFault| Usage(format!("--concept: {why}"));
    let spelled = game.spelled_concept(text).map_err(refused)?;
    spelled.parse().map_err(|error| refused(format!("{error}").into()))
}

/// The level, with another concept where one is given.
fn with_concept(
    game: &dyn Game,
    level: Arc<Level>,
    concept: Option<&str>,
) -> Result<Arc<Level>, Usage> {
    let Some(text) = concept else { return Ok(level) };
    let concept = read_concept(game, text)?;
    let mut level = (*level).clone();
    level.concept = concept;
    Ok(Arc::new(level))
}

pub(crate) fn verify(
    games: &Games,
    level: &OsStr,
    concept: Option<&str>,
    (allow, out): (bool, &OutArgs),
    common: &Common,
) -> Result<Printed, Usage> {
    let picked = pick_level(games, level)?;
    let out = PackOut::of(games, out, Some(&picked))?;
    if !allow && out.is_some() {
        return Err(Usage(
            "--out writes the level that --allow changes; without --allow there is nothing to \
             write"
                .to_owned(),
        ));
    }
    let Picked { level, game, .. } = picked;
    let level = with_concept(&*game, level, concept)?;
    let mut asker = Asker::new(games)?;
    let mut findings =
        asker.ask(&level, &Question::from(ProveShortcutFree), &common.limits_alone())?;
    findings.extend(asker.ask_intended(&level, &common.limits())?);
    let finding = about(&findings, Topic::SHORTCUT_FREE);
    let outcome = holds(finding.is_some_and(|finding| finding.status() == Status::Proved));
    let shortcut = finding.and_then(|finding| finding.answer.play());
    if let Some((shortcut, out)) = shortcut.zip(out) {
        write_with_stand(&level, &*game, (shortcut, true), &out)?;
    }
    if allow && shortcut.is_none() {
        complain("there is no shortcut to allow, so nothing was written");
    }
    if common.json {
        return Ok(Printed { outcome, text: document("verify", &level, outcome, &findings) });
    }
    let mut text = format!("Concept: {}\n", named_sites(&level.concept.to_string()));
    if let Some(finding) = finding {
        let _ = writeln!(
            text,
            "Shortcut-free: {} ({})",
            finding.status().words(),
            time_text(finding.how.elapsed)
        );
        if let Some(shortcut) = shortcut {
            let _ = writeln!(text, "A shortcut:\n{}", play_lines(&*game, shortcut).join("\n"));
        }
    }
    tell_intended(&findings, &mut text);
    Ok(Printed { outcome, text })
}

/// What is to be said of the intended solution, where there is one.
fn tell_intended(findings: &[Finding], text: &mut String) {
    let Some(finding) = about(findings, Topic::INTENDED) else { return };
    let _ = match finding.report().and_then(IntendedVerdict::flaw) {
        Some(flaw) => writeln!(text, "Intended solution: wrong, {}", flaw.why),
        _ if matches!(finding.status(), Status::Unknown(Why::BadInput(_))) => Ok(()),
        _ => writeln!(text, "Intended solution: {}", finding.status().words()),
    };
}

pub(crate) fn explain(games: &Games, level: &OsStr, common: &Common) -> Result<Printed, Usage> {
    let (level, game) = read_level(games, level)?;
    let findings = explanation(&mut Asker::new(games)?, &level, &common.limits())?;
    let outcome = match fault_of(&findings) {
        Some(why) => {
            complain(&why);
            Outcome::BadInput
        }
        // What was asked last is what explains the level.
        None => holds(findings.last().is_some_and(|finding| finding.status() == Status::Proved)),
    };
    if common.json {
        return Ok(Printed { outcome, text: document("explain", &level, outcome, &findings) });
    }
    let mut text = String::new();
    tell_intended(&findings, &mut text);
    let faulty = |finding: &&Finding| matches!(finding.status(), Status::Unknown(Why::BadInput(_)));
    let told = findings.iter().filter(|finding| !faulty(finding));
    for finding in told.filter(|finding| finding.topic() != Topic::INTENDED) {
        explain_finding(&*game, &level, finding, &mut text);
    }
    Ok(Printed { outcome, text })
}

/// What is forced, or what is to blame; as far as the level's concept can be read.
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
            None => format!(
                "Nothing is in the way: `complete` can make a level of what is painted and locked \
                 ({time})\n"
            ),
        };
        text.push_str(&words);
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

/// Which marks are in every solution, in lines.
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

/// What is to blame for there being no level, in lines.
pub(crate) fn blame_text(game: &dyn Game, level: &Level, blame: &Blame, time: &str) -> String {
    let mut text = format!("{} ({time})\n", blame.sentence(game, "`complete`"));
    for site in &blame.sites {
        let holds = level.mark(*site).map_or("empty".to_owned(), |mark| game.describe(mark));
        let _ = writeln!(text, "  {}: {holds}", site.name());
    }
    for part in &blame.concept {
        let _ = writeln!(text, "  the concept: {} ({part})", concept_clause(game, part));
    }
    if blame.intended {
        let _ = writeln!(text, "  the locked part of the intended solution");
    }
    if let Some(said) = blame.said() {
        let _ = writeln!(text, "{said}");
    }
    let _ = writeln!(text, "{}", blame.searched.detail());
    text
}
