//! The deadline of a search.

use std::time::{Duration, Instant};

/// The time at which a search gives up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        let now = Instant::now();
        // A time beyond the clock's range means practically never.
        Self(now.checked_add(time).unwrap_or_else(|| now + Duration::from_secs(86_400 * 365)))
    }

    pub(crate) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }

    pub(crate) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}
