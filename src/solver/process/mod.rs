//! Engines in processes of their own, the threads that ask them, studies, and several machines.

pub(crate) mod answers;
pub(crate) mod engine_process;
pub(crate) mod hosts;
pub(crate) mod service;
pub(crate) mod study;
