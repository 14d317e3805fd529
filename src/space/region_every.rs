//! Events that all solutions share, by regions of the player: as in
//! [`every_solution`](super::every_solution), one search answers for 64 events at a time, but it takes the
//! turns as it goes, and does not have to know all states first.

use rustc_hash::FxHashMap;

use super::bits::{bits_of, has_bit};
use super::crew::Crew;
use super::monitored_regions::RegionWatch;
use super::region_boards::{BATCH, PieceTurns, RegionBoards, TakingEnd};
use super::shortcut::ShortcutSearch;
use super::walks::{Walk, Walks};
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;

/// Start of a search by regions.
#[derive(Clone, Copy, Debug)]
pub struct RegionStart<'a> {
    pub board: &'a [u64],
    pub place: u32,
    /// Places are below this number.
    pub n_places: usize,
    /// The events that count as happening before the first step, as bits.
    pub events: &'a [u64],
}

/// For each of `n_events` events: either every solution has it, or a shortest solution without it. `steppers`
/// must not be empty; there will be one for each thread.
///
/// O(states · keys · events) turns at worst; usually little more than O(states · keys) for 64 events.
pub fn every_solution_by_regions<S: RegionWatch>(
    start: &RegionStart<'_>,
    n_events: u32,
    steppers: &mut Vec<S>,
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> Vec<ShortcutSearch> {
    let mut found = Vec::new();
    for first in (0..n_events).step_by(64) {
        let n_bits = (n_events - first).min(64);
        let mut search = AvoidingSearch::new(start, first, n_bits, limits);
        let ended = search.run(steppers, limits, stop);
        found.extend((0..n_bits as usize).map(|bit| match search.plays.get(&bit) {
            Some(play) => ShortcutSearch::Found { play: play.clone(), shortest: true },
            None if has_bit(start.events, first + bit as u32) => ShortcutSearch::Proved,
            None => ended.clone(),
        }));
    }
    found
}

/// Searches for solutions that avoid events.
struct AvoidingSearch {
    /// For each board, the events that some way to each place avoids.
    boards: RegionBoards,
    /// Walks that are the first to avoid some of the events that they carry. Their states are those of `at`.
    walks: Walks<u64>,
    at: Vec<(u32, u32)>,
    /// The word of the events.
    word: usize,
    /// The events for which no solution is known yet.
    open: u64,
    /// By event, a shortest solution that avoids it.
    plays: FxHashMap<usize, Vec<u32>>,
}

/// The turns of some walks, and their events.
struct WatchedTurns<F> {
    taken: PieceTurns<F>,
    /// Labels without events, and events, of the turns in order: walks, changes and wins of each state.
    turns: Vec<(u32, u64)>,
}

impl AvoidingSearch {
    fn new(start: &RegionStart<'_>, first: u32, n_bits: u32, limits: &SpaceLimits) -> Self {
        let mut boards = RegionBoards::new(start.board.len(), start.n_places);
        let word = first as usize / 64;
        let at_start = start.events.get(word).copied().unwrap_or(0);
        let open = u64::MAX >> (64 - n_bits) & !at_start;
        let board = boards.number(start.board);
        *boards.word(board, start.place as usize) = open;
        let walks = Walks::start(open, limits.bytes);
        let (at, plays) = (vec![(board, start.place)], FxHashMap::default());
        Self { boards, walks, at, word, open, plays }
    }

    /// Searches breadth first until the answer for each of these events is known, or something ends it.
    fn run<S: RegionWatch>(
        &mut self,
        steppers: &mut Vec<S>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> ShortcutSearch {
        let mut crew = Crew::new(steppers, limits.threads);
        let mut first = 0;
        while first < self.at.len() && self.open != 0 {
            let batch = first..(first + BATCH).min(self.at.len());
            let known = &*self;
            let pieces = crew.take((&batch, known.at.len()), 1, S::another, |stepper, walks| {
                let states = known.at[walks].iter().copied();
                let taken = known.boards.take(stepper, states, stop);
                watched(&*stepper, taken, known.word)
            });
            let mut walk = first;
            for piece in &pieces {
                if !self.add_all(piece, &mut walk, limits.bytes) {
                    return ShortcutSearch::Limit;
                }
                match piece.taken.ended {
                    Some(TakingEnd::Stopped) => return ShortcutSearch::Stopped,
                    Some(TakingEnd::Fault(_)) => return ShortcutSearch::Limit,
                    None => {}
                }
            }
            first = batch.end;
        }
        ShortcutSearch::Proved
    }

    /// Adds the states to which the turns of the next walks lead. Returns whether there was room.
    fn add_all<F>(&mut self, piece: &WatchedTurns<F>, walk: &mut usize, bytes: usize) -> bool {
        let mut turns = piece.turns.iter().copied();
        for state in piece.taken.states() {
            let lists = self.walks.bytes() + self.at.capacity() * 3 * size_of::<(u32, u32)>();
            if self.walks.is_full() || !self.boards.has_room(lists, bytes) {
                return false;
            }
            let (board, _) = self.at[*walk];
            self.boards.set_standing(board, state.standing);
            let Some(Walk { carried, .. }) = self.walks.get(*walk) else { return false };
            for ((_, place), (label, events)) in state.walks.iter().zip(turns.by_ref()) {
                self.meet(*walk, label, (board, *place), carried & !events);
            }
            for (((_, place), board), (label, events)) in state.changes().zip(turns.by_ref()) {
                let bits = carried & !events & self.open;
                if bits != 0 {
                    let board = self.boards.number(board);
                    self.meet(*walk, label, (board, place), bits);
                }
            }
            for (_, (label, events)) in state.wins.iter().zip(turns.by_ref()) {
                self.win(*walk, label, carried & !events);
            }
            *walk += 1;
        }
        true
    }

    /// Extends a walk, which avoids these events, to a state.
    fn meet(&mut self, walk: usize, label: u32, state: (u32, u32), bits: u64) {
        let known = self.boards.word(state.0, state.1 as usize);
        let bits = bits & self.open & !*known;
        if bits != 0 {
            *known |= bits;
            self.walks.push(walk, label, 0, bits);
            self.at.push(state);
        }
    }

    /// Extends a walk, which avoids these events, to a win.
    fn win(&mut self, walk: usize, label: u32, bits: u64) {
        let bits = bits & self.open;
        if bits != 0 {
            let mut play = self.walks.play(walk);
            play.push(label);
            self.plays.extend(bits_of(bits).map(|bit| (bit, play.clone())));
            self.open &= !bits;
        }
    }
}

/// Reads the events of turns from their labels. Only the stepper that made the labels can do so.
fn watched<S: RegionWatch>(
    stepper: &S,
    taken: PieceTurns<S::Fault>,
    word: usize,
) -> WatchedTurns<S::Fault> {
    let mut turns = Vec::new();
    let read = |label: u32| {
        let (label, events) = stepper.happening(label);
        (label, events.get(word).copied().unwrap_or(0))
    };
    for state in taken.states() {
        turns.extend(state.walks.iter().map(|(label, _)| read(*label)));
        turns.extend(state.changes().map(|((label, _), _)| read(label)));
        turns.extend(state.wins.iter().map(|label| read(*label)));
    }
    WatchedTurns { taken, turns }
}
