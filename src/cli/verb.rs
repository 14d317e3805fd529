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

/// How a verb, or a group of verbs that are made of data, is added to the command line and read from it.
#[derive(Clone, Copy)]
pub struct VerbKind {
    /// The verb's name; none for a group.
    name: Option<&'static str>,
    add: fn(Command) -> Command,
    has: fn(&str) -> bool,
    read: fn(&ArgMatches) -> Result<Box<dyn Verb>, clap::Error>,
}

impl VerbKind {
    /// A verb of this name.
    pub const fn of<V: Verb + Args + 'static>(name: &'static str) -> Self {
        Self {
            name: Some(name),
            add: V::augment_args,
            has: |_| false,
            read: |matches| Ok(Box::new(V::from_arg_matches(matches)?)),
        }
    }

    /// Several verbs that are read as one type.
    pub const fn group<V: Verb + Subcommand + 'static>() -> Self {
        Self {
            name: None,
            add: V::augment_subcommands,
            has: V::has_subcommand,
            read: |matches| Ok(Box::new(V::from_arg_matches(matches)?)),
        }
    }

    /// Whether this word names the verb.
    pub(crate) fn is_called(&self, word: &OsStr) -> bool {
        self.name.is_some_and(|name| word == name)
    }

    /// The command line with this verb.
    pub(crate) fn add_to(&self, command: Command) -> Command {
        match self.name {
            Some(name) => command.subcommand((self.add)(Command::new(name))),
            None => (self.add)(command),
        }
    }

    /// The verb, if the command line names this one.
    pub(crate) fn read(&self, matches: &ArgMatches) -> Option<Result<Box<dyn Verb>, clap::Error>> {
        let (name, of_verb) = matches.subcommand()?;
        match self.name {
            Some(own) => (own == name).then(|| (self.read)(of_verb)),
            None => (self.has)(name).then(|| (self.read)(matches)),
        }
    }
}
