//! Cells whose digits together are one of some sets.

use super::layers::{CellReading, CellSight, Layers, Told};
use super::propagator::{Board, Propagator};

pub(super) struct SetOf {
    /// They see one another.
    pub(super) cells: Vec<usize>,
    /// Sets of as many digits as there are cells.
    pub(super) sets: Vec<u16>,
}

impl Propagator for SetOf {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.keep_sets(&self.cells, self.sets.iter().copied())
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let step = |_: usize, held: &u16, digit: u8| {
            let bit = 1u16 << (digit - 1);
            let next = held | bit;
            let fits = |set: &u16| next & !set == 0;
            (held & bit == 0 && self.sets.iter().any(fits)).then_some(next)
        };
        let frame = CellSight { sees: &|_, _| false, ..*frame };
        let reading = CellReading { start: 0, step: &step, end: &|_| Some(0) };
        Layers::of(&frame, &self.cells, &reading).map(Told::Paths)
    }
}
