//! The studies of games. Each is a verb, made from the study's description of itself.
//!
//! Names no game.

mod options;

use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) use options::StudyVerb;

use foolproof_cli::hosts::{helped_report, helped_words};
use foolproof_cli::input::{Picked, Usage, pick_level};
use foolproof_cli::output::{PackOut, both, keep_for_later};
use foolproof_cli::progress::{clear_line, end_line, tell_now};
use foolproof_cli::questions::{engine, holds};
use foolproof_cli::report::go_on_text;
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::{Games, Refusal, StudyEnd, StudyRequest};
use foolproof_level::Level;
use foolproof_level::file::{LARGEST_KEPT, read_regular, write_atomically};
use foolproof_solver::{
    HostSeat, PrintOrder, Stop, StudyCommand, StudyEnded, StudyFault, StudyOrder, StudyProcess,
    StudyReply,
};

/// Interval at which Ctrl+C is checked.
const PATIENCE: Duration = Duration::from_millis(20);

impl Verb for StudyVerb {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        if let Some(text) = self.only_prints() {
            return Ok(Report::done(text.to_owned()));
        }
        let started = Instant::now();
        let seat = self.seat()?;
        if let Some(seat) = seat.as_ref().filter(|seat| !seat.leads()) {
            return help(self, seat.clone(), started);
        }
        let around = self.around().map(|level| pick_level(games, level)).transpose()?;
        let (resume, out) = (self.resume(), self.out());
        out.apart_from(resume)?;
        let out = PackOut::of(games, &out, around.as_ref())?;
        let mut talk = begun(self, around.as_ref(), seat)?;
        let ended = talk.run(started)?;
        if let StudyEnd::Trouble(why) = ended.end {
            return Err(Usage(why));
        }
        if let StudyEnd::Lost(why) = &ended.end {
            complain(&format!("{why}; to go on, start all processes again"));
        }
        let whole = ended.end == StudyEnd::Whole;
        let kept = match (resume, ended.kept) {
            (Some(file), Some(Ok(text))) => keep_for_later(file, &text),
            (Some(file), Some(Err(why))) => {
                Err(Usage(format!("--resume {}: {why}", file.display())))
            }
            _ => Ok(()),
        };
        let written = match &out {
            Some(out) => out.add(talk.best()?),
            None => Ok(Outcome::Holds),
        };
        let wrote = both(kept, written)? == Outcome::Holds;
        let outcome = holds(whole && wrote && ended.complete);
        let verb = self.study.about().verb.to_owned();
        let text = talk.print(PrintOrder {
            document: self.is_json().then_some((verb, outcome == Outcome::Holds)),
            took: started.elapsed(),
            go_on: (!whole).then(|| go_on_text(resume)),
        })?;
        Ok(Report::new(outcome, text))
    }

    fn writes_levels_out(&self) -> bool {
        self.out().is_standard()
    }
}

/// Starts the requested study, or the one saved in the file of `--resume`, in its own process.
fn begun<'a>(
    asked: &'a StudyVerb,
    around: Option<&Picked>,
    seat: Option<HostSeat>,
) -> Result<Talk<'a>, Usage> {
    let level = around.map(|picked| (*picked.level).clone());
    let (game, wanted) = (asked.game.clone(), StudyRequest { values: asked.values()?, level });
    let memory_mib = asked.study.memory_mib(&wanted.values);
    let order = match asked.resume().filter(|file| file.exists()) {
        None => StudyOrder::Start { game, asked: wanted },
        Some(file) => {
            let (text, _) = read_regular(file, LARGEST_KEPT)
                .map_err(|why| refused(asked, Refusal::Kept(why.to_string())))?;
            StudyOrder::Resume { game, text, asked: wanted }
        }
    };
    let mut talk = Talk::start(asked, memory_mib)?;
    if let Some(seat) = seat {
        talk.process.give(&StudyOrder::Together(seat));
    }
    talk.process.give(&order);
    match talk.answer()? {
        StudyReply::Refused(refusal) => Err(refused(asked, refusal)),
        _ => Ok(talk),
    }
}

/// Helps the leading process, which alone writes and prints the results.
fn help(asked: &StudyVerb, seat: HostSeat, started: Instant) -> Result<Report, Usage> {
    let (game, number) = (asked.game.clone(), seat.process);
    let mut talk = Talk::start(asked, asked.study.memory_mib(&asked.values()?))?;
    talk.process.give(&StudyOrder::Help { game, seat });
    let helped = loop {
        match talk.answer()? {
            StudyReply::Helped(tasks) => break Ok(tasks),
            StudyReply::HelpsNoMore(why) => break Err(why),
            StudyReply::Progress(progress) => tell_now(&progress.words),
            _ => {}
        }
    };
    clear_line();
    let quiet = asked.is_json() || asked.writes_levels_out();
    Ok(helped_report(helped, |tasks| match quiet {
        true => String::new(),
        false => helped_words(number, tasks, "task", "tasks", started),
    }))
}

/// Names the option in a refusal.
fn refused(asked: &StudyVerb, refusal: Refusal) -> Usage {
    let file = asked.resume().unwrap_or(Path::new("")).display();
    Usage(match refusal {
        Refusal::Setting { setting, why } => format!("{}: {why}", asked.option_said(&setting)),
        Refusal::Plan(why) => why,
        Refusal::Kept(why) => format!("--resume {file}: {why}"),
    })
}

fn unexpected(wanted: &str, reply: &StudyReply) -> Usage {
    Usage(format!("the study answered with something else than its {wanted}: {reply:?}"))
}

/// The conversation with a study in its process, for a user at a terminal.
struct Talk<'a> {
    asked: &'a StudyVerb,
    process: StudyProcess,
    stop: Stop,
}

impl<'a> Talk<'a> {
    /// Starts the process, with a limit of memory in MiB.
    fn start(asked: &'a StudyVerb, memory_mib: u64) -> Result<Self, Usage> {
        let process = StudyProcess::start(&StudyCommand::of(&engine()?), memory_mib);
        Ok(Self { asked, process: process.map_err(Usage::of)?, stop: Stop::on_interrupt() })
    }

    /// Runs the study until it is complete, is interrupted, or its time is over.
    fn run(&mut self, started: Instant) -> Result<StudyEnded, Usage> {
        let resume = self.asked.resume();
        let time = self.asked.time_limit().map(|limit| limit.saturating_sub(started.elapsed()));
        self.process.give(&StudyOrder::Run { time, keeps: resume.is_some() });
        loop {
            match self.answer()? {
                StudyReply::Ended(ended) => {
                    clear_line();
                    return Ok(ended);
                }
                StudyReply::Progress(progress) if started.elapsed() > Duration::from_secs(1) => {
                    let share = progress.share * 100.0;
                    tell_now(&format!("{share:3.0} %{}", progress.words));
                }
                StudyReply::Through(words) => {
                    tell_now(&words);
                    end_line();
                }
                StudyReply::Kept(text) => {
                    if let Some(file) = resume {
                        // Saved in case the machine stops. A failure to save is reported at the end.
                        let _ = write_atomically(file, text.as_bytes());
                    }
                }
                _ => {}
            }
        }
    }

    /// Waits for the next message from the process. Passes on Ctrl+C meanwhile.
    fn answer(&mut self) -> Result<StudyReply, Usage> {
        let mut told = false;
        loop {
            if let Some(said) = self.process.next(PATIENCE) {
                return said.map_err(|fault| self.fell(&fault));
            }
            if self.stop.is_set() && !told {
                self.process.stop();
                told = true;
            }
        }
    }

    /// Returns the reason why the process has ended, with the file to resume from.
    fn fell(&self, fault: &StudyFault) -> Usage {
        Usage(match self.asked.resume().filter(|file| file.exists()) {
            Some(file) => format!("{fault}; the last saved state is in {}", file.display()),
            None => fault.to_string(),
        })
    }

    /// Returns the levels worth keeping.
    fn best(&mut self) -> Result<Vec<Level>, Usage> {
        self.process.give(&StudyOrder::Best);
        match self.answer()? {
            StudyReply::Best(levels) => Ok(levels),
            other => Err(unexpected("levels", &other)),
        }
    }

    fn print(&mut self, order: PrintOrder) -> Result<String, Usage> {
        self.process.give(&StudyOrder::Print(order));
        match self.answer()? {
            StudyReply::Printed(text) => Ok(text),
            other => Err(unexpected("table", &other)),
        }
    }
}
