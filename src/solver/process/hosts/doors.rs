//! Meeting of the processes: each listens at its own address and calls those before it.
//!
//! All callers are handled at the same time, so that a silent one keeps nobody out, and nothing waits longer
//! than the time between two checks whether to go on.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use super::greeting::{call, hear};
use super::line::{HostLine, LineState};
use super::{HostFault, HostSeat};

/// Time between two checks for newcomers.
const PATIENCE: Duration = Duration::from_millis(30);
/// Time between two calls.
const CALL_EVERY: Duration = Duration::from_millis(300);
/// Maximum number of callers at the same time; if one more comes, the first one is dropped.
const MAX_AT_THE_DOOR: usize = 64;

/// Sent once all others are there.
const MET: [u8; 1] = [1];

/// The outcome of a greeting.
enum DoorNews {
    /// A process has called, and has confirmed its welcome.
    Caller(usize, TcpStream),
    /// A process was called; `None` if it is not there yet.
    Called(usize, Result<Option<TcpStream>, HostFault>),
}

/// Callers that are being handled, numbered in order of arrival.
#[derive(Default)]
struct AtTheDoor {
    callers: BTreeMap<u64, TcpStream>,
    came: u64,
}

impl AtTheDoor {
    /// Adds a caller. Returns the number to remove it by.
    fn enter(&mut self, stream: TcpStream) -> u64 {
        self.came += 1;
        self.callers.insert(self.came, stream);
        if self.callers.len() > MAX_AT_THE_DOOR
            && let Some((_, first)) = self.callers.pop_first()
        {
            let _ = first.shutdown(Shutdown::Both);
        }
        self.came
    }

    /// Removes a caller that was handled. Returns whether it was still there.
    fn leave(&mut self, number: u64) -> bool {
        self.callers.remove(&number).is_some()
    }
}

/// The state of a process while it looks for the others.
struct Doors {
    seat: Arc<HostSeat>,
    listener: Option<TcpListener>,
    there: Arc<Mutex<BTreeSet<usize>>>,
    heard_now: Arc<Mutex<AtTheDoor>>,
    say: Sender<DoorNews>,
    news: Receiver<DoorNews>,
    calling: bool,
    called: Option<Instant>,
}

/// Returns lines to all other processes, by number, once all are there. `go_on` is called regularly with the
/// missing process, and ends the waiting by returning false.
pub(crate) fn meet(
    seat: &HostSeat,
    state: &Arc<LineState>,
    go_on: &dyn Fn(&str) -> bool,
) -> Result<Vec<Option<HostLine>>, HostFault> {
    let mut lines: Vec<Option<HostLine>> = seat.addresses.iter().map(|_| None).collect();
    let mut doors = Doors::open(seat)?;
    loop {
        let missing = (0..lines.len()).find(|at| *at != seat.process && lines[*at].is_none());
        let Some(missing) = missing else { break };
        none_is_lost(seat, &lines)?;
        if !go_on(&format!("waiting for process {missing} ({})", seat.address(missing))) {
            return Err(HostFault::Stopped);
        }
        doors.hear_callers();
        if missing < seat.process {
            doors.call_on(missing);
        }
        // Two callers may claim to be the same process: the first one wins.
        if let Some((process, stream)) = doors.newcomer()?
            && let Some(line @ None) = lines.get_mut(process)
        {
            *line = Some(HostLine::new(stream, process, state));
            doors.there.lock().insert(process);
        }
    }
    all_have_met(seat, &mut lines, go_on)?;
    Ok(lines)
}

/// Waits until every process has met all others: each reports to the leader, who then tells all. Nothing is
/// sent before that, so that everyone notices a lost process, and nobody waits for it.
fn all_have_met(
    seat: &HostSeat,
    lines: &mut [Option<HostLine>],
    go_on: &dyn Fn(&str) -> bool,
) -> Result<(), HostFault> {
    let others = if seat.leads() { 1..lines.len() } else { 0..1 };
    if !seat.leads() {
        say_met(seat, lines, 0)?;
    }
    for process in others.clone() {
        while !lines[process].as_ref().is_none_or(HostLine::has_said_something) {
            none_is_lost(seat, lines)?;
            let whom = seat.address(process);
            if !go_on(&format!("waiting until process {process} ({whom}) has met the others")) {
                return Err(HostFault::Stopped);
            }
            std::thread::sleep(PATIENCE);
        }
    }
    for process in others {
        let heard = lines[process].as_mut().map(|line| line.read_exact(&mut [0; MET.len()]));
        heard.transpose().map_err(|_| seat.lost(process))?;
        if seat.leads() {
            say_met(seat, lines, process)?;
        }
    }
    Ok(())
}

/// Tells a process that this one, or all, have met all others.
fn say_met(
    seat: &HostSeat,
    lines: &mut [Option<HostLine>],
    process: usize,
) -> Result<(), HostFault> {
    let said = lines[process].as_mut().map(|line| line.write_all(&MET));
    said.transpose().map_err(|_| seat.lost(process))?;
    Ok(())
}

fn none_is_lost(seat: &HostSeat, lines: &[Option<HostLine>]) -> Result<(), HostFault> {
    let gone = lines.iter().position(|line| line.as_ref().is_some_and(HostLine::is_gone));
    gone.map_or(Ok(()), |process| Err(seat.lost(process)))
}

impl Doors {
    fn open(seat: &HostSeat) -> Result<Self, HostFault> {
        let awaits_callers = seat.process + 1 < seat.addresses.len();
        let listener = awaits_callers.then(|| listening(seat.address(seat.process))).transpose()?;
        let (say, news) = bounded(MAX_AT_THE_DOOR);
        Ok(Self {
            seat: Arc::new(seat.clone()),
            listener,
            there: Arc::default(),
            heard_now: Arc::default(),
            say,
            news,
            calling: false,
            called: None,
        })
    }

    /// Handles all callers, each on a thread of its own that ends with the greeting.
    fn hear_callers(&self) {
        while let Some(Ok((stream, _))) = self.listener.as_ref().map(TcpListener::accept) {
            let (Ok(own), Ok(())) = (stream.try_clone(), stream.set_nonblocking(false)) else {
                continue;
            };
            let at_the_door = Arc::clone(&self.heard_now);
            let number = at_the_door.lock().enter(own);
            let (seat, there) = (Arc::clone(&self.seat), Arc::clone(&self.there));
            let say = self.say.clone();
            std::thread::spawn(move || {
                let free = |at: usize| at < seat.addresses.len() && !there.lock().contains(&at);
                let process = hear(&stream, &seat, &free);
                let stayed = at_the_door.lock().leave(number);
                if let Some(process) = process.filter(|_| stayed) {
                    // If nobody waits any more, the line ends.
                    let _ = say.send(DoorNews::Caller(process, stream));
                }
            });
        }
    }

    /// Calls a process, unless a call is under way or was a moment ago.
    fn call_on(&mut self, process: usize) {
        if self.calling || self.called.is_some_and(|last| last.elapsed() <= CALL_EVERY) {
            return;
        }
        (self.calling, self.called) = (true, Some(Instant::now()));
        let (seat, say) = (Arc::clone(&self.seat), self.say.clone());
        std::thread::spawn(move || {
            let _ = say.send(DoorNews::Called(process, call(&seat, process)));
        });
    }

    /// Returns the next newcomer, after waiting only a moment.
    fn newcomer(&mut self) -> Result<Option<(usize, TcpStream)>, HostFault> {
        match self.news.recv_timeout(PATIENCE) {
            Ok(DoorNews::Caller(process, stream)) => Ok(Some((process, stream))),
            Ok(DoorNews::Called(process, stream)) => {
                self.calling = false;
                let stream = stream?;
                // The next one is called at once.
                self.called = self.called.filter(|_| stream.is_none());
                Ok(stream.map(|stream| (process, stream)))
            }
            Err(_) => Ok(None),
        }
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

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::HostSecret;
    use super::*;

    fn seat(addresses: &[String], process: usize) -> HostSeat {
        let secret = HostSecret::default();
        HostSeat { addresses: addresses.to_vec(), process, threads: 1, secret }
    }

    /// Meets the others with this secret, within 20 seconds. Returns which processes are there in the end.
    fn met(
        addresses: &[String],
        process: usize,
        secret: &str,
    ) -> std::thread::JoinHandle<Result<Vec<bool>, HostFault>> {
        let mut seat = seat(addresses, process);
        seat.secret = HostSecret::of(secret);
        std::thread::spawn(move || {
            let since = Instant::now();
            let go_on = |_: &str| since.elapsed() < Duration::from_secs(20);
            meet(&seat, &Arc::default(), &go_on)
                .map(|lines| lines.iter().map(Option::is_some).collect::<Vec<_>>())
        })
    }

    /// Connects a stranger, as soon as something listens there.
    fn stranger(address: &str) -> TcpStream {
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => return stream,
                Err(_) => std::thread::sleep(PATIENCE),
            }
        }
    }

    /// Returns unused addresses on this machine.
    fn free(count: usize) -> Vec<String> {
        let doors: Vec<TcpListener> =
            (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let address = |door: &TcpListener| door.local_addr().expect("an address").to_string();
        doors.iter().map(address).collect()
    }

    #[test]
    fn processes_find_each_other_and_refuse_who_does_not_belong() {
        let addresses = free(3);
        let first = met(&addresses, 0, "");
        // A stranger sends something else; a process with another list is told so.
        let mut door = stranger(&addresses[0]);
        door.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("an open door");
        let other = [addresses[0].clone(), addresses[2].clone()];
        let refused = met(&other, 1, "").join().expect("a thread");
        let whom = format!("process 0 ({})", addresses[0]);
        assert_eq!(refused, Err(HostFault::Refused(whom, "its hosts file names other addresses")));
        let (third, second) = (met(&addresses, 2, ""), met(&addresses, 1, ""));
        assert_eq!(first.join().expect("a thread"), Ok(vec![false, true, true]));
        assert_eq!(second.join().expect("a thread"), Ok(vec![true, false, true]));
        assert_eq!(third.join().expect("a thread"), Ok(vec![true, true, false]));
    }

    #[test]
    fn who_says_nothing_or_a_byte_now_and_then_keeps_nobody_out() {
        let addresses = free(2);
        let first = met(&addresses, 0, "");
        let silent: Vec<TcpStream> = (0..20).map(|_| stranger(&addresses[0])).collect();
        let slow = stranger(&addresses[0]);
        let over = Arc::new(AtomicBool::new(false));
        let dripping = std::thread::spawn({
            let (over, mut slow) = (Arc::clone(&over), slow.try_clone().expect("a clone"));
            move || {
                let mut sent = 0;
                while !over.load(Ordering::SeqCst) && slow.write_all(b"f").is_ok() {
                    std::thread::sleep(Duration::from_millis(50));
                    sent += 1;
                }
                sent
            }
        });
        let second = met(&addresses, 1, "");
        assert_eq!(second.join().expect("a thread"), Ok(vec![true, false]));
        assert_eq!(first.join().expect("a thread"), Ok(vec![false, true]));
        over.store(true, Ordering::SeqCst);
        drop((silent, dripping.join().expect("a thread")));
    }

    #[test]
    fn more_strangers_than_there_is_room_for_make_room_for_a_process() {
        let addresses = free(2);
        let first = met(&addresses, 0, "");
        let many: Vec<TcpStream> =
            (0..MAX_AT_THE_DOOR * 2).map(|_| stranger(&addresses[0])).collect();
        let second = met(&addresses, 1, "");
        assert_eq!(second.join().expect("a thread"), Ok(vec![true, false]));
        assert_eq!(first.join().expect("a thread"), Ok(vec![false, true]));
        drop(many);
    }

    #[test]
    fn a_caller_that_has_given_up_is_no_process_that_is_there() {
        let addresses = free(2);
        let first = met(&addresses, 0, "");
        // It sends everything that a process sends, and leaves before it is welcomed.
        for _ in 0..3 {
            let caller = stranger(&addresses[0]);
            super::super::greeting::say_and_go(&caller, &seat(&addresses, 1));
        }
        let second = met(&addresses, 1, "");
        assert_eq!(second.join().expect("a thread"), Ok(vec![true, false]));
        assert_eq!(first.join().expect("a thread"), Ok(vec![false, true]));
    }

    #[test]
    fn a_secret_keeps_out_who_does_not_know_it() {
        let addresses = free(2);
        let (first, known) = (met(&addresses, 0, "a secret of theirs"), "a secret of theirs");
        let whom = format!("process 0 ({})", addresses[0]);
        for other in ["", "a secret of others"] {
            let refused = met(&addresses, 1, other).join().expect("a thread");
            assert_eq!(refused, Err(HostFault::Refused(whom.clone(), "it has another secret")));
        }
        // Listening does not reveal the secret, since it is never sent.
        let mut caller = stranger(&addresses[0]);
        let said = super::super::greeting::greeting_of(&seat(&addresses, 1));
        caller.write_all(&said).expect("an open door");
        let mut heard = [0; 65];
        caller.read_exact(&mut heard).expect("an answer");
        assert!(!heard.windows(6).any(|six| six == b"secret"));
        // Echoing the proof proves nothing.
        caller.write_all(&heard[33..]).expect("an open door");
        let mut answer = [0];
        caller.read_exact(&mut answer).expect("an answer");
        assert_eq!(answer, [5]);
        let second = met(&addresses, 1, known);
        assert_eq!(second.join().expect("a thread"), Ok(vec![true, false]));
        assert_eq!(first.join().expect("a thread"), Ok(vec![false, true]));
    }

    #[test]
    fn a_process_that_is_gone_before_all_have_met_is_named() {
        let addresses = free(3);
        let others = [0, 1].map(|process| met(&addresses, process, ""));
        // It meets the first alone.
        let whole = seat(&addresses, 2);
        let gone = loop {
            if let Ok(Some(stream)) = call(&whole, 0) {
                break stream;
            }
            std::thread::sleep(PATIENCE);
        };
        std::thread::sleep(CALL_EVERY * 2);
        drop(gone);
        let [first, second] = others.map(|other| other.join().expect("a thread"));
        assert_eq!(first, Err(HostFault::Lost(2, addresses[2].clone())));
        assert_eq!(second, Err(HostFault::Lost(0, addresses[0].clone())));
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
