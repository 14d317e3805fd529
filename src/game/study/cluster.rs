//! Runs independent tasks on several processes. The leader takes results in the order of the tasks, so the
//! output does not depend on the number of processes.
//!
//! The solver connects the processes.

use foolproof_kernel::StopCheck;

use crate::study::error::StudyError;

/// What a thread runs: the bytes of a task in, those of its result out.
pub type TaskFn<'a> = Box<dyn FnMut(&[u8]) -> Result<Vec<u8>, StudyError> + 'a>;

/// Runs the tasks of one part of the work; each thread has a function of its own.
pub trait TaskRunner: Sync {
    fn task_fn(&self) -> TaskFn<'_>;

    /// The results of this part are not needed any more: what takes long may be broken off.
    fn stop(&self) {}
}

/// Runs tasks in another process than the leading one.
pub trait Follower: TaskRunner + Send {
    /// Gets ready for the tasks of a part, given to [`Cluster::begin`]. Without parts there is nothing to do.
    fn prepare(&mut self, _part: &[u8], _go_on: StopCheck<'_>) -> Result<(), StudyError> {
        Ok(())
    }
}

/// The tasks of a part, for the leading process.
pub struct TaskBatch<'a> {
    /// Runs those that stay in this process.
    pub runner: &'a dyn TaskRunner,
    /// The next task; none after the last one.
    pub next: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>, StudyError>,
    /// Hears a result; results come in the order of the tasks.
    pub take: &'a mut dyn FnMut(&[u8]) -> Result<(), StudyError>,
    /// Whether further tasks are to be handed out.
    pub go_on: &'a dyn Fn() -> bool,
    /// Whether to wait for outstanding tasks when `go_on` becomes false. If not, restart the part before any
    /// other.
    pub patient: bool,
}

/// Why work that several processes do together ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// A process is gone, in words.
    #[error("{0}")]
    Lost(String),
    /// A task could not be done.
    #[error(transparent)]
    Task(#[from] StudyError),
}

/// The processes that work together, as the leading one sees them.
pub trait Cluster {
    /// Tells all others to prepare for a part, without waiting for them.
    fn begin(&mut self, part: &[u8]) -> Result<(), ClusterError>;

    /// Runs the tasks of the part that was begun last; false if `go_on` ended that before the last one.
    fn run_tasks(&mut self, batch: TaskBatch<'_>) -> Result<bool, ClusterError>;
}

/// What a part, a task or a result is, in bytes.
pub fn packed<T: serde::Serialize>(value: &T) -> Result<Vec<u8>, StudyError> {
    rmp_serde::to_vec_named(value).map_err(StudyError::of)
}

/// The other way round; an error means that two processes are not of the same program.
pub fn unpacked<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, StudyError> {
    rmp_serde::from_slice(bytes).map_err(|error| {
        StudyError::from(format!("a message of another process makes no sense: {error}"))
    })
}
