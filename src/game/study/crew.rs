//! Work that several processes do together: tasks that know nothing of each other, handed out by the
//! process that leads, whose results it takes in in the order of the tasks. So what comes out is the
//! same on any number of processes.
//!
//! What carries words from one process to another is the solver's.

use foolproof_kernel::StopCheck;

use crate::study::error::StudyError;

/// What a thread does with a task: its bytes in, its result out.
pub type TaskHand<'a> = Box<dyn FnMut(&[u8]) -> Result<Vec<u8>, StudyError> + 'a>;

/// Somebody who does tasks of one part of the work, with a hand for each thread.
pub trait Hands: Sync {
    fn hand(&self) -> TaskHand<'_>;

    /// Nobody waits for the tasks of this part any more: what takes long may be broken off.
    fn stop(&self) {}
}

/// Does tasks in another process than the one that leads.
pub trait Helper: Hands + Send {
    /// Gets ready for the tasks of a part, of which [`Crew::begin`] was told; why it cannot, in words.
    fn prepare(&mut self, part: &[u8], go_on: StopCheck<'_>) -> Result<(), StudyError>;
}

/// Tasks to be handed out, by the process that leads.
pub struct Handout<'a> {
    /// Who does those that stay in this process.
    pub hands: &'a dyn Hands,
    /// The next task; none behind the last one.
    pub next: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>, StudyError>,
    /// Takes a result in. Those of all tasks come in the order of the tasks.
    pub take: &'a mut dyn FnMut(&[u8]) -> Result<(), StudyError>,
    /// Whether further tasks are to be handed out.
    pub go_on: &'a dyn Fn() -> bool,
    /// Whether those that were handed out are waited for then; where not, the part has to be begun
    /// anew before any other.
    pub patient: bool,
}

/// Why work that several processes do together ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CrewFault {
    /// A process is gone, in words.
    #[error("{0}")]
    Lost(String),
    /// A task could not be done.
    #[error(transparent)]
    Task(#[from] StudyError),
}

/// The processes that work together, as the one sees them that leads.
pub trait Crew {
    /// Tells all others to get ready for a part; nobody waits for them.
    fn begin(&mut self, part: &[u8]) -> Result<(), CrewFault>;

    /// Hands out the tasks of the part that was begun last. Each that was handed out is waited for and
    /// taken in, where that is wanted; whether that were all, rather than those up to where `go_on`
    /// said no.
    fn hand_out(&mut self, handout: Handout<'_>) -> Result<bool, CrewFault>;
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
