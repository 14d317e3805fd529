//! Lines that cross boxes: the rows of a row of boxes, or the columns of a column of them.
//!
//! Each line and each box consists of the segments in which they cross. A digit that a line can hold in only
//! one segment is excluded from the rest of the box, and vice versa; all of it at once costs one look at each
//! cell.

use super::propagator::{Board, Propagator};

pub(super) struct Band {
    /// Line by line, in each line segment by segment.
    pub(super) cells: Vec<usize>,
    pub(super) lines: usize,
    pub(super) boxes: usize,
}

/// Most lines or boxes of a band.
const MAX_UNITS: usize = 8;

impl Band {
    fn segment(&self, line: usize, over: usize) -> &[usize] {
        let size = self.cells.len() / (self.lines * self.boxes);
        let from = (line * self.boxes + over) * size;
        &self.cells[from..from + size]
    }
}

/// The elements that occur in exactly one of the sets.
fn alone(sets: impl Iterator<Item = u16>) -> u16 {
    let (mut once, mut twice) = (0u16, 0u16);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    once & !twice
}

impl Propagator for Band {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let mut held = [[0u16; MAX_UNITS]; MAX_UNITS];
        for (line, held) in held.iter_mut().enumerate().take(self.lines) {
            for (over, held) in held.iter_mut().enumerate().take(self.boxes) {
                *held = board.union(self.segment(line, over));
            }
        }
        // Digits that a segment has to hold, for its line or for its box.
        let mut wanted = [[0u16; MAX_UNITS]; MAX_UNITS];
        for line in 0..self.lines {
            let of_line = alone(held[line].iter().take(self.boxes).copied());
            (0..self.boxes).for_each(|over| wanted[line][over] |= held[line][over] & of_line);
        }
        for over in 0..self.boxes {
            let of_box = alone((0..self.lines).map(|line| held[line][over]));
            (0..self.lines).for_each(|line| wanted[line][over] |= held[line][over] & of_box);
        }
        for line in 0..self.lines {
            for over in 0..self.boxes {
                let elsewhere = (0..self.lines)
                    .filter(|other| *other != line)
                    .fold(0, |set, other| set | wanted[other][over]);
                let elsewhere = (0..self.boxes)
                    .filter(|other| *other != over)
                    .fold(elsewhere, |set, other| set | wanted[line][other]);
                if held[line][over] & elsewhere != 0
                    && !board.keep_all(self.segment(line, over), !elsewhere)
                {
                    return false;
                }
            }
        }
        true
    }
}
