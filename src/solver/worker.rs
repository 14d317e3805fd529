//! The worker process: reads calls from its standard input, solves, answers on its standard output.
//!
//! All solving happens here, so that a grounding without end, a crash of the solver or a memory
//! blow-up costs a restart of milliseconds and never the editor. One thread touches clingo; a
//! second reads lines, so that a cancel arrives while the first one searches, and ends the process
//! when the other side is gone. Knows `asp` and the protocol only.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::protocol::{Message, Reply, Request, Word};
use crate::asp::{AspError, Duel, Session, Shot, Stop, leave};

/// Calls that wait or run, with the stop of each.
type Stops = Arc<Mutex<BTreeMap<u64, Stop>>>;

/// Longest queue of calls; the caller waits for each answer, so one would do.
const QUEUE: usize = 8;

/// Runs until standard input ends. `memory_mib` bounds the address space of the process.
pub fn worker_main(memory_mib: Option<u64>) -> ! {
    limit_memory(memory_mib);
    close_to_files();
    let stops = Stops::default();
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
    let mut slots = BTreeMap::new();
    for (ticket, time_ms, request) in calls {
        let stop = lock(&stops).get(&ticket).cloned().unwrap_or_default();
        let shot = Shot::new(Duration::from_millis(time_ms), &stop);
        let word = answer(&mut slots, request, &shot, &mut |word| say(ticket, word))
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

/// What the caller has open in a slot.
enum Slot {
    Session(Box<Session>),
    Tagged(Box<Duel>),
}

fn answer(
    slots: &mut BTreeMap<u32, Slot>,
    request: Request,
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    let slot = match &request {
        Request::Open { slot, .. }
        | Request::Close { slot }
        | Request::Models { slot, .. }
        | Request::Consequences { slot, .. }
        | Request::Core { slot, .. }
        | Request::Optimum { slot, .. }
        | Request::Atoms { slot, .. }
        | Request::Forbid { slot, .. }
        | Request::Tagged { slot, .. }
        | Request::NextPair { slot, .. }
        | Request::KeepAway { slot, .. }
        | Request::Verify { slot, .. }
        | Request::Alternatives { slot, .. }
        | Request::Blame { slot, .. } => *slot,
    };
    if let Request::Open { program, options, .. } = &request {
        slots.remove(&slot);
        let session = Session::ground(program, options)?;
        let warnings = session.warnings().to_vec();
        slots.insert(slot, Slot::Session(Box::new(session)));
        return Ok(Word::Opened { warnings });
    }
    if let Request::Tagged { program, options, .. } = &request {
        slots.remove(&slot);
        let duel = Duel::new(program, options)?;
        let warnings = duel.warnings().to_vec();
        slots.insert(slot, Slot::Tagged(Box::new(duel)));
        return Ok(Word::Opened { warnings });
    }
    if let Request::Close { .. } = request {
        slots.remove(&slot);
        return Ok(Word::Done);
    }
    match slots.get_mut(&slot) {
        Some(Slot::Session(session)) => ask(session, request, shot, say),
        Some(Slot::Tagged(duel)) => ask_tagged(duel, request, shot, say),
        None => Err(AspError::NoSession(slot)),
    }
}

fn ask_tagged(
    duel: &mut Duel,
    request: Request,
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    match request {
        Request::NextPair { distance, .. } => {
            duel.next_pair(distance, shot, &mut |n| say(Word::Counterexamples(n))).map(Word::Turn)
        }
        Request::Blame { held, .. } => {
            duel.blame(&held, shot, &mut |n| say(Word::Counterexamples(n))).map(Word::Core)
        }
        Request::KeepAway { puzzle, distance, .. } => {
            duel.keep_away_from(&puzzle, distance);
            Ok(Word::Done)
        }
        Request::Verify { puzzle, .. } => duel.verify(&puzzle, shot).map(Word::Verdict),
        Request::Alternatives { puzzle, cap, .. } => {
            duel.alternatives(&puzzle, cap, shot).map(Word::Alternatives)
        }
        _ => Err(AspError::Internal("a tagged program is not asked this".to_owned())),
    }
}

fn names(show: &[String]) -> Vec<&str> {
    show.iter().map(String::as_str).collect()
}

fn ask(
    session: &mut Session,
    request: Request,
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    match request {
        Request::Models { assume, cap, show, .. } => {
            let mut on_model = |model| {
                say(Word::Model(model));
                ControlFlow::Continue(())
            };
            session.models(&assume, cap, &names(&show), shot, &mut on_model).map(Word::Models)
        }
        Request::Consequences { mode, assume, of, .. } => {
            session.consequences(mode.into(), &assume, &of, shot).map(Word::Consequences)
        }
        Request::Core { assume, .. } => session.core(&assume, shot).map(Word::Core),
        Request::Optimum { assume, show, .. } => session
            .optimum(&assume, &names(&show), shot, &mut |model| say(Word::Better(model.clone())))
            .map(Word::Optimum),
        Request::Atoms { name, arity, .. } => Ok(Word::Atoms(session.atoms(&name, arity))),
        Request::Forbid { atoms, .. } => session.forbid(&atoms).map(|()| Word::Done),
        Request::Open { .. } | Request::Close { .. } => Ok(Word::Done),
        _ => Err(AspError::Internal("this is asked of tagged programs only".to_owned())),
    }
}

#[cfg(unix)]
fn limit_memory(memory_mib: Option<u64>) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    if let Some(mib) = memory_mib {
        let limit = Some(mib.saturating_mul(1 << 20));
        // Where the system refuses, the worker runs without a bound, as on other systems.
        let _ = setrlimit(Resource::As, Rlimit { current: limit, maximum: limit });
    }
}

#[cfg(not(unix))]
fn limit_memory(_: Option<u64>) {}

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
