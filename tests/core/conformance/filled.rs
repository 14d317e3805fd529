//! Levels of games whose boards are filled: some clues of a full board of 4x4, now and then a wrong one.

use super::*;

/// A random full board, row by row: a pattern with rows, columns and digits shuffled.
fn full_board(rng: &mut Rng) -> [[usize; 4]; 4] {
    let pattern = [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]];
    let mut order = || {
        let (mut low, mut high) = ([0, 1], [2, 3]);
        rng.shuffle(&mut low);
        rng.shuffle(&mut high);
        let halves = if rng.bool() { [low, high] } else { [high, low] };
        [halves[0][0], halves[0][1], halves[1][0], halves[1][1]]
    };
    let (rows, cols) = (order(), order());
    let mut digits = [0, 1, 2, 3];
    rng.shuffle(&mut digits);
    rows.map(|row| cols.map(|col| digits[pattern[row][col]]))
}

/// A level of 4x4 with up to `most` empty cells, rather such as hold one of two digits, so that
/// several fillings are frequent.
pub fn random_level(game: &dyn Game, most: usize, rng: &mut Rng) -> Level {
    let board = full_board(rng);
    let mut level = Level::open(game.about().id.clone(), Board { cols: 4, rows: 4, tray: 0 });
    let palette = game.palette();
    let digits: Vec<&Mark> = palette[0].brushes.iter().map(|brush| &brush.mark).collect();
    let mut cells: Vec<(u16, u16)> = (0..16).map(|n| (n % 4, n / 4)).collect();
    rng.shuffle(&mut cells);
    let few = rng.bool();
    let at = |(col, row): (u16, u16)| board[usize::from(row)][usize::from(col)];
    cells.sort_by_key(|cell| few && at(*cell) > 1);
    let empty = rng.usize(0..=most);
    for (n, (col, row)) in cells.into_iter().enumerate() {
        let site = Site::cell(col, row);
        if n >= empty {
            level.paint(site, Some(digits[at((col, row))].clone()));
        } else if rng.u32(..4) == 0 {
            let notes = &palette[1].brushes[rng.usize(..4)].mark;
            level.paint(site, Some(notes.clone()));
        }
    }
    if rng.u32(..6) == 0 {
        let clues: Vec<Site> = level.marks().map(|(site, _)| site).collect();
        let site = clues[rng.usize(..clues.len())];
        level.paint(site, Some(digits[rng.usize(..4)].clone()));
    }
    level
}

#[test]
fn full_boards_are_solved_by_nothing() {
    let mut rng = Rng::with_seed(31);
    for game in subjects().into_iter().filter(|game| FILLS.contains(&&*game.about().id)) {
        for _ in 0..50 {
            let board = full_board(&mut rng);
            let mut level =
                Level::open(game.about().id.clone(), Board { cols: 4, rows: 4, tray: 0 });
            for (row, digits) in (0..).zip(board) {
                for (col, digit) in (0..).zip(digits) {
                    let mark = &game.palette()[0].brushes[digit].mark;
                    level.paint(Site::cell(col, row), Some(mark.clone()));
                }
            }
            assert_eq!(game.judge(&level, &Play::default()), Verdict::Solved);
        }
    }
}

/// Clues that are to blame have no filling, and with any one of them gone the rest has one.
#[test]
fn clues_to_blame_are_a_smallest_set() {
    let (mut rng, mut engine) = (Rng::with_seed(32), engine());
    for game in subjects().into_iter().filter(|game| FILLS.contains(&&*game.about().id)) {
        let search = game.search().expect("its search");
        let wanted = foolproof::game::Wanted { shortcuts: false, plays: 0, most: 1, marks: false };
        let fills = |level: &Level, keep: &[Site]| {
            let mut level = level.clone();
            let others: Vec<Site> =
                level.marks().map(|(s, _)| s).filter(|s| !keep.contains(s)).collect();
            others.into_iter().for_each(|site| level.set(site, Default::default()));
            search.solutions(&level, wanted, &|| false).expect("an answer").count > 0
        };
        let mut blamed = 0;
        for _ in 0..60 {
            let level = random_level(&*game, 12, &mut rng);
            let found = ask(&mut engine, &level, Question::from(FindConflict));
            let all: Vec<Site> = level.marks().map(|(site, _)| site).collect();
            let Some(blame) = blame_in(&found) else {
                assert!(fills(&level, &all), "{level:#?}");
                continue;
            };
            blamed += 1;
            assert!(blame.minimal && !fills(&level, &blame.sites), "{level:#?}");
            for site in &blame.sites {
                let rest: Vec<Site> = blame.sites.iter().copied().filter(|s| s != site).collect();
                assert!(fills(&level, &rest), "{site} of {level:#?}");
            }
        }
        assert!(blamed >= 4, "{blamed}");
    }
}
