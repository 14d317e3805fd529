//! A press that runs for the window, and its files: written where the designer chooses once they are ready.

use std::sync::Arc;
use std::time::Duration;

use egui::{Context, ProgressBar, Ui};

use crate::files::outgoing::Outgoing;
use crate::kit::toasts::ToastTone;
use crate::session::chrome::WindowEffect;
use crate::session::state::State;
use crate::text;
use foolproof_printing::{Make, Press, PressOrder, PressProgress};
use foolproof_solver::Engines;

/// Long work on pictures, and the destination of its files. Dropping it stops it.
pub struct PressRun {
    press: Press,
    outgoing: Outgoing,
}

impl PressRun {
    /// Starts it; `outgoing` has a place for each resulting file.
    pub fn start(
        context: &Context,
        engines: Option<Engines>,
        order: PressOrder,
        make: Make,
        outgoing: Outgoing,
    ) -> Self {
        let wake = context.clone();
        let press = Press::start(engines, order, make, move || wake.request_repaint());
        Self { press, outgoing }
    }

    pub fn stop(&self) {
        self.press.stop();
    }

    /// Shows the progress as a bar with words.
    pub fn progress(
        &self,
        ui: &mut Ui,
        width: f32,
        said: impl FnOnce(PressProgress) -> (f32, String),
    ) {
        let (share, words) = said(self.press.progress());
        ui.add(ProgressBar::new(share).desired_width(width).text(words));
        ui.ctx().request_repaint_after(Duration::from_millis(100));
    }

    /// Handles the result of a run, if it has ended; `failed` makes the message when there is nothing to write.
    pub fn hear(
        run: &mut Option<Self>,
        state: &mut State,
        stopped: &str,
        failed: impl FnOnce(&str) -> String,
    ) {
        let Some(result) = run.as_ref().and_then(|run| run.press.result()) else { return };
        let Some(Self { mut outgoing, .. }) = run.take() else { return };
        match result {
            None => state.say(ToastTone::Note, stopped),
            Some(Err(why)) => {
                state.say(ToastTone::Trouble, failed(&text::sentence(&why.to_string())))
            }
            Some(Ok(files)) => {
                for ((_, place), bytes) in outgoing.files.iter_mut().zip(files) {
                    *place = Arc::new(bytes);
                }
                state.chrome.request(WindowEffect::Export(Box::new(outgoing)));
            }
        }
    }
}
