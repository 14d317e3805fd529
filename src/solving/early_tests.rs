//! Early results compared with brute force over all plays: steps found before any solution, and a report of no
//! solution before a smallest reason is known.

use fastrand::Rng;

use foolproof_ground::GroundProgram;

use super::{agrees, all_plays, check_step, follows, random_program, tangled_program};
use crate::early::EarlySteps;
use crate::path::WantedSteps;
use crate::{Clash, Decision, PathEnd, Puzzle, SolvingPath, Told};

/// Checks the early steps of a program against all its plays. Counts the steps, those of several constraints,
/// and those of programs without a solution.
fn check_early(program: &GroundProgram) -> Option<[usize; 3]> {
    let puzzle = Puzzle::of(program);
    let (mut told, stop) = (Vec::new(), || false);
    let early = EarlySteps::of(&puzzle, &stop).ok().filter(|_| puzzle.unreadable.is_none())??;
    let steps = early.taken(usize::MAX, &stop, &mut |steps| told = steps.to_vec()).unwrap();
    assert_eq!(steps, told);
    let plays = all_plays(program, &puzzle);
    let solutions: Vec<u32> =
        plays.iter().filter(|(_, broken)| *broken == 0).map(|(play, _)| *play).collect();
    let all: Vec<Decision> = (0..puzzle.marks().len())
        .map(|mark| Decision { mark, on: solutions.first().unwrap_or(&0) >> mark & 1 == 1 })
        .collect();
    let shared = |of: &Decision| solutions.iter().all(|solution| agrees(*solution, &[*of]));
    let (mut left, mut known) = (all, Vec::new());
    left.retain(|of| shared(of));
    for step in &steps {
        if solutions.is_empty() {
            let set: u32 = step.constraints.iter().map(|at| 1 << at).sum();
            assert!(step.reasons.iter().all(|reason| known.contains(reason)), "{step:?}");
            let holds = |mark: &Decision| follows(&plays, set, &step.reasons, *mark);
            assert!(step.marks.iter().all(holds), "{step:?}");
        } else {
            check_step(&plays, step, &known, &left);
        }
        assert_eq!(step.smallest, step.constraints.len() <= 1);
        left.retain(|decision| !step.marks.contains(decision));
        known.extend(step.marks.iter().copied());
    }
    let larger = steps.iter().filter(|step| step.constraints.len() > 1).count();
    Some([steps.len(), larger, if solutions.is_empty() { steps.len() } else { 0 }])
}

#[test]
fn early_steps_hold_whatever_the_solutions_are() {
    let mut all = [0, 0, 0];
    for seed in 0..3000 {
        let mut rng = Rng::with_seed(seed);
        let program = if rng.bool() { random_program(&mut rng) } else { tangled_program(&mut rng) };
        let counts = check_early(&program).unwrap_or_default();
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
    }
    let [steps, larger, without_solution] = all;
    assert!(steps > 1500 && larger > 50 && without_solution > 50, "{all:?}");
}

#[test]
fn that_there_is_no_solution_is_told_before_a_smallest_reason_is() {
    let mut without_solution = 0;
    for seed in 0..1000 {
        let program = random_program(&mut Rng::with_seed(seed));
        let (puzzle, mut told) = (Puzzle::of(&program), None);
        if puzzle.unreadable.is_some() {
            continue;
        }
        let path = SolvingPath::search(puzzle, WantedSteps::ALL, &|| false, &mut |_, so_far| {
            if let Told::NoSolution(clash) = so_far {
                told = Some(clash.clone());
            }
        });
        let path = path.unwrap();
        let PathEnd::NoSolution(least) = &path.end else {
            assert_eq!(told, None);
            continue;
        };
        let told = told.unwrap();
        let plays = all_plays(&program, &path.puzzle);
        for clash in [&told, least] {
            let set: u32 = clash.constraints.iter().map(|at| 1 << at).sum();
            assert!(plays.iter().all(|(_, broken)| broken & set != 0));
        }
        let is_told = |at: &usize| told.constraints.contains(at);
        assert!(least.constraints.iter().all(is_told));
        assert!(least.is_least && !told.is_least);
        // The core is shrunk only on request.
        let wanted = WantedSteps { to_one: true, ..WantedSteps::ALL };
        let path = SolvingPath::search(Puzzle::of(&program), wanted, &|| false, &mut |_, _| {});
        let end = path.unwrap().end;
        assert!(matches!(end, PathEnd::NoSolution(Clash { is_least: false, .. })));
        without_solution += 1;
    }
    assert!(without_solution > 50, "{without_solution}");
}
