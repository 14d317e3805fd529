//! Goes through all positions of a game of moves: many are evaluated at once, as gates.

use std::ops::Range;
use std::sync::Arc;

use super::explored::{Explored, Labels};
use super::machine::{Batch, Machine};
use super::steps::StepGame;
use foolproof_space::{
    ActionId, BATCH_BYTES, Expansion, SpaceLimits, Standing, StateStore, StateTable, Stepper,
    StopCheck, explore, hash_of,
};

/// Blocks of positions to process at once, if there are many.
const WIDE: usize = 4;
/// Positions that are expanded between two questions whether to stop, at most.
const MOST_BATCH: usize = 4_096;

/// Takes the steps of positions. A step's label represents its action together with its events.
struct PositionStepper<'a> {
    machine: &'a Machine,
    narrow: Batch<1>,
    /// `None` where it would take too much memory.
    wide: Option<Box<Batch<WIDE>>>,
    /// Of the positions that are expanded at once.
    labels: StepLabels,
    /// Of all positions; the first stepper's counts.
    all_labels: StepLabels,
    /// Room for the words of positions.
    words: Vec<u64>,
    astray: Option<(u32, ActionId)>,
}

/// Numbers the pairs of an action and a set of events.
struct StepLabels {
    table: StateTable,
    /// The label that each action had last, which most often is the next one too.
    last: Vec<Option<u32>>,
    key: Vec<u64>,
}

impl StepGame {
    /// Goes through all positions, up to the limits.
    pub fn explore(&self, limits: &SpaceLimits, stop: StopCheck<'_>) -> Explored {
        let machine = Machine::new(self);
        // Games with very many actions would need much room for what each of them does.
        let roomy = Batch::<WIDE>::bytes(&machine) < limits.bytes / 8;
        let mut steppers = vec![PositionStepper {
            narrow: Batch::new(&machine),
            wide: roomy.then(|| Box::new(Batch::new(&machine))),
            labels: StepLabels::new(&machine),
            all_labels: StepLabels::new(&machine),
            words: Vec::new(),
            astray: None,
            machine: &machine,
        }];
        let (space, _) = explore(&mut steppers, &self.start().0, limits, stop);
        let labels = steppers.first().map(|stepper| Labels::of(&stepper.all_labels.table));
        let astray = steppers.iter().filter_map(|stepper| stepper.astray).min();
        Explored::new(space, Arc::clone(&self.words), labels.unwrap_or_default(), astray)
    }
}

impl Stepper for PositionStepper<'_> {
    type Fault = std::convert::Infallible;

    fn batch_states(&self) -> usize {
        let together = self.piece_states();
        let bytes_a_position = (self.machine.width + 3) * size_of::<u64>();
        let most = BATCH_BYTES / (bytes_a_position * self.machine.actions.len().max(1));
        (most / together * together).clamp(together, MOST_BATCH)
    }

    fn piece_states(&self) -> usize {
        if self.wide.is_some() { 64 * WIDE } else { 64 }
    }

    fn bytes(&self) -> usize {
        // Those of a few positions do not count, whoever expands them.
        if self.all_labels.table.n_states() == 0 { 0 } else { self.all_labels.table.bytes() }
    }

    fn expand(
        &mut self,
        known: &StateStore,
        states: Range<usize>,
        stop: StopCheck<'_>,
        made: &mut Expansion<Self::Fault>,
    ) {
        self.labels.clear();
        let together = self.piece_states();
        for first in states.clone().step_by(together) {
            if first > states.start && stop() {
                made.stop();
                break;
            }
            let states = first..states.end.min(first + together);
            let from = (known, known.states(states.clone(), &mut self.words));
            let labels = &mut self.labels;
            let astray = match self.wide.as_mut().filter(|_| states.len() > 64) {
                Some(wide) => expand(self.machine, wide, from, labels, made),
                None => expand(self.machine, &mut self.narrow, from, labels, made),
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
        let (labels, all_labels) = (StepLabels::new(self.machine), StepLabels::new(self.machine));
        let wide = self.wide.as_ref().map(|_| Box::new(Batch::new(self.machine)));
        let narrow = Batch::new(self.machine);
        let (words, astray) = (Vec::new(), None);
        Some(Self { machine: self.machine, narrow, wide, labels, all_labels, words, astray })
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

/// Takes the steps of as many positions as a batch holds, given their words; tells the first one with an
/// action that leads astray.
fn expand<const W: usize>(
    machine: &Machine,
    batch: &mut Batch<W>,
    (known, words): (&StateStore, &[u64]),
    labels: &mut StepLabels,
    made: &mut Expansion<std::convert::Infallible>,
) -> Option<(usize, ActionId)> {
    let n = words.len() / machine.width;
    batch.judge(machine, words);
    batch.act(machine, n);
    for place in 0..n {
        for action in 0..machine.actions.len() {
            if batch.is_legal(action, place) {
                let next = batch.next(machine, action, place);
                let label = labels.label(action, batch.events(machine, action, place));
                made.step_found(label, next, known);
            }
        }
        made.end_state(batch.standing(place));
    }
    let astray = |place| Some((place, batch.astray(place)? as ActionId));
    (0..n).filter(|_| batch.any_astray).find_map(astray)
}

impl StepLabels {
    fn new(machine: &Machine) -> Self {
        let table = StateTable::new(1 + machine.event_width);
        Self { table, last: vec![None; machine.actions.len()], key: Vec::new() }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.last.fill(None);
    }

    /// The number of an action together with its events.
    fn label(&mut self, action: usize, events: &[u64]) -> u32 {
        if let Some(last) = self.last[action]
            && self.table.state(last).get(1..) == Some(events)
        {
            return last;
        }
        self.key.clear();
        self.key.push(action as u64);
        self.key.extend_from_slice(events);
        let hash = hash_of(&self.key);
        let label = self.table.number(&self.key, hash).unwrap_or_else(|| {
            self.table.grow((2 * self.table.capacity()).max(256));
            self.table.number(&self.key, hash).unwrap_or(0)
        });
        self.last[action] = Some(label);
        label
    }
}
