//! `solve` for a file with several levels: one engine counts the solutions of each.

use std::path::Path;

use serde_json::{Value, json};

use super::verb::{Solve, outcome, told};
use foolproof_cli::input::{Usage, game_of, tell_of_rules};
use foolproof_cli::progress::{clear_line, tell_now};
use foolproof_cli::questions::{Asker, fault_of, holds};
use foolproof_cli::report::{findings_json, json_report};
use foolproof_cli::shown::line;
use foolproof_cli::{Outcome, Printed};
use foolproof_game::Games;
use foolproof_games::Contents;
use foolproof_level::Level;
use foolproof_solver::Finding;

pub(super) fn solve_pack(
    games: &Games,
    asked: &Solve,
    file: &Path,
    contents: &Contents,
) -> Result<Printed, Usage> {
    tell_of_rules(file, contents.levels.iter().filter_map(|level| level.as_deref().ok()));
    let mut asker = Asker::new(games)?;
    let n_levels = contents.levels.len();
    let mut solved = Vec::new();
    for (at, level) in contents.levels.iter().enumerate() {
        tell_now(&format!("{at} of {n_levels} levels are solved"));
        solved.push(match level {
            Ok(level) => SolvedLevel::of(games, asked, &mut asker, level),
            Err(why) => SolvedLevel::failed("(cannot be read)".to_owned(), why.to_string()),
        });
        if asker.stop().is_set() {
            break;
        }
    }
    clear_line();
    let is_solved = |level: &SolvedLevel| level.outcome == Outcome::Holds;
    let outcome = holds(solved.len() == n_levels && solved.iter().all(is_solved));
    let numbered = solved.into_iter().enumerate().map(|(at, level)| (at + 1, level));
    let text = if asked.common.json {
        let levels: Value = numbered.map(|(number, level)| level.json(number)).collect();
        json_report("solve", outcome, json!({ "levels": levels }))
    } else {
        numbered.map(|(number, level)| level.line(number)).collect()
    };
    Ok(Printed { outcome, text })
}

/// A level of the file, and the answer.
struct SolvedLevel {
    title: String,
    /// The game's identifier; empty for a level that cannot be read.
    game: String,
    outcome: Outcome,
    /// The answer in words with its findings, or the reason that there is none.
    answer: Result<(String, Vec<Finding>), String>,
}

impl SolvedLevel {
    fn of(games: &Games, asked: &Solve, asker: &mut Asker, level: &Level) -> Self {
        let title = level.title.clone();
        let game = match game_of(games, level) {
            Ok(game) => game,
            Err(Usage(why)) => return Self::failed(title, why),
        };
        let findings = asked.ask(asker, &*game, level);
        if let Some(why) = fault_of(&findings) {
            return Self { game: level.game.clone(), ..Self::failed(title, why) };
        }
        let outcome = outcome(&*game, level, &findings);
        let answer = Ok((told(&*game, level, &findings), findings));
        Self { title, game: level.game.clone(), outcome, answer }
    }

    fn failed(title: String, why: String) -> Self {
        Self { title, game: String::new(), outcome: Outcome::DoesNotHold, answer: Err(why) }
    }

    /// Returns a line for the level, and one for each further sentence of the answer.
    fn line(&self, number: usize) -> String {
        let answer = match &self.answer {
            Ok((words, _)) => words.trim_end().replace('\n', "\n   "),
            Err(why) => line(why).into_owned(),
        };
        format!("{number}. {}: {answer}\n", line(&self.title))
    }

    fn json(&self, number: usize) -> Value {
        let (key, value) = match &self.answer {
            Ok((_, findings)) => ("findings", findings_json(findings)),
            Err(why) => ("error", json!(why)),
        };
        let (title, game, holds) = (&self.title, &self.game, self.outcome == Outcome::Holds);
        json!({ "number": number, "title": title, "game": game, "holds": holds, key: value })
    }
}
