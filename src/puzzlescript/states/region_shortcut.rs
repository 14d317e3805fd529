//! Solutions that do not satisfy a formula, by regions of the player: in a level with many states, they are
//! found, or proved not to exist, sooner than from all states with their turns ([`ScriptSpace::shortcut`]).

use crate::states::edge_events::{StudyError, monitored};
use crate::states::play_events::{EventTable, PlayEvent};
use crate::states::region_space::RegionRules;
use crate::states::space::ScriptSpace;
use crate::states::space_layer::pressed;
use crate::turns::stepper::ScriptInput;
use foolproof_space::{
    Formula, MonitoredRegions, RegionEnd, RegionSpace, ShortcutSearch, SpaceLimits, StopCheck,
};
use std::sync::Arc;

/// A search for a solution that does not satisfy a formula.
pub struct ShortcutRegions {
    keys: Vec<ScriptInput>,
    /// The search, with rules for each thread; `None` if it has ended, or the events at the start decide.
    search: Option<(RegionSpace, Vec<MonitoredRegions<RegionRules>>)>,
    found: Option<ShortcutSearch<ScriptInput>>,
}

impl ShortcutRegions {
    /// A search that knows only the start; `patterns` are those to which the formula's [`PlayEvent::Shown`]
    /// refer. `None` if turns are not local in the states of `space`, or if too few of these states share a
    /// board.
    ///
    /// # Errors
    /// [`StudyError`]; also if `space` leaves something out.
    pub fn of(
        space: &ScriptSpace,
        formula: &Formula<PlayEvent>,
        patterns: &[String],
        limits: &SpaceLimits,
    ) -> Result<Option<ShortcutRegions>, StudyError> {
        if !space.left_out().is_empty() {
            return Err(StudyError::Incomplete);
        }
        let Some(rules) = RegionRules::of(space) else { return Ok(None) };
        Self::of_rules(rules, space.keys(), formula, patterns, limits)
    }

    /// A search that knows only the start, with these rules. `None` if there are too many places.
    pub(crate) fn of_rules(
        mut rules: RegionRules,
        keys: &[ScriptInput],
        formula: &Formula<PlayEvent>,
        patterns: &[String],
        limits: &SpaceLimits,
    ) -> Result<Option<ShortcutRegions>, StudyError> {
        let (events, monitor) = monitored(formula)?;
        rules.watch(&Arc::new(EventTable::new(&events)), patterns)?;
        let at_start = rules.at_start()?;
        let (n_places, keys) = (rules.n_places(), keys.to_vec());
        let (board, place) = rules.start();
        let board = board.to_vec();
        let Some((rules, start)) = MonitoredRegions::new(rules, monitor, &board, &at_start) else {
            let found = Some(ShortcutSearch::Proved);
            return Ok(Some(ShortcutRegions { keys, search: None, found }));
        };
        let found = RegionSpace::new(&start, place, n_places, limits.disk);
        let search = found.map(|space| (space, vec![rules]));
        Ok(search.map(|search| ShortcutRegions { keys, search: Some(search), found: None }))
    }

    /// Continues the search, unless it has ended. O(states · states of the monitor · keys) turns.
    pub fn go_on(
        &mut self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> ShortcutSearch<ScriptInput> {
        if let Some(found) = &self.found {
            return found.clone();
        }
        let found = self.searched(limits, stop);
        if found != ShortcutSearch::Stopped {
            self.found = Some(found.clone());
            // It is not needed any more.
            self.search = None;
        }
        found
    }

    fn searched(
        &mut self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> ShortcutSearch<ScriptInput> {
        let Some((space, rules)) = &mut self.search else { return ShortcutSearch::Limit };
        let end = match space.shortest() {
            Some(_) => Ok(RegionEnd::Won),
            None => space.go_on(rules, limits, stop),
        };
        if let (Some(_), Some(rules)) = (space.shortest(), rules.first_mut()) {
            return match space.shortest_play(rules, stop) {
                Some(labels) => {
                    let play = pressed(&self.keys, &labels);
                    ShortcutSearch::Found { play, shortest: true }
                }
                None if stop() => ShortcutSearch::Stopped,
                None => ShortcutSearch::Limit,
            };
        }
        match end {
            Ok(RegionEnd::Complete) => ShortcutSearch::Proved,
            Ok(RegionEnd::Stopped) => ShortcutSearch::Stopped,
            // If a turn cannot be taken, the states after it are unknown.
            _ => ShortcutSearch::Limit,
        }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |(space, _)| space.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local_turns::tests::{random_game, random_game_at_rest};
    use crate::{RegionStudy, ScriptGame, SolutionStudy, compile, turn_events};
    use std::sync::atomic::{AtomicUsize, Ordering};

    const PATTERNS: [&str; 3] = ["[ Player | Box ]", "[ Box Goal ]", "[ Key ] [ Stone ]"];

    /// An event that turns of random games may have.
    fn random_event(rng: &mut fastrand::Rng, game: &ScriptGame, source: &str) -> PlayEvent {
        let rules = source.lines().enumerate().filter(|(_, line)| line.contains("->"));
        let lines: Vec<u32> = rules.map(|(at, _)| at as u32 + 1).collect();
        let object = rng.u32(0..game.dictionary.n_objects() as u32);
        match rng.u8(0..6) {
            0 if !lines.is_empty() => PlayEvent::Fired { line: lines[rng.usize(0..lines.len())] },
            1 => PlayEvent::Made { object },
            2 => PlayEvent::Destroyed { object },
            3 => PlayEvent::Entered { cell: rng.u32(0..12) },
            4 => PlayEvent::Shown { pattern: rng.u32(0..PATTERNS.len() as u32) },
            _ => PlayEvent::Moved { object },
        }
    }

    fn random_formula(draw: &mut dyn FnMut() -> PlayEvent, n: u8) -> Formula<PlayEvent> {
        match n {
            0..3 => Formula::Happens(draw(), u32::from(n) + 1),
            3 => Formula::Never(draw()),
            4 => Formula::Before(draw(), draw()),
            5 => Formula::And(vec![Formula::Happens(draw(), 2), Formula::Never(draw())]),
            _ => Formula::Or(vec![Formula::Before(draw(), draw()), Formula::Happens(draw(), 1)]),
        }
    }

    /// Compares a search by regions with one over all states. Returns the result.
    fn compare(
        game: &Arc<ScriptGame>,
        formula: &Formula<PlayEvent>,
        source: &str,
    ) -> Option<ShortcutSearch<ScriptInput>> {
        let limits = SpaceLimits { states: 20_000, threads: 2, ..SpaceLimits::default() };
        let space = ScriptSpace::explore(game, 0, &limits, &|| false).ok()?;
        let patterns: Vec<String> = PATTERNS.map(str::to_owned).to_vec();
        let regions = ShortcutRegions::of(&space, formula, &patterns, &limits);
        let mut regions = regions.unwrap().filter(|_| space.is_complete())?;
        let mut n_asked = 0_usize;
        let found = loop {
            n_asked += 1;
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= n_asked;
            match regions.go_on(&limits, &stop) {
                ShortcutSearch::Stopped => {}
                found => break found,
            }
        };
        let about = format!("{formula:?}\n{source}");
        if found == ShortcutSearch::Limit {
            return Some(found);
        }
        let wanted = space.shortcut(formula, &patterns, &limits, &|| false).unwrap();
        match (&found, &wanted) {
            (
                ShortcutSearch::Found { play, shortest: true },
                ShortcutSearch::Found { play: other, shortest: true },
            ) => {
                assert_eq!(play.len(), other.len(), "{about}");
                let events = turn_events(game, 0, play, &patterns).unwrap();
                assert!(!formula.is_satisfied_by(&events), "{about}");
                assert_eq!(events.len(), play.len() + 1, "{about}");
            }
            _ => assert_eq!(found, wanted, "{about}"),
        }
        assert_eq!(regions.go_on(&limits, &|| true), found, "the result is kept");
        if let Some(play) = space.shortest_plays(1).pop() {
            compare_deeds(&space, &play, &patterns, source);
        }
        Some(found)
    }

    /// Compares the deeds that every solution has.
    fn compare_deeds(space: &ScriptSpace, play: &[ScriptInput], patterns: &[String], source: &str) {
        let limits = SpaceLimits { threads: 2, ..SpaceLimits::default() };
        let study = SolutionStudy::new(space, play, patterns, &limits, &|| false).unwrap();
        let by_regions = || RegionStudy::of_whole(&space.game, space, play, patterns).unwrap();
        let deeds = by_regions().unwrap().deeds(&limits, &|| false).unwrap();
        let one_by_one = by_regions().unwrap().one_by_one(&limits);
        assert_eq!(deeds.len(), study.deeds().len(), "{source}");
        let found = deeds.iter().zip(study.deeds());
        for (found, wanted) in found.chain(one_by_one.iter().zip(study.deeds())) {
            assert_eq!(found.event, wanted.event, "{source}");
            match (&found.verdict, &wanted.verdict) {
                (
                    ShortcutSearch::Found { play, shortest },
                    ShortcutSearch::Found { play: other, .. },
                ) => {
                    let is_as_short = play.len() == other.len();
                    assert!(is_as_short || !shortest, "{:?}\n{source}", found.event);
                    let events = turn_events(&space.game, 0, play, patterns).unwrap();
                    assert!(!events.concat().contains(&found.event), "{source}");
                }
                (ShortcutSearch::Limit, _) => assert!(source.contains("checkpoint")),
                (found, wanted) => assert_eq!(found, wanted, "{source}"),
            }
        }
    }

    #[test]
    fn shortcuts_by_regions_are_those_of_all_states() {
        let mut rng = fastrand::Rng::with_seed(33);
        let (mut n_found, mut n_proved, mut n_given_up) = (0, 0, 0);
        for number in 0..6_000 {
            let source = match number % 2 {
                0 => random_game(&mut rng),
                _ => random_game_at_rest(&mut rng),
            };
            let compiled = compile(&source);
            let is_fine =
                compiled.diagnostics.iter().all(|one| one.severity != crate::Severity::Error);
            let Some(game) = compiled.game.filter(|_| is_fine) else { continue };
            let n = rng.u8(0..7);
            let formula = random_formula(&mut || random_event(&mut rng, &game, &source), n);
            match compare(&game, &formula, &source) {
                Some(ShortcutSearch::Found { .. }) => n_found += 1,
                Some(ShortcutSearch::Proved) => n_proved += 1,
                // After a checkpoint, the effect of RESTART is not known.
                Some(_) => n_given_up += 1,
                None => {}
            }
        }
        let told = format!("{n_found} found, {n_proved} proved, {n_given_up} given up");
        assert!(n_found > 100 && n_proved > 50 && n_given_up < 100, "{told}");
    }
}
