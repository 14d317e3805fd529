//! Shared helpers of the rules' tests, and tests of all rules together.

use fastrand::Rng;

use super::*;
use crate::generate::{DotPlacement, Frame};
use crate::puzzle::{Number, Puzzle};
use crate::search::LineSearch;
use crate::tests::{puzzle, random_puzzle};
use foolproof_level::{Board, Level};

const BOARD: Board = Board { cols: 6, rows: 7, tray: 0 };

/// All findings of a rule in a state.
fn layer_of(rule: Rule, table: &Table<4>, state: &DeductionState<4>) -> DeductionLayer<4> {
    let mut layer = DeductionLayer::new(true);
    naming::find(rule, table, state, &mut layer);
    layer
}

/// The findings of a rule in one round of a puzzle: removed ways and claimed cells.
pub(crate) fn found(rule: Rule, rows: &[&str]) -> (Vec<String>, Vec<String>) {
    let puzzle = puzzle(rows);
    let table = Table::<4>::new(&puzzle);
    let state = DeductionState::new(&table, &puzzle.dots);
    let layer = layer_of(rule, &table, &state);
    let length = |number: u16| table.numbers[usize::from(number)].length;
    let gone = layer.gone.iter().map(|way| {
        let way = table.ways[way];
        format!("{} {}", length(way.number), way.line.mark().unwrap())
    });
    let claims = layer.claims.iter().map(|(cell, number)| {
        let (col, row) = (cell % table.cols, cell / table.cols);
        format!("{} has {col},{row}", length(*number))
    });
    (gone.collect(), claims.collect())
}

/// The leaks of a puzzle, in the order of their discovery.
pub(crate) fn leaks(rows: &[&str]) -> Vec<String> {
    let puzzle = puzzle(rows);
    let table = Table::<4>::new(&puzzle);
    let mut deducer = Deducer::new(&table, &puzzle.dots, DeductionRules::ALL);
    while deducer.round().is_some() {}
    let said = deducer.leaks.iter().map(|leak| {
        format!("{} {}", leak.leaking.id(), table.numbers[usize::from(leak.number)].length)
    });
    said.collect()
}

/// A few numbers on a small board, two of them in one column with room between.
fn contending_puzzle(rng: &mut Rng) -> Puzzle {
    let (cols, rows) = (rng.u16(2..=4), rng.u16(3..=5));
    let (col, top) = (rng.u16(0..cols), rng.u16(0..rows - 2));
    let bottom = rng.u16(top + 2..rows);
    let mut cells = vec![top * cols + col, bottom * cols + col];
    cells.extend(rng.choose_multiple(0..cols * rows, 2));
    cells.sort_unstable();
    cells.dedup();
    let number = |cell| Number { cell, length: rng.u8(2..=3) };
    let numbers = cells.into_iter().map(number).collect();
    Puzzle { cols, rows, numbers, dots: Vec::new() }
}

fn all_solutions(table: &Table<4>, dots: &[u16]) -> Vec<WaySet<4>> {
    let mut found = Vec::new();
    LineSearch::new(table, dots, &|| false).run(table.all, &mut |lines| {
        found.push(*lines);
        found.len() < 3000
    });
    found
}

fn some_rules(rng: &mut Rng) -> DeductionRules {
    Rule::ALL.into_iter().filter(|_| rng.bool()).collect()
}

/// From any knowledge that is true of all solutions, each rule draws only conclusions that are true of all.
#[test]
fn every_rule_is_sound_whatever_is_known() {
    let mut rng = Rng::with_seed(3);
    let mut fired = [0; 5];
    for _ in 0..40_000 {
        let puzzle = match rng.bool() {
            true => contending_puzzle(&mut rng),
            false => random_puzzle(&mut rng, 0.4),
        };
        let table = Table::<4>::new(&puzzle);
        let solutions = all_solutions(&table, &puzzle.dots);
        if solutions.is_empty() {
            continue;
        }
        let mut state = DeductionState::new(&table, &puzzle.dots);
        let used = solutions.iter().fold(WaySet::EMPTY, |all, lines| all | *lines);
        let known = rng.f64();
        for way in (table.all - used).iter() {
            if rng.f64() < known {
                state.alive = state.alive - WaySet::of(way);
            }
        }
        let owner = |lines: &WaySet<4>, cell: usize| {
            (*lines & table.through[cell]).first().map(|way| table.number_of(way))
        };
        for cell in 0..table.at.len() {
            let first = owner(&solutions[0], cell);
            let same = solutions.iter().all(|lines| owner(lines, cell) == first);
            if let Some(number) = first.filter(|_| same && rng.u8(0..4) == 0) {
                state.owner[cell] = number;
                state.taken.add(&(table.through[cell] - table.of[usize::from(number)]));
            }
        }
        state.dots.retain(|dot| state.owner[usize::from(*dot)] == NOBODY);
        for rule in Rule::ALL {
            let layer = layer_of(rule, &table, &state);
            fired[rule as usize] += u32::from(!layer.is_empty());
            for lines in &solutions {
                assert!(!lines.meets(&layer.gone), "{rule:?} {puzzle:?}");
                for (cell, number) in &layer.claims {
                    assert_eq!(
                        owner(lines, usize::from(*cell)),
                        Some(*number),
                        "{rule:?} {puzzle:?}"
                    );
                }
            }
        }
    }
    assert!(fired.iter().all(|times| *times > 20), "every rule was at work: {fired:?}");
}

/// No round removes a way that a solution has, or assigns a cell to another number; a solved puzzle has one
/// solution.
#[test]
fn deduction_keeps_every_solution() {
    let mut rng = Rng::with_seed(7);
    for number in 0..6000 {
        let puzzle = random_puzzle(&mut rng, 0.4);
        let table = Table::<4>::new(&puzzle);
        let solutions = all_solutions(&table, &puzzle.dots);
        assert!(!solutions.is_empty(), "it was made of a solution");
        let mut deducer = Deducer::new(&table, &puzzle.dots, some_rules(&mut rng));
        while let Some(round) = deducer.round() {
            for lines in &solutions {
                let context = || format!("{number}: {:?} {puzzle:?}", round.rule);
                assert!(lines.is_within(&deducer.state.alive), "{}", context());
                for (cell, owner) in deducer.state.owner.iter().enumerate() {
                    let held = (*lines & table.through[cell]).first();
                    let by = held.map(|way| table.number_of(way));
                    assert!(*owner == NOBODY || by == Some(*owner), "{}", context());
                }
            }
        }
        assert!(!deducer.state.broken, "it has a solution: {puzzle:?}");
        if deducer.state.is_solved() {
            assert_eq!(solutions.len(), 1, "{puzzle:?}");
        }
    }
}

/// Added dots never invalidate a conclusion, with all rules and with those of each tier.
#[test]
fn more_dots_take_no_conclusion_back() {
    let mut rng = Rng::with_seed(11);
    let easy: DeductionRules = [Rule::Cover, Rule::CannotFit].into_iter().collect();
    let hard: DeductionRules = [Rule::Cover, Rule::CannotFit, Rule::Square].into_iter().collect();
    let mut further = 0;
    for _ in 0..6000 {
        let puzzle = random_puzzle(&mut rng, 0.7);
        let table = Table::<4>::new(&puzzle);
        let fewer: Vec<u16> = puzzle.dots.iter().copied().filter(|_| rng.bool()).collect();
        for rules in [easy, hard, DeductionRules::ALL] {
            let known = |dots: &[u16]| {
                let mut deducer = Deducer::new(&table, dots, rules);
                while deducer.round().is_some() {}
                deducer.state
            };
            let (less, more) = (known(&fewer), known(&puzzle.dots));
            assert!(more.alive.is_within(&less.alive), "{puzzle:?} {fewer:?}");
            let claims = less.owner.iter().zip(&more.owner);
            for (before, after) in claims {
                assert!(*before == NOBODY || before == after, "{puzzle:?} {fewer:?}");
            }
            further += u32::from(more.alive != less.alive);
        }
    }
    assert!(further > 1000, "dots tell something: {further}");
}

/// Deduction never claims a solution for a puzzle without one.
#[test]
fn a_puzzle_without_a_solution_is_never_solved() {
    let mut rng = Rng::with_seed(13);
    let (mut without, mut seen) = (0, 0);
    for _ in 0..4000 {
        let mut puzzle = random_puzzle(&mut rng, 0.5);
        let free: Vec<u16> = (0..puzzle.cells())
            .filter(|cell| puzzle.number_on(*cell).is_none() && !puzzle.dots.contains(cell))
            .collect();
        puzzle.dots.extend(rng.choose_multiple(free, 3));
        let table = Table::<4>::new(&puzzle);
        if all_solutions(&table, &puzzle.dots).is_empty() {
            without += 1;
            let course = course(&table, &puzzle.dots, DeductionRules::ALL, &|| false).unwrap();
            assert!(!course.solved, "{puzzle:?}");
            seen += u32::from(course.broken);
        }
    }
    assert!(without > 500 && seen > 500, "{seen} of {without} were seen to be impossible");
}

/// A leak is not a conclusion, but it is true if there is one solution.
#[test]
fn leaks_are_right_where_there_is_one_solution() {
    let mut rng = Rng::with_seed(17);
    let mut seen = [0; 2];
    let frame = Frame::of(&Level::open("linjat", BOARD), |_| true).unwrap();
    for _ in 0..8000 {
        let numbers = frame.random_numbers(9, 2, 5, &mut rng);
        let mut puzzle = frame.with(&numbers);
        let rules = DeductionRules::ALL;
        let dots = DotPlacement { frame: &frame, rules, stop: &|| false };
        if dots.place(&mut puzzle, &mut rng) != Ok(true) {
            continue;
        }
        let table = Table::<4>::new(&puzzle);
        let solutions = all_solutions(&table, &puzzle.dots);
        let [only] = solutions.as_slice() else { panic!("it was solved: {puzzle:?}") };
        let mut deducer = Deducer::new(&table, &puzzle.dots, DeductionRules::ALL);
        while deducer.round().is_some() {}
        for leak in &deducer.leaks {
            seen[leak.leaking as usize] += 1;
            let line = *only & table.of[usize::from(leak.number)];
            match leak.leaking {
                Leaking::Uncontested => assert!(line.is_within(&leak.ways), "{puzzle:?}"),
                Leaking::SingleSolution => assert!(!line.meets(&leak.ways), "{puzzle:?}"),
            }
        }
    }
    assert!(seen.iter().all(|times| *times > 50), "{seen:?}");
}
