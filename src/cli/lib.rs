//! The command line: the editor's verbs, for scripts and continuous integration. It solves nothing itself;
//! engines do.
//!
//! `args` lists the verbs, `questions` asks an engine, `report` formats the results, `input` and `output` read and
//! write, and `rescue` keeps results that could not be written. Exit status: 0 it holds, 1 it does not (or a
//! limit was hit first), 2 bad input or usage.

pub mod args;
pub mod hosts;
pub mod input;
pub mod output;
pub mod progress;
pub mod questions;
mod reference;
pub mod report;
mod rescue;
pub mod shown;
pub mod verb;

use foolproof_games::{LibraryShelf, library::Library, library::TEXT_GAMES};
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

pub use args::CommandLine;
use input::Usage;
pub use reference::reference;
pub use report::{Outcome, Report};
use shown::complain;
use verb::{Verb, VerbKind};

use foolproof_game::{Games, Grounder as _};

/// The program: its verbs, and the default without one.
pub struct Program {
    /// With the build, in brackets.
    pub version: &'static str,
    pub verbs: Vec<VerbKind>,
    pub without_verb: fn(&Games, &CommandLine) -> Result<Report, Usage>,
}

/// Runs the program with the process's arguments.
pub fn main(games: &Games, program: &Program) -> ExitCode {
    let (arguments, verb) = match CommandLine::of_this_process(program, games) {
        Ok(arguments) => arguments,
        Err(error) => {
            if error.use_stderr() {
                return refuse(&one_line(&error));
            }
            // Help and version count as success.
            let shown = error.print().and_then(|()| std::io::stdout().flush());
            return output::printed(shown)
                .map_or_else(|Usage(why)| refuse(&why), |_| ExitCode::SUCCESS);
        }
    };
    if arguments.worker {
        foolproof_solver::worker_main(arguments.worker_memory);
    }
    if arguments.engine {
        let worker = foolproof_solver::WorkerCommand::this_binary();
        foolproof_solver::engine_main(games.clone(), TEXT_GAMES, worker);
    }
    if arguments.study_worker {
        foolproof_solver::study_main(&|game| games.by_id(game)?.study());
    }
    let verb = verb.as_deref();
    let run = || match verb {
        Some(verb) => run(games, verb, &arguments),
        None => (program.without_verb)(games, &arguments),
    };
    let ended = with_own_games(games, &arguments).and_then(|()| run());
    let json_of = arguments.verb.as_deref().filter(|_| arguments.json);
    let printed = ended.and_then(|report| {
        let outcome = report.outcome;
        print(verb, &report.printed(json_of)).map(|()| outcome)
    });
    match printed {
        Ok(outcome) => ExitCode::from(match outcome {
            Outcome::Holds => 0,
            Outcome::DoesNotHold => 1,
            Outcome::BadInput => 2,
        }),
        Err(Usage(text)) => refuse(&text),
    }
}

/// Puts the named games on the shelf, and sets the loader of packs' games.
fn with_own_games(games: &Games, arguments: &CommandLine) -> Result<(), Usage> {
    let worker = foolproof_solver::WorkerCommand::this_binary()
        .map_err(|error| Usage(format!("the program does not find itself: {error}")))?;
    let grounder =
        Arc::new(foolproof_solver::WaitingGrounder::new(worker, foolproof_games::own::RULE_READER));
    if let Some(seconds) = arguments.time_limit {
        grounder.allow(Duration::from_secs_f64(seconds));
    }
    let library = Library::new(grounder, Library::user_folder());
    for folder in &arguments.game_folder {
        library.load(games, folder).map_err(Usage::of)?;
    }
    games.clone().with_library(library);
    Ok(())
}

fn refuse(why: &str) -> ExitCode {
    complain(&input::unguarded_text(why));
    ExitCode::from(2)
}

/// Prints the output of a verb; if levels went to standard output, it goes to standard error. Hidden characters
/// are escaped, except in programs on their way to a solver, which stay unchanged unless they go to a terminal.
fn print(verb: Option<&dyn Verb>, text: &str) -> Result<(), Usage> {
    let program = verb.is_some_and(|verb| verb.prints_program());
    let as_it_is = program && !std::io::stdout().is_terminal();
    let text = if as_it_is { text.into() } else { shown::lines(text) };
    if verb.is_some_and(|verb| verb.writes_levels_out()) {
        // The levels are written; a failure to report that is ignored.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    output::print(text.as_bytes()).map(|_| ())
}

/// Puts clap's message about wrong arguments, tips included, on one line.
pub fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let (what, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let what: Vec<&str> = what.lines().map(str::trim).collect();
    let mut line = what.join(" ").trim_start_matches("error: ").to_owned();
    for tip in rest.lines().filter_map(|line| line.trim().strip_prefix("tip: ")) {
        line.push_str("; ");
        line.push_str(tip);
    }
    line + "; see foolproof --help"
}

fn run(games: &Games, verb: &dyn Verb, arguments: &CommandLine) -> Result<Report, Usage> {
    if arguments.json && verb.writes_levels_out() {
        return Err(Usage("--json and - would both write to standard output".to_owned()));
    }
    verb.run(games)
}
