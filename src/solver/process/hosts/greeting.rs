//! The first exchange of two processes: who they are, and that both know the secret, if there is one.
//!
//! The caller sends its version, its list of hosts, its number and a random word. The host answers with a
//! random word of its own and a proof, which the caller checks before it sends its own. A proof is a code of
//! the whole exchange, made with the secret, so that an eavesdropper can neither learn the secret nor reuse
//! the proof. Each side has one deadline for the whole exchange.

use std::io::{Error, ErrorKind, Read as _, Result as IoResult, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};

use super::{HostFault, HostSeat};

/// First bytes from a caller.
const GREETING: [u8; 8] = *b"foolprf1";
/// Version of the protocol after the greeting; a process with another protocol counts as another version.
const MANNERS: &str = "/3";
/// Time limit for a connection.
const CALL_WITHIN: Duration = Duration::from_secs(3);
/// Time limit for a whole greeting.
const GREET_WITHIN: Duration = Duration::from_secs(5);

/// Answers to a caller, and from it.
const WELCOME: u8 = 1;
const OTHER_VERSION: u8 = 2;
const OTHER_HOSTS: u8 = 3;
const THERE_ALREADY: u8 = 4;
const OTHER_SECRET: u8 = 5;
const REFUSALS: [(u8, &str); 4] = [
    (OTHER_VERSION, "it is of another version of Foolproof"),
    (OTHER_HOSTS, "its hosts file names other addresses"),
    (THERE_ALREADY, "a process of this number is there already"),
    (OTHER_SECRET, "it has another secret"),
];

/// The two sides of a proof.
const BY_HOST: &[u8] = b"foolproof host";
const BY_CALLER: &[u8] = b"foolproof caller";

type RandomWord = [u8; 32];

/// Returns a word that cannot be guessed.
fn random_word() -> IoResult<RandomWord> {
    let mut word = [0; 32];
    getrandom::fill(&mut word).map_err(|error| Error::other(error.to_string()))?;
    Ok(word)
}

/// A connection with one deadline for everything that is sent.
struct Spoken<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl<'a> Spoken<'a> {
    fn within(stream: &'a TcpStream, time: Duration) -> Self {
        Self { stream, until: Instant::now() + time }
    }

    fn left(&self) -> IoResult<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    fn hear<const N: usize>(&self) -> IoResult<[u8; N]> {
        let (mut heard, mut stream) = ([0; N], self.stream);
        let mut at = 0;
        while let Some(rest) = heard.get_mut(at..).filter(|rest| !rest.is_empty()) {
            stream.set_read_timeout(Some(self.left()?))?;
            match stream.read(rest) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(more) => at += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(heard)
    }

    fn say(&self, bytes: &[u8]) -> IoResult<()> {
        let mut stream = self.stream;
        stream.set_write_timeout(Some(self.left()?))?;
        stream.write_all(bytes)
    }

    /// Removes the deadline from now on.
    fn end(&self) -> IoResult<()> {
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)
    }
}

/// Returns digests of the program's version and of the list of hosts.
fn digests(seat: &HostSeat) -> [[u8; 32]; 2] {
    let version = Sha256::digest([env!("CARGO_PKG_VERSION"), MANNERS].concat().as_bytes());
    let hosts = Sha256::digest(seat.addresses.join("\n").as_bytes());
    [version.into(), hosts.into()]
}

fn number_of(process: usize) -> [u8; 8] {
    u64::try_from(process).unwrap_or(u64::MAX).to_be_bytes()
}

/// Everything that two processes have sent; proofs are made from it.
struct Introduction<'a> {
    seat: &'a HostSeat,
    caller: usize,
    host: usize,
    words: [RandomWord; 2],
}

impl Introduction<'_> {
    fn proof(&self, by: &[u8]) -> [u8; 32] {
        let [_, hosts] = digests(self.seat);
        let numbers = [number_of(self.caller), number_of(self.host)];
        self.seat.secret.code(&[by, &hosts, numbers.as_flattened(), self.words.as_flattened()])
    }
}

/// Returns a caller's introduction.
fn introduced(seat: &HostSeat, word: &RandomWord) -> Vec<u8> {
    let (said, number) = (digests(seat), number_of(seat.process));
    [GREETING.as_slice(), said.as_flattened(), &number, word].concat()
}

/// Handles a caller. Returns its number, once it belongs here and has confirmed the welcome. A stranger is
/// only told why it was refused.
pub(crate) fn hear(
    stream: &TcpStream,
    seat: &HostSeat,
    is_free: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let spoken = Spoken::within(stream, GREET_WITHIN);
    let refuse = |answer: u8| {
        let _ = spoken.say(&[answer]);
        None
    };
    (spoken.hear::<8>().ok()? == GREETING).then_some(())?;
    let [version, hosts] = digests(seat);
    let (their_version, their_hosts) = (spoken.hear().ok()?, spoken.hear().ok()?);
    let number = spoken.hear().ok()?;
    if their_version != version {
        return refuse(OTHER_VERSION);
    }
    if their_hosts != hosts {
        return refuse(OTHER_HOSTS);
    }
    let process = usize::try_from(u64::from_be_bytes(number)).ok();
    let Some(process) = process.filter(|at| *at > seat.process && is_free(*at)) else {
        return refuse(THERE_ALREADY);
    };
    let words = [spoken.hear().ok()?, random_word().ok()?];
    let introduction = Introduction { seat, caller: process, host: seat.process, words };
    let proof = introduction.proof(BY_HOST);
    spoken.say(&[[WELCOME].as_slice(), &words[1], &proof].concat()).ok()?;
    if !is_same(&spoken.hear().ok()?, &introduction.proof(BY_CALLER)) {
        return refuse(OTHER_SECRET);
    }
    spoken.say(&[WELCOME]).ok()?;
    // A caller that has given up does not answer.
    let answers = Spoken::within(stream, GREET_WITHIN);
    let answer: [u8; 1] = answers.hear().ok()?;
    answers.end().ok()?;
    (answer == [WELCOME]).then_some(process)
}

/// Calls a process. Returns `None` if it is not there yet.
pub(crate) fn call(seat: &HostSeat, process: usize) -> Result<Option<TcpStream>, HostFault> {
    let address = seat.address(process);
    // Host names may not be known yet while machines start.
    let places = address.to_socket_addrs().into_iter().flatten();
    let Some(stream) =
        places.into_iter().find_map(|place| TcpStream::connect_timeout(&place, CALL_WITHIN).ok())
    else {
        return Ok(None);
    };
    // It may be about to end, or another program has the port for now.
    let answer = introduce(&stream, seat, process).unwrap_or_default();
    if answer == WELCOME {
        return Ok(Some(stream));
    }
    match REFUSALS.iter().find(|(number, _)| answer == *number) {
        Some((_, why)) => Err(HostFault::Refused(format!("process {process} ({address})"), why)),
        None => Ok(None),
    }
}

/// Introduces this process. Returns the last answer.
fn introduce(stream: &TcpStream, seat: &HostSeat, process: usize) -> IoResult<u8> {
    let (spoken, word) = (Spoken::within(stream, GREET_WITHIN), random_word()?);
    spoken.say(&introduced(seat, &word))?;
    let [answer] = spoken.hear()?;
    if answer != WELCOME {
        return Ok(answer);
    }
    let words = [word, spoken.hear()?];
    let introduction = Introduction { seat, caller: seat.process, host: process, words };
    if !is_same(&spoken.hear()?, &introduction.proof(BY_HOST)) {
        return Ok(OTHER_SECRET);
    }
    spoken.say(&introduction.proof(BY_CALLER))?;
    let [answer] = spoken.hear()?;
    if answer == WELCOME {
        spoken.say(&[WELCOME])?;
        spoken.end()?;
    }
    Ok(answer)
}

/// Returns whether two proofs are equal, in constant time.
fn is_same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Returns the first bytes from a process.
#[cfg(test)]
pub(crate) fn greeting_of(seat: &HostSeat) -> Vec<u8> {
    introduced(seat, &[7; 32])
}

/// Sends everything that a caller sends, and leaves before it is welcomed.
#[cfg(test)]
pub(crate) fn say_and_go(stream: &TcpStream, seat: &HostSeat) {
    let (spoken, word) = (Spoken::within(stream, GREET_WITHIN), [7; 32]);
    let heard = || -> IoResult<[u8; 32]> {
        spoken.say(&introduced(seat, &word))?;
        let _: [u8; 1] = spoken.hear()?;
        let own = spoken.hear()?;
        let _: [u8; 32] = spoken.hear()?;
        Ok(own)
    };
    let words = [word, heard().unwrap_or_default()];
    let introduction = Introduction { seat, caller: seat.process, host: 0, words };
    let _ = spoken.say(&introduction.proof(BY_CALLER));
}
