//! Runs work that would block the window on a separate thread.

use crossbeam_channel::{Receiver, bounded};
use egui::Context;

/// Runs `work` on a thread of this name; the window is woken when it is done.
pub fn aside<T: Send + 'static>(
    context: &Context,
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> std::io::Result<Receiver<T>> {
    let (send, result) = bounded(1);
    let wake = context.clone();
    std::thread::Builder::new().name(name.to_owned()).spawn(move || {
        // The receiver is gone if the window has closed or no longer wants the result.
        let _ = send.send(work());
        wake.request_repaint();
    })?;
    Ok(result)
}
