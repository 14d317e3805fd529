//! An engine in a process of its own: a fault there costs only the question that was asked.
//!
//! All solving happens there and in its worker process, for the window and the command line alike. A search
//! that ignores stop signals, exhausts memory or panics ends that question with a reason; the next one is
//! answered as usual.

mod messages;
mod serve;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use serve::engine_main;

use crate::engine::query::Question;
use crate::process::answers::Answers;
use crate::values::finding::{Finding, Progress};
use crate::values::limits::Limits;
use crate::values::status::Why;
use crate::worker::options::PROCESS_OPTIONS;
use crate::worker::remote::{SOLVER_PROCESS, WorkerCommand};
use foolproof_asp::Stop;
use foolproof_game::Games;
use foolproof_kernel::system;
use foolproof_level::{GameText, Level};
use foolproof_work::{CallEnd, CallLimits, Caller, Lost, WorkMeter};
use messages::{EngineAsk, EngineDone};

/// Time for a cancelled question to end on its own. A well-behaved search ends at once, and so does a worker
/// that the engine kills; killing the process would lose its caches.
const GRACE: Duration = Duration::from_millis(500);
/// Time by which a question may overrun its limit before its search counts as stuck.
const OVERRUN: Duration = Duration::from_secs(3);
/// The command that starts an engine process.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    program: PathBuf,
    arguments: Vec<OsString>,
    meter: WorkMeter,
}

impl EngineCommand {
    /// The running program itself, which turns into an engine by an option.
    pub fn this_binary() -> std::io::Result<Self> {
        Ok(Self::at(&std::env::current_exe()?))
    }

    /// Another binary of the same version; for tests, which do not run in it.
    pub fn at(program: &Path) -> Self {
        Self::with(program, [format!("--{}", PROCESS_OPTIONS.engine)])
    }

    /// A program that calls [`engine_main`] when started this way, with games of its own.
    pub fn with(program: &Path, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.to_owned(), arguments, meter: WorkMeter::default() }
    }

    /// Returns the command with this meter, which counts its processes and those of its worker.
    #[must_use]
    pub fn metered(&self, meter: &WorkMeter) -> Self {
        Self { meter: meter.clone(), ..self.clone() }
    }

    /// Returns the command for the worker that its engine would drive.
    pub fn worker(&self) -> WorkerCommand {
        WorkerCommand::at(&self.program).metered(&self.meter)
    }

    pub(super) fn program(&self) -> &Path {
        &self.program
    }
}

/// An engine process, which is started when needed.
///
/// It runs the same program, so it has the built-in games or those that the caller of [`engine_main`]
/// provides. A designer's own game is sent to it before the first question about it, and again whenever its
/// texts have changed on the asker's shelf. The process does not learn of other games that are put on the
/// shelf, replaced or dropped: a level of a game that it lacks gets *unknown*, with the sentence that there
/// is no such game.
pub struct EngineProcess {
    command: EngineCommand,
    /// The shelf with the designers' own games.
    games: Option<Games>,
    /// The games that the process has, by their identifiers.
    told: HashMap<String, Arc<GameText>>,
    process: Caller<Progress, EngineDone>,
    /// The next answer must not depend on earlier questions.
    forgets: bool,
}

/// A question that is being answered.
struct OnItsWay<'a> {
    level: &'a Level,
    question: &'a Question,
    limits: &'a Limits,
    stop: &'a Stop,
    started: Instant,
}

impl EngineProcess {
    pub fn new(command: EngineCommand) -> Self {
        let (told, process) = (HashMap::new(), Caller::new(command.meter.clone()));
        Self { command, games: None, told, process, forgets: false }
    }

    /// Lets it send the designers' own games of this shelf to the process.
    #[must_use]
    pub fn with_games(self, games: Games) -> Self {
        Self { games: Some(games), ..self }
    }

    /// Returns the level's game, if the process lacks it or has an outdated version.
    fn unknown_game(&mut self, level: &Level) -> Option<Arc<GameText>> {
        let text = self.games.as_ref()?.by_id(&level.game)?.text().cloned()?;
        let known = self.told.insert(level.game.clone(), Arc::clone(&text));
        known.is_none_or(|known| known != text).then_some(text)
    }

    /// Asks, and passes findings on until the question has ended. Returns how many of the first findings were
    /// replaced.
    fn ask(
        &mut self,
        asked: &OnItsWay<'_>,
        on: &mut dyn FnMut(Progress),
    ) -> Result<usize, CallEnd> {
        let n_started = self.process.n_started();
        self.process.start(true, || {
            let mut command = Command::new(&self.command.program);
            command.args(&self.command.arguments);
            system::give_back_memory(&mut command, asked.limits.memory_mib);
            command
        })?;
        if self.process.n_started() > n_started {
            self.told.clear();
        }
        let ask = EngineAsk {
            level: Cow::Borrowed(asked.level),
            question: Cow::Borrowed(asked.question),
            limits: *asked.limits,
            game: self.unknown_game(asked.level),
            forgets: std::mem::take(&mut self.forgets),
        };
        let longest = asked.limits.time.saturating_add(OVERRUN);
        let limits = CallLimits { stop: asked.stop, longest, grace: GRACE };
        let mut on = |progress| {
            on(progress);
            ControlFlow::Continue(())
        };
        Ok(self.process.call(&ask, limits, &mut on)?.answer.superseded)
    }
}

/// Returns the reason why a question was not answered.
fn why(end: CallEnd) -> Why {
    match end {
        CallEnd::Killed(halt) => halt.into(),
        CallEnd::Lost(Lost::Memory(bytes)) => Why::Memory(bytes),
        CallEnd::Lost(lost) => Why::Crashed(lost.text(SOLVER_PROCESS)),
    }
}

impl Answers for EngineProcess {
    fn answer(
        &mut self,
        level: &Level,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
        on: &mut dyn FnMut(Progress),
    ) -> Vec<Finding> {
        let asked = OnItsWay { level, question, limits, stop, started: Instant::now() };
        let mut findings = Vec::new();
        let (mut n_said, mut n_asked) = (0_usize, 0);
        let end = loop {
            n_asked += 1;
            let end = self.ask(&asked, &mut |progress| {
                n_said += 1;
                if let Progress::Found(finding) = &progress {
                    findings.push(finding.clone());
                }
                on(progress);
            });
            // It died without a message, as when it is killed from outside, which may not happen again.
            // Findings are not passed on twice.
            let died = matches!(end, Err(CallEnd::Lost(Lost::Ended { words: None, .. })));
            if !(died && n_asked == 1 && findings.is_empty() && !stop.is_set()) {
                break end;
            }
        };
        match end {
            Ok(superseded) => {
                findings.drain(..superseded.min(findings.len()));
            }
            Err(end) => {
                if n_said == 0 {
                    on(Progress::Started(question.topic()));
                }
                let (topic, why) = (question.topic(), why(end));
                let elapsed = asked.started.elapsed();
                let mut last = Finding::unanswered(topic, why.clone(), limits, elapsed);
                // Findings passed on before the process had to be ended are not lost.
                let before = findings.iter().rev().find(|finding| finding.topic() == topic);
                if let Some(cut) = before.and_then(|finding| finding.answer.cut(&why)) {
                    last.answer = cut;
                }
                findings.push(last.clone());
                on(Progress::Found(last));
            }
        }
        findings
    }

    fn forget(&mut self) {
        self.forgets = true;
    }
}
