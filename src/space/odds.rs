//! Odds of winning a level with chance: with luck, for sure, and the best chance.
//!
//! - *With luck*: some keys win if every outcome is favourable. Found backwards from the wins, over any way.
//! - *For sure*: a strategy wins against every outcome, within a bounded number of turns. The least fixed
//!   point: a state is sure if all ways of some step win or lead to sure states.
//! - *Almost surely*: a strategy wins with chance 1, though no number of turns is always enough, as with a
//!   coin thrown until it shows heads. The greatest set of states from which one can win with luck by steps
//!   that never leave the set (de Alfaro, "Formal Verification of Probabilistic Systems", 1997).
//! - The *best chance* is the least solution of x(s) = max over steps of the mean of x over their ways. See
//!   `values`.
//!
//! If some states or steps are unknown, the wins found still hold, and nothing else is known.

use super::chance::ChanceSpace;
use super::chance_turns::Chance;
use super::stepper::WINS;
use super::values::{StateValues, Worth};
use foolproof_kernel::StopCheck;

/// No number of turns is enough.
pub(crate) const NEVER: u32 = u32::MAX;
/// No step of the state is worth anything.
const NO_STEP: u32 = u32::MAX;

/// The best chance of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestChance {
    /// Proven bounds: the best chance lies between `low` and `high`.
    pub low: f64,
    pub high: f64,
    /// The chance itself, if it was found and verified as a fraction.
    pub exact: Option<Chance>,
}

/// Odds of every state, and the best steps.
pub struct Odds {
    /// Turns to a win if every outcome is favourable, or [`NEVER`].
    luck: Vec<u32>,
    /// Turns that are enough whatever the outcomes, or [`NEVER`].
    sure: Vec<u32>,
    almost: Vec<bool>,
    values: StateValues,
    /// The step to take in each state, by its number, or [`NO_STEP`].
    choices: Vec<u32>,
    is_complete: bool,
}

/// The steps that may lead to each state; those that may win come after those of the last state.
pub(crate) struct Sources {
    first: Vec<u32>,
    steps: Vec<u32>,
    /// The state of each step.
    state_of: Vec<u32>,
}

impl Sources {
    pub(crate) fn new(space: &ChanceSpace) -> Self {
        let n_states = space.n_states();
        let slot = |target: u32| if target == WINS { n_states } else { target as usize };
        let mut first = vec![0_u32; n_states + 2];
        space.ways.iter().for_each(|way| first[slot(way.target) + 1] += 1);
        for at in 0..=n_states {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut steps = vec![0; space.ways.len()];
        let mut state_of = vec![0; space.steps.len()];
        for state in 0..n_states as u32 {
            for step in space.steps_of(state) {
                state_of[step] = state;
                for way in space.ways_of(step) {
                    let next = &mut next[slot(way.target)];
                    steps[*next as usize] = step as u32;
                    *next += 1;
                }
            }
        }
        Self { first, steps, state_of }
    }

    /// The steps with a way to a state, or to a win, each with its state.
    fn of(&self, target: u32) -> impl Iterator<Item = (usize, u32)> {
        let at = if target == WINS { self.first.len() - 2 } else { target as usize };
        let steps = &self.steps[self.first[at] as usize..self.first[at + 1] as usize];
        steps.iter().map(|step| (*step as usize, self.state_of[*step as usize]))
    }

    /// Goes backwards from the wins and from the states that are `done`, over the allowed steps into each
    /// state, and assigns a step to every state it reaches.
    fn spread(
        &self,
        mut queue: Vec<u32>,
        is_allowed: impl Fn(usize, u32) -> bool,
        choices: &mut [u32],
        mut meet: impl FnMut(u32, u32) -> bool,
    ) {
        let mut at = 0;
        while let Some(target) = queue.get(at).copied() {
            at += 1;
            for (step, state) in self.of(target) {
                if is_allowed(step, target) && meet(state, target) {
                    choices[state as usize] = step as u32;
                    queue.push(state);
                }
            }
        }
    }
}

impl Odds {
    /// Computes the odds; `None` if stopped. `knows_all` says that all steps of the states are known.
    pub fn of(space: &ChanceSpace, knows_all: bool, stop: StopCheck<'_>) -> Option<Odds> {
        let is_complete = knows_all && space.is_complete();
        let sources = Sources::new(space);
        let n_states = space.n_states();
        let mut choices = vec![NO_STEP; n_states];
        let luck = with_luck(space, &sources, |_, _| true);
        let almost = almost_surely(space, &sources, &luck, |_| true, &mut choices, stop)?;
        let sure = for_sure(space, &sources, |_| true, &mut choices);
        let worth = |state: usize| match (almost[state], luck[state] == NEVER) {
            (true, _) => Worth::One,
            (_, true) => Worth::Nothing,
            _ => Worth::Between,
        };
        let worths: Vec<Worth> = (0..n_states).map(worth).collect();
        let values = StateValues::of(space, &worths, &luck, is_complete, stop)?;
        // Choose a best step that may come nearer to a win: others may go round for ever.
        let mut met: Vec<bool> = worths.iter().map(|worth| *worth != Worth::Between).collect();
        let queue = (0..n_states as u32).filter(|state| almost[*state as usize]);
        let queue: Vec<u32> = [WINS].into_iter().chain(queue).collect();
        let is_best = |step: usize, _| values.is_best(space, step, sources.state_of[step]);
        let meet = |state: u32, _| !std::mem::replace(&mut met[state as usize], true);
        sources.spread(queue, is_best, &mut choices, meet);
        let values = values.confirmed(&met);
        Some(Odds { luck, sure, almost, values, choices, is_complete })
    }

    /// Turns to a win from a state if every outcome is favourable; `None` if it cannot be won.
    pub fn with_luck(&self, state: u32) -> Option<u32> {
        self.luck.get(state as usize).copied().filter(|turns| *turns != NEVER)
    }

    /// Turns within which a state is won whatever the outcomes; `None` if no number is enough.
    pub fn for_sure(&self, state: u32) -> Option<u32> {
        self.sure.get(state as usize).copied().filter(|turns| *turns != NEVER)
    }

    /// Returns whether a state can be won with chance 1.
    pub fn almost_surely(&self, state: u32) -> bool {
        self.almost.get(state as usize).copied().unwrap_or(false)
    }

    /// The best chance from a state.
    pub fn best_chance(&self, state: u32) -> BestChance {
        self.values.of_state(state as usize)
    }

    /// The label of the step to take in a state; `None` if it cannot be won.
    ///
    /// If a win is sure, the step wins in the fewest turns that are enough; otherwise it has the best chance.
    pub fn choice(&self, space: &ChanceSpace, state: u32) -> Option<u32> {
        let step = self.choices.get(state as usize).copied().filter(|step| *step != NO_STEP)?;
        space.steps.get(step as usize).map(|(label, _)| *label)
    }

    /// Returns the odds from the start, which chance may choose.
    pub fn at_start(&self, space: &ChanceSpace) -> OddsAtStart {
        let starts = space.starts();
        let states = || starts.iter().map(|way| way.target);
        let sure: Option<Vec<u32>> = states().map(|state| self.for_sure(state)).collect();
        OddsAtStart {
            with_luck: states().filter_map(|state| self.with_luck(state)).min(),
            for_sure: sure.and_then(|turns| turns.into_iter().max()),
            almost_surely: !starts.is_empty() && states().all(|state| self.almost_surely(state)),
            best: self.values.mean(starts),
            is_complete: self.is_complete,
        }
    }

    /// The number of states that cannot be won even with luck; `None` if it is not known.
    pub fn n_dead_ends(&self) -> Option<usize> {
        let dead = || self.luck.iter().filter(|turns| **turns == NEVER).count();
        self.is_complete.then(dead)
    }
}

/// Odds of winning a level from its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OddsAtStart {
    /// Turns to a win if every outcome is favourable; `None` if there is no win.
    pub with_luck: Option<u32>,
    /// Turns within which it is won whatever the outcomes; `None` if no number is enough.
    pub for_sure: Option<u32>,
    pub almost_surely: bool,
    pub best: BestChance,
    /// Nothing is unknown: any win that is not reported is impossible.
    pub is_complete: bool,
}

/// Turns to a win over the ways that `is_allowed` accepts, given their steps and targets.
pub(crate) fn with_luck(
    space: &ChanceSpace,
    sources: &Sources,
    is_allowed: impl Fn(usize, u32) -> bool,
) -> Vec<u32> {
    let mut luck = vec![NEVER; space.n_states()];
    let mut none = vec![NO_STEP; space.n_states()];
    let meet = |state: u32, target: u32| {
        let turns = if target == WINS { 1 } else { luck[target as usize] + 1 };
        let here = &mut luck[state as usize];
        let is_new = *here == NEVER;
        *here = (*here).min(turns);
        is_new
    };
    sources.spread(vec![WINS], is_allowed, &mut none, meet);
    luck
}

/// Turns that are enough, by allowed steps only.
pub(crate) fn for_sure(
    space: &ChanceSpace,
    sources: &Sources,
    is_allowed: impl Fn(usize) -> bool,
    choices: &mut [u32],
) -> Vec<u32> {
    let mut sure = vec![NEVER; space.n_states()];
    // The ways of each step that are not sure to win yet.
    let mut missing: Vec<u32> =
        (0..space.steps.len()).map(|step| space.ways_of(step).len() as u32).collect();
    let mut queue = vec![WINS];
    let mut at = 0;
    while let Some(target) = queue.get(at).copied() {
        at += 1;
        let turns = if target == WINS { 1 } else { sure[target as usize] + 1 };
        for (step, state) in sources.of(target) {
            missing[step] -= 1;
            if missing[step] == 0 && sure[state as usize] == NEVER && is_allowed(step) {
                sure[state as usize] = turns;
                choices[state as usize] = step as u32;
                queue.push(state);
            }
        }
    }
    sure
}

/// The states that are won with chance 1 by allowed steps.
pub(crate) fn almost_surely(
    space: &ChanceSpace,
    sources: &Sources,
    luck: &[u32],
    may_take: impl Fn(usize) -> bool,
    choices: &mut [u32],
    stop: StopCheck<'_>,
) -> Option<Vec<bool>> {
    let mut stays: Vec<bool> = luck.iter().map(|turns| *turns != NEVER).collect();
    loop {
        if stop() {
            return None;
        }
        let is_allowed = |step: usize, _| {
            let mut ways = space.ways_of(step).iter();
            may_take(step) && ways.all(|way| way.target == WINS || stays[way.target as usize])
        };
        let mut met = vec![false; stays.len()];
        choices.fill(NO_STEP);
        let meet = |state: u32, _| !std::mem::replace(&mut met[state as usize], true);
        sources.spread(vec![WINS], is_allowed, choices, meet);
        // A step counts only if it never leaves the set, and only for a state in the set.
        for (met, stays) in met.iter_mut().zip(&stays) {
            *met &= stays;
        }
        if met == stays {
            let outside = choices.iter_mut().zip(&stays).filter(|(_, stays)| !**stays);
            outside.for_each(|(choice, _)| *choice = NO_STEP);
            return Some(stays);
        }
        stays = met;
    }
}
