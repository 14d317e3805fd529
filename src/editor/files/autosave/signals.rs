//! The system's wish that the program ends: the newest work is written first.

use std::sync::Arc;

use crate::files::autosave::Vault;

/// Keeps the newest work when SIGTERM, SIGINT or SIGHUP comes, and ends as the signal asks. A
/// window that was told to outlive its terminal does so.
#[cfg(unix)]
pub(crate) fn keep_on_signals(vault: Arc<Vault>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut wanted = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(&wanted)?;
    let work = move || {
        if let Some(signal) = signals.forever().next() {
            if let Err(why) = vault.end() {
                use std::io::Write as _;
                let _ = writeln!(std::io::stderr(), "foolproof: {why}");
            }
            // As without a listener; should that fail, the program ends all the same.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(work).map(|_| ())
}

/// Whether the program was started deaf to a signal, as `nohup` does it.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}

#[cfg(not(unix))]
pub(crate) fn keep_on_signals(_: Arc<Vault>) -> std::io::Result<()> {
    Ok(())
}
