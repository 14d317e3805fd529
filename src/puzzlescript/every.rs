//! What every solution of a level does, of all that a given solution does.
//!
//! For each event of a play: whether every solution has it, of whatever length, or a shortest one
//! that has not. One walk over the space answers for 64 events at a time: it carries, to each
//! state, the set of events that some way there does without. A set only grows, the walk goes
//! turn by turn, and so the first way that brings an event's bit to a win is a shortest one.
//!
//! A key that changes nothing is no turn: what rules do and undo within one does not count.

use super::edge_events::{EdgeEvents, StudyError, questions};
use super::game::ScriptGame;
use super::pattern::BoardQuestion;
use super::play_events::{EventListing, PlayEvent};

use super::space::{ScriptSpace, SpaceLimits, leads_to};
use super::space_layer::{SpaceWorker, StopQuestion};
use super::stepper::{ScriptInput, ScriptState, Stepper, TurnFault};
use crate::space::share_out;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whether every solution does something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EveryVerdict {
    /// Every solution does, of any length.
    Every,
    /// A shortest solution that does not.
    Without(Vec<ScriptInput>),
    /// Not all states are known.
    Unknown,
}

/// Something that a play does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionDeed {
    /// What.
    pub event: PlayEvent,
    /// The key of the play with which it happens first, from 1; 0 for a pattern that the start
    /// shows.
    pub first: usize,
    /// Keys of the play that have it.
    pub turns: usize,
    /// Whether every solution has it at least once.
    pub verdict: EveryVerdict,
}

/// All that a solution does, and which of it every solution does.
pub struct SolutionStudy<'a> {
    space: &'a ScriptSpace,
    deeds: Vec<SolutionDeed>,
    edges: Option<EdgeEvents>,
}

/// A step of the walk: some events that a way here did without, and no way before.
#[derive(Clone, Copy)]
struct DeedStep {
    bits: u64,
    state: u32,
    /// The step before, and the key.
    parent: u32,
    key: u8,
}

/// Steps between two questions whether to stop.
const STOP_EVERY: usize = 1 << 12;

impl<'a> SolutionStudy<'a> {
    /// Studies a play that solves the level, with patterns in brackets that may be shown.
    ///
    /// Where the space is incomplete the deeds are listed and their verdicts unknown.
    /// O(states · keys) watched turns and O(states · keys · events) at worst for the walks.
    ///
    /// # Errors
    /// [`StudyError`] if the play is no solution, a pattern is wrong, or limits or stop say so.
    pub fn new(
        space: &'a ScriptSpace,
        play: &[ScriptInput],
        patterns: &[String],
        limits: &SpaceLimits,
        stop: StopQuestion<'_>,
    ) -> Result<SolutionStudy<'a>, StudyError> {
        let mut deeds = list_deeds(space, play, patterns)?;
        if !space.is_complete() {
            return Ok(SolutionStudy { space, deeds, edges: None });
        }
        let events: Vec<PlayEvent> = deeds.iter().map(|deed| deed.event).collect();
        let edges = EdgeEvents::new(space, &events, patterns, limits, stop)?;
        let mut workers = vec![(); limits.threads.clamp(1, edges.n_words)];
        let bytes = limits.bytes / workers.len();
        let found = share_out(&mut workers, edges.n_words, |(), word| {
            let bits = (events.len() - (word * 64).min(events.len())).min(64);
            let wanted = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            DeedWalk::new(space, &edges, word, bytes).run(wanted, stop)
        });
        for (word, plays) in found.into_iter().enumerate() {
            let mut plays = plays?;
            for (bit, deed) in deeds.iter_mut().skip(word * 64).take(64).enumerate() {
                let without = plays.remove(&(bit as u32));
                deed.verdict = without.map_or(EveryVerdict::Every, EveryVerdict::Without);
            }
        }
        Ok(SolutionStudy { space, deeds, edges: Some(edges) })
    }

    /// What the play does, in the order of first happening.
    pub fn deeds(&self) -> &[SolutionDeed] {
        &self.deeds
    }

    /// Whether in every solution the deed `first` happens, and happens for the first time before
    /// the deed `second` does (if it does); together is not before. Otherwise a shortest solution
    /// where it is not so. Both are places in [`SolutionStudy::deeds`]. O(states · keys).
    pub fn comes_before(&self, first: usize, second: usize) -> EveryVerdict {
        let n_deeds = self.deeds.len();
        match &self.edges {
            Some(edges) if first < n_deeds && second < n_deeds => {
                match out_of_order(self.space, edges, first, second) {
                    Some(play) => EveryVerdict::Without(play),
                    None => EveryVerdict::Every,
                }
            }
            _ => EveryVerdict::Unknown,
        }
    }
}

/// Plays and lists what happens.
fn list_deeds(
    space: &ScriptSpace,
    play: &[ScriptInput],
    patterns: &[String],
) -> Result<Vec<SolutionDeed>, StudyError> {
    let mut worker = SpaceWorker::new(&space.game, space.level)?;
    let mut asked = questions(&space.game, space.level, patterns)?;
    let mut state = worker.stepper.start(space.level)?;
    let mut listing = EventListing::default();
    let mut places: FxHashMap<PlayEvent, usize> = FxHashMap::default();
    let mut deeds: Vec<SolutionDeed> = Vec::new();
    let mut note = |event: PlayEvent, key: usize| {
        let place = *places.entry(event).or_insert_with(|| {
            deeds.push(SolutionDeed {
                event,
                first: key,
                turns: 0,
                verdict: EveryVerdict::Unknown,
            });
            deeds.len() - 1
        });
        if key > 0 {
            deeds[place].turns += 1;
        }
    };
    for (pattern, question) in asked.iter_mut().enumerate() {
        if question.is_shown(&state)? {
            note(PlayEvent::Shown { pattern: pattern as u32 }, 0);
        }
    }
    for (place, &key) in play.iter().enumerate() {
        listing.clear();
        let turn = worker.stepper.turn_watched(&mut state, key, &mut listing)?;
        if !turn.changed && !turn.won {
            continue;
        }
        listing.kept.iter().for_each(|&event| note(event, place + 1));
        for (pattern, question) in asked.iter_mut().enumerate() {
            if question.is_shown(&state)? {
                note(PlayEvent::Shown { pattern: pattern as u32 }, place + 1);
            }
        }
        if turn.won {
            return Ok(deeds);
        }
    }
    Err(StudyError::NoSolution)
}

/// What happens in each turn of a play, patterns that the board then shows among it; the first list is
/// of the start. The play need not solve the level.
///
/// # Errors
/// [`StudyError`] if the level cannot be played or a pattern is wrong.
pub fn turn_events(
    game: &Arc<ScriptGame>,
    level: usize,
    play: &[ScriptInput],
    patterns: &[String],
) -> Result<Vec<Vec<PlayEvent>>, StudyError> {
    let mut stepper = Stepper::new(Arc::clone(game));
    let mut asked = questions(game, level, patterns)?;
    let mut state = stepper.start(level)?;
    let mut listing = EventListing::default();
    let mut all = vec![shown(&mut asked, &state)?];
    for &key in play {
        listing.clear();
        let turn = stepper.turn_watched(&mut state, key, &mut listing)?;
        let mut events = Vec::new();
        if turn.changed || turn.won {
            events.append(&mut listing.kept);
            events.extend(shown(&mut asked, &state)?);
        }
        all.push(events);
        if turn.won {
            break;
        }
    }
    Ok(all)
}

fn shown(asked: &mut [BoardQuestion], state: &ScriptState) -> Result<Vec<PlayEvent>, TurnFault> {
    let mut events = Vec::new();
    for (pattern, question) in asked.iter_mut().enumerate() {
        if question.is_shown(state)? {
            events.push(PlayEvent::Shown { pattern: pattern as u32 });
        }
    }
    Ok(events)
}

/// The walk for one word of events.
struct DeedWalk<'a> {
    space: &'a ScriptSpace,
    edges: &'a EdgeEvents,
    word: usize,
    most_steps: usize,
    /// For every state the events that some way there does without.
    without: Vec<u64>,
    steps: Vec<DeedStep>,
}

impl<'a> DeedWalk<'a> {
    fn new(
        space: &'a ScriptSpace,
        edges: &'a EdgeEvents,
        word: usize,
        bytes: usize,
    ) -> DeedWalk<'a> {
        let left = bytes.saturating_sub(space.n_states() * size_of::<u64>());
        // A list that grows is there twice for a moment.
        let most_steps = (left / size_of::<DeedStep>() / 3).min(u32::MAX as usize);
        DeedWalk { space, edges, word, most_steps, without: Vec::new(), steps: Vec::new() }
    }

    /// For every wanted bit that a solution does without, a shortest such solution.
    fn run(
        mut self,
        wanted: u64,
        stop: StopQuestion<'_>,
    ) -> Result<FxHashMap<u32, Vec<ScriptInput>>, StudyError> {
        let mut plays = FxHashMap::default();
        let mut open = wanted & !self.edges.at_start.get(self.word).copied().unwrap_or(0);
        self.without = vec![0; self.space.n_states()];
        if let Some(start) = self.without.first_mut() {
            *start = open;
            self.steps.push(DeedStep { bits: open, state: 0, parent: 0, key: 0 });
        }
        let mut at = 0;
        while let Some(&step) = self.steps.get(at) {
            if at % STOP_EVERY == 0 && stop() {
                return Err(StudyError::Stopped);
            }
            if self.steps.len() > self.most_steps {
                return Err(StudyError::Memory);
            }
            if open == 0 {
                break;
            }
            for (key, target, label) in self.edges.turns(self.space, step.state) {
                let bits = step.bits & open & !self.edges.word(label, self.word);
                if bits == 0 {
                    continue;
                }
                let Some(next) = leads_to(target) else {
                    let play = self.play(at, key);
                    let bits = super::masks::bits_of(bits);
                    plays.extend(bits.map(|bit| (bit as u32, play.clone())));
                    open = plays.keys().fold(open, |open, &bit| open & !(1 << bit));
                    continue;
                };
                let known = &mut self.without[next as usize];
                let bits = bits & !*known;
                if bits != 0 {
                    *known |= bits;
                    let (parent, key) = (at as u32, key as u8);
                    self.steps.push(DeedStep { bits, state: next, parent, key });
                }
            }
            at += 1;
        }
        Ok(plays)
    }

    /// The keys up to a step, and one more.
    fn play(&self, mut at: usize, last: usize) -> Vec<ScriptInput> {
        let mut keys = vec![last];
        while at != 0 {
            keys.push(self.steps[at].key as usize);
            at = self.steps[at].parent as usize;
        }
        keys.iter().rev().filter_map(|&key| self.space.keys.get(key).copied()).collect()
    }
}

/// A shortest solution in which the first event does not come before the second.
fn out_of_order(
    space: &ScriptSpace,
    edges: &EdgeEvents,
    first: usize,
    second: usize,
) -> Option<Vec<ScriptInput>> {
    if edges.starts_with(second) {
        return space.way_to_win(0);
    }
    if edges.starts_with(first) {
        return None;
    }
    // Ways on which neither has happened, and the best turn that ends one: then any win will do.
    const UNMET: u32 = u32::MAX;
    let mut met_by: Vec<(u32, u8)> = vec![(UNMET, 0); space.n_states()];
    let mut turns_to = vec![0_u32; space.n_states()];
    let mut queue = vec![0_u32];
    if let Some(start) = met_by.first_mut() {
        *start = (0, 0);
    }
    let mut best: Option<(u32, u32, usize, u32)> = None;
    let mut at = 0;
    while let Some(&state) = queue.get(at) {
        at += 1;
        let turns = turns_to[state as usize] + 1;
        if best.is_some_and(|(length, ..)| length <= turns) {
            break;
        }
        for (key, target, label) in edges.turns(space, state) {
            let spoiled = edges.has(label, second);
            if !spoiled && edges.has(label, first) {
                continue;
            }
            let left = leads_to(target).and_then(|next| space.distance(next)).unwrap_or(0);
            let next = leads_to(target);
            if spoiled || next.is_none() {
                let length = turns + left;
                if best.is_none_or(|(known, ..)| length < known) {
                    best = Some((length, state, key, target));
                }
            } else if let Some(next) = next.filter(|&next| met_by[next as usize].0 == UNMET) {
                met_by[next as usize] = (state, key as u8);
                turns_to[next as usize] = turns;
                queue.push(next);
            }
        }
    }
    let (_, mut state, key, target) = best?;
    let mut keys = vec![key];
    while state != 0 {
        let (before, key) = met_by[state as usize];
        keys.push(key as usize);
        state = before;
    }
    let mut play: Vec<ScriptInput> =
        keys.iter().rev().filter_map(|&key| space.keys.get(key).copied()).collect();
    if let Some(next) = leads_to(target) {
        play.extend(space.way_to_win(next)?);
    }
    Some(play)
}
