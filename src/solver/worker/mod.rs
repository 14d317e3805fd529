//! The worker process, from both sides: its own code, its caller, and grounding in it.

pub(crate) mod grounding;
pub(crate) mod one_session;
pub(crate) mod options;
pub(crate) mod remote;
pub(crate) mod serve;
