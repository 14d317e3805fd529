//! A weighted sum of three cells, exactly.

use super::digits_of;
use super::layers::{CellSight, Layers, Told};
use super::propagator::{Board, Cost, Propagator};

pub(super) struct Triple {
    pub(super) cells: [usize; 3],
    pub(super) weights: [i32; 3],
    pub(super) total: i32,
    /// Which two of the cells see each other: the first two, the first and third, the last two.
    pub(super) see: [bool; 3],
}

impl Propagator for Triple {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let [a, b, c] = self.cells.map(|cell| board.of(cell));
        let [weight_a, weight_b, weight_c] = self.weights;
        let mut kept = [0u16; 3];
        for x in digits_of(a) {
            for y in digits_of(b) {
                let rest = self.total - weight_a * i32::from(x) - weight_b * i32::from(y);
                let z = rest / weight_c;
                if z * weight_c != rest || !(1..=16).contains(&z) || c >> (z - 1) & 1 == 0 {
                    continue;
                }
                let (x, y, z) = (1u16 << (x - 1), 1u16 << (y - 1), 1u16 << (z - 1));
                if self.see[0] && x == y || self.see[1] && x == z || self.see[2] && y == z {
                    continue;
                }
                kept[0] |= x;
                kept[1] |= y;
                kept[2] |= z;
            }
        }
        self.cells.iter().zip(kept).all(|(cell, kept)| board.keep(*cell, kept))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let terms: Vec<(usize, i32)> = self.cells.into_iter().zip(self.weights).collect();
        Layers::sum(frame, &terms, self.total).map(Told::Paths)
    }
}
