//! Shared helpers of this game's tests.

use fastrand::Rng;

use crate::puzzle::{Number, Puzzle};
use crate::{formats, search};
use foolproof_game::{Format as _, Search as _};
use foolproof_level::Level;

/// The level of rows: a blank, `.` for a dot, a digit for a number.
pub(crate) fn level(rows: &[&str]) -> Level {
    let text = serde_json::json!({ "puzzle": rows }).to_string();
    formats::Rows.read(&text).unwrap().remove(0)
}

pub(crate) fn puzzle(rows: &[&str]) -> Puzzle {
    Puzzle::of(&level(rows)).unwrap()
}

/// A board full of disjoint lines, each with its number somewhere along it, and some dots on them.
pub(crate) fn random_puzzle(rng: &mut Rng, dots: f64) -> Puzzle {
    let (cols, rows) = (rng.u16(3..=6), rng.u16(3..=6));
    let mut taken = vec![false; usize::from(cols * rows)];
    let mut puzzle = Puzzle { cols, rows, ..Puzzle::default() };
    for _ in 0..rng.usize(4..40) {
        let (col, row, length) = (rng.u16(0..cols), rng.u16(0..rows), rng.u16(1..=5));
        let across = rng.bool();
        let (end, side) = if across { (col + length, cols) } else { (row + length, rows) };
        let step = if across { 1 } else { cols };
        let cells: Vec<u16> = (0..length).map(|far| row * cols + col + far * step).collect();
        if end > side || cells.iter().any(|cell| taken[usize::from(*cell)]) {
            continue;
        }
        let own = cells[rng.usize(0..cells.len())];
        puzzle.numbers.push(Number { cell: own, length: length as u8 });
        for cell in cells {
            taken[usize::from(cell)] = true;
            if cell != own && rng.f64() < dots {
                puzzle.dots.push(cell);
            }
        }
    }
    puzzle.numbers.sort();
    puzzle.dots.sort_unstable();
    puzzle
}

fn searched(rows: &[&str], plays: usize) -> foolproof_game::Searched {
    let wanted = foolproof_game::Wanted { shortcuts: false, plays, most: u64::MAX, marks: true };
    search::LinjatSearch.solutions(&level(rows), wanted, &|| false).unwrap()
}

/// Many solutions are counted together; the wanted ones are listed nevertheless.
#[test]
fn solutions_are_listed_as_far_as_they_are_wanted() {
    let rows = ["2  2  2 ", "        ", "        ", "2  2  2 ", "        ", " 2  2  2"];
    let few = searched(&rows, 10);
    assert!(few.exhausted && few.count > 2500, "{}", few.count);
    assert_eq!(few.plays.len(), 10);
    let all = searched(&rows, usize::MAX);
    assert_eq!((all.plays.len() as u64, all.count), (few.count, few.count));
    assert_eq!((all.forced, all.possible, all.uses), (few.forced, few.possible, few.uses));
}

/// Equal numbers of solutions with different lines have different digests.
#[test]
fn the_digest_tells_lines_apart() {
    let one = ["2  2  2 ", "        ", "        ", "2  2  2 ", "        ", " 2  2  2"];
    let other = ["2  2  2 ", "        ", "        ", "2  2  2 ", "        ", "2  2  2 "];
    let (one, other) = (searched(&one, 1), searched(&other, 1));
    assert_ne!(one.digest, other.digest);
    let small = |rows| searched(rows, 1).digest;
    assert_ne!(small(&["2 ", "  "]), small(&[" 2", "  "]));
    // A dot on a cell that every solution covers changes nothing.
    assert_eq!(small(&["3   "]), small(&["3.  "]));
}

#[test]
fn the_longest_lines_have_their_place() {
    let rows = ["        9", "9        ", "         "];
    assert_eq!(searched(&rows, 5).count, 1);
    let rows = vec!["9               "; 16];
    assert_eq!(searched(&rows, 1).count, 1);
}
