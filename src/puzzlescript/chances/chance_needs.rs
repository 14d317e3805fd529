//! The deeds that no win of a level with chance avoids: with luck, and for sure.
//!
//! The candidates are deeds that may happen when the strategy is followed: every deed that is in all wins, or
//! in all sure wins, is among them. Turns are taken again with all outcomes to see the events of each.

use crate::chances::chance_space::{ScriptChances, next_choices};
use crate::states::play_events::{EventListing, EventSet, EventTable, PlayEvent};
use crate::states::space_layer::SpaceWorker;
use crate::turns::stepper::ScriptInput;
use foolproof_space::{DeedNeed, DeedNeeds, StopCheck, WaysWithDeed, hash_of};
use rustc_hash::FxHashSet;

/// The most deeds that are examined; cells that are entered come last.
const MAX_DEEDS: usize = 128;
/// The most ways of turns whose deeds are stored.
const MAX_WAYS: usize = 1 << 18;

/// A deed, and the kinds of wins that need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeededDeed {
    pub event: PlayEvent,
    pub need: DeedNeed,
}

impl ScriptChances {
    /// The deeds that some wins cannot avoid, in the order of rules, objects and cells. `None` if states are
    /// missing, there are too many ways, luck does not win, or it was stopped.
    ///
    /// O(states · keys · ways of a turn) turns, and for each deed as long as computing the odds.
    pub fn needed_deeds(&self, stop: StopCheck<'_>) -> Option<Vec<NeededDeed>> {
        let odds = self.at_start().filter(|odds| odds.is_complete && odds.with_luck.is_some());
        odds.filter(|_| self.space.n_ways() <= MAX_WAYS)?;
        let needs = DeedNeeds::new(&self.space, stop)?;
        let mut worker = SpaceWorker::new(&self.game, self.level()).ok()?;
        let events = self.deeds_of_strategy(&mut worker, stop)?;
        let table = EventTable::new(&events);
        let deeds = self.deeds_of_ways(&mut worker, &table, stop)?;
        let mut found = Vec::new();
        for (event, ways) in events.into_iter().zip(deeds) {
            let need = needs.of(&ways, stop)?;
            if need.in_every_win || need.in_sure_wins == Some(true) {
                found.push(NeededDeed { event, need });
            }
        }
        Some(found)
    }

    /// The deeds that may happen when the strategy is followed, as far as the game's events show them.
    fn deeds_of_strategy(
        &self,
        worker: &mut SpaceWorker,
        stop: StopCheck<'_>,
    ) -> Option<Vec<PlayEvent>> {
        let mut met: FxHashSet<u32> = self.starts().collect();
        let mut open: Vec<u32> = met.iter().copied().collect();
        let mut events: FxHashSet<PlayEvent> = FxHashSet::default();
        let mut listing = EventListing::default();
        while let Some(state) = open.pop() {
            if stop() {
                return None;
            }
            let Some(key) = self.best_key(state) else { continue };
            worker.stand_on(self.space.table().state(state));
            worker.stepper.choose_first();
            for n_ways in 0.. {
                worker.step_back();
                listing.clear();
                worker.stepper.turn_watched(&mut worker.to, key, &mut listing).ok()?;
                events.extend(listing.kept.iter().filter(|event| self.game.tells(**event)));
                if !next_choices(worker, n_ways).ok()?.1 {
                    break;
                }
            }
            let targets = self.turn(state, key).into_iter().filter_map(|(target, _)| target);
            open.extend(targets.filter(|target| met.insert(*target)));
        }
        let mut events: Vec<PlayEvent> = events.into_iter().collect();
        events.sort_unstable();
        events.truncate(MAX_DEEDS);
        Some(events)
    }

    /// For each deed, the ways of turns in which it happens.
    fn deeds_of_ways(
        &self,
        worker: &mut SpaceWorker,
        table: &EventTable,
        stop: StopCheck<'_>,
    ) -> Option<Vec<WaysWithDeed>> {
        let n_ways = self.space.n_ways();
        let none = || WaysWithDeed { always: vec![true; n_ways], sometimes: vec![false; n_ways] };
        let mut deeds: Vec<WaysWithDeed> = table.events.iter().map(|_| none()).collect();
        let keys: Vec<ScriptInput> = worker.keys.clone();
        let mut set = EventSet::new(table);
        for state in 0..self.n_states() as u32 {
            if stop() {
                return None;
            }
            worker.stand_on(self.space.table().state(state));
            for (step, label) in self.space.labelled_steps(state) {
                let key = keys.get(label as usize).copied()?;
                worker.stepper.choose_first();
                for n_ways in 0.. {
                    worker.step_back();
                    set.clear();
                    let turn = worker.stepper.turn_watched(&mut worker.to, key, &mut set).ok()?;
                    let target = if turn.won { None } else { Some(self.packed_number(worker)?) };
                    let way = self.space.way_to(step, target)?;
                    for (bit, deed) in deeds.iter_mut().enumerate() {
                        let has = set.kept[bit / 64] >> (bit % 64) & 1 != 0;
                        deed.always[way] &= has;
                        deed.sometimes[way] |= has;
                    }
                    if !next_choices(worker, n_ways).ok()?.1 {
                        break;
                    }
                }
            }
        }
        Some(deeds)
    }

    /// The number of the state to which the last turn led.
    fn packed_number(&self, worker: &mut SpaceWorker) -> Option<u32> {
        worker.packer.pack(&worker.to, &mut worker.packed);
        self.space.table().find(&worker.packed, hash_of(&worker.packed))
    }
}
