//! Leaks: conclusions of a player who trusts that there is just one solution.
//!
//! Nothing here removes a way: a leak is reported once for each number, when it is first seen. Ways over
//! cells of other numbers count as removed, since it is obvious that they do not fit.

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

/// Numbers with several uncontested ways that reach no dot, so that nothing distinguishes them: in the only
/// solution they cover a dot, and the cells that all ways to dots share.
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

/// Ways that cover a dot which has no owner yet.
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
        // Their ways to the right are uncontested; the cell between them is contested.
        assert_eq!(leaks(&["2 ", "  ", "2 ", "  "]), ["uncontested 2", "uncontested 2"]);
        // A number that can help a dot is not idle.
        assert_eq!(leaks(&["2.", "  ", "2.", "  "]), Vec::<String>::new());
    }

    #[test]
    fn a_way_over_a_cell_of_another_contests_nothing() {
        // If the 3 covers the dots, it takes the cell left of the 2 as well: nothing is contested.
        assert_eq!(leaks(&["3  ", ".2 ", ".  "]), Vec::<String>::new());
    }

    #[test]
    fn ways_that_nothing_distinguishes_leak() {
        // Each has indistinguishable ways up and down, so either it takes the dot, or the other does.
        let leaky = ["     ", " 2.2 ", "     "];
        assert_eq!(leaks(&leaky), ["single_solution 2", "single_solution 2"]);
        // There is only one way outwards.
        assert_eq!(leaks(&["  2.2  "]), Vec::<String>::new());
    }
}
