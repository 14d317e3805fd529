//! Compares steps of the sentences with fillings, and with the usual techniques.

use std::collections::BTreeMap;

use fastrand::Rng;
use foolproof_level::{Level, Mark};
use foolproof_solving::{ConstraintNumber, Decision, Puzzle, SolvingPath, StepCheck};

use super::*;
use crate::about::square;
use crate::candidates::Digits;
use crate::search::{DigitOrder, FillingWalk, count};
use crate::shape::{GridShape, bit, members};
use crate::technique::{NARROWING, SINGLES, Technique};

/// A filling of a board, and a level with some of its digits as clues.
fn some_level(side: u16, share: f64, rng: &mut Rng) -> (Digits, Level) {
    let shape = GridShape::of_cells(usize::from(side * side)).expect("a board");
    let mut walk = FillingWalk::new(shape, &|| false);
    walk.order = DigitOrder::Random(rng);
    let full = walk.first(CellCandidates::new(shape)).expect("a filling");
    let mut level = Level::open("sudoku", square(side));
    for (cell, digit) in full.iter().enumerate().take(shape.cells()) {
        if rng.f64() < share {
            level.paint(shape.site(cell), digit.to_string().parse().ok());
        }
    }
    (full, level)
}

fn puzzle_of(level: &Level) -> Puzzle {
    Puzzle::of(&Sudoku.sentence_program(level).expect("a program"))
}

/// The mark of a puzzle: cell and digit from 0.
fn place_of(shape: &GridShape, puzzle: &Puzzle, mark: usize) -> (usize, usize) {
    let of = &puzzle.marks()[mark];
    let cell = shape.cell(of.site.parse().expect("a site")).expect("a cell");
    (cell, of.mark.parse::<usize>().expect("a digit") - 1)
}

/// The marks that a board has lost, or has alone.
fn decided(shape: &GridShape, puzzle: &Puzzle, board: &CellCandidates) -> Vec<Decision> {
    let known = |mark: usize| {
        let (cell, digit) = place_of(shape, puzzle, mark);
        let on = board.digits(cell).eq([digit]);
        (on || !board.has(digit, cell)).then_some(Decision { mark, on })
    };
    (0..puzzle.marks().len()).filter_map(known).collect()
}

fn sentences_of(puzzle: &Puzzle, kinds: &[&str]) -> Vec<ConstraintNumber> {
    let of = |words: &str| kinds.iter().any(|kind| words == format!("\"{kind}\""));
    let numbered = puzzle.constraints().iter().enumerate();
    numbered.filter(|(_, one)| of(&one.sentence)).map(|(number, _)| number).collect()
}

/// Removes settled digits from the cells that see them.
fn see(board: &mut CellCandidates, shape: &GridShape) {
    let before = *board;
    for cell in members(shape.all) {
        if let [digit] = before.digits(cell).collect::<Vec<_>>()[..] {
            board.of[digit] &= !shape.peers[cell];
            board.open &= !bit(cell);
        }
    }
}

/// The sentences that suffice for the conclusions of a technique.
fn kinds_of(technique: Technique) -> &'static [&'static str] {
    match technique {
        Technique::NakedPair | Technique::NakedTriple => &[EMPTY, TWICE],
        Technique::HiddenPair | Technique::HiddenTriple => &[MISSING],
        Technique::LockedCandidates | Technique::XWing | Technique::Swordfish => &[MISSING, TWICE],
        _ => &[MISSING],
    }
}

/// Narrows a board by one technique after the other, and asks each time whether that follows from sentences;
/// counts the uses of each technique in `seen`.
fn narrowed(level: &Level, seen: &mut BTreeMap<&'static str, usize>) {
    let grid = Grid::of(level).expect("a grid");
    let (shape, puzzle) = (grid.shape, puzzle_of(level));
    let mut check = StepCheck::new(&puzzle).expect("rules that can be read");
    let mut board = CellCandidates::given(shape, &grid.given);
    loop {
        let before = board;
        see(&mut board, shape);
        let mut used = ("seen", &[TWICE][..]);
        if board.of == before.of {
            let at_work = SINGLES.into_iter().chain(NARROWING).find(|(_, rule)| {
                rule(&mut board, shape);
                board.of != before.of
            });
            let Some((technique, _)) = at_work else { return };
            used = (technique.name(), kinds_of(technique));
        }
        *seen.entry(used.0).or_default() += 1;
        let known = decided(shape, &puzzle, &before);
        // A candidate left alone in a cell is there because the cell is not empty.
        let mut told = decided(shape, &puzzle, &board);
        told.retain(|of| !of.on);
        let sentences = sentences_of(&puzzle, used.1);
        let follow = check.follow(&told, &sentences, &known, &|| false).expect("not stopped");
        assert!(follow, "{}: {level:?}", used.0);
    }
}

#[test]
fn what_the_usual_techniques_tell_follows_from_sentences() {
    let mut rng = Rng::with_seed(5);
    let mut seen = BTreeMap::new();
    for (side, share, n) in [(4, 0.35, 200), (6, 0.4, 100), (9, 0.36, 60)] {
        for _ in 0..n {
            narrowed(&some_level(side, share, &mut rng).1, &mut seen);
        }
    }
    let wanted = ["seen", "hidden single", "locked candidates", "naked pair"];
    assert!(wanted.iter().all(|name| seen.get(name).is_some_and(|n| *n > 10)), "{seen:?}");
}

#[test]
fn steps_lead_to_what_all_fillings_share_and_singles_need_one_sentence() {
    let mut rng = Rng::with_seed(6);
    let (mut solved, mut names) = (0, BTreeMap::new());
    for (side, share, n) in [(4, 0.35, 150), (6, 0.45, 50), (9, 0.5, 8)] {
        for _ in 0..n {
            let (full, level) = some_level(side, share, &mut rng);
            let shape = GridShape::of_cells(usize::from(side * side)).expect("a board");
            let grid = Grid::of(&level).expect("a grid");
            let board = CellCandidates::given(shape, &grid.given);
            let program = Sudoku.sentence_program(&level).expect("a program");
            let path = SolvingPath::walk(program, usize::MAX, &|| false, &mut |_, _| {});
            let path = path.expect("a path");
            let only = count(&grid.given[..shape.cells()], 2) == Some(1);
            assert_eq!(path.is_solved(), only, "{level:?}");
            solved += usize::from(only);
            let known = |of: &Decision| {
                let mark = &path.puzzle.marks()[of.mark];
                let site = mark.site.parse().expect("a site");
                KnownMark { site, mark: mark.mark.parse::<Mark>().expect("a mark"), on: of.on }
            };
            for step in &path.steps {
                for of in &step.marks {
                    let (cell, digit) = place_of(shape, &path.puzzle, of.mark);
                    assert_eq!(usize::from(full[cell]) == digit + 1, of.on, "{level:?}");
                    assert!(board.has(digit, cell) || !of.on);
                }
                let reasons: Vec<KnownMark> = step.reasons.iter().map(known).collect();
                let marks: Vec<KnownMark> = step.marks.iter().map(known).collect();
                if let Some(name) = Sudoku.technique(&level, &reasons, &marks) {
                    *names.entry(name.to_owned()).or_insert(0) += 1;
                    let single = ["full house", "hidden single", "naked single"].contains(&name);
                    assert!(!single || step.constraints.len() == 1, "{name}: {step:?} {level:?}");
                }
            }
        }
    }
    assert!(solved > 50, "{solved}");
    let wanted = ["full house", "hidden single", "naked single", "locked candidates"];
    assert!(wanted.iter().all(|name| names.contains_key(*name)), "{names:?}");
}
