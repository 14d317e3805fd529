//! The worker process: solves programs for an engine.
//!
//! All solving happens here, so that a grounding without end, a crash of the solver or a memory
//! blow-up costs a restart of milliseconds and never the editor. One thread touches clingo.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::values::worker_messages::{
    GroundingLimits, Request, SessionRequest, SessionSlot, TaggedRequest, TaggedSlot, Word,
    WorkerAnswer, WorkerAsk,
};
use foolproof_asp::{AspError, Duel, Session, Shot, judged_session, recorded, saturated};
use foolproof_kernel::system::{close_to_files, limit_memory, processor_time};
use foolproof_work::{Call, serve};

/// A call of this process.
type WorkerCall = Call<Word, WorkerAnswer>;

/// Runs until standard input ends. `memory_mib` bounds the address space of the process. It opens no files
/// after its start: it already has what it needs, and a program that got past the forbidden words can read
/// nothing.
pub fn worker_main(memory_mib: Option<u64>) -> ! {
    if let Some(memory_mib) = memory_mib {
        limit_memory(memory_mib);
    }
    close_to_files();
    let mut open = Open::default();
    serve(|WorkerAsk { time_ms, request }, call: &WorkerCall| {
        let shot = Shot::new(Duration::from_millis(time_ms), &call.stop);
        answer(&mut open, request, call, &shot)
    })
}

/// Time between two checks of the processor time of a grounding.
const LOOK: Duration = Duration::from_millis(20);

/// The end of a grounding, with a signal for it.
#[derive(Default)]
struct UnderWay {
    is_over: Mutex<bool>,
    ended: Condvar,
}

/// A thread that ends the process, with the reason, once a grounding has taken too much processor
/// time: clingo cannot be interrupted while it grounds.
struct GroundingWatch {
    under_way: Arc<UnderWay>,
    /// Number of ground rules so far.
    so_far: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl GroundingWatch {
    fn begin(call: &WorkerCall, limits: GroundingLimits) -> Self {
        let (under_way, so_far) = (Arc::<UnderWay>::default(), Arc::<AtomicUsize>::default());
        let (theirs, counted) = (Arc::clone(&under_way), Arc::clone(&so_far));
        let call = call.clone();
        let end = processor_time().saturating_add(Duration::from_millis(limits.processor_ms));
        let watch = move || {
            // Holds the lock until the message is sent, so that the answer is not sent as well.
            let mut is_over = theirs.is_over.lock();
            while !*is_over {
                if processor_time() > end {
                    let so_far = counted.load(Ordering::Relaxed);
                    call.answer_and_leave(&Err(AspError::LongGrounding(so_far)));
                }
                theirs.ended.wait_for(&mut is_over, LOOK);
            }
        };
        Self { under_way, so_far, thread: Some(std::thread::spawn(watch)) }
    }
}

impl Drop for GroundingWatch {
    /// Waits for the thread: memory that it reserves is missing for the next one.
    fn drop(&mut self) {
        *self.under_way.is_over.lock() = true;
        self.under_way.ended.notify_one();
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The programs that the caller has open.
#[derive(Default)]
struct Open {
    sessions: BTreeMap<SessionSlot, Session>,
    tagged: BTreeMap<TaggedSlot, Duel>,
}

/// Returns the program in the slot with this number.
fn opened<'a, S: Ord, P>(
    all: &'a mut BTreeMap<S, P>,
    slot: &S,
    number: u32,
) -> Result<&'a mut P, AspError> {
    all.get_mut(slot).ok_or(AspError::NoSession(number))
}

fn answer(
    open: &mut Open,
    request: Request,
    call: &WorkerCall,
    shot: &Shot,
) -> Result<Word, AspError> {
    let mut say = |word: Word| call.say(&word);
    match request {
        Request::OpenJudged { slot, program, options, limits } => {
            open.sessions.remove(&slot);
            let watch = GroundingWatch::begin(call, limits);
            let opened = judged_session(&program, &options, limits.rules, &watch.so_far);
            drop(watch);
            let (session, judged) = opened?;
            if let Some(ground) = judged {
                say(Word::Ground(ground, Vec::new()));
            }
            Ok(opened_as(&mut open.sessions, slot, session))
        }
        Request::Session(slot, request) => ask(&mut open.sessions, slot, request, shot, &mut say),
        Request::Tagged(slot, request) => {
            ask_tagged(&mut open.tagged, slot, request, shot, &mut say)
        }
        Request::Ground(program, limits) => {
            let watch = GroundingWatch::begin(call, limits);
            let ground = recorded(&program, limits.rules, &watch.so_far);
            drop(watch);
            ground.map(|(ground, remarks)| Word::Ground(ground, remarks))
        }
    }
}

fn ask_tagged(
    all: &mut BTreeMap<TaggedSlot, Duel>,
    slot: TaggedSlot,
    request: TaggedRequest,
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

/// Keeps a session that was just opened.
fn opened_as(
    all: &mut BTreeMap<SessionSlot, Session>,
    slot: SessionSlot,
    session: Session,
) -> Word {
    let warnings = session.warnings().to_vec();
    all.insert(slot, session);
    Word::Opened { warnings }
}

fn names(show: &[String]) -> Vec<&str> {
    show.iter().map(String::as_str).collect()
}

fn ask(
    all: &mut BTreeMap<SessionSlot, Session>,
    slot: SessionSlot,
    request: SessionRequest,
    shot: &Shot,
    say: &mut dyn FnMut(Word),
) -> Result<Word, AspError> {
    match request {
        SessionRequest::Open { program, options } => {
            all.remove(&slot);
            Ok(opened_as(all, slot, Session::open(&program, &options)?))
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
            opened(all, &slot, slot.0)?.atoms(&name, arity).map(Word::Atoms)
        }
        SessionRequest::Forbid { atoms } => {
            opened(all, &slot, slot.0)?.forbid(&atoms).map(|()| Word::Done)
        }
    }
}
