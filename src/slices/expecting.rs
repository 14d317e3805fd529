//! `expect`: shows and changes what a check expects of levels.
//!
//! Runs no rules of a level.

use crate::registry::Slices;
use std::ffi::OsString;
use std::sync::Arc;

use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::json;

use foolproof_cli::Report;
use foolproof_cli::args::one_of;
use foolproof_cli::input::{LevelRef, Usage, chosen_levels, read_contents};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_level::{Expect, Expected, Level, Policy};

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<ExpectVerb>("expect");
}

/// Show or change what a check expects of a level, or of all levels of a pack
#[derive(Debug, Args)]
pub(crate) struct ExpectVerb {
    /// A pack: all of its levels; or one level, such as PACK#3
    pub levels: OsString,
    /// One solution only; `usual` is what solvers of the game expect
    #[arg(long, value_name = "usual|yes|no|any", requires = "out")]
    #[arg(value_parser = expected_unique(), hide_possible_values = true)]
    pub unique: Option<ExpectedUnique>,
    /// A solution
    #[arg(long, value_name = "yes|no|any", requires = "out")]
    #[arg(value_parser = expected(), hide_possible_values = true)]
    pub solvable: Option<Expect>,
    /// No shortcut
    #[arg(long, value_name = "yes|no|any", requires = "out")]
    #[arg(value_parser = expected(), hide_possible_values = true)]
    pub shortcut_free: Option<Expect>,
    #[command(flatten)]
    pub out: OutArgs,
}

/// The number of solutions that is expected; `None` stands for the usual one.
type ExpectedUnique = Option<Expect>;

const EXPECTED: [(&str, Expect); 3] =
    [("yes", Expect::Yes), ("no", Expect::No), ("any", Expect::Any)];

fn expected() -> impl TypedValueParser<Value = Expect> {
    one_of(EXPECTED)
}

fn expected_unique() -> impl TypedValueParser<Value = ExpectedUnique> {
    let others = EXPECTED.map(|(word, expect)| (word, Some(expect)));
    one_of([("usual", None)].into_iter().chain(others))
}

impl ExpectVerb {
    fn changed(&self, policy: Policy) -> Policy {
        Policy {
            solvable: self.solvable.unwrap_or(policy.solvable),
            unique: self.unique.unwrap_or(policy.unique),
            shortcut_free: self.shortcut_free.unwrap_or(policy.shortcut_free),
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
