//! Tests of the search by regions, against a plain search.

use super::monitor::{Formula, Monitor};
use super::monitored_regions::{MonitoredRegions, RegionWatch};
use super::region_boards::{RegionStepper, RegionTurns};
use super::region_every::{RegionStart, every_solution_by_regions};
use super::regions::*;
use super::shortcut::ShortcutSearch;
use super::watched::SpaceLimits;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

const N_KEYS: usize = 3;

/// A random game: the turn of each key on each board at each place.
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

    /// Returns the number of states, and of moves to the nearest win, by a plain search.
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

/// Searches a game with stops, and compares with the plain search; returns the number of states.
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

/// The events of two kinds that a random game's turns have, by label.
const EVENTS: [&[u64]; 4] = [&[0], &[1], &[2], &[3]];

/// A random game whose labels include events.
struct EventfulGame<'a>(&'a RandomGame);

impl EventfulGame<'_> {
    /// The events of a turn, as a number of [`EVENTS`].
    fn events(board: u32, place: u32, key: usize) -> u32 {
        match (board * 7 + place * 3 + key as u32 * 5) % 11 {
            set @ 0..=3 => set,
            _ => 0,
        }
    }
}

impl RegionStepper for EventfulGame<'_> {
    type Fault = ();

    fn another(&self) -> Option<Self> {
        Some(EventfulGame(self.0))
    }

    fn is_dead_end(&mut self, _: &[u64]) -> bool {
        false
    }

    fn turns(&mut self, board: &[u64], place: u32, made: &mut RegionTurns) -> Result<(), ()> {
        let at = board[0] as u32;
        for key in 0..N_KEYS {
            let label = key as u32 + Self::events(at, place, key) * N_KEYS as u32;
            match self.0.turn(at, place, key) {
                Some(Turn::To(to, place)) if to == at => made.walk(label, place),
                Some(Turn::To(to, place)) => made.change(label, &[u64::from(to)], place),
                Some(Turn::Win) => made.win(label),
                None => {}
            }
        }
        Ok(())
    }
}

impl RegionWatch for EventfulGame<'_> {
    fn happening(&self, label: u32) -> (u32, &[u64]) {
        let n_keys = N_KEYS as u32;
        (label % n_keys, EVENTS[(label / n_keys) as usize])
    }
}

/// The events of each step of a play.
fn happenings(game: &RandomGame, play: &[u32]) -> Vec<Vec<u32>> {
    let mut at = (0, 0);
    let steps = play.iter().map(|&key| {
        let events = EventfulGame::events(at.0, at.1, key as usize);
        if let Some(Turn::To(board, place)) = game.turn(at.0, at.1, key as usize) {
            at = (board, place);
        }
        (0..2).filter(|event| events >> event & 1 == 1).collect()
    });
    steps.collect()
}

/// Returns the length of a shortest solution that does not satisfy a formula, by a search over plays. Plays
/// that end in the same state count as different if an event happens once, twice or more often, or if another
/// event comes first.
fn shortest_without(game: &RandomGame, formula: &Formula<u32>) -> Option<usize> {
    let mut known = HashSet::new();
    let mut plays = vec![((0, 0), Vec::new())];
    let mut at = 0;
    while let Some((state, play)) = plays.get(at).cloned() {
        at += 1;
        for key in 0..N_KEYS as u32 {
            let mut longer = play.clone();
            longer.push(key);
            let steps = happenings(game, &longer);
            match game.turn(state.0, state.1, key as usize) {
                Some(Turn::Win) if !formula.is_satisfied_by(&steps) => return Some(longer.len()),
                Some(Turn::To(board, place)) => {
                    let with = |event: u32| steps.iter().filter(move |step| step.contains(&event));
                    let first = |event| steps.iter().position(|step| step.contains(&event));
                    let times = [with(0).count().min(3), with(1).count().min(3)];
                    if known.insert((board, place, times, first(0).cmp(&first(1)))) {
                        plays.push(((board, place), longer));
                    }
                }
                _ => {}
            }
        }
    }
    None
}

fn random_formula(rng: &mut fastrand::Rng, depth: u32) -> Formula<u32> {
    let event = rng.u32(0..2);
    match rng.u8(0..if depth == 0 { 3 } else { 6 }) {
        0 => Formula::Happens(event, rng.u32(1..4)),
        1 => Formula::Never(event),
        2 => Formula::Before(event, 1 - event),
        3 => Formula::Not(Box::new(random_formula(rng, depth - 1))),
        4 => Formula::And((0..2).map(|_| random_formula(rng, depth - 1)).collect()),
        _ => Formula::Or((0..2).map(|_| random_formula(rng, depth - 1)).collect()),
    }
}

#[test]
fn solutions_that_lack_a_property_are_those_of_a_search_over_plays() {
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut n_found, mut n_proved) = (0, 0);
    for _ in 0..400 {
        let (n_boards, n_places) = (rng.u32(1..6), rng.u32(1..12));
        let n_wins = rng.usize(1..4);
        let game = RandomGame::new(&mut rng, n_boards, n_places, n_wins);
        let formula = random_formula(&mut rng, 2);
        let monitor = Monitor::new(&formula, |event| Some(*event)).unwrap();
        let wanted = shortest_without(&game, &formula);
        let rules = MonitoredRegions::new(EventfulGame(&game), monitor, &[0], &[0]);
        let Some((rules, start)) = rules else {
            assert_eq!(wanted, None, "{formula:?}");
            continue;
        };
        let mut space = RegionSpace::new(&start, 0, n_places as usize, 0).unwrap();
        let mut rules = vec![rules];
        let limits = SpaceLimits { threads: 2, ..SpaceLimits::default() };
        while space.go_on(&mut rules, &limits, &|| false) != Ok(RegionEnd::Complete) {}
        assert_eq!(space.shortest(), wanted, "{formula:?}");
        let play = space.shortest_play(&mut rules[0], &|| false);
        assert_eq!(play.as_ref().map(Vec::len), wanted);
        let lacks = |play: &Vec<u32>| !formula.is_satisfied_by(&happenings(&game, play));
        assert!(play.as_ref().is_none_or(|play| game.wins(play) && lacks(play)), "{formula:?}");
        (n_found, n_proved) =
            if wanted.is_some() { (n_found + 1, n_proved) } else { (n_found, n_proved + 1) };
    }
    assert!(n_found > 100 && n_proved > 100, "{n_found} found, {n_proved} proved");
}

#[test]
fn solutions_without_an_event_are_those_of_a_search_over_plays() {
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut n_found, mut n_proved) = (0, 0);
    for _ in 0..400 {
        let (n_boards, n_places) = (rng.u32(1..6), rng.u32(1..12));
        let n_wins = rng.usize(1..4);
        let game = RandomGame::new(&mut rng, n_boards, n_places, n_wins);
        let events = [rng.u64(0..4) & rng.u64(0..4)];
        let start =
            RegionStart { board: &[0], place: 0, n_places: n_places as usize, events: &events };
        let limits = SpaceLimits { threads: 2, ..SpaceLimits::default() };
        let mut rules = vec![EventfulGame(&game)];
        let found = every_solution_by_regions(&start, 2, &mut rules, &limits, &|| false);
        for (event, found) in found.iter().enumerate() {
            let formula = Formula::Happens(event as u32, 1);
            let happens_at_start = events[0] >> event & 1 == 1;
            match shortest_without(&game, &formula).filter(|_| !happens_at_start) {
                None => {
                    assert_eq!(*found, ShortcutSearch::Proved);
                    n_proved += 1;
                }
                Some(length) => {
                    let ShortcutSearch::Found { play, shortest: true } = found else {
                        panic!("{found:?}")
                    };
                    assert_eq!(play.len(), length);
                    assert!(game.wins(play));
                    assert!(!formula.is_satisfied_by(&happenings(&game, play)));
                    n_found += 1;
                }
            }
        }
        let stopped = every_solution_by_regions(&start, 2, &mut rules, &limits, &|| true);
        let is_known = |found: &ShortcutSearch| *found != ShortcutSearch::Limit;
        assert!(stopped.iter().all(is_known), "{stopped:?}");
    }
    assert!(n_found > 100 && n_proved > 100, "{n_found} found, {n_proved} proved");
}

#[test]
fn events_that_memory_does_not_suffice_for_stay_open() {
    let game = RandomGame::new(&mut fastrand::Rng::with_seed(10), 4_000, 60, 0);
    let start = RegionStart { board: &[0], place: 0, n_places: 60, events: &[0] };
    let limits = SpaceLimits { bytes: 2 << 20, ..SpaceLimits::default() };
    let mut rules = vec![EventfulGame(&game)];
    let found = every_solution_by_regions(&start, 2, &mut rules, &limits, &|| false);
    assert_eq!(found, [ShortcutSearch::Limit, ShortcutSearch::Limit]);
}
