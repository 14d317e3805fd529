//! The verbs that ask about a level as it is: solve, verify, explain.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use super::input::{Contents, Usage, tell_of_rules};
use super::output::PackOut;
use super::progress::{Ticker, clear_line, tell_now};
use super::shown::line;
use super::{Outcome, Report};
use foolproof_game::{ConceptFault, Game, Games, concept_clause, counted, listed, time_text};
use foolproof_level::damaged::UnreadLevel;
use foolproof_level::{Combination, Concept, Level, PackCourse, Play};
use foolproof_printing::{AlsoAsked, BookletLevel, KnownOfLevel, PictureLayer, ask_for};
use foolproof_solver::{
    Answer, Answers, Blame, CheckIntended, Engine, EngineCommand, EngineProcess, Finding,
    FoundNeed, IntendedVerdict, Limits, NEED, Progress, Question, Status, Stop, Topic, Why,
    WorkerCommand, has_intended, need_text,
};

/// Returns the command that starts a worker: this very program.
pub fn worker() -> Result<WorkerCommand, Usage> {
    WorkerCommand::this_binary().map_err(no_self)
}

/// Returns the command that starts an engine: this very program.
pub fn engine() -> Result<EngineCommand, Usage> {
    EngineCommand::this_binary().map_err(no_self)
}

fn no_self(error: std::io::Error) -> Usage {
    Usage(format!("the program cannot find itself: {error}"))
}

/// An engine with its reports to a person at a terminal.
pub struct Asker {
    engine: Box<dyn Answers>,
    stop: Stop,
    /// It reports progress.
    tells: bool,
}

impl Asker {
    /// Starts an engine process of this program, which receives the games that are not built in.
    pub fn new(games: &Games) -> Result<Self, Usage> {
        Ok(Self { tells: true, ..Self::beside_others(games, Stop::on_interrupt())? })
    }

    /// Starts one of several engines that work at the same time, end at the same stop, and report no progress.
    pub fn beside_others(games: &Games, stop: Stop) -> Result<Self, Usage> {
        let engine = EngineProcess::new(engine()?).with_games(games.clone());
        Ok(Self { engine: Box::new(engine), stop, tells: false })
    }

    /// Starts an engine for questions about one level of this game. If only the worker searches, the engine is
    /// in this process, which starts sooner; a fault there ends only this process.
    pub fn of_one_level(games: &Games, game: &dyn Game) -> Result<Self, Usage> {
        if game.sentences().is_none() || game.search().is_some() || game.moves().is_some() {
            return Self::new(games);
        }
        let engine = Box::new(Engine::new(worker()?, games.clone()));
        Ok(Self { engine, stop: Stop::on_interrupt(), tells: true })
    }

    /// Makes the next answers independent of all earlier questions.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// Asks, and reports progress if it takes more than a second.
    pub fn look(&mut self, level: &Level, question: &Question, limits: &Limits) -> Vec<Finding> {
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

    /// Asks the questions for the overlays of a level.
    pub fn for_a_picture(
        &mut self,
        layers: &BTreeSet<PictureLayer>,
        game: &dyn Game,
        level: &Level,
        limits: &Limits,
    ) -> KnownOfLevel {
        ask_for(layers, game, level, &mut *self.engine, limits, &self.stop)
    }

    /// Asks a further question about a level that is drawn or written.
    pub fn also(&mut self, also: AlsoAsked, of: &mut BookletLevel, limits: &Limits) {
        also.ask(of, &mut *self.engine, limits, &self.stop);
    }

    /// Returns the stop that Ctrl+C sets.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Asks about a level; one without a valid program is always bad input.
    pub fn ask(
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

    /// Asks about the intended solution, if there is one.
    pub fn ask_intended(&mut self, level: &Level, limits: &Limits) -> Result<Vec<Finding>, Usage> {
        match has_intended(level) {
            true => self.ask(level, &Question::from(CheckIntended), limits),
            false => Ok(Vec::new()),
        }
    }
}

/// Calls `ask` with each level of a file, and one engine for all of them, until it breaks off or Ctrl+C is
/// pressed. `progress` says in which state the levels are then, such as "are solved".
pub fn ask_each(
    games: &Games,
    file: &Path,
    contents: &Contents,
    progress: &str,
    mut ask: impl FnMut(&mut Asker, usize, ReadLevel<'_>) -> Result<ControlFlow<()>, Usage>,
) -> Result<(), Usage> {
    tell_of_rules(file, contents.levels.iter().filter_map(|level| level.as_deref().ok()));
    let (mut asker, count) = (Asker::new(games)?, contents.levels.len());
    for (at, level) in contents.levels.iter().enumerate() {
        tell_now(&format!("{at} of {count} levels {progress}"));
        if ask(&mut asker, at, level.as_deref())?.is_break() || asker.stop().is_set() {
            break;
        }
    }
    clear_line();
    Ok(())
}

/// A level of a file, or the reason why it cannot be read.
pub type ReadLevel<'a> = Result<&'a Level, &'a UnreadLevel>;

/// Returns the error in a level or its concept that prevents a program.
pub fn fault_of(findings: &[Finding]) -> Option<String> {
    findings.iter().find_map(|finding| match finding.status() {
        Status::Unknown(Why::BadInput(why)) => Some(why),
        _ => None,
    })
}

/// Returns the last finding about a topic.
pub fn about(findings: &[Finding], topic: Topic) -> Option<&Finding> {
    findings.iter().rev().find(|finding| finding.topic() == topic)
}

pub fn is_proved(finding: &Finding) -> bool {
    finding.status() == Status::Proved
}

/// Reports the answer to a question about a level. `words` formats its result, if there is one, with the time
/// that it took; otherwise the status is reported.
pub fn answer_report(
    level: &Level,
    topic: Topic,
    findings: Vec<Finding>,
    does_hold: impl FnOnce(&Finding) -> bool,
    words: impl FnOnce(&Finding, &str) -> Option<String>,
) -> Report {
    let finding = about(&findings, topic);
    let outcome = holds(finding.is_some_and(does_hold));
    let text = finding.map(|finding| {
        let words = words(finding, &time_text(finding.how.elapsed));
        words.unwrap_or_else(|| format!("{}\n", finding.status().words()))
    });
    Report::new(outcome, text.unwrap_or_default()).findings(level, findings)
}

pub fn holds(is: bool) -> Outcome {
    if is { Outcome::Holds } else { Outcome::DoesNotHold }
}

/// Writes the level with a concept that allows this play, or forbids it.
pub fn write_with_stand(
    level: &Level,
    game: &dyn Game,
    play: &Play,
    allowed: bool,
    out: &PackOut,
) -> Result<(), Usage> {
    let property = game
        .property_of(level, play)
        .ok_or_else(|| Usage("in this game a concept cannot name a single solution".to_owned()))?;
    let mut level = level.clone();
    level.take_stand(property, allowed);
    out.change(level)
}

/// Returns what a number of solutions counts.
pub fn counted_kind(game: &dyn Game, answer: &Answer) -> &'static str {
    match (game.counts_shortest(), answer.may_be_longer()) {
        (true, false) => "Shortest solutions",
        (true, true) => "Solutions (shorter ones may exist)",
        (false, _) => "Solutions",
    }
}

/// Reads `--concept`; patterns in brackets are the game's.
pub fn read_concept(game: &dyn Game, text: &str) -> Result<Concept, Usage> {
    let refused = |why: ConceptFault| Usage(format!("--concept: {why}"));
    let spelled = game.spelled_concept(text).map_err(refused)?;
    spelled.parse().map_err(|error| refused(format!("{error}").into()))
}

/// Returns the combination of a pack's technique with this name.
pub fn read_technique(course: &PackCourse, name: &str) -> Result<Combination, Usage> {
    let known = course.techniques.iter().find(|one| one.name == name);
    known.map(|one| one.combines.clone()).ok_or_else(|| {
        let names: Vec<String> =
            course.techniques.iter().map(|one| format!("“{}”", line(&one.name))).collect();
        let known = match names.is_empty() {
            true => "it names none (steps --techniques --name)".to_owned(),
            false => format!("it names {}", listed(&names, "and")),
        };
        Usage(format!("--needs: the pack has no technique “{}”; {known}", line(name)))
    })
}

/// Reports on the technique that a level needs, if requested.
pub fn tell_need(course: &PackCourse, level: &Level, findings: &[Finding], text: &mut String) {
    let Some((finding, combines)) = about(findings, NEED).zip(level.needs.as_ref()) else { return };
    let name = course.name_of(combines).map(|name| format!("“{}”: ", line(name)));
    let (name, combines) = (name.unwrap_or_default(), combines.to_string());
    let _ = writeln!(text, "Technique: {name}{}", line(&combines));
    let time = time_text(finding.how.elapsed);
    let Some(found) = finding.report::<FoundNeed>() else {
        let _ = writeln!(text, "  {} ({time})", finding.status().words());
        return;
    };
    let _ = writeln!(text, "  {} ({time})", need_text(found));
    if !found.undecided.is_empty() {
        let left = counted(found.undecided.len(), "mark", "marks");
        let _ = writeln!(text, "  Without it, {left} stay undecided.");
    }
}

/// Reports on the intended solution, if there is one.
pub fn tell_intended(findings: &[Finding], text: &mut String) {
    let Some(finding) = about(findings, Topic::INTENDED) else { return };
    let _ = match finding.report().and_then(IntendedVerdict::flaw) {
        Some(flaw) => writeln!(text, "Intended solution: wrong, {}", flaw.why),
        _ if matches!(finding.status(), Status::Unknown(Why::BadInput(_))) => Ok(()),
        _ => writeln!(text, "Intended solution: {}", finding.status().words()),
    };
}

/// Explains, in lines, why there is no level.
pub fn blame_text(game: &dyn Game, level: &Level, blame: &Blame, time: &str) -> String {
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
