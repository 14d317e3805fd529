//! Names of the options that turn the program into one of its own processes.

/// A worker, which runs clingo.
pub const WORKER: &str = "worker";
/// Maximum memory of a worker, in MiB.
pub const WORKER_MEMORY: &str = "worker-memory";
/// An engine, which answers questions.
pub const ENGINE: &str = "engine";
/// The process of a study.
pub const STUDY: &str = "study-worker";
