//! `solve` for a file with several levels: one engine counts the solutions of each.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::verb::{Solve, outcome, told};
use foolproof_cli::input::{Usage, game_of};
use foolproof_cli::questions::{Asker, ask_each, fault_of, holds};
use foolproof_cli::report::LastFindings;
use foolproof_cli::shown::line;
use foolproof_cli::{Outcome, Report};
use foolproof_game::Games;
use foolproof_games::Contents;
use foolproof_level::Level;
use foolproof_solver::Finding;

pub(super) fn solve_pack(
    games: &Games,
    asked: &Solve,
    file: &Path,
    contents: &Contents,
) -> Result<Report, Usage> {
    let mut solved = Vec::new();
    ask_each(games, file, contents, "are solved", |asker, at, level| {
        let mut one = match level {
            Ok(level) => SolvedLevel::of(games, asked, asker, level),
            Err(why) => SolvedLevel::failed("(cannot be read)", why.to_string()),
        };
        one.number = at + 1;
        solved.push(one);
        Ok(ControlFlow::Continue(()))
    })?;
    let all = solved.len() == contents.levels.len();
    let outcome = holds(all && solved.iter().all(|level| level.holds));
    let text: String = solved.iter().map(SolvedLevel::line).collect();
    Ok(Report::new(outcome, text).fields(BTreeMap::from([("levels", solved)])))
}

/// A level of the file, and the answer.
#[derive(Serialize)]
struct SolvedLevel {
    /// Its number, from 1.
    number: usize,
    title: String,
    /// The game's identifier; empty for a level that cannot be read.
    game: String,
    holds: bool,
    #[serde(flatten)]
    answer: PackAnswer,
    #[serde(skip)]
    words: String,
}

/// The answer about a level, or the reason that there is none.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum PackAnswer {
    Findings(LastFindings<Vec<Finding>>),
    Error(String),
}

impl SolvedLevel {
    fn of(games: &Games, asked: &Solve, asker: &mut Asker, level: &Level) -> Self {
        let game = match game_of(games, level) {
            Ok(game) => game,
            Err(Usage(why)) => return Self::failed(&level.title, why),
        };
        let findings = asked.ask(asker, &*game, level);
        if let Some(why) = fault_of(&findings) {
            return Self { game: level.game.clone(), ..Self::failed(&level.title, why) };
        }
        Self {
            number: 0,
            title: level.title.clone(),
            game: level.game.clone(),
            holds: outcome(&*game, level, &findings) == Outcome::Holds,
            words: told(&*game, level, &findings).trim_end().replace('\n', "\n   "),
            answer: PackAnswer::Findings(LastFindings(findings)),
        }
    }

    fn failed(title: &str, why: String) -> Self {
        let (words, title) = (line(&why).into_owned(), title.to_owned());
        let (game, answer) = (String::new(), PackAnswer::Error(why));
        Self { number: 0, title, game, holds: false, answer, words }
    }

    /// Returns a line for the level, and one for each further sentence of the answer.
    fn line(&self) -> String {
        format!("{}. {}: {}\n", self.number, line(&self.title), self.words)
    }
}
