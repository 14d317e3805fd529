//! Steps against brute force over all plays and all sets of constraints, on thousands of small random
//! programs: with counts, and with atoms that feed each other.

use fastrand::Rng;

use foolproof_ground::{AtomNumber, Evaluator, GroundProgram};

use crate::{Begun, Decision, Puzzle, SolvingStep, StepFinder};

const MARKS: u32 = 6;

/// Marks that may be put, atoms that follow from them level by level, and sentences about those.
fn random_program(rng: &mut Rng) -> GroundProgram {
    let mut program = GroundProgram::default();
    for mark in 1..=MARKS {
        let allowed =
            if rng.u8(0..8) == 0 && mark > 1 { vec![rng.i32(1..mark as i32)] } else { vec![] };
        program.push(true, &[mark], &allowed);
        program.name(mark, &format!("play(cell({mark},0),dot)"));
    }
    let (n_inner, n_wrong) = (rng.u32(2..8), rng.u32(3..8));
    let level = |atom: u32| if atom <= MARKS { 0 } else { 1 + (atom - MARKS) / 3 };
    let last = MARKS + n_inner;
    for _ in 0..n_inner * 2 {
        let head = rng.u32(MARKS + 1..=last);
        let mut body = Vec::new();
        for _ in 0..rng.usize(1..4) {
            let atom = rng.u32(1..=last);
            // Below, anything; on its own level, only what has to hold.
            match level(atom) < level(head) {
                true => body.push(if rng.bool() { atom as i32 } else { -(atom as i32) }),
                false if level(atom) == level(head) => body.push(atom as i32),
                false => {}
            }
        }
        program.push(false, &[head], &body);
    }
    for wrong in last + 1..=last + n_wrong {
        let literal = |rng: &mut Rng| {
            let atom = rng.i32(1..=last as i32);
            if rng.bool() { atom } else { -atom }
        };
        if rng.u8(0..3) == 0 {
            let body: Vec<(i32, i32)> =
                (0..rng.usize(2..5)).map(|_| (literal(rng), rng.i32(1..3))).collect();
            program.push_weighted(false, &[wrong], rng.i32(2..5), body);
        } else {
            let body: Vec<i32> = (0..rng.usize(2..4)).map(|_| literal(rng)).collect();
            program.push(false, &[wrong], &body);
        }
        program.name(wrong, &format!("wrong(\"{}\",cell({wrong},0))", wrong % 3));
    }
    program
}

/// All plays that the choice rules allow, each with the constraints that it breaks, as bits.
fn all_plays(puzzle: &Puzzle) -> Vec<(u32, u32)> {
    let evaluator = Evaluator::new(&puzzle.program).unwrap();
    let marks: Vec<AtomNumber> = puzzle.marks().iter().map(|mark| mark.atom).collect();
    let mut plays = Vec::new();
    for play in 0u32..1 << marks.len() {
        let chosen = marks.iter().enumerate().filter(|(at, _)| play >> at & 1 == 1);
        let outcome = evaluator.evaluate(&chosen.map(|(_, atom)| *atom).collect::<Vec<_>>());
        if outcome.is_answer_set() {
            let broken = puzzle.constraints().iter().enumerate();
            let broken = broken.filter(|(_, constraint)| outcome.holds(constraint.atom));
            plays.push((play, broken.map(|(at, _)| 1 << at).sum()));
        }
    }
    plays
}

fn agrees(play: u32, known: &[Decision]) -> bool {
    known.iter().all(|of| (play >> of.mark & 1 == 1) == of.on)
}

/// Whether a mark follows from these constraints, as bits, and these marks.
fn follows(plays: &[(u32, u32)], set: u32, known: &[Decision], mark: Decision) -> bool {
    let kept = plays.iter().filter(|(play, broken)| broken & set == 0 && agrees(*play, known));
    kept.clone().all(|(play, _)| agrees(*play, &[mark]))
}

fn check_step(plays: &[(u32, u32)], step: &SolvingStep, known: &[Decision], left: &[Decision]) {
    let set: u32 = step.constraints.iter().map(|at| 1 << at).sum();
    let mut following: Vec<Decision> =
        left.iter().copied().filter(|mark| follows(plays, set, known, *mark)).collect();
    following.sort_unstable();
    assert_eq!(step.marks, following);
    let all_follow =
        |from: &[Decision]| step.marks.iter().all(|mark| follows(plays, set, from, *mark));
    assert!(all_follow(&step.reasons));
    for without in 0..step.reasons.len() {
        let mut fewer = step.reasons.clone();
        fewer.remove(without);
        assert!(!all_follow(&fewer), "{step:?}");
    }
    if step.smallest {
        let smaller = (0u32..1 << 8).filter(|of| of.count_ones() < set.count_ones());
        for of in smaller {
            assert!(!left.iter().any(|mark| follows(plays, of, known, *mark)), "{step:?}");
        }
    }
    assert!(step.smallest || step.constraints.len() > 3);
}

#[test]
fn steps_are_what_brute_force_finds() {
    let mut rng = Rng::with_seed(39);
    let (mut n_steps, mut n_none, mut larger) = (0, 0, 0);
    for _ in 0..3000 {
        let puzzle = Puzzle::of(random_program(&mut rng));
        let plays = all_plays(&puzzle);
        let solutions: Vec<u32> =
            plays.iter().filter(|(_, broken)| *broken == 0).map(|(play, _)| *play).collect();
        let begun = StepFinder::begin(&puzzle, &|| false);
        let mut finder = match begun.unwrap() {
            Begun::Finder(finder) => finder,
            Begun::NoSolution(core) => {
                n_none += 1;
                assert!(solutions.is_empty());
                let kept = |set: u32| plays.iter().any(|(_, broken)| broken & set == 0);
                let set: u32 = core.iter().map(|at| 1 << at).sum();
                assert!(!kept(set));
                assert!(core.iter().all(|at| kept(set & !(1 << at))));
                continue;
            }
        };
        let first = solutions[0];
        let shared =
            |mark: &usize| solutions.iter().all(|solution| (solution ^ first) >> mark & 1 == 0);
        let differing: Vec<usize> =
            (0..puzzle.marks().len()).filter(|mark| !shared(mark)).collect();
        assert_eq!(finder.differing(), differing);
        let mut left = finder.undecided();
        let all: Vec<Decision> = (0..puzzle.marks().len())
            .filter(shared)
            .map(|mark| Decision { mark, on: first >> mark & 1 == 1 })
            .collect();
        let mut known: Vec<Decision> =
            all.iter().copied().filter(|decision| !left.contains(decision)).collect();
        // What no step decides follows from the choice rules alone.
        assert!(known.iter().all(|mark| follows(&plays, 0, &[], *mark)));
        while let Some(step) = finder.next(&|| false).unwrap() {
            check_step(&plays, &step, &known, &left);
            n_steps += 1;
            larger += u32::from(step.constraints.len() > 1);
            left.retain(|decision| !step.marks.contains(decision));
            known.extend(&step.marks);
        }
        assert!(left.is_empty());
        known.sort_unstable();
        assert_eq!(known, all);
    }
    assert!(n_steps > 1500 && n_none > 300 && larger > 250, "{n_steps} {n_none} {larger}");
}
