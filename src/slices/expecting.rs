//! `expect`: shows and changes what a check expects of levels.
//!
//! Runs no rules of a level.

use crate::registry::Slices;
use std::ffi::OsString;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::json;

use foolproof_cli::Report;
use foolproof_cli::input::{LevelRef, Usage, chosen_levels, read_contents};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_level::{Expect, Expected, Level, Policy};

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<ExpectVerb>("expect");
}

/// Show or change what a check expects of a level, or of all levels of a pack
#[derive(Debug, Args)]
pub(crate) struct ExpectVerb {
    /// A pack: all of its levels; or one level, such as PACK#3
    pub levels: OsString,
    /// One solution only; `usual` is what solvers of the game expect
    #[arg(long, value_name = "usual|yes|no|any", hide_possible_values = true, requires = "out")]
    pub unique: Option<UniqueArg>,
    /// A solution
    #[arg(long, value_name = "yes|no|any", hide_possible_values = true, requires = "out")]
    pub solvable: Option<ExpectArg>,
    /// No shortcut
    #[arg(long, value_name = "yes|no|any", hide_possible_values = true, requires = "out")]
    pub shortcut_free: Option<ExpectArg>,
    #[command(flatten)]
    pub out: OutArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExpectArg {
    Yes,
    No,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UniqueArg {
    Usual,
    Yes,
    No,
    Any,
}

impl From<ExpectArg> for Expect {
    fn from(arg: ExpectArg) -> Self {
        match arg {
            ExpectArg::Yes => Self::Yes,
            ExpectArg::No => Self::No,
            ExpectArg::Any => Self::Any,
        }
    }
}

impl UniqueArg {
    fn expects(self) -> Option<Expect> {
        match self {
            Self::Usual => None,
            Self::Yes => Some(Expect::Yes),
            Self::No => Some(Expect::No),
            Self::Any => Some(Expect::Any),
        }
    }
}

impl ExpectVerb {
    fn changed(&self, policy: Policy) -> Policy {
        Policy {
            solvable: self.solvable.map_or(policy.solvable, Expect::from),
            unique: self.unique.map_or(policy.unique, UniqueArg::expects),
            shortcut_free: self.shortcut_free.map_or(policy.shortcut_free, Expect::from),
        }
    }
}

impl Verb for ExpectVerb {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let wanted = LevelRef::parse(&self.levels);
        let contents = read_contents(games, &wanted.file, None)?;
        let mut levels = chosen_levels(&contents, &wanted)?;
        let first = levels.first().map_or(0, |(at, _)| *at);
        let out = PackOut::beside(games, &self.out, Some((&contents, &wanted.file, first)))?;
        for (_, level) in &mut levels {
            let policy = self.changed(level.policy);
            if policy != level.policy {
                Arc::make_mut(level).policy = policy;
            }
        }
        if let Some(out) = &out {
            out.change_each(&levels)?;
            if out.file().is_none() {
                return Ok(Report::done(""));
            }
        }
        let rows = levels.iter().map(|(at, level)| row_json(games, *at, level));
        let rows = json!({ "levels": rows.collect::<Vec<_>>() });
        let text: String = levels.iter().map(|(at, level)| row(games, *at, level)).collect();
        Ok(Report::done(text).fields(rows))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

fn row(games: &Games, at: usize, level: &Level) -> String {
    let Expected { solvable, unique, shortcut_free } = games.expected(level);
    let usual = if level.policy.unique.is_none() { " (usual)" } else { "" };
    format!(
        "{} {}: solvable {}, one solution {}{usual}, free of shortcuts {}\n",
        at + 1,
        line(&level.title),
        solvable.word(),
        unique.word(),
        shortcut_free.word(),
    )
}

fn row_json(games: &Games, at: usize, level: &Level) -> serde_json::Value {
    let Expected { solvable, unique, shortcut_free } = games.expected(level);
    json!({
        "number": at + 1,
        "title": level.title,
        "solvable": solvable,
        "unique": unique,
        "usual": level.policy.unique.is_none(),
        "shortcut_free": shortcut_free,
    })
}
