//! Compares sentences of constraints with their judge, and steps on boards with constraints with all
//! fillings.

use std::collections::BTreeSet;

use fastrand::Rng;
use foolproof_game::Sentences as _;
use foolproof_ground::{Evaluator, GroundProgram};
use foolproof_level::{Board, Level};
use foolproof_solving::{PathEnd, SolvingPath};

use crate::about::Sudoku;
use crate::constraints::tests::{clued, plain, random};
use crate::constraints::{ALL, Lie, Object};
use crate::puzzle::Puzzle;

/// A level with clues and constraints.
fn level_of(side: usize, given: &[u8], objects: &[Object]) -> Level {
    let part = u16::try_from(side).expect("a side");
    let mut level = Level::open("sudoku", Board { cols: part, rows: part, tray: 0 });
    for (cell, digit) in given.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        level.paint(crate::puzzle::site_of(cell, side), digit.to_string().parse().ok());
    }
    objects.iter().for_each(|object| level.paint(object.site, object.mark(side)));
    level
}

/// A program and its errors in plays.
struct Wrongs {
    program: GroundProgram,
    evaluator: Evaluator,
}

impl Wrongs {
    fn of(level: &Level) -> Self {
        let program = Sudoku.sentence_program(level).expect("a program");
        let evaluator = Evaluator::new(&program).expect("rules that can be read");
        Self { program, evaluator }
    }

    /// The sentences violated by digits, 0 where a cell is empty.
    fn with(&self, puzzle: &Puzzle, digits: &[u8]) -> BTreeSet<String> {
        let put: BTreeSet<String> = (0..digits.len())
            .map(|cell| format!("play({},{})", puzzle.site(cell), digits[cell]))
            .collect();
        let names = || self.program.names();
        let chosen: Vec<u32> =
            names().filter(|(_, name)| put.contains(*name)).map(|(atom, _)| atom).collect();
        let outcome = self.evaluator.evaluate(&chosen);
        assert!(outcome.is_answer_set());
        let wrong = names().filter(|(atom, name)| {
            name.starts_with("wrong(") && (*atom == 0 || outcome.holds(*atom))
        });
        wrong.map(|(_, name)| name.to_owned()).collect()
    }
}

/// A filling of the board, satisfying its constraints if that is quickly found.
fn full(side: usize, objects: &[Object], rng: &mut Rng) -> Vec<u8> {
    let found = clued(side, 0, objects, rng);
    if !found.is_empty() {
        return found;
    }
    let (wide, high) = crate::puzzle::box_of(side).expect("boxes");
    let mut digits: Vec<u8> = (1..=side as u8).collect();
    rng.shuffle(&mut digits);
    let digit = |cell: usize| {
        let (row, col) = (cell / side, cell % side);
        digits[(wide * (row % high) + row / high + col) % side]
    };
    (0..side * side).map(digit).collect()
}

/// Returns whether two of these cells are in one house and hold the same digit.
fn repeats(puzzle: &Puzzle, cells: &[usize], digits: &[u8]) -> bool {
    puzzle.houses().any(|house| {
        let here: Vec<usize> = house.into_iter().filter(|cell| cells.contains(cell)).collect();
        crate::constraints::twice(&here, digits).is_some()
    })
}

#[test]
fn sentences_of_every_kind_say_what_its_judge_says() {
    let mut rng = Rng::with_seed(50);
    let mut strict = 0;
    for kind in ALL.iter().filter(|kind| !["region", "no_boxes"].contains(&kind.id())) {
        let (mut good, mut bad) = (0, 0);
        for round in 0..25 {
            let side = if round == 24 { 16 } else { [4, 6, 9][round % 3] };
            let Some(object) = random(*kind, 0, side, &mut rng) else { continue };
            let full = full(side, std::slice::from_ref(&object), &mut rng);
            let given: Vec<u8> =
                full.iter().map(|digit| if rng.u8(0..3) == 0 { *digit } else { 0 }).collect();
            let level = level_of(side, &given, std::slice::from_ref(&object));
            let puzzle = Puzzle::of(&level).expect("a puzzle");
            let board = level_of(side, &given, &[]);
            let bare = Wrongs::of(&board);
            let Ok(_) = Sudoku.sentence_program(&level) else {
                // Some of these involve the whole board at once.
                let may = side == 16 || kind.id() == "own_rules";
                assert!(may, "{object:?} on {side} has no sentences");
                continue;
            };
            let told = Wrongs::of(&level);
            for _ in 0..12 {
                let mut digits =
                    if rng.bool() { full.clone() } else { self::full(side, &[], &mut rng) };
                let touched = if rng.bool() { 0 } else { rng.usize(1..4) };
                for _ in 0..touched {
                    digits[rng.usize(0..side * side)] = rng.u8(0..=side as u8);
                }
                for (digit, given) in digits.iter_mut().zip(&given).filter(|(_, given)| **given > 0)
                {
                    *digit = *given;
                }
                let mut wrong = told.with(&puzzle, &digits);
                let of_board = bare.with(&puzzle, &digits);
                assert!(of_board.is_subset(&wrong));
                wrong.retain(|name| !of_board.contains(name));
                let mut cells = object.cells();
                if cells.is_empty() {
                    cells = (0..side * side).collect();
                }
                let lacks = cells.iter().any(|cell| digits[*cell] == 0);
                let broken = object.kind.broken(&object, &puzzle, &digits).is_some();
                if broken {
                    assert!(!wrong.is_empty(), "{object:?} {digits:?}");
                    bad += 1;
                } else if !wrong.is_empty() {
                    let known = lacks || repeats(&puzzle, &cells, &digits);
                    // A minimum or maximum needs digits in the adjacent cells.
                    let beside = digits.contains(&0) && ["minimum", "maximum"].contains(&kind.id());
                    assert!(known || beside, "{object:?} {digits:?} {wrong:?}");
                    strict += 1;
                } else {
                    good += 1;
                }
            }
        }
        assert!(good > 10 && bad > 10, "{}: {good} {bad}", kind.id());
    }
    assert!(strict > 150, "{strict}");
}

/// Walks the path of a board and compares it with all fillings. Returns whether it has just one.
fn walk(side: usize, given: &[u8], objects: &[Object]) -> Option<bool> {
    let level = level_of(side, given, objects);
    let puzzle = Puzzle::of(&level).expect("a puzzle");
    puzzle.boxes?;
    let good = |full: &Vec<u8>| puzzle.broken(full).is_none();
    let all: Vec<Vec<u8>> = plain(side, given).into_iter().filter(good).collect();
    let program = Sudoku.sentence_program(&level).expect("a program");
    let path = SolvingPath::walk(program, usize::MAX, &|| false, &mut |_, _| {}).expect("a path");
    let marks = path.puzzle.marks();
    // Number of fillings that have a mark.
    let having = |mark: usize| {
        let cell = puzzle.cell(marks[mark].site.parse().expect("a site")).expect("a cell");
        let digit: u8 = marks[mark].mark.parse().expect("a digit");
        all.iter().filter(|full| full[cell] == digit).count()
    };
    let differing: Vec<usize> = (0..marks.len())
        .filter(|mark| !all.is_empty() && ![0, all.len()].contains(&having(*mark)))
        .collect();
    match &path.end {
        PathEnd::NoSolution(_) => assert!(all.is_empty(), "{level:?}"),
        PathEnd::Decided { differing: found } => {
            assert!(!all.is_empty(), "{level:?}");
            assert_eq!(*found, differing, "{level:?}");
        }
        end => panic!("{end:?}: {level:?}"),
    }
    let mut decided = BTreeSet::new();
    for step in &path.steps {
        assert!(step.reasons.iter().all(|reason| decided.contains(reason)), "{level:?}");
        for of in &step.marks {
            let wanted = if of.on { all.len() } else { 0 };
            assert_eq!(having(of.mark), wanted, "{of:?} {level:?}");
            decided.insert(*of);
        }
    }
    if matches!(path.end, PathEnd::Decided { .. }) {
        assert_eq!(decided.len() + differing.len(), marks.len(), "{level:?}");
    }
    Some(all.len() == 1)
}

#[test]
fn paths_with_constraints_of_every_kind_end_at_what_all_fillings_share() {
    let mut rng = Rng::with_seed(51);
    let (mut unique, mut other) = (0, 0);
    for round in 0..2 * ALL.len() {
        let kind = ALL[round % ALL.len()];
        let side = if rng.u8(0..3) == 0 { 6 } else { 4 };
        let Some(object) = random(kind, 0, side, &mut rng) else { continue };
        let mut objects = vec![object];
        objects.extend(random(ALL[rng.usize(0..ALL.len())], 1, side, &mut rng));
        // Some of these involve the whole board at once, which no step can express.
        objects.retain(|object| {
            object.kind.id() != "own_rules" || object.text.starts_with("wrong(two")
        });
        let open = if side == 4 { rng.usize(9..15) } else { rng.usize(8..16) };
        let given = clued(side, open, &objects, &mut rng);
        match walk(side, &given, &objects) {
            Some(true) => unique += 1,
            Some(false) => other += 1,
            None => {}
        }
    }
    assert!(unique > 20 && other > 10, "{unique} {other}");
}

#[test]
#[ignore = "takes minutes: thousands of boards"]
fn many_paths_with_constraints_end_at_what_all_fillings_share() {
    let mut rng = Rng::with_seed(52);
    for round in 0..60 * ALL.len() {
        let kind = ALL[round % ALL.len()];
        let side = if kind.form().lie == Lie::Whole || rng.bool() { 6 } else { 4 };
        let Some(object) = random(kind, 0, side, &mut rng) else { continue };
        let mut objects = vec![object];
        (1..=rng.u16(0..3)).for_each(|number| {
            objects.extend(random(ALL[rng.usize(0..ALL.len())], number, side, &mut rng));
        });
        let open = if side == 4 { 16 } else { rng.usize(8..20) };
        let given = clued(side, open, &objects, &mut rng);
        walk(side, &given, &objects);
    }
}
