//! How many positions the searches of this process have looked at for the question that it works on. A process
//! works on one at a time.

use std::sync::atomic::{AtomicU64, Ordering};

static LOOKED_AT: AtomicU64 = AtomicU64::new(0);

/// A new question is worked on.
pub fn look_anew() {
    LOOKED_AT.store(0, Ordering::Relaxed);
}

/// A search looks at so many more positions.
pub fn look_at(positions: usize) {
    LOOKED_AT.fetch_add(positions as u64, Ordering::Relaxed);
}

/// How many there are so far.
pub fn looked_at() -> u64 {
    LOOKED_AT.load(Ordering::Relaxed)
}
