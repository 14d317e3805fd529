//! The time that a player spends on a level, with the window in front. Long pauses count only in part.

/// Maximum counted length of a pause, in seconds: after that, the player has probably left.
const LONGEST_PAUSE: f64 = 60.0;

/// Counts the time of one visit, in seconds of the window's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitClock {
    active: f64,
    last: f64,
    /// The window was in front at the last call.
    in_front: bool,
}

impl VisitClock {
    pub(crate) fn new(now: f64) -> Self {
        Self { active: 0.0, last: now, in_front: true }
    }

    pub(crate) fn tick(&mut self, now: f64, in_front: bool) {
        if self.in_front {
            self.active += (now - self.last).clamp(0.0, LONGEST_PAUSE);
        }
        (self.last, self.in_front) = (now, in_front);
    }

    /// Returns the active time in milliseconds.
    pub(crate) fn active_ms(&self) -> u64 {
        milliseconds(self.active)
    }
}

/// Converts seconds of the window's clock to milliseconds of a record.
pub(super) fn milliseconds(seconds: f64) -> u64 {
    // Not below 0, and no play lasts so long that the cast would lose anything.
    (seconds.max(0.0) * 1000.0).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_cut_short_and_time_elsewhere_does_not_count() {
        let mut clock = VisitClock::new(100.0);
        clock.tick(102.5, true);
        assert_eq!(clock.active_ms(), 2500);
        clock.tick(1000.0, false);
        assert_eq!(clock.active_ms(), 62_500, "a long pause counts as a minute");
        clock.tick(1030.0, true);
        assert_eq!(clock.active_ms(), 62_500, "the window was behind another one");
        clock.tick(1031.0, true);
        assert_eq!(clock.active_ms(), 63_500);
    }
}
