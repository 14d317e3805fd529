//! Arguments in; editor, command or worker out.

use std::process::ExitCode;

fn main() -> ExitCode {
    foolproof::slices::main(&foolproof::built_in())
}
