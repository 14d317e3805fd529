//! How processes find each other: each listens at its own address and calls on those before it.
//!
//! Whoever calls says who it is; a process of another version, with another list of hosts, or with a
//! number that is there already, is refused with the reason. Knows sockets.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};

use super::line::{HostLine, LineState};
use super::{HostFault, HostSeat};

/// What a caller says first.
const GREETING: [u8; 8] = *b"foolprf1";
/// Time between two looks at who has come, and between two calls.
const PATIENCE: Duration = Duration::from_millis(30);
const CALL_EVERY: Duration = Duration::from_millis(300);
/// How long a call, and who has called, may take to answer.
const ANSWER: Duration = Duration::from_secs(3);

/// What a caller is answered.
const WELCOME: u8 = 1;
const REFUSALS: [(u8, &str); 3] = [
    (2, "it is of another version of Foolproof"),
    (3, "its hosts file names other addresses"),
    (4, "a process of this number is there already"),
];

/// Lines to all other processes, by number, once all are there. `go_on` hears now and then who is
/// waited for, and false ends the waiting.
pub fn meet(
    seat: &HostSeat,
    state: &Arc<LineState>,
    go_on: &dyn Fn(&str) -> bool,
) -> Result<Vec<Option<HostLine>>, HostFault> {
    let mut lines: Vec<Option<HostLine>> = seat.addresses.iter().map(|_| None).collect();
    let awaits_callers = seat.process + 1 < seat.addresses.len();
    let listener = awaits_callers.then(|| listening(seat.address(seat.process))).transpose()?;
    let mut called: Option<Instant> = None;
    loop {
        let missing = (0..lines.len()).find(|at| *at != seat.process && lines[*at].is_none());
        let Some(missing) = missing else { return Ok(lines) };
        if !go_on(&format!("waiting for process {missing} ({})", seat.address(missing))) {
            return Err(HostFault::Stopped);
        }
        if let Some(Ok((stream, _))) = listener.as_ref().map(TcpListener::accept)
            && let Some(process) = admitted(&stream, seat, &lines)
        {
            lines[process] = Some(HostLine::new(stream, process, state));
            continue;
        }
        if missing < seat.process && called.is_none_or(|last| last.elapsed() > CALL_EVERY) {
            called = Some(Instant::now());
            if let Some(stream) = call(seat, missing)? {
                lines[missing] = Some(HostLine::new(stream, missing, state));
                called = None;
                continue;
            }
        }
        std::thread::sleep(PATIENCE);
    }
}

fn listening(address: &str) -> Result<TcpListener, HostFault> {
    let fault = |error: std::io::Error| {
        let why = match error.kind() {
            ErrorKind::AddrInUse => "another program listens there".to_owned(),
            ErrorKind::AddrNotAvailable => "this machine does not have this address".to_owned(),
            _ => error.to_string(),
        };
        HostFault::Listen(address.to_owned(), why)
    };
    let listener = TcpListener::bind(address).map_err(fault)?;
    listener.set_nonblocking(true).map_err(fault)?;
    Ok(listener)
}

/// Says the version of the program and the list of hosts.
fn digests(seat: &HostSeat) -> [[u8; 32]; 2] {
    let version = Sha256::digest(env!("CARGO_PKG_VERSION").as_bytes());
    let hosts = Sha256::digest(seat.addresses.join("\n").as_bytes());
    [version.into(), hosts.into()]
}

/// The number of a caller that belongs here. One that does not is told why, and nothing else.
fn admitted(mut stream: &TcpStream, seat: &HostSeat, lines: &[Option<HostLine>]) -> Option<usize> {
    stream.set_nonblocking(false).ok()?;
    stream.set_read_timeout(Some(ANSWER)).ok()?;
    let (mut greeting, mut said, mut number) = ([0; 8], [[0; 32]; 2], [0; 8]);
    stream.read_exact(&mut greeting).ok().filter(|()| greeting == GREETING)?;
    said.iter_mut().try_for_each(|part| stream.read_exact(part)).ok()?;
    stream.read_exact(&mut number).ok()?;
    let [version, hosts] = digests(seat);
    let process = usize::try_from(u64::from_be_bytes(number)).ok();
    let free =
        process.filter(|at| *at > seat.process && lines.get(*at).is_some_and(Option::is_none));
    let answer = match (said[0] == version, said[1] == hosts, free) {
        (false, ..) => 2,
        (_, false, _) => 3,
        (.., None) => 4,
        _ => WELCOME,
    };
    stream.write_all(&[answer]).ok()?;
    stream.set_read_timeout(None).ok()?;
    free.filter(|_| answer == WELCOME)
}

/// Calls on a process; `None` where it is not there yet.
fn call(seat: &HostSeat, process: usize) -> Result<Option<TcpStream>, HostFault> {
    let address = seat.address(process);
    // Names may not be known yet, too, while machines start.
    let places = address.to_socket_addrs().into_iter().flatten();
    let Some(mut stream) =
        places.into_iter().find_map(|place| TcpStream::connect_timeout(&place, ANSWER).ok())
    else {
        return Ok(None);
    };
    let number = u64::try_from(seat.process).unwrap_or(u64::MAX).to_be_bytes();
    let greeting = [GREETING.as_slice(), digests(seat).as_flattened(), &number].concat();
    let mut answer = [0];
    let heard = stream
        .set_read_timeout(Some(ANSWER))
        .and_then(|()| stream.write_all(&greeting))
        .and_then(|()| stream.read_exact(&mut answer))
        .and_then(|()| stream.set_read_timeout(None));
    let why = REFUSALS.iter().find(|(number, _)| answer == [*number]);
    match (heard, why) {
        (Ok(()), _) if answer == [WELCOME] => Ok(Some(stream)),
        (Ok(()), Some((_, why))) => {
            let whom = format!("process {process} ({address})");
            Err(HostFault::Refused(whom, why))
        }
        // It may be about to end, or be somebody else for now.
        _ => Ok(None),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn seat(addresses: &[String], process: usize) -> HostSeat {
        HostSeat { addresses: addresses.to_vec(), process, threads: 1 }
    }

    /// Addresses on this machine that nobody listens at.
    fn free(count: usize) -> Vec<String> {
        let doors: Vec<TcpListener> =
            (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let address = |door: &TcpListener| door.local_addr().expect("an address").to_string();
        doors.iter().map(address).collect()
    }

    #[test]
    fn processes_find_each_other_and_refuse_who_does_not_belong() {
        let addresses = free(3);
        let all = |process: usize, addresses: Vec<String>| {
            std::thread::spawn(move || {
                let since = Instant::now();
                let go_on = |_: &str| since.elapsed() < Duration::from_secs(20);
                meet(&seat(&addresses, process), &Arc::default(), &go_on)
                    .map(|lines| lines.iter().map(Option::is_some).collect::<Vec<_>>())
            })
        };
        let first = all(0, addresses.clone());
        // A stranger says something else; a process with another list is told so.
        let stranger = std::thread::spawn({
            let address = addresses[0].clone();
            move || {
                while TcpStream::connect(&address)
                    .map(|mut door| door.write_all(b"GET / HTTP/1.1\r\n\r\n"))
                    .is_err()
                {
                    std::thread::sleep(PATIENCE);
                }
            }
        });
        stranger.join().expect("a stranger");
        let other = [addresses[0].clone(), addresses[2].clone()];
        let refused = all(1, other.to_vec()).join().expect("a thread");
        let whom = format!("process 0 ({})", addresses[0]);
        assert_eq!(refused, Err(HostFault::Refused(whom, "its hosts file names other addresses")));
        let (third, second) = (all(2, addresses.clone()), all(1, addresses));
        assert_eq!(first.join().expect("a thread"), Ok(vec![false, true, true]));
        assert_eq!(second.join().expect("a thread"), Ok(vec![true, false, true]));
        assert_eq!(third.join().expect("a thread"), Ok(vec![true, true, false]));
    }

    #[test]
    fn an_address_of_another_machine_is_named() {
        let addresses = ["192.0.2.1:4000", "192.0.2.2:4000"].map(str::to_owned);
        let met = meet(&seat(&addresses, 0), &Arc::default(), &|_| true).map(|lines| lines.len());
        let why = "this machine does not have this address".to_owned();
        assert_eq!(met, Err(HostFault::Listen(addresses[0].clone(), why)));
    }

    #[test]
    fn waiting_ends_when_it_is_told_to() {
        let met = meet(&seat(&free(2), 1), &Arc::default(), &|words| {
            assert!(words.starts_with("waiting for process 0 (127.0.0.1:"), "{words}");
            false
        });
        assert_eq!(met.map(|lines| lines.len()), Err(HostFault::Stopped));
    }
}
