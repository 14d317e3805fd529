//! An engine in a process of its own: what goes wrong there costs the question that was asked.
//!
//! Everything that is solved is solved there and in the worker beneath it, for the window and for
//! the command line. A search that does not listen, blows memory or panics ends that question with
//! its reason; the next one is answered as if nothing had been.

mod messages;
mod serve;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};

pub use serve::engine_main;

use super::answers::Answers;
use super::child::{Child, Death, Now, PATIENCE, Wait};
use super::engine::Progress;
use super::finding::{Finding, Why};
use super::query::Question;
use super::question::Limits;
use super::remote::WorkerCommand;
use crate::asp::Stop;
use crate::games::Games;
use crate::level::{GameText, Level};
use messages::{EngineRequest, FromEngine, Said, ToEngine, await_hello, next, packed};

/// Time that what is cancelled gets to end by itself. A search that listens ends at once, and so
/// does a worker that the engine kills; with the process its caches would go.
const GRACE: Duration = Duration::from_millis(500);
/// Time by which a question may overrun its limit before its search is taken for stuck.
const OVERRUN: Duration = Duration::from_secs(3);
/// Letters of a process's last words that are repeated.
const WORDS: usize = 300;
/// What Rust writes when there is no memory left, before it ends the process.
const NO_MEMORY: &str = "memory allocation of ";

/// How to start an engine process.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl EngineCommand {
    /// The running program itself, which turns into an engine by its flag `--engine`.
    pub fn this_binary() -> std::io::Result<Self> {
        Ok(Self::at(&std::env::current_exe()?))
    }

    /// Another binary of the same version; for tests, which do not run in it.
    pub fn at(program: &Path) -> Self {
        Self::with(program, ["--engine"])
    }

    /// A program that calls [`engine_main`] when it is started so, with games of its own.
    pub fn with(program: &Path, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.to_owned(), arguments }
    }

    /// The worker that its engine would drive.
    pub fn worker(&self) -> WorkerCommand {
        WorkerCommand::at(&self.program)
    }

    pub(super) fn program(&self) -> &Path {
        &self.program
    }
}

/// An engine process, which is started when needed.
///
/// It is the same program and so has the games that are part of it, or those that whoever calls
/// [`engine_main`] gives it. A game that a designer brings is sent to it before the first question
/// about it, and again whenever its texts have changed on the asker's shelf. Any other game that is
/// put there, replaced or dropped is not known to it: a level of a game that it does not have gets
/// *unknown*, with the sentence that there is no such game.
pub struct EngineProcess {
    command: EngineCommand,
    /// Where games that designers bring are found.
    games: Option<Games>,
    /// Those that the process has, by their identifiers.
    told: HashMap<String, Arc<GameText>>,
    process: Option<Child<FromEngine>>,
    ticket: u64,
}

/// One question on its way.
struct OnItsWay<'a> {
    level: &'a Level,
    question: &'a Question,
    limits: &'a Limits,
    stop: &'a Stop,
    started: Instant,
}

/// How a question ended.
enum End {
    /// It was answered. So many of the first findings were superseded.
    Done(usize),
    /// The process had to be killed, or died.
    Lost(Why),
    /// It died without a word, as when somebody kills it.
    Died(Why),
}

impl EngineProcess {
    pub fn new(command: EngineCommand) -> Self {
        Self { command, games: None, told: HashMap::new(), process: None, ticket: 0 }
    }

    /// One that is told of the games on this shelf that designers bring.
    #[must_use]
    pub fn with_games(self, games: Games) -> Self {
        Self { games: Some(games), ..self }
    }

    /// What the process has to hear before a question about a level.
    fn news(&mut self, level: &Level) -> Option<Arc<GameText>> {
        let text = self.games.as_ref()?.by_id(&level.game)?.text().cloned()?;
        let known = self.told.insert(level.game.clone(), Arc::clone(&text));
        known.is_none_or(|known| known != text).then_some(text)
    }

    /// Has the next answers depend on no question before them: on no solution that is known, no
    /// session that is warm. So a level gets the same answers whatever was asked of others.
    pub fn forget(&mut self) {
        let Some(process) = &mut self.process else { return };
        if !packed(&ToEngine::Forget).is_ok_and(|message| process.send(&message).is_ok()) {
            // A new process knows nothing.
            self.process = None;
        }
    }

    fn start(&mut self) -> Result<&mut Child<FromEngine>, Why> {
        let alive = self.process.take().and_then(|mut old| old.is_alive().then_some(old));
        let process = match alive {
            Some(process) => process,
            None => {
                self.told.clear();
                let mut command = Command::new(&self.command.program);
                command.args(&self.command.arguments);
                Child::start(command, true, read).map_err(|error| {
                    Why::Crashed(format!("the solver process does not start: {error}"))
                })?
            }
        };
        Ok(self.process.insert(process))
    }

    /// Asks, and hands on what is said until the question has ended.
    fn ask(&mut self, asked: &OnItsWay<'_>, on: &mut dyn FnMut(Progress)) -> End {
        self.ticket += 1;
        let ticket = self.ticket;
        let about = Box::new(EngineRequest {
            level: Cow::Borrowed(asked.level),
            question: Cow::Borrowed(asked.question),
            limits: *asked.limits,
        });
        let message = packed(&ToEngine::Ask { ticket, about });
        let message = match message {
            Ok(message) => message,
            Err(error) => return End::Lost(Why::Crashed(error.to_string())),
        };
        if let Err(why) = self.start() {
            return End::Lost(why);
        }
        let news = self.news(asked.level).map(|text| packed(&ToEngine::Game(text)));
        let Some(process) = &mut self.process else { return self.bury() };
        process.forget_words();
        if let Some(Ok(news)) = news
            && process.send(&news).is_err()
        {
            return self.bury();
        }
        if process.send(&message).is_err() {
            return self.bury();
        }
        let longest = asked.limits.time.saturating_add(OVERRUN);
        let mut wait = Wait::begin(asked.stop, longest, GRACE);
        while let Some(process) = &mut self.process {
            match process.heard.recv_timeout(PATIENCE) {
                Ok(FromEngine { ticket: of, .. }) if of != ticket => {}
                Ok(FromEngine { said, .. }) => match said {
                    Said::Started(topic) => on(Progress::Started(topic)),
                    Said::Found(finding) => on(Progress::Found(*finding)),
                    Said::Note { done, text } => on(Progress::Note { done, text }),
                    Said::Done { superseded } => return End::Done(superseded),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.bury(),
            }
            match wait.now() {
                Now::Wait => {}
                Now::Cancel => {
                    let cancel = packed(&ToEngine::Cancel { ticket });
                    if cancel.is_ok_and(|cancel| process.send(&cancel).is_err()) {
                        return self.bury();
                    }
                }
                Now::Kill(why) => {
                    self.process = None;
                    return End::Lost(why.into());
                }
            }
        }
        self.bury()
    }

    /// Takes leave of a process that ended, and says how it ended.
    fn bury(&mut self) -> End {
        let Some(process) = self.process.take() else {
            return End::Died(Why::Crashed("the solver process ended".to_owned()));
        };
        let death: Death = process.bury();
        if let Some((_, bytes)) = death.words.rsplit_once(NO_MEMORY) {
            let bytes = bytes.split_whitespace().next().and_then(|bytes| bytes.parse().ok());
            return End::Lost(Why::Memory(bytes));
        }
        let how = format!("the solver process ended ({})", death.how());
        let words = death.words.lines().map(str::trim).rfind(|line| !line.is_empty());
        match words {
            None => End::Died(Why::Crashed(how)),
            Some(words) => {
                let words: String = words.chars().take(WORDS).collect();
                End::Lost(Why::Crashed(format!("{how}: {words}")))
            }
        }
    }
}

/// Hands on what an engine says.
fn read(output: ChildStdout, send: &Sender<FromEngine>) {
    let mut output = BufReader::new(output);
    if !await_hello(&mut output) {
        return;
    }
    // What cannot be read means that the two sides are not the same program.
    while let Ok(Some(message)) = next(&mut output) {
        if send.send(message).is_err() {
            return;
        }
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
            // Whoever killed it may not do so again. What has been told already is not told twice.
            let again = n_asked == 1 && findings.is_empty() && !stop.is_set();
            if !(again && matches!(end, End::Died(_))) {
                break end;
            }
        };
        match end {
            End::Done(superseded) => {
                findings.drain(..superseded.min(findings.len()));
            }
            End::Lost(why) | End::Died(why) => {
                if n_said == 0 {
                    on(Progress::Started(question.topic()));
                }
                let unknown = Finding::unanswered(question, why, limits, asked.started.elapsed());
                findings.push(unknown.clone());
                on(Progress::Found(unknown));
            }
        }
        findings
    }
}
