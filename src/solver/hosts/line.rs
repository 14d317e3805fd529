//! A connection to another process, which says when it is gone.
//!
//! The dataflow panics where a connection breaks. So it does not hear of it: the first that broke is
//! noted here, to be told by its number, and who waits for words waits until the process ends. Knows sockets.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use timely::communication::allocator::zero_copy::stream::Stream;

/// After how much silence a connection is tried, how often, and how many tries may fail: a machine
/// without power is noticed within half a minute.
const SILENCE: Duration = Duration::from_secs(10);
const TRY_EVERY: Duration = Duration::from_secs(4);
const TRIES: u32 = 4;

/// Within this time all have noticed that a process is gone.
const MOMENT: Duration = Duration::from_millis(400);

/// What all connections of a process share.
#[derive(Debug, Default)]
pub struct LineState {
    /// All is said: a connection that ends from now on is none that is lost.
    ending: AtomicBool,
    lost: Mutex<Option<usize>>,
    streams: Mutex<Vec<TcpStream>>,
}

impl LineState {
    /// From now on a connection may end.
    pub fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
    }

    /// The first process to which the connection was lost.
    pub fn lost(&self) -> Option<usize> {
        *self.lost.lock()
    }

    /// Notes that a connection has ended; whether that is a loss.
    fn lose(&self, remote: usize) -> bool {
        if self.ending.load(Ordering::SeqCst) {
            return false;
        }
        self.lost.lock().get_or_insert(remote);
        true
    }

    /// Ends all connections, a moment after one was lost: so that whoever lost it, too, says which.
    pub fn hang_up(&self) {
        std::thread::sleep(MOMENT);
        for stream in self.streams.lock().iter() {
            // One that has ended already need not be ended.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A connection to another process, by its number.
pub struct HostLine {
    stream: TcpStream,
    remote: usize,
    state: Arc<LineState>,
}

impl HostLine {
    pub fn new(stream: TcpStream, remote: usize, state: &Arc<LineState>) -> Self {
        // Where a system cannot do that, a machine without power is noticed later.
        let _ = stream.set_nodelay(true);
        let _ = keep_alive(&stream);
        state.streams.lock().extend(stream.try_clone());
        Self { stream, remote, state: Arc::clone(state) }
    }
}

#[cfg(unix)]
fn keep_alive(stream: &TcpStream) -> rustix::io::Result<()> {
    use rustix::net::sockopt;
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
}

#[cfg(not(unix))]
fn keep_alive(_: &TcpStream) -> Result<()> {
    Ok(())
}

/// There is nothing more to do until the process ends.
fn rest() -> ! {
    loop {
        std::thread::park();
    }
}

impl Read for HostLine {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        loop {
            let read = self.stream.read(bytes);
            match &read {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) if self.state.lose(self.remote) => rest(),
                _ => return read,
            }
        }
    }
}

impl Write for HostLine {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let written = self.stream.write(bytes);
        match &written {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) if self.state.lose(self.remote) => rest(),
            _ => {}
        }
        written
    }

    fn flush(&mut self) -> Result<()> {
        self.stream.flush()
    }
}

impl Stream for HostLine {
    fn try_clone(&self) -> Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Self { stream, remote: self.remote, state: Arc::clone(&self.state) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> Result<()> {
        self.stream.shutdown(how)
    }
}
