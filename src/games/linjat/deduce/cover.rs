//! Cover: a dot that only one number can reach, and cells that all ways of a number share, belong to it.

use super::{DeductionLayer, DeductionState, RuleReason};
use crate::ways::{Table, WaySet};

/// Sound: a dot is on some line, and a number has some way.
pub(crate) fn find<const W: usize>(
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
) {
    for dot in state.telling() {
        let ways = state.through(table, *dot);
        let Some(number) = only_number(table, &ways) else { continue };
        let why = RuleReason::Reaches { dot: *dot };
        layer.claim(*dot, number, why);
        layer.rule_out(state.of(table, number) - ways, why);
    }
    if state.is_quiet() {
        return;
    }
    for number in &state.open {
        let own = state.of(table, *number);
        let Some(first) = own.first() else { continue };
        for cell in table.ways[first].cells() {
            if state.is_nobodys(cell) && own.is_within(&table.through[cell]) {
                // A cell's number fits.
                let cell = cell as u16;
                layer.claim(cell, *number, RuleReason::Shared { cell });
            }
        }
    }
}

/// The number that all of these ways belong to, if there is only one. Ways of a number are consecutive.
fn only_number<const W: usize>(table: &Table<W>, ways: &WaySet<W>) -> Option<u16> {
    let number = table.number_of(ways.first()?);
    (table.number_of(ways.last()?) == number).then_some(number)
}

#[cfg(test)]
mod tests {
    use crate::deduce::Rule;
    use crate::deduce::tests::found;

    #[test]
    fn a_dot_that_one_number_reaches_is_its_own() {
        // From the 3 alone; the ways of the 2 remain.
        let (gone, claims) = found(Rule::Cover, &["    ", " 3 .", "2   "]);
        assert_eq!(claims, ["3 has 3,1"]);
        assert_eq!(gone, ["3 across(1,1)", "3 down(1,1)"]);
    }

    #[test]
    fn a_dot_that_two_reach_is_nobodys() {
        let (gone, claims) = found(Rule::Cover, &["    ", " 2. ", "  2 "]);
        assert!(gone.is_empty() && claims.is_empty(), "{gone:?} {claims:?}");
    }

    #[test]
    fn cells_that_all_ways_share_belong_to_the_number() {
        let (gone, claims) = found(Rule::Cover, &[" 4   "]);
        assert_eq!(claims, ["4 has 2,0", "4 has 3,0"], "whether it begins at 0 or at 1");
        assert!(gone.is_empty());
    }
}
