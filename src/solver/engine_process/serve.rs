//! Inside an engine process: reads questions from its standard input, answers on its standard
//! output.
//!
//! One thread answers, a second one reads, so that a cancel arrives while the first one works, and
//! ends the process when whoever asks is gone.
//!
//! What each process may do. The window and the command line read and write files, and solve
//! nothing. An engine process runs what games bring (searches, deduction, makers), which is code of
//! this program: it is bounded in memory and in time, but has to be able to start its worker again,
//! so it is not closed to files. Rules that a stranger wrote run in the worker alone, which closes
//! itself to files once it has started (`worker.rs`).

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::messages::{EngineRequest, FromEngine, Said, ToEngine, next, packed, say_hello};
use crate::asp::{Stop, leave};
use crate::games::Games;
use crate::games::library::Library;
use crate::games::own::Grounder;
use crate::solver::{Engine, WaitingGrounder, WorkerCommand};

/// Questions that wait; whoever asks waits for each answer, so one would do.
const QUEUE: usize = 8;

/// Where games lie here: with whoever asks.
const BROUGHT: &str = "brought";

/// Address space that the C library sets aside for the threads that hear the worker, in bytes.
const RESERVED: u64 = 128 << 20;

/// Questions that wait or are answered, with the stop of each.
type QuestionStops = Arc<Mutex<BTreeMap<u64, Stop>>>;

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers questions about levels of these games until standard input ends.
pub fn engine_main(games: Games, worker: std::io::Result<WorkerCommand>) -> ! {
    let Ok(worker) = worker else { leave(4) };
    if say_hello(&mut std::io::stdout().lock()).is_err() {
        leave(0);
    }
    let stops = QuestionStops::default();
    let (send, asks) = crossbeam_channel::bounded(QUEUE);
    let reader_stops = Arc::clone(&stops);
    let grounder = Arc::new(WaitingGrounder::new(worker.clone()));
    let library = Library::new(Arc::clone(&grounder) as Arc<dyn Grounder>, None);
    let shelf = games.clone();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            match next::<ToEngine<'static>>(&mut input) {
                Ok(Some(ToEngine::Cancel { ticket })) => {
                    if let Some(stop) = lock(&reader_stops).get(&ticket) {
                        stop.set();
                    }
                }
                Ok(Some(ToEngine::Ask { ticket, about })) => {
                    lock(&reader_stops).insert(ticket, Stop::default());
                    if send.send(Some((ticket, about))).is_err() {
                        leave(0);
                    }
                }
                Ok(Some(ToEngine::Forget)) => {
                    if send.send(None).is_err() {
                        leave(0);
                    }
                }
                // Whoever asks has read it, so that nothing is wrong with it; it is there before the
                // questions that come behind it.
                Ok(Some(ToEngine::Game(text))) => {
                    let _ = library.put(&shelf, text, Path::new(BROUGHT));
                }
                // Whoever asked is gone: nobody wants what is being computed.
                Ok(None) => leave(0),
                // What cannot be read means that the two sides are not the same program.
                Err(error) => {
                    eprintln!("{error}");
                    leave(3)
                }
            }
        }
    });
    let (mut engine, own) = (Engine::new(worker, games), taken() + RESERVED);
    for ask in asks {
        let Some((ticket, about)) = ask else {
            engine.forget();
            continue;
        };
        let EngineRequest { level, question, limits } = *about;
        let stop = lock(&stops).get(&ticket).cloned().unwrap_or_default();
        bound_memory(limits.memory_mib, own);
        grounder.allow(limits.time);
        let superseded = engine.tell(&level, &question, &limits, &stop, &mut |progress| {
            say(ticket, progress.into());
        });
        lock(&stops).remove(&ticket);
        say(ticket, Said::Done { superseded });
    }
    leave(0)
}

fn say(ticket: u64, said: Said) {
    let bytes = match packed(&FromEngine { ticket, said }) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{error}");
            leave(3)
        }
    };
    let mut out = std::io::stdout().lock();
    let written = std::io::Write::write_all(&mut out, &bytes);
    if written.and_then(|()| std::io::Write::flush(&mut out)).is_err() {
        leave(0);
    }
}

/// Bounds the address space, anew for each question: what the engine keeps outlives the bound. What
/// the program itself took before the first question, in bytes, is not counted.
#[cfg(unix)]
fn bound_memory(memory_mib: u64, own: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::As).maximum;
    let bytes = memory_mib.saturating_mul(1 << 20).saturating_add(own);
    let current = Some(maximum.map_or(bytes, |maximum| maximum.min(bytes)));
    // Where the system refuses, the engine runs without a bound, as on other systems.
    let _ = setrlimit(Resource::As, Rlimit { current, maximum });
}

#[cfg(not(unix))]
fn bound_memory(_: u64, _: u64) {}

/// Bytes of address space that the program takes by itself; nothing where the system does not say.
fn taken() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = pages.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    pages.saturating_mul(4096)
}
