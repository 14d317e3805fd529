//! Dialogs: choosing a file, and asking before something would be lost.
//!
//! A file is chosen in the desktop's own dialog, on a thread of its own. If the desktop offers none, or the
//! designer prefers typing, a dialog inside the window takes over. rfd returns the same for "cancelled" and
//! "there is no dialog", but people do not cancel within a third of a second.

mod confirm;
mod disk;
mod path;
mod question;
mod recover;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

pub(crate) use confirm::unkept;
pub use confirm::{Confirm, ConfirmTone, Leaving, confirm, unsaved};
pub use disk::slow;
pub(crate) use disk::{Overwriting, refused};
pub(crate) use path::PathDialog;
pub(crate) use recover::Offers;

use crate::files::filter::Filter;
use crate::kit::aside::aside;
use crate::text;

/// An answer that comes sooner than this did not come from a person.
const NO_PORTAL: Duration = Duration::from_millis(300);

/// Direction of the access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    Save,
}

/// A request for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogRequest {
    pub title: String,
    pub access: Access,
    pub filters: Vec<Filter>,
    /// The folder to begin in; by default the home folder.
    pub folder: Option<PathBuf>,
    /// The proposed name of a file to be written.
    pub name: String,
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogAnswer {
    Picked(PathBuf),
    Cancelled,
}

/// The desktop's dialog: blocks its thread until it is answered.
pub type Portal = Arc<dyn Fn(&DialogRequest) -> Option<PathBuf> + Send + Sync>;

/// Asks for one file at a time; `P` is the purpose of the file.
pub struct FileDialogs<P> {
    portal: Portal,
    stage: DialogStage<P>,
    /// False once the desktop has shown that it has no dialog.
    portal_works: bool,
}

enum DialogStage<P> {
    Idle,
    Waiting {
        purpose: P,
        request: DialogRequest,
        since: Instant,
        answer: Receiver<Option<PathBuf>>,
    },
    Typing {
        purpose: P,
        dialog: Box<PathDialog>,
    },
}

impl<P> FileDialogs<P> {
    /// Uses the desktop's dialogs if available.
    pub(crate) fn desktop() -> Self {
        Self::new(Arc::new(ask_desktop))
    }

    pub fn new(portal: Portal) -> Self {
        Self { portal, stage: DialogStage::Idle, portal_works: true }
    }

    pub fn is_open(&self) -> bool {
        !matches!(self.stage, DialogStage::Idle)
    }

    /// Starts to ask; an earlier open question is dropped.
    pub fn ask(&mut self, context: &egui::Context, purpose: P, request: DialogRequest) {
        if !self.portal_works {
            self.type_path(context, purpose, request);
            return;
        }
        let (portal, asked) = (Arc::clone(&self.portal), request.clone());
        match aside(context, "file dialog", move || portal(&asked)) {
            Ok(answer) => {
                let since = Instant::now();
                self.stage = DialogStage::Waiting { purpose, request, since, answer };
            }
            Err(_) => self.type_path(context, purpose, request),
        }
    }

    fn type_path(&mut self, context: &egui::Context, purpose: P, request: DialogRequest) {
        let note = if self.portal_works { "" } else { text::NO_FILE_DIALOG };
        let dialog = Box::new(PathDialog::new(context, request, note));
        self.stage = DialogStage::Typing { purpose, dialog };
    }

    /// Shows the current dialog; returns the answer in the frame in which it arrives.
    pub fn show(&mut self, context: &egui::Context) -> Option<(P, DialogAnswer)> {
        match std::mem::replace(&mut self.stage, DialogStage::Idle) {
            DialogStage::Idle => None,
            DialogStage::Waiting { purpose, request, since, answer } => match answer.try_recv() {
                Ok(Some(path)) => Some((purpose, DialogAnswer::Picked(path))),
                Ok(None) if since.elapsed() > NO_PORTAL => Some((purpose, DialogAnswer::Cancelled)),
                Ok(None) | Err(crossbeam_channel::TryRecvError::Disconnected) => {
                    self.portal_works = false;
                    self.type_path(context, purpose, request);
                    None
                }
                Err(crossbeam_channel::TryRecvError::Empty) => {
                    if would_rather_type(context, since) {
                        self.type_path(context, purpose, request);
                    } else {
                        self.stage = DialogStage::Waiting { purpose, request, since, answer };
                    }
                    None
                }
            },
            DialogStage::Typing { purpose, mut dialog } => match dialog.show(context) {
                Some(answer) => Some((purpose, answer)),
                None => {
                    self.stage = DialogStage::Typing { purpose, dialog };
                    None
                }
            },
        }
    }
}

/// True if the designer would rather type: a desktop dialog that exists but shows nothing must not lock anybody
/// out.
fn would_rather_type(context: &egui::Context, since: Instant) -> bool {
    slow(context, since, NO_PORTAL * 2, text::FILE_DIALOG_WAITS, text::TYPE_PATH)
}

fn ask_desktop(request: &DialogRequest) -> Option<PathBuf> {
    let mut dialog = rfd::FileDialog::new().set_title(&request.title);
    for filter in &request.filters {
        dialog = match filter.endings.is_empty() {
            true => dialog.add_filter(&filter.name, &["*"]),
            false => dialog.add_filter(&filter.name, &filter.endings),
        };
    }
    if let Some(folder) = &request.folder {
        dialog = dialog.set_directory(folder);
    }
    match request.access {
        Access::Open => dialog.pick_file(),
        Access::Save => dialog.set_file_name(&request.name).save_file(),
    }
}
