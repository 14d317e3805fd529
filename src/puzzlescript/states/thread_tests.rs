//! Spaces of random games with any number of threads, with any number of stops, and with turns that never end.

use crate::states::projection_tests::{PUSH, game, playable, random_rule};
use crate::*;
use foolproof_space::SpaceLimits;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rules whose AGAIN often never ends.
const ENDLESS_RULES: [&str; 4] = [
    "[ stationary Wall Dust | Hero ] -> [ action Wall | Hero ] again\n[ stationary Wall no Dust | Hero ] -> [ action Wall Dust | Hero ] again",
    "right [ Box | no Box no Wall no Hero ] -> [ | Box ] again",
    "[ stationary Spark | ] -> [ | action Spark ] again",
    "[ stationary Soot ] [ Hero Goal ] -> [ action Dust ] [ Hero Goal ] again\n[ stationary Dust ] [ Hero Goal ] -> [ action Soot ] [ Hero Goal ] again",
];

fn limits(threads: usize) -> SpaceLimits {
    SpaceLimits { states: 6_000, threads, ..SpaceLimits::default() }
}

fn random_level(rng: &mut fastrand::Rng, n_boxes: usize) -> String {
    let mut cells: Vec<char> = "hgg".chars().chain("b".repeat(n_boxes).chars()).collect();
    while cells.len() < 20 {
        cells.push(['.', '.', '.', '.', 'w', 'd', 's', 'k'][rng.usize(..8)]);
    }
    rng.shuffle(&mut cells);
    let rows: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
    rows.join("\n")
}

/// A game with random rules, some of which give AGAIN; `None` if the rules make no sense.
fn random_game(rng: &mut fastrand::Rng) -> Option<Arc<ScriptGame>> {
    let mut rules: Vec<String> = (0..rng.usize(..3)).map(|_| random_rule(rng)).collect();
    if rng.bool() {
        rules.push(ENDLESS_RULES[rng.usize(..ENDLESS_RULES.len())].to_owned());
    }
    let n_boxes = rng.usize(1..4);
    playable(&format!("{PUSH}\n{}", rules.join("\n")), &random_level(rng, n_boxes))
}

/// Checks that two searches have found the same, to the last step.
fn assert_same(one: &ScriptSpace, other: &ScriptSpace) {
    assert_eq!(one.end(), other.end());
    let (a, b) = (one.space(), other.space());
    let counts = |space: &foolproof_space::StateSpace| {
        let found = (space.n_states(), space.n_expanded(), space.n_steps(), space.n_layers());
        (
            found,
            space.n_winning_steps(),
            space.n_unfollowed(),
            space.shortest(),
            space.n_dead_ends(),
        )
    };
    assert_eq!(counts(a), counts(b));
    assert_eq!(a.endless_steps(), b.endless_steps());
    for state in 0..a.n_states() as u32 {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        assert_eq!(a.store().state(state, &mut first), b.store().state(state, &mut second));
        assert!(a.steps(state).eq(b.steps(state)));
        assert_eq!(a.distance(state), b.distance(state));
    }
}

#[test]
fn threads_and_stops_make_no_difference() {
    let mut rng = fastrand::Rng::with_seed(31);
    let (mut n_large, mut n_cut, mut n_endless) = (0, 0, 0);
    for _ in 0..500 {
        let Some(game) = random_game(&mut rng) else { continue };
        let Ok(one) = ScriptSpace::explore(&game, 0, &limits(1), &|| false) else { continue };
        let two = ScriptSpace::explore(&game, 0, &limits(2), &|| false).unwrap();
        assert_same(&one, &two);
        let asked = AtomicUsize::new(0);
        let often = rng.usize(200..3_000);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) % often == often - 1;
        let mut parts = ScriptSpace::explore(&game, 0, &limits(2), &stop).unwrap();
        while *parts.end() == SpaceEnd::Stopped {
            parts = parts.resume(&limits(2), &stop);
        }
        assert_same(&one, &parts);
        n_large += usize::from(one.n_states() > 1_000);
        n_cut += usize::from(!one.is_complete());
        n_endless += usize::from(one.endless_turn().is_some());
    }
    assert!(n_large > 50 && n_cut > 15 && n_endless > 60, "{n_large} {n_cut} {n_endless}");
}

#[test]
fn memory_that_ends_ends_at_the_same_state() {
    let game = game("", PUSH, "h......\n.b..b..\n..w.b..\n...ggg.\n.......");
    let mut ends = Vec::new();
    for bytes in [5 << 20, 6 << 20, 9 << 20] {
        let tight = |threads| SpaceLimits { bytes, ..limits(threads) };
        let search = |threads| {
            let limits = SpaceLimits { states: usize::MAX, ..tight(threads) };
            ScriptSpace::explore(&game, 0, &limits, &|| false).unwrap()
        };
        let (one, two) = (search(1), search(2));
        assert_same(&one, &two);
        assert!(one.space().bytes() <= bytes && two.space().bytes() <= bytes);
        ends.push(one.n_states());
    }
    assert!(ends.is_sorted() && ends[0] < ends[2], "{ends:?}");
}

/// All states as found by a search without any of our tables, with their distances from the start, and the
/// number of turns without an end. `None` if a turn takes too long.
fn naive(game: &Arc<ScriptGame>) -> Option<(HashMap<ScriptState, usize>, usize, Option<usize>)> {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let mut open = vec![stepper.start(0).ok()?];
    let mut depths = HashMap::from([(open[0].clone(), 0)]);
    let (mut n_endless, mut shortest, mut at) = (0, None, 0);
    while let Some(from) = open.get(at).cloned() {
        at += 1;
        let depth = depths[&from];
        for key in ScriptInput::KEYS {
            let mut state = from.clone();
            match stepper.turn(&mut state, key) {
                Err(TurnFault::EndlessAgain { .. }) => n_endless += 1,
                Err(_) => return None,
                Ok(turn) if turn.won => shortest = shortest.or(Some(depth + 1)),
                Ok(turn) if turn.changed && !depths.contains_key(&state) => {
                    depths.insert(state.clone(), depth + 1);
                    open.push(state);
                }
                Ok(_) => {}
            }
        }
    }
    Some((depths, n_endless, shortest))
}

#[test]
fn turns_without_an_end_hide_no_other_state() {
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut n_endless, mut n_solved) = (0, 0);
    for _ in 0..400 {
        let Some(game) = random_game(&mut rng) else { continue };
        let Ok(space) = ScriptSpace::explore(&game, 0, &limits(2), &|| false) else { continue };
        if !space.is_complete() || space.space().n_unfollowed() > 0 {
            continue;
        }
        let (depths, endless, shortest) = naive(&game).unwrap();
        assert_eq!(space.n_states(), depths.len());
        assert_eq!(space.space().endless_steps().len(), endless);
        assert_eq!(space.shortest_length(), shortest);
        for (state, depth) in depths {
            let number = space.number_of(&state).unwrap();
            assert_eq!(space.space().depth(number) as usize, depth);
        }
        if let Some((fault, way)) = space.endless_turn() {
            assert!(matches!(fault, TurnFault::EndlessAgain { .. }));
            let place = way.len() - 1;
            assert_eq!(space.course(&way), Err(CourseError::Endless { place }));
            n_endless += 1;
            n_solved += usize::from(shortest.is_some());
        }
    }
    assert!(n_endless > 30 && n_solved > 5, "{n_endless} {n_solved}");
}

#[test]
fn threads_make_no_difference_to_chance() {
    let mut rng = fastrand::Rng::with_seed(12);
    let lines = [
        "late random [ Box | no Wall no Hero no Box ] -> [ | Box ]",
        "[ stationary Spark ] -> [ randomdir Spark ]",
        "late random [ Goal | no Goal ] -> [ | Goal ]",
        "random [ > Hero ] -> [ ^ Hero ]\n+ [ > Hero ] -> [ > Hero ]",
        "[ action Hero ] -> [ Hero random Dirt ]\nlate [ Soot ] [ Box ] -> [ ] [ Wall ]",
        "[ Spark ] -> [ randomdir Spark ]\nlate [ Hero Spark ] -> checkpoint",
        "late [ Hero Dust ] -> restart",
        "[ Dust ] -> [ randomdir Dust ]",
    ];
    let (mut n_large, mut n_told) = (0, 0);
    for _ in 0..150 {
        let rules: Vec<&str> =
            (0..rng.usize(1..4)).map(|_| lines[rng.usize(..lines.len())]).collect();
        let level = random_level(&mut rng, 1);
        let Some(game) = playable(&format!("{PUSH}\n{}", rules.join("\n")), &level) else {
            continue;
        };
        let limits = |threads| SpaceLimits { states: 1_500, ..limits(threads) };
        let Ok(one) = ScriptChances::explore(&game, 0, &limits(1), &|| false) else { continue };
        let two = ScriptChances::explore(&game, 0, &limits(2), &|| false).unwrap();
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) % 150 == 149;
        let mut parts = ScriptChances::explore(&game, 0, &limits(2), &stop).unwrap();
        for _ in 0..500 {
            parts = parts.resume(&limits(2), &stop);
        }
        let parts = parts.resume(&limits(2), &|| false);
        for other in [&two, &parts] {
            assert_eq!((one.n_states(), one.end()), (other.n_states(), other.end()));
            for state in 0..one.n_states() as u32 {
                for key in ScriptInput::KEYS {
                    assert_eq!(one.turn(state, key), other.turn(state, key));
                }
                assert_eq!(one.best_key(state), other.best_key(state));
            }
            assert_eq!(one.at_start(), other.at_start());
        }
        n_large += usize::from(one.n_states() > 500);
        n_told += usize::from(one.at_start().is_some());
    }
    assert!(n_large > 30 && n_told > 60, "{n_large} {n_told}");
}
