//! Common properties of all solutions, in terms of the events of one play.
//!
//! One walk over the space answers for 64 events at a time: for each state it records the set of events that
//! some way to the state avoids. These sets only grow and the walk is breadth first, so the first way that
//! brings an event's bit to a win is a shortest solution without the event. For an event that occurs several
//! times in the play, another walk finds the shortest solutions that have it less often.

use rustc_hash::FxHashMap;

use super::bits::bits_of;
use super::sharing::share_out;
use super::shortcut::{STOP_EVERY, ShortcutSearch, verdict};
use super::walks::Walks;
use super::watched::{SpaceLimits, WatchedSpace};
use foolproof_kernel::StopCheck;

/// For each event and number of times, a shortest solution that has the event less often; and why the search
/// ended early, if it did.
struct LackingPlays {
    /// At place n, a shortest solution that has the event at most n times.
    plays: Vec<Option<Vec<u32>>>,
    ended: Option<ShortcutSearch>,
}

/// For each event of a space and each number of times from 1 up to the one in `times`: either every solution
/// has the event that often, or a shortest solution that has it less often.
///
/// O(states · actions · events) at worst; usually one walk answers for 64 events.
pub fn every_solution(
    space: &WatchedSpace<'_>,
    times: &[u32],
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> Vec<Vec<ShortcutSearch>> {
    let n_words = space.sets.n_words();
    let mut workers = vec![(); limits.threads.clamp(1, n_words.max(1))];
    let bytes = limits.bytes / workers.len();
    let without = share_out(&mut workers, n_words, |(), word| {
        let bits = times.len().saturating_sub(word * 64).min(64);
        let wanted = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        solutions_without(space, word, wanted, bytes, stop)
    });
    let mut found = Vec::with_capacity(times.len());
    for (word, without) in without.into_iter().enumerate() {
        for (bit, times) in times.iter().skip(word * 64).take(64).enumerate() {
            let first = match &without {
                Ok(plays) => verdict(space, plays.get(&(bit as u32)).cloned()),
                Err(ended) => ended.clone(),
            };
            let event = (word * 64 + bit) as u32;
            let mut verdicts = vec![first];
            if *times > 1 {
                let fewer = solutions_with_fewer(space, event, *times, limits, stop);
                let ended = &fewer.ended;
                let rest = fewer.plays.into_iter().skip(1);
                verdicts.extend(rest.map(|play| match (play, ended) {
                    (None, Some(ended)) => ended.clone(),
                    (play, _) => verdict(space, play),
                }));
            }
            found.push(verdicts);
        }
    }
    found
}

/// For every event of a word that some solution avoids, a shortest such solution, by its bit.
fn solutions_without(
    space: &WatchedSpace<'_>,
    word: usize,
    wanted: u64,
    bytes: usize,
    stop: StopCheck<'_>,
) -> Result<FxHashMap<u32, Vec<u32>>, ShortcutSearch> {
    let mut plays = FxHashMap::default();
    let sets = &space.sets;
    let mut open = wanted & !sets.start_word(word);
    if space.space.distance(0) == Some(0) {
        plays.extend(bits_of(open).map(|bit| (bit as u32, Vec::new())));
        return Ok(plays);
    }
    // For every state, the events that some way to it avoids.
    let mut known = vec![0; space.space.n_states()];
    let mut walks = Walks::start(open, bytes.saturating_sub(known.len() * size_of::<u64>()));
    known.iter_mut().take(1).for_each(|start| *start = open);
    let mut at = 0;
    while let Some(walk) = walks.get(at).filter(|_| open != 0) {
        if at % STOP_EVERY == 0 && stop() {
            return Err(ShortcutSearch::Stopped);
        }
        if walks.is_full() {
            return Err(ShortcutSearch::Limit);
        }
        for step in space.steps(walk.state) {
            let bits = walk.carried & open & !sets.word(step.set, word);
            if bits == 0 {
                continue;
            }
            let Some(target) = step.target else {
                let mut play = walks.play(at);
                play.push(step.label);
                plays.extend(bits_of(bits).map(|bit| (bit as u32, play.clone())));
                open &= !bits;
                continue;
            };
            let known = &mut known[target as usize];
            let bits = bits & !*known;
            if bits != 0 {
                *known |= bits;
                walks.push(at, step.label, target, bits);
            }
        }
        at += 1;
    }
    Ok(plays)
}

/// Shortest solutions that have an event at most 1, 2, … `times` − 1 times.
///
/// Breadth first. A way to a state counts only if it has the event less often than every way to it that is as
/// short, and a solution only if it has the event less often than the last one.
fn solutions_with_fewer(
    space: &WatchedSpace<'_>,
    event: u32,
    times: u32,
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> LackingPlays {
    let sets = &space.sets;
    let at_start = u32::from(sets.starts_with(event));
    let mut found = LackingPlays { plays: vec![None; times as usize], ended: None };
    let mut fewest = vec![times; space.space.n_states()];
    let bytes = limits.bytes.saturating_sub(fewest.len() * size_of::<u32>());
    let mut walks = Walks::start(at_start, bytes);
    let (mut below, mut at) = (times, 0);
    while let Some(walk) = walks.get(at).filter(|_| below > 1) {
        let halted = match at % STOP_EVERY == 0 && stop() {
            true => Some(ShortcutSearch::Stopped),
            false => walks.is_full().then_some(ShortcutSearch::Limit),
        };
        if halted.is_some() {
            found.ended = halted;
            return found;
        }
        let number = at;
        at += 1;
        if walk.carried >= below {
            continue;
        }
        for step in space.steps(walk.state) {
            let count = walk.carried + u32::from(sets.has(step.set, event));
            if count >= below {
                continue;
            }
            let Some(target) = step.target else {
                let mut play = walks.play(number);
                play.push(step.label);
                for lacking in count..below {
                    found.plays[lacking as usize] = Some(play.clone());
                }
                below = count;
                continue;
            };
            let best = &mut fewest[target as usize];
            if count < *best {
                *best = count;
                walks.push(number, step.label, target, count);
            }
        }
    }
    found
}
