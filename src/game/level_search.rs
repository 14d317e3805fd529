//! Searching for all states of a level, with another search beside it, as games of moves do.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use foolproof_kernel::StopCheck;
use foolproof_space::{SpaceLimits, StateSpace};

use crate::study::threads;

/// If all states are found within this time, no other search is needed.
pub const SOON: Duration = Duration::from_millis(300);
/// The most states of a level; memory usually ends before.
const MAX_STATES: usize = 200_000_000;
/// The memory of all searches of a level unless another limit is set.
const USUAL_MEMORY: usize = 1 << 30;
/// The fraction of it for the search beside, as a divisor, and the most bytes for it.
const BESIDE_SHARE: usize = 4;
const MAX_BESIDE: usize = 256 << 20;
/// How many times as many bytes may also lie on disk, for as long as the level is kept.
const DISK_SHARE: usize = 4;

/// The memory that all searches of one level may take together. Threads share it.
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

    /// Bytes for all searches.
    pub fn all(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Bytes for the search beside that for all states.
    pub fn beside(&self) -> usize {
        (self.all() / BESIDE_SHARE).min(MAX_BESIDE)
    }

    /// The limits of the search for all states.
    pub fn limits(&self) -> SpaceLimits {
        let bytes = self.all().saturating_sub(self.beside());
        let disk = bytes.saturating_mul(DISK_SHARE);
        SpaceLimits { states: MAX_STATES, bytes, disk, threads: threads() }
    }
}

/// What keeping a space costs, in bytes of memory. Bytes on disk count for less.
pub fn kept_bytes(space: &StateSpace) -> usize {
    space.bytes() + space.disk_bytes() / DISK_SHARE
}

/// Continues a search until it ends; `None` if it is stopped, or has found `enough` before. `enough` may take
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

/// Runs a search beside that for all states, and returns what it finds. The search for all states (`all`) is
/// asked to stop once the other has found something. If `all` returns true, it has found enough itself, and
/// the other is stopped; if it returns false, for lack of memory say, the other goes on.
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
