//! Explores all states of a level, breadth first.
//!
//! States are numbered in the order in which a search finds them, whatever the number of threads: threads
//! expand pieces of a batch, and one thread merges them in order.

use std::ops::Range;
use std::sync::Arc;

use super::crew::Crew;
use super::distances::Distances;
use super::spill::SpillFile;
use super::state_space::{ExploreEnd, StateSpace};
use super::step_log::MAX_STEP_BYTES;
use super::stepper::{BrokenStep, Expansion, FRESH, Standing, Stepper, WINS};
use super::table::StateTable;
use super::trees::RecentParts;
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;

/// Memory for the steps of one batch, in bytes.
pub const BATCH_BYTES: usize = 4 << 20;
const FIRST_CAPACITY: usize = 256;
/// The fraction of the memory that moves to disk at once, as a divisor.
const SPILLED_SHARE: usize = 16;

/// Explores from a start. `steppers` must not be empty; more are added when threads are worth it.
pub fn explore<S: Stepper>(
    steppers: &mut Vec<S>,
    start: &[u64],
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> (StateSpace, Option<BrokenStep<S::Fault>>) {
    let mut search = Exploration::new(StateSpace::new(start.len()), steppers, limits, stop);
    let key = search.space.store.key_of(start, &mut RecentParts::default());
    if search.number(start, key).is_none() {
        search.space.end = ExploreEnd::Limit;
        return (search.space, None);
    }
    search.space.layers.push(1);
    search.run()
}

/// Continues a stopped exploration. The result is the same as without the stop.
pub fn resume<S: Stepper>(
    mut space: StateSpace,
    steppers: &mut Vec<S>,
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> (StateSpace, Option<BrokenStep<S::Fault>>) {
    // A state whose steps are incomplete is expanded again.
    let wins = space.steps.take_next().iter().filter(|step| step.target == WINS).count();
    space.n_winning_steps -= wins;
    Exploration::new(space, steppers, limits, stop).run()
}

struct Exploration<'a, S: Stepper> {
    space: StateSpace,
    steppers: Crew<'a, S>,
    limits: &'a SpaceLimits,
    stop: StopCheck<'a>,
    /// States have turned into trees since the keys of the batch were found.
    has_new_keys: bool,
    recent: RecentParts,
    /// The most bytes that trees may take, as of the last merged expansion.
    tree_bytes: usize,
    /// A stop came while room was being made.
    is_stopped: bool,
    broken: Option<BrokenStep<S::Fault>>,
}

impl<'a, S: Stepper> Exploration<'a, S> {
    fn new(
        space: StateSpace,
        steppers: &'a mut Vec<S>,
        limits: &'a SpaceLimits,
        stop: StopCheck<'a>,
    ) -> Self {
        let mut space = StateSpace { memory: limits.bytes, ..space };
        if space.disk_bytes() == 0 {
            space.file = Arc::new(SpillFile::new(limits.disk));
        }
        Self {
            space,
            steppers: Crew::new(steppers, limits.threads),
            limits,
            stop,
            has_new_keys: false,
            recent: RecentParts::default(),
            tree_bytes: 0,
            is_stopped: false,
            broken: None,
        }
    }

    fn run(mut self) -> (StateSpace, Option<BrokenStep<S::Fault>>) {
        self.space.end = self.expand_all();
        if self.space.end == ExploreEnd::Limit {
            self.judge_rest();
        }
        if !self.space.find_distances(self.stop) {
            self.space.end = ExploreEnd::Stopped;
        }
        (self.space, self.broken)
    }

    fn expand_all(&mut self) -> ExploreEnd {
        loop {
            let from = self.space.n_expanded();
            let left = self.space.n_states() - from;
            let most = self.steppers.workers().first().map_or(1, Stepper::batch_states);
            if left == 0 {
                return ExploreEnd::Complete;
            }
            if (self.stop)() {
                return ExploreEnd::Stopped;
            }
            let batch = from..from + left.min(most);
            self.has_new_keys = false;
            let made = self.expand(&batch);
            // States that could not be read back must not be used.
            if self.space.is_torn() {
                return ExploreEnd::Limit;
            }
            for expansion in made {
                match self.merge(expansion) {
                    // A stop kept it from making room.
                    Some(ExploreEnd::Limit) if self.is_stopped => return ExploreEnd::Stopped,
                    Some(end) => return end,
                    None => {}
                }
            }
        }
    }

    /// Expands a batch, with threads if they are worth it.
    fn expand(&mut self, batch: &Range<usize>) -> Vec<Expansion<S::Fault>> {
        let (known, stop) = (&self.space.store, self.stop);
        let piece = self.steppers.workers().first().map_or(1, Stepper::piece_states);
        let batch = (batch, self.space.n_states());
        self.steppers.take(batch, piece, Stepper::another, |stepper, states| {
            let mut made = Expansion::default();
            stepper.expand(known, states, stop, &mut made);
            made
        })
    }

    /// Adds the steps of some states in order.
    fn merge(&mut self, mut made: Expansion<S::Fault>) -> Option<ExploreEnd> {
        if let Some(stepper) = self.steppers.first() {
            stepper.number_labels(&mut made);
        }
        self.space.store.touch(&made.keys);
        let (mut next, mut fresh) = (0, 0);
        let mut endless = made.endless.iter().peekable();
        for (place, (end, standing)) in made.ends.iter().zip(&made.standings).enumerate() {
            self.space.enter_layer();
            let end = *end as usize;
            if let Some(end) = self.merge_steps(&made, next..end, &mut fresh) {
                return Some(end);
            }
            next = end;
            let state = self.space.n_expanded();
            self.space.note(state, *standing);
            while let Some((_, label)) = endless.next_if(|(of, _)| *of == place) {
                self.space.endless.push((state as u32, *label));
            }
            self.space.steps.end_state();
        }
        if !made.flags.is_empty() && made.fault.is_none() && self.conflicts(&made, usize::MAX, 0) {
            return Some(ExploreEnd::Broken);
        }
        self.merge_broken(made, next, fresh)
    }

    /// Adds the steps of a state that has a failed step.
    fn merge_broken(
        &mut self,
        made: Expansion<S::Fault>,
        next: usize,
        mut fresh: usize,
    ) -> Option<ExploreEnd> {
        if made.fault.is_some() {
            self.space.enter_layer();
            let end = self.merge_steps(&made, next..made.steps.len(), &mut fresh);
            if end.is_some() {
                return end;
            }
        }
        let state = self.space.n_expanded() as u32;
        self.broken = made.fault.map(|(fault, label)| BrokenStep { fault, state, label });
        match (&self.broken, made.stopped) {
            (Some(_), _) => Some(ExploreEnd::Broken),
            (None, true) => Some(ExploreEnd::Stopped),
            (None, false) => None,
        }
    }

    fn merge_steps(
        &mut self,
        made: &Expansion<S::Fault>,
        places: Range<usize>,
        fresh: &mut usize,
    ) -> Option<ExploreEnd> {
        // Checked state by state, so that memory ends at the same state however the work is shared.
        if !self.has_room_for(places.len()) {
            return Some(ExploreEnd::Limit);
        }
        if self.space.store.plain().is_none() {
            self.tree_bytes = self.limits.bytes.saturating_sub(self.bytes_beside());
        }
        let width = self.space.store.width();
        for (place, step) in places.clone().zip(made.steps.get(places).unwrap_or_default()) {
            if !made.flags.is_empty() && self.conflicts(made, place, step.label) {
                return Some(ExploreEnd::Broken);
            }
            let mut step = *step;
            if step.target == FRESH {
                let words = made.fresh.get(*fresh * width..(*fresh + 1) * width);
                let words = words.unwrap_or_default();
                let key = match made.keys.get(*fresh).filter(|_| !self.has_new_keys) {
                    Some(key) => *key,
                    None => self.space.store.key_of(words, &mut self.recent),
                };
                *fresh += 1;
                match self.number(words, key) {
                    Some(number) => step.target = number,
                    None => return Some(ExploreEnd::Limit),
                }
            } else if step.target == WINS {
                self.space.note_winning_step();
            }
            self.space.steps.push(step);
        }
        None
    }

    /// Adds the flags up to a step. Returns whether they end the exploration.
    fn conflicts(&mut self, made: &Expansion<S::Fault>, place: usize, label: u32) -> bool {
        let at_place = made.flags.iter().filter(|(at, _)| *at <= place);
        let flags = at_place.fold(self.space.flags, |all, (_, flags)| all | flags);
        if flags != self.space.flags {
            self.space.flags = flags;
            let state = self.space.n_expanded() as u32;
            let fault = self.steppers.workers().first().and_then(|stepper| stepper.conflict(flags));
            self.broken = fault.map(|fault| BrokenStep { fault, state, label });
        }
        self.broken.is_some()
    }

    /// The number of a state, which is added if it is new; `None` if there is no room.
    fn number(&mut self, packed: &[u64], mut key: u64) -> Option<u32> {
        // Numbers stay below the reserved targets.
        let most = self.limits.states.min(FRESH as usize);
        loop {
            let number = self.space.store.number(packed, key, (most, self.tree_bytes));
            if number.is_some() {
                return number;
            }
            if !self.grow_table(most) {
                if self.space.n_states() >= most || !self.squeeze() {
                    return None;
                }
                key = self.space.store.key_of(packed, &mut self.recent);
            }
            self.tree_bytes = self.limits.bytes.saturating_sub(self.bytes_beside());
        }
    }

    /// Makes room for more states in a plain table, within the limits.
    fn grow_table(&mut self, most: usize) -> bool {
        let Some(table) = self.space.store.plain() else { return false };
        let now = table.capacity();
        let mut wanted = (now * 2).max(FIRST_CAPACITY).min(most);
        while wanted > now && self.bytes_for(table, wanted) > self.limits.bytes {
            wanted = now + (wanted - now) / 2;
        }
        if wanted > now {
            self.space.store.grow(wanted);
        }
        wanted > now
    }

    /// Makes room for more steps, within the limits.
    fn has_room_for(&mut self, n_steps: usize) -> bool {
        if self.space.steps.n_steps() + n_steps >= u32::MAX as usize {
            return false;
        }
        let more = n_steps * MAX_STEP_BYTES;
        while self.space.store.bytes() + self.bytes_beside() + more > self.limits.bytes {
            if !self.squeeze() {
                return false;
            }
        }
        true
    }

    /// Makes the space smaller and slower: turns the states into trees, then moves the oldest states and steps
    /// to disk. False if nothing is left to do.
    fn squeeze(&mut self) -> bool {
        let bytes = self.limits.bytes.saturating_sub(self.bytes_beside());
        if self.space.store.plant(bytes, self.stop) {
            self.has_new_keys = true;
            return true;
        }
        if (self.stop)() {
            self.is_stopped = true;
            return false;
        }
        let (bytes, space) = (self.limits.bytes / SPILLED_SHARE, &mut self.space);
        let file = Arc::clone(&space.file);
        space.steps.spill(&file, bytes) > 0 || space.store.spill(&file, bytes) > 0
    }

    /// The number of states for which there is room, as far as that is fixed.
    fn n_states_with_room(&self) -> usize {
        self.space.store.plain().map_or(self.space.n_states() + 1, StateTable::capacity)
    }

    /// Bytes of everything but the states.
    fn bytes_beside(&self) -> usize {
        self.bytes_beside_for(self.n_states_with_room())
    }

    /// Bytes of everything but the states, with room for this many states: steps, and the distances.
    fn bytes_beside_for(&self, states: usize) -> usize {
        let distances = states * Distances::bytes_a_state(self.space.layers.len());
        let steppers: usize = self.steppers.workers().iter().map(Stepper::bytes).sum();
        self.space.steps.bytes() + distances + self.space.list_bytes() + steppers + BATCH_BYTES
    }

    /// The most bytes needed while a plain table grows to this many states: the old is copied into the new.
    fn bytes_for(&self, table: &StateTable, states: usize) -> usize {
        let old = table.n_states() * table.width() * size_of::<u64>();
        let beside = self.bytes_beside_for(states);
        table.bytes_for(states).saturating_add(beside).saturating_add(old)
    }

    /// Finds won states among those that were found but not expanded.
    fn judge_rest(&mut self) {
        let Some(stepper) = self.steppers.first() else { return };
        let mut from = self.space.n_expanded();
        while from < self.space.n_states() && !(self.stop)() {
            let states = from..self.space.n_states().min(from + stepper.batch_states());
            let standings = stepper.judge(&self.space.store, states.clone());
            for (state, standing) in states.clone().zip(standings) {
                self.space.note(state, standing);
            }
            from = states.end;
        }
    }
}

impl StateSpace {
    fn note(&mut self, state: usize, standing: Standing) {
        match standing {
            Standing::Open => {}
            Standing::Won => {
                self.won.push(state as u32);
                self.first_win = self.first_win.or_else(|| Some(self.depth(state as u32)));
            }
            Standing::Lost => self.n_lost += 1,
            Standing::DeadEnd => self.n_unfollowed += 1,
        }
    }

    /// Notes that a step of the state being expanded wins.
    fn note_winning_step(&mut self) {
        self.n_winning_steps += 1;
        let state = self.n_expanded() as u32;
        self.first_win = self.first_win.or_else(|| Some(self.depth(state) + 1));
    }

    /// Notes that a state is being expanded. When the first state of a depth is, all states of that depth are
    /// known.
    fn enter_layer(&mut self) {
        let state = self.n_expanded();
        if state > 0 && self.layers.last().is_some_and(|last| *last as usize == state) {
            self.layers.push(self.n_states() as u32);
        }
    }
}
