//! How many positions the searches of this process have looked at for the question that it works on, and how many
//! more they know. A process works on one question at a time.

use std::sync::atomic::{AtomicU64, Ordering};

static LOOKED_AT: AtomicU64 = AtomicU64::new(0);
static WAITING: AtomicU64 = AtomicU64::new(0);

/// A new question is worked on.
pub fn look_anew() {
    LOOKED_AT.store(0, Ordering::Relaxed);
    WAITING.store(0, Ordering::Relaxed);
}

/// A search looks at so many more positions. So many wait that it has met and not looked at.
pub fn look_at(positions: usize, waiting: usize) {
    LOOKED_AT.fetch_add(positions as u64, Ordering::Relaxed);
    WAITING.store(waiting as u64, Ordering::Relaxed);
}

/// How many positions were looked at so far.
pub fn looked_at() -> u64 {
    LOOKED_AT.load(Ordering::Relaxed)
}

/// How many positions wait in the search that looked at some last.
pub fn waiting() -> u64 {
    WAITING.load(Ordering::Relaxed)
}
