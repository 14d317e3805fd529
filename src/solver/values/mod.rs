//! Values: statuses, answers, findings and their topics, limits, and the messages of a worker.
//!
//! Knows no engine; all of it can be sent to another process.

pub(crate) mod answer;
pub(crate) mod blame;
pub(crate) mod candidates;
pub(crate) mod combinations;
pub(crate) mod earlier_completions;
pub(crate) mod finding;
pub(crate) mod limits;
pub(crate) mod report;
pub(crate) mod searched;
pub(crate) mod solutions;
pub(crate) mod status;
pub(crate) mod topic;
pub(crate) mod worker_messages;
