//! Names of the options that turn the program into one of its own processes.

/// Names of options, without dashes.
pub struct ProcessOptions {
    /// A worker, which runs clingo.
    pub worker: &'static str,
    /// Maximum memory of a worker, in MiB.
    pub worker_memory: &'static str,
    /// An engine, which answers questions.
    pub engine: &'static str,
    /// The process of a study.
    pub study: &'static str,
}

pub const PROCESS_OPTIONS: ProcessOptions = ProcessOptions {
    worker: "worker",
    worker_memory: "worker-memory",
    engine: "engine",
    study: "study-worker",
};
