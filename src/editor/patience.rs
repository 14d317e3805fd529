//! How long the window waits for work that it does itself. Knows nobody.

use std::time::{Duration, Instant};

/// Longer than this, and it would be felt.
const MOST: Duration = Duration::from_millis(250);

/// Whether work that begins now has to end.
pub fn patience() -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() > MOST
}
