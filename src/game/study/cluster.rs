//! Runs independent tasks on several processes. The leader takes results in the order of the tasks, so the
//! output does not depend on the number of processes.
//!
//! The solver connects the processes.

use foolproof_kernel::StopCheck;

use crate::study::error::StudyError;

/// Function of a thread: takes the bytes of a task and returns those of its result.
pub type TaskFn<'a> = Box<dyn FnMut(&[u8]) -> Result<Vec<u8>, StudyError> + 'a>;

/// Runs the tasks of one part of the work; each thread has a function of its own.
pub trait TaskRunner: Sync {
    fn task_fn(&self) -> TaskFn<'_>;

    /// The results of this part are no longer needed: long computations may be aborted.
    fn stop(&self) {}
}

/// Runs tasks in another process than the leading one.
pub trait Follower: TaskRunner + Send {
    /// Prepares for the tasks of a part, given to [`Cluster::begin`]. Does nothing for work without parts.
    fn prepare(&mut self, _part: &[u8], _go_on: StopCheck<'_>) -> Result<(), StudyError> {
        Ok(())
    }
}

/// The tasks of a part, for the leading process.
pub struct TaskBatch<'a> {
    /// Runs tasks that stay in this process.
    pub runner: &'a dyn TaskRunner,
    /// Returns the next task; `None` after the last one.
    pub next: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>, StudyError>,
    /// Receives the results, in the order of the tasks.
    pub take: &'a mut dyn FnMut(&[u8]) -> Result<(), StudyError>,
    /// Returns true while further tasks are to be handed out.
    pub go_on: &'a dyn Fn() -> bool,
    /// Wait for outstanding tasks when `go_on` becomes false. If not set, restart the part before any other.
    pub patient: bool,
}

/// Reason why work on several processes ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// A process is gone; the text says which.
    #[error("{0}")]
    Lost(String),
    /// A task failed.
    #[error(transparent)]
    Task(#[from] StudyError),
}

/// The processes that work together, as the leading one sees them.
pub trait Cluster {
    /// Tells all other processes to prepare for a part, without waiting for them.
    fn begin(&mut self, part: &[u8]) -> Result<(), ClusterError>;

    /// Runs the tasks of the part that was begun last; false if `go_on` ended it early.
    fn run_tasks(&mut self, batch: TaskBatch<'_>) -> Result<bool, ClusterError>;
}

/// Encodes a part, a task or a result as bytes.
pub fn packed<T: serde::Serialize>(value: &T) -> Result<Vec<u8>, StudyError> {
    rmp_serde::to_vec_named(value).map_err(StudyError::of)
}

/// Decodes bytes; an error means that two processes are not of the same program.
pub fn unpacked<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, StudyError> {
    rmp_serde::from_slice(bytes).map_err(|error| {
        StudyError::from(format!("a message of another process makes no sense: {error}"))
    })
}
