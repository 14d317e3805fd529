//! At which solving step players stopped: what a visit had when its player thought longest, or left, and the
//! first step of the path that puts something there still.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::solving::listing::steps_of_level;
use crate::solving::question::{FoundSteps, ToldStep};
use crate::solving::words::sentences_text;
use foolproof_cli::questions::Asker;
use foolproof_cli::shown::line;
use foolproof_games::{Game, counted};
use foolproof_level::{Level, Play};
use foolproof_records::{LongestPause, Visit};
use foolproof_solver::Limits;

/// A step at which players stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoppedAt {
    /// Its number, from 0.
    step: usize,
    told: ToldStep,
    /// Visits in which no pause was longer than that before this step, and those of them that ended there.
    visits: usize,
    left: usize,
}

/// The steps at which the players of a level stopped, in the order of the path; none of a game that is not
/// told step by step.
pub(super) fn stopped_at(
    asker: &mut Asker,
    game: &dyn Game,
    level: &Level,
    visits: &[Visit],
    limits: &Limits,
) -> Vec<StoppedAt> {
    let pauses: Vec<(&Visit, LongestPause)> =
        visits.iter().filter_map(|visit| Some((visit, visit.longest_pause()?))).collect();
    if pauses.is_empty() {
        return Vec::new();
    }
    let Some(found) = steps_of_level(asker, game, level, limits) else { return Vec::new() };
    let paused = pauses.iter().map(|(visit, pause)| (visit.play_after(pause.steps), pause.left));
    of_path(&found, paused)
}

/// What is put first of what a play lacks, for each of these plays.
fn of_path(found: &FoundSteps, paused: impl Iterator<Item = (Play, bool)>) -> Vec<StoppedAt> {
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (play, left) in paused {
        let lacks = |step: &ToldStep| {
            step.marks.iter().any(|mark| mark.on && play.get(mark.site) != Some(&mark.mark))
        };
        if let Some(step) = found.steps.iter().position(lacks) {
            let (visits, ended) = counts.entry(step).or_default();
            (*visits, *ended) = (*visits + 1, *ended + usize::from(left));
        }
    }
    let stopped = counts.into_iter().filter_map(|(step, (visits, left))| {
        Some(StoppedAt { step, told: found.steps.get(step)?.clone(), visits, left })
    });
    stopped.collect()
}

impl StoppedAt {
    pub(super) fn text(&self) -> String {
        let visits = counted(self.visits, "visit", "visits");
        let left = match self.left {
            0 => String::new(),
            left => format!(" ({left} ended there)"),
        };
        let sentences = sentences_text(&self.told.sentences);
        let (step, sentences) = (self.step + 1, line(&sentences));
        format!("longest pause of {visits}{left}: before step {step}, {sentences}")
    }

    pub(super) fn json(&self) -> Value {
        let Self { step, told, visits, left } = self;
        json!({ "step": step + 1, "sentences": told.sentences, "visits": visits, "left": left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::question::{KnownMark, StepsEnd};
    use foolproof_level::{Mark, Site};

    #[test]
    fn a_play_stops_before_the_first_step_that_puts_what_it_lacks() {
        let star: Mark = "star".parse().expect("a mark");
        let mark = |col, on| KnownMark { site: Site::cell(col, 0), mark: star.clone(), on };
        let step = |col, on| ToldStep {
            sentences: Vec::new(),
            reasons: Vec::new(),
            marks: vec![mark(col, on)],
            smallest: true,
            touched: 1,
            available: 1,
            technique: None,
        };
        let steps = vec![step(0, true), step(1, false), step(2, true)];
        let found = FoundSteps { steps, end: StepsEnd::Solved };
        let play = |cols: &[u16]| {
            Play(cols.iter().map(|col| (Site::cell(*col, 0), star.clone())).collect())
        };
        let paused = [(play(&[0]), false), (play(&[0]), true), (play(&[0, 2]), false)];
        let stopped = of_path(&found, paused.into_iter());
        let counts: Vec<(usize, usize, usize)> =
            stopped.iter().map(|at| (at.step, at.visits, at.left)).collect();
        assert_eq!(counts, [(2, 2, 1)], "a solved play lacks nothing");
    }
}
