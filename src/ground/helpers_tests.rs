//! Tests of helpers found by the search against all that exist.

use fastrand::Rng;

use super::evaluate::Evaluator;
use super::helpers::HelperSearch;
use super::program::{AtomNumber, GroundProgram};
use super::testing::{random_program, some_of};

/// True if no rule with a player's choice depends on a helper, directly or indirectly.
fn players_are_free(
    program: &GroundProgram,
    players: &[AtomNumber],
    helpers: &[AtomNumber],
) -> bool {
    let mut reached: Vec<AtomNumber> = helpers.to_vec();
    loop {
        let before = reached.len();
        for rule in program.rules() {
            let asks = |literal: &i32| reached.contains(&literal.unsigned_abs());
            if rule.body.iter().any(asks) {
                let new: Vec<AtomNumber> =
                    rule.heads.iter().filter(|head| !reached.contains(head)).copied().collect();
                reached.extend(new);
            }
        }
        if reached.len() == before {
            return players.iter().all(|player| !reached.contains(player));
        }
    }
}

/// All subsets of these atoms, as choices.
fn choices(of: &[AtomNumber]) -> impl Iterator<Item = Vec<AtomNumber>> + '_ {
    (0..1u32 << of.len()).map(|bits| {
        let chosen = of.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
        chosen.map(|(_, atom)| *atom).collect()
    })
}

#[test]
fn helpers_are_found_where_there_are_some() {
    let mut rng = Rng::with_seed(7);
    let (mut right, mut wrong, mut several) = (0, 0, 0);
    for _ in 0..4000 {
        let program = random_program(&mut rng, 14, 24);
        let Ok(evaluator) = Evaluator::new(&program) else { continue };
        let (helpers, players): (Vec<_>, Vec<_>) =
            program.inputs().into_iter().partition(|_| rng.bool());
        if helpers.is_empty()
            || helpers.len() > 8
            || !players_are_free(&program, &players, &helpers)
        {
            continue;
        }
        let breaks: Vec<AtomNumber> = (0..rng.usize(1..3)).map(|_| rng.u32(1..=14)).collect();
        let search = HelperSearch::new(&program, helpers.clone(), breaks.clone()).unwrap();
        for _ in 0..4 {
            let given = some_of(&mut rng, &players);
            // The number of breaks with helpers that the rules allow; `None` for other helpers.
            let broken = |chosen: &[AtomNumber]| {
                let outcome = evaluator.evaluate(&[given.as_slice(), chosen].concat());
                let mut broken = breaks.clone();
                broken.sort_unstable();
                broken.dedup();
                broken.retain(|atom| outcome.holds(*atom));
                let allowed = outcome.violated().is_empty()
                    && helpers.iter().all(|of| !outcome.unsupported().contains(of))
                    && helpers.iter().all(|of| !outcome.forced().contains(of));
                allowed.then_some(broken.len())
            };
            let least = choices(&helpers).filter_map(|chosen| broken(&chosen)).min();
            let without = evaluator.evaluate(&given);
            let found = search.best(&program, &without).unwrap();
            if let Some(least) = least {
                assert_eq!(broken(&found), Some(least), "{program:?} {given:?} {found:?}");
                *(if least == 0 { &mut right } else { &mut wrong }) += 1;
                several += usize::from(least > 1);
            }
        }
    }
    assert!(right > 200 && wrong > 200 && several > 50, "{right} right, {wrong} wrong, {several}");
}

#[test]
fn helpers_do_not_hold_each_other_up() {
    // 1 and 2 may each be chosen only if the other one is; 3 asks for 1. Only 4 stands alone.
    let mut program = GroundProgram::default();
    program.push(true, &[1], &[2]);
    program.push(true, &[2], &[1]);
    program.push(true, &[2], &[4]);
    program.push(true, &[4], &[]);
    program.push(false, &[3], &[-1]);
    let evaluator = Evaluator::new(&program).unwrap();
    let search = HelperSearch::new(&program, vec![1, 2], [3]).unwrap();
    let best = |given: &[AtomNumber]| search.best(&program, &evaluator.evaluate(given)).unwrap();
    assert_eq!(best(&[4]), [1, 2]);
    assert_eq!(best(&[]), [0; 0]);
}
