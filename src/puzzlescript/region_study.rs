//! What a solution does, and which of it every solution does, by regions of the player: where a level has many
//! states, this is known sooner than from all states with their turns ([`SolutionStudy`](super::SolutionStudy)).

use super::edge_events::StudyError;
use super::every::{SolutionDeed, list_deeds};
use super::game::ScriptGame;
use super::play_events::EventTable;
use super::region_space::RegionRules;
use super::space::ScriptSpace;
use super::stepper::ScriptInput;
use foolproof_space::{
    RegionStart, ShortcutSearch, SpaceLimits, StopCheck, every_solution_by_regions,
};
use std::sync::Arc;

/// A search for solutions that do not do what a certain solution does.
pub struct RegionStudy {
    keys: Vec<ScriptInput>,
    rules: RegionRules,
    board: Vec<u64>,
    place: u32,
    at_start: Vec<u64>,
    deeds: Vec<SolutionDeed>,
    /// The places of those deeds whose events the rules tell.
    told: Vec<usize>,
}

impl RegionStudy {
    /// A study of a play that solves the level, of everything that it does in the whole game. `None` if turns
    /// are not local in the states of `space`, or if too few of these states share a board.
    ///
    /// # Errors
    /// [`StudyError`] if the play is no solution or a pattern is wrong.
    pub fn of_whole(
        whole: &Arc<ScriptGame>,
        space: &ScriptSpace,
        play: &[ScriptInput],
        patterns: &[String],
    ) -> Result<Option<RegionStudy>, StudyError> {
        let Some(mut rules) = RegionRules::of(space) else { return Ok(None) };
        let deeds = list_deeds(whole, space.level, play, patterns)?;
        let told = space.told(&deeds, patterns)?;
        let events: Vec<_> = told.iter().map(|place| deeds[*place].event).collect();
        rules.watch(&Arc::new(EventTable::new(&events)), patterns)?;
        let at_start = rules.at_start(space)?;
        let (board, place) = rules.start(space);
        let keys = space.keys().to_vec();
        Ok(Some(RegionStudy { keys, rules, board, place, at_start, deeds, told }))
    }

    /// What the play does, in the order in which it happens first. Verdicts stay unknown on what the space leaves
    /// out, and if there is no room for all states. O(states · keys · events) turns at worst.
    ///
    /// # Errors
    /// [`StudyError::Stopped`].
    pub fn deeds(
        self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<Vec<SolutionDeed>, StudyError> {
        let RegionStudy { keys, rules, board, place, at_start, mut deeds, told } = self;
        let n_places = rules.n_places();
        let start = RegionStart { board: &board, place, n_places, events: &at_start };
        let n_events = told.len() as u32;
        let found = every_solution_by_regions(&start, n_events, &mut vec![rules], limits, stop);
        for (deed, verdict) in told.into_iter().zip(found) {
            if verdict == ShortcutSearch::Stopped {
                return Err(StudyError::Stopped);
            }
            let key = |label: u32| keys.get(label as usize).copied();
            deeds[deed].verdict = verdict.with_actions(key);
        }
        Ok(deeds)
    }
}
