//! Solving steps of the shelf's known levels against brute force over all plays, and over all sets of
//! sentences that are smaller than a step's.

use std::collections::BTreeMap;

use foolproof::games::Game;
use foolproof::ground::{AtomNumber, Evaluator, GroundProgram};
use foolproof::level::Level;
use foolproof::solving::{Begun, Decision, Puzzle, SolvingStep, StepFinder};

use super::shelf::{all, known};

/// Levels with more marks have too many plays.
const MOST_MARKS: usize = 14;

/// A play as bits, and the constraints that it breaks.
type JudgedPlay = (u32, Vec<usize>);

/// All plays that the choice rules allow.
fn plays(program: &GroundProgram, puzzle: &Puzzle) -> Vec<JudgedPlay> {
    let evaluator = Evaluator::new(program).expect("rules of a game");
    let atoms: BTreeMap<&str, AtomNumber> =
        program.names().map(|(atom, name)| (name, atom)).collect();
    let marks: Vec<AtomNumber> = puzzle
        .marks()
        .iter()
        .map(|of| atoms[format!("play({},{})", of.site, of.mark).as_str()])
        .collect();
    let sentences: Vec<AtomNumber> = puzzle
        .constraints()
        .iter()
        .map(|of| match &of.place {
            Some(place) => atoms[format!("wrong({},{place})", of.sentence).as_str()],
            None => atoms[format!("wrong({})", of.sentence).as_str()],
        })
        .collect();
    let judged = |play: u32| {
        let on = marks.iter().enumerate().filter(|(at, _)| play >> at & 1 == 1);
        let outcome = evaluator.evaluate(&on.map(|(_, atom)| *atom).collect::<Vec<_>>());
        let broken = sentences.iter().enumerate();
        let broken = broken.filter(|(_, atom)| **atom == 0 || outcome.holds(**atom));
        outcome.is_answer_set().then(|| (play, broken.map(|(at, _)| at).collect()))
    };
    (0..1 << marks.len()).filter_map(judged).collect()
}

fn agrees(play: u32, known: &[Decision]) -> bool {
    known.iter().all(|of| (play >> of.mark & 1 == 1) == of.on)
}

/// The marks that follow from these constraints and what is known.
fn following(
    plays: &[JudgedPlay],
    set: &[usize],
    known: &[Decision],
    open: &[Decision],
) -> Vec<Decision> {
    let keeps = |broken: &[usize]| !set.iter().any(|of| broken.binary_search(of).is_ok());
    let kept: Vec<u32> = plays
        .iter()
        .filter(|(play, broken)| agrees(*play, known) && keeps(broken))
        .map(|(play, _)| *play)
        .collect();
    open.iter().copied().filter(|of| kept.iter().all(|play| agrees(*play, &[*of]))).collect()
}

/// Checks a step against all plays: what follows, what it needs, and that one or two sentences do not do
/// where it has more.
fn check(
    name: &str,
    plays: &[JudgedPlay],
    n: usize,
    step: &SolvingStep,
    known: &[Decision],
    open: &[Decision],
) {
    let mut follows = following(plays, &step.constraints, known, open);
    follows.sort_unstable();
    assert_eq!(follows, step.marks, "{name}");
    let from = |reasons: &[Decision]| following(plays, &step.constraints, reasons, &step.marks);
    assert_eq!(from(&step.reasons), step.marks, "{name}");
    for without in 0..step.reasons.len() {
        let mut fewer = step.reasons.clone();
        fewer.remove(without);
        assert_ne!(from(&fewer), step.marks, "{name}");
    }
    assert!(step.smallest || step.constraints.len() > 3, "{name}");
    let nothing =
        |set: &[usize]| assert!(following(plays, set, known, open).is_empty(), "{name}: {set:?}");
    for one in 0..n {
        if step.constraints.len() > 1 {
            nothing(&[one]);
        }
        for two in one + 1..n {
            if step.constraints.len() > 2 {
                nothing(&[one, two]);
            }
        }
    }
}

/// Walks through the steps of a level; how many there are.
fn walk(game: &dyn Game, level: &Level, name: &str) -> usize {
    let rules = game.sentences().expect("rules as sentences");
    let program = rules.sentence_program(level).expect("a program");
    let puzzle = Puzzle::of(&program);
    if puzzle.marks().len() > MOST_MARKS {
        return 0;
    }
    let plays = plays(&program, &puzzle);
    let solutions: Vec<u32> =
        plays.iter().filter(|(_, broken)| broken.is_empty()).map(|(play, _)| *play).collect();
    let mut finder = match StepFinder::begin(&puzzle, &|| false).expect("a search") {
        Begun::Finder(finder) => finder,
        Begun::NoSolution(core) => {
            assert!(solutions.is_empty(), "{name}");
            assert!(plays.iter().all(|(_, broken)| broken.iter().any(|of| core.contains(of))));
            return 0;
        }
    };
    let first = *solutions.first().expect("a solution");
    let shared = |mark: &usize| solutions.iter().all(|of| (of ^ first) >> mark & 1 == 0);
    let differing: Vec<usize> = (0..puzzle.marks().len()).filter(|mark| !shared(mark)).collect();
    assert_eq!(finder.differing(), differing, "{name}");
    let mut open = finder.undecided();
    let mut known: Vec<Decision> = Vec::new();
    let mut n_steps = 0;
    while let Some(step) = finder.next(&|| false).expect("a step") {
        check(name, &plays, puzzle.constraints().len(), &step, &known, &open);
        open.retain(|of| !step.marks.contains(of));
        known.extend(&step.marks);
        n_steps += 1;
    }
    assert!(open.is_empty(), "{name}");
    n_steps
}

#[test]
fn steps_of_known_levels_are_what_brute_force_finds() {
    let games = all();
    let mut seen = BTreeMap::new();
    for game in games.all().into_iter().filter(|game| game.moves().is_none()) {
        for level in known(&*game) {
            let id = game.about().id.to_string();
            let mut levels = vec![(*level).clone()];
            // With a clue less there may be several solutions.
            let marks: Vec<_> = level.marks().map(|(site, _)| site).collect();
            for site in marks.into_iter().take(3) {
                let mut without = (*level).clone();
                without.paint(site, None);
                levels.push(without);
            }
            for level in levels {
                let n_steps = walk(&*game, &level, &format!("{id}, {}", level.title));
                *seen.entry(id.clone()).or_insert(0) += n_steps;
            }
        }
    }
    seen.retain(|_, n_steps| *n_steps > 0);
    let n_steps: usize = seen.values().sum();
    assert!(seen.len() >= 20 && n_steps >= 1000, "{} games, {n_steps} steps", seen.len());
}
