//! Cannot fit: removes ways over a cell that belongs to another number, and ways that leave a dot out of reach.

use super::{DeductionLayer, DeductionState, RuleReason};
use crate::ways::{NOBODY, Table, WaySet};

/// Sound: lines share no cell, and every dot needs a way that is compatible with the others.
///
/// A dot counts only against numbers that could reach it at the start, since further dots must not change
/// what numbers could do. The other numbers are handled by [`super::dependent`].
pub(crate) fn find<const W: usize>(
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
) {
    let taken = state.taken & state.alive;
    if !taken.is_empty() {
        for (cell, owner) in (0..).zip(&state.owner).filter(|(_, owner)| **owner != NOBODY) {
            let gone = (table.through[cell] & taken) - table.of[usize::from(*owner)];
            // A cell's number fits.
            layer.rule_out(gone, RuleReason::Taken { cell: cell as u16 });
        }
    }
    for dot in state.telling() {
        let ways = state.through(table, *dot);
        let near = table.near[usize::from(*dot)] & state.alive;
        layer.rule_out(blocking(table, ways, near - ways), RuleReason::LeavesDot { dot: *dot });
    }
}

/// The ways that conflict with every one of the given ways.
fn blocking<const W: usize>(table: &Table<W>, ways: WaySet<W>, of: WaySet<W>) -> WaySet<W> {
    let mut blocking = of;
    for way in ways.iter() {
        if blocking.is_empty() {
            break;
        }
        blocking = blocking & table.odds[way];
    }
    blocking
}

#[cfg(test)]
mod tests {
    use super::super::{Deducer, DeductionRules, Round};
    use super::*;
    use crate::deduce::Rule;
    use crate::deduce::tests::found;
    use crate::tests::puzzle;

    #[test]
    fn a_line_does_not_fit_over_the_cell_of_another_number() {
        // The 3 has all three cells of its row for itself; the 2 above can only go sideways.
        let puzzle = puzzle(&[" 2 ", "3  "]);
        let table = Table::<1>::new(&puzzle);
        let mut deducer = Deducer::new(&table, &puzzle.dots, DeductionRules::ALL);
        assert_eq!(deducer.round().map(|round| round.rule), Some(Rule::Cover));
        assert_eq!(deducer.state.of(&table, 0).count(), 3);
        assert_eq!(deducer.round(), Some(Round { rule: Rule::CannotFit, width: 1 }));
        assert_eq!(deducer.state.of(&table, 0).count(), 2);
    }

    #[test]
    fn nothing_is_taken_before_anything_is_claimed() {
        let (gone, _) = found(Rule::CannotFit, &[" 2 ", "3  ", "   "]);
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn a_line_that_leaves_a_dot_to_nobody_goes() {
        // To the left, the first 3 would take the cell that the other needs to reach the dot.
        let (gone, claims) = found(Rule::CannotFit, &[" 3 .3", "     ", "     "]);
        assert_eq!(gone, ["3 across(1,1)"]);
        assert!(claims.is_empty());
    }
}
