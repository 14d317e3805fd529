//! A weighted sum of three cells, exactly.

use super::digits_of;
use super::layers::{CellSight, Layers, Told};
use super::propagator::{Board, Cost, Propagator};

pub(super) struct Triple {
    pub(super) cells: [usize; 3],
    pub(super) weights: [i32; 3],
    pub(super) total: i32,
}

impl Propagator for Triple {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        keep_triple(board, self.cells, self.weights, self.total)
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let terms: Vec<(usize, i32)> = self.cells.into_iter().zip(self.weights).collect();
        Layers::sum(frame, &terms, self.total).map(Told::Paths)
    }
}

/// The digits `y` for which `a * x + b * y` is `total` for some digit `x` of a set.
#[inline]
fn partners(set: u16, [a, b]: [i32; 2], total: i32) -> u16 {
    let shifted = |set: u16, by: i32| match by {
        0..16 => ((u32::from(set) << by) & 0xffff) as u16,
        -15..0 => set >> -by,
        _ => 0,
    };
    match (a, b) {
        // Bit `x - 1` becomes bit `total - x - 1`.
        (1, 1) => shifted(set.reverse_bits(), total - 17),
        (-1, -1) => shifted(set.reverse_bits(), -total - 17),
        (1, -1) => shifted(set, -total),
        (-1, 1) => shifted(set, total),
        _ => digits_of(set).fold(0, |partners, x| {
            let value = total - a * i32::from(x);
            let y = value / b;
            let fits = y * b == value && (1..=16).contains(&y);
            if fits { partners | 1 << (y - 1) } else { partners }
        }),
    }
}

/// The pairs of digits that a weighted sum allows, as the digits of either cell; cells that see each other
/// hold different ones.
#[inline]
fn pairs(sets: [u16; 2], weights: [i32; 2], total: i32, see: bool) -> [u16; 2] {
    let [a, b] = weights;
    let seconds = partners(sets[0], weights, total) & sets[1];
    let firsts = partners(seconds, [b, a], total) & sets[0];
    // Each digit has one partner, so a digit that would be its own partner is removed separately.
    let twice = match see && (a + b) != 0 && total % (a + b) == 0 {
        true => total / (a + b),
        false => 0,
    };
    let same = if (1..=16).contains(&twice) { 1u16 << (twice - 1) } else { 0 };
    match see && a + b == 0 && total == 0 {
        true => [0, 0],
        false => [firsts & !same, seconds & !same],
    }
}

/// Restricts two cells to the digits that a weighted sum of them allows.
pub(super) fn keep_pair(
    board: &mut Board<'_>,
    cells: [usize; 2],
    weights: [i32; 2],
    total: i32,
) -> bool {
    let see = board.see(cells[0], cells[1]);
    let kept = pairs(cells.map(|cell| board.of(cell)), weights, total, see);
    board.keep(cells[0], kept[0]) && board.keep(cells[1], kept[1])
}

/// Restricts three cells to the digits that a weighted sum of them allows.
pub(super) fn keep_triple(
    board: &mut Board<'_>,
    cells: [usize; 3],
    weights: [i32; 3],
    total: i32,
) -> bool {
    let [a, b, c] = cells.map(|cell| board.of(cell));
    let [one, two, three] = cells;
    let see = [board.see(one, two), board.see(one, three), board.see(two, three)];
    let mut kept = [0u16; 3];
    for x in digits_of(a) {
        let rest = total - weights[0] * i32::from(x);
        let x = 1u16 << (x - 1);
        let others = [if see[0] { b & !x } else { b }, if see[1] { c & !x } else { c }];
        let [y, z] = pairs(others, [weights[1], weights[2]], rest, see[2]);
        if y != 0 && z != 0 {
            kept[0] |= x;
            kept[1] |= y;
            kept[2] |= z;
        }
    }
    board.keep(one, kept[0]) && board.keep(two, kept[1]) && board.keep(three, kept[2])
}

/// Restricts cells to the digits that their weighted sum allows, exactly if at most three of them are open.
pub(super) fn keep_few(
    board: &mut Board<'_>,
    cells: &[usize],
    weight: impl Fn(usize) -> i32,
    total: i32,
) -> bool {
    let (mut open, mut count, mut rest) = ([0; 3], 0, total);
    for (at, cell) in cells.iter().enumerate() {
        let set = board.of(*cell);
        if set.is_power_of_two() {
            rest -= weight(at) * (set.trailing_zeros() as i32 + 1);
            continue;
        }
        let Some(place) = open.get_mut(count) else { return true };
        *place = at;
        count += 1;
    }
    let cell = |at: usize| cells[at];
    match (count, open) {
        (2, [a, b, _]) => keep_pair(board, [a, b].map(cell), [a, b].map(weight), rest),
        (3, open) => keep_triple(board, open.map(cell), open.map(weight), rest),
        _ => true,
    }
}
