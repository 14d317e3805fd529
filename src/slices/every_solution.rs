//! `events`: shows what happens in a solution of a level that is played move by move, and whether it
//! happens in every one.

use crate::registry::Slices;
use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use std::ffi::OsString;

use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::{Asker, answer_report, is_proved};
use foolproof_cli::report::columns;
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::{EventElsewhere, EventOfPlay, Game, Games, counted};
use foolproof_level::{Level, Play, named_sites};
use foolproof_solver::{EventsOfPlay, FindEvents, Finding, Question};

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<Events>("events");
}

/// Show what happens in a solution, and whether it happens in every one, in games played move by
/// move
#[derive(Debug, Args)]
pub(crate) struct Events {
    pub level: OsString,
    /// Whose events: those of the intended solution or of a shortest one; if not given, the intended
    /// one where there is one
    #[arg(long, value_enum)]
    pub play: Option<PlayArg>,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayArg {
    Intended,
    Shortest,
}

/// Holds if it is known for every event whether all solutions have it.
impl Verb for Events {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (level, game) = read_level(games, &self.level)?;
        game.moves().ok_or_else(|| Usage::of_game(&*game, "is not played move by move"))?;
        let play = intended(self.play, &level)?;
        let is_intended = play.is_some();
        let question = Question::from(FindEvents { play });
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits_alone())?;
        let words = |finding: &Finding, time: &str| {
            let found = finding.report()?;
            Some(text(&*game, &headed(is_intended, found, time), found))
        };
        Ok(answer_report(&level, question.topic(), findings, is_proved, words))
    }
}

/// Returns the intended solution, if requested.
fn intended(asked: Option<PlayArg>, level: &Level) -> Result<Option<Play>, Usage> {
    let play = level.intended.clone().filter(|play| !play.is_empty());
    match (asked, play) {
        (Some(PlayArg::Shortest), _) => Ok(None),
        (Some(PlayArg::Intended), None) => {
            Err(Usage("the level has no intended solution; leave out --play intended".to_owned()))
        }
        (_, play) => Ok(play),
    }
}

/// Heads the list of events with the solution that they belong to.
fn headed(is_intended: bool, found: &EventsOfPlay, time: &str) -> String {
    let moves = counted(found.play.len(), "move", "moves");
    match (is_intended, found.shortest) {
        (true, _) => format!("The intended solution has {moves} ({time})\n"),
        (false, true) => format!("A shortest solution has {moves} ({time})\n"),
        (false, false) => {
            format!("A solution of {moves} was found; a shorter one may exist ({time})\n")
        }
    }
}

fn text(game: &dyn Game, heading: &str, found: &EventsOfPlay) -> String {
    let mut text = heading.to_owned();
    if found.events.is_empty() {
        return text + "Nothing happens in it that the game has an event for.\n";
    }
    let row = |event: &EventOfPlay| {
        let (name, words) = (named_sites(&event.event), event.words.clone());
        [name, words, event.times.to_string(), event.shared_answer()]
    };
    let header = ["event", "in words", "times", "in every solution"];
    let _ = writeln!(text, "{}", columns(header, found.events.iter().map(row)));
    for event in &found.events {
        if let EventElsewhere::NotIn(play) = &event.elsewhere {
            let steps: Vec<String> = play.iter().map(|(_, mark)| game.describe(mark)).collect();
            let _ = writeln!(
                text,
                "\nA solution of {} {}: {}\n  {}",
                counted(play.len(), "move", "moves"),
                without(event),
                line(&event.words),
                steps.join(", ")
            );
        }
    }
    text
}

/// Says how often a solution has an event that has it less often.
fn without(event: &EventOfPlay) -> String {
    match event.always {
        0 => "in which this never happens".to_owned(),
        1 => "in which this happens only once".to_owned(),
        n => format!("in which this happens only {n} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_called_shortest_only_where_that_is_known() {
        let found = |shortest| EventsOfPlay { play: Play::default(), shortest, events: Vec::new() };
        let said = |is_intended, shortest| headed(is_intended, &found(shortest), "1 s");
        assert_eq!(said(false, true), "A shortest solution has 0 moves (1 s)\n");
        let some = "A solution of 0 moves was found; a shorter one may exist (1 s)\n";
        assert_eq!(said(false, false), some);
        assert_eq!(said(true, false), "The intended solution has 0 moves (1 s)\n");
    }
}
