//! Leaks: what somebody concludes who trusts that there is just one solution.
//!
//! Nothing here takes a way off; a leak is told of once for each number, when it is first seen.

use super::{Deducer, Leaking};
use crate::games::linjat::ways::Set;

/// Numbers that help no dot any more and have a way that nobody contests, beside ways that somebody
/// does: in the only solution they take the one that nobody contests.
pub fn uncontested<const W: usize>(deducer: &mut Deducer<'_, W>) {
    let dotted = dotted(deducer);
    for at in 0..deducer.state.open.len() {
        let number = deducer.state.open[at];
        let own = deducer.state.of(deducer.table, number);
        if own.count() < 2 || own.meets(&dotted) {
            continue;
        }
        let free = free(deducer, own);
        let tells = !free.is_empty() && free != own;
        if tells && !deducer.has_leaked(Leaking::Uncontested, number) {
            deducer.leak(Leaking::Uncontested, number, free);
        }
    }
}

/// Numbers with several ways to no dot that nobody contests, so that nothing distinguishes them: in
/// the only solution they cover a dot, and the cells that all ways to dots share.
pub fn single_solution<const W: usize>(deducer: &mut Deducer<'_, W>) {
    let dotted = dotted(deducer);
    for at in 0..deducer.state.open.len() {
        let number = deducer.state.open[at];
        let own = deducer.state.of(deducer.table, number);
        let (helping, idle) = (own & dotted, own - dotted);
        let Some(first) = helping.first() else { continue };
        if idle.count() < 2 || deducer.has_leaked(Leaking::SingleSolution, number) {
            continue;
        }
        let tells = deducer.table.ways[first].cells().any(|cell| {
            deducer.state.is_nobodys(cell) && helping.is_within(&deducer.table.through[cell])
        });
        let free = free(deducer, idle);
        if tells && free.count() > 1 {
            deducer.leak(Leaking::SingleSolution, number, free);
        }
    }
}

/// Ways that cover a dot which is nobody's yet.
fn dotted<const W: usize>(deducer: &Deducer<'_, W>) -> Set<W> {
    let mut dotted = Set::EMPTY;
    for dot in &deducer.state.dots {
        dotted.add(&deducer.state.through(deducer.table, *dot));
    }
    dotted
}

/// Those of a number's ways that no way of another crosses.
fn free<const W: usize>(deducer: &Deducer<'_, W>, ways: Set<W>) -> Set<W> {
    let mut free = ways;
    for way in ways.iter() {
        let own = deducer.table.of[usize::from(deducer.table.number_of(way))];
        if (deducer.table.odds[way] & deducer.state.alive).is_within(&own) {
            continue;
        }
        free = free - Set::of(way);
    }
    free
}

#[cfg(test)]
mod tests {
    use crate::games::linjat::deduce::tests::leaks;

    #[test]
    fn an_idle_number_with_a_way_of_its_own_leaks() {
        // The lower 2 helps no dot; to the right it is alone, upwards it is contested.
        assert_eq!(leaks(&["3   ", "    ", ".  2"]), Vec::<String>::new());
        assert_eq!(leaks(&["2 . ", "    ", "2   "]), ["uncontested 2", "uncontested 2"]);
    }

    #[test]
    fn ways_that_nothing_distinguishes_leak() {
        // The 2 in the corner could go left or down for nothing; it goes up to the dot, or else the
        // 4 covers that.
        assert_eq!(leaks(&["4 .  ", "     ", "     "]), Vec::<String>::new());
        assert_eq!(
            leaks(&["   4.  ", "    2  ", "       "]),
            ["single_solution 2"],
            "two ways to no dot"
        );
    }
}
