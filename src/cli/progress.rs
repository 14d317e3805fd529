//! The terminal line with the progress of long work, rewritten in place.
//!
//! Nothing is written if standard error is not a terminal, unless a program requests lines.

use std::io::{IsTerminal as _, Write as _};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::shown::line;

/// Current width of the line in characters; 0 without a line. A process has one terminal.
static WIDTH: AtomicUsize = AtomicUsize::new(0);

/// The environment variable with which a program requests a line on standard error for each report.
pub const AS_LINES: &str = "FOOLPROOF_PROGRESS";
/// Beginning of such a line.
pub const PROGRESS: &str = "progress: ";

static IS_READ: LazyLock<bool> = LazyLock::new(|| std::env::var_os(AS_LINES).is_some());

/// Replaces the words shown before.
pub fn tell_now(words: &str) {
    let words = line(words);
    if *IS_READ && !words.is_empty() {
        let _ = writeln!(std::io::stderr(), "{PROGRESS}{words}");
    }
    if *IS_READ || !std::io::stderr().is_terminal() {
        return;
    }
    let before = WIDTH.swap(words.chars().count(), Ordering::Relaxed);
    // Move the cursor back, so that the next output overwrites the words.
    let _ = write!(std::io::stderr(), "\r{words:<before$}\r");
}

/// Removes the words.
pub fn clear_line() {
    if WIDTH.load(Ordering::Relaxed) > 0 {
        tell_now("");
    }
}

/// Keeps the words, and goes to the next line.
pub fn end_line() {
    if WIDTH.swap(0, Ordering::Relaxed) > 0 {
        let _ = writeln!(std::io::stderr());
    }
}

/// Reports progress once a second, and nothing in the first second.
pub struct Ticker {
    last: Instant,
    told: bool,
}

impl Ticker {
    pub fn start() -> Self {
        Self { last: Instant::now(), told: false }
    }

    pub fn tell(&mut self, words: impl FnOnce() -> String) {
        if self.last.elapsed() > Duration::from_secs(1) {
            *self = Self { last: Instant::now(), told: true };
            tell_now(&words());
        }
    }

    /// Keeps the last words, if any.
    pub(crate) fn end(self) {
        if self.told {
            end_line();
        }
    }
}
