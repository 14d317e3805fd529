//! Processes on several machines that work together: their addresses, how they find each other, and their
//! messages.
//!
//! One process leads: it hands out tasks and takes their results, in order; the others help. Tasks and
//! results flow through a dataflow of the crate `timely`. Its connections are made here, so that strangers
//! are refused and lost processes are named. Names no game, and no study.

mod doors;
mod flow;
mod greeting;
mod helping;
mod leading;
mod line;
mod pool;
mod secret;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub use helping::Helping;
pub use leading::Leading;
use secret::{HostSecret, SecretError};

/// Maximum number of processes. More would need more connections than systems allow.
const MAX_HOSTS: usize = 256;
/// Prefix of the line in a hosts file that names the file of a secret.
const SECRET: &str = "secret-file:";

/// A process among those that work together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostSeat {
    /// The address at which each process listens, as `name:port`, by its number.
    pub(crate) addresses: Vec<String>,
    /// The number of this process; process 0 leads.
    pub process: usize,
    /// Number of tasks that this process does at once.
    pub threads: usize,
    /// The secret that all processes share, which keeps strangers out.
    secret: HostSecret,
}

/// The reason why a list of hosts, or a place in it, is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostsError {
    #[error("line {0}: `{1}` is not an address such as 10.0.0.7:4000 or workshop-2:4000")]
    Address(usize, String),
    #[error("line {0}: {1} stands there twice; each process needs a port of its own")]
    Twice(usize, String),
    #[error("it names no machine; write an address such as 10.0.0.7:4000 in each line")]
    Empty,
    #[error("it names {0} processes; {MAX_HOSTS} can work together")]
    TooMany(usize),
    #[error("line {0}: {1}")]
    Secret(usize, SecretError),
    #[error("there is no process {0}: the file names {1}, numbered from 0")]
    NoProcess(usize, usize),
}

/// The reason why processes no longer work together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostFault {
    /// It was stopped before all processes were there.
    #[error("stopped before all processes were there")]
    Stopped,
    #[error("{0}: {1}")]
    Listen(String, String),
    #[error("{0} refuses this process: {1}")]
    Refused(String, &'static str),
    #[error("the connection to process {0} ({1}) was lost")]
    Lost(usize, String),
    #[error("{0}")]
    Other(String),
}

impl HostSeat {
    /// Returns the process with this number of a hosts file: one address per line, except for empty lines,
    /// comments after `#`, and a line that names the file of a secret. `file` is the path of the text, so
    /// that the secret can be next to it.
    pub fn of_file(
        text: &str,
        file: &Path,
        process: usize,
        threads: usize,
    ) -> Result<Self, HostsError> {
        let (mut addresses, mut secret) = (Vec::<String>::new(), HostSecret::default());
        for (line, number) in text.lines().zip(1..) {
            let address = line.split('#').next().unwrap_or("").trim();
            if address.is_empty() {
                continue;
            }
            if let Some(name) = address.strip_prefix(SECRET) {
                let beside = file.parent().unwrap_or(Path::new("")).join(name.trim());
                let read = HostSecret::read(&beside);
                secret = read.map_err(|why| HostsError::Secret(number, why))?;
                continue;
            }
            let (name, port) = address.rsplit_once(':').unwrap_or((address, ""));
            let has_port = port.parse::<u16>().is_ok_and(|port| port > 0);
            if name.is_empty() || !has_port || address.contains(char::is_whitespace) {
                return Err(HostsError::Address(number, address.to_owned()));
            }
            if addresses.iter().any(|known| known == address) {
                return Err(HostsError::Twice(number, address.to_owned()));
            }
            addresses.push(address.to_owned());
        }
        match addresses.len() {
            0 => Err(HostsError::Empty),
            n if n > MAX_HOSTS => Err(HostsError::TooMany(n)),
            n if process >= n => Err(HostsError::NoProcess(process, n)),
            _ => Ok(Self { addresses, process, threads, secret }),
        }
    }

    /// Returns whether this process hands out the tasks.
    pub fn leads(&self) -> bool {
        self.process == 0
    }

    fn address(&self, process: usize) -> &str {
        self.addresses.get(process).map_or("", String::as_str)
    }

    /// Returns the fault that the connection to a process is lost.
    fn lost(&self, process: usize) -> HostFault {
        HostFault::Lost(process, self.address(process).to_owned())
    }
}

/// From the leader to one process, about a part of the work.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct HostOrder {
    to: usize,
    part: u64,
    body: OrderBody,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum OrderBody {
    /// Description of the work.
    Work(Vec<u8>),
    /// Description of this part of the work.
    Part(Vec<u8>),
    Task(Numbered),
}

/// A task, or its result, by the number of the task.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Numbered {
    number: u64,
    body: Vec<u8>,
}

/// From a process to the leader.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct HostReply {
    from: usize,
    part: u64,
    body: ReplyBody,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum ReplyBody {
    /// The process is ready for this part, and can do this many tasks at once.
    Ready {
        threads: usize,
    },
    Result(Numbered),
    /// It cannot help, in words.
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hosts_file_has_an_address_a_line() {
        let text = "# the workshop\n\n127.0.0.1:4000  # this one\n[::1]:4001\nnext-door:65535\n";
        let file = Path::new("hosts.txt");
        let seat = HostSeat::of_file(text, file, 2, 3);
        let addresses = ["127.0.0.1:4000", "[::1]:4001", "next-door:65535"].map(str::to_owned);
        let (addresses, secret) = (addresses.to_vec(), HostSecret::default());
        assert_eq!(seat, Ok(HostSeat { addresses, process: 2, threads: 3, secret }));
        for (text, process, why) in [
            ("", 0, "names no machine"),
            ("# nobody\n", 0, "names no machine"),
            ("a:1\nb", 0, "line 2: `b` is not an address"),
            ("a:0", 0, "line 1: `a:0` is not an address"),
            ("a:70000", 0, "is not an address"),
            (":4000", 0, "is not an address"),
            ("a b:4000", 0, "is not an address"),
            ("a:1\nsecret-file: no/such.txt", 0, "line 2: no/such.txt: No such file"),
            ("a:1\n\na:1", 0, "line 3: a:1 stands there twice"),
            ("a:1\nb:1", 2, "no process 2: the file names 2"),
            (&(1..300).map(|n| format!("a:{n}\n")).collect::<String>(), 0, "names 299 processes"),
        ] {
            let error =
                HostSeat::of_file(text, file, process, 1).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(why)), "{error:?}");
        }
    }
}
