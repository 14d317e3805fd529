//! Number of positions that the searches of this process have examined for the current question, and of those
//! still waiting. A process works on one question at a time.

use std::sync::atomic::{AtomicU64, Ordering};

static LOOKED_AT: AtomicU64 = AtomicU64::new(0);
static WAITING: AtomicU64 = AtomicU64::new(0);

/// Resets the numbers for a new question.
pub fn look_anew() {
    LOOKED_AT.store(0, Ordering::Relaxed);
    WAITING.store(0, Ordering::Relaxed);
}

/// Counts further examined positions of a search. `waiting` is the number of positions that it has met and not
/// examined.
pub fn look_at(positions: usize, waiting: usize) {
    LOOKED_AT.fetch_add(positions as u64, Ordering::Relaxed);
    WAITING.store(waiting as u64, Ordering::Relaxed);
}

/// Returns the number of positions examined so far.
pub fn looked_at() -> u64 {
    LOOKED_AT.load(Ordering::Relaxed)
}

/// Returns the number of positions waiting in the search that last examined some.
pub fn waiting() -> u64 {
    WAITING.load(Ordering::Relaxed)
}
