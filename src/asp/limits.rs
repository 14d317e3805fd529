//! Limits of a search: a deadline and a stop that another thread may set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Asks a search to end soon; any thread may set it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// What this is a part of: once that is stopped, so is this.
    whole: Option<Arc<Stop>>,
}

impl Stop {
    pub fn set(&self) {
        self.asked.store(true, Ordering::Release);
    }

    pub fn is_set(&self) -> bool {
        self.asked.load(Ordering::Acquire)
            || self.whole.as_ref().is_some_and(|whole| whole.is_set())
    }

    /// For a part of the work, which can be stopped by itself, too.
    pub fn part(&self) -> Self {
        Self { asked: Arc::default(), whole: Some(Arc::new(self.clone())) }
    }
}

/// The moment at which a search gives up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        let now = Instant::now();
        // A time beyond what the clock can hold means: as good as never.
        Self(now.checked_add(time).unwrap_or_else(|| now + Duration::from_secs(86_400 * 365)))
    }

    pub(crate) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }

    pub(crate) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

/// Why a search ended before it was through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Halt {
    Time,
    Stopped,
}
