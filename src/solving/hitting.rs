//! Smallest hitting sets: sets that have a member in common with each of some sets.

use crate::avoiding::AllowedSets;
use crate::puzzle::ConstraintNumber;

/// The most set lookups for one answer: with very large sets there are too many combinations.
const LOOKS: usize = 5_000_000;

/// There are too many combinations to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// A set of at most `most` numbers that hits all sets, preferring lighter numbers; `None` if there is none. The
/// sets must be ascending.
pub(crate) fn hitting_set(
    sets: &[&[ConstraintNumber]],
    most: usize,
    weight: &dyn Fn(ConstraintNumber) -> usize,
) -> Result<Option<Vec<ConstraintNumber>>, TooMany> {
    allowed_hitting_set(sets, AllowedSets { most, is_allowed: &|_| true }, weight)
}

/// Like [`hitting_set`], but only allowed sets count.
pub(crate) fn allowed_hitting_set(
    sets: &[&[ConstraintNumber]],
    allowed: AllowedSets<'_>,
    weight: &dyn Fn(ConstraintNumber) -> usize,
) -> Result<Option<Vec<ConstraintNumber>>, TooMany> {
    let AllowedSets { most, is_allowed } = allowed;
    let chosen = Vec::with_capacity(most);
    let mut search = HittingSearch { weight, is_allowed, chosen, looks: LOOKS };
    let found = search.hits(sets, most)?;
    Ok(found.then_some(search.chosen))
}

struct HittingSearch<'a> {
    weight: &'a dyn Fn(ConstraintNumber) -> usize,
    is_allowed: &'a dyn Fn(&[ConstraintNumber]) -> bool,
    chosen: Vec<ConstraintNumber>,
    /// The number of lookups left.
    looks: usize,
}

impl HittingSearch<'_> {
    /// Tries to hit the missed sets with `further` more numbers. One must be a member of the smallest set.
    fn hits(&mut self, missed: &[&[ConstraintNumber]], further: usize) -> Result<bool, TooMany> {
        let Some(smallest) = missed.iter().min_by_key(|set| set.len()) else { return Ok(true) };
        if further == 0 {
            return Ok(false);
        }
        let mut members = smallest.to_vec();
        members.sort_by_cached_key(|member| (self.weight)(*member));
        for member in members {
            let hit = |set: &&&[ConstraintNumber]| set.binary_search(&member).is_ok();
            if further == 1 {
                // The last number has to hit all of them.
                let n_hit = missed.iter().take_while(hit).count();
                self.look(n_hit + 1)?;
                if n_hit < missed.len() {
                    continue;
                }
            }
            self.look(missed.len())?;
            let rest: Vec<&[ConstraintNumber]> =
                missed.iter().filter(|set| !hit(set)).copied().collect();
            self.chosen.push(member);
            if (self.is_allowed)(&self.chosen) && self.hits(&rest, further - 1)? {
                return Ok(true);
            }
            self.chosen.pop();
        }
        Ok(false)
    }

    fn look(&mut self, looks: usize) -> Result<(), TooMany> {
        self.looks = self.looks.checked_sub(looks).ok_or(TooMany)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{TooMany, hitting_set};

    /// The size of a smallest hitting set, by trying all sets.
    fn smallest(sets: &[Vec<usize>], n: usize) -> usize {
        let hits = |of: &u32| sets.iter().all(|set| set.iter().any(|member| of >> member & 1 == 1));
        (0u32..1 << n).filter(hits).map(|of| of.count_ones() as usize).min().unwrap_or(usize::MAX)
    }

    #[test]
    fn the_smallest_set_is_found_and_no_smaller_one() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let set = |rng: &mut fastrand::Rng| -> Vec<usize> {
                let mut set: Vec<usize> = (0..rng.usize(1..4)).map(|_| rng.usize(0..7)).collect();
                set.sort_unstable();
                set.dedup();
                set
            };
            let sets: Vec<Vec<usize>> = (0..rng.usize(0..9)).map(|_| set(&mut rng)).collect();
            let lists: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let size = smallest(&sets, 7);
            let found = hitting_set(&lists, size, &|_| 1).unwrap().unwrap();
            assert!(found.len() <= size);
            assert!(sets.iter().all(|set| set.iter().any(|member| found.contains(member))));
            assert!(size == 0 || hitting_set(&lists, size - 1, &|_| 1) == Ok(None));
        }
    }

    #[test]
    fn what_is_hit_by_nothing_has_no_set() {
        assert_eq!(hitting_set(&[&[]], 3, &|_| 1), Ok(None));
        assert_eq!(hitting_set(&[], 0, &|_| 1), Ok(Some(vec![])));
    }

    #[test]
    fn large_sets_are_given_up() {
        // Five sets of a thousand numbers each, which four numbers cannot hit.
        let sets: Vec<Vec<usize>> = (0..5).map(|n| (n * 1000..(n + 1) * 1000).collect()).collect();
        let lists: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
        assert_eq!(hitting_set(&lists, 4, &|_| 1), Err(TooMany));
    }
}
