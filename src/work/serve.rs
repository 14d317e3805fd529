//! The child's side: reads asks from standard input, answers on standard output.
//!
//! One thread works and answers; a second one reads, so that a cancel arrives meanwhile, and ends the
//! process when the parent is gone.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::Sender;
use parking_lot::Mutex;
use serde::Serialize;

use super::frames::{FromChild, Received, Said, ToChild, next, packed, say_hello};
use super::meter::spent_by_all;
use foolproof_kernel::Stop;
use foolproof_kernel::system::leave;

/// Maximum number of waiting asks. Most parents wait for each answer, so one would do.
const QUEUE: usize = 8;

/// Asks that wait or are worked on, by ticket, with the stop of each.
type OpenStops = Arc<Mutex<BTreeMap<u64, Stop>>>;

/// An ask that is being worked on.
pub struct Call<P, R> {
    ticket: u64,
    /// Set once the parent cancels.
    pub stop: Stop,
    says: PhantomData<fn(P, R)>,
}

impl<P, R> Clone for Call<P, R> {
    fn clone(&self) -> Self {
        Self { ticket: self.ticket, stop: self.stop.clone(), says: PhantomData }
    }
}

impl<P: Serialize, R: Serialize> Call<P, R> {
    /// Sends progress, from any thread.
    pub fn say(&self, progress: &P) {
        self.send(Said::<&P, &R>::Progress(progress));
    }

    /// Answers from another thread than the working one, and ends the process.
    pub fn answer_and_leave(&self, answer: &R) -> ! {
        self.send(Said::<&P, &R>::Answer(answer));
        leave(0)
    }

    fn send(&self, said: Said<&P, &R>) {
        let written =
            packed(&FromChild { ticket: self.ticket, said, spent: spent_by_all() }).map(|bytes| {
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes).and_then(|()| out.flush())
            });
        match written {
            Ok(Ok(())) => {}
            // The parent is gone.
            Ok(Err(_)) => leave(0),
            Err(error) => {
                eprintln!("{error}");
                leave(3)
            }
        }
    }
}

/// Answers asks in order until standard input ends. A panic is reported, and ends the process.
pub fn serve<A, P, R>(mut answer: impl FnMut(A, &Call<P, R>) -> R) -> !
where
    A: Received,
    P: Serialize + 'static,
    R: Serialize + 'static,
{
    let panicked = FirstPanic::watch();
    if say_hello(&mut std::io::stdout().lock()).is_err() {
        leave(0);
    }
    let stops = OpenStops::default();
    let (send, asks) = crossbeam_channel::bounded::<(A, Call<P, R>)>(QUEUE);
    let (reader_stops, reader_panicked) = (Arc::clone(&stops), panicked.clone());
    std::thread::spawn(move || {
        let call = call_of::<P, R>(0, Stop::default());
        reader_panicked.guard(&call, || while read_next(&reader_stops, &send) {});
        // The parent is gone: nobody wants the result.
        leave(0);
    });
    for (ask, call) in asks {
        panicked.forget();
        let answer = panicked.guard(&call, || answer(ask, &call));
        stops.lock().remove(&call.ticket);
        call.send(Said::Answer(&answer));
    }
    leave(0)
}

fn call_of<P, R>(ticket: u64, stop: Stop) -> Call<P, R> {
    Call { ticket, stop, says: PhantomData }
}

/// Reads the next message; returns whether there may be more.
fn read_next<A: Received, P, R>(stops: &OpenStops, send: &Sender<(A, Call<P, R>)>) -> bool {
    match next::<ToChild<A>>(&mut std::io::stdin().lock()) {
        Ok(Some(ToChild::Cancel { ticket })) => {
            stops.lock().range(..=ticket).for_each(|(_, stop)| stop.set());
            true
        }
        Ok(Some(ToChild::Ask { ticket, ask })) => {
            let call = call_of(ticket, Stop::default());
            stops.lock().insert(ticket, call.stop.clone());
            send.send((ask, call)).is_ok()
        }
        Ok(None) => false,
        // An unreadable message means that the two sides are not the same program.
        Err(error) => {
            eprintln!("{error}");
            leave(3)
        }
    }
}

/// The words of the first panic of an ask: later ones only say that a thread panicked.
#[derive(Clone, Default)]
struct FirstPanic(Arc<Mutex<Option<String>>>);

impl FirstPanic {
    fn watch() -> Self {
        let first = Self::default();
        let words = first.clone();
        std::panic::set_hook(Box::new(move |panic| {
            words.0.lock().get_or_insert_with(|| panic_text(panic));
        }));
        first
    }

    fn forget(&self) {
        *self.0.lock() = None;
    }

    /// Runs `work`; a panic is reported and ends the process.
    fn guard<P, R, T>(&self, call: &Call<P, R>, work: impl FnOnce() -> T) -> T
    where
        P: Serialize,
        R: Serialize,
    {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            call.send(Said::Panicked(self.0.lock().take().unwrap_or_default()));
            leave(1)
        })
    }
}

fn panic_text(panic: &PanicHookInfo<'_>) -> String {
    let words = panic.payload_as_str().unwrap_or_default();
    match panic.location() {
        Some(place) => format!("{words} ({}:{})", place.file(), place.line()),
        None => words.to_owned(),
    }
}
