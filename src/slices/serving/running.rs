//! Runs the verb of a request in a separate process, which is killed if the request is cancelled.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use serde_json::{Value, json};

use super::request::{Refusal, VerbCall};
use foolproof_cli::progress::{AS_LINES, PROGRESS};

/// Prefix of lines of standard error that contain error messages.
const COMPLAINT: &str = "foolproof: ";

/// A request that waits or runs.
#[derive(Default)]
pub(super) struct Work {
    is_cancelled: AtomicBool,
    child: Mutex<Option<Child>>,
}

impl Work {
    /// Cancels the request. Its answer is that it was cancelled.
    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        if let Some(child) = self.child.lock().as_mut() {
            // The process may have ended already.
            let _ = child.kill();
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    fn cancelled(&self) -> Result<(), Refusal> {
        match self.is_cancelled() {
            true => Err(Refusal::new(Refusal::CANCELLED, "cancelled")),
            false => Ok(()),
        }
    }

    /// Runs the verb, reports its progress through `tell`, and returns its report.
    pub(super) fn run(&self, call: VerbCall, tell: &dyn Fn(&str)) -> Result<Value, Refusal> {
        let broken = |why: std::io::Error| Refusal::new(Refusal::BAD_INPUT, why.to_string());
        let program = std::env::current_exe().map_err(broken)?;
        self.cancelled()?;
        let mut child = Command::new(program)
            .args(&call.args)
            .env(AS_LINES, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(broken)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        *self.child.lock() = Some(child);
        // A cancellation before the child was stored had nothing to kill.
        if self.is_cancelled() {
            self.cancel();
        }
        let mut printed = String::new();
        let notes = std::thread::scope(|scope| {
            // A verb that refuses its arguments reads no input, so the result does not matter.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(call.input.as_bytes())));
            scope.spawn(|| stdout.map(|mut stdout| stdout.read_to_string(&mut printed)));
            let lines = stderr.into_iter().flat_map(|stderr| BufReader::new(stderr).lines());
            let mut notes = Vec::new();
            for line in lines.map_while(Result::ok) {
                match line.strip_prefix(PROGRESS) {
                    Some(words) => tell(words),
                    None => notes.push(line.strip_prefix(COMPLAINT).unwrap_or(&line).to_owned()),
                }
            }
            notes
        });
        let child = self.child.lock().take();
        let status = child.map(|mut child| child.wait()).transpose().map_err(broken)?;
        self.cancelled()?;
        let code = status.and_then(|status| status.code()).unwrap_or(2);
        answer(code, &printed, &notes)
    }
}

/// Returns the report of a verb that ended with this exit status.
fn answer(status: i32, printed: &str, notes: &[String]) -> Result<Value, Refusal> {
    let report: Option<Value> = serde_json::from_str(printed).ok();
    match report {
        Some(report) if status < 2 => {
            Ok(json!({ "holds": status == 0, "report": report, "notes": notes }))
        }
        _ => Err(Refusal::new(Refusal::BAD_INPUT, notes.join("\n"))),
    }
}
