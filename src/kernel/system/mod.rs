//! Differences between operating systems, in one place. `unix` is the code for Linux, macOS and other Unix
//! systems; `portable` has the same functions for every other system, so that a port begins with a copy of it.
//!
//! With only `portable`, a child runs without its own memory limit and may open files, it also receives a
//! Ctrl+C in the terminal, and limits of processor time count wall-clock time. A machine that loses power is
//! noticed only when something is sent to it. Files have no owners, hard links or private permissions, and
//! writers do not wait for each other. The window does not save its work when the system ends it. It is silent
//! (`sound/outlet`). Everything else works.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use portable::*;
#[cfg(unix)]
pub use unix::*;

/// Identifies a file: the device, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    pub device: u64,
    pub number: u64,
}

/// Ends the process at once. An ordinary end runs the destructors of clingo's C++ tables, which crash
/// while a thread of a search still uses them.
pub fn leave(status: i32) -> ! {
    signal_hook::low_level::exit(status)
}

/// Returns the bytes of address space that this process uses; 0 if the system does not report it.
pub fn address_space() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = pages.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    pages.saturating_mul(4096)
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
