//! The process of a study: reads orders from its standard input, works, and answers on its standard
//! output.
//!
//! One thread works and answers; a second reads lines, so that a look or a stop arrives meanwhile, and
//! ends the process when the other side is gone. Unlike the worker that runs programs it may open
//! files: lists that are too long for memory lie in some. Knows `games::Study` and the protocol.

use std::io::{BufRead as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Keeping, PrintOrder, StudyEnded, StudyOrder, StudyProgress, StudyReply};
use crate::asp::leave;
use crate::games::{
    Glimpse, Refusal, SeenLevels, Study, StudyEnd, StudyRequest, Studying, Watch, packed, unpacked,
};
use crate::solver::hosts::{Helping, HostFault, HostSeat, Leading};
use crate::solver::worker::limit_memory;

/// Orders that wait; the other side waits for each answer, but for stops and looks.
const QUEUE: usize = 8;
/// Time between two words of how far it is.
const TELLS: Duration = Duration::from_millis(100);
/// Time between two texts to go on from, and how many times as long as it takes to make one.
const KEEPS: Duration = Duration::from_secs(10);
const KEEPS_TIMES: u32 = 50;

/// What the process takes without a study, in MiB: the program, and the stacks of a few threads.
const OWN_MIB: u64 = 256;

/// The study of a game, by the game's identifier.
pub type FindStudy<'a> = &'a dyn Fn(&str) -> Option<Arc<dyn Study>>;

/// What the thread that works and the one that reads share.
#[derive(Clone, Default)]
struct StudyShared {
    /// Of the run that was ordered last.
    stop: Arc<Mutex<Arc<AtomicBool>>>,
    /// How to look at the study, where it can be looked at.
    glimpse: Arc<Mutex<Option<Glimpse>>>,
    /// The words of the first panic.
    words: Arc<Mutex<Option<String>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs until standard input ends.
pub fn study_main(find: FindStudy<'_>) -> ! {
    let shared = StudyShared::default();
    let words = Arc::clone(&shared.words);
    std::panic::set_hook(Box::new(move |fault| {
        locked(&words).get_or_insert_with(|| said(fault.payload(), fault.location()));
    }));
    // A line of its own, whatever was printed before.
    let _ = std::io::stdout().write_all(b"\n");
    say(&StudyReply::Hello);
    let (send, orders) = crossbeam_channel::bounded(QUEUE);
    let reader = shared.clone();
    std::thread::spawn(move || guarded(&reader, || read(&reader, &send)));
    guarded(&shared, || {
        let mut desk = StudyDesk::default();
        for (order, stop) in orders {
            desk.obey(order, (&shared, find), stop);
        }
    });
    leave(0)
}

fn said(fault: &(dyn std::any::Any + Send), place: Option<&std::panic::Location<'_>>) -> String {
    let words = fault.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = words.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_default();
    match place {
        Some(place) => format!("{words} ({}:{})", place.file(), place.line()),
        None => words,
    }
}

/// Does something; where that panics, says so and ends the process.
fn guarded(shared: &StudyShared, work: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        say(&StudyReply::Fell(locked(&shared.words).take().unwrap_or_default()));
        leave(1);
    }
}

/// Reads orders; stops and looks are obeyed at once.
fn read(shared: &StudyShared, send: &crossbeam_channel::Sender<(StudyOrder, Arc<AtomicBool>)>) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(StudyOrder::Stop) => locked(&shared.stop).store(true, Ordering::Relaxed),
            Ok(StudyOrder::Look) => {
                let glimpse = locked(&shared.glimpse).clone();
                say(&StudyReply::Seen(glimpse.map(|look| look()).unwrap_or_default()));
            }
            Ok(order) => {
                // A stop is of the run that was ordered before it.
                let stop = Arc::default();
                if matches!(order, StudyOrder::Run { .. } | StudyOrder::Help { .. }) {
                    *locked(&shared.stop) = Arc::clone(&stop);
                }
                if send.send((order, stop)).is_err() {
                    break;
                }
            }
            // A line that cannot be read means that the two sides are not the same program.
            Err(_) => leave(3),
        }
    }
    // The other side is gone: nobody wants what is being looked for.
    leave(0);
}

fn say(reply: &StudyReply) {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let written = serde_json::to_writer(&mut out, reply)
        .map_err(std::io::Error::from)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    if written.is_err() {
        leave(0);
    }
}

/// What the thread that works has before it.
#[derive(Default)]
struct StudyDesk {
    /// A study under way, with the identifier of its game.
    study: Option<(String, Box<dyn Studying>)>,
    /// This process among those that it works with.
    seat: Option<HostSeat>,
}

impl StudyDesk {
    fn obey(
        &mut self,
        order: StudyOrder,
        (shared, find): (&StudyShared, FindStudy<'_>),
        stop: Arc<AtomicBool>,
    ) {
        let begin = |game: &str, text: Option<&str>, asked: Option<&StudyRequest>| {
            let found = find(game).ok_or_else(|| Refusal::Plan(format!("{game} has no study")))?;
            match (text, asked) {
                (Some(text), asked) => found.resume(text, asked),
                (None, asked) => found.start(asked.unwrap_or(&StudyRequest::default())),
            }
        };
        let (game, begun) = match order {
            StudyOrder::Start { game, asked } => {
                let begun = begin(&game, None, Some(&asked));
                (game, begun)
            }
            StudyOrder::Resume { game, text, asked } => {
                let begun = begin(&game, Some(&text), asked.as_ref());
                (game, begun)
            }
            StudyOrder::Together(seat) => return self.seat = Some(seat),
            StudyOrder::Help { game, seat } => {
                return say(&StudyReply::Helped(help(&game, seat, find, stop)));
            }
            order => return self.work_on(order, stop),
        };
        say(&match begun {
            Ok(begun) => {
                *locked(&shared.glimpse) = begun.glimpse();
                self.study = Some((game, begun));
                StudyReply::Begun
            }
            Err(why) => StudyReply::Refused(why),
        });
    }

    /// What is done with a study that has begun.
    fn work_on(&mut self, order: StudyOrder, stop: Arc<AtomicBool>) {
        if let StudyOrder::Limit(memory_mib) = order {
            return limit_memory(Some(memory_mib.saturating_add(OWN_MIB)));
        }
        let Some((game, study)) = &mut self.study else { return };
        let levels_of = |row: String| SeenLevels { levels: study.levels(&row), row };
        say(&match order {
            StudyOrder::Run { time, keeps } => {
                let teller = Teller::new(stop, time, keeps != Keeping::Never);
                let end = match &self.seat {
                    Some(seat) => run_together((game, study), seat, &teller),
                    None => study.run(&teller),
                };
                StudyReply::Ended(Box::new(ended(study, end, keeps)))
            }
            StudyOrder::Levels(rows) => {
                StudyReply::Levels(rows.into_iter().map(levels_of).collect())
            }
            StudyOrder::Best => {
                let (row, levels) = (String::new(), study.best_levels());
                StudyReply::Levels(vec![SeenLevels { row, levels }])
            }
            StudyOrder::Print(PrintOrder { document, took, go_on }) => {
                let account = study.account();
                StudyReply::Printed(match document {
                    Some((verb, holds)) => account.document((&verb, holds), took),
                    None => account.text(took, go_on.as_deref()),
                })
            }
            _ => return,
        });
    }
}

/// Works on a study together with the other processes, which are waited for.
fn run_together(
    (game, study): (&str, &mut Box<dyn Studying>),
    seat: &HostSeat,
    teller: &Teller,
) -> StudyEnd {
    let waits = |words: &str| teller.go_on(0.0, &|| format!(", {words}"));
    let work = study.work().and_then(|work| packed(&(game, work)));
    let led =
        work.map_err(HostFault::Other).and_then(|work| Leading::start(seat.clone(), &work, &waits));
    let mut leading = match led {
        Ok(leading) => leading,
        Err(HostFault::Stopped) => return StudyEnd::Stopped,
        Err(fault @ HostFault::Lost(..)) => return StudyEnd::Lost(fault.to_string()),
        Err(fault) => return StudyEnd::Trouble(fault.to_string()),
    };
    let end = study.run_together(teller, &mut leading);
    leading.end();
    end
}

/// Helps another process with a study of a game; how many tasks were done, or why it was no help.
fn help(
    game: &str,
    seat: HostSeat,
    find: FindStudy<'_>,
    stop: Arc<AtomicBool>,
) -> Result<u64, String> {
    let (teller, threads) = (Teller::new(stop, None, false), seat.threads);
    let told = |words: &str| teller.go_on(0.0, &|| words.to_owned());
    let said = |fault: HostFault| match fault {
        HostFault::Lost(..) => {
            format!("{fault}; start all processes again, and process 0 goes on from what it saved")
        }
        fault => fault.to_string(),
    };
    let helping = Helping::start(seat, &told).map_err(said)?;
    let made = unpacked(&helping.work).and_then(|(theirs, work): (String, Vec<u8>)| {
        if theirs != game {
            return Err(format!("this process was started for {game}, process 0 for {theirs}"));
        }
        let study = find(game).ok_or_else(|| format!("{game} has no study"))?;
        study.helper(&work, threads)
    });
    let mut helper = made.inspect_err(|why| helping.fail(why))?;
    let done = |tasks: u64| teller.go_on(0.0, &|| format!("{tasks} tasks done"));
    helping.help(&mut *helper, &done).map_err(said)
}

/// How a run ended, with what is known now.
fn ended(study: &mut Box<dyn Studying>, end: StudyEnd, keeps: Keeping) -> StudyEnded {
    let wanted = match keeps {
        Keeping::Never => false,
        Keeping::UntilWhole => end != StudyEnd::Whole,
        Keeping::Always => true,
    };
    let report = study.report();
    let first = report.rows.first().map(|row| row.name.clone());
    let first = first.map(|row| SeenLevels { levels: study.levels(&row), row });
    StudyEnded {
        end,
        complete: study.account().complete,
        report,
        first: first.into_iter().collect(),
        kept: wanted.then(|| study.kept()),
    }
}

/// Tells the other side how far it is, and what could be gone on from.
struct Teller {
    stop: Arc<AtomicBool>,
    until: Option<Instant>,
    keeps: bool,
    /// When something was told last.
    told: Mutex<Instant>,
    /// When something was kept last, and how long it lasts until the next time.
    keeping: Mutex<(Instant, Duration)>,
}

impl Teller {
    fn new(stop: Arc<AtomicBool>, time: Option<Duration>, keeps: bool) -> Self {
        let now = Instant::now();
        Self {
            stop,
            until: time.and_then(|time| now.checked_add(time)),
            keeps,
            told: Mutex::new(now),
            keeping: Mutex::new((now, Duration::ZERO)),
        }
    }
}

impl Watch for Teller {
    fn go_on(&self, share: f64, words: &dyn Fn() -> String) -> bool {
        // Whoever finds it locked need not tell, too.
        if let Ok(mut told) = self.told.try_lock()
            && told.elapsed() > TELLS
        {
            // JSON has no word for what is no number, and who reads would take leave.
            let share = if share.is_finite() { share } else { 0.0 };
            say(&StudyReply::Progress(StudyProgress { share, words: words() }));
            *told = Instant::now();
        }
        let over = self.until.is_some_and(|until| Instant::now() >= until);
        !over && !self.stop.load(Ordering::Relaxed)
    }

    fn through(&self, words: &str) {
        say(&StudyReply::Through(words.to_owned()));
    }

    fn keep(&self, kept: &dyn Fn() -> Result<String, String>) {
        let Some(mut keeping) = self.keeping.try_lock().ok().filter(|_| self.keeps) else { return };
        let (last, rest) = *keeping;
        if last.elapsed() < rest {
            return;
        }
        let begun = Instant::now();
        // What cannot be kept is told at the end.
        if let Ok(text) = kept() {
            say(&StudyReply::Kept(text));
        }
        *keeping = (Instant::now(), KEEPS.max(begun.elapsed() * KEEPS_TIMES));
    }
}
