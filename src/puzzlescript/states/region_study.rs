//! The deeds of a solution, and those that every solution has, by regions of the player: in a level with many
//! states, this is faster than from all states with their turns ([`SolutionStudy`](super::SolutionStudy)).

use crate::game::ScriptGame;
use crate::states::edge_events::StudyError;
use crate::states::every::{SolutionDeed, list_deeds, turn_events};
use crate::states::play_events::EventTable;
use crate::states::region_shortcut::ShortcutRegions;
use crate::states::region_space::RegionRules;
use crate::states::space::ScriptSpace;
use crate::turns::stepper::ScriptInput;
use foolproof_space::{
    Formula, RegionStart, RegionStepper as _, ShortcutSearch, SpaceLimits, StopCheck,
    every_solution_by_regions,
};
use std::sync::Arc;

/// A search for solutions that lack deeds of a given solution.
pub struct RegionStudy {
    whole: Arc<ScriptGame>,
    level: usize,
    patterns: Vec<String>,
    keys: Vec<ScriptInput>,
    rules: RegionRules,
    deeds: Vec<SolutionDeed>,
    /// The places of those deeds whose events the rules tell.
    told: Vec<usize>,
}

impl RegionStudy {
    /// Studies a play that solves the level, with all its deeds in the whole game. `None` if turns are not
    /// local in the states of `space`, or if too few of these states share a board.
    ///
    /// # Errors
    /// [`StudyError`] if the play is no solution or a pattern is wrong.
    pub fn of_whole(
        whole: &Arc<ScriptGame>,
        space: &ScriptSpace,
        play: &[ScriptInput],
        patterns: &[String],
    ) -> Result<Option<RegionStudy>, StudyError> {
        let Some(rules) = RegionRules::of(space) else { return Ok(None) };
        let deeds = list_deeds(whole, space.level, play, patterns)?;
        let told = space.told(&deeds, patterns)?;
        let (whole, level) = (Arc::clone(whole), space.level);
        let (patterns, keys) = (patterns.to_vec(), space.keys().to_vec());
        Ok(Some(RegionStudy { whole, level, patterns, keys, rules, deeds, told }))
    }

    /// Judges the deeds of the play, in the order in which they first happen. One search answers for many
    /// events; if there is no room for it, one search for each follows. Verdicts stay unknown on what the space
    /// leaves out, if there is no room at all, and if stopped later. O(states · keys · events) turns at worst.
    ///
    /// # Errors
    /// [`StudyError`]; also if it is stopped before anything is known.
    pub fn deeds(
        mut self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<Vec<SolutionDeed>, StudyError> {
        self.judge_together(limits, stop)?;
        for place in self.told.clone() {
            if self.deeds[place].verdict == ShortcutSearch::Limit
                && !self.judge(place, limits, stop)?
            {
                break;
            }
        }
        Ok(self.deeds)
    }

    /// Answers for many events at a time, as far as there is room.
    fn judge_together(
        &mut self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<(), StudyError> {
        let Some(mut rules) = self.rules.another() else { return Ok(()) };
        let events: Vec<_> = self.told.iter().map(|place| self.deeds[*place].event).collect();
        rules.watch(&Arc::new(EventTable::new(&events)), &self.patterns)?;
        let at_start = rules.at_start()?;
        let (board, place) = self.rules.start();
        let n_places = rules.n_places();
        let start = RegionStart { board, place, n_places, events: &at_start };
        let n_events = events.len() as u32;
        let found = every_solution_by_regions(&start, n_events, &mut vec![rules], limits, stop);
        for (place, verdict) in self.told.iter().zip(found) {
            if verdict == ShortcutSearch::Stopped {
                return Err(StudyError::Stopped);
            }
            let key = |label: u32| self.keys.get(label as usize).copied();
            self.deeds[*place].verdict = verdict.with_actions(key);
        }
        Ok(())
    }

    /// Answers for one event, and for others that a solution without it also lacks. False when stopped.
    fn judge(
        &mut self,
        place: usize,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<bool, StudyError> {
        let Some(rules) = self.rules.another() else { return Ok(false) };
        let formula = Formula::Happens(self.deeds[place].event, 1);
        let search =
            ShortcutRegions::of_rules(rules, &self.keys, &formula, &self.patterns, limits)?;
        match search.map(|mut search| search.go_on(limits, stop)) {
            Some(ShortcutSearch::Stopped) => return Ok(false),
            Some(ShortcutSearch::Found { play, .. }) => {
                let events = turn_events(&self.whole, self.level, &play, &self.patterns)?.concat();
                for (other, deed) in self.deeds.iter_mut().enumerate() {
                    let is_open = deed.verdict == ShortcutSearch::Limit;
                    if is_open && self.told.contains(&other) && !events.contains(&deed.event) {
                        let (play, shortest) = (play.clone(), other == place);
                        deed.verdict = ShortcutSearch::Found { play, shortest };
                    }
                }
            }
            Some(found) => self.deeds[place].verdict = found,
            None => {}
        }
        Ok(true)
    }

    /// Judges the deeds of the play as if there was no room to answer for many events at a time.
    #[cfg(test)]
    pub(crate) fn one_by_one(mut self, limits: &SpaceLimits) -> Vec<SolutionDeed> {
        for place in self.told.clone() {
            assert!(self.judge(place, limits, &|| false).unwrap());
        }
        self.deeds
    }
}
