//! Words about finding a command.

pub(crate) const NO_SUCH_COMMAND: &str = "No command fits these letters.";
