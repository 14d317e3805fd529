//! What only Unix can do for processes and connections, in one place, with a fallback for other systems.
//!
//! On other systems a child runs without a memory limit of its own and may open files, and a Ctrl+C in
//! the terminal reaches it, too; a machine that loses power is noticed only when something is sent to
//! it; a file of a secret is not checked for other readers. Everything else works.

use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
#[cfg(unix)]
use std::time::Duration;

/// Starts a process apart from this one's group: a Ctrl+C in the terminal is for the program that
/// asks, which stops its children itself.
#[cfg(unix)]
pub(crate) fn own_process_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// The hard or the soft limit of the address space.
#[cfg(unix)]
fn set_address_space(bytes: u64, hard: bool) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::As).maximum;
    let current = Some(maximum.map_or(bytes, |maximum| maximum.min(bytes)));
    let maximum = if hard { current } else { maximum };
    // Where the system refuses, the process runs without a limit, as on other systems.
    let _ = setrlimit(Resource::As, Rlimit { current, maximum });
}

/// Limits the address space of this process for good.
#[cfg(unix)]
pub fn limit_memory(memory_mib: u64) {
    set_address_space(memory_mib.saturating_mul(1 << 20), true);
}

/// Limits the address space of this process until the next call.
#[cfg(unix)]
pub fn limit_memory_for_now(bytes: u64) {
    set_address_space(bytes, false);
}

/// Lets this process open no further files or connections. Standard input, output and error stay.
#[cfg(unix)]
pub fn close_to_files() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Every further file would have a number of 3 or more.
    let limit = Some(3);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit, maximum: limit });
}

/// After how much silence a connection is tried, how often, and how many tries may fail: a machine
/// without power is noticed within half a minute.
#[cfg(unix)]
const SILENCE: Duration = Duration::from_secs(10);
#[cfg(unix)]
const TRY_EVERY: Duration = Duration::from_secs(4);
#[cfg(unix)]
const TRIES: u32 = 4;

/// Tries a connection while nothing is said on it.
#[cfg(unix)]
pub fn keep_alive(stream: &TcpStream) {
    use rustix::net::sockopt;
    let set = || -> rustix::io::Result<()> {
        sockopt::set_socket_keepalive(stream, true)?;
        #[cfg(any(target_os = "linux", target_vendor = "apple", target_os = "freebsd"))]
        {
            sockopt::set_tcp_keepidle(stream, SILENCE)?;
            sockopt::set_tcp_keepintvl(stream, TRY_EVERY)?;
            sockopt::set_tcp_keepcnt(stream, TRIES)?;
        }
        #[cfg(target_os = "linux")]
        {
            let patience = (SILENCE + TRY_EVERY * TRIES).as_millis();
            sockopt::set_tcp_user_timeout(stream, u32::try_from(patience).unwrap_or(u32::MAX))?;
        }
        Ok(())
    };
    // Where the system refuses, a machine without power is noticed later.
    let _ = set();
}

/// Whether other users can read a file.
#[cfg(unix)]
pub fn others_can_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
pub fn keep_alive(_: &TcpStream) {}

#[cfg(not(unix))]
pub fn others_can_read(_: &Path) -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) fn own_process_group(_: &mut Command) {}

#[cfg(not(unix))]
pub fn limit_memory(_: u64) {}

#[cfg(not(unix))]
pub fn limit_memory_for_now(_: u64) {}

#[cfg(not(unix))]
pub fn close_to_files() {}

/// Bytes of address space that this process takes now; nothing where the system does not say.
pub fn address_space() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = pages.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    pages.saturating_mul(4096)
}

#[cfg(all(test, unix))]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    /// What the test below starts, in a process of its own.
    #[test]
    #[ignore = "closes its own process to files"]
    fn closed() {
        let open = || std::fs::File::open(std::env::current_exe().expect("a path")).is_ok();
        let connect = || std::net::TcpListener::bind("127.0.0.1:0").is_ok();
        assert!(open() && connect());
        close_to_files();
        assert!(!open() && !connect() && std::io::pipe().is_err());
        // Threads still start, and what is open is still written to.
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
