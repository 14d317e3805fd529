//! Common properties of all solutions of a level, in terms of the deeds of a given solution, and solutions
//! that do not satisfy a formula.
//!
//! A key that changes nothing is no turn, so events within it do not count.

use crate::game::ScriptGame;
use crate::pattern::BoardQuestion;
use crate::states::edge_events::{StudyError, in_keys, monitored, questions, watched};
use crate::states::play_events::{EventListing, PlayEvent};

use crate::states::space::ScriptSpace;
use crate::turns::stepper::{ScriptInput, ScriptState, ScriptStepper, TurnFault};
use foolproof_space::{
    Formula, Monitor, ShortcutSearch, SpaceLimits, StopCheck, WatchedSpace, every_solution,
    shortcut,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An event of a play, with its turns and whether every solution has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionDeed {
    /// The event.
    pub event: PlayEvent,
    /// The first turn of the play in which it happens, from 1; 0 for a pattern that the start shows.
    pub first: usize,
    /// The number of turns of the play in which it happens.
    pub turns: usize,
    /// Answer to whether every solution has it at least once; `Limit` if not all states are known.
    pub verdict: ShortcutSearch<ScriptInput>,
}

/// Study of a solution: its deeds, and those that every solution has.
pub struct SolutionStudy<'a> {
    deeds: Vec<SolutionDeed>,
    /// `None` if the space is incomplete, or leaves something out.
    watched: Option<WatchedSpace<'a>>,
    space: &'a ScriptSpace,
    limits: SpaceLimits,
}

impl<'a> SolutionStudy<'a> {
    /// Studies a play that solves the level, with patterns in brackets that boards may show.
    ///
    /// If the space is incomplete, the deeds are listed and their verdicts are unknown. O(states · keys)
    /// watched turns and O(states · keys · events) at worst for the walks.
    ///
    /// # Errors
    /// [`StudyError`] if the play is no solution, a pattern is wrong, or because of limits or a stop.
    pub fn new(
        space: &'a ScriptSpace,
        play: &[ScriptInput],
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<SolutionStudy<'a>, StudyError> {
        Self::of_whole(&space.game, space, play, patterns, limits, stop)
    }

    /// Studies the deeds of a play in the whole game, for a space that leaves something out. Verdicts on what
    /// was left out stay unknown.
    ///
    /// # Errors
    /// As [`SolutionStudy::new`].
    pub fn of_whole(
        whole: &Arc<ScriptGame>,
        space: &'a ScriptSpace,
        play: &[ScriptInput],
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<SolutionStudy<'a>, StudyError> {
        let mut deeds = list_deeds(whole, space.level, play, patterns)?;
        if !space.is_complete() {
            return Ok(SolutionStudy { deeds, watched: None, space, limits: *limits });
        }
        let told = space.told(&deeds, patterns)?;
        let events: Vec<PlayEvent> = told.iter().map(|place| deeds[*place].event).collect();
        let watched = watched(space, &events, patterns, limits, stop)?;
        let found = every_solution(&watched, &vec![1; events.len()], limits, stop);
        for (place, verdict) in told.into_iter().zip(found.into_iter().flatten()) {
            deeds[place].verdict = in_keys(space, verdict)?;
        }
        // The order of events may depend on keys that change only what is left out.
        let watched = Some(watched).filter(|_| space.left_out().is_empty());
        Ok(SolutionStudy { deeds, watched, space, limits: *limits })
    }

    /// The deeds of the play, in the order in which they first happen.
    pub fn deeds(&self) -> &[SolutionDeed] {
        &self.deeds
    }

    /// Decides whether in every solution the deed `first` happens, and happens for the first time before the
    /// deed `second` does (if it does); in the same turn is not before. Otherwise finds a shortest solution for
    /// which this is false. Both are places in [`SolutionStudy::deeds`].
    ///
    /// # Errors
    /// [`StudyError`] because of limits or a stop, or if the space is incomplete.
    pub fn comes_before(
        &self,
        first: usize,
        second: usize,
        stop: StopCheck<'_>,
    ) -> Result<ShortcutSearch<ScriptInput>, StudyError> {
        let watched = self.watched.as_ref().ok_or(StudyError::Incomplete)?;
        let event = |place: &usize| (*place < self.deeds.len()).then_some(*place as u32);
        let monitor = Monitor::new(&Formula::Before(first, second), event)?;
        in_keys(self.space, shortcut(watched, monitor, &self.limits, stop))
    }
}

impl ScriptSpace {
    /// The places of those deeds that are unaffected by what the space leaves out.
    pub(crate) fn told(
        &self,
        deeds: &[SolutionDeed],
        patterns: &[String],
    ) -> Result<Vec<usize>, StudyError> {
        let asked = questions(&self.game, self.level, patterns)?;
        let is_told = |place: &usize| self.tells(deeds[*place].event, &asked);
        Ok((0..deeds.len()).filter(is_told).collect())
    }

    /// Returns whether an event is unaffected by what the space leaves out.
    fn tells(&self, event: PlayEvent, patterns: &[BoardQuestion]) -> bool {
        match event {
            PlayEvent::Shown { pattern } => {
                let asked = patterns.get(pattern as usize);
                asked.is_some_and(|asked| !asked.asks_about(self.left_out()))
            }
            event => self.game.tells(event),
        }
    }

    /// Decides whether every solution of any length satisfies a formula, or finds a shortest one that does not.
    ///
    /// `patterns` are those to which the formula's [`PlayEvent::Shown`] refer. O(states · keys) watched turns,
    /// then O(states · monitor's states · keys).
    ///
    /// # Errors
    /// [`StudyError`]; also if the space is incomplete.
    pub fn shortcut(
        &self,
        formula: &Formula<PlayEvent>,
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<ShortcutSearch<ScriptInput>, StudyError> {
        let (events, monitor) = monitored(formula)?;
        let watched = watched(self, &events, patterns, limits, stop)?;
        in_keys(self, shortcut(&watched, monitor, limits, stop))
    }
}

impl ScriptGame {
    /// Returns whether an event of a turn is unaffected by what the game leaves out. Not for patterns.
    pub(crate) fn tells(&self, event: PlayEvent) -> bool {
        match event {
            PlayEvent::Fired { line } => self.keeps_line(line),
            PlayEvent::Moved { object }
            | PlayEvent::Made { object }
            | PlayEvent::Destroyed { object } => !self.left_out().contains(&(object as usize)),
            PlayEvent::Entered { .. } => true,
            PlayEvent::Shown { .. } => false,
        }
    }
}

/// Takes the turns of the play and lists its events.
pub(crate) fn list_deeds(
    game: &Arc<ScriptGame>,
    level: usize,
    play: &[ScriptInput],
    patterns: &[String],
) -> Result<Vec<SolutionDeed>, StudyError> {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let mut asked = questions(game, level, patterns)?;
    let mut state = stepper.start(level)?;
    let mut listing = EventListing::default();
    let mut places: FxHashMap<PlayEvent, usize> = FxHashMap::default();
    let mut deeds: Vec<SolutionDeed> = Vec::new();
    let mut note = |event: PlayEvent, key: usize| {
        let place = *places.entry(event).or_insert_with(|| {
            deeds.push(SolutionDeed {
                event,
                first: key,
                turns: 0,
                verdict: ShortcutSearch::Limit,
            });
            deeds.len() - 1
        });
        if key > 0 {
            deeds[place].turns += 1;
        }
    };
    for (pattern, question) in asked.iter_mut().enumerate() {
        if question.is_shown(&state)? {
            note(PlayEvent::Shown { pattern: pattern as u32 }, 0);
        }
    }
    for (place, &key) in play.iter().enumerate() {
        listing.clear();
        let turn = stepper.turn_watched(&mut state, key, &mut listing)?;
        if !turn.changed && !turn.won {
            continue;
        }
        listing.kept.iter().for_each(|&event| note(event, place + 1));
        for (pattern, question) in asked.iter_mut().enumerate() {
            if question.is_shown(&state)? {
                note(PlayEvent::Shown { pattern: pattern as u32 }, place + 1);
            }
        }
        if turn.won {
            return Ok(deeds);
        }
    }
    Err(StudyError::NoSolution)
}

/// Lists the events of each turn of a play, including patterns that the board then shows; the first list
/// belongs to the start. The play need not solve the level.
///
/// # Errors
/// [`StudyError`] if the level cannot be played or a pattern is wrong.
pub fn turn_events(
    game: &Arc<ScriptGame>,
    level: usize,
    play: &[ScriptInput],
    patterns: &[String],
) -> Result<Vec<Vec<PlayEvent>>, StudyError> {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let mut asked = questions(game, level, patterns)?;
    let mut state = stepper.start(level)?;
    let mut listing = EventListing::default();
    let mut all = vec![shown(&mut asked, &state)?];
    for &key in play {
        listing.clear();
        let turn = stepper.turn_watched(&mut state, key, &mut listing)?;
        let mut events = Vec::new();
        if turn.changed || turn.won {
            events.append(&mut listing.kept);
            events.extend(shown(&mut asked, &state)?);
        }
        all.push(events);
        if turn.won {
            break;
        }
    }
    Ok(all)
}

fn shown(asked: &mut [BoardQuestion], state: &ScriptState) -> Result<Vec<PlayEvent>, TurnFault> {
    let mut events = Vec::new();
    for (pattern, question) in asked.iter_mut().enumerate() {
        if question.is_shown(state)? {
            events.push(PlayEvent::Shown { pattern: pattern as u32 });
        }
    }
    Ok(events)
}
