//! Index lines: the second cell gives the position on the line where the digit of the first one is repeated.

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::{Automaton, Model};
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct ValueIndexing;

impl Constraint for ValueIndexing {
    fn id(&self) -> &'static str {
        "value_indexing"
    }

    fn name(&self) -> &'static str {
        "index line"
    }

    fn rule(&self) -> &'static str {
        "The digit of an index line's first cell stands on it once more, so many cells behind the second \
         one as that says, counted with the second as 0."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(3) }
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("ValueIndexing", Iss::Cells)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        // The digit sought, once it has been read, and the number of cells before it.
        let step = |state: &(u8, u8), digit: u8| match *state {
            (0, _) => Some((digit, u8::MAX)),
            (wanted, u8::MAX) => Some((wanted, digit)),
            (_, 0) => Some(*state),
            (wanted, 1) => (digit == wanted).then_some((wanted, 0)),
            (wanted, left) => Some((wanted, left - 1)),
        };
        let accepts = |state: &(u8, u8)| state.0 > 0 && state.1 == 0;
        let by = Automaton::explore(model.side, vec![(0, 0)], &step, &accepts);
        model.read(object.line(), &by);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let [first, second, rest @ ..] = object.line() else { return None };
        let (wanted, behind) = (held_in(*first, digits)?, held_in(*second, digits)?);
        let Some(cell) = rest.get(usize::from(behind) - 1) else {
            let why = format!("it has no cell {behind} behind its second one");
            return Some(Broken { why, cells: vec![*first, *second] });
        };
        let why = format!("{wanted} does not stand {behind} behind its second cell");
        let cells = vec![*first, *second, *cell];
        (held_in(*cell, digits)? != wanted).then_some(Broken { why, cells })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let line = object.line();
        pen.arrow(line[0], line, 0.2);
        pen.bulb(line[0], 0.2, Ink::Band(1));
    }

    fn rules(&self) -> &'static str {
        "unmet(\"the digit of this index line is elsewhere\",K) :- kind(K,value_indexing), \
             at(K,0,0,S), at(K,0,1,T), value(S,D), value(T,N), not index_good(K,D,N).\n\
         index_good(K,D,N) :- kind(K,value_indexing), at(K,0,N+1,S), N > 0, value(S,D).\n"
    }
}
