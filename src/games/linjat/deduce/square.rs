//! Square: two dots that only the same two numbers can reach, and neither of them both at once. Each
//! number must take one of them.

use super::{DeductionLayer, DeductionState, RuleReason};
use crate::ways::{Table, WaySet};

/// Sound: of two dots for two lines that cannot cover both, each line covers one.
pub(crate) fn find<const W: usize>(
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
) {
    let of_two: Vec<(u16, [u16; 2], WaySet<W>)> = state
        .dots
        .iter()
        .filter_map(|dot| {
            let ways = state.through(table, *dot);
            Some((*dot, two_numbers(table, ways)?, ways))
        })
        .collect();
    let told = state.telling();
    for (at, (one, numbers, ways)) in of_two.iter().enumerate() {
        for (two, others, more) in &of_two[at + 1..] {
            let new = told.contains(one) || told.contains(two);
            if new && numbers == others && !ways.meets(more) {
                let [a, b] = numbers.map(|number| state.of(table, number));
                let why = RuleReason::Square { dots: [*one, *two], numbers: *numbers };
                layer.rule_out((a | b) - *ways - *more, why);
            }
        }
    }
}

/// The two numbers that these ways belong to, if there are exactly two.
fn two_numbers<const W: usize>(table: &Table<W>, ways: WaySet<W>) -> Option<[u16; 2]> {
    let (one, two) = (table.number_of(ways.first()?), table.number_of(ways.last()?));
    let both = table.of[usize::from(one)] | table.of[usize::from(two)];
    (one != two && ways.is_within(&both)).then_some([one, two])
}

#[cfg(test)]
mod tests {
    use crate::deduce::Rule;
    use crate::deduce::tests::found;

    #[test]
    fn two_dots_for_two_numbers_take_both() {
        // The corners of a square: each 2 takes one of the dots, and can go nowhere else.
        let (gone, _) = found(Rule::Square, &["    ", " 2. ", " .2 ", "    "]);
        assert_eq!(
            gone,
            ["2 across(1,0)", "2 down(1,0)", "2 across(0,1)", "2 down(0,1)"],
            "ways to the outside"
        );
    }

    #[test]
    fn a_third_number_that_reaches_a_dot_spoils_it() {
        let (gone, _) = found(Rule::Square, &["  2 ", " 2. ", " .2 ", "    "]);
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn a_line_that_covers_both_dots_spoils_it() {
        let (gone, _) = found(Rule::Square, &["3.. ", "    ", " 3  "]);
        assert!(gone.is_empty(), "{gone:?}");
    }
}
