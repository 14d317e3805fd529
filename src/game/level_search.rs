//! A search for all states of a level, in parallel with another search, for games of moves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use foolproof_kernel::StopCheck;
use foolproof_space::{SpaceLimits, StateSpace};

use crate::study::threads;

/// No other search is needed if all states are found within this time.
pub const SOON: Duration = Duration::from_millis(300);
/// Maximum number of states of a level; memory usually runs out before.
const MAX_STATES: usize = 200_000_000;
/// Memory in bytes for all searches of a level unless another limit is set.
const USUAL_MEMORY: usize = 1 << 30;
/// The other search gets this fraction of the memory, as a divisor, and at most `MAX_BESIDE` bytes.
const BESIDE_SHARE: usize = 4;
const MAX_BESIDE: usize = 256 << 20;
/// Multiple of the memory that may also be used on disk, for as long as the level is kept.
const DISK_SHARE: usize = 4;

/// Memory limit for all searches of one level together. Threads share it.
#[derive(Debug)]
pub struct SearchMemory(AtomicUsize);

impl Default for SearchMemory {
    fn default() -> Self {
        Self(AtomicUsize::new(USUAL_MEMORY))
    }
}

impl SearchMemory {
    /// Sets the limit of later searches.
    pub fn allow(&self, bytes: usize) {
        self.0.store(bytes, Ordering::Relaxed);
    }

    /// Bytes for all searches together.
    pub fn all(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Bytes for the search in parallel with that for all states.
    pub fn beside(&self) -> usize {
        (self.all() / BESIDE_SHARE).min(MAX_BESIDE)
    }

    /// Limits of the search for all states.
    pub fn limits(&self) -> SpaceLimits {
        let bytes = self.all().saturating_sub(self.beside());
        let disk = bytes.saturating_mul(DISK_SHARE);
        SpaceLimits { states: MAX_STATES, bytes, disk, threads: threads() }
    }
}

/// Cost of keeping a space, in bytes of memory. Bytes on disk count for less.
pub fn kept_bytes(space: &StateSpace) -> usize {
    space.bytes() + space.disk_bytes() / DISK_SHARE
}

/// Continues a search until it ends; `None` if it is stopped or `enough` is true before. `enough` may take
/// long, so it is tested after [`SOON`], and then after twice as long each time.
pub fn searched_until<T>(
    stop: StopCheck<'_>,
    search: impl Fn(StopCheck<'_>) -> Option<T>,
    enough: impl Fn() -> bool,
) -> Option<T> {
    let mut time = SOON;
    loop {
        let began = Instant::now();
        let all = search(&|| stop() || began.elapsed() > time);
        if all.is_some() || stop() || enough() {
            return all;
        }
        time *= 2;
    }
}

/// Runs a search in parallel with that for all states, and returns its result. The search for all states
/// (`all`) is asked to stop once the other has found something. If `all` returns true, it has found enough
/// itself, and the other is stopped; if it returns false, for example for lack of memory, the other continues.
pub fn searched_beside<T: Send>(
    stop: StopCheck<'_>,
    beside: impl FnOnce(StopCheck<'_>) -> Option<T> + Send,
    all: impl FnOnce(StopCheck<'_>) -> bool,
) -> Option<T> {
    let (caught, over) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| {
            let found = beside(&|| stop() || over.load(Ordering::Relaxed));
            caught.store(found.is_some(), Ordering::Relaxed);
            found
        });
        let has_enough = all(&|| stop() || caught.load(Ordering::Relaxed));
        over.store(has_enough, Ordering::Relaxed);
        beside.join().ok().flatten()
    })
}
