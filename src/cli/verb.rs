//! Verbs of the command line. Each brings its arguments and its action; the program lists them.

use std::ffi::OsStr;

use clap::{ArgMatches, Args, Command, Subcommand};

use super::Report;
use super::args::JsonArg;
use super::input::Usage;
use foolproof_game::Games;

/// A verb with its arguments.
pub trait Verb {
    /// Runs the verb and returns its output.
    fn run(&self, games: &Games) -> Result<Report, Usage>;

    /// True if levels go to standard output, where reports go otherwise.
    fn writes_levels_out(&self) -> bool {
        false
    }

    /// True if it prints a program for a solver, which must reach it unchanged.
    fn prints_program(&self) -> bool {
        false
    }
}

/// Verbs that are made from data, such as those that games bring.
pub trait VerbGroup: Verb + Sized {
    /// Adds these verbs to the command line.
    fn add_to(command: Command, games: &Games) -> Command;

    /// Returns the verb that the command line names, if it is one of these.
    fn read(name: &str, matches: &ArgMatches, games: &Games) -> Option<Self>;
}

/// A verb that was read, or clap's error.
type ReadVerb = Result<Box<dyn Verb>, clap::Error>;

/// A command line that names a verb.
struct NamedVerb<'a> {
    name: &'a str,
    of_verb: &'a ArgMatches,
    whole: &'a ArgMatches,
}

/// Adds a verb, or a group of verbs, to the command line and reads it from there.
#[derive(Clone, Copy)]
pub struct VerbKind {
    /// The verb's name; `None` for a group.
    name: Option<&'static str>,
    add: fn(Command, &Games) -> Command,
    read: fn(&NamedVerb<'_>, &Games) -> Option<ReadVerb>,
}

impl VerbKind {
    /// Returns the kind of a single verb with this name.
    pub const fn of<V: Verb + Args + 'static>(name: &'static str) -> Self {
        Self {
            name: Some(name),
            add: |command, _| V::augment_args(command),
            read: |named, _| Some(V::from_arg_matches(named.of_verb).map(boxed)),
        }
    }

    /// Returns the kind of a single verb to which `--json` is added.
    pub const fn with_json<V: Verb + Args + 'static>(name: &'static str) -> Self {
        Self {
            add: |command, _| {
                let command = V::augment_args(command);
                let about = command.get_about().cloned().unwrap_or_default();
                // The verb's own description stays.
                JsonArg::augment_args(command).about(about)
            },
            ..Self::of::<V>(name)
        }
    }

    /// Returns the kind of several verbs that are read as one type.
    pub const fn group<V: Verb + Subcommand + 'static>() -> Self {
        Self {
            name: None,
            add: |command, _| V::augment_subcommands(command),
            read: |named, _| {
                V::has_subcommand(named.name).then(|| V::from_arg_matches(named.whole).map(boxed))
            },
        }
    }

    /// Returns the kind of verbs that are made from data.
    pub const fn of_data<V: VerbGroup + 'static>() -> Self {
        Self {
            name: None,
            add: V::add_to,
            read: |named, games| Some(Ok(boxed(V::read(named.name, named.of_verb, games)?))),
        }
    }

    /// True if this word names the verb.
    pub(crate) fn is_called(&self, word: &OsStr) -> bool {
        self.name.is_some_and(|name| word == name)
    }

    /// Adds this verb to the command line.
    pub(crate) fn add_to(&self, command: Command, games: &Games) -> Command {
        match self.name {
            Some(name) => command.subcommand((self.add)(Command::new(name), games)),
            None => (self.add)(command, games),
        }
    }

    /// Reads the verb, if the command line names this one.
    pub(crate) fn read(&self, whole: &ArgMatches, games: &Games) -> Option<ReadVerb> {
        let (name, of_verb) = whole.subcommand()?;
        let is_other = self.name.is_some_and(|own| own != name);
        if is_other { None } else { (self.read)(&NamedVerb { name, of_verb, whole }, games) }
    }
}

fn boxed<V: Verb + 'static>(verb: V) -> Box<dyn Verb> {
    Box::new(verb)
}
