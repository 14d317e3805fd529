//! Inside an engine process: answers questions about levels.
//!
//! What each process may do. The window and the command line read and write files, and solve
//! nothing. An engine process runs what games bring (searches, deduction, makers), which is code of
//! this program: it is bounded in memory and in time, but has to be able to start its worker again,
//! so it is not closed to files. Rules that a stranger wrote run in the worker alone, which closes
//! itself to files once it has started (`worker/serve.rs`).

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::Duration;

use super::messages::{EngineAsk, EngineDone};
use crate::engine::Engine;
use crate::values::finding::Progress;
use crate::worker::grounding::WaitingGrounder;
use crate::worker::remote::WorkerCommand;
use foolproof_games::Games;
use foolproof_games::library::Library;
use foolproof_games::own::Grounder;
use foolproof_kernel::system::leave;
use foolproof_kernel::system::{address_space, limit_memory_for_now};
use foolproof_kernel::{look_anew, looked_at, rough_number, waiting};
use foolproof_work::{Call, serve};

/// The folder of a game here: it is on the client's side.
const CLIENT_SIDE: &str = "brought";

/// Address space that the C library sets aside for the threads that hear the worker and the one that tells how
/// far a search has come, in bytes.
const RESERVED: u64 = 192 << 20;

/// The time between two notes of how far a search has come.
const NOTE_EVERY: Duration = Duration::from_millis(500);
/// Fewer positions are not worth a note.
const FEW_POSITIONS: u64 = 100_000;

/// Notes how far the search for an answer has come, unless the question says so itself.
#[derive(Default)]
struct SearchNotes {
    is_over: AtomicBool,
    is_needless: AtomicBool,
}

impl SearchNotes {
    /// Looks at what the question says.
    fn heard(&self, progress: &Progress) {
        if matches!(progress, Progress::Note { .. }) {
            self.is_needless.store(true, Ordering::Relaxed);
        }
    }

    /// Tells until the answer is there.
    fn tell(&self, call: &Call<Progress, EngineDone>) {
        let mut last = FEW_POSITIONS;
        while !self.is_over.load(Ordering::Relaxed) {
            std::thread::park_timeout(NOTE_EVERY);
            let done = looked_at();
            if done > last && !self.is_needless.load(Ordering::Relaxed) {
                let mut text = format!("{} positions looked at", rough_number(done));
                if waiting() > 0 {
                    text += &format!(", {} more are waiting", rough_number(waiting()));
                }
                call.say(&Progress::Note { done, text });
                last = done;
            }
        }
    }
}

/// Ends the notes when the answer is there, or when the search has panicked.
struct NotesEnd<'a> {
    notes: &'a SearchNotes,
    telling: Thread,
}

impl Drop for NotesEnd<'_> {
    fn drop(&mut self) {
        self.notes.is_over.store(true, Ordering::Relaxed);
        self.telling.unpark();
    }
}

/// Answers questions about levels of these games until standard input ends.
pub fn engine_main(games: Games, worker: std::io::Result<WorkerCommand>) -> ! {
    let Ok(worker) = worker else { leave(4) };
    let grounder = Arc::new(WaitingGrounder::new(worker.clone()));
    let library = Library::new(Arc::clone(&grounder) as Arc<dyn Grounder>, None);
    let shelf = games.clone();
    let mut engine = Engine::new(worker, games);
    // What the program itself takes is not counted against the limit.
    let mut own = None;
    serve(
        |_| None,
        |ask: EngineAsk<'static>, call: &Call<Progress, EngineDone>| {
            let own = *own.get_or_insert_with(|| address_space() + RESERVED);
            if ask.forgets {
                engine.forget();
            }
            if let Some(text) = ask.game {
                // The client has read it, so that nothing is wrong with it.
                let _ = library.put(&shelf, text, Path::new(CLIENT_SIDE));
            }
            // Anew for each question: what the engine keeps outlives the limit.
            limit_memory_for_now(ask.limits.memory_mib.saturating_mul(1 << 20).saturating_add(own));
            grounder.allow(ask.limits.time);
            let notes = SearchNotes::default();
            look_anew();
            let superseded = std::thread::scope(|scope| {
                let telling = scope.spawn(|| notes.tell(call));
                let _end = NotesEnd { notes: &notes, telling: telling.thread().clone() };
                let mut on = |progress| {
                    notes.heard(&progress);
                    call.say(&progress);
                };
                engine.tell(&ask.level, &ask.question, &ask.limits, &call.stop, &mut on)
            });
            EngineDone { superseded }
        },
    )
}
