//! Processor time of child processes, including their own children.
//!
//! Each message of a child reports its time so far, so that no system has to be asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foolproof_kernel::system::processor_time;

/// Processor time of all children of this process so far, in microseconds.
static OF_CHILDREN: AtomicU64 = AtomicU64::new(0);

/// Counts the processor time of the child processes that use this meter.
#[derive(Clone, Debug, Default)]
pub struct WorkMeter(Arc<AtomicU64>);

impl WorkMeter {
    /// Returns the time that they reported so far.
    pub fn spent(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn add(&self, micros: u64) {
        self.0.fetch_add(micros, Ordering::Relaxed);
        OF_CHILDREN.fetch_add(micros, Ordering::Relaxed);
    }
}

/// Returns the processor time of this process and its children so far, in microseconds.
pub(crate) fn spent_by_all() -> u64 {
    micros(processor_time()).saturating_add(OF_CHILDREN.load(Ordering::Relaxed))
}

pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
