//! The worker process, seen from both sides: what it runs, how it is driven, and grounding in it.

pub(crate) mod grounding;
pub(crate) mod one_session;
pub(crate) mod remote;
pub(crate) mod serve;
