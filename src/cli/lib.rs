//! The command line: the editor's verbs, for scripts and continuous integration. It solves nothing
//! itself; engines do.
//!
//! `args` lists the verbs, `questions` asks an engine, `report` prints findings, `input` and
//! `output` read and write. Exit status: 0 it holds, 1 it does not (or a limit came first), 2 bad
//! input or usage.

mod args;
mod argument;
mod check;
mod convert;
mod course;
mod deduce;
mod diff;
mod effects;
mod events;
mod files;
mod handbook;
mod hosts;
mod input;
mod make;
mod many;
mod new_game;
mod output;
mod play;
mod player_settings;
mod positions;
mod progress;
mod questions;
mod rate;
mod records;
mod reference;
mod render;
mod replace;
mod replay;
mod report;
mod shortcut_free;
mod shown;
mod study;
mod test_game;
mod why;

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::CommandFactory as _;

pub use args::CommandLine;
use args::Verb;
use input::Usage;
pub use reference::reference;
use shown::complain;

use foolproof_games::Games;
use foolproof_games::library::Library;
use foolproof_games::own::Grounder as _;
use foolproof_level::Pack;

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Holds,
    DoesNotHold,
    /// Something is wrong with the level, which was said; what is known of it all the same is printed.
    BadInput,
}

/// What a verb prints: text or JSON on standard output, once.
pub struct Printed {
    pub outcome: Outcome,
    pub text: String,
}

/// Runs the program with the process's arguments.
pub fn main(games: &Games) -> ExitCode {
    let arguments = match CommandLine::of_this_process() {
        Ok(arguments) => arguments,
        Err(error) => {
            if error.use_stderr() {
                return refuse(&one_line(&error));
            }
            // Help and version are what was asked for.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    if arguments.worker {
        foolproof_solver::worker_main(arguments.worker_memory);
    }
    if arguments.engine {
        let worker = foolproof_solver::WorkerCommand::this_binary();
        foolproof_solver::engine_main(games.clone(), worker);
    }
    if arguments.study_worker {
        foolproof_solver::study_main(&|game| games.by_id(game)?.study());
    }
    match with_own_games(games, &arguments).and_then(|()| run(games, &arguments)) {
        Ok(Printed { outcome, text }) => {
            print(arguments.verb.as_ref(), &text);
            ExitCode::from(match outcome {
                Outcome::Holds => 0,
                Outcome::DoesNotHold => 1,
                Outcome::BadInput => 2,
            })
        }
        Err(Usage(text)) => refuse(&text),
    }
}

/// Puts the games on the shelf that were named, and the one who loads those of packs.
fn with_own_games(games: &Games, arguments: &CommandLine) -> Result<(), Usage> {
    let worker = foolproof_solver::WorkerCommand::this_binary()
        .map_err(|error| Usage(format!("the program does not find itself: {error}")))?;
    let grounder = Arc::new(foolproof_solver::WaitingGrounder::new(worker));
    if let Some(seconds) = arguments.time_limit {
        grounder.allow(Duration::from_secs_f64(seconds));
    }
    let library = Library::new(grounder, Library::user_folder());
    for folder in &arguments.game_folder {
        library.load(games, folder).map_err(|why| Usage(why.to_string()))?;
    }
    games.clone().with_library(library);
    Ok(())
}

fn refuse(why: &str) -> ExitCode {
    complain(&input::unguarded_text(why));
    ExitCode::from(2)
}

/// Prints what a verb says: behind levels that go to standard output it is for people alone. What
/// hides in it is written out, but for programs, which go on to a solver as they are; not at a
/// terminal.
fn print(verb: Option<&Verb>, text: &str) {
    let program = match verb {
        Some(Verb::Program { .. }) => true,
        Some(Verb::Generate(asked)) => asked.program,
        _ => false,
    };
    let as_it_is = program && !std::io::stdout().is_terminal();
    let text = if as_it_is { text.into() } else { shown::lines(text) };
    // A reader that has seen enough (`| head`) is no error.
    let _ = match verb.is_some_and(Verb::writes_levels_out) {
        true => std::io::stderr().lock().write_all(text.as_bytes()),
        false => {
            let mut out = std::io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        }
    };
}

/// What clap has to say of wrong arguments, its tips included, on one line.
fn one_line(error: &clap::Error) -> String {
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

fn run(games: &Games, arguments: &CommandLine) -> Result<Printed, Usage> {
    if arguments.verb.as_ref().is_some_and(|verb| verb.writes_levels_out() && verb.is_json()) {
        return Err(Usage("--json and - would both write to standard output".to_owned()));
    }
    match &arguments.verb {
        None => edit(games, arguments),
        Some(Verb::Check(asked)) => check::check(games, asked),
        Some(Verb::Diff(asked)) => diff::diff(games, asked),
        Some(Verb::Duplicates(asked)) => diff::find_duplicates(games, asked),
        Some(Verb::Solve { level, number, forbid, out, common }) => {
            questions::solve(games, level, (*number, *forbid), out, common)
        }
        Some(Verb::Verify { level, concept, allow, out, common }) => {
            questions::verify(games, level, concept.as_deref(), (*allow, out), common)
        }
        Some(Verb::Explain { level, common }) => questions::explain(games, level, common),
        Some(Verb::Argue(asked)) => argument::argue(games, asked),
        Some(Verb::Minimise { level, seed, symmetry, out, common }) => {
            make::minimise(games, level, (*seed, *symmetry), out, common)
        }
        Some(Verb::Effects(asked)) => effects::effects(games, asked),
        Some(Verb::Deduce(asked)) => deduce::deduce(games, asked),
        Some(Verb::Positions { level, most, common }) => {
            positions::positions(games, level, *most, common)
        }
        Some(Verb::Events(asked)) => events::events(games, asked),
        Some(Verb::Replay(asked)) => replay::replay(games, asked),
        Some(Verb::Why(asked)) => why::why(games, asked),
        Some(Verb::Rate(asked)) => rate::rate(games, asked),
        Some(Verb::Course(asked)) => course::course(games, asked),
        Some(Verb::Complete { level, count, out, common }) => {
            make::complete(games, level, *count, out, common)
        }
        Some(Verb::Generate(generate)) => make::generate(games, generate),
        Some(Verb::Replace(asked)) => replace::replace(games, asked),
        Some(Verb::Convert(asked)) => convert::convert(games, asked),
        Some(Verb::Render(render)) => render::render(games, render),
        Some(Verb::ShortcutFree(asked)) => shortcut_free::shortcut_free(asked),
        Some(Verb::Study(asked)) => study::study(games, asked),
        Some(Verb::Program { level }) => files::program(games, level),
        Some(Verb::Games { json }) => Ok(files::games(games, *json)),
        Some(Verb::NewGame(asked)) => new_game::new_game(games, asked),
        Some(Verb::TestGame(asked)) => test_game::test_game(games, asked),
        Some(Verb::Play(asked)) => play(games, asked),
        Some(Verb::Records(asked)) => records::records(games, asked),
        Some(Verb::PlayerSettings(asked)) => player_settings::player_settings(games, asked),
        Some(Verb::Schema { of }) => Ok(files::schema(*of)),
        Some(Verb::Handbook(asked)) => handbook::handbook(games, asked),
    }
}

/// Starts the window; without a display, says so, and checks the sample pack where that was asked.
fn edit(games: &Games, arguments: &CommandLine) -> Result<Printed, Usage> {
    if let Some(pack) = arguments.pack.as_ref().filter(|pack| !pack.exists()) {
        let command = CommandLine::command();
        let verbs: Vec<&str> = command.get_subcommands().map(|verb| verb.get_name()).collect();
        return Err(Usage(format!(
            "`{}` is neither a file nor a verb; verbs are {}",
            pack.display(),
            verbs.join(", ")
        )));
    }
    let why = match start_window(games, arguments) {
        Ok(()) => return Ok(Printed { outcome: Outcome::Holds, text: String::new() }),
        Err(why) => why,
    };
    if !arguments.or_check {
        return Err(Usage(why));
    }
    complain(&format!("{why}; checking the sample pack instead"));
    check::check_sample(games)
}

/// Starts the player's window on a pack.
fn play(games: &Games, asked: &play::PlayAsked) -> Result<Printed, Usage> {
    let pack = asked.read(games)?;
    start_player(games, asked, pack).map_err(Usage)?;
    Ok(Printed { outcome: Outcome::Holds, text: String::new() })
}

#[cfg(feature = "editor")]
fn start_player(games: &Games, asked: &play::PlayAsked, pack: Pack) -> Result<(), String> {
    use foolproof_editor::player::{PlayerOptions, RecordWish, run};
    use foolproof_editor::session::settings::Folders;
    let record = match (&asked.record, asked.no_record) {
        (Some(file), _) => RecordWish::At(file.clone()),
        (None, true) => RecordWish::Never,
        (None, false) => RecordWish::Ask,
    };
    let options = PlayerOptions {
        pack,
        path: asked.pack.clone(),
        games: games.clone(),
        engine: foolproof_solver::EngineCommand::this_binary().ok(),
        engines: None,
        folders: Folders::of_user(),
        record,
    };
    run(options).map_err(|error| error.to_string())
}

#[cfg(not(feature = "editor"))]
fn start_player(_: &Games, asked: &play::PlayAsked, _: Pack) -> Result<(), String> {
    let _ = (&asked.record, asked.no_record);
    Err("this build has no window".to_owned())
}

#[cfg(feature = "editor")]
fn start_window(games: &Games, arguments: &CommandLine) -> Result<(), String> {
    foolproof_editor::run(games.clone(), arguments.pack.as_deref())
        .map_err(|error| error.to_string())
}

#[cfg(not(feature = "editor"))]
fn start_window(_: &Games, _: &CommandLine) -> Result<(), String> {
    Err("this build has no window".to_owned())
}
