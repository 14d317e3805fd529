//! What the tests of this game share.

use fastrand::Rng;

use super::*;
use crate::games::Format as _;
use puzzle::{Number, Puzzle};

/// The level of rows: a blank, `.` for a dot, a digit for a number.
pub fn level(rows: &[&str]) -> Level {
    let text = serde_json::json!({ "puzzle": rows }).to_string();
    formats::Rows.read(&text).unwrap().remove(0)
}

pub fn puzzle(rows: &[&str]) -> Puzzle {
    Puzzle::of(&level(rows)).unwrap()
}

/// A board full of lines that share no cell, each with its number somewhere along it, and some dots on
/// them.
pub fn random_puzzle(rng: &mut Rng, dots: f64) -> Puzzle {
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
