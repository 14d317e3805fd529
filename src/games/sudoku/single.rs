//! What a player may fill in, and which cell comes next.

use crate::candidates::Digits;
use crate::grid::{Grid, Reading};
use crate::puzzle::Puzzle;
use crate::shape::{bit, members};
use foolproof_game::NextMark;
use foolproof_level::{Level, Play, Site};

/// The first mark of a play that is no digit of an empty cell of the board, and why.
pub(crate) fn misplaced(puzzle: &Puzzle, play: &Play) -> Option<(String, Site)> {
    play.iter().find_map(|(site, mark)| {
        match Reading::of(mark) {
            Ok(Reading::Digit(digit)) if usize::from(digit) <= puzzle.side => {}
            _ => return Some((format!("`{mark}` is not a digit of this board"), site)),
        }
        match puzzle.cell(site) {
            None => Some((format!("{} is not a cell of the board", site.name()), site)),
            Some(cell) if puzzle.given[cell] != 0 => {
                let words = "holds a clue, so it cannot be filled";
                Some((format!("{} {words}", site.name()), site))
            }
            Some(_) => None,
        }
    })
}

/// Why a cell holds a digit, where this is the reason.
type SingleReason = fn(&Grid, usize, u8) -> Option<String>;

/// The next cell of a solution: a single if there is one, with its reason, else the first.
pub(crate) fn next(level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
    let grid = Grid::of(level).ok()?.with(play);
    let missing = || {
        solution.minus(play).filter_map(|(site, mark)| match Reading::of(mark) {
            Ok(Reading::Digit(digit)) => Some((grid.shape.cell(site)?, digit)),
            _ => None,
        })
    };
    let reasons: [SingleReason; 3] = [last_of_unit, hidden, naked];
    for reason in reasons {
        let found = missing().find_map(|(cell, digit)| Some((cell, reason(&grid, cell, digit)?)));
        if let Some((cell, why)) = found {
            return Some(NextMark { site: grid.shape.site(cell), why: Some(why) });
        }
    }
    let (cell, _) = missing().next()?;
    Some(NextMark { site: grid.shape.site(cell), why: None })
}

/// The rounds in which singles fill a grid: how many cells each round finds, all that can be told of what
/// the rounds before have filled; and how many cells are left where there is no single any more.
pub(crate) fn rounds(grid: &Grid, solution: &Digits) -> (Vec<usize>, usize) {
    let (mut grid, mut rounds) = (grid.clone(), Vec::new());
    loop {
        let digit = |cell: usize| solution.get(cell).copied().unwrap_or_default();
        let told = |cell: &usize| {
            hidden(&grid, *cell, digit(*cell))
                .or_else(|| naked(&grid, *cell, digit(*cell)))
                .is_some()
        };
        let found: Vec<usize> = members(grid.empty()).filter(told).collect();
        if found.is_empty() {
            return (rounds, members(grid.empty()).count());
        }
        rounds.push(found.len());
        for cell in found {
            grid.given[cell] = digit(cell);
        }
    }
}

/// The units of a cell, each with what it is called.
fn units(grid: &Grid, cell: usize) -> impl Iterator<Item = (u128, &'static str)> {
    let names = move |at: usize| match at / grid.shape.n {
        0 => "row",
        1 => "column",
        _ => "box",
    };
    let units = grid.shape.units().iter().enumerate();
    units.filter(move |(_, unit)| *unit & bit(cell) != 0).map(move |(at, unit)| (*unit, names(at)))
}

fn last_of_unit(grid: &Grid, cell: usize, _: u8) -> Option<String> {
    let (_, name) = units(grid, cell).find(|(unit, _)| unit & grid.empty() == bit(cell))?;
    Some(format!("it is the last empty cell of its {name}"))
}

fn hidden(grid: &Grid, cell: usize, digit: u8) -> Option<String> {
    let takes = |other: usize| other != cell && !sees(grid, other, digit);
    let alone = |(unit, _): &(u128, _)| !members(unit & grid.empty()).any(takes);
    // What lies together is seen first.
    let mut units: Vec<_> = units(grid, cell).collect();
    units.reverse();
    let (_, name) = units.into_iter().find(alone)?;
    Some(format!("no other cell of its {name} can hold it"))
}

fn naked(grid: &Grid, cell: usize, digit: u8) -> Option<String> {
    let last = u8::try_from(grid.shape.n).ok()?;
    let only = (1..=last).all(|other| other == digit || sees(grid, cell, other));
    only.then(|| "every other digit is in its row, column or box already".to_owned())
}

/// Whether a digit stands in a unit of a cell.
fn sees(grid: &Grid, cell: usize, digit: u8) -> bool {
    members(grid.shape.peers[cell]).any(|peer| grid.given[peer] == digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    fn level(rows: [&str; 4]) -> Level {
        let mut level = Level::open("sudoku", Board { cols: 4, rows: 4, tray: 0 });
        for (row, digits) in (0u16..).zip(rows) {
            for (col, digit) in (0u16..).zip(digits.chars()).filter(|(_, digit)| *digit != '.') {
                level.paint(Site::cell(col, row), digit.to_string().parse().ok());
            }
        }
        level
    }

    fn solution() -> Play {
        let rows = ["1234", "3412", "2143", "4321"];
        let level = level(rows);
        level.marks().map(|(site, mark)| (site, mark.clone())).collect()
    }

    fn next_of(rows: [&str; 4]) -> (Site, Option<String>) {
        let level = level(rows);
        let free = |site: &Site| level.mark(*site).is_none();
        let all = solution();
        let open: Play = all
            .iter()
            .filter(|(site, _)| free(site))
            .map(|(site, mark)| (site, mark.clone()))
            .collect();
        let NextMark { site, why } = next(&level, &Play::default(), &open).expect("a cell is open");
        (site, why)
    }

    #[test]
    fn singles_fill_round_by_round_or_leave_cells() {
        let mut digits = [0; crate::shape::CELLS];
        for (site, mark) in solution().iter() {
            let grid = Grid::of(&level(["....", "....", "....", "...."])).expect("a grid");
            let cell = grid.shape.cell(site).expect("a cell");
            digits[cell] = mark.as_str().parse().expect("a digit");
        }
        let of = |rows| rounds(&Grid::of(&level(rows)).expect("a grid"), &digits);
        assert_eq!(of(["1234", "3412", "2143", "432."]), (vec![1], 0));
        assert_eq!(of(["123.", "3412", "2143", "432."]), (vec![2], 0));
        assert_eq!(of(["....", "....", "....", "...."]), (vec![], 16));
    }

    #[test]
    fn the_next_cell_is_the_easiest_and_says_why() {
        let (site, why) = next_of(["123.", "....", "....", "...."]);
        assert_eq!(site, Site::cell(3, 0));
        assert!(why.expect("a reason").contains("last empty cell of its row"));
        let (site, why) = next_of(["12..", "....", "..4.", "...1"]);
        assert_eq!(site, Site::cell(1, 2));
        assert!(why.expect("a reason").contains("no other cell of its box can hold it"));
        assert_eq!(next_of(["....", "....", "....", "...."]).1, None, "nothing can be told");
    }
}
