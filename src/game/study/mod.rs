//! Long studies that a game offers along with its levels: all levels of a kind are examined, for numbers and
//! levels worth keeping.
//!
//! A study describes its verb, its settings, its progress and its results. The command line is built from that
//! and knows no particular study.

pub(crate) mod account;
pub(crate) mod cluster;
pub(crate) mod error;
pub(crate) mod sent;
pub(crate) mod setting;
pub mod tasks;

use serde::{Deserialize, Serialize};

use crate::study::cluster::{Cluster, ClusterError, Follower};
use foolproof_level::Level;

pub use account::{Account, laid_out};
pub use error::StudyError;
pub use sent::sent_levels;
pub use setting::{Setting, SettingKind, SettingValue, SettingValues};

/// Memory in MiB of a study's process, unless the study says otherwise.
pub const USUAL_MEMORY_MIB: u64 = 4096;

/// Number of threads that the machine runs at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Description of a study, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyAbout {
    /// Verb on the command line.
    pub verb: &'static str,
    /// Purpose of the verb, in a line.
    pub does: &'static str,
}

/// Request for a study: its settings, and the current level, for studies that start from it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StudyRequest {
    pub values: SettingValues,
    #[serde(with = "sent::sent_level")]
    pub level: Option<Level>,
}

/// Reason why a study does not begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// A setting, by its identifier, has a value that makes no sense.
    #[error("{setting}: {why}")]
    Setting { setting: String, why: String },
    /// The settings contradict each other, or ask for the impossible.
    #[error("{0}")]
    Plan(String),
    /// The saved text cannot be resumed.
    #[error("{0}")]
    Kept(String),
}

impl Refusal {
    pub fn of(setting: &str, why: impl Into<String>) -> Self {
        Self::Setting { setting: setting.to_owned(), why: why.into() }
    }
}

/// End of the work on a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StudyEnd {
    /// It is finished.
    Whole,
    /// It was told to end, and can continue.
    Stopped,
    /// A process that worked on it is gone; the text says which. It can continue with new ones.
    Lost(String),
    /// Something necessary was missing; the text says what. Its state is unchanged.
    Trouble(String),
}

impl StudyEnd {
    /// Converts the end of work together with other processes; without an error, it is finished or stopped.
    pub fn of_cluster(ended: Result<bool, ClusterError>) -> Self {
        match ended {
            Ok(true) => StudyEnd::Whole,
            Ok(false) => StudyEnd::Stopped,
            Err(ClusterError::Lost(why)) => StudyEnd::Lost(why),
            Err(ClusterError::Task(why)) => StudyEnd::Trouble(why.into()),
        }
    }
}

/// Observes a study from its working threads.
pub trait Watch: Sync {
    /// Reports the share that is done. `words` describes the progress and is called only if somebody will read
    /// it. False ends the work early.
    fn go_on(&self, share: f64, words: &dyn Fn() -> String) -> bool;

    /// Reports that a part is finished, in words.
    fn through(&self, words: &str) {
        let _ = words;
    }

    /// Offers the current state for saving, when it is time.
    fn keep(&self, kept: &dyn Fn() -> Result<String, StudyError>) {
        let _ = kept;
    }
}

/// For watchers that only follow progress.
impl<F: Fn(f64) -> bool + Sync> Watch for F {
    fn go_on(&self, share: f64, _: &dyn Fn() -> String) -> bool {
        self(share)
    }
}

/// A study that a game offers.
pub trait Study: Send + Sync {
    fn about(&self) -> StudyAbout;

    /// Settings, in the order of the command line.
    fn settings(&self) -> Vec<Setting>;

    /// Memory in MiB for the process that runs the study.
    fn memory_mib(&self, values: &SettingValues) -> u64 {
        let _ = values;
        USUAL_MEMORY_MIB
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal>;

    /// Resumes from the text of [`Studying::kept`]; some studies only if they were begun with this request.
    fn resume(&self, text: &str, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal>;

    /// Helps another process with a study on `threads` threads, given the text of its [`Studying::work`].
    fn follower(&self, work: &[u8], threads: usize) -> Result<Box<dyn Follower>, StudyError> {
        let _ = (work, threads);
        Err(format!("`{}` cannot run on several processes", self.about().verb).into())
    }
}

/// A study under way; a stopped one continues where it was.
pub trait Studying: Send {
    /// Works until it is finished, or until `watch` ends it.
    fn run(&mut self, watch: &dyn Watch) -> StudyEnd;

    /// Like [`Studying::run`], together with other processes, with the same results.
    fn run_together(&mut self, watch: &dyn Watch, cluster: &mut dyn Cluster) -> StudyEnd {
        let _ = cluster;
        self.run(watch)
    }

    /// Data that other processes need to help, for [`Study::follower`]; an error says why they cannot.
    fn work(&self) -> Result<Vec<u8>, StudyError> {
        Err("this study cannot run on several processes".into())
    }

    /// The found levels that are worth keeping.
    fn best_levels(&self) -> Vec<Level>;

    /// The results so far.
    fn account(&self) -> Account;

    /// Returns a text to resume from, or says why there is none.
    fn kept(&self) -> Result<String, StudyError>;
}
