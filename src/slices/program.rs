//! The program: its behaviour without a verb, and the window.

use std::process::ExitCode;

use crate::checking::check_sample;
use foolproof_cli::input::Usage;
use foolproof_cli::shown::complain;
use foolproof_cli::{CommandLine, Program, Report};
use foolproof_game::Games;
use foolproof_games::pack_files::is_address;
use foolproof_solver::{SliceError, add_slices};

/// Returns the whole command line, with the verbs that these games bring.
pub fn command(games: &Games) -> clap::Command {
    CommandLine::command_with(&crate::all().verbs, games)
}

/// Registers the questions of all slices in this process; to be called before one is asked or answered.
///
/// # Errors
/// If two slices have questions of the same name.
pub fn add_questions() -> Result<(), SliceError> {
    add_slices(crate::all().questions)
}

/// Runs the program with the process's arguments.
pub fn main(games: &Games, version: &'static str) -> ExitCode {
    let slices = crate::all();
    if let Err(error) = add_slices(slices.questions) {
        complain(&error.to_string());
        return ExitCode::from(2);
    }
    foolproof_cli::main(games, &Program { version, verbs: slices.verbs, without_verb: edit })
}

/// Starts the window; without a display, says so, and checks the sample packs if that was asked for.
fn edit(games: &Games, arguments: &CommandLine) -> Result<Report, Usage> {
    if let Some(pack) = arguments.pack.as_ref().filter(|pack| !pack.exists() && !is_address(pack)) {
        let command = command(games);
        let verbs: Vec<&str> = command.get_subcommands().map(|verb| verb.get_name()).collect();
        return Err(Usage(format!(
            "`{}` is neither a file nor a verb; verbs are {}",
            pack.display(),
            verbs.join(", ")
        )));
    }
    let why = match start_window(games, arguments) {
        Ok(()) => return Ok(Report::done("")),
        Err(Usage(why)) => why,
    };
    if !arguments.or_check {
        return Err(Usage(why));
    }
    complain(&format!("{why}; checking the sample pack instead"));
    check_sample(games)
}

#[cfg(feature = "window")]
fn start_window(games: &Games, arguments: &CommandLine) -> Result<(), Usage> {
    let features = crate::all().features();
    foolproof_kernel::system::leave_own_console();
    foolproof_editor::run(games.clone(), features, arguments.pack.as_deref()).map_err(Usage::of)
}

#[cfg(not(feature = "window"))]
fn start_window(_: &Games, _: &CommandLine) -> Result<(), Usage> {
    Err(Usage("this build has no window".to_owned()))
}
