//! Arguments from cells and constraints against their definition, on boards of 4x4.

use fastrand::Rng;

use super::*;
use crate::constraints::ALL;
use crate::constraints::tests::{plain, random};
use crate::proof;
use crate::search::digits_of;

/// A puzzle with constraints, and one of its fillings.
fn some_puzzle(all: &[Vec<u8>], rng: &mut Rng) -> Option<(Puzzle, Vec<u8>)> {
    let many = rng.u16(1..5);
    let objects: Vec<_> = (0..many)
        .filter_map(|number| random(ALL[rng.usize(0..ALL.len())], number, 4, rng))
        .filter(|object| !["region", "no_boxes"].contains(&object.kind.id()))
        .collect();
    let puzzle = Puzzle::new(4, vec![0; 16], objects);
    let good: Vec<&Vec<u8>> = all.iter().filter(|full| puzzle.broken(full).is_none()).collect();
    let full = (*rng.choice(&good)?).clone();
    Some((puzzle, full))
}

/// For every filling that has another digit there: the evidence that contradicts it.
fn differences(puzzle: &Puzzle, all: &[Vec<u8>], solution: &[u8], conclusion: usize) -> Vec<Cells> {
    let others = all.iter().filter(|full| full[conclusion] != solution[conclusion]);
    let of = |full: &Vec<u8>| {
        let cells = set_of((0..16).filter(|cell| full[*cell] != solution[*cell]));
        let objects = puzzle.objects.iter().enumerate();
        let broken = objects.filter(|(_, of)| of.kind.broken(of, puzzle, full).is_some());
        cells | set_of(broken.map(|(number, _)| CELLS + number))
    };
    others.map(of).collect()
}

/// The least evidence among some, by trying all sets of it.
fn least(differences: &[Cells], among: Cells) -> Option<u32> {
    let pieces: Vec<usize> = members(among).collect();
    let sets = (0u32..1 << pieces.len()).map(|chosen| {
        let chosen = pieces.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        set_of(chosen.map(|(_, piece)| *piece))
    });
    let valid = sets.filter(|set| differences.iter().all(|difference| difference & set != 0));
    valid.map(|set| set.count_ones()).min()
}

#[test]
fn constraints_are_evidence_as_cells_are() {
    let (mut rng, all) = (Rng::with_seed(60), plain(4, &[0; 16]));
    let (mut proved, mut with_constraints, mut paths) = (0, 0, 0);
    while proved < 500 {
        let Some((puzzle, full)) = some_puzzle(&all, &mut rng) else { continue };
        let Some(grid) = Grid::of_puzzle(&puzzle) else { continue };
        let solution = digits_of(&full);
        let mut cases = SudokuCases::weighed(&grid, solution).expect("few constraints");
        let cells = set_of((0..rng.usize(0..7)).map(|_| rng.usize(0..16)));
        let filled = cells | cases.constraints();
        let conclusion = rng.usize(0..16);
        if filled & bit(conclusion) != 0 {
            continue;
        }
        let differences = differences(&puzzle, &all, &full, conclusion);
        let matter = Matter { filled, conclusion };
        let bounds = SetBounds::of_size(0, filled.count_ones());
        let found = cases.smallest(matter, bounds, &|| false).expect("an answer");
        let words = format!("{:?} {full:?} {filled:b} {conclusion}", puzzle.objects);
        assert_eq!(found.map(|set| set.count_ones()), least(&differences, filled), "{words}");
        let Some(found) = found else { continue };
        assert!(differences.iter().all(|difference| difference & found != 0), "{words}");
        proved += 1;
        with_constraints += u32::from(found & cases.constraints() != 0);
        let evidence = filled & rng.u128(..);
        let possible = cases.possible(evidence, &|| false).expect("an answer");
        let agrees = |other: &&Vec<u8>| {
            members(evidence & cases.shape.all).all(|cell| other[cell] == full[cell])
                && members(evidence & !cases.shape.all).all(|at| {
                    let object = &puzzle.objects[at - CELLS];
                    object.kind.broken(object, &puzzle, other).is_none()
                })
        };
        for cell in 0..16 {
            let seen = all.iter().filter(agrees).fold(0u16, |seen, of| seen | 1 << (of[cell] - 1));
            assert_eq!(possible[cell], seen, "{words} {evidence:b}");
        }
        if proved % 10 == 0 {
            paths += 1;
            follows_least(&mut cases, &puzzle, &all, &full, filled);
        }
    }
    assert!(with_constraints > 100 && paths > 40, "{with_constraints} {paths}");
}

/// Walks a proof path and compares the size of each step with the minimum.
fn follows_least(
    cases: &mut SudokuCases,
    puzzle: &Puzzle,
    all: &[Vec<u8>],
    full: &[u8],
    mut filled: Cells,
) {
    let mut steps = Vec::new();
    let ended = proof::path(cases, filled, &|| false, &mut |step| {
        steps.push(step);
        true
    });
    ended.expect("an answer");
    for step in steps {
        let open = members(cases.shape.all & !filled);
        // Larger sets take too long to try one by one.
        if filled.count_ones() <= 12 {
            let sizes =
                open.filter_map(|cell| least(&differences(puzzle, all, full, cell), filled));
            assert_eq!(Some(step.evidence.count_ones()), sizes.min(), "{:?}", puzzle.objects);
        }
        assert_eq!(step.evidence & !filled, 0);
        filled |= bit(step.conclusion);
    }
}
