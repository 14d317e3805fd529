//! The time limit of a game's tests: processor time, so that results do not depend on the machine's load.

use std::time::{Duration, Instant};

use foolproof_kernel::system::thread_time;
use foolproof_work::WorkMeter;

/// Minimum and maximum of wall-clock seconds for a second of work: several processes may work at once, and
/// nobody waits for ever.
const FASTEST: f64 = 0.5;
const SLOWEST: f64 = 4.0;
/// Minimum work before its speed is measured.
const KNOWN: Duration = Duration::from_millis(200);

/// Measures the work of this thread and of the processes that it uses.
pub(crate) struct WorkClock {
    began: Instant,
    thread_began: Duration,
    meter: WorkMeter,
    allowed: Duration,
}

impl WorkClock {
    /// Starts measuring now.
    pub(crate) fn start(allowed: Duration, meter: WorkMeter) -> Self {
        Self { began: Instant::now(), thread_began: thread_time(), meter, allowed }
    }

    /// Returns the work done so far.
    pub(crate) fn spent(&self) -> Duration {
        let here = thread_time().saturating_sub(self.thread_began);
        (here + self.meter.spent()).max(self.began.elapsed().div_f64(SLOWEST))
    }

    /// Returns the work still allowed.
    pub(crate) fn left(&self) -> Duration {
        self.allowed.saturating_sub(self.spent())
    }

    /// Returns the wall-clock time for this much work, at the current speed.
    pub(crate) fn on_the_clock(&self, work: Duration) -> Duration {
        let spent = self.spent();
        if spent < KNOWN {
            return work;
        }
        let pace = self.began.elapsed().as_secs_f64() / spent.as_secs_f64();
        work.mul_f64(pace.clamp(FASTEST, SLOWEST))
    }

    /// Returns the time at which this much work will be done.
    pub(crate) fn after(&self, work: Duration) -> Instant {
        Instant::now() + self.on_the_clock(work)
    }
}
