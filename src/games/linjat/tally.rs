//! Counts the solutions of a puzzle, and those that use each way, without visiting them one by one.
//!
//! Numbers get their lines in an order from rim to rim. The remaining work depends only on the remaining ways
//! of later numbers and on uncovered dots: pasts that agree in these are counted together, forwards and
//! backwards. Time and memory grow with what can differ along a front across the board, which is exponential
//! in its shorter side.

use rustc_hash::FxHashMap;

use crate::ways::{Table, WaySet};
use foolproof_game::StopCheck;

/// Pasts between two checks of the clock.
const PASTS_A_LOOK: usize = 1 << 10;

/// The number of solutions, and of those that use each way.
pub(crate) struct Tally {
    pub count: u128,
    pub uses: Vec<f64>,
}

/// Remaining ways of later numbers, and uncovered dots, by their indices in the list.
type Past<const W: usize> = (WaySet<W>, WaySet<4>);

/// A past with the number of ways to reach it, and the results of the next choice.
struct TallyNode {
    ways_here: u128,
    /// The chosen way, and the index of the result in the next front.
    next: Vec<(u32, u32)>,
}

/// Counts all solutions; `None` if there are more pasts than `most` in all fronts together, or when stopped.
pub(crate) fn tally<const W: usize>(
    table: &Table<W>,
    dots: &[u16],
    most: usize,
    stop: StopCheck<'_>,
) -> Option<Tally> {
    let order = order(table);
    let mut all_dots = WaySet::<4>::EMPTY;
    (0..dots.len()).for_each(|dot| all_dots.insert(dot));
    let mut fronts: Vec<Vec<TallyNode>> = Vec::new();
    let mut pasts: Vec<Past<W>> = vec![(table.all, all_dots)];
    let mut here: Vec<u128> = vec![1];
    let (mut total, mut seen) = (0, 0);
    for (at, number) in order.iter().enumerate() {
        let later = &order[at + 1..];
        let mut places: FxHashMap<Past<W>, u32> = FxHashMap::default();
        let (mut next_pasts, mut next_here) = (Vec::new(), Vec::<u128>::new());
        let mut front = Vec::with_capacity(pasts.len());
        for (past, ways_here) in pasts.iter().zip(&here) {
            seen += 1;
            if seen % PASTS_A_LOOK == 0 && stop() {
                return None;
            }
            let mut next = Vec::new();
            for way in (table.of[*number] & past.0).iter() {
                let Some(after) = after(table, dots, past, way, later) else { continue };
                let place = *places.entry(after).or_insert_with(|| {
                    next_pasts.push(after);
                    next_here.push(0);
                    // Far fewer than 2^32; otherwise counting is given up.
                    (next_pasts.len() - 1) as u32
                });
                let sum = &mut next_here[place as usize];
                *sum = sum.saturating_add(*ways_here);
                next.push((way as u32, place));
            }
            front.push(TallyNode { ways_here: *ways_here, next });
        }
        total += next_pasts.len();
        if total > most {
            return None;
        }
        fronts.push(front);
        (pasts, here) = (next_pasts, next_here);
    }
    let count = here.iter().fold(0u128, |sum, ways| sum.saturating_add(*ways));
    Some(Tally { count, uses: uses(table, &fronts, here.len()) })
}

/// Numbers from rim to rim, along the longer side of the board.
fn order<const W: usize>(table: &Table<W>) -> Vec<usize> {
    let cols = table.cols.max(1);
    let rows = table.at.len() / usize::from(cols);
    let mut order: Vec<usize> = (0..table.numbers.len()).collect();
    let place = |number: &usize| {
        let cell = table.numbers[*number].cell;
        let (col, row) = (cell % cols, cell / cols);
        if usize::from(cols) > rows { (col, row) } else { (row, col) }
    };
    order.sort_by_key(place);
    order
}

/// The state after a way is chosen; `None` if a later number or a dot then has no way.
fn after<const W: usize>(
    table: &Table<W>,
    dots: &[u16],
    past: &Past<W>,
    way: usize,
    later: &[usize],
) -> Option<Past<W>> {
    let number = usize::from(table.number_of(way));
    let alive = (past.0 - table.odds[way]) - table.of[number];
    if !later.iter().all(|number| table.of[*number].meets(&alive)) {
        return None;
    }
    let (mut bare, taken) = (past.1, WaySet::of(way));
    for dot in past.1.iter() {
        let through = &table.through[usize::from(dots[dot])];
        if through.meets(&taken) {
            bare = bare - WaySet::of(dot);
        } else if !through.meets(&alive) {
            return None;
        }
    }
    Some((alive, bare))
}

/// Counts the solutions that use each way: the ways to reach a past, times those to continue from there.
fn uses<const W: usize>(table: &Table<W>, fronts: &[Vec<TallyNode>], ends: usize) -> Vec<f64> {
    let mut uses = vec![0.0; table.ways.len()];
    let mut onward = vec![1.0; ends];
    for front in fronts.iter().rev() {
        let mut before = Vec::with_capacity(front.len());
        for node in front {
            let mut sum = 0.0;
            for (way, place) in &node.next {
                let on = onward[*place as usize];
                uses[*way as usize] += node.ways_here as f64 * on;
                sum += on;
            }
            before.push(sum);
        }
        onward = before;
    }
    uses
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::search::LineSearch;
    use crate::tests::random_puzzle;

    #[test]
    fn what_is_counted_together_is_what_is_found_one_by_one() {
        let (mut rng, mut many) = (Rng::with_seed(5), 0);
        for _ in 0..3000 {
            let puzzle = random_puzzle(&mut rng, 0.2);
            let table = Table::<4>::new(&puzzle);
            let (mut count, mut uses) = (0u128, vec![0.0; table.ways.len()]);
            LineSearch::new(&table, &puzzle.dots, &|| false).run(table.all, &mut |lines| {
                count += 1;
                lines.iter().for_each(|way| uses[way] += 1.0);
                true
            });
            let tally = tally(&table, &puzzle.dots, 100_000, &|| false).unwrap();
            assert_eq!((tally.count, tally.uses), (count, uses), "{puzzle:?}");
            many += u32::from(count > 100);
        }
        assert!(many > 20, "{many}");
    }
}
