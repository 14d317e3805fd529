//! One of: two numbers in one row or column contend for a cell between them, so at least one of them
//! must swerve; a third number loses the ways that would block both.

use super::{DeductionLayer, DeductionState, RuleReason};
use crate::ways::{Table, WaySet};

/// Sound: they cannot both take the cell, so one of them must pass the cells that all its other ways share.
pub(crate) fn find<const W: usize>(
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
) {
    // Dots do not affect this rule.
    if state.is_quiet() {
        return;
    }
    for (one, two, cell) in table.contests.get_or_init(|| contests(table)) {
        contend(table, state, layer, [*one, *two], usize::from(*cell));
    }
}

/// The pairs of numbers in a line, with each cell between them that both have a way over.
fn contests<const W: usize>(table: &Table<W>) -> Vec<(u16, u16, u16)> {
    let mut contests = Vec::new();
    // At most as many numbers as cells.
    let count = table.numbers.len() as u16;
    for one in 0..count {
        for two in one + 1..count {
            for cell in between(table, one, two) {
                let through = &table.through[cell];
                let both = [one, two].map(|number| through.meets(&table.of[usize::from(number)]));
                if both == [true, true] {
                    contests.push((one, two, cell as u16));
                }
            }
        }
    }
    contests
}

/// The cells between two numbers in one row or column; empty if they share neither.
fn between<const W: usize>(
    table: &Table<W>,
    one: u16,
    two: u16,
) -> impl Iterator<Item = usize> + use<W> {
    let cell = |number: u16| usize::from(table.numbers[usize::from(number)].cell);
    let cols = usize::from(table.cols);
    let (from, to) = (cell(one).min(cell(two)), cell(one).max(cell(two)));
    let step = match () {
        () if from / cols == to / cols => 1,
        () if from % cols == to % cols => cols,
        () => to - from,
    };
    (from..to).step_by(step.max(1)).skip(1)
}

fn contend<const W: usize>(
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
    numbers: [u16; 2],
    cell: usize,
) {
    let through = table.through[cell] & state.alive;
    let [one, two] = numbers.map(|number| table.of[usize::from(number)]);
    if !through.meets(&one) || !through.meets(&two) {
        return;
    }
    let blocks = |own: WaySet<W>| must_pass(table, (own & state.alive) - through);
    let (Some(block_one), Some(block_two)) = (blocks(one), blocks(two)) else { return };
    let gone = block_one & block_two & state.alive;
    // A cell's number fits.
    layer.rule_out(gone - one - two, RuleReason::OneOf { numbers, cell: cell as u16 });
}

/// The ways through any of the cells that all of these share; `None` if these are empty.
fn must_pass<const W: usize>(table: &Table<W>, ways: WaySet<W>) -> Option<WaySet<W>> {
    let mut through = WaySet::EMPTY;
    for cell in table.ways[ways.first()?].cells() {
        if ways.is_within(&table.through[cell]) {
            through.add(&table.through[cell]);
        }
    }
    Some(through)
}

#[cfg(test)]
mod tests {
    use crate::deduce::Rule;
    use crate::deduce::tests::found;

    #[test]
    fn a_third_number_may_not_block_both_ways_to_swerve() {
        // The two 2s cannot both go to the middle of their column, so one of them goes left, where the 3
        // would block both if it went up and down.
        let (gone, _) = found(Rule::OneOf, &[" 2", "3 ", " 2"]);
        assert_eq!(gone, ["3 down(1,1)"]);
    }

    #[test]
    fn who_can_swerve_to_two_sides_is_not_blocked() {
        let (gone, _) = found(Rule::OneOf, &[" 2 ", "3  ", " 2 "]);
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn numbers_out_of_line_do_not_contend() {
        let (gone, _) = found(Rule::OneOf, &[" 2  ", "3   ", "  2 "]);
        assert!(gone.is_empty(), "{gone:?}");
    }
}
