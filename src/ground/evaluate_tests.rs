//! Tests of the evaluator against the naive one, and of its refusals.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::circuit::{Circuit, Lanes, Wire};
use super::evaluate::{Evaluator, GroundOutcome};
use super::lower::Lowering;
use super::program::GroundProgram;
use super::strata::Strata;
use super::testing::{naive, random_program, read_aspif, some_of};

#[test]
fn random_programs_mean_what_the_naive_evaluator_says() {
    let mut rng = Rng::with_seed(1);
    let mut outcome = GroundOutcome::default();
    let (mut accepted, mut rejected) = (0, 0);
    for round in 0..4000 {
        let (n_atoms, n_rules) = (rng.u32(3..24), rng.usize(1..40));
        let program = random_program(&mut rng, n_atoms, n_rules);
        let evaluator = Evaluator::new(&program).unwrap();
        for _ in 0..4 {
            let chosen = some_of(&mut rng, evaluator.inputs());
            evaluator.evaluate_into(&chosen, &mut outcome);
            let (model, answer) = naive(&program, &chosen);
            let found: Vec<u32> = outcome.true_atoms().collect();
            assert_eq!(found, model, "round {round}: {program:?} {chosen:?}");
            assert_eq!(outcome.is_answer_set(), answer, "round {round}: {program:?} {chosen:?}");
            if answer { accepted += 1 } else { rejected += 1 }
        }
    }
    assert!(accepted > 500 && rejected > 500, "{accepted} {rejected}");
}

#[test]
fn choices_that_only_allow_each_other_are_unsupported() {
    // {a(1)} :- a(2). {a(2)} :- a(1). {a(2)} :- a(3). {a(3)}.
    let mut program = GroundProgram::default();
    program.push(true, &[1], &[2]);
    program.push(true, &[2], &[1]);
    program.push(true, &[2], &[3]);
    program.push(true, &[3], &[]);
    let evaluator = Evaluator::new(&program).unwrap();
    assert_eq!(evaluator.evaluate(&[1, 2]).unsupported(), [1, 2]);
    assert!(evaluator.evaluate(&[1, 2, 3]).is_answer_set());
    assert_eq!(evaluator.evaluate(&[1, 3]).unsupported(), [1]);
    // A number that is no atom of the program is unsupported, too.
    assert_eq!(evaluator.evaluate(&[3, 77]).unsupported(), [77]);
}

#[test]
fn what_is_not_stratified_is_refused_by_name() {
    let check = |program: &GroundProgram, expected: &str| {
        assert_eq!(Evaluator::new(program).unwrap_err().to_string(), expected);
    };
    let mut odd = GroundProgram::default();
    odd.push(false, &[1], &[2]);
    odd.push(false, &[2], &[-1]);
    odd.name(1, "p");
    odd.name(2, "q");
    check(&odd, "`q` depends on its own absence, through `p`");
    let mut counted = GroundProgram::default();
    counted.push_weighted(false, &[1], 1, [(1, 1), (2, 1)]);
    counted.name(1, "p");
    check(&counted, "`p` depends on a count of itself");
    let mut either = GroundProgram::default();
    either.push(false, &[1, 2], &[]);
    check(&either, "one rule derives `atom 1` or `atom 2`, and nothing says which");
    // A choice breaks the cycle: its truth is given.
    let mut cut = GroundProgram::default();
    cut.push(true, &[1], &[-2]);
    cut.push(true, &[2], &[-1]);
    let evaluator = Evaluator::new(&cut).unwrap();
    assert!(evaluator.evaluate(&[1]).is_answer_set());
    assert_eq!(evaluator.evaluate(&[1, 2]).unsupported(), [1, 2]);
}

/// `site. { on(1..3) }. lit(X) :- on(X). lit(X+1) :- lit(X), X < 4. bright :- 2 { lit(X) }.
/// :- lit(4), not bright.` as clingo 5.8.3 grounds it.
const LIGHTS: &str = "asp 1 0 0 incremental
1 0 1 1 0 0
1 1 1 2 0 0
1 1 1 3 0 0
1 1 1 4 0 0
1 0 1 5 0 1 2
1 0 1 6 0 1 3
1 0 1 7 0 1 4
1 0 1 8 0 1 7
1 0 1 7 0 1 6
1 0 1 6 0 1 5
1 0 1 9 1 2 4 5 1 6 1 7 1 8 1
1 0 1 10 0 1 9
1 0 0 0 2 -10 8
4 5 on(1) 1 2
4 5 on(2) 1 3
4 5 on(3) 1 4
4 6 lit(1) 1 5
4 6 lit(2) 1 6
4 6 lit(3) 1 7
4 6 lit(4) 1 8
4 6 bright 1 10
4 4 site 0
0
";

#[test]
fn aspif_is_read_and_evaluated() {
    let program = read_aspif(LIGHTS);
    assert_eq!(program.atoms_of("site").collect::<Vec<_>>(), [(0, [])]);
    let evaluator = Evaluator::new(&program).unwrap();
    assert_eq!(evaluator.inputs(), [2, 3, 4]);
    let true_names = |chosen: &[u32]| {
        let outcome = evaluator.evaluate(chosen);
        let names = program.names().filter(|(atom, _)| outcome.holds(*atom));
        let names: Vec<&str> = names.map(|(_, name)| name).collect();
        (names.join(" "), outcome.violated().to_vec())
    };
    assert_eq!(true_names(&[]), (String::new(), vec![]));
    assert_eq!(true_names(&[4]), ("on(3) lit(3) lit(4) bright".to_owned(), vec![]));
    // clingo's result: eight answer sets, since two lights are on whenever one is.
    assert!(evaluator.evaluate(&[3]).is_answer_set());
}

#[test]
fn gates_compute_what_the_evaluator_does() {
    let mut rng = Rng::with_seed(2);
    for round in 0..1500 {
        let (n_atoms, n_rules) = (rng.u32(3..28), rng.usize(1..60));
        let program = random_program(&mut rng, n_atoms, n_rules);
        let evaluator = Evaluator::new(&program).unwrap();
        let strata = Strata::of(&program).unwrap();
        // Some inputs are lanes, the others are folded in, as actions are.
        let (free, fixed): (Vec<u32>, Vec<u32>) =
            evaluator.inputs().iter().partition(|_| rng.u8(0..3) > 0);
        let on = some_of(&mut rng, &fixed);
        let mut wires = vec![Wire::FALSE; program.last_atom() as usize + 1];
        free.iter().enumerate().for_each(|(at, atom)| wires[*atom as usize] = Circuit::input(at));
        on.iter().for_each(|atom| wires[*atom as usize] = Wire::TRUE);
        let mut lowering = Lowering::new(&program, &strata, free.len(), 1..=program.last_atom());
        lowering.lower(&mut wires, |_| true);
        let mut circuit = lowering.circuit;
        let n_parts = circuit.end_part();
        let mut lanes = Lanes::<2>::new(&circuit);
        let given: Vec<[u64; 2]> = free.iter().map(|_| [rng.u64(..), rng.u64(..)]).collect();
        for (at, bits) in given.iter().enumerate() {
            (0..2).for_each(|block| lanes.set(at, block, bits[block]));
        }
        lanes.run(&circuit, 0..n_parts);
        for lane in 0..Lanes::<2>::COUNT {
            let bit = |bits: &[u64; 2]| bits[lane / 64] >> (lane % 64) & 1 == 1;
            let chosen =
                free.iter().zip(&given).filter(|(_, bits)| bit(bits)).map(|(atom, _)| *atom);
            let chosen: Vec<u32> = chosen.chain(on.iter().copied()).collect();
            let outcome = evaluator.evaluate(&chosen);
            for atom in 1..=program.last_atom() {
                let found = bit(&lanes.get(wires[atom as usize]));
                assert_eq!(found, outcome.holds(atom), "round {round}, atom {atom}: {program:?}");
            }
        }
    }
}

#[test]
fn what_is_given_is_carried_through_and_changes_nothing_else() {
    let mut rng = Rng::with_seed(21);
    let (mut settled, mut broken) = (0, 0);
    for _ in 0..3000 {
        let program = random_program(&mut rng, 14, 24);
        let derived: BTreeSet<u32> = program
            .rules()
            .filter(|rule| !rule.choice)
            .flat_map(|rule| rule.heads.to_vec())
            .collect();
        let mut inputs = program.inputs();
        inputs.retain(|input| !derived.contains(input));
        let given: Vec<(u32, bool)> =
            some_of(&mut rng, &inputs).into_iter().map(|atom| (atom, rng.bool())).collect();
        let rest = program.given(given.iter().copied());
        let names = rest.index();
        let number = |atom: u32| names.atom(&format!("a({atom})"));
        let (whole, small) = (Evaluator::new(&program).unwrap(), Evaluator::new(&rest).unwrap());
        settled += program.n_rules() - rest.n_rules();
        for _ in 0..6 {
            // A choice that nothing can allow any more is missing from the small program.
            let left = rest.inputs();
            let open = |atom: &u32| number(*atom).is_some_and(|number| left.contains(&number));
            let others: Vec<u32> = some_of(&mut rng, &program.inputs())
                .into_iter()
                .filter(|atom| given.iter().all(|(known, _)| known != atom) && open(atom))
                .collect();
            let all: Vec<u32> = given
                .iter()
                .filter(|(_, holds)| *holds)
                .map(|(atom, _)| *atom)
                .chain(others.iter().copied())
                .collect();
            let others: Vec<u32> = others.into_iter().filter_map(number).collect();
            let (one, other) = (whole.evaluate(&all), small.evaluate(&others));
            for atom in 1..=14 {
                let holds = match number(atom) {
                    Some(0) => true,
                    Some(number) => other.holds(number),
                    None => false,
                };
                let is_given = given.iter().any(|(known, _)| *known == atom);
                assert!(is_given || one.holds(atom) == holds, "{atom} of {program:?}");
            }
            assert_eq!(one.violated().is_empty(), other.violated().is_empty());
            broken += usize::from(!one.violated().is_empty());
        }
    }
    assert!(settled > 3000 && broken > 100, "{settled} {broken}");
}
