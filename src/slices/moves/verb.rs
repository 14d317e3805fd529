//! `positions`: shows the positions that the moves of a level can reach, and the effect of its moves.

use std::ffi::OsString;

use clap::Args;
use comfy_table::Table;

use super::question::{ReachPositions, ReachedPositions};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::{Asker, answer_report};
use foolproof_cli::report::columns;
use foolproof_cli::verb::Verb;
use foolproof_game::{Choice, Game, Games, StateGraph, counted, dead_ends_among};
use foolproof_solver::{Finding, Question};

/// Show which positions can be reached and where each move leads, in games played move by move
#[derive(Debug, Args)]
pub(super) struct ListPositions {
    level: OsString,
    /// With --json, list at most this many positions
    #[arg(long, default_value_t = 10_000)]
    most: u32,
    #[command(flatten)]
    common: Common,
}

impl Verb for ListPositions {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let most = self.most;
        let Self { level, common, .. } = self;
        let (level, game) = read_level(games, level)?;
        game.moves().ok_or_else(|| Usage::of_game(&*game, "is not played move by move"))?;
        // People see only the first moves.
        let question =
            Question::from(ReachPositions { most: if common.form.json { most } else { 1 } });
        let findings = Asker::new(games)?.ask(&level, &question, &common.limits_alone())?;
        let is_known = |finding: &Finding| finding.report::<ReachedPositions>().is_some();
        let words = |finding: &Finding, time: &str| {
            let ReachedPositions(graph) = finding.report()?;
            Some(format!("{}\n{}\n", summary(graph, time), moves(&*game, graph)))
        };
        Ok(answer_report(&level, question.topic(), findings, is_known, words))
    }
}

fn summary(graph: &StateGraph, time: &str) -> String {
    // Where there is nothing to look for, it means nothing.
    let ratio = graph.ratio().filter(|_| graph.reached > 0);
    let ratio = ratio.map_or_else(String::new, |ratio| format!("; ratio {ratio:.2}"));
    let positions = counted(graph.reached, "unsolved position", "unsolved positions");
    let dead = dead_ends_among(graph.reached, graph.dead);
    let once = counted(graph.reached_once, "is", "are");
    let says = [graph.on_what_has_no_effect(), graph.on_what_was_left_out()];
    let idle: String = says.into_iter().flatten().map(|says| format!("{says}\n")).collect();
    format!(
        "{positions} can be reached; {dead} ({time})\n{once} reached in just one way{ratio}\n{idle}"
    )
}

/// Tabulates the moves of the level as it is.
fn moves(game: &dyn Game, graph: &StateGraph) -> Table {
    let solutions = if game.counts_shortest() { "shortest solutions" } else { "solutions" };
    let choices = graph.positions.first().map_or(&[][..], |first| &first.choices);
    let row = |choice: &Choice| {
        let solutions = match choice.solutions {
            0 => "dead end".to_owned(),
            n => n.to_string(),
        };
        [game.describe(&choice.made.mark), solutions]
    };
    columns(["move", solutions], choices.iter().map(row))
}
