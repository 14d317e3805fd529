//! Days and times of day, in UTC.

use std::time::SystemTime;

/// A moment in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub year: u64,
    pub month: u64,
    pub day: u64,
    pub hour: u64,
    pub minute: u64,
    pub second: u64,
}

impl Moment {
    /// Converts a time; times before 1970 count as its beginning.
    pub fn of(time: SystemTime) -> Self {
        let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let (days, rest) = (seconds / 86_400, seconds % 86_400);
        let (year, month, day) = civil(days);
        let (hour, minute, second) = (rest / 3_600, rest % 3_600 / 60, rest % 60);
        Self { year, month, day, hour, minute, second }
    }
}

/// Converts a day counted from 1 January 1970 to year, month and day, after Hinnant's "chrono-compatible
/// low-level date algorithms": years begin in March, so that the leap day is their last day.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, early) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + early, month, day)
}
