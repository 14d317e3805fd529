//! Levels of a game of moves that equations solve, or classes of positions of symmetric boards, compared with
//! algebra.
//!
//! In Lights Out, a set of presses does the same in every order, so the shortest solutions are all orders of the
//! smallest sets that put out every light (as solutions of linear equations over two elements).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::own_games::{games, root};
use foolproof::game::{Game, Games, Verdict, Wanted};
use foolproof::level::{Board, Level, Mark, Site};

/// The smallest sets of presses that put out these lights, each as bits.
fn smallest_sets(cells: &[Site], on: u32) -> Vec<u32> {
    let near =
        |one: &Site, other: &Site| one.col.abs_diff(other.col) + one.row.abs_diff(other.row) <= 1;
    let changes = |press: &Site| -> u32 {
        (0..cells.len()).filter(|at| near(press, &cells[*at])).map(|at| 1 << at).sum()
    };
    // Rows of what a set of presses changes, and the set; each is reduced by those before.
    let mut rows: Vec<(u32, u32)> = Vec::new();
    let mut idle = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        let mut row = (changes(cell), 1_u32 << at);
        for (changed, set) in &rows {
            if row.0 & (1 << changed.trailing_zeros()) != 0 {
                row = (row.0 ^ changed, row.1 ^ set);
            }
        }
        match row.0 {
            0 => idle.push(row.1),
            _ => rows.push(row),
        }
    }
    let (mut left, mut some) = (on, 0);
    for (changed, set) in &rows {
        if left & (1 << changed.trailing_zeros()) != 0 {
            (left, some) = (left ^ changed, some ^ set);
        }
    }
    if left != 0 {
        return Vec::new();
    }
    let all = (0..1_u32 << idle.len()).map(|ways| {
        let used = idle.iter().enumerate().filter(|(at, _)| ways >> at & 1 == 1);
        used.fold(some, |set, (_, idle)| set ^ idle)
    });
    let all: Vec<u32> = all.collect();
    let least = all.iter().map(|set| set.count_ones()).min();
    all.into_iter().filter(|set| Some(set.count_ones()) == least).collect()
}

/// A board with walls, and lights that are on, and the cells that are no walls.
fn lights((cols, rows): (u16, u16), walls: &[(u16, u16)], on: u32) -> (Level, Vec<Site>) {
    let board = Board { cols, rows, tray: 0 };
    let is_wall = |cell: &Site| walls.contains(&(cell.col, cell.row));
    let cells: Vec<Site> = board.cells().filter(|cell| !is_wall(cell)).collect();
    let mut level = Level::open("lights-out", board);
    let [wall, light] = ["wall", "light"].map(|word| word.parse::<Mark>().expect("a mark"));
    board.cells().filter(is_wall).for_each(|cell| level.paint(cell, Some(wall.clone())));
    for (at, cell) in cells.iter().enumerate() {
        level.paint(*cell, (on >> at & 1 == 1).then(|| light.clone()));
    }
    (level, cells)
}

/// Compares what is found of a board, with walls and lights that are on, with algebra; the effort, if it can be
/// solved.
fn check(game: &dyn Game, (cols, rows): (u16, u16), walls: &[(u16, u16)], on: u32) -> Option<u64> {
    let (level, cells) = lights((cols, rows), walls, on);
    let wanted = Wanted { shortcuts: false, plays: 20, most: 100, marks: true };
    let search = game.search().expect("a search");
    let found = search.solutions(&level, wanted, &|| false).expect("an answer");
    let sets = smallest_sets(&cells, on);
    let length = sets.first().map_or(0, |set| u64::from(set.count_ones()));
    let orders: u64 = (1..=length).product();
    assert_eq!(found.count, sets.len() as u64 * orders, "{cols}x{rows} {on:b}");
    assert!(found.exhausted && found.marks_exact);
    for play in &found.plays {
        assert_eq!(play.len() as u64, length);
        assert!(game.judge(&level, play) == Verdict::Solved);
    }
    let presses: BTreeSet<(Site, Mark)> = sets
        .iter()
        .flat_map(|set| cells.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1))
        .flat_map(|(_, cell)| {
            let mark: Mark = format!("press({cell})").parse().expect("a mark");
            (0..length as usize).map(move |step| (Site::step(step), mark.clone()))
        })
        .collect();
    assert_eq!(found.possible, presses);
    (!sets.is_empty()).then_some(found.effort)
}

/// Lights Out with a mark that no position has: the level would be lost with it, so its rules are no equations.
fn lights_with_smoke() -> Games {
    let from = root().join("assets/shelf/lights-out");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("smoke");
    fs::create_dir_all(&to).expect("a folder");
    for file in ["game.toml", "levels.json", "rules.lp"] {
        let mut text = fs::read_to_string(from.join(file)).expect("a file of the game");
        if file == "rules.lp" {
            text += "\nmay_hold(S,smoke) :- lamp(S).\nnext(S,smoke) :- now(S,smoke).\nlost :- now(_,smoke).\n";
        }
        if file == "game.toml" {
            text = text.replace("moving = [\"light\"]", "moving = [\"light\", \"smoke\"]");
            text += "\n[[mark]]\nterm = \"smoke\"\non = \"cell\"\ngroup = \"Lights\"\nwords = \"smoke\"\nturn = \
                     \"same\"\ndraw = { fill = \"blocker\" }\n";
        }
        fs::write(to.join(file), text).expect("written");
    }
    games(&[to.to_str().expect("a path in UTF-8")])
}

#[test]
fn equations_tell_the_shortest_solutions_of_boards_of_lights() {
    let games = games(&["assets/shelf/lights-out"]);
    let game = games.by_id("lights-out").expect("the game");
    let mut rng = fastrand::Rng::with_seed(1);
    let mut n_solved = 0;
    for number in 0..60 {
        let (cols, rows) = (rng.u16(1..=5), rng.u16(1..=5));
        let board = Board { cols, rows, tray: 0 };
        let walls: Vec<(u16, u16)> = board
            .cells()
            .filter(|_| number % 3 > 0 && rng.u8(0..6) == 0)
            .map(|cell| (cell.col, cell.row))
            .collect();
        let n_lamps = u32::from(cols * rows) - walls.len() as u32;
        if n_lamps == 0 {
            continue;
        }
        let on = rng.u32(..) & !(u32::MAX << n_lamps);
        let is_solved = check(&*game, (cols, rows), &walls, on).is_some();
        n_solved += usize::from(is_solved);
        if !is_solved {
            // Without a solution there is no shortcut, which is known before a position is searched.
            let wanted = Wanted { shortcuts: true, plays: 1, most: 1, marks: false };
            let search = game.search().expect("a search");
            let found = search.solutions(&lights((cols, rows), &walls, on).0, wanted, &|| true);
            assert!(found.is_some_and(|found| found.count == 0 && found.exhausted));
        }
    }
    assert!((15..55).contains(&n_solved), "{n_solved}");
}

#[test]
fn classes_tell_the_shortest_solutions_of_many_lights() {
    let games = lights_with_smoke();
    let game = games.by_id("lights-out").expect("the game");
    // It has 2,097,152 positions. By Burnside, four symmetries leave a quarter of 2^21 + 2^14 + 2^12 + 2^11 classes.
    let positions = check(&*game, (7, 3), &[], 0b100_000_000_100_000_010_011);
    assert_eq!(positions, Some(529_920));
    // These have 262,144, and not all of their boards can be solved.
    let (sides, corners) = ([(0, 1), (6, 1)], [(0, 0), (0, 4), (4, 0), (4, 4)]);
    let found = [
        check(&*game, (7, 3), &sides, 0b1_111_111),
        check(&*game, (7, 3), &sides, 0b1),
        check(&*game, (5, 5), &corners, 0b10_010),
        check(&*game, (5, 5), &corners, u32::MAX >> 11),
    ];
    assert!(found.iter().any(Option::is_none) && found.iter().any(Option::is_some), "{found:?}");
}
