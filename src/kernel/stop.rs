//! Stop signals, and reasons why work ended early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

/// True once work should stop; called often, possibly by several threads.
pub type StopCheck<'a> = &'a (dyn Fn() -> bool + Sync);

/// Asks work to end soon; any thread may set it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// The whole that this is a part of: once that is stopped, so is this.
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

    /// Returns a stop for a part of the work, which can also be stopped alone.
    pub fn part(&self) -> Self {
        Self { asked: Arc::default(), whole: Some(Arc::new(self.clone())) }
    }
}

/// Reasons why work ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Halt {
    Time,
    Stopped,
}
