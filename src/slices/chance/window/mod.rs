//! Chance in the findings panel.

use crate::chance::question::{CHANCE, WeighChance, WeighedLevel};
use foolproof_editor::session::kinds::{FindingRow, LiveFindings, Telling, When};
use foolproof_editor::session::state::State;
use foolproof_game::{Game, counted};
use foolproof_level::Level;
use foolproof_solver::{Finding, Question, Topic};

/// Odds of winning, among the findings.
#[derive(Default)]
pub(crate) struct Luck;

foolproof_editor::feature!(Luck);

fn is_of_chance(game: &dyn Game, level: &Level) -> bool {
    game.chance().is_some_and(|chance| chance.decides(level))
}

/// Maximum number of events named in a sentence.
const MAX_NEEDS: usize = 4;

const ROWS: &[FindingRow] =
    &[FindingRow { topic: CHANCE, after: Topic::SOLVABLE, arises: is_of_chance }];

impl LiveFindings for Luck {
    fn questions(&self, _: &State, game: &dyn Game, level: &Level) -> Vec<(When, Question)> {
        let question = || (When::Soon, WeighChance { most: 1 }.into());
        is_of_chance(game, level).then(question).into_iter().collect()
    }

    fn rows(&self) -> &'static [FindingRow] {
        ROWS
    }

    fn tells(&self, finding: &Finding, game: &dyn Game, _: &Level) -> Telling {
        let Some(WeighedLevel(odds)) = finding.report() else { return Telling::default() };
        let first = odds.strategy.first().and_then(Option::as_ref);
        let first = first.map(|step| format!(" Begin with: {}.", game.describe(&step.made)));
        let positions = counted(odds.positions, "position", "positions");
        let sentence = match &odds.why_none {
            Some(why) => why.clone(),
            None => {
                let needs: String =
                    odds.needs_words(MAX_NEEDS).iter().map(|need| format!(" {need}")).collect();
                format!("{}. {positions}.{}{needs}", odds.words(), first.unwrap_or_default())
            }
        };
        let word = odds.with_luck.map(|_| odds.short_words());
        Telling { word, sentence: Some(sentence), ..Telling::default() }
    }
}
