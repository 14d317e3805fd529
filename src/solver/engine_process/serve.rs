//! Inside an engine process: answers questions about levels.
//!
//! What each process may do. The window and the command line read and write files, and solve
//! nothing. An engine process runs what games bring (searches, deduction, makers), which is code of
//! this program: it is bounded in memory and in time, but has to be able to start its worker again,
//! so it is not closed to files. Rules that a stranger wrote run in the worker alone, which closes
//! itself to files once it has started (`worker.rs`).

use std::path::Path;
use std::sync::Arc;

use super::messages::{EngineAsk, EngineDone};
use crate::engine::Engine;
use crate::finding::Progress;
use crate::grounding::WaitingGrounder;
use crate::remote::WorkerCommand;
use foolproof_games::Games;
use foolproof_games::library::Library;
use foolproof_games::own::Grounder;
use foolproof_kernel::system::leave;
use foolproof_kernel::system::{address_space, limit_memory_for_now};
use foolproof_work::{Call, serve};

/// The folder of a game here: it is on the client's side.
const CLIENT_SIDE: &str = "brought";

/// Address space that the C library sets aside for the threads that hear the worker, in bytes.
const RESERVED: u64 = 128 << 20;

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
            let mut on = |progress| call.say(&progress);
            let superseded =
                engine.tell(&ask.level, &ask.question, &ask.limits, &call.stop, &mut on);
            EngineDone { superseded }
        },
    )
}
