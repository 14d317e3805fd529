//! A connection to another process, which reports when it is lost.
//!
//! The dataflow panics if a connection breaks. So it is not told: the first broken connection is noted here,
//! to be named later, and waiting readers wait until the process ends.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use timely::communication::allocator::zero_copy::stream::Stream;

use foolproof_kernel::system::keep_alive;

/// Time within which all processes notice that one is gone.
const MOMENT: Duration = Duration::from_millis(400);

/// State shared by all connections of a process.
#[derive(Debug, Default)]
pub(crate) struct LineState {
    /// Everything is sent: a connection that ends from now on counts as closed, not lost.
    ending: AtomicBool,
    lost: Mutex<Option<usize>>,
    streams: Mutex<Vec<TcpStream>>,
}

impl LineState {
    /// Allows connections to end from now on.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
    }

    /// Returns the first process whose connection was lost.
    pub(crate) fn lost(&self) -> Option<usize> {
        *self.lost.lock()
    }

    /// Notes that a connection has ended. Returns whether that is a loss.
    fn lose(&self, remote: usize) -> bool {
        if self.ending.load(Ordering::SeqCst) {
            return false;
        }
        self.lost.lock().get_or_insert(remote);
        true
    }

    /// Ends all connections, a moment after one was lost, so that others who lost it can name it, too.
    pub(crate) fn hang_up(&self) {
        std::thread::sleep(MOMENT);
        for stream in self.streams.lock().iter() {
            // One that has ended already need not be ended.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A connection to another process, by its number.
pub(crate) struct HostLine {
    stream: TcpStream,
    remote: usize,
    state: Arc<LineState>,
}

impl HostLine {
    pub(crate) fn new(stream: TcpStream, remote: usize, state: &Arc<LineState>) -> Self {
        let _ = stream.set_nodelay(true);
        keep_alive(&stream);
        state.streams.lock().extend(stream.try_clone());
        Self { stream, remote, state: Arc::clone(state) }
    }

    /// Returns whether the other process has sent something that was not read yet.
    pub(crate) fn has_said_something(&self) -> bool {
        self.peek().is_ok_and(|bytes| bytes > 0)
    }

    /// Returns whether the connection has ended. Unread messages hide it.
    pub(crate) fn is_gone(&self) -> bool {
        match self.peek() {
            Ok(bytes) => bytes == 0,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }

    /// Returns the number of bytes that can be read at once, at most one; 0 if the connection has ended.
    fn peek(&self) -> Result<usize> {
        self.stream.set_nonblocking(true)?;
        let bytes = self.stream.peek(&mut [0]);
        self.stream.set_nonblocking(false)?;
        bytes
    }
}

/// Parks the thread until the process ends.
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
