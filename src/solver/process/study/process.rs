//! The process of a study: obeys the orders of its client.
//!
//! Unlike the worker that runs programs, it may open files: it stores lists there that are too long for
//! memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::{PrintOrder, StudyEnded, StudyOrder, StudyProgress, StudyReply};
use crate::process::hosts::{Helping, HostFault, HostSeat, Leading};
use foolproof_game::{Refusal, Study, StudyEnd, StudyError, Studying, Watch, packed, unpacked};
use foolproof_kernel::system::limit_memory;
use foolproof_work::{Call, serve};

/// Time between two progress messages.
const TELLS: Duration = Duration::from_millis(100);
/// Minimum time between two texts to resume from.
const KEEPS: Duration = Duration::from_secs(10);
/// Minimum ratio between that time and the time to make such a text.
const KEEPS_TIMES: u32 = 50;

/// Memory of the process without a study, in MiB: the program, and the stacks of a few threads.
const OWN_MIB: u64 = 256;

/// Looks up the study of a game by the game's identifier.
pub(crate) type FindStudy<'a> = &'a dyn Fn(&str) -> Option<Arc<dyn Study>>;

/// An order that is being obeyed.
type StudyCall = Call<StudyReply, StudyReply>;

/// Runs until standard input ends.
pub fn study_main(find: FindStudy<'_>) -> ! {
    let mut desk = StudyDesk { find, study: None, seat: None };
    serve(|order, call: &StudyCall| desk.obey(order, call))
}

/// The state of the working thread.
struct StudyDesk<'a> {
    find: FindStudy<'a>,
    /// A study under way, with the identifier of its game.
    study: Option<(String, Box<dyn Studying>)>,
    /// The place of this process among those that it works with.
    seat: Option<HostSeat>,
}

impl StudyDesk<'_> {
    fn obey(&mut self, order: StudyOrder, call: &StudyCall) -> StudyReply {
        match order {
            StudyOrder::Limit(memory_mib) => {
                limit_memory(memory_mib.saturating_add(OWN_MIB));
                StudyReply::Done
            }
            StudyOrder::Together(seat) => {
                self.seat = Some(seat);
                StudyReply::Done
            }
            StudyOrder::Start { game, asked } => self.begin(game, |study| study.start(&asked)),
            StudyOrder::Resume { game, text, asked } => {
                self.begin(game, |study| study.resume(&text, &asked))
            }
            StudyOrder::Help { game, seat } => match help(&game, seat, self.find, call) {
                Ok(tasks) => StudyReply::Helped(tasks),
                Err(fault @ HostFault::Lost(..)) => StudyReply::HelpsNoMore(format!(
                    "{fault}; start all processes again, and process 0 goes on from what it saved"
                )),
                Err(fault) => StudyReply::HelpsNoMore(fault.to_string()),
            },
            order => self.work_on(order, call),
        }
    }

    fn begin(
        &mut self,
        game: String,
        start: impl FnOnce(&dyn Study) -> Result<Box<dyn Studying>, Refusal>,
    ) -> StudyReply {
        let found = (self.find)(&game);
        let found = found.ok_or_else(|| Refusal::Plan(format!("{game} has no study")));
        match found.and_then(|study| start(&*study)) {
            Ok(study) => {
                self.study = Some((game, study));
                StudyReply::Begun
            }
            Err(why) => StudyReply::Refused(why),
        }
    }

    /// Obeys an order about a study that has begun.
    fn work_on(&mut self, order: StudyOrder, call: &StudyCall) -> StudyReply {
        let Some((game, study)) = &mut self.study else { return StudyReply::Done };
        match order {
            StudyOrder::Run { time, keeps } => {
                let teller = Teller::new(call, time, keeps);
                let end = match &self.seat {
                    Some(seat) => run_together(game, study, seat, &teller),
                    None => study.run(&teller),
                };
                StudyReply::Ended(StudyEnded {
                    end,
                    complete: study.account().complete,
                    kept: keeps.then(|| study.kept().map_err(String::from)),
                })
            }
            StudyOrder::Best => StudyReply::Best(study.best_levels()),
            StudyOrder::Print(PrintOrder { document, took, go_on }) => {
                let account = study.account();
                StudyReply::Printed(match document {
                    Some((verb, holds)) => account.document(&verb, holds, took),
                    None => account.text(took, go_on.as_deref()),
                })
            }
            _ => StudyReply::Done,
        }
    }
}

/// Works on a study together with the other processes, after waiting for them.
fn run_together(
    game: &str,
    study: &mut Box<dyn Studying>,
    seat: &HostSeat,
    teller: &Teller<'_>,
) -> StudyEnd {
    let waits = |words: &str| teller.go_on(0.0, &|| format!(", {words}"));
    let work = study.work().and_then(|work| packed(&(game, work)));
    let led = work
        .map_err(|why| HostFault::Other(why.into()))
        .and_then(|work| Leading::start(seat.clone(), &work, &waits));
    let mut leading = match led {
        Ok(leading) => leading,
        Err(HostFault::Stopped) => return StudyEnd::Stopped,
        Err(fault @ HostFault::Lost(..)) => return StudyEnd::Lost(fault.to_string()),
        Err(fault) => return StudyEnd::Trouble(fault.to_string()),
    };
    let end = study.run_together(teller, &mut leading);
    drop(leading);
    end
}

/// Helps another process with a study of a game. Returns the number of finished tasks, or why it could not
/// help.
fn help(
    game: &str,
    seat: HostSeat,
    find: FindStudy<'_>,
    call: &StudyCall,
) -> Result<u64, HostFault> {
    let (teller, threads) = (Teller::new(call, None, false), seat.threads);
    let told = |words: &str| teller.go_on(0.0, &|| words.to_owned());
    let mut helping = Helping::start(seat, &told)?;
    let made = unpacked(&helping.work).and_then(|(theirs, work): (String, Vec<u8>)| {
        if theirs != game {
            let why = format!("this process was started for {game}, process 0 for {theirs}");
            return Err(why.into());
        }
        let study = find(game).ok_or_else(|| format!("{game} has no study"))?;
        study.follower(&work, threads)
    });
    let made = made.inspect_err(|why| helping.fail(&why.to_string()));
    let mut helper = made.map_err(|why| HostFault::Other(why.into()))?;
    let done = |tasks: u64| teller.go_on(0.0, &|| format!("{tasks} tasks done"));
    helping.help(&mut *helper, &done)
}

/// Sends the client the progress of a run, and texts to resume from.
struct Teller<'a> {
    call: &'a StudyCall,
    until: Option<Instant>,
    keeps: bool,
    /// Time of the last progress message.
    told: Mutex<Instant>,
    /// Time of the last text to resume from, and the minimum time until the next one.
    keeping: Mutex<(Instant, Duration)>,
}

impl<'a> Teller<'a> {
    fn new(call: &'a StudyCall, time: Option<Duration>, keeps: bool) -> Self {
        let now = Instant::now();
        Self {
            call,
            until: time.and_then(|time| now.checked_add(time)),
            keeps,
            told: Mutex::new(now),
            keeping: Mutex::new((now, Duration::ZERO)),
        }
    }
}

impl Watch for Teller<'_> {
    fn go_on(&self, share: f64, words: &dyn Fn() -> String) -> bool {
        // If it is locked, another thread sends a message.
        if let Some(mut told) = self.told.try_lock()
            && told.elapsed() > TELLS
        {
            let share = if share.is_finite() { share } else { 0.0 };
            self.call.say(&StudyReply::Progress(StudyProgress { share, words: words() }));
            *told = Instant::now();
        }
        let over = self.until.is_some_and(|until| Instant::now() >= until);
        !over && !self.call.stop.is_set()
    }

    fn through(&self, words: &str) {
        self.call.say(&StudyReply::Through(words.to_owned()));
    }

    fn keep(&self, kept: &dyn Fn() -> Result<String, StudyError>) {
        let Some(mut keeping) = self.keeping.try_lock().filter(|_| self.keeps) else { return };
        let (last, rest) = *keeping;
        if last.elapsed() < rest {
            return;
        }
        let begun = Instant::now();
        // An unsaved result is reported at the end.
        if let Ok(text) = kept() {
            self.call.say(&StudyReply::Kept(text));
        }
        *keeping = (Instant::now(), KEEPS.max(begun.elapsed() * KEEPS_TIMES));
    }
}
