//! Differences between operating systems, in one place. `unix` is the code for Linux, macOS and other Unix
//! systems; `windows` has the same functions.
//!
//! On Windows, a child may open files, a machine that loses power is noticed only when something is sent to it,
//! writers do not wait for each other, and the window is silent (`sound/outlet`).

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

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
