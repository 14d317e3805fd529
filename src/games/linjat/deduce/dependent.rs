//! Dependent: a way that covers a dot has to cover another cell as well, so numbers that cannot reach the
//! dot lose that cell.

use super::{DeductionLayer, DeductionState, RuleReason};
use crate::ways::{Table, WaySet};

/// Sound: some way covers the dot, and it runs over the cell; a cell has one line.
pub(crate) fn find<const W: usize>(
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
) {
    for dot in state.telling() {
        let ways = state.through(table, *dot);
        let Some(first) = ways.first() else { continue };
        let own = owners(table, ways);
        for cell in table.ways[first].cells().filter(|cell| *cell != usize::from(*dot)) {
            if state.is_nobodys(cell) && ways.is_within(&table.through[cell]) {
                // A cell's number fits.
                let cell = cell as u16;
                let gone = state.through(table, cell) - own;
                layer.rule_out(gone, RuleReason::Dependent { dot: *dot, cell });
            }
        }
    }
}

/// All ways of the numbers that own one of these.
fn owners<const W: usize>(table: &Table<W>, ways: WaySet<W>) -> WaySet<W> {
    let mut own = WaySet::EMPTY;
    let mut last = None;
    for way in ways.iter() {
        let number = table.number_of(way);
        if last != Some(number) {
            own.add(&table.of[usize::from(number)]);
            last = Some(number);
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use crate::deduce::Rule;
    use crate::deduce::tests::found;

    #[test]
    fn a_cell_that_all_who_cover_a_dot_pass_is_lost_to_others() {
        // The dot is reached from the 4 and from the 5, both over the cell below the 2.
        let (gone, _) =
            found(Rule::Dependent, &["  2     ", "4  .   5", "        ", "        ", "        "]);
        assert!(gone.is_empty(), "the 5 does not pass there: {gone:?}");
        let (gone, _) = found(Rule::Dependent, &["  2  ", "43 . ", "     "]);
        assert_eq!(gone, ["2 down(0,1)"], "the 3 passes there on its way to the dot");
    }

    #[test]
    fn who_reaches_the_dot_keeps_the_cell() {
        let (gone, _) = found(Rule::Dependent, &["   2 ", "3 .  ", "     "]);
        assert!(gone.is_empty(), "{gone:?}");
    }
}
