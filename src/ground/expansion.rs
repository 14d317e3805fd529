//! Successors of positions in a best-first search: the steps that are not walks, with ratings, and a check for
//! marks that are stuck for ever.

use super::circuit::Wire;
use super::filling_plan::PlanFeatures;
use super::lost_marks::LostMarks;
use super::machine::Machine;
use super::walk_flood::{FloodWins, WalkFlood};
use super::win_estimate::WinEstimate;
use foolproof_space::{ActionId, Standing, StateTable, hash_of};
use rustc_hash::FxHashSet;

/// State of the search, shared by all workers.
#[derive(Clone, Copy)]
pub(crate) struct KnownPositions<'a> {
    pub(crate) table: &'a StateTable,
    /// Signatures of expanded walks.
    pub(crate) walks: &'a FxHashSet<u64>,
}

/// A newly visited position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPosition {
    /// Index of the position from which it comes.
    pub(crate) parent: usize,
    pub(crate) action: ActionId,
    /// The first marks that the step removes and adds, except walkers.
    pub(crate) moved: (Option<u32>, Option<u32>),
    /// Features, if the game has any.
    pub(crate) features: Option<PlanFeatures>,
    /// Estimated cost of moving the marks to their places.
    pub(crate) far: u32,
    /// Number of conditions of the win that do not hold.
    pub(crate) unmet: u32,
    pub(crate) standing: Standing,
}

/// Result for one of the positions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outlook {
    /// Open, with the signature of its walk; `None` if the walk is longer than the limit.
    Open(Option<u64>),
    /// The walk was expanded before.
    Known,
    /// Marks seem to be stuck where they must not be.
    Stuck,
}

/// Successors of some positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expanded {
    /// Index of the position from which a walk wins.
    pub(crate) won: Option<usize>,
    pub(crate) outlooks: Vec<Outlook>,
    pub(crate) found: Vec<NewPosition>,
    /// Words of the positions found, concatenated.
    pub(crate) words: Vec<u64>,
}

/// Worker that takes the steps of positions.
#[derive(Clone)]
pub(crate) struct Expander<'a> {
    machine: &'a Machine,
    lost: Option<&'a LostMarks>,
    goals: &'a [Wire],
    estimate: WinEstimate,
    pub(crate) flood: WalkFlood<'a>,
    /// Successors, each after the number of its walk.
    next: StateTable,
    actions: Vec<ActionId>,
    walkers: &'a [u64],
    /// For each walk, marks that some step moves.
    moved: Vec<u64>,
}

impl<'a> Expander<'a> {
    pub(crate) fn new(
        machine: &'a Machine,
        lost: Option<&'a LostMarks>,
        goals: &'a [Wire],
        (estimate, walkers): (WinEstimate, &'a [u64]),
    ) -> Self {
        let next = StateTable::new(machine.width + 1);
        let flood = WalkFlood::new(machine, walkers);
        let (actions, moved) = (Vec::new(), Vec::new());
        Self { machine, lost, goals, estimate, flood, next, actions, walkers, moved }
    }

    /// Takes the steps of positions, given their words concatenated; those with `anyway` are expanded even if
    /// marks are stuck. O(walks · actions).
    pub(crate) fn expand(
        &mut self,
        starts: &[u64],
        anyway: &[bool],
        known: KnownPositions<'_>,
    ) -> Expanded {
        let width = self.machine.width;
        let mut made = Expanded::default();
        if let Some(won) = self.take_steps(starts) {
            made.won = Some(won);
            return made;
        }
        let open = |signature: Option<u64>| match signature {
            Some(signature) if known.walks.contains(&signature) => Outlook::Known,
            signature => Outlook::Open(signature),
        };
        made.outlooks = self.flood.signatures().into_iter().map(open).collect();
        self.find_stuck(starts, anyway, &mut made.outlooks);
        let mut stood_on = None;
        for number in 0..self.next.n_states() {
            let (walk, to) = match self.next.state(number as u32) {
                [walk, to @ ..] => (*walk as usize, to),
                [] => continue,
            };
            let from = &starts[walk * width..][..width];
            let is_open = matches!(made.outlooks[walk], Outlook::Open(_));
            if !is_open || known.table.find(to, hash_of(to)).is_some() {
                continue;
            }
            if stood_on != Some(walk) {
                self.estimate.stand_on(from);
                stood_on = Some(walk);
            }
            let (far, action) = (self.estimate.after(from, to), self.actions[number]);
            let (unmet, standing, features) = (0, Standing::Open, self.estimate.features(to));
            let moved = (first_of(self.walkers, from, to), first_of(self.walkers, to, from));
            let parent = walk;
            made.found.push(NewPosition { parent, action, moved, features, far, unmet, standing });
            made.words.extend_from_slice(to);
        }
        self.judge(&mut made);
        made
    }

    /// Fills `next`. Returns the index of a position from which a walk wins, if there is one.
    fn take_steps(&mut self, starts: &[u64]) -> Option<usize> {
        let width = self.machine.width;
        self.next.clear();
        self.actions.clear();
        self.moved.clear();
        self.moved.resize(starts.len(), 0);
        let mut key = Vec::with_capacity(width + 1);
        let (next, actions, moved) = (&mut self.next, &mut self.actions, &mut self.moved);
        let (lost, walkers) = (self.lost, self.walkers);
        let won = self.flood.run(starts, FloodWins::End, |step| {
            note_moved(&mut moved[step.walk * width..][..width], walkers, (step.from, step.to));
            if lost.is_some_and(|lost| lost.is_dead_end(step.to)) {
                return;
            }
            key.clear();
            key.push(step.walk as u64);
            key.extend_from_slice(step.to);
            if next.add(&key).1 {
                actions.push(step.action);
            }
        });
        won.map(|won| self.flood.walk_of(won))
    }

    /// Finds marks that no step moves, not even after all movable marks are gone: as in the freeze deadlocks of
    /// Sokoban, they stay in place. In other games marks may come from elsewhere, so this is only a hint.
    fn find_stuck(&mut self, starts: &[u64], anyway: &[bool], outlooks: &mut [Outlook]) {
        if self.walkers.iter().all(|word| *word == 0) {
            return;
        }
        let width = self.machine.width;
        let mut walks: Vec<usize> = (0..outlooks.len())
            .filter(|walk| matches!(outlooks[*walk], Outlook::Open(_)) && !anyway[*walk])
            .collect();
        let mut left: Vec<u64> = Vec::new();
        walks.iter().for_each(|walk| left.extend_from_slice(&starts[walk * width..][..width]));
        let mut moved: Vec<u64> = Vec::new();
        walks.iter().for_each(|walk| moved.extend_from_slice(&self.moved[walk * width..][..width]));
        while !walks.is_empty() {
            // Walks in which some mark moved and another seems stuck in a wrong place.
            let (mut again, mut words) = (Vec::new(), Vec::new());
            for (at, walk) in walks.iter().enumerate() {
                let whole = &starts[walk * width..][..width];
                let place = at * width..(at + 1) * width;
                let (before, gone) = (&left[place.clone()], &moved[place]);
                let fewer: Vec<u64> =
                    before.iter().zip(gone).map(|(before, gone)| before & !gone).collect();
                if !self.estimate.excludes(whole, &fewer) {
                    continue;
                }
                if fewer.iter().zip(before).all(|(fewer, before)| fewer == before) {
                    outlooks[*walk] = Outlook::Stuck;
                    continue;
                }
                again.push(*walk);
                words.extend(fewer);
            }
            (walks, left) = (again, words);
            moved.clear();
            moved.resize(left.len(), 0);
            let (moved, walkers) = (&mut moved, self.walkers);
            self.flood.run(&left, FloodWins::Ignored, |step| {
                note_moved(&mut moved[step.walk * width..][..width], walkers, (step.from, step.to));
            });
        }
    }

    /// Finds won positions, and counts the conditions that do not hold.
    fn judge(&mut self, made: &mut Expanded) {
        let width = self.machine.width;
        let pieces = made.found.chunks_mut(64).zip(made.words.chunks(64 * width));
        for (found, words) in pieces {
            self.flood.batch.judge(self.machine, words);
            for (at, found) in found.iter_mut().enumerate() {
                found.standing = self.flood.batch.standing(at);
                let unmet = self.goals.iter().filter(|goal| !self.flood.batch.is_on(**goal, at));
                found.unmet = unmet.count() as u32;
            }
        }
    }
}

/// Returns the first mark that only one of two positions has, except walkers.
fn first_of(walkers: &[u64], here: &[u64], there: &[u64]) -> Option<u32> {
    let words = here.iter().zip(there).zip(walkers);
    let mut words = words.map(|((here, there), walkers)| here & !there & !walkers).enumerate();
    let (word, bits) = words.find(|(_, bits)| *bits != 0)?;
    Some((word * 64) as u32 + bits.trailing_zeros())
}

/// Notes the marks that a step removes, except walkers.
fn note_moved(moved: &mut [u64], walkers: &[u64], (from, to): (&[u64], &[u64])) {
    let words = from.iter().zip(to).zip(walkers);
    for (moved, ((from, to), walkers)) in moved.iter_mut().zip(words) {
        *moved |= from & !to & !walkers;
    }
}
