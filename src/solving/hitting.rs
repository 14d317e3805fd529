//! Smallest sets that have a member in common with each of some sets.

use crate::puzzle::ConstraintNumber;

/// A set of at most `most` numbers that hits all sets, lighter ones first; `None` where there is none.
/// Each level tries the members of one set, so it takes at most the product of `most` sizes.
pub(crate) fn hitting_set(
    sets: &[&[ConstraintNumber]],
    most: usize,
    weight: &dyn Fn(ConstraintNumber) -> usize,
) -> Option<Vec<ConstraintNumber>> {
    let mut chosen = Vec::with_capacity(most);
    hits(sets, most, weight, &mut chosen).then_some(chosen)
}

fn hits(
    sets: &[&[ConstraintNumber]],
    most: usize,
    weight: &dyn Fn(ConstraintNumber) -> usize,
    chosen: &mut Vec<ConstraintNumber>,
) -> bool {
    let is_hit = |set: &[ConstraintNumber]| set.iter().any(|member| chosen.contains(member));
    let missed = sets.iter().filter(|set| !is_hit(set)).min_by_key(|set| set.len());
    let Some(missed) = missed else { return true };
    if chosen.len() == most {
        return false;
    }
    let mut members = missed.to_vec();
    members.sort_by_key(|member| weight(*member));
    for member in members {
        chosen.push(member);
        if hits(sets, most, weight, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::hitting_set;

    /// By trying all sets.
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
            assert!(hitting_set(&lists, size, &|_| 1).is_some_and(|found| found.len() <= size));
            assert!(size == 0 || hitting_set(&lists, size - 1, &|_| 1).is_none());
        }
    }
}
