//! Words about finding a command.

pub const NO_SUCH_COMMAND: &str = "No command fits these letters.";
