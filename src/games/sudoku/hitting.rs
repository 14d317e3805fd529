//! Smallest hitting sets: the fewest cells such that every set has one of them.
//!
//! Sets are bits. Search by rising size; a branch takes a cell of the smallest set that is not hit
//! and bars those tried before it; as many disjoint sets as are left bound it from below.

use crate::argument::Halted;
use crate::shape::{Cells, bit, members};
use foolproof_game::StopCheck;

/// Adds a set, unless it contains a known one, and removes those that contain it: a hit of the smaller one
/// hits the larger.
pub(crate) fn add(sets: &mut Vec<Cells>, set: Cells) {
    if !sets.iter().any(|small| small & !set == 0) {
        sets.retain(|large| set & !large != 0);
        sets.push(set);
    }
}

/// Bounds on a set of cells.
#[derive(Clone, Copy)]
pub(crate) struct SetBounds {
    /// The least and the greatest size.
    pub least: u32,
    pub most: u32,
    /// Cells that it must contain, and cells that it must not.
    pub with: Cells,
    pub without: Cells,
}

impl SetBounds {
    pub(crate) fn of_size(least: u32, most: u32) -> Self {
        Self { least, most, with: 0, without: 0 }
    }
}

/// A smallest hitting set within these bounds; `None` if there is none.
pub(crate) fn hit(
    sets: &[Cells],
    bounds: SetBounds,
    stop: StopCheck<'_>,
) -> Result<Option<Cells>, Halted> {
    let SetBounds { least, most, with, without } = bounds;
    let left: Vec<Cells> =
        sets.iter().filter(|set| *set & with == 0).map(|set| set & !without).collect();
    let taken = with.count_ones();
    let mut order = left;
    order.sort_unstable_by_key(|set| set.count_ones());
    let mut search = HittingSetSearch { steps: 0, stop };
    for size in least.max(taken)..=most {
        if let Some(found) = search.step(&order, size - taken, with, 0)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Steps between two checks of the clock.
const STEPS_A_LOOK: u32 = 1 << 10;

struct HittingSetSearch<'a> {
    steps: u32,
    stop: StopCheck<'a>,
}

impl HittingSetSearch<'_> {
    /// Continues with the sets that are not hit yet, with room for `room` more cells; some cells are chosen,
    /// and some that were tried before are barred.
    fn step(
        &mut self,
        sets: &[Cells],
        room: u32,
        chosen: Cells,
        mut barred: Cells,
    ) -> Result<Option<Cells>, Halted> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)() {
            return Err(Halted);
        }
        let (mut packed, mut count, mut next) = (0, 0u32, None::<Cells>);
        for set in sets {
            let set = set & !barred;
            if set == 0 {
                return Ok(None);
            }
            if next.is_none_or(|next| set.count_ones() < next.count_ones()) {
                next = Some(set);
            }
            if set & packed == 0 {
                packed |= set;
                count += 1;
                if count > room {
                    return Ok(None);
                }
            }
        }
        let Some(next) = next else { return Ok(Some(chosen)) };
        if room == 1 {
            let common = sets.iter().fold(!barred, |common, set| common & set);
            return Ok((common != 0).then(|| chosen | bit(common.trailing_zeros() as usize)));
        }
        // Cells that hit most sets first: a solution is found sooner.
        let mut order: Vec<(usize, usize)> = members(next)
            .map(|cell| (sets.iter().filter(|set| *set & bit(cell) != 0).count(), cell))
            .collect();
        order.sort_unstable_by(|one, two| two.cmp(one));
        for (_, cell) in order {
            let rest: Vec<Cells> =
                sets.iter().copied().filter(|set| set & bit(cell) == 0).collect();
            let found = self.step(&rest, room - 1, chosen | bit(cell), barred)?;
            if found.is_some() {
                return Ok(found);
            }
            barred |= bit(cell);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_with_as_few_cells_as_trying_all() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..2_000 {
            let n = rng.usize(1..9);
            let sets: Vec<Cells> =
                (0..rng.usize(1..9)).map(|_| rng.u128(1..1 << n) & rng.u128(1..1 << n)).collect();
            let with = rng.u128(..1 << n) & rng.u128(..1 << n) & rng.u128(..1 << n);
            let without = rng.u128(..1 << n) & rng.u128(..1 << n) & !with;
            let best = (0..1u128 << n)
                .filter(|set| set & with == with && set & without == 0)
                .filter(|set| sets.iter().all(|other| other & set != 0))
                .map(|set| set.count_ones())
                .min();
            let mut fewer = Vec::new();
            sets.iter().for_each(|set| add(&mut fewer, *set));
            let found = hit(&fewer, SetBounds { least: 0, most: 9, with, without }, &|| false);
            let found = found.expect("nobody stops it");
            assert_eq!(found.map(|set| set.count_ones()), best, "{sets:?} {with:b} {without:b}");
            if let Some(found) = found {
                assert!(found & with == with && found & without == 0);
                assert!(sets.iter().all(|other| other & found != 0));
            }
        }
    }
}
