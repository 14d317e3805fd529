//! The worker process: reads calls from its standard input, solves, answers on its standard output.
//!
//! All solving happens here, so that a grounding without end, a crash of the solver or a memory
//! blow-up costs a restart of milliseconds and never the editor. One thread touches clingo; a
//! second reads lines, so that a cancel arrives while the first one searches, and ends the process
//! when the other side is gone. Knows `asp` and the protocol only.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::protocol::{
    GroundingLimits, Message, Reply, Request, SessionRequest, SessionSlot, TaggedRequest,
    TaggedSlot, Word,
};
use crate::asp::{AspError, Duel, Session, Shot, Stop, leave, processor_time, recorded, saturated};

/// Calls that wait or run, with the stop of each.
type CallStops = Arc<Mutex<BTreeMap<u64, Stop>>>;

/// Longest queue of calls; the caller waits for each answer, so one would do.
const QUEUE: usize = 8;

/// Runs until standard input ends. `memory_mib` bounds the address space of the process.
pub fn worker_main(memory_mib: Option<u64>) -> ! {
    limit_memory(memory_mib);
    close_to_files();
    let stops = CallStops::default();
    let (send, calls) = crossbeam_channel::bounded(QUEUE);
    let reader_stops = Arc::clone(&stops);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            match serde_json::from_str(&line) {
                Ok(Message::Cancel { ticket }) => {
                    if let Some(stop) = lock(&reader_stops).get(&ticket) {
                        stop.set();
                    }
                }
                Ok(Message::Call { ticket, time_ms, request }) => {
                    lock(&reader_stops).insert(ticket, Stop::default());
                    if send.send((ticket, time_ms, request)).is_err() {
                        break;
                    }
                }
                // A line that cannot be read means that the two sides are not the same program.
                Err(_) => leave(3),
            }
        }
        // The editor is gone: nobody wants what is being computed.
        leave(0);
    });
    let mut open = Open::default();
    for (ticket, time_ms, request) in calls {
        let stop = lock(&stops).get(&ticket).cloned().unwrap_or_default();
        let shot = Shot::new(Duration::from_millis(time_ms), &stop);
        let word = answer(&mut open, (ticket, request), &shot, &mut |word| say(ticket, word))
            .unwrap_or_else(Word::Failed);
        lock(&stops).remove(&ticket);
        say(ticket, word);
    }
    leave(0)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say(ticket: u64, word: Word) {
    let mut out = std::io::stdout().lock();
    let written = serde_json::to_writer(&mut out, &Reply { ticket, word })
        .map_err(std::io::Error::from)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    if written.is_err() {
        leave(0);
    }
}

/// How often the processor time of a grounding is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Somebody who ends the process, with a word on why, once a grounding has taken too much processor
/// time: it does not listen while it unfolds.
struct GroundingWatch {
    /// Whether it is still under way.
    runs: Arc<Mutex<bool>>,
    /// Ground rules that are there.
    so_far: Arc<AtomicUsize>,
}

impl GroundingWatch {
    fn begin(ticket: u64, limits: GroundingLimits) -> Self {
        let watch = Self { runs: Arc::new(Mutex::new(true)), so_far: Arc::default() };
        let (runs, so_far) = (Arc::clone(&watch.runs), Arc::clone(&watch.so_far));
        let end = processor_time().saturating_add(Duration::from_millis(limits.processor_ms));
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(LOOK);
                // Held until the word is out, so that the answer does not come as well.
                let runs = lock(&runs);
                if !*runs {
                    return;
                }
                if processor_time() > end {
                    let so_far = so_far.load(Ordering::Relaxed);
                    say(ticket, Word::Failed(AspError::LongGrounding(so_far)));
                    leave(0);
                }
            }
        });
        watch
    }

    fn end(self) {
        *lock(&self.runs) = false;
    }
}

/// What the caller has open.
#[derive(Default)]
struct Open {
    sessions: BTreeMap<SessionSlot, Session>,
    tagged: BTreeMap<TaggedSlot, Duel>,
}

/// What is open in a slot of this number.
fn opened<'a, S: Ord, P>(
    all: &'a mut BTreeMap<S, P>,
    slot: &S,
    number: u32,
) -> Result<&'a mut P, AspError> {
    all.get_mut(slot).ok_or(AspError::NoSession(number))
}

fn answer(
    open: &mut Open,
    (ticket, request): (u64, Request),
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    match request {
        Request::Session(slot, request) => ask(&mut open.sessions, (slot, request), shot, say),
        Request::Tagged(slot, request) => ask_tagged(&mut open.tagged, (slot, request), shot, say),
        Request::Ground(program, limits) => {
            let watch = GroundingWatch::begin(ticket, limits);
            let ground = recorded(&program, limits.rules, &watch.so_far);
            watch.end();
            ground.map(|(ground, remarks)| Word::Ground(ground, remarks))
        }
    }
}

fn ask_tagged(
    all: &mut BTreeMap<TaggedSlot, Duel>,
    (slot, request): (TaggedSlot, TaggedRequest),
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    match request {
        TaggedRequest::Open { program, options } => {
            all.remove(&slot);
            let duel = Duel::new(&program, &options)?;
            let warnings = duel.warnings().to_vec();
            all.insert(slot, duel);
            Ok(Word::Opened { warnings })
        }
        TaggedRequest::Saturate { program, options } => {
            saturated(&program, &options).map(Word::Saturated)
        }
        TaggedRequest::Close => {
            all.remove(&slot);
            Ok(Word::Done)
        }
        TaggedRequest::NextPair { distance } => opened(all, &slot, slot.0)?
            .next_pair(distance, shot, &mut |n| say(Word::Counterexamples(n)))
            .map(Word::Turn),
        TaggedRequest::Blame { held } => opened(all, &slot, slot.0)?
            .blame(&held, shot, &mut |n| say(Word::Counterexamples(n)))
            .map(Word::Core),
        TaggedRequest::KeepAway { puzzle, distance } => {
            opened(all, &slot, slot.0)?.keep_away_from(&puzzle, distance);
            Ok(Word::Done)
        }
        TaggedRequest::Verify { puzzle } => {
            opened(all, &slot, slot.0)?.verify(&puzzle, shot).map(Word::Verdict)
        }
        TaggedRequest::Alternatives { puzzle, cap } => {
            opened(all, &slot, slot.0)?.alternatives(&puzzle, cap, shot).map(Word::Alternatives)
        }
    }
}

fn names(show: &[String]) -> Vec<&str> {
    show.iter().map(String::as_str).collect()
}

fn ask(
    all: &mut BTreeMap<SessionSlot, Session>,
    (slot, request): (SessionSlot, SessionRequest),
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    match request {
        SessionRequest::Open { program, options } => {
            all.remove(&slot);
            let session = Session::ground(&program, &options)?;
            let warnings = session.warnings().to_vec();
            all.insert(slot, session);
            Ok(Word::Opened { warnings })
        }
        SessionRequest::Close => {
            all.remove(&slot);
            Ok(Word::Done)
        }
        SessionRequest::Models { assume, cap, show } => {
            let mut on_model = |model| {
                say(Word::Model(model));
                ControlFlow::Continue(())
            };
            opened(all, &slot, slot.0)?
                .models(&assume, cap, &names(&show), shot, &mut on_model)
                .map(Word::Models)
        }
        SessionRequest::Consequences { mode, assume, of } => opened(all, &slot, slot.0)?
            .consequences(mode.into(), &assume, &of, shot)
            .map(Word::Consequences),
        SessionRequest::Core { assume } => {
            opened(all, &slot, slot.0)?.core(&assume, shot).map(Word::Core)
        }
        SessionRequest::Optimum { assume, show } => opened(all, &slot, slot.0)?
            .optimum(&assume, &names(&show), shot, &mut |model| say(Word::Better(model.clone())))
            .map(Word::Optimum),
        SessionRequest::Atoms { name, arity } => {
            Ok(Word::Atoms(opened(all, &slot, slot.0)?.atoms(&name, arity)))
        }
        SessionRequest::Forbid { atoms } => {
            opened(all, &slot, slot.0)?.forbid(&atoms).map(|()| Word::Done)
        }
    }
}

/// Bounds the address space of this process.
#[cfg(unix)]
pub fn limit_memory(memory_mib: Option<u64>) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    if let Some(mib) = memory_mib {
        let limit = Some(mib.saturating_mul(1 << 20));
        // Where the system refuses, the worker runs without a bound, as on other systems.
        let _ = setrlimit(Resource::As, Rlimit { current: limit, maximum: limit });
    }
}

#[cfg(not(unix))]
pub fn limit_memory(_: Option<u64>) {}

/// Lets the process open nothing from now on, neither files nor connections: all that it needs is
/// what it has, and a program that got past the words that are refused reads nothing.
#[cfg(unix)]
fn close_to_files() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Standard input, output and error are open; every further one would have a higher number.
    let limit = Some(3);
    // Where the system refuses, the words that are refused are what is left.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit, maximum: limit });
}

#[cfg(not(unix))]
fn close_to_files() {}

#[cfg(all(test, unix))]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    /// What the test below starts, in a process of its own.
    #[test]
    #[ignore = "closes its own process to files"]
    fn closed() {
        let open = || std::fs::File::open(std::env::current_exe().expect("a path")).is_ok();
        let connect = || std::net::TcpListener::bind("127.0.0.1:0").is_ok();
        assert!(open() && connect());
        close_to_files();
        assert!(!open() && !connect() && std::io::pipe().is_err());
        // Threads still start, and what is open is still written to.
        std::thread::spawn(|| say(1, Word::Done)).join().expect("a thread");
    }

    #[test]
    fn a_process_that_is_closed_opens_nothing_and_works_on() {
        let output = std::process::Command::new(std::env::current_exe().expect("a path"))
            .args(["--exact", "solver::worker::tests::closed", "--ignored", "--nocapture"])
            .args(["--test-threads", "1"])
            .output()
            .expect("started");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        assert!(said.contains("{\"ticket\":1,\"word\":\"Done\"}"), "{said}");
    }
}
