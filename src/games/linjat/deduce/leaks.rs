//! Leaks: what somebody concludes who trusts that there is just one solution.
//!
//! Nothing here removes a way: a leak is reported once for each number, when it is first seen. Ways
//! over cells of other numbers count as gone: nobody overlooks that they do not fit.

use super::{Deducer, Leaking};
use crate::ways::WaySet;

/// Numbers that no longer help any dot and have both contested and uncontested ways: in the only
/// solution they take an uncontested one.
pub(crate) fn uncontested<const W: usize>(deducer: &mut Deducer<'_, W>) {
    let fitting = deducer.state.alive - deducer.state.taken;
    let dotted = dotted(deducer) & fitting;
    for at in 0..deducer.state.open.len() {
        let number = deducer.state.open[at];
        let own = deducer.table.of[usize::from(number)] & fitting;
        let idle = own.count() > 1 && !own.meets(&dotted);
        if !idle || deducer.has_leaked(Leaking::Uncontested, number) {
            continue;
        }
        let free = free(deducer, own, &fitting);
        if !free.is_empty() && free != own {
            deducer.leak(Leaking::Uncontested, number, free);
        }
    }
}

/// Numbers with several ways to no dot that nobody contests, so that nothing distinguishes them: in
/// the only solution they cover a dot, and the cells that all ways to dots share.
pub(crate) fn single_solution<const W: usize>(deducer: &mut Deducer<'_, W>) {
    let fitting = deducer.state.alive - deducer.state.taken;
    let dotted = dotted(deducer) & fitting;
    for at in 0..deducer.state.open.len() {
        let number = deducer.state.open[at];
        let own = deducer.table.of[usize::from(number)] & fitting;
        let (helping, idle) = (own & dotted, own - dotted);
        let Some(first) = helping.first() else { continue };
        if idle.count() < 2 || deducer.has_leaked(Leaking::SingleSolution, number) {
            continue;
        }
        let tells = deducer.table.ways[first].cells().any(|cell| {
            deducer.state.is_nobodys(cell) && helping.is_within(&deducer.table.through[cell])
        });
        let free = free(deducer, idle, &fitting);
        if tells && free.count() > 1 {
            deducer.leak(Leaking::SingleSolution, number, free);
        }
    }
}

/// Ways that cover a dot which is nobody's yet.
fn dotted<const W: usize>(deducer: &Deducer<'_, W>) -> WaySet<W> {
    let mut dotted = WaySet::EMPTY;
    for dot in &deducer.state.dots {
        dotted.add(&deducer.state.through(deducer.table, *dot));
    }
    dotted
}

/// Those of a number's ways that no fitting way of another crosses.
fn free<const W: usize>(
    deducer: &Deducer<'_, W>,
    ways: WaySet<W>,
    fitting: &WaySet<W>,
) -> WaySet<W> {
    let mut free = ways;
    for way in ways.iter() {
        let own = deducer.table.of[usize::from(deducer.table.number_of(way))];
        if (deducer.table.odds[way] & *fitting).is_within(&own) {
            continue;
        }
        free = free - WaySet::of(way);
    }
    free
}

#[cfg(test)]
mod tests {
    use crate::deduce::tests::leaks;

    #[test]
    fn an_idle_number_with_a_way_of_its_own_leaks() {
        // Nobody contests their ways to the right; between them they contest a cell.
        assert_eq!(leaks(&["2 ", "  ", "2 ", "  "]), ["uncontested 2", "uncontested 2"]);
        // A number that can help a dot is not idle.
        assert_eq!(leaks(&["2.", "  ", "2.", "  "]), Vec::<String>::new());
    }

    #[test]
    fn a_way_over_a_cell_of_another_contests_nothing() {
        // When the dots are the 3's, it has the cell left of the 2 as well: nothing is contested.
        assert_eq!(leaks(&["3  ", ".2 ", ".  "]), Vec::<String>::new());
    }

    #[test]
    fn ways_that_nothing_distinguishes_leak() {
        // Each has ways up and down that are all one; so it takes the dot, or the other does.
        let leaky = ["     ", " 2.2 ", "     "];
        assert_eq!(leaks(&leaky), ["single_solution 2", "single_solution 2"]);
        // To the outside there is one way alone.
        assert_eq!(leaks(&["  2.2  "]), Vec::<String>::new());
    }
}
