//! Stop signals, and reasons why work ended early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// Exit status of a program that Ctrl+C ends, as shells report it.
const INTERRUPTED: i32 = 130;

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

    /// Returns a stop that the first Ctrl+C sets, so that long work ends with its results so far; the second
    /// ends the program, also in a script's background, where Ctrl+C is usually ignored.
    pub fn on_interrupt() -> Self {
        let stop = Self::default();
        let (first, second) = (Arc::clone(&stop.asked), Arc::clone(&stop.asked));
        // In this order, the second one finds what the first one set. If no handler can be set, the first ends
        // the program, as usual.
        let _ = flag::register_conditional_shutdown(SIGINT, INTERRUPTED, second)
            .and_then(|_| flag::register(SIGINT, first));
        stop
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
