//! Solutions that do not satisfy a formula: a search over states together with states of a monitor.
//!
//! It follows the explored steps and applies no rule again. If it ends without a result, that proves that all
//! solutions, of any length, satisfy the formula.

use serde::{Deserialize, Serialize};

use super::bits::PagedBits;
use super::monitor::{Automaton, FAILS, HOLDS, Monitor};
use super::walks::Walks;
use super::watched::{SpaceLimits, WatchedSpace, WatchedStep};
use foolproof_kernel::StopCheck;

/// The result of a search for a solution that lacks a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShortcutSearch<A = u32> {
    /// A solution that lacks it, and whether it is proved that no shorter one does.
    Found {
        play: Vec<A>,
        shortest: bool,
    },
    /// No solution of any length lacks it; also if there is no solution at all.
    Proved,
    /// States or memory ran out.
    Limit,
    Stopped,
}

impl<A> ShortcutSearch<A> {
    /// The same result, with names of actions instead of labels.
    pub fn with_actions<B>(self, name: impl Fn(A) -> Option<B>) -> ShortcutSearch<B> {
        match self {
            Self::Found { play, shortest } => ShortcutSearch::Found {
                play: play.into_iter().filter_map(name).collect(),
                shortest,
            },
            Self::Proved => ShortcutSearch::Proved,
            Self::Limit => ShortcutSearch::Limit,
            Self::Stopped => ShortcutSearch::Stopped,
        }
    }
}

/// Walks between two checks for a stop.
pub(crate) const STOP_EVERY: usize = 1 << 12;

/// The result of a search through a whole space that found this play, or none.
pub(crate) fn verdict(space: &WatchedSpace<'_>, found: Option<Vec<u32>>) -> ShortcutSearch {
    let (known, is_torn) = (space.known_length, space.space.is_torn());
    match found {
        Some(play) => {
            let shortest = known.is_none_or(|length| play.len() <= length as usize) && !is_torn;
            ShortcutSearch::Found { play, shortest }
        }
        None if known.is_none() && !is_torn => ShortcutSearch::Proved,
        None => ShortcutSearch::Limit,
    }
}

/// The best solution so far: a walk, one more step, and then a shortest way to a win.
#[derive(Clone, Copy)]
struct BestEnd {
    length: u32,
    walk: usize,
    step: WatchedStep,
}

/// A shortest solution that does not satisfy the formula of a monitor, or the proof that there is none.
///
/// O(states · states of the monitor · actions).
pub fn shortcut(
    space: &WatchedSpace<'_>,
    monitor: Monitor,
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> ShortcutSearch {
    let mut automaton = Automaton::new(monitor, &space.sets);
    let start = automaton.start();
    let is_won = space.space.distance(0) == Some(0);
    match start {
        HOLDS => return verdict(space, None),
        FAILS => return verdict(space, space.space.way_to_win(0)),
        _ if is_won => return verdict(space, (!automaton.holds(start)).then(Vec::new)),
        _ => {}
    }
    let mut walks = Walks::start((start, 0), limits.bytes);
    // For every state of the monitor, the states that were reached with it.
    let mut met: Vec<PagedBits> = Vec::new();
    let mut best: Option<BestEnd> = None;
    let (mut at, mut met_bytes) = (0, 0);
    while let Some(walk) = walks.get(at) {
        if at % STOP_EVERY == 0 && stop() {
            return ShortcutSearch::Stopped;
        }
        if walks.is_full() || walks.bytes() + met_bytes + automaton.bytes() > limits.bytes {
            return ShortcutSearch::Limit;
        }
        let (state, length) = (walk.carried.0, walk.carried.1 + 1);
        if best.is_some_and(|best| best.length <= length) {
            break;
        }
        for step in space.steps(walk.state) {
            let state = automaton.step(state, step.set);
            let fails = state == FAILS || (step.target.is_none() && !automaton.holds(state));
            match step.target {
                _ if fails => {
                    // From here, any way to a win will do.
                    let left =
                        step.target.and_then(|target| space.space.distance(target)).unwrap_or(0);
                    if best.is_none_or(|best| length + left < best.length) {
                        best = Some(BestEnd { length: length + left, walk: at, step });
                    }
                }
                Some(target) if state != HOLDS => {
                    if met.len() <= state as usize {
                        met.resize_with(state as usize + 1, PagedBits::default);
                    }
                    if let Some(bytes) = met[state as usize].add(target) {
                        met_bytes += bytes;
                        walks.push(at, step.label, target, (state, length));
                    }
                }
                _ => {}
            }
        }
        at += 1;
    }
    let play = best.and_then(|best| {
        let mut play = walks.play(best.walk);
        play.push(best.step.label);
        if let Some(target) = best.step.target {
            play.extend(space.space.way_to_win(target)?);
        }
        Some(play)
    });
    verdict(space, play)
}
