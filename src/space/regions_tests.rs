//! Tests of the search by regions, against a plain search.

use super::regions::*;
use super::watched::SpaceLimits;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

const N_KEYS: usize = 3;

/// A game drawn at random: what each key does on each board at each place.
struct RandomGame {
    n_places: u32,
    turns: Vec<Option<Turn>>,
}

#[derive(Clone, Copy)]
enum Turn {
    To(u32, u32),
    Win,
}

impl RandomGame {
    fn new(rng: &mut fastrand::Rng, n_boards: u32, n_places: u32, n_wins: usize) -> Self {
        let n_turns = (n_boards * n_places) as usize * N_KEYS;
        let mut turns: Vec<Option<Turn>> = (0..n_turns)
            .map(|turn| {
                let board = (turn / N_KEYS) as u32 / n_places;
                let to = if rng.u8(0..8) == 0 { rng.u32(0..n_boards) } else { board };
                rng.bool().then(|| Turn::To(to, rng.u32(0..n_places)))
            })
            .collect();
        (0..n_wins).for_each(|_| turns[rng.usize(0..n_turns)] = Some(Turn::Win));
        Self { n_places, turns }
    }

    fn turn(&self, board: u32, place: u32, key: usize) -> Option<Turn> {
        self.turns[(board * self.n_places + place) as usize * N_KEYS + key]
    }

    /// The number of states, and of moves to the nearest win, by a plain search.
    fn searched(&self) -> (usize, Option<usize>) {
        let (mut known, mut queue, mut nearest) = (HashMap::new(), vec![(0, 0)], None);
        known.insert((0, 0), 0);
        let mut at = 0;
        while let Some(&(board, place)) = queue.get(at) {
            let depth: usize = known[&(board, place)];
            for key in 0..N_KEYS {
                match self.turn(board, place, key) {
                    Some(Turn::Win) => nearest = nearest.or(Some(depth + 1)),
                    Some(Turn::To(board, place)) if !known.contains_key(&(board, place)) => {
                        known.insert((board, place), depth + 1);
                        queue.push((board, place));
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        (known.len(), nearest)
    }

    fn wins(&self, play: &[u32]) -> bool {
        let mut at = Some(Turn::To(0, 0));
        for key in play {
            let Some(Turn::To(board, place)) = at else { return false };
            at = self.turn(board, place, *key as usize);
        }
        matches!(at, Some(Turn::Win))
    }
}

impl RegionStepper for &RandomGame {
    type Fault = ();

    fn another(&self) -> Option<Self> {
        Some(self)
    }

    fn is_dead_end(&mut self, _: &[u64]) -> bool {
        false
    }

    fn turns(&mut self, board: &[u64], place: u32, made: &mut RegionTurns) -> Result<(), ()> {
        let [board] = *board else { return Err(()) };
        for key in 0..N_KEYS {
            match self.turn(board as u32, place, key) {
                Some(Turn::To(to, place)) if u64::from(to) == board => {
                    made.walk(key as u32, place);
                }
                Some(Turn::To(to, place)) => made.change(key as u32, &[u64::from(to)], place),
                Some(Turn::Win) => made.win(key as u32),
                None => {}
            }
        }
        Ok(())
    }
}

/// Searches a game with a stop now and then, and compares with the plain search; the number of states.
fn compare(game: &RandomGame, patience: usize) -> usize {
    let mut space = RegionSpace::new(&[0], 0, game.n_places as usize, 1 << 30).unwrap();
    let mut stepper = game;
    let asked = AtomicUsize::new(1);
    let stop = || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(patience);
    let limits = SpaceLimits { threads: 2, ..SpaceLimits::default() };
    while space.go_on(&mut vec![game], &limits, &stop) != Ok(RegionEnd::Complete) {}
    let (n_states, shortest) = game.searched();
    assert_eq!((space.n_states(), space.shortest()), (n_states, shortest));
    let play = space.shortest_play(&mut stepper, &|| false);
    assert_eq!(play.as_ref().map(Vec::len), shortest);
    assert!(play.is_none_or(|play| game.wins(&play)));
    n_states
}

#[test]
fn regions_have_all_states_of_random_games() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..500 {
        let (n_boards, n_places) = (rng.u32(1..40), rng.u32(1..80));
        let n_wins = rng.usize(0..3);
        compare(&RandomGame::new(&mut rng, n_boards, n_places, n_wins), 2);
    }
}

#[test]
fn a_play_is_read_back_from_disk() {
    let mut rng = fastrand::Rng::with_seed(6);
    let game = RandomGame::new(&mut rng, 6_000, 60, 1);
    assert!(compare(&game, 1_000) > BLOCK);
}

#[test]
fn too_little_memory_is_a_limit() {
    let game = RandomGame::new(&mut fastrand::Rng::with_seed(7), 4_000, 60, 0);
    let mut space = RegionSpace::new(&[0], 0, 60, 0).unwrap();
    let bytes = 1 << 20;
    let limits = SpaceLimits { bytes, ..SpaceLimits::default() };
    assert_eq!(space.go_on(&mut vec![&game], &limits, &|| false), Ok(RegionEnd::Limit));
    assert!(space.bytes() <= bytes && space.n_states() < game.searched().0);
}
