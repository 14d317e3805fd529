//! Steps compared with brute force over all plays and all sets of constraints, on thousands of small random
//! programs, with counts and with positive cycles.

use fastrand::Rng;

use foolproof_ground::{AtomNumber, Evaluator, GroundProgram};

use crate::path::{WantedSteps, carried_over};
use crate::{
    AllowedSets, Begun, Decision, NoSteps, PathEnd, Puzzle, Reach, SolvingPath, SolvingStep,
    StepFinder, narrowest,
};

#[path = "early_tests.rs"]
mod early;

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
            // From lower levels any literal, from its own level only positive ones.
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

/// Marks that allow, derive or forbid each other, choices beside the marks, several knots on top of each other,
/// and sums of all kinds.
fn tangled_program(rng: &mut Rng) -> GroundProgram {
    let mut program = GroundProgram::default();
    let inputs = MARKS + rng.u32(0..3);
    let inner = inputs + rng.u32(3..9);
    let last = inner + rng.u32(4..9);
    (1..=inputs).for_each(|input| push_input(rng, &mut program, input, inputs, inner));
    push_inner(rng, &mut program, inputs, inner);
    for wrong in inner + 1..=last {
        if rng.bool() {
            let weighed = |rng: &mut Rng| (literal(rng, wrong - 1), rng.i32(0..4));
            let body: Vec<(i32, i32)> = (0..rng.usize(0..6)).map(|_| weighed(rng)).collect();
            program.push_weighted(false, &[wrong], rng.i32(2..8), body);
        } else {
            let body: Vec<i32> = (0..rng.usize(2..5)).map(|_| literal(rng, wrong - 1)).collect();
            program.push(false, &[wrong], &body);
        }
        match rng.u8(0..3) {
            0 => program.name(wrong, &format!("wrong(\"{wrong}\")")),
            words => program.name(wrong, &format!("wrong(\"{words}\",row({wrong}))")),
        }
    }
    if rng.u8(0..40) == 0 {
        program.fact("wrong(\"at once\",board)");
        program.fact("wrong(\"always\")");
    }
    if rng.bool() {
        bound_choices(rng, &mut program, last);
    }
    program
}

/// An atom up to this one, or its negation.
fn literal(rng: &mut Rng, last: u32) -> i32 {
    let atom = rng.i32(1..=last as i32);
    if rng.bool() { atom } else { -atom }
}

/// Rules that allow a mark or another choice, and rules that derive it.
fn push_input(rng: &mut Rng, program: &mut GroundProgram, input: u32, inputs: u32, inner: u32) {
    match rng.u8(0..16) {
        0 => program.push(true, &[input], &[rng.i32(1..=inner as i32)]),
        1 => program.push(true, &[input], &[literal(rng, inputs)]),
        2 => {
            // Two inputs that allow each other; sometimes something else allows one of them.
            let other = rng.u32(1..=inputs);
            program.push(true, &[input], &[other as i32]);
            program.push(true, &[other], &[input as i32]);
            if rng.bool() {
                program.push(true, &[other], &[literal(rng, inputs)]);
            }
        }
        3 => program.push(false, &[input], &[rng.i32(1..=inner as i32)]),
        4 if input == 1 => program.push(false, &[input], &[]),
        _ => program.push(true, &[input], &[]),
    }
    if rng.u8(0..8) == 0 {
        program.push(false, &[input], &[rng.i32(1..=inner as i32)]);
    }
    if input <= MARKS {
        program.name(input, &format!("play(cell({input},0),dot)"));
    }
}

/// Strata of atoms that depend on each other and on literals of lower strata.
fn push_inner(rng: &mut Rng, program: &mut GroundProgram, inputs: u32, inner: u32) {
    let size = rng.u32(2..5);
    let stratum = |atom: u32| if atom <= inputs { 0 } else { 1 + (atom - inputs - 1) / size };
    for _ in 0..(inner - inputs) * 2 {
        let head = rng.u32(inputs + 1..=inner);
        let below = |atom: u32| stratum(atom) < stratum(head);
        let mut body = Vec::new();
        for _ in 0..rng.usize(1..4) {
            match rng.u32(1..=inner) {
                atom if below(atom) && rng.bool() => body.push(-(atom as i32)),
                atom if stratum(atom) <= stratum(head) => body.push(atom as i32),
                _ => {}
            }
        }
        if body.iter().all(|of| below(of.unsigned_abs())) && rng.u8(0..4) == 0 {
            let weighed: Vec<(i32, i32)> = body.iter().map(|of| (*of, rng.i32(0..3))).collect();
            program.push_weighted(rng.u8(0..5) == 0, &[head], rng.i32(-1..4), weighed);
        } else {
            program.push(false, &[head], &body);
        }
    }
}

/// Bounds on how many of some marks are put, in the form in which the grounder translates bounds of choices.
fn bound_choices(rng: &mut Rng, program: &mut GroundProgram, last: u32) {
    let (reached, passed, kept) = (last + 1, last + 2, last + 3);
    let marks: Vec<(i32, i32)> =
        (1..=MARKS as i32).filter(|_| rng.bool()).map(|mark| (mark, 1)).collect();
    let least = rng.i32(0..3);
    program.push_weighted(false, &[reached], least, marks.clone());
    program.push_weighted(false, &[passed], least + rng.i32(1..3), marks);
    program.push(false, &[kept], &[reached as i32, -(passed as i32)]);
    program.push(false, &[], &[-(kept as i32)]);
}

/// All answer sets, each with its marks and the constraints that it breaks, as bits.
fn all_plays(program: &GroundProgram, puzzle: &Puzzle) -> Vec<(u32, u32)> {
    let evaluator = Evaluator::new(program).unwrap();
    let inputs = evaluator.inputs();
    let bits = |holds: &dyn Fn(AtomNumber) -> bool, atoms: &[AtomNumber]| -> u32 {
        atoms.iter().enumerate().filter(|(_, atom)| holds(**atom)).map(|(at, _)| 1 << at).sum()
    };
    let marks: Vec<AtomNumber> = puzzle.marks().iter().map(|mark| mark.atom).collect();
    let constraints: Vec<AtomNumber> = puzzle.constraints().iter().map(|of| of.atom).collect();
    let mut plays = Vec::new();
    for play in 0u32..1 << inputs.len() {
        let chosen = inputs.iter().enumerate().filter(|(at, _)| play >> at & 1 == 1);
        let outcome = evaluator.evaluate(&chosen.map(|(_, atom)| *atom).collect::<Vec<_>>());
        if outcome.is_answer_set() {
            let holds = |atom: AtomNumber| atom == 0 || outcome.holds(atom);
            plays.push((bits(&holds, &marks), bits(&holds, &constraints)));
        }
    }
    plays
}

fn agrees(play: u32, known: &[Decision]) -> bool {
    known.iter().all(|of| (play >> of.mark & 1 == 1) == of.on)
}

/// Returns whether a mark follows from these constraints, as bits, and these marks.
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
        let smaller = (0u32..1 << 10).filter(|of| of.count_ones() < set.count_ones());
        for of in smaller {
            assert!(!left.iter().any(|mark| follows(plays, of, known, *mark)), "{step:?}");
        }
    }
}

/// At least as many sets as reported decide something. If only one is reported, every mark that a small set
/// decides is also decided by one that contains it.
fn check_available(
    plays: &[(u32, u32)],
    step: &SolvingStep,
    largest: usize,
    known: &[Decision],
    left: &[Decision],
) {
    let taken: u32 = step.constraints.iter().map(|at| 1 << at).sum();
    let small = (1u32..1 << 10).filter(|of| of.count_ones() as usize <= largest);
    let small: Vec<u32> = small.collect();
    let decides = |set: u32, mark: &Decision| follows(plays, set, known, *mark);
    let deciding = small.iter().filter(|of| left.iter().any(|mark| decides(**of, mark)));
    assert!((1..=deciding.count()).contains(&step.available), "{step:?}");
    if step.available == 1 && largest <= 3 {
        for mark in left {
            let mut sets = small.iter().filter(|of| decides(**of, mark)).peekable();
            assert!(sets.peek().is_none() || sets.any(|of| of & taken == taken), "{step:?}");
        }
    }
}

/// The sizes of steps by plain deletion, each one valid.
fn check_deletion(program: &GroundProgram) -> Option<Vec<usize>> {
    let puzzle = Puzzle::of(program);
    let Ok(Begun::Finder(mut finder)) = StepFinder::begin(&puzzle, &|| false) else { return None };
    let plays = all_plays(program, &puzzle);
    let (mut left, mut known, mut sizes) = (finder.undecided(), Vec::new(), Vec::new());
    while let Some(step) = finder.next_by_deletion(&|| false).unwrap() {
        // Deletion does not try smaller sets.
        check_step(
            &plays,
            &SolvingStep { smallest: step.constraints.len() < 2, ..step.clone() },
            &known,
            &left,
        );
        left.retain(|decision| !step.marks.contains(decision));
        known.extend(&step.marks);
        sizes.push(step.constraints.len());
    }
    assert!(left.is_empty());
    Some(sizes)
}

/// Numbers of checked items.
#[derive(Debug, Default)]
struct Checked {
    steps: u32,
    larger: u32,
    without_constraints: u32,
    without_solution: u32,
    without_play: u32,
    refused: u32,
}

fn check(program: &GroundProgram, checked: &mut Checked) {
    let puzzle = &Puzzle::of(program);
    let mut finder = match StepFinder::begin(puzzle, &|| false) {
        Err(NoSteps::Halted) => panic!("nobody stopped it"),
        Err(NoSteps::Unreadable(_)) => return checked.refused += 1,
        Ok(Begun::NoSolution(core)) => {
            let plays = all_plays(program, puzzle);
            checked.without_solution += 1;
            checked.without_play += u32::from(plays.is_empty());
            let kept = |set: u32| plays.iter().any(|(_, broken)| broken & set == 0);
            let set: u32 = core.iter().map(|at| 1 << at).sum();
            assert!(!kept(set));
            assert!(core.iter().all(|at| kept(set & !(1 << at))));
            return;
        }
        Ok(Begun::Finder(finder)) => finder,
    };
    let plays = all_plays(program, puzzle);
    let solutions: Vec<u32> =
        plays.iter().filter(|(_, broken)| *broken == 0).map(|(play, _)| *play).collect();
    let first = solutions[0];
    let shared =
        |mark: &usize| solutions.iter().all(|solution| (solution ^ first) >> mark & 1 == 0);
    let differing: Vec<usize> = (0..puzzle.marks().len()).filter(|mark| !shared(mark)).collect();
    assert_eq!(finder.differing(), differing);
    let mut left = finder.undecided();
    let all: Vec<Decision> = (0..puzzle.marks().len())
        .filter(shared)
        .map(|mark| Decision { mark, on: first >> mark & 1 == 1 })
        .collect();
    let mut known: Vec<Decision> = Vec::new();
    assert_eq!(left, all);
    let mut largest = 0;
    while let Some(step) = finder.next(&|| false).unwrap() {
        check_step(&plays, &step, &known, &left);
        largest = largest.max(step.constraints.len());
        if !step.constraints.is_empty() {
            check_available(&plays, &step, largest, &known, &left);
        }
        assert!(step.smallest || step.constraints.len() > 3);
        assert!(!step.constraints.is_empty() || known.is_empty());
        checked.steps += 1;
        checked.without_constraints += u32::from(step.constraints.is_empty());
        checked.larger += u32::from(step.constraints.len() > 1);
        left.retain(|decision| !step.marks.contains(decision));
        known.extend(&step.marks);
    }
    assert!(left.is_empty());
    known.sort_unstable();
    assert_eq!(known, all);
}

#[test]
fn steps_are_what_brute_force_finds() {
    let (mut rng, mut checked) = (Rng::with_seed(39), Checked::default());
    for _ in 0..2400 {
        check(&random_program(&mut rng), &mut checked);
    }
    assert!(checked.steps > 1200 && checked.without_solution > 240, "{checked:?}");
    assert!(checked.larger > 200 && checked.refused == 0, "{checked:?}");
}

#[test]
fn steps_of_tangled_rules_are_what_brute_force_finds() {
    let (mut rng, mut checked) = (Rng::with_seed(40), Checked::default());
    for _ in 0..1200 {
        check(&tangled_program(&mut rng), &mut checked);
    }
    assert!(checked.steps > 400 && checked.larger > 30, "{checked:?}");
    assert!(checked.without_solution > 200 && checked.without_play > 10, "{checked:?}");
    assert!(checked.refused < 300 && checked.without_constraints > 100, "{checked:?}");
}

#[test]
fn steps_by_deletion_are_steps() {
    let mut rng = Rng::with_seed(41);
    let all: Vec<usize> =
        (0..400).filter_map(|_| check_deletion(&random_program(&mut rng))).flatten().collect();
    assert!(all.len() > 200 && all.iter().any(|size| *size > 1), "{all:?}");
}

#[test]
fn a_mark_that_holds_itself_up_is_not_put() {
    let mut program = GroundProgram::default();
    // No choice allows the mark, but it follows from something that follows from it.
    program.push(true, &[1], &[5]);
    program.push(false, &[1], &[2]);
    program.push(false, &[2], &[1]);
    program.push(true, &[3], &[]);
    program.push(false, &[4], &[-3]);
    program.name(1, "play(cell(0,0),dot)");
    program.name(3, "play(cell(1,0),dot)");
    program.name(4, "wrong(\"empty\",cell(1,0))");
    let mut checked = Checked::default();
    check(&program, &mut checked);
    assert_eq!((checked.steps, checked.without_constraints), (2, 1));
}

#[test]
fn a_search_that_is_not_wanted_ends_at_once() {
    let puzzle = Puzzle::of(&random_program(&mut Rng::with_seed(1)));
    assert_eq!(StepFinder::begin(&puzzle, &|| true).err(), Some(NoSteps::Halted));
}

#[test]
fn long_sums_need_no_deep_stack() {
    let mut program = GroundProgram::default();
    let marks: Vec<(i32, i32)> = (1..=20_000).map(|mark| (mark, 1)).collect();
    (1..=20_000).for_each(|mark| program.push(true, &[mark], &[]));
    program.push_weighted(false, &[20_001], 2, marks.iter().copied());
    program.push(false, &[20_002], &[-20_001]);
    program.name(20_002, "wrong(\"too few\")");
    (1..=3).for_each(|mark| program.name(mark, &format!("play(cell({mark},0),dot)")));
    let puzzle = Puzzle::of(&program);
    let Ok(Begun::Finder(finder)) = StepFinder::begin(&puzzle, &|| false) else {
        panic!("solvable")
    };
    assert_eq!(finder.differing(), [0, 1, 2]);
}

/// Three marks, some of which must be put, and two sentences about them.
fn three_marks() -> GroundProgram {
    let mut program = GroundProgram::default();
    for mark in 1..=3 {
        program.push(true, &[mark], &[]);
        program.name(mark, &format!("play(cell({mark},0),path)"));
    }
    program.push(false, &[4], &[-1]);
    program.name(4, "wrong(\"empty\",cell(1,0))");
    program.push(false, &[5], &[1, 2]);
    program.name(5, "wrong(\"two\",cell(1,0))");
    program.push(false, &[6], &[-2, -3]);
    program.name(6, "wrong(\"none\",cell(2,0))");
    program
}

#[test]
fn a_path_that_came_to_its_end_is_walked_once() {
    let walk = |most, stopped: bool| {
        let mut told = 0;
        let stop = move || stopped;
        let path = SolvingPath::walk(three_marks(), most, &stop, &mut |_, _| told += 1);
        (path, told)
    };
    let (first, told) = walk(1, false);
    let first = first.expect("steps");
    assert_eq!((first.end.clone(), first.steps.len()), (PathEnd::Enough, 1));
    assert!(told >= 1);
    assert_eq!(walk(9, true).0.err(), Some(NoSteps::Halted), "what was cut is not kept");
    let (whole, told) = walk(9, false);
    let whole = whole.expect("steps");
    assert!(whole.is_solved() && whole.steps.len() == 3 && told >= 1, "{told} tellings");
    assert_eq!(whole.steps[..1], first.steps[..]);
    // The second call searches nothing.
    let (again, told) = walk(9, true);
    assert!(std::sync::Arc::ptr_eq(&whole, &again.expect("the same")) && told == 0);
}

/// The rules with one more, so that the same sentences mean something else.
fn edited(mut program: GroundProgram, rng: &mut Rng) -> GroundProgram {
    let last = program.last_atom();
    let head = rng.u32(MARKS + 1..=last);
    program.push(false, &[head], &[literal(rng, MARKS), literal(rng, MARKS)]);
    program
}

#[test]
fn steps_that_are_carried_over_an_edit_still_hold() {
    let (mut rng, mut carried, mut lost) = (Rng::with_seed(41), 0, 0);
    for _ in 0..600 {
        let program = random_program(&mut rng);
        let changed = edited(program.clone(), &mut rng);
        let (puzzle, after) = (Puzzle::of(&program), Puzzle::of(&changed));
        let path = SolvingPath::search(puzzle, WantedSteps::ALL, &|| false, &mut |_, _| {});
        let Ok(path) = path else { continue };
        let mut told = Vec::new();
        let steps = carried_over(&path, &after, &|| false, &mut |steps| told = steps.to_vec());
        let Ok(steps) = steps else { continue };
        assert_eq!(steps, told);
        let (plays, mut known) = (all_plays(&changed, &after), Vec::new());
        for step in &steps {
            let set: u32 = step.constraints.iter().map(|at| 1 << at).sum();
            assert!(step.reasons.iter().all(|reason| known.contains(reason)), "{step:?}");
            let holds = |mark: &Decision| follows(&plays, set, &step.reasons, *mark);
            assert!(step.marks.iter().all(holds), "{step:?}");
            assert!(!step.smallest || step.constraints.len() < 2, "{step:?}");
            known.extend(step.marks.iter().copied());
        }
        carried += steps.len();
        lost += path.steps.len() - steps.len();
    }
    assert!(carried > 300 && lost > 30, "{carried} carried over, {lost} lost");
}

#[test]
fn the_narrowest_moment_lies_in_the_first_half_of_the_marks() {
    let of = |steps: &[(usize, usize)]| narrowest(steps.iter().copied());
    assert_eq!(of(&[(2, 5), (2, 3), (2, 4), (1, 1), (1, 1)]), Some(1));
    assert_eq!(of(&[(1, 2), (1, 2)]), Some(0), "the first of several");
    assert_eq!(of(&[]), None);
}

/// The marks that are left after trying all sets of at most `most` constraints that do not contain all of
/// `avoided`.
fn left_without(
    plays: &[(u32, u32)],
    puzzle: &Puzzle,
    avoided: u32,
    most: u32,
) -> Option<Vec<usize>> {
    let solutions: Vec<u32> =
        plays.iter().filter(|(_, broken)| *broken == 0).map(|(play, _)| *play).collect();
    let one = *solutions.first()?;
    if solutions.iter().any(|play| *play != one) {
        return None;
    }
    let decision = |mark: usize| Decision { mark, on: one >> mark & 1 == 1 };
    let mut left: Vec<usize> = (0..puzzle.marks().len()).collect();
    let mut known: Vec<Decision> = Vec::new();
    loop {
        let sets = (0u32..1 << puzzle.constraints().len())
            .filter(|set| set.count_ones() <= most && set & avoided != avoided);
        let all: Vec<u32> = sets.collect();
        let decided =
            |mark: &usize| all.iter().any(|set| follows(plays, *set, &known, decision(*mark)));
        let new: Vec<usize> = left.iter().copied().filter(decided).collect();
        if new.is_empty() {
            return Some(left);
        }
        left.retain(|mark| !new.contains(mark));
        known.extend(new.into_iter().map(decision));
    }
}

#[test]
fn steps_without_some_sets_lead_as_far_as_brute_force_says() {
    let (mut whole, mut short) = (0, 0);
    for seed in 0..15_000 {
        let mut rng = Rng::with_seed(seed);
        let program = if rng.bool() { random_program(&mut rng) } else { tangled_program(&mut rng) };
        let puzzle = Puzzle::of(&program);
        if puzzle.unreadable.is_some() || puzzle.constraints().len() < 2 {
            continue;
        }
        let pair =
            [rng.usize(..puzzle.constraints().len()), rng.usize(..puzzle.constraints().len())];
        let most = rng.usize(1..4);
        let avoided = 1 << pair[0] | 1 << pair[1];
        let plays = all_plays(&program, &puzzle);
        let is_allowed = |set: &[usize]| !pair.iter().all(|of| set.contains(of));
        let allowed = AllowedSets { most, is_allowed: &is_allowed };
        let reach = match Reach::of(&puzzle, allowed, &|| false) {
            Err(NoSteps::Unreadable(_)) => continue,
            reach => reach.unwrap(),
        };
        match (left_without(&plays, &puzzle, avoided, most as u32), reach) {
            (None, reach) => assert!(matches!(reach, Reach::NoSolution | Reach::Differing(_))),
            (Some(left), Reach::All) => {
                assert_eq!(left, [0_usize; 0], "seed {seed}");
                whole += 1;
            }
            (Some(left), Reach::Short(found)) => {
                assert_eq!(left, found, "seed {seed}");
                short += 1;
            }
            (_, reach) => panic!("seed {seed}: {reach:?}"),
        }
    }
    assert!(whole > 80 && short > 20, "{whole} {short}");
}

#[test]
fn a_path_of_small_steps_ends_where_only_larger_ones_are_left() {
    let (mut stuck, mut solved) = (0, 0);
    for seed in 0..600 {
        let program = random_program(&mut Rng::with_seed(seed));
        let path = |constraints| {
            let wanted = WantedSteps { constraints, ..WantedSteps::ALL };
            SolvingPath::search(Puzzle::of(&program), wanted, &|| false, &mut |_, _| {})
        };
        let (Ok(whole), Ok(small)) = (path(usize::MAX), path(1)) else { continue };
        let first = whole.steps.iter().position(|step| step.constraints.len() > 1);
        let same = whole.steps.get(..first.unwrap_or(whole.steps.len())).unwrap();
        assert_eq!(small.steps, same, "seed {seed}");
        match &small.end {
            PathEnd::Stuck { undecided, beyond } => {
                assert!(beyond.iter().all(|mark| undecided.contains(mark)));
                assert!(first.is_some() && !undecided.is_empty(), "seed {seed}");
                stuck += 1;
            }
            end => {
                assert!(first.is_none() && *end == whole.end, "seed {seed}");
                solved += 1;
            }
        }
    }
    assert!(stuck > 20 && solved > 50, "{stuck} {solved}");
}

#[test]
fn no_steps_are_looked_for_to_one_of_several_solutions() {
    let (mut others, mut several) = (0, 0);
    for seed in 0..400 {
        let program = random_program(&mut Rng::with_seed(seed));
        let path = |to_one| {
            let wanted = WantedSteps { to_one, ..WantedSteps::ALL };
            SolvingPath::search(Puzzle::of(&program), wanted, &|| false, &mut |_, _| {})
        };
        let (Ok(whole), Ok(path)) = (path(false), path(true)) else { continue };
        match &whole.end {
            PathEnd::Decided { differing } if !differing.is_empty() => {
                assert_eq!(path.end, PathEnd::Several { differing: differing.clone() });
                assert!(path.steps.is_empty());
                several += 1;
            }
            // A contradiction is of no use here.
            PathEnd::NoSolution(_) => {
                assert!(matches!(path.end, PathEnd::NoSolution(_)));
                others += 1;
            }
            end => {
                assert_eq!((&path.end, &path.steps), (end, &whole.steps), "seed {seed}");
                others += 1;
            }
        }
    }
    assert!(others > 50 && several > 50, "{others} {several}");
}
