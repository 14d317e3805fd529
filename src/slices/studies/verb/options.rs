//! The verbs of studies, made from the settings that each study declares.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches as _, value_parser};

use foolproof_cli::args::seconds;
use foolproof_cli::input::{Usage, read_size, read_text};
use foolproof_cli::output::OutArgs;
use foolproof_cli::verb::VerbGroup;
use foolproof_game::{
    Games, Setting, SettingKind, SettingValue, SettingValues, Study, threads as threads_here,
};
use foolproof_solver::HostSeat;

/// The option with the number of this process.
const PROCESS: &str = "process";

/// Returns the studies of these games, in the usual order of verbs, each with the identifier of its game.
fn studies(games: &Games) -> impl Iterator<Item = (String, Arc<dyn Study>)> {
    let games = games.all().into_iter().rev();
    games.filter_map(|game| Some((game.about().id.to_string(), game.study()?)))
}

/// A requested study, as read by clap.
pub(crate) struct StudyVerb {
    /// The identifier of its game.
    pub(crate) game: String,
    pub(crate) study: Arc<dyn Study>,
    matches: ArgMatches,
}

impl VerbGroup for StudyVerb {
    fn add_to(command: Command, games: &Games) -> Command {
        studies(games).fold(command, |command, (_, study)| command.subcommand(command_of(&*study)))
    }

    fn read(name: &str, matches: &ArgMatches, games: &Games) -> Option<Self> {
        let (game, study) = studies(games).find(|(_, study)| study.about().verb == name)?;
        Some(Self { game, study, matches: matches.clone() })
    }
}

fn command_of(study: &dyn Study) -> Command {
    let (about, settings) = (study.about(), study.settings());
    let helps = settings.iter().any(|setting| setting.kind == SettingKind::Process);
    let command = settings.into_iter().fold(Command::new(about.verb), |command, setting| {
        match setting.kind {
            SettingKind::Out => OutArgs::augment_args(command),
            _ if helps && setting.required => {
                // Only the leading process needs the request.
                let setting = Setting { required: false, ..setting };
                command.arg(option(&setting).required_unless_present(PROCESS))
            }
            _ => command.arg(option(&setting)),
        }
    });
    // After the options, since `OutArgs` brings a description of its own.
    command.about(about.does)
}

fn option(setting: &Setting) -> Arg {
    let Setting { id, kind, help, short, value, default, required, not_with, only_with } = *setting;
    let mut arg = Arg::new(id).long(id).required(required);
    if !help.is_empty() {
        arg = arg.help(help);
    }
    if let Some(value) = value {
        arg = arg.value_name(value);
    }
    if let Some(default) = default {
        arg = arg.default_value(default);
    }
    if let Some(other) = not_with {
        arg = arg.conflicts_with(other);
    }
    if let Some(other) = only_with {
        arg = arg.requires(other);
    }
    if let Some(short) = short {
        arg = arg.short(short);
    }
    of_kind(arg, kind)
}

/// Gives an argument the parser and the action of its kind.
fn of_kind(arg: Arg, kind: SettingKind) -> Arg {
    match kind {
        SettingKind::Number { least, most } => match (i64::try_from(least), i64::try_from(most)) {
            (Ok(least), Ok(most)) => arg.value_parser(value_parser!(i64).range(least..=most)),
            _ if least > 0 => arg.value_parser(value_parser!(u64).range(least..)),
            _ => arg.value_parser(value_parser!(u64)),
        },
        SettingKind::Several { commas: true } => arg.action(ArgAction::Append).value_delimiter(','),
        SettingKind::Several { commas: false } => arg.action(ArgAction::Append),
        SettingKind::Weights(_) => arg.action(ArgAction::Append).allow_hyphen_values(true),
        SettingKind::Flag | SettingKind::Print(_) | SettingKind::Json => {
            arg.action(ArgAction::SetTrue)
        }
        SettingKind::Process => arg.value_parser(value_parser!(u64)),
        SettingKind::File | SettingKind::Kept | SettingKind::Hosts => {
            arg.value_parser(value_parser!(PathBuf))
        }
        SettingKind::Level => arg.value_parser(value_parser!(OsString)),
        SettingKind::Time => arg.value_parser(seconds),
        SettingKind::Size | SettingKind::Bounds | SettingKind::Word | SettingKind::Out => arg,
    }
}

impl StudyVerb {
    /// Returns the identifier of the study's setting of this kind, if it has one.
    fn id(&self, kind: SettingKind) -> Option<&'static str> {
        let settings = self.study.settings();
        settings.into_iter().find(|setting| setting.kind == kind).map(|found| found.id)
    }

    /// Returns whether the result is to be printed as a JSON document.
    pub(super) fn is_json(&self) -> bool {
        self.id(SettingKind::Json).is_some_and(|id| self.matches.get_flag(id))
    }

    /// Returns the text to print, if printing is all that was requested.
    pub(crate) fn only_prints(&self) -> Option<&'static str> {
        self.study.settings().into_iter().find_map(|setting| match setting.kind {
            SettingKind::Print(text) if self.matches.get_flag(setting.id) => Some(text),
            _ => None,
        })
    }

    pub(crate) fn out(&self) -> OutArgs {
        let has = self.id(SettingKind::Out);
        has.and_then(|_| OutArgs::from_arg_matches(&self.matches).ok()).unwrap_or_default()
    }

    /// Returns the file with the saved state of the study.
    pub(crate) fn resume(&self) -> Option<&Path> {
        let id = self.id(SettingKind::Kept)?;
        self.matches.get_one::<PathBuf>(id).map(PathBuf::as_path)
    }

    /// Returns the level around which the study is made, as typed.
    pub(crate) fn around(&self) -> Option<&OsString> {
        self.matches.get_one(self.id(SettingKind::Level)?)
    }

    /// Returns the seat of this process among those that work together, if they do.
    pub(crate) fn seat(&self) -> Result<Option<HostSeat>, Usage> {
        let hosts = self.id(SettingKind::Hosts);
        let Some(file) = hosts.and_then(|id| self.file(id)) else { return Ok(None) };
        let Some(process) = self.matches.get_one::<u64>(PROCESS) else {
            return Err(Usage("--hosts: say by --process N which of them this is".to_owned()));
        };
        let number = |id| self.matches.try_get_one::<i64>(id).ok().flatten().copied();
        let threads = number("threads").and_then(|count| usize::try_from(count).ok());
        let process = usize::try_from(*process).unwrap_or(usize::MAX);
        HostSeat::of_file(&read_text(file)?, file, process, threads.unwrap_or_else(threads_here))
            .map(Some)
            .map_err(|why| Usage(format!("--hosts {}: {why}", file.display())))
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        let seconds = self.matches.get_one(self.id(SettingKind::Time)?);
        seconds.copied().map(Duration::from_secs_f64)
    }

    /// Returns the name of an option, with its file if it has one.
    pub(crate) fn option_said(&self, id: &str) -> String {
        match self.file(id) {
            Some(file) => format!("--{id} {}", file.display()),
            None => format!("--{id}"),
        }
    }

    fn file(&self, id: &str) -> Option<&PathBuf> {
        self.matches.try_get_one::<PathBuf>(id).ok().flatten()
    }

    /// Returns the values of the study's settings.
    pub(crate) fn values(&self) -> Result<SettingValues, Usage> {
        let mut values = SettingValues::default();
        for setting in self.study.settings() {
            if let Some(value) = self.value(&setting)? {
                values.set(setting.id, value);
            }
        }
        Ok(values)
    }

    fn value(&self, setting: &Setting) -> Result<Option<SettingValue>, Usage> {
        let id = setting.id;
        let text = || self.matches.get_one::<String>(id);
        let words = || self.matches.get_many::<String>(id).map(|words| words.cloned().collect());
        Ok(match setting.kind {
            SettingKind::Number { .. } => {
                let small = self.matches.try_get_one::<i64>(id).ok().flatten().copied();
                let large = || self.matches.try_get_one::<u64>(id).ok().flatten().copied();
                let number = small.and_then(|small| u64::try_from(small).ok()).or_else(large);
                number.map(SettingValue::Number)
            }
            SettingKind::Size => {
                let sides = text().map(|text| read_size(text)).transpose()?;
                sides.map(|(cols, rows)| SettingValue::Pair(cols, rows))
            }
            SettingKind::Bounds => text().map(|text| bounds(id, text)).transpose()?,
            SettingKind::Several { .. } => words().map(SettingValue::Names),
            SettingKind::Weights(names) => {
                let words: Option<Vec<String>> = words();
                words.map(|words| weights(id, &words, names)).transpose()?
            }
            SettingKind::Flag => Some(SettingValue::Flag(self.matches.get_flag(id))),
            SettingKind::Word => text().cloned().map(SettingValue::Text),
            SettingKind::File => {
                let text = self.file(id).map(|file| read_text(file)).transpose()?;
                text.map(SettingValue::Text)
            }
            SettingKind::Print(_)
            | SettingKind::Level
            | SettingKind::Kept
            | SettingKind::Out
            | SettingKind::Json
            | SettingKind::Hosts
            | SettingKind::Process
            | SettingKind::Time => None,
        })
    }
}

fn bounds(option: &str, text: &str) -> Result<SettingValue, Usage> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) => Ok(SettingValue::Pair(least, most)),
        _ => Err(Usage(format!(
            "--{option}: write a number such as 4 or a range such as 3..5, not `{text}`"
        ))),
    }
}

fn weights(option: &str, words: &[String], names: &[&str]) -> Result<SettingValue, Usage> {
    let mut weights = BTreeMap::new();
    for text in words {
        let fault = |why: &str| {
            let known = names.join(", ");
            Usage(format!("--{option} {text}: {why}; write NAME=WEIGHT with a name of {known}"))
        };
        let (name, weight) = text.split_once('=').ok_or_else(|| fault("there is no `=`"))?;
        if !names.contains(&name) {
            return Err(fault("no such weight"));
        }
        let weight = weight.parse().map_err(|_| fault("the weight is not a whole number"))?;
        weights.insert(name.to_owned(), weight);
    }
    Ok(SettingValue::Weights(weights))
}
