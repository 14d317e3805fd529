//! Messages between a parent and a child process: MessagePack, each message after its length in four bytes,
//! least significant first.
//!
//! Structs are written with the names of their fields, since some types are read by their tags.

use std::io::{BufRead, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A type that can be read from a message, on another thread.
pub trait Received: DeserializeOwned + Send + 'static {}

impl<T: DeserializeOwned + Send + 'static> Received for T {}

/// A message to a child process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ToChild<A> {
    Ask {
        ticket: u64,
        ask: A,
    },
    /// Ends the work on all asks up to this one soon.
    Cancel {
        ticket: u64,
    },
}

/// A message from a child process, about the ask with this ticket.
#[derive(Debug, Serialize, Deserialize)]
pub struct FromChild<P, R> {
    pub ticket: u64,
    pub said: Said<P, R>,
    /// Processor time of the child and its own children so far, in microseconds.
    pub(crate) spent: u64,
}

/// A child process's message about an ask.
#[derive(Debug, Serialize, Deserialize)]
pub enum Said<P, R> {
    Progress(P),
    /// The last message about the ask.
    Answer(R),
    /// A bug stopped the process, in words.
    Panicked(String),
}

/// The first line of a child. Text before it is not the child's: a test's name, say.
const HELLO: &str = "foolproof child, messages 6";
/// Maximum number of bytes before the first line; after that a parent stops waiting for it.
const BEFORE_HELLO: u64 = 1 << 16;

#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    #[error("a message cannot be written: {0}")]
    Write(#[from] rmp_serde::encode::Error),
    #[error("a message cannot be read: {0}")]
    Read(#[from] rmp_serde::decode::Error),
    #[error("a message of {0} bytes is too long")]
    Long(usize),
    #[error(transparent)]
    Pipe(#[from] std::io::Error),
}

/// Returns a message with its length.
pub(crate) fn packed(message: &impl Serialize) -> Result<Vec<u8>, FrameError> {
    let mut bytes = vec![0; 4];
    rmp_serde::encode::write_named(&mut bytes, message)?;
    let length = bytes.len().saturating_sub(4);
    let length = u32::try_from(length).map_err(|_| FrameError::Long(length))?;
    for (to, byte) in bytes.iter_mut().zip(length.to_le_bytes()) {
        *to = byte;
    }
    Ok(bytes)
}

/// Reads the next message; `None` at the end, or if the message is cut short.
pub(crate) fn next<M: DeserializeOwned>(from: &mut impl Read) -> Result<Option<M>, FrameError> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u64::from(u32::from_le_bytes(length));
    let mut bytes = Vec::new();
    // Grows with the data that arrives, regardless of the stated length.
    let read = from.take(length).read_to_end(&mut bytes)?;
    if read as u64 != length {
        return Ok(None);
    }
    Ok(Some(rmp_serde::from_slice(&bytes)?))
}

pub(crate) fn say_hello(to: &mut impl Write) -> std::io::Result<()> {
    writeln!(to, "{HELLO}")?;
    to.flush()
}

/// Waits for the first line; false if it does not come.
pub(crate) fn await_hello(from: &mut impl BufRead) -> bool {
    let (mut line, mut before) = (Vec::new(), 0);
    while before < BEFORE_HELLO {
        line.clear();
        match from.take(BEFORE_HELLO).read_until(b'\n', &mut line) {
            Ok(n @ 1..) => before += n as u64,
            _ => return false,
        }
        if line.strip_suffix(b"\n").is_some_and(|line| line.ends_with(HELLO.as_bytes())) {
            return true;
        }
    }
    false
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_heard_behind_text_that_comes_before_it() {
        let mut bytes = b"\nrunning 1 test\ntest it ... ".to_vec();
        say_hello(&mut bytes).expect("said");
        bytes.extend(b"rest");
        let mut from = bytes.as_slice();
        assert!(await_hello(&mut from));
        assert_eq!(from, b"rest");
        let noise = vec![b'x'; 1 << 20];
        assert!(!await_hello(&mut noise.as_slice()));
        assert!(!await_hello(&mut b"no child\n".as_slice()));
    }
}
