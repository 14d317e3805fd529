//! Solving steps of the shelf's known levels, and of thousands of levels made of them, against brute force over
//! all plays, and over all sets of sentences that are smaller than a step's.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use fastrand::Rng;
use foolproof::game::Game;
use foolproof::ground::{AtomNumber, Evaluator, GroundProgram};
use foolproof::level::{Combination, Level, Mark, Site};
use foolproof::solver::{
    Engine, FoundNeed, Limits, NeedTechnique, Status, Stop, Why, WorkerCommand, combination_of,
    placed_sentences,
};
use foolproof::solving::{Begun, Decision, Puzzle, SolvingPath, SolvingStep, StepFinder};

use super::shelf::{all, known};

/// Levels with more marks have too many plays.
const MAX_MARKS: usize = 14;
/// Levels with more sentences have too many sets of three.
const MAX_SENTENCES: usize = 40;

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

/// Checks a step against all plays: what follows, what it needs, and, if it is said to be smallest, that no
/// fewer sentences suffice.
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
    if step.constraints.is_empty() {
        return;
    }
    if step.smallest {
        let sets = open.iter().map(|mark| breaking_sets(plays, known, *mark)).collect::<Vec<_>>();
        let most = step.constraints.len() - 1;
        let hit =
            |sets: &Vec<Vec<usize>>| some_set_hits(&sets.iter().collect::<Vec<_>>(), 0, n, most);
        assert!(!sets.iter().any(hit), "{name}: {step:?}");
    }
}

/// What each play breaks that has a mark the other way round: a set of sentences decides the mark where it has a
/// member in each of these. Supersets are left out.
fn breaking_sets(plays: &[JudgedPlay], known: &[Decision], mark: Decision) -> Vec<Vec<usize>> {
    let others = plays.iter().filter(|(play, _)| agrees(*play, known) && !agrees(*play, &[mark]));
    let mut sets: Vec<Vec<usize>> = others.map(|(_, broken)| broken.clone()).collect();
    sets.sort_unstable_by(|one, other| one.len().cmp(&other.len()).then(one.cmp(other)));
    sets.dedup();
    let mut least: Vec<Vec<usize>> = Vec::new();
    for set in sets {
        let within = |less: &Vec<usize>| less.iter().all(|of| set.binary_search(of).is_ok());
        if !least.iter().any(within) {
            least.push(set);
        }
    }
    least
}

/// Whether some set of so many numbers from `from` to `n` hits all sets, by trying each of them.
fn some_set_hits(sets: &[&Vec<usize>], from: usize, n: usize, most: usize) -> bool {
    if sets.is_empty() {
        return true;
    }
    most > 0
        && (from..n).any(|next| {
            let missed = sets.iter().copied().filter(|set| set.binary_search(&next).is_err());
            some_set_hits(&missed.collect::<Vec<_>>(), next + 1, n, most - 1)
        })
}

/// Walks through the steps of a level; how many there are.
fn walk(game: &dyn Game, level: &Level, name: &str) -> usize {
    let rules = game.sentences().expect("rules as sentences");
    let program = rules.sentence_program(level).expect("a program");
    let puzzle = Puzzle::of(&program);
    if puzzle.marks().len() > MAX_MARKS {
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

/// Whether some allowed set of so many numbers from `from` to `n`, with those that were chosen, hits all sets.
fn some_allowed_set_hits(
    sets: &[&Vec<usize>],
    chosen: &mut Vec<usize>,
    range: std::ops::Range<usize>,
    most: usize,
    is_allowed: &dyn Fn(&[usize]) -> bool,
) -> bool {
    if sets.is_empty() {
        return true;
    }
    most > 0
        && range.clone().any(|next| {
            chosen.push(next);
            let missed = sets.iter().copied().filter(|set| set.binary_search(&next).is_err());
            let missed: Vec<&Vec<usize>> = missed.collect();
            let rest = next + 1..range.end;
            let hits = is_allowed(chosen)
                && some_allowed_set_hits(&missed, chosen, rest, most - 1, is_allowed);
            chosen.pop();
            hits
        })
}

/// What steps of at most three allowed sentences leave undecided, by trying all sets for all marks.
fn left_by_brute_force(
    plays: &[JudgedPlay],
    n: usize,
    solution: &[Decision],
    is_allowed: &dyn Fn(&[usize]) -> bool,
) -> Vec<Decision> {
    let (mut known, mut open) = (following(plays, &[], &[], solution), solution.to_vec());
    loop {
        open.retain(|of| !known.contains(of));
        let follows = |of: &Decision| {
            let sets = breaking_sets(plays, &known, *of);
            let sets: Vec<&Vec<usize>> = sets.iter().collect();
            some_allowed_set_hits(&sets, &mut Vec::new(), 0..n, 3, is_allowed)
        };
        let new: Vec<Decision> = open.iter().copied().filter(follows).collect();
        if new.is_empty() {
            return open;
        }
        known.extend(new);
    }
}

/// What sets of a level's sentences combine, each told once.
struct ToldCombinations<'a> {
    level: &'a Level,
    puzzle: &'a Puzzle,
    /// By the numbers of the sentences, as bits.
    told: RefCell<HashMap<u64, Option<Combination>>>,
}

impl ToldCombinations<'_> {
    /// Whether a set holds sentences that combine this, by looking at each of its subsets.
    fn combine(&self, set: &[usize], combination: &Combination) -> bool {
        let mut told = self.told.borrow_mut();
        (1_u32..1 << set.len()).any(|of| {
            let chosen = set.iter().enumerate().filter(|(at, _)| of >> at & 1 == 1);
            let chosen = chosen.map(|(_, number)| *number);
            let bits = chosen.clone().fold(0, |bits, number| bits | 1 << number);
            let found = told.entry(bits).or_insert_with(|| {
                let chosen: Vec<usize> = chosen.collect();
                combination_of(&placed_sentences(self.level.board, self.puzzle, &chosen))
            });
            found.as_ref() == Some(combination)
        })
    }
}

/// Asks of everything that the steps of a level combine whether it is needed, and compares that with what all
/// steps of at most three sentences lead to without it; how often it is needed, and how often not.
fn compare_needs(game: &dyn Game, level: &Level, engine: &mut Engine) -> (usize, usize) {
    let name = format!("{}, {}", game.about().id, level.title);
    let rules = game.sentences().expect("rules as sentences");
    let program = rules.sentence_program(level).expect("a program");
    let puzzle = Puzzle::of(&program);
    let n = puzzle.constraints().len();
    if puzzle.marks().len() > MAX_MARKS || n > MAX_SENTENCES {
        return (0, 0);
    }
    let plays = plays(&program, &puzzle);
    let mut solved = plays.iter().filter(|(_, broken)| broken.is_empty());
    let (Some((solution, _)), None) = (solved.next(), solved.next()) else { return (0, 0) };
    let decision = |mark| Decision { mark, on: solution >> mark & 1 == 1 };
    let solution: Vec<Decision> = (0..puzzle.marks().len()).map(decision).collect();
    let path = SolvingPath::walk(program, usize::MAX, &|| false, &mut |_, _| {}).expect("steps");
    let taken = path.steps.iter().filter_map(|step| {
        combination_of(&placed_sentences(level.board, &puzzle, &step.constraints))
    });
    let taken: std::collections::BTreeSet<Combination> = taken.collect();
    if taken.is_empty() {
        return (0, 0);
    }
    let told = ToldCombinations { level, puzzle: &puzzle, told: RefCell::default() };
    let left_at_all = left_by_brute_force(&plays, n, &solution, &|_| true);
    let (mut needed, mut needless) = (0, 0);
    for combination in taken {
        let is_allowed = |set: &[usize]| !told.combine(set, &combination);
        let left = left_by_brute_force(&plays, n, &solution, &is_allowed);
        let question = NeedTechnique { combines: combination.clone() }.into();
        let answers =
            engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {});
        let answer = &answers.last().expect("an answer").answer;
        match (left.len(), left_at_all.len()) {
            (0, _) => {
                assert_eq!(answer.status(), Status::Refuted, "{name}: {combination}");
                needless += 1;
            }
            (left, 0) => {
                assert_eq!(answer.status(), Status::Proved, "{name}: {combination}");
                let found = answer.report::<FoundNeed>().expect("a report");
                assert_eq!(found.undecided.len(), left, "{name}: {combination}");
                needed += 1;
            }
            _ => assert!(
                matches!(answer.status(), Status::Unknown(Why::Undecided(_))),
                "{name}: {combination}"
            ),
        }
    }
    (needed, needless)
}

#[test]
fn what_is_said_to_need_a_technique_has_no_way_without_it() {
    let games = all();
    let worker = WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
    let mut engine = Engine::new(worker, games.clone());
    let (mut needed, mut needless, mut of_games) = (0, 0, 0);
    for game in games.all().into_iter().filter(|game| game.moves().is_none()) {
        let before = needed;
        for level in known(&*game) {
            let (more, less) = compare_needs(&*game, &level, &mut engine);
            (needed, needless) = (needed + more, needless + less);
        }
        of_games += usize::from(needed > before);
    }
    println!("{needed} needed in {of_games} games, {needless} not");
    assert!(needed >= 3 && of_games >= 3 && needless >= 30, "{needed} of {of_games}, {needless}");
}

/// A level with some of its marks erased, changed or put elsewhere.
fn changed(level: &Level, rng: &mut Rng) -> Level {
    let mut level = level.clone();
    let marks: Vec<(Site, Mark)> = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
    for _ in 0..rng.usize(1..4).min(marks.len()) {
        let (site, _) = &marks[rng.usize(..marks.len())];
        let (other, mark) = &marks[rng.usize(..marks.len())];
        match rng.u8(..3) {
            0 => level.paint(*site, None),
            1 => level.paint(*site, Some(mark.clone())),
            _ => {
                level.paint(*site, level.mark(*other).cloned());
                level.paint(*other, Some(mark.clone()))
            }
        };
    }
    level
}

#[test]
#[ignore = "takes minutes"]
fn steps_of_thousands_of_small_levels_are_what_brute_force_finds() {
    let (games, mut rng) = (all(), Rng::with_seed(39));
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for game in games.all().into_iter().filter(|game| game.moves().is_none()) {
        let levels = known(&*game);
        for number in 0..300 {
            let level = changed(&levels[number % levels.len()], &mut rng);
            let id = game.about().id.to_string();
            let n_steps = walk(&*game, &level, &format!("{id}, {level:?}"));
            let (n_levels, steps) = seen.entry(id).or_default();
            *n_levels += usize::from(n_steps > 0);
            *steps += n_steps;
        }
    }
    seen.retain(|_, (n_levels, _)| *n_levels >= 20);
    let n_levels: usize = seen.values().map(|(levels, _)| levels).sum();
    let n_steps: usize = seen.values().map(|(_, steps)| steps).sum();
    println!("{} games, {n_levels} levels, {n_steps} steps", seen.len());
    assert!(seen.len() >= 20 && n_levels >= 2000, "{} games, {n_levels} levels", seen.len());
}
