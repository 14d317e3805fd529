//! Killer Sudoku in 81 characters: each cell holds the sum of its cage, or points at a neighbour that is
//! nearer to the cell with the sum.
//!
//! Sums are digits, capitals from 10 and small letters from 36 on; a cell points with `^v<>`, and to diagonal
//! neighbours with one of four more signs. Source: the "snarfable" format of the Sudoku Players' Forum.

use std::collections::BTreeMap;

use foolproof_game::FormatFault;

const SIDE: usize = 9;

/// Returns whether a line is such a text.
pub(crate) fn is_killer(line: &str) -> bool {
    let known = |c: char| way(c).is_some() || sum(c).is_some();
    line.len() == SIDE * SIDE
        && line.chars().all(known)
        && line.contains(['^', '<', '>'])
        && !line.contains('~')
}

/// Columns and rows to the cell that a sign points at.
fn way(sign: char) -> Option<(i32, i32)> {
    Some(match sign {
        'v' => (0, 1),
        '^' => (0, -1),
        '<' => (-1, 0),
        '>' => (1, 0),
        '`' => (-1, -1),
        '\'' => (1, -1),
        ',' => (-1, 1),
        '.' => (1, 1),
        _ => return None,
    })
}

fn sum(letter: char) -> Option<i32> {
    let from = |first: u8, base: i32| base + i32::from(letter as u8 - first);
    match letter {
        '0'..='9' => Some(from(b'0', 0)),
        'A'..='Z' => Some(from(b'A', 10)),
        'a'..='j' => Some(from(b'a', 36)),
        _ => None,
    }
}

/// The cages of a text: their sums, and their cells.
pub(crate) fn cages(line: &str) -> Result<Vec<(i32, Vec<usize>)>, FormatFault> {
    let signs: Vec<char> = line.chars().collect();
    let mut cages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for cell in 0..signs.len() {
        let fault = |why: &str| {
            let (row, col) = (cell / SIDE + 1, cell % SIDE + 1);
            FormatFault::from(format!("row {row}, column {col}: {why}"))
        };
        let mut at = cell;
        let mut steps = 0;
        while let Some((across, down)) = signs.get(at).copied().and_then(way) {
            let (col, row) = ((at % SIDE) as i32 + across, (at / SIDE) as i32 + down);
            let inside = |at: i32| (0..SIDE as i32).contains(&at);
            if !inside(col) || !inside(row) {
                return Err(fault("it points off the board"));
            }
            at = row as usize * SIDE + col as usize;
            steps += 1;
            if steps > signs.len() {
                return Err(fault("it points around in a circle"));
            }
        }
        cages.entry(at).or_default().push(cell);
    }
    let total = |at: usize| signs.get(at).copied().and_then(sum).unwrap_or(0);
    // A single cell without a sum is in no cage.
    Ok(cages
        .into_iter()
        .map(|(at, cells)| (total(at), cells))
        .filter(|(sum, _)| *sum > 0)
        .collect())
}
