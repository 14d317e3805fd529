//! Tests of this game: arguments against all fillings, searches against each other, files.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use fastrand::Rng;

use crate::about::square;
use crate::argument::{Matter, SudokuCases};
use crate::candidates::{CellCandidates, Digits, Next};
use crate::filling_rules::FillingRules;
use crate::grid::Grid;
use crate::hitting::SetBounds;
use crate::proof;
use crate::puzzle::Puzzle;
use crate::search::{DigitOrder, FillingWalk, count, only};
use crate::shape::{CELLS, Cells, GridShape, bit, members};
use crate::technique;
use crate::*;
use foolproof_game::{
    Arguments as _, Claim, ClaimError, Format, Game, Maker as _, MakerWish, Rating, Rules as _,
    Search as _, SeenSolutions, StepsError, StopCheck, Verdict, Wanted,
};
use foolproof_level::{Hold, Level, Mark, Place, Site};

const NEVER: StopCheck<'_> = &|| false;

fn shape(side: u16) -> &'static GridShape {
    GridShape::of_cells(usize::from(side * side)).expect("a board")
}

/// A plain grid of this shape without clues.
fn grid(shape: &'static GridShape) -> Grid {
    Grid { shape, given: [0; CELLS], model: None, puzzle: None }
}

fn full(shape: &'static GridShape, rng: &mut Rng) -> Digits {
    let mut walk = FillingWalk::new(shape, NEVER);
    walk.order = DigitOrder::Random(rng);
    walk.first(CellCandidates::new(shape)).expect("a filling")
}

fn digits(text: &str) -> Digits {
    let mut digits = [0; CELLS];
    for (digit, c) in digits.iter_mut().zip(text.chars()) {
        *digit = c.to_digit(10).map_or(0, |d| d as u8);
    }
    digits
}

fn level(text: &str) -> Level {
    formats::PuzzleALine.read(text).expect("a puzzle").remove(0)
}

/// Counts the fillings of a board by the plain way for boards of any size.
fn plain_count(shape: &GridShape, mut board: CellCandidates, most: u64) -> u64 {
    let mut found = 0;
    loop {
        match board.settle(shape) {
            Next::Contradiction => return found,
            Next::Full => return found + 1,
            Next::Try { digit, cell } => {
                let mut next = board;
                next.keep(digit, cell);
                found += plain_count(shape, next, most - found);
                if found >= most {
                    return found;
                }
                board.drop(digit, cell);
            }
        }
    }
}

#[test]
fn bands_count_what_the_plain_way_counts() {
    let (shape, mut rng) = (shape(9), Rng::with_seed(1));
    let (mut some, mut none) = (0, 0);
    for _ in 0..400 {
        let filling = full(shape, &mut rng);
        let mut given = [0; CELLS];
        for _ in 0..rng.usize(22..40) {
            let cell = rng.usize(..81);
            given[cell] = filling[cell];
        }
        // Some boards have a wrong clue, and most of those no filling.
        if rng.bool() {
            given[rng.usize(..81)] = rng.u8(1..=9);
        }
        let plain = plain_count(shape, CellCandidates::given(shape, &given), 500);
        assert_eq!(count(&given, 500), Some(plain), "{given:?}");
        some += u32::from(plain > 0);
        none += u32::from(plain == 0);
    }
    assert!(some > 100 && none > 100, "{some} {none}");
}

#[test]
fn known_numbers_of_fillings() {
    assert_eq!(count(&[0; 16], u64::MAX), Some(288));
    let mut six = [0; 36];
    // The first row and box given: 28,200,960 / 720 = 39,168 with the row alone.
    (0..6).for_each(|cell| six[cell] = cell as u8 + 1);
    assert_eq!(count(&six, u64::MAX), Some(39_168));
    assert_eq!(count(&[0; 17], 1), None);
}

/// The number of 9x9 boards (Felgenhauer and Jarvis, 2005) is within three standard errors.
#[test]
fn the_estimate_of_the_empty_board_is_near() {
    let empty = FillingRules::new(Puzzle::new(9, vec![0; 81], Vec::new()));
    let (found, _) = estimate::estimate(&empty, &empty.start(&[]), NEVER);
    let all = 6.670_903_752_021_073e21;
    assert!((found.value - all).abs() < 4.0 * found.error, "{found:?}");
    assert!(found.error < 0.5 * all, "{found:?}");
}

/// Every filling of a small board.
fn fillings(shape: &'static GridShape, board: CellCandidates) -> Vec<Digits> {
    let mut all = Vec::new();
    FillingWalk::new(shape, NEVER).run(board, &mut |filling| {
        all.push(*filling);
        true
    });
    all
}

/// The smallest valid arguments by the definition: all subsets of the filled cells against all
/// fillings of the board.
fn smallest_by_definition(
    all: &[Digits],
    solution: &Digits,
    filled: Cells,
    conclusion: usize,
) -> BTreeSet<Cells> {
    let differences: Vec<Cells> = all
        .iter()
        .filter(|filling| filling[conclusion] != solution[conclusion])
        .map(|filling| {
            members(filled).filter(|cell| filling[*cell] != solution[*cell]).map(bit).sum()
        })
        .collect();
    let cells: Vec<usize> = members(filled).collect();
    let subsets = (0..1u32 << cells.len()).map(|chosen| {
        let of = cells.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        of.map(|(_, cell)| bit(*cell)).sum::<Cells>()
    });
    let valid: Vec<Cells> =
        subsets.filter(|set| differences.iter().all(|other| other & set != 0)).collect();
    let least = valid.iter().map(|set| set.count_ones()).min();
    valid.into_iter().filter(|set| Some(set.count_ones()) == least).collect()
}

#[test]
fn arguments_are_those_of_the_definition() {
    let (shape, mut rng) = (shape(4), Rng::with_seed(7));
    let all = fillings(shape, CellCandidates::new(shape));
    let mut proved = 0;
    for _ in 0..1_500 {
        let solution = *rng.choice(&all).expect("a filling");
        let filled = rng.u128(..1 << 16) & (rng.u128(..1 << 16) | rng.u128(..1 << 16));
        let open: Vec<usize> = members(shape.all & !filled).collect();
        let Some(conclusion) = rng.choice(&open).copied() else { continue };
        let matter = Matter { filled, conclusion };
        let known = smallest_by_definition(&all, &solution, filled, conclusion);
        let mut cases = SudokuCases::new(&grid(shape), solution);
        let found = cases.smallest(matter, SetBounds::of_size(0, 16), NEVER).expect("an answer");
        let Some(found) = found else {
            assert!(known.is_empty(), "{solution:?} {filled:b} {conclusion}");
            continue;
        };
        proved += 1;
        assert!(known.contains(&found), "{solution:?} {filled:b} {conclusion} {found:b}");
        let (in_all, in_none) = cases.in_all_and_none(matter, found, NEVER).expect("an answer");
        assert_eq!(in_all, known.iter().fold(filled, |all, set| all & set));
        assert_eq!(in_none, filled & !known.iter().fold(0, |some, set| some | set));
        let evidence = rng.u128(..1 << 16) & filled;
        let possible = cases.possible(evidence, NEVER).expect("an answer");
        let agrees = |f: &&Digits| members(evidence).all(|cell| f[cell] == solution[cell]);
        for cell in 0..16 {
            let seen = all.iter().filter(agrees).fold(0u16, |seen, f| seen | 1 << (f[cell] - 1));
            assert_eq!(possible[cell], seen, "{solution:?} {evidence:b} {cell}");
        }
    }
    assert!(proved > 700, "{proved}");
}

#[test]
fn a_proof_path_takes_the_least_that_there_is_at_each_step() {
    let (shape, mut rng) = (shape(4), Rng::with_seed(8));
    let all = fillings(shape, CellCandidates::new(shape));
    for _ in 0..60 {
        let solution = *rng.choice(&all).expect("a filling");
        let mut filled = rng.u128(..1 << 16) | rng.u128(..1 << 16);
        let (mut cases, mut steps) = (SudokuCases::new(&grid(shape), solution), Vec::new());
        let begun = filled;
        proof::path(&mut cases, filled, NEVER, &mut |step| {
            steps.push(step);
            true
        })
        .expect("an answer");
        let least = |filled: Cells| {
            members(shape.all & !filled)
                .filter_map(|cell| {
                    let sets = smallest_by_definition(&all, &solution, filled, cell);
                    sets.first().map(|set| set.count_ones())
                })
                .min()
        };
        for step in &steps {
            assert_eq!(Some(step.evidence.count_ones()), least(filled));
            assert_eq!(step.evidence & !filled, 0, "evidence is filled in");
            filled |= bit(step.conclusion);
        }
        assert_eq!(least(filled), None, "nothing is left to prove");
        let most = steps.iter().map(|step| step.evidence.count_ones()).max().unwrap_or(0);
        for size in 0..6 {
            let within = proof::is_within(&mut cases, begun, size, NEVER).expect("an answer");
            assert_eq!(within, filled == shape.all && most <= size);
        }
        let hints = proof::strategy(&mut cases, begun, NEVER).expect("an answer");
        let sizes: BTreeSet<u32> = hints.iter().map(|hint| hint.evidence.count_ones()).collect();
        assert_eq!(sizes.into_iter().collect::<Vec<_>>(), Vec::from_iter(least(begun)));
    }
}

/// An argument with a technique's name is valid.
#[test]
fn what_has_a_name_is_valid() {
    let (shape, mut rng) = (shape(9), Rng::with_seed(9));
    let mut named = 0;
    for _ in 0..20 {
        let solution = full(shape, &mut rng);
        let mut cases = SudokuCases::new(&grid(shape), solution);
        for _ in 0..40 {
            let evidence = rng.u128(..1 << 81) & rng.u128(..1 << 81);
            let conclusion = rng.usize(..81);
            if evidence & bit(conclusion) != 0 {
                continue;
            }
            if technique::name(shape, &solution, evidence, conclusion).is_some() {
                named += 1;
                let possible = cases.possible(evidence, NEVER).expect("an answer");
                assert_eq!(possible[conclusion].count_ones(), 1);
            }
        }
    }
    assert!(named > 20, "{named}");
}

fn check_name(evidence: &str, conclusion: usize, expected: Expect) {
    let evidence = digits(evidence);
    let (solution, _) = only(&grid(shape(9)), &evidence, NEVER).expect("found").expect("a filling");
    let cells = (0..81).filter(|cell| evidence[*cell] > 0).map(bit).sum();
    let found = technique::name(shape(9), &solution, cells, conclusion);
    expected.assert_eq(found.map_or("none", technique::Technique::name));
}

#[test]
fn techniques_have_their_usual_names() {
    let rest = ".".repeat(72);
    check_name(&format!("1234567.8{}", &rest[..72]), 7, expect!["full house"]);
    check_name(&format!("12345678.{}", &rest[..72]), 8, expect!["full house"]);
    // Seen by eight digits in three units.
    let mut cells: Vec<char> = ".".repeat(81).chars().collect();
    for (cell, digit) in
        [(1, '1'), (2, '2'), (5, '3'), (9, '4'), (10, '5'), (36, '6'), (45, '7'), (54, '8')]
    {
        cells[cell] = digit;
    }
    let naked: String = cells.iter().collect();
    check_name(&naked, 0, expect!["naked single"]);
    let mut cells: Vec<char> = ".".repeat(81).chars().collect();
    for cell in [12, 24, 28, 56] {
        cells[cell] = '5';
    }
    let hidden: String = cells.iter().collect();
    check_name(&hidden, 0, expect!["hidden single"]);
    // Box 1 keeps its 5 in row 1, so box 2 has it in row 3, where one cell is free.
    let rows = [".........", "123468...", "46791...."].concat() + &".".repeat(54);
    check_name(&rows, 23, expect!["locked candidates"]);
    // Two cells of row 1 have 1 and 2 between them; the last one is left with 9.
    let free = ".........";
    let rows =
        ["345...6..", free, free, "....79..8", ".....8..7", free, "....87...", "....9....", free];
    check_name(&rows.concat(), 8, expect!["naked pair"]);
    // Only proved conclusions are shown.
    check_name(&rows.concat(), 7, expect!["none"]);
}

#[test]
fn files_of_other_programs_come_back_as_they_were() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut one = level(text);
    one.title = "A classic".to_owned();
    one.author = "Nobody".to_owned();
    let marks = |level: &Level| -> Vec<(Site, Mark)> {
        level.marks().map(|(site, mark)| (site, mark.clone())).collect()
    };
    for format in Sudoku.assets().formats.iter().filter(|format| format.is_written()) {
        let written = format.write(&[&one]).expect("a text");
        let read = format.read(&written).expect("a level").remove(0);
        assert_eq!(marks(&read), marks(&one), "{}", format.id());
        if ["sdk", "f-puzzles"].contains(&format.id()) {
            assert_eq!((&read.title, &read.author), (&one.title, &one.author));
        }
        if format.id() != "sdm" {
            let formats = Sudoku.assets().formats.clone();
            let first = formats.iter().find(|format| format.recognises(&written));
            assert_eq!(first.map(|format| format.id()), Some(format.id()), "{written}");
        }
    }
    for side in [4, 6] {
        let mut small = Level::open("sudoku", square(side));
        small.paint(Site::cell(1, 2), "3".parse().ok());
        for format in Sudoku.assets().formats.iter().filter(|format| format.is_written()) {
            let written = format.write(&[&small]).expect("a text");
            let read = format.read(&written).expect("a level").remove(0);
            assert_eq!((read.board, marks(&read)), (small.board, marks(&small)));
        }
    }
}

fn check_fault(format: &dyn Format, text: &str, expected: Expect) {
    let error = format.read(text).expect_err("no level");
    expected.assert_eq(&error.to_string());
}

#[test]
fn bad_files_are_refused_with_the_place() {
    check_fault(
        &formats::PuzzleALine,
        "1234",
        expect![
            "line 1, column 5: 4 cells do not make a Sudoku; it has 81, or 36 for 6x6, or 16 for 4x4"
        ],
    );
    let bad = format!("{}\n{}x{}", ".".repeat(81), ".".repeat(40), ".".repeat(40));
    check_fault(
        &formats::PuzzleALine,
        &bad,
        expect!["line 2, column 41: `x` is neither a digit nor `.` for an empty cell"],
    );
    check_fault(
        &formats::PuzzleALine,
        "# nothing\n",
        expect!["line 1, column 1: there is no puzzle"],
    );
    check_fault(
        &formats::PuzzleALine,
        "5...............",
        expect!["line 1, column 1: the digits of this board go from 1 to 4"],
    );
    check_fault(
        &formats::Sdk,
        "#N x\n1...\n....\n...\n....",
        expect!["line 4, column 4: the puzzle has 4 rows, but this one has 3 cells"],
    );
    check_fault(
        &formats::Sdk,
        "1...\n..x.\n....\n....",
        expect!["line 2, column 3: `x` is neither a digit nor `.`"],
    );
    check_fault(
        &formats::PuzzLink,
        "https://puzz.link/p?sudoku/9/9/!",
        expect!["line 1, column 32: `!` means nothing here"],
    );
    check_fault(
        &formats::PuzzLink,
        "https://puzz.link/p?sudoku/5/5/zz",
        expect!["line 1, column 32: a Sudoku cannot be 5x5 here"],
    );
    check_fault(
        &fpuzzles::FPuzzles,
        "https://www.f-puzzles.com/?load=%%%",
        expect!["line 1, column 1: the code is cut off or damaged"],
    );
    let json = r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"thermometer":[1]}"#;
    let code = format!("?load={}", lz_str::compress_to_base64(json));
    check_fault(
        &fpuzzles::FPuzzles,
        &code,
        expect!["line 1, column 1: `thermometer`: number 1: its lines are missing"],
    );
}

#[test]
fn levels_that_are_made_have_one_solution_and_their_shape() {
    for (side, seed) in [(4, 1), (6, 2), (9, 3), (9, 4)] {
        let mut blank = Level::open("sudoku", square(side));
        let lock = Site::cell(1, 0);
        blank.paint(lock, "2".parse().ok());
        let turned = |site: Site| Site::cell(side - 1 - site.col, side - 1 - site.row);
        let even = MakerWish { seed, minimal: true, image: Some(&turned), marks: None, kinds: &[] };
        let lean = MakerWish { seed, minimal: true, image: None, marks: None, kinds: &[] };
        let most = u32::from(side * side);
        let some = MakerWish {
            seed,
            minimal: false,
            image: None,
            marks: Some((most / 2, most / 2 + 2)),
            kinds: &[],
        };
        for wish in [even, lean, some] {
            let made = make::Digger.make(&blank, &wish, NEVER).expect("a level");
            let again = make::Digger.make(&blank, &wish, NEVER).expect("a level");
            assert!(made.same_puzzle(&again), "a seed makes the same level");
            let grid = Grid::of(&made).expect("a grid");
            assert!(matches!(only(&grid, &grid.given, NEVER), Ok(Some((_, true)))));
            assert_eq!(made.mark(lock), blank.mark(lock));
            assert_eq!(
                made.intended.as_ref().map(|p| Sudoku.judge(&made, p)),
                Some(Verdict::Solved)
            );
            let sites: Vec<Site> = made.marks().map(|(site, _)| site).collect();
            if wish.image.is_some() {
                let alone = sites.iter().filter(|site| made.mark(turned(**site)).is_none());
                assert!(alone.count() <= 1, "all but the locked clue stand in pairs");
            } else if wish.minimal {
                for site in sites.iter().filter(|site| **site != lock) {
                    let mut fewer = grid.given;
                    fewer[grid.shape.cell(*site).expect("a cell")] = 0;
                    assert!(matches!(only(&grid, &fewer, NEVER), Ok(Some((_, false)))));
                }
            }
            if let Some((least, most)) = wish.marks {
                assert!((least as usize..=most as usize).contains(&sites.len()));
            }
        }
    }
}

#[test]
fn cages_without_sums_get_them_where_digits_may_not_be_given() {
    let mut blank = Level::open("sudoku", square(4));
    let cages: [&[(u16, u16)]; 10] = [
        &[(0, 0)],
        &[(1, 0), (2, 0)],
        &[(3, 0), (3, 1)],
        &[(0, 1), (1, 1)],
        &[(2, 1)],
        &[(0, 2), (0, 3)],
        &[(1, 2)],
        &[(2, 2), (3, 2)],
        &[(1, 3), (2, 3)],
        &[(3, 3)],
    ];
    for (number, cells) in (0u16..).zip(cages) {
        let cells: Vec<String> =
            cells.iter().map(|(col, row)| Site::cell(*col, *row).to_string()).collect();
        let mark = format!("cage({})", cells.join(","));
        blank.paint(Site::constraint(number), mark.parse().ok());
    }
    let locked = Site::constraint(9);
    let spot = foolproof_level::Spot { hold: Hold::Locked, ..blank.spot(locked).clone() };
    blank.set(locked, spot);
    for minimal in [false, true] {
        let wish = MakerWish { seed: 7, minimal, image: None, marks: Some((0, 0)), kinds: &[] };
        let made = make::Digger.make(&blank, &wish, NEVER).expect("a level");
        assert!(made.marks().all(|(site, _)| site.place == Place::Constraint), "no digit is given");
        assert_eq!(made.mark(locked), blank.mark(locked));
        let rules = FillingRules::of(&made).expect("a puzzle");
        assert!(matches!(rules.only(&rules.puzzle.given, NEVER), Ok(Some((_, true)))));
        let summed = |site: &Site| made.mark(*site) != blank.mark(*site);
        let sums: Vec<Site> = (0..9).map(Site::constraint).filter(summed).collect();
        assert!(if minimal { sums.len() < 9 } else { sums.len() == 9 }, "{sums:?}");
        for site in sums.iter().filter(|_| minimal) {
            let mut fewer = made.clone();
            fewer.paint(*site, blank.mark(*site).cloned());
            let rules = FillingRules::of(&fewer).expect("a puzzle");
            assert!(matches!(rules.only(&rules.puzzle.given, NEVER), Ok(Some((_, false)))));
        }
    }
}

#[test]
fn what_no_digits_can_meet_is_found_constraint_by_constraint() {
    let mut level = Level::open("sudoku", square(9));
    let marks = [
        "cage(12,cell(0,0),cell(1,0))",
        "cage(40,cell(0,1),cell(1,1))",
        "palindrome(cell(6,0),cell(7,0),cell(8,0))",
        "thermo(cell(0,8),cell(1,8),cell(2,8))",
        "cage(cell(4,4),cell(4,4))",
    ];
    for (number, mark) in (0u16..).zip(marks) {
        level.paint(Site::constraint(number), mark.parse().ok());
    }
    let faulty = |level: &Level| -> Vec<u16> {
        faults::of(level).into_iter().map(|(site, _)| site.col).collect()
    };
    assert_eq!(faulty(&level), [1, 2, 4]);
    // Next to a clue that takes the room.
    level.paint(Site::cell(0, 8), "8".parse().ok());
    assert_eq!(faulty(&level), [1, 2, 3, 4]);
    let repeated = ["5", "5"];
    for (col, digit) in (0u16..).zip(repeated) {
        level.paint(Site::cell(col, 0), digit.parse().ok());
    }
    assert_eq!(faulty(&level), [0, 1, 2, 3, 4]);
}

#[test]
fn too_many_fillings_are_estimated_and_possible_digits_still_exact() {
    let mut blank = Level::open("sudoku", square(9));
    blank.paint(Site::cell(0, 0), "1".parse().ok());
    let wanted = Wanted { shortcuts: false, plays: 3, most: u64::MAX, marks: true };
    let found = search::Fillings.solutions(&blank, wanted, NEVER).expect("an answer");
    assert_eq!((found.count, found.exhausted), (search::MAX_COUNTED, false));
    assert!(found.marks_exact && found.estimate.is_some_and(|estimate| estimate.value > 1e19));
    // 80 cells, of which 20 see the 1.
    assert_eq!(found.possible.len(), 60 * 9 + 20 * 8);
    assert!(found.forced.is_empty());
    assert!(found.uses.len() == found.possible.len() && found.uses.values().all(|n| *n > 0.0));
}

#[test]
fn claims_that_make_no_sense_say_why() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let level = level(text);
    let mut cases = court::Court.cases(&level, NEVER).expect("a solution");
    let mut ask = |evidence: &[(u16, u16)], conclusion: Option<(u16, u16)>, filled: &str| {
        let site = |(col, row): (u16, u16)| Site::cell(col, row);
        let mark = filled.parse().ok().map(|mark| (Site::cell(2, 0), mark));
        let claim = Claim {
            filled: mark.into_iter().collect(),
            evidence: evidence.iter().copied().map(site).collect(),
            conclusion: conclusion.map(site),
        };
        cases.weigh(&claim, NEVER).map(|weighed| weighed.expect("an answer").concludes)
    };
    let cell = Site::cell;
    assert_eq!(ask(&[(2, 0)], None, ""), Err(ClaimError::Empty(cell(2, 0))));
    assert_eq!(ask(&[], Some((0, 0)), ""), Err(ClaimError::Filled(cell(0, 0))));
    assert_eq!(ask(&[], None, "1"), Err(ClaimError::Wrong(cell(2, 0))));
    assert_eq!(ask(&[], Some((9, 0)), ""), Err(ClaimError::NoCell(cell(9, 0))));
    expect!["R1C3 is empty, so it cannot be evidence"]
        .assert_eq(&ClaimError::Empty(cell(2, 0)).to_string());
    expect!["R1C1 is filled already; choose an empty cell to prove"]
        .assert_eq(&ClaimError::Filled(cell(0, 0)).to_string());
    expect!["the solution has a different digit on R1C3"]
        .assert_eq(&ClaimError::Wrong(cell(2, 0)).to_string());
    assert_eq!(ask(&[(2, 0)], Some((3, 0)), "4"), Ok(None));
    let mut none = level.clone();
    none.paint(Site::cell(2, 0), "5".parse().ok());
    assert_eq!(court::Court.cases(&none, NEVER).err(), Some(StepsError::NoSolution));
}

/// The sample pack gets harder: its largest arguments, and the mean between equals.
#[test]
fn the_sample_pack_rises_by_its_proof_paths() {
    let pack = foolproof_level::Pack::from_json(&Sudoku.assets().sample).expect("a pack");
    let rating = |level: &Level| {
        let measures = Sudoku.rate(level, SeenSolutions::default(), &|| false).measures;
        let of = |id: &str| measures.iter().find(|m| m.id == id).map(|m| m.value);
        (level.board.cols, of("largest").expect("rated"), of("mean").expect("rated"))
    };
    let ratings: Vec<(u16, f64, f64)> = pack.levels.iter().map(|level| rating(level)).collect();
    for pair in ratings.windows(2) {
        assert!(pair[0] < pair[1], "{ratings:?}");
    }
    assert!(ratings.len() >= 10);
}
