//! Inside an engine process: answers questions about levels.
//!
//! Rights of each process: the window and the command line read and write files, and solve nothing. An engine
//! process runs code that games bring (searches, deduction, makers), which is code of this program: it is
//! bounded in memory and time, but has to be able to restart its worker, so it is not closed to files. A
//! stranger's rules run only in the worker, which closes itself to files once it has started
//! (`worker/serve.rs`).

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
use foolproof_game::{Games, Grounder, TextGames};
use foolproof_kernel::system::leave;
use foolproof_kernel::system::{address_space, limit_memory_for_now};
use foolproof_kernel::{look_anew, looked_at, rough_number, waiting};
use foolproof_work::{Call, serve};

/// Placeholder for a game's folder, which is on the client's side.
const CLIENT_SIDE: &str = "brought";

/// Address space that the C library reserves for the threads that listen to the worker and the one that
/// reports the progress of a search, in bytes.
const RESERVED: u64 = 192 << 20;

/// Time between two progress notes of a search.
const NOTE_EVERY: Duration = Duration::from_millis(500);
/// Minimum number of positions that is worth a note.
const FEW_POSITIONS: u64 = 100_000;

/// Notes the progress of a search, unless the question reports it itself.
#[derive(Default)]
struct SearchNotes {
    is_over: AtomicBool,
    is_needless: AtomicBool,
}

impl SearchNotes {
    /// Looks whether the question reports its own progress.
    fn heard(&self, progress: &Progress) {
        if matches!(progress, Progress::Note { .. }) {
            self.is_needless.store(true, Ordering::Relaxed);
        }
    }

    /// Sends notes until the answer is there.
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
pub fn engine_main(games: Games, texts: TextGames, worker: std::io::Result<WorkerCommand>) -> ! {
    let Ok(worker) = worker else { leave(4) };
    let grounder = Arc::new(WaitingGrounder::new(worker.clone(), texts.reader));
    let loader = (texts.loader)(Arc::clone(&grounder) as Arc<dyn Grounder>);
    let shelf = games.clone();
    let mut engine = Engine::new(worker, games);
    // The program's own memory is not counted against the limit.
    let mut own = None;
    serve(|ask: EngineAsk<'static>, call: &Call<Progress, EngineDone>| {
        let own = *own.get_or_insert_with(|| address_space() + RESERVED);
        if ask.forgets {
            engine.forget();
        }
        if let Some(text) = ask.game {
            // The client has read it already, so it is valid.
            loader.put_text(&shelf, text, Path::new(CLIENT_SIDE));
        }
        // Anew for each question: memory that the engine keeps stays allocated.
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
    })
}
