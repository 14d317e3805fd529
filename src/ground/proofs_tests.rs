//! Tests of proofs without exploration against all positions of random games.

use std::collections::HashSet;

use fastrand::Rng;

use super::machine::Machine;
use super::proofs::{Proof, Unsolvable};
use super::testing::random_game;
use super::{StepGame, StepState};
use foolproof_space::{SpaceLimits, Standing};

/// True if a win can be reached, by a plain search.
fn is_won_from(game: &StepGame, from: &StepState) -> bool {
    let (mut known, mut open) = (HashSet::from([from.clone()]), vec![from.clone()]);
    while let Some(state) = open.pop() {
        if game.standing(&state) == Standing::Won {
            return true;
        }
        for action in game.legal_actions(&state) {
            let next = game.step(&state, action).next;
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    false
}

fn little_room() -> SpaceLimits {
    SpaceLimits { bytes: 1 << 20, ..SpaceLimits::default() }
}

#[test]
fn proofs_agree_with_all_positions() {
    let mut rng = Rng::with_seed(11);
    let (mut trapped, mut invariant, mut won, mut dead, mut unknown) = (0, 0, 0, 0, 0);
    for round in 0..1_500 {
        let Ok(game) = StepGame::new(&random_game(&mut rng)) else { continue };
        let explored = game.explore(&SpaceLimits::default(), &|| false);
        assert!(explored.space().is_complete());
        let is_solved = explored.space().shortest().is_some();
        let start = game.start();
        match game.prove_unsolvable(&start, &|| false) {
            Proof::Unsolvable(why) => {
                assert!(!is_solved, "{round}: {why:?}");
                match why {
                    Unsolvable::Trapped(_) => trapped += 1,
                    Unsolvable::Invariant(_) => invariant += 1,
                    Unsolvable::NothingWins | Unsolvable::Parity(_) => {}
                }
            }
            Proof::Won(play) => {
                assert!(is_solved && game.wins(&start, &play), "{round}");
                won += 1;
            }
            Proof::Unknown => unknown += 1,
        }
        // The search finds a solution if there is one: nothing else ends it with so few positions.
        assert_eq!(
            game.some_solution(&start, &little_room(), &|| false).is_some(),
            is_solved,
            "{round}"
        );
        let machine = Machine::new(&game);
        let Some(lost) = game.lost_marks(&machine, &|| false) else { continue };
        // Test the same from another position.
        let position = rng.u32(0..explored.n_positions() as u32);
        let (state, is_dead) = (explored.state(position), explored.space().is_dead_end(position));
        match game.prove_unsolvable(&state, &|| false) {
            Proof::Unsolvable(_) => assert_eq!(is_dead, Some(true), "{round}"),
            Proof::Won(play) => assert!(game.wins(&state, &play), "{round}"),
            Proof::Unknown => {}
        }
        // And from a position that may be unreachable from the start.
        let words: Box<[u64]> = state.0.iter().map(|word| word & rng.u64(..)).collect();
        let state = StepState(words);
        if let Proof::Unsolvable(why) = game.prove_unsolvable(&state, &|| false) {
            assert_eq!(
                game.some_solution(&state, &little_room(), &|| false),
                None,
                "{round}: {why:?}"
            );
            assert!(!is_won_from(&game, &state), "{round}: {why:?}");
        }
        for position in 0..explored.n_positions() as u32 {
            let StepState(words) = explored.state(position);
            if lost.is_dead_end(&words) {
                assert_eq!(explored.space().is_dead_end(position), Some(true), "{round}");
                dead += 1;
            }
        }
    }
    assert!(
        trapped > 20 && invariant > 20 && won > 100 && dead > 1_000,
        "{trapped} {invariant} {won} {dead} {unknown}"
    );
    // This happens only with positive cycles.
    assert!(unknown < 100, "{unknown}");
}

#[test]
fn dead_ends_that_are_not_followed_change_no_solution() {
    let mut rng = Rng::with_seed(12);
    let mut left_out = 0;
    for round in 0..500 {
        let Ok(game) = StepGame::new(&random_game(&mut rng)) else { continue };
        let whole = game.explore(&SpaceLimits::default(), &|| false);
        let watched = game.explore_watched(0, &SpaceLimits::default(), &|| false);
        let (all, few) = (whole.space(), watched.space());
        assert_eq!(whole.is_complete(), watched.is_complete(), "{round}");
        assert_eq!(
            (all.shortest(), all.n_shortest()),
            (few.shortest(), few.n_shortest()),
            "{round}"
        );
        assert_eq!(whole.shortest_plays(0, 20), watched.shortest_plays(0, 20), "{round}");
        left_out += all.n_states() - few.n_states();
    }
    assert!(left_out > 100, "{left_out}");
}
