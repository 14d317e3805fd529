//! Tests of monitors and shortcuts against all plays up to a length, and of well-founded reasons.

use fastrand::Rng;

use super::testing::{naive, random_game, random_program, some_of};
use super::{AtomReason, Evaluator, Explored, FailureReason, Reasons, StepGame};
use foolproof_space::{ActionId, Formula, MonitorTooLarge, ShortcutSearch, SpaceLimits};

const LONGEST: usize = 6;

type WatchedEvents = Vec<Vec<String>>;

/// All solutions up to a length, with the events of every step.
fn all_solutions(found: &Explored) -> Vec<(Vec<ActionId>, WatchedEvents)> {
    let mut solutions = Vec::new();
    let mut layer = vec![(0, Vec::new(), WatchedEvents::new())];
    for _ in 0..=LONGEST {
        let mut next = Vec::new();
        for (at, play, events) in layer {
            if found.distance(at) == Some(0) {
                solutions.push((play, events));
                continue;
            }
            for (action, target) in found.steps(at) {
                let (mut play, mut events) = (play.clone(), events.clone());
                play.push(action);
                events.push(found.events(at, action).into_iter().map(str::to_owned).collect());
                next.push((target, play, events));
            }
        }
        layer = next;
    }
    solutions
}

/// The meaning of a formula, evaluated on a whole play.
fn means(formula: &Formula, events: &WatchedEvents) -> bool {
    let times = |event: &String| events.iter().filter(|step| step.contains(event)).count();
    match formula {
        Formula::Happens(event, n) => times(event) >= *n as usize,
        Formula::Never(event) => times(event) == 0,
        Formula::Before(event, other) => {
            let first = events.iter().position(|step| step.contains(event));
            let until = first.map(|first| &events[..=first]);
            until.is_some_and(|until| until.iter().all(|step| !step.contains(other)))
        }
        Formula::Not(inner) => !means(inner, events),
        Formula::And(parts) => parts.iter().all(|part| means(part, events)),
        Formula::Or(parts) => parts.iter().any(|part| means(part, events)),
    }
}

fn random_formula(rng: &mut Rng, depth: u32) -> Formula {
    let event = |rng: &mut Rng| format!("e({})", rng.u32(0..4));
    match rng.u8(0..if depth == 0 { 4 } else { 7 }) {
        0 | 1 => Formula::Happens(event(rng), rng.u32(0..4)),
        2 => Formula::Never(event(rng)),
        3 => Formula::Before(event(rng), event(rng)),
        4 => Formula::Not(Box::new(random_formula(rng, depth - 1))),
        5 => Formula::And((0..rng.u32(0..3)).map(|_| random_formula(rng, depth - 1)).collect()),
        _ => Formula::Or((0..rng.u32(0..3)).map(|_| random_formula(rng, depth - 1)).collect()),
    }
}

fn plays_without<'a>(
    solutions: &'a [(Vec<ActionId>, WatchedEvents)],
    formula: &Formula,
) -> Vec<&'a Vec<ActionId>> {
    let without = solutions.iter().filter(|(_, events)| !means(formula, events));
    without.map(|(play, _)| play).collect()
}

/// Compares a verdict with the solutions that violate a formula.
fn compare(verdict: &ShortcutSearch, without: &[&Vec<ActionId>], round: usize) -> bool {
    let shortest = without.iter().map(|play| play.len()).min();
    match verdict {
        ShortcutSearch::Found { play, shortest: proved } => {
            assert!(proved);
            let known = shortest.unwrap_or(LONGEST + 1);
            assert_eq!(play.len().min(LONGEST + 1), known, "round {round}");
            assert!(play.len() > LONGEST || without.contains(&play), "round {round}");
            true
        }
        ShortcutSearch::Proved => {
            assert_eq!(shortest, None, "round {round}");
            false
        }
        other => panic!("round {round}: {other:?}"),
    }
}

#[test]
fn shortcuts_are_those_of_all_plays() {
    let mut rng = Rng::with_seed(6);
    let (limits, stop) = (SpaceLimits::default(), || false);
    let (mut some, mut none) = (0, 0);
    for round in 0..3000 {
        let game = StepGame::new(&random_game(&mut rng)).unwrap();
        let found = game.explore(&limits, &stop);
        let solutions = all_solutions(&found);
        if solutions.is_empty() {
            continue;
        }
        let formula = random_formula(&mut rng, 2);
        let without = plays_without(&solutions, &formula);
        let verdict = found.shortcut(&formula, &limits, &stop).unwrap();
        if compare(&verdict, &without, round) {
            some += 1
        } else {
            none += 1
        }
        for (_, events) in &solutions {
            assert_eq!(formula.is_satisfied_by(events), means(&formula, events), "round {round}");
        }
        let (play, events) = &solutions[rng.usize(0..solutions.len())];
        for every in found.every_solution(play, &limits, &stop).unwrap() {
            let happens = Formula::Happens(every.event, every.times);
            assert!(means(&happens, events));
            let without = plays_without(&solutions, &happens);
            compare(&every.verdict, &without, round);
            // A search for this formula alone gives the same answer for every length.
            let one = found.shortcut(&happens, &limits, &stop).unwrap();
            let length = |verdict: &ShortcutSearch| match verdict {
                ShortcutSearch::Found { play, .. } => Some(play.len()),
                _ => None,
            };
            assert_eq!(length(&one), length(&every.verdict), "round {round}");
        }
    }
    assert!(some > 300 && none > 100, "{some} {none}");
}

#[test]
fn what_counts_too_much_is_refused() {
    let program = random_game(&mut Rng::with_seed(1));
    let found = StepGame::new(&program).unwrap().explore(&SpaceLimits::default(), &|| false);
    let many = |n: u32| Formula::Happens(format!("e({n})"), u32::MAX);
    let parts = vec![many(0), many(1), many(2), Formula::Before("e(0)".into(), "none".into())];
    let formula = Formula::And(parts);
    let bits = MonitorTooLarge { bits: 98 };
    assert_eq!(found.shortcut(&formula, &SpaceLimits::default(), &|| false), Err(bits));
    assert_eq!(
        found.every_solution(&[77], &SpaceLimits::default(), &|| false).unwrap_err().step,
        0
    );
}

#[test]
fn reasons_are_well_founded() {
    let mut rng = Rng::with_seed(7);
    for round in 0..1500 {
        let (n_atoms, n_rules) = (rng.u32(3..24), rng.usize(1..50));
        let program = random_program(&mut rng, n_atoms, n_rules);
        let evaluator = Evaluator::new(&program).unwrap();
        let chosen = some_of(&mut rng, evaluator.inputs());
        let outcome = evaluator.evaluate(&chosen);
        let reasons = Reasons::new(&program);
        // Assigns ranks by repeated passes over all atoms: a well-founded derivation gets one.
        let mut settled: Vec<u32> = Vec::new();
        let (model, _) = naive(&program, &chosen);
        for _ in 0..=model.len() {
            for atom in &model {
                let ready = match reasons.why(&outcome, *atom) {
                    AtomReason::Chosen => chosen.contains(atom),
                    AtomReason::Derived { rule, body } => {
                        assert!(program.rule(rule as usize).heads.contains(atom));
                        assert!(body.iter().all(|literal| outcome.satisfies(*literal)));
                        assert!(program.rule(rule as usize).body_holds(|l| body.contains(&l)));
                        body.iter().all(|l| *l < 0 || settled.contains(&l.unsigned_abs()))
                    }
                    AtomReason::Absent(_) => false,
                };
                if ready && !settled.contains(atom) {
                    settled.push(*atom);
                }
            }
        }
        assert_eq!(settled.len(), model.len(), "round {round}: {program:?}");
        for atom in (1..=n_atoms).filter(|atom| !outcome.holds(*atom)) {
            let AtomReason::Absent(failures) = reasons.why(&outcome, atom) else {
                panic!("{atom}")
            };
            for failure in failures {
                let rule = program.rule(failure.rule as usize);
                match failure.because {
                    FailureReason::Literal(literal) => assert!(!outcome.satisfies(literal)),
                    FailureReason::Weight { has, needs } => assert!(has < needs),
                    FailureReason::NotChosen => assert!(rule.choice),
                }
            }
        }
    }
}
