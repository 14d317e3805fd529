//! Cannot fit: a way over a cell that is another number's goes, and one that would leave a dot to
//! nobody.

use super::{Layer, State, Why};
use crate::games::linjat::ways::{NOBODY, Set, Table};

/// Sound: lines share no cell, and every dot needs a way that is not at odds with all others.
///
/// A dot counts against numbers that could have reached it at the start: what numbers could do is not
/// for more dots to change. Others are the matter of [`super::dependent`].
pub fn find<const W: usize>(table: &Table<W>, state: &State<W>, layer: &mut Layer<W>) {
    for (cell, owner) in (0..).zip(&state.owner) {
        if *owner != NOBODY {
            let gone = state.through(table, cell) - table.of[usize::from(*owner)];
            layer.rule_out(gone, Why::Taken { cell });
        }
    }
    for dot in &state.dots {
        let ways = state.through(table, *dot);
        let near = table.near[usize::from(*dot)] & state.alive;
        layer.rule_out(blocking(table, ways, near - ways), Why::LeavesDot { dot: *dot });
    }
}

/// Those that are at odds with every one of the ways.
fn blocking<const W: usize>(table: &Table<W>, ways: Set<W>, of: Set<W>) -> Set<W> {
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
    use crate::games::linjat::deduce::{Rule, tests::found};

    #[test]
    fn a_line_does_not_fit_over_the_cell_of_another_number() {
        // The 4 has the second row's middle from the start in a board of so few cells.
        let (gone, _) = found(Rule::CannotFit, &[" 2 ", "3  ", "   "]);
        assert!(gone.is_empty(), "nothing is taken before anything is claimed: {gone:?}");
    }

    #[test]
    fn a_line_that_leaves_a_dot_to_nobody_goes() {
        // The upper 2 may not go down: it would block the only other way to the dot.
        let (gone, claims) = found(Rule::CannotFit, &["2. ", "   ", " 2 "]);
        assert!(gone.is_empty() && claims.is_empty(), "both still reach something: {gone:?}");
        let (gone, _) = found(Rule::CannotFit, &["  ", ".3", " 2"]);
        assert!(gone.is_empty(), "{gone:?}");
    }
}
