//! Sets of different digits by their size and sum.

/// The digits of a set, from 1.
pub(crate) fn digits_of(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as u8 + 1);
        set &= set.wrapping_sub(1);
        next
    })
}

pub(crate) fn sum_of(set: u16) -> u32 {
    digits_of(set).map(u32::from).sum()
}

/// The least digit of a set that is not empty.
pub(super) fn least(set: u16) -> i32 {
    set.trailing_zeros() as i32 + 1
}

/// The largest one.
pub(super) fn most(set: u16) -> i32 {
    16 - set.leading_zeros() as i32
}

/// All wanted sets of a given size of the digits up to `side`.
pub(crate) fn sets_of(side: usize, size: usize, wanted: impl Fn(u16) -> bool) -> Vec<u16> {
    let all = u16::MAX >> (16 - side.clamp(1, 16));
    let sets = (0..=all).filter(|set| set.count_ones() as usize == size);
    sets.filter(|set| wanted(*set)).collect()
}

/// All sets of a given size with a wanted sum.
pub(crate) fn sets_with_sum(side: usize, size: usize, wanted: impl Fn(u32) -> bool) -> Vec<u16> {
    sets_of(side, size, |set| wanted(sum_of(set)))
}
