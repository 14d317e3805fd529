//! Finds the solving steps at which players stopped. It takes the play of a visit at the longest pause or at
//! its end, and the first step of the path whose marks are missing there.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::solving::listing::steps_of_level;
use crate::solving::question::FoundSteps;
use crate::solving::words::sentences_text;
use foolproof_cli::questions::Asker;
use foolproof_cli::shown::line;
use foolproof_game::{Game, Step, counted};
use foolproof_level::{Level, Play};
use foolproof_records::{LongestPause, Visit};
use foolproof_solver::Limits;

/// A step at which players stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoppedAt {
    /// Its index, from 0.
    step: usize,
    told: Step,
    /// Number of visits whose longest pause was before this step, and number of those that ended there.
    visits: usize,
    left: usize,
    /// Index of the first of these visits, and the number of its steps before the pause.
    pub moment: (usize, usize),
}

/// Returns the steps at which the players of a level stopped, in the order of the path; none if the game
/// has no steps.
pub(super) fn stopped_at(
    asker: &mut Asker,
    game: &dyn Game,
    level: &Level,
    visits: &[Visit],
    limits: &Limits,
) -> Vec<StoppedAt> {
    if !have_pauses(visits) {
        return Vec::new();
    }
    let found = steps_of_level(asker, game, level, limits);
    found.map(|found| along(&found, visits)).unwrap_or_default()
}

/// True if a player paused or left in one of the visits.
pub(super) fn have_pauses(visits: &[Visit]) -> bool {
    visits.iter().any(|visit| visit.longest_pause().is_some())
}

/// Returns the steps of a path at which players stopped, in its order.
pub(super) fn along(found: &FoundSteps, visits: &[Visit]) -> Vec<StoppedAt> {
    let pauses = visits.iter().enumerate().filter_map(|(number, visit)| {
        let LongestPause { steps, left, .. } = visit.longest_pause()?;
        Some((visit.play_after(steps), left, (number, steps)))
    });
    of_path(found, pauses)
}

/// Counts the plays by the first step of the path whose marks they lack. Each play comes with whether the
/// player left there, its visit and its moment.
fn of_path(
    found: &FoundSteps,
    paused: impl Iterator<Item = (Play, bool, (usize, usize))>,
) -> Vec<StoppedAt> {
    let mut stops: BTreeMap<usize, StoppedAt> = BTreeMap::new();
    for (play, left, moment) in paused {
        let lacks = |step: &Step| {
            step.marks.iter().any(|mark| mark.on && play.get(mark.site) != Some(&mark.mark))
        };
        let first = found.steps.iter().enumerate().find(|(_, step)| lacks(step));
        let Some((step, told)) = first else { continue };
        let new = || StoppedAt { step, told: told.clone(), visits: 0, left: 0, moment };
        let stop = stops.entry(step).or_insert_with(new);
        (stop.visits, stop.left) = (stop.visits + 1, stop.left + usize::from(left));
    }
    stops.into_values().collect()
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
        let Self { step, told, visits, left, .. } = self;
        json!({ "step": step + 1, "sentences": told.sentences, "visits": visits, "left": left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::question::StepsEnd;
    use foolproof_game::KnownMark;
    use foolproof_level::{Mark, Site};

    #[test]
    fn a_play_stops_before_the_first_step_that_puts_what_it_lacks() {
        let star: Mark = "star".parse().expect("a mark");
        let mark = |col, on| KnownMark { site: Site::cell(col, 0), mark: star.clone(), on };
        let step = |col, on| Step { marks: vec![mark(col, on)], ..Step::default() };
        let steps = vec![step(0, true), step(1, false), step(2, true)];
        let found = FoundSteps::of(steps, StepsEnd::Solved);
        let play = |cols: &[u16]| {
            Play(cols.iter().map(|col| (Site::cell(*col, 0), star.clone())).collect())
        };
        let paused = [
            (play(&[0]), false, (4, 7)),
            (play(&[0]), true, (5, 1)),
            (play(&[0, 2]), false, (6, 3)),
        ];
        let stopped = of_path(&found, paused.into_iter());
        let counts: Vec<(usize, usize, usize)> =
            stopped.iter().map(|at| (at.step, at.visits, at.left)).collect();
        assert_eq!(counts, [(2, 2, 1)], "a solved play lacks nothing");
        assert_eq!(stopped[0].moment, (4, 7), "the first of them");
    }
}
