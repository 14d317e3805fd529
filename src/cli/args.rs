//! The program's own arguments, and those that many verbs share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Command, CommandFactory as _, FromArgMatches as _, Parser};

use super::Program;
use super::input::{STANDARD, Usage, guarded};
use super::verb::{Verb, VerbKind};
use foolproof_game::{Game, Games, Turn};
use foolproof_solver::PROCESS_OPTIONS;
use foolproof_solver::{Limits, StepAims, Symmetry, has_steps};

/// A level editor that proves that your puzzle has no shortcut, or shows you the shortcut.
#[derive(Debug, Parser)]
#[command(
    name = "foolproof",
    version,
    disable_help_subcommand = true,
    subcommand_precedence_over_arg = true,
    after_help = "Without a verb the editor opens. LEVEL is a pack with one level, PACK#3 (its \
                  third level), PACK#Title, another program's file, or the link of a puzzle in \
                  quotes; - is standard input, -#3 its third level.\nExit status: 0 yes, 1 no or a limit was reached first, 2 bad \
                  input or usage. With --json, `holds` is true when the status is 0."
)]
pub struct CommandLine {
    /// The pack to edit, or the link of a puzzle
    pub pack: Option<PathBuf>,

    /// A game of your own: its folder. Games beside a pack, or in it, are found without
    #[arg(long = "game", global = true, value_name = "FOLDER")]
    pub(crate) game_folder: Vec<PathBuf>,

    /// Check the sample pack if no window can be opened
    #[arg(long)]
    pub or_check: bool,

    #[arg(long = PROCESS_OPTIONS.worker, hide = true)]
    pub(crate) worker: bool,

    #[arg(long = PROCESS_OPTIONS.engine, hide = true)]
    pub(crate) engine: bool,

    #[arg(long = PROCESS_OPTIONS.worker_memory, hide = true)]
    pub(crate) worker_memory: Option<u64>,

    #[arg(long = PROCESS_OPTIONS.study, hide = true)]
    pub(crate) study_worker: bool,

    /// The time limit of each question of the verb, in seconds, if it has one.
    #[arg(skip)]
    pub time_limit: Option<f64>,

    /// The name of the verb.
    #[arg(skip)]
    pub(crate) verb: Option<String>,

    /// Whether the verb prints one JSON document.
    #[arg(skip)]
    pub(crate) json: bool,
}

impl CommandLine {
    /// Returns the description of the command line with these verbs.
    pub fn command_with(verbs: &[VerbKind], games: &Games) -> Command {
        verbs.iter().fold(Self::command(), |command, verb| verb.add_to(command, games))
    }

    /// Returns the arguments of this process, and its verb if one was given.
    pub(crate) fn of_this_process(
        program: &Program,
        games: &Games,
    ) -> Result<(Self, Option<Box<dyn Verb>>), clap::Error> {
        let words: Vec<OsString> = std::env::args_os().map(guarded).collect();
        let verbs = program.verbs.as_slice();
        let command = Self::command_with(needed(verbs, words.get(1)), games);
        let command = command.version(program.version);
        let matches = command.try_get_matches_from(&words)?;
        let mut arguments = Self::from_arg_matches(&matches)?;
        let of_verb = matches.subcommand().map(|(_, of_verb)| of_verb);
        let asked = of_verb.and_then(|of| of.try_get_one::<f64>("time_limit").ok().flatten());
        arguments.time_limit = asked.copied();
        arguments.verb = matches.subcommand_name().map(str::to_owned);
        arguments.json =
            of_verb.is_some_and(|of| matches!(of.try_get_one::<bool>("json"), Ok(Some(true))));
        let verb = verbs.iter().find_map(|kind| kind.read(&matches, games)).transpose()?;
        Ok((arguments, verb))
    }
}

/// Returns the verbs that a command line beginning with this word may need: describing all of them takes
/// milliseconds.
fn needed<'v>(verbs: &'v [VerbKind], first: Option<&OsString>) -> &'v [VerbKind] {
    let Some(first) = first else { return verbs };
    let own = first.to_str().and_then(|word| word.strip_prefix("--"));
    if own.is_some_and(|own| {
        [PROCESS_OPTIONS.worker, PROCESS_OPTIONS.engine, PROCESS_OPTIONS.study].contains(&own)
    }) {
        return &[];
    }
    verbs.iter().find(|kind| kind.is_called(first)).map_or(verbs, std::slice::from_ref)
}

/// The form of the output.
#[derive(Clone, Debug, Args)]
pub struct JsonArg {
    /// Print one JSON document; its `holds` is true when the exit status is 0
    #[arg(long)]
    pub json: bool,
}

/// Options of every question.
#[derive(Clone, Debug, Args)]
pub struct Common {
    #[command(flatten)]
    pub form: JsonArg,

    /// Time limit of each question, in seconds; a command may ask several questions about a level
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub time_limit: f64,

    /// Most memory for the solver, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
}

pub fn seconds(text: &str) -> Result<f64, Usage> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e7 => Ok(seconds),
        _ => Err(Usage("write a number of seconds above 0".to_owned())),
    }
}

/// Parses a folder to write into; standard output is refused.
pub fn new_folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|folder| match folder == Path::new(STANDARD) {
        true => Err(Usage("a folder is written, which `-` cannot take".to_owned())),
        false => Ok(folder),
    })
}

impl Common {
    pub fn limits(&self) -> Limits {
        let time = Duration::from_secs_f64(self.time_limit);
        Limits { time, memory_mib: self.memory, ..Limits::default() }
    }

    /// Returns the limits of a question that runs alone: a game's own search may take all memory.
    pub fn limits_alone(&self) -> Limits {
        Limits { search_mib: self.memory, ..self.limits() }
    }

    /// Returns the maximum memory for data in this process, in bytes.
    pub fn bytes(&self) -> usize {
        usize::try_from(self.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}

/// What the solving steps of a level are to be like.
#[derive(Clone, Copy, Debug, Args)]
pub struct StepArgs {
    /// No solving step needs more sentences of the rules than these; generate prefers levels in which the
    /// hardest one needs just as many
    #[arg(long, value_name = "SENTENCES", value_parser = clap::value_parser!(u32).range(1..))]
    hardest: Option<u32>,
    /// Even at the narrowest moment, at least this many steps can be found that are no larger than
    /// those before
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u32).range(1..))]
    narrowest: Option<u32>,
    /// Of every solving step it is proved that no fewer sentences would do; without such steps, players
    /// guess
    #[arg(long)]
    no_guessing: bool,
}

impl StepArgs {
    /// Returns the aims for levels of a game.
    pub fn aims(&self, game: &dyn Game) -> Result<StepAims, Usage> {
        let Self { hardest, narrowest, no_guessing } = *self;
        let aims = StepAims { hardest, narrowest, no_guessing };
        if aims.is_none() || has_steps(game) {
            return Ok(aims);
        }
        let name = &game.about().name;
        Err(Usage(format!(
            "--hardest, --narrowest, --no-guessing: the solution of {name} is not told step by step"
        )))
    }
}

/// Parses one of these words as the value that it stands for.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    words: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let words: Vec<(&str, T)> = words.into_iter().collect();
    let known = PossibleValuesParser::new(words.iter().map(|(word, _)| *word));
    known.try_map(move |text| {
        let value = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        value.ok_or_else(|| Usage(format!("there is no `{text}`")))
    })
}

/// Parses a mirror or a quarter turn of whole levels.
pub fn turn() -> impl TypedValueParser<Value = Turn> {
    one_of([
        ("left-right", Turn::MirrorColumns),
        ("top-bottom", Turn::MirrorRows),
        ("clockwise", Turn::Clockwise),
    ])
}

/// Parses a symmetry of levels.
pub fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    one_of([
        ("left-right", Symmetry::LeftRight),
        ("top-bottom", Symmetry::TopBottom),
        ("half-turn", Symmetry::HalfTurn),
    ])
}
