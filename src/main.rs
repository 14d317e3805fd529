//! Arguments in; editor, command or worker out.

use std::process::ExitCode;

use foolproof::games::Games;

fn main() -> ExitCode {
    foolproof::slices::main(&Games::built_in())
}
