//! Verbs: what the command line can be asked for. Each brings its arguments and what it does; the program
//! lists them.

use std::ffi::OsStr;

use clap::{ArgMatches, Args, Command, Subcommand};

use super::Printed;
use super::input::Usage;
use foolproof_games::Games;

/// A verb with its arguments.
pub trait Verb {
    /// Carries it out, and says what to print.
    fn run(&self, games: &Games) -> Result<Printed, Usage>;

    /// Whether levels go to standard output, where reports go otherwise.
    fn writes_levels_out(&self) -> bool {
        false
    }

    /// Whether it prints a program for a solver, which must reach it unchanged.
    fn prints_program(&self) -> bool {
        false
    }
}

/// Verbs that are made of data, such as what games bring.
pub trait VerbGroup: Verb + Sized {
    /// The command line with these verbs.
    fn add_to(command: Command, games: &Games) -> Command;

    /// The verb that the command line names, if it is one of these.
    fn read(name: &str, matches: &ArgMatches, games: &Games) -> Option<Self>;
}

/// A verb as it was read.
type ReadVerb = Result<Box<dyn Verb>, clap::Error>;

/// A command line that names a verb.
struct NamedVerb<'a> {
    name: &'a str,
    of_verb: &'a ArgMatches,
    whole: &'a ArgMatches,
}

/// How a verb, or a group of verbs, is added to the command line and read from it.
#[derive(Clone, Copy)]
pub struct VerbKind {
    /// The verb's name; none for a group.
    name: Option<&'static str>,
    add: fn(Command, &Games) -> Command,
    read: fn(&NamedVerb<'_>, &Games) -> Option<ReadVerb>,
}

impl VerbKind {
    /// A verb of this name.
    pub const fn of<V: Verb + Args + 'static>(name: &'static str) -> Self {
        Self {
            name: Some(name),
            add: |command, _| V::augment_args(command),
            read: |named, _| Some(V::from_arg_matches(named.of_verb).map(boxed)),
        }
    }

    /// Several verbs that are read as one type.
    pub const fn group<V: Verb + Subcommand + 'static>() -> Self {
        Self {
            name: None,
            add: |command, _| V::augment_subcommands(command),
            read: |named, _| {
                V::has_subcommand(named.name).then(|| V::from_arg_matches(named.whole).map(boxed))
            },
        }
    }

    /// Verbs that are made of data.
    pub const fn of_data<V: VerbGroup + 'static>() -> Self {
        Self {
            name: None,
            add: V::add_to,
            read: |named, games| Some(Ok(boxed(V::read(named.name, named.of_verb, games)?))),
        }
    }

    /// Whether this word names the verb.
    pub(crate) fn is_called(&self, word: &OsStr) -> bool {
        self.name.is_some_and(|name| word == name)
    }

    /// The command line with this verb.
    pub(crate) fn add_to(&self, command: Command, games: &Games) -> Command {
        match self.name {
            Some(name) => command.subcommand((self.add)(Command::new(name), games)),
            None => (self.add)(command, games),
        }
    }

    /// The verb, if the command line names this one.
    pub(crate) fn read(&self, whole: &ArgMatches, games: &Games) -> Option<ReadVerb> {
        let (name, of_verb) = whole.subcommand()?;
        let is_other = self.name.is_some_and(|own| own != name);
        if is_other { None } else { (self.read)(&NamedVerb { name, of_verb, whole }, games) }
    }
}

fn boxed<V: Verb + 'static>(verb: V) -> Box<dyn Verb> {
    Box::new(verb)
}
