//! Arguments in; editor, command or worker out.

use std::process::ExitCode;

/// The version, with the commit or the profile that it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("FOOLPROOF_BUILD"), ")");

fn main() -> ExitCode {
    foolproof::slices::main(&foolproof::built_in(), VERSION)
}
