//! Arguments in; editor, command or worker out.

use std::process::ExitCode;

fn main() -> ExitCode {
    foolproof::cli::main()
}
