//! Explores all positions of a game of moves: many are evaluated at once, as gates.

use std::ops::Range;
use std::sync::Arc;

use super::explored::Explored;
use super::lost_marks::LostMarks;
use super::machine::{Batch, Machine};
use super::quotient::Quotient;
use super::steps::StepGame;
use super::symmetry::{LeastPosition, Symmetries};
use foolproof_space::{
    ActionId, BATCH_BYTES, Expansion, SpaceLimits, Standing, StateStore, StateTable, Stepper,
    StopCheck, explore, resume,
};

/// Number of blocks of positions to process at once, if there are many.
const WIDE: usize = 4;
/// From this position on, dead ends that are recognised from marks are not followed.
pub(crate) const FIRST_WATCHED: usize = 50_000;
/// Maximum number of positions expanded between two checks for a stop.
const MAX_BATCH: usize = 4_096;

/// Worker that takes the steps of positions. A step's label represents its action together with its events.
struct PositionStepper<'a> {
    game: &'a StepGame,
    machine: &'a Machine,
    /// Positions from this number on are checked for dead ends.
    first_watched: usize,
    narrow: Batch<1>,
    /// `None` if it would take too much memory.
    wide: Option<Box<Batch<WIDE>>>,
    /// Present if only one position of each class is kept: symmetries map those of a class to each other.
    least: Option<LeastPosition<'a>>,
    /// Labels of the current batch.
    labels: StepLabels,
    /// Labels of all positions; those of the first stepper are the valid ones.
    all_labels: StepLabels,
    /// Buffer for the words of positions.
    words: Vec<u64>,
    astray: Option<(u32, ActionId)>,
}

/// Numbers of pairs of an action and a set of events. With symmetries, the number of the symmetry times the
/// number of actions is added to that of the action.
#[derive(Clone)]
struct StepLabels {
    table: StateTable,
    /// The last label of each action, which is usually the next one too.
    last: Vec<Option<u32>>,
    key: Vec<u64>,
}

impl StepGame {
    /// Explores all positions, up to the limits. If there are many, dead ends that are recognised from their
    /// marks are not followed.
    pub fn explore(&self, limits: &SpaceLimits, stop: StopCheck<'_>) -> Explored {
        self.explore_watched(FIRST_WATCHED, limits, stop)
    }

    /// Explores with a given number of the first position that is checked for dead ends.
    pub(crate) fn explore_watched(
        &self,
        first_watched: usize,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Explored {
        self.explore_on(None, first_watched, None, limits, stop)
    }

    /// Continues an exploration that was stopped, with the same result as without the stop.
    pub fn resume(&self, begun: Explored, limits: &SpaceLimits, stop: StopCheck<'_>) -> Explored {
        self.explore_on(Some(begun), FIRST_WATCHED, None, limits, stop)
    }

    /// Explores one position of each class, or continues that: symmetries map all positions of a class to each
    /// other. Dead ends are expanded like all others, because their marks prove something only in positions
    /// that can be reached from the start, and the representative of a class need not be one of these.
    pub fn explore_quotient(
        &self,
        symmetries: &Arc<Symmetries>,
        begun: Option<Quotient>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Quotient {
        let begun = begun.map(|begun| begun.explored);
        let explored = self.explore_on(begun, usize::MAX, Some(symmetries), limits, stop);
        let (first, _) = LeastPosition::new(symmetries).of(&self.kept_words(&self.start()));
        let (symmetries, n_actions) = (Arc::clone(symmetries), self.actions.len());
        Quotient { explored, symmetries, first, n_actions }
    }

    fn explore_on(
        &self,
        begun: Option<Explored>,
        first_watched: usize,
        symmetries: Option<&Symmetries>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Explored {
        let machine = Machine::new(self);
        // Games with very many actions would need much memory for the effects of each.
        let roomy = Batch::<WIDE>::bytes(&machine) < limits.bytes / 8;
        let (space, table, astray) = match begun {
            Some(begun) => (Some(begun.space), begun.label_table, begun.astray),
            None => (None, StateTable::new(1 + machine.event_width), None),
        };
        let least = symmetries.map(LeastPosition::new);
        let start = match least.clone() {
            Some(mut least) => least.of(&self.kept_words(&self.start())).1.to_vec(),
            None => self.kept_words(&self.start()),
        };
        let mut steppers = vec![PositionStepper {
            game: self,
            first_watched,
            narrow: Batch::new(&machine),
            wide: roomy.then(|| Box::new(Batch::new(&machine))),
            labels: StepLabels::new(&machine, symmetries),
            all_labels: StepLabels { table, ..StepLabels::new(&machine, symmetries) },
            least,
            words: Vec::new(),
            astray,
            machine: &machine,
        }];
        let (space, _) = match space {
            Some(space) => resume(space, &mut steppers, limits, stop),
            None => explore(&mut steppers, &start, limits, stop),
        };
        let astray = steppers.iter().filter_map(|stepper| stepper.astray).min();
        // The labels of the first stepper are the valid ones.
        let first = steppers.into_iter().next();
        let table = first.map_or_else(|| StateTable::new(1), |first| first.all_labels.table);
        Explored::new(space, Arc::clone(&self.words), self.kept_marks(), table, astray)
    }
}

impl Stepper for PositionStepper<'_> {
    type Fault = std::convert::Infallible;

    fn batch_states(&self) -> usize {
        let together = self.piece_states();
        let bytes_a_position = (self.machine.width + 3) * size_of::<u64>();
        let most = BATCH_BYTES / (bytes_a_position * self.machine.actions.len().max(1));
        (most / together * together).clamp(together, MAX_BATCH)
    }

    fn piece_states(&self) -> usize {
        if self.wide.is_some() { 64 * WIDE } else { 64 }
    }

    fn bytes(&self) -> usize {
        // Labels of a single batch are ignored, so that the sum is the same with more threads.
        if self.all_labels.table.n_states() == 0 { 0 } else { self.all_labels.table.bytes() }
    }

    fn expand(
        &mut self,
        known: &StateStore,
        states: Range<usize>,
        stop: StopCheck<'_>,
        made: &mut Expansion<Self::Fault>,
    ) {
        let watched = states.end > self.first_watched;
        let lost = watched.then(|| self.game.lost_marks(self.machine, stop)).flatten();
        if watched && lost.is_none() && stop() {
            // The set of followed positions must not depend on the time of stops.
            return made.stop();
        }
        let lost = lost.filter(|lost| !lost.is_empty());
        self.labels.clear();
        let together = self.piece_states();
        for first in states.clone().step_by(together) {
            if first > states.start && stop() {
                made.stop();
                break;
            }
            let states = first..states.end.min(first + together);
            let from = (known, known.states(states.clone(), &mut self.words));
            let first_watched = self.first_watched.saturating_sub(first);
            let lost = lost.map(|lost| (first_watched, lost));
            let keeping = (&mut self.labels, self.least.as_mut());
            let astray = match self.wide.as_mut().filter(|_| states.len() > 64) {
                Some(wide) => expand(self.machine, wide, from, lost, keeping, made),
                None => expand(self.machine, &mut self.narrow, from, lost, keeping, made),
            };
            let astray = astray.map(|(place, action)| ((states.start + place) as u32, action));
            self.astray = self.astray.or(astray);
        }
        let table = &self.labels.table;
        made.keep_labels(table.states(0..table.n_states()));
    }

    fn number_labels(&mut self, made: &mut Expansion<Self::Fault>) {
        let words = made.label_words().chunks_exact(self.all_labels.table.width());
        let numbers: Vec<u32> = words
            .map(|key| {
                let (action, events) = key.split_first().unwrap_or((&0, &[]));
                self.all_labels.label(*action as usize, events)
            })
            .collect();
        made.relabel(|label| numbers.get(label as usize).copied().unwrap_or(label));
    }

    fn another(&self) -> Option<Self> {
        let symmetries = self.least.as_ref().map(LeastPosition::symmetries);
        let labels = StepLabels::new(self.machine, symmetries);
        let (all_labels, least) = (labels.clone(), symmetries.map(LeastPosition::new));
        let wide = self.wide.as_ref().map(|_| Box::new(Batch::new(self.machine)));
        let narrow = Batch::new(self.machine);
        let (words, astray) = (Vec::new(), None);
        let Self { game, machine, first_watched, .. } = *self;
        Some(Self {
            game,
            machine,
            first_watched,
            narrow,
            wide,
            least,
            labels,
            all_labels,
            words,
            astray,
        })
    }

    fn judge(&mut self, known: &StateStore, states: Range<usize>) -> Vec<Standing> {
        let judged = states.clone().step_by(64).flat_map(|from| {
            let n = (states.end - from).min(64);
            let words = known.states(from..from + n, &mut self.words);
            self.narrow.judge(self.machine, words);
            (0..n).map(|place| self.narrow.standing(place)).collect::<Vec<_>>()
        });
        judged.collect()
    }
}

/// Takes the steps of as many positions as a batch holds, given their words. Returns the first one with an
/// action that leads astray.
fn expand<const W: usize>(
    machine: &Machine,
    batch: &mut Batch<W>,
    (known, words): (&StateStore, &[u64]),
    lost: Option<(usize, &LostMarks)>,
    (labels, mut least): (&mut StepLabels, Option<&mut LeastPosition<'_>>),
    made: &mut Expansion<std::convert::Infallible>,
) -> Option<(usize, ActionId)> {
    let n = words.len() / machine.width;
    batch.judge(machine, words);
    batch.act(machine, n);
    for (place, position) in words.chunks_exact(machine.width).enumerate() {
        let standing = batch.standing(place);
        let is_lost =
            |(first, lost): (usize, &LostMarks)| place >= first && lost.is_dead_end(position);
        if standing == Standing::Open && lost.is_some_and(is_lost) {
            made.end_state(Standing::DeadEnd);
            continue;
        }
        for action in 0..machine.actions.len() {
            if batch.is_legal(action, place) {
                let next = batch.next(machine, action, place);
                let (symmetry, next) = match &mut least {
                    Some(least) => least.of(next),
                    None => (0, next),
                };
                let action_by = symmetry * machine.actions.len() + action;
                let label = labels.label(action_by, batch.events(machine, action, place));
                made.step_found(label, next, known);
            }
        }
        made.end_state(standing);
    }
    let astray = |place| Some((place, batch.astray(place)? as ActionId));
    (0..n).filter(|_| batch.any_astray).find_map(astray)
}

impl StepLabels {
    fn new(machine: &Machine, symmetries: Option<&Symmetries>) -> Self {
        let table = StateTable::new(1 + machine.event_width);
        let n_actions = machine.actions.len() * symmetries.map_or(1, Symmetries::n_symmetries);
        Self { table, last: vec![None; n_actions], key: Vec::new() }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.last.fill(None);
    }

    /// Returns the label of an action together with its events.
    fn label(&mut self, action: usize, events: &[u64]) -> u32 {
        if let Some(last) = self.last[action]
            && self.table.state(last).get(1..) == Some(events)
        {
            return last;
        }
        self.key.clear();
        self.key.push(action as u64);
        self.key.extend_from_slice(events);
        let (label, _) = self.table.add(&self.key);
        self.last[action] = Some(label);
        label
    }
}
