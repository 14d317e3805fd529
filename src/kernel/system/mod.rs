//! Differences between operating systems, in one place. `unix` is the code for Linux, macOS and other Unix
//! systems; `windows` has the same functions.
//!
//! On Windows, a child may read files, writers wait for each other only on one machine, a file has no owner or
//! permissions to keep, and the window is silent (`sound/outlet`).

use std::path::Path;
use std::time::Duration;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// Silence before a connection is probed, time between probes, and number of probes that may fail: a machine
/// without power is noticed within half a minute.
const SILENCE: Duration = Duration::from_secs(10);
const TRY_EVERY: Duration = Duration::from_secs(4);
const TRIES: u32 = 4;

/// Identifies a file: the device, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    pub device: u64,
    pub number: u64,
}

/// Returns a path as files and reports name it: with slashes on every system.
pub fn slashed(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

/// Ends the process at once. An ordinary end runs the destructors of clingo's C++ tables, which crash
/// while a thread of a search still uses them.
pub fn leave(status: i32) -> ! {
    signal_hook::low_level::exit(status)
}

#[cfg(all(test, unix))]
#[allow(clippy::expect_used)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Started by the test below in a process of its own.
    #[test]
    #[ignore = "closes its own process to files"]
    fn closed() {
        let open = || std::fs::File::open(std::env::current_exe().expect("a path")).is_ok();
        let connect = || std::net::TcpListener::bind("127.0.0.1:0").is_ok();
        assert!(open() && connect());
        close_to_files();
        assert!(!open() && !connect() && std::io::pipe().is_err());
        // Threads still start, and open files can still be written to.
        std::thread::spawn(|| println!("it works on")).join().expect("a thread");
    }

    #[test]
    fn a_process_that_is_closed_opens_nothing_and_works_on() {
        let output = Command::new(std::env::current_exe().expect("a path"))
            .args(["--exact", "system::tests::closed", "--ignored", "--nocapture"])
            .args(["--test-threads", "1"])
            .output()
            .expect("started");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        assert!(said.contains("it works on"), "{said}");
    }
}
