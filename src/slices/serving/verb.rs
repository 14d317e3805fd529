//! `serve`: JSON-RPC over standard input and output, one message per line.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, Read as _};
use std::sync::Arc;

use clap::Args;
use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

use super::request::{Message, PROTOCOL, Refusal, VerbCall, served};
use super::running::Work;
use foolproof_cli::Report;
use foolproof_cli::input::Usage;
use foolproof_cli::output::print;
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_level::checked::this_program;

/// Maximum size of a message in bytes: enough for a pack of ten thousand levels.
const LONGEST: u64 = 64 << 20;

/// Answer other programs: JSON-RPC 2.0 over standard input and output, a message a line. Every verb with
/// --json is a method; the manual's page “Other programs” tells the messages
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// How many requests are worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: u16,
}

/// State that the threads share.
struct Server {
    known: clap::Command,
    /// Requests that wait or run, by their identifiers.
    open: Mutex<HashMap<String, Arc<Work>>>,
    /// Number of further requests that may run now.
    free: Mutex<u16>,
    freed: Condvar,
    /// Reason why a message could not be written.
    unsaid: Mutex<Option<Usage>>,
}

impl Verb for Serve {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let server = Server {
            known: crate::command(games),
            open: Mutex::default(),
            free: Mutex::new(self.jobs),
            freed: Condvar::new(),
            unsaid: Mutex::default(),
        };
        std::thread::scope(|scope| {
            let mut input = std::io::stdin().lock();
            while server.unsaid.lock().is_none()
                && let Some(line) = next_line(&mut input)
            {
                let Some((id, call)) = server.hear(line) else { continue };
                let Some(work) = server.open_work(&id) else { continue };
                let server = &server;
                scope.spawn(move || server.work(&id, call, &work));
            }
            // The client is gone, so no answer is needed.
            server.open.lock().values().for_each(|work| work.cancel());
        });
        match server.unsaid.into_inner() {
            Some(why) => Err(why),
            None => Ok(Report::done("")),
        }
    }
}

impl Server {
    /// Handles a message. Returns a request that has to be run; all others are answered here.
    fn hear(&self, line: Result<Vec<u8>, Refusal>) -> Option<(Value, VerbCall)> {
        let message = line.and_then(|line| {
            let value: Value = serde_json::from_slice(&line)
                .map_err(|why| Refusal::new(Refusal::UNREADABLE, why.to_string()))?;
            serde_json::from_value::<Message>(value)
                .map_err(|why| Refusal::new(Refusal::NO_REQUEST, why.to_string()))
        });
        let Message { id, method, params } = match message {
            Ok(message) => message,
            Err(why) => {
                self.reply(&Value::Null, Err(why));
                return None;
            }
        };
        if method == "cancel" {
            let work =
                params.get("id").and_then(|id| self.open.lock().get(&id.to_string()).cloned());
            let found = work.inspect(|work| work.cancel()).is_some();
            self.freed.notify_all();
            id.iter().for_each(|id| self.reply(id, Ok(json!({ "cancelled": found }))));
            return None;
        }
        // A notification needs no answer, so it is ignored.
        let id = id?;
        if method == "initialize" {
            let methods = served(&self.known);
            let about =
                json!({ "protocol": PROTOCOL, "program": this_program(), "methods": methods });
            self.reply(&id, Ok(about));
            return None;
        }
        match VerbCall::of(&method, params, &self.known) {
            Ok(call) => Some((id, call)),
            Err(why) => {
                self.reply(&id, Err(why));
                None
            }
        }
    }

    /// Notes that a request is open. Refuses a second one with the same identifier.
    fn open_work(&self, id: &Value) -> Option<Arc<Work>> {
        let mut open = self.open.lock();
        let entry = open.entry(id.to_string());
        if let Entry::Occupied(_) = entry {
            let why = "a request with this id is at work already";
            self.reply(id, Err(Refusal::new(Refusal::NO_REQUEST, why)));
            return None;
        }
        Some(Arc::clone(entry.or_default()))
    }

    /// Waits until the request may run. Returns `false` if it is cancelled first.
    fn takes_turn(&self, work: &Work) -> bool {
        let mut free = self.free.lock();
        while *free == 0 && !work.is_cancelled() {
            self.freed.wait(&mut free);
        }
        let turn = !work.is_cancelled();
        *free -= u16::from(turn);
        turn
    }

    fn work(&self, id: &Value, call: VerbCall, work: &Work) {
        let turn = self.takes_turn(work);
        let tell = |words: &str| {
            self.say(
                &json!({ "jsonrpc": "2.0", "method": "progress", "params": { "id": id, "text": words } }),
            );
        };
        let result = work.run(call, &tell);
        self.open.lock().remove(&id.to_string());
        *self.free.lock() += u16::from(turn);
        self.freed.notify_all();
        self.reply(id, result);
    }

    fn reply(&self, id: &Value, result: Result<Value, Refusal>) {
        self.say(&match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refusal { code, message }) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
            }
        });
    }

    /// Writes a whole message. If the client is gone, the end of the input shows it.
    fn say(&self, message: &Value) {
        if let Err(why) = print(format!("{message}\n").as_bytes()) {
            self.unsaid.lock().get_or_insert(why);
        }
    }
}

/// Reads the next line that is not blank; `None` at the end. A line that is too long is skipped.
fn next_line(input: &mut impl BufRead) -> Option<Result<Vec<u8>, Refusal>> {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        if read as u64 == LONGEST && !line.ends_with(b"\n") {
            input.skip_until(b'\n').ok()?;
            let why = format!("a message has more than {LONGEST} bytes");
            return Some(Err(Refusal::new(Refusal::NO_REQUEST, why)));
        }
        if !line.trim_ascii().is_empty() {
            return Some(Ok(line));
        }
    }
}
