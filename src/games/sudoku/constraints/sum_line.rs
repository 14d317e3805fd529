//! Sum lines: the line consists of parts that each have the sum; "10-lines".

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, all_of};
use crate::engine::{Automaton, Model};
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct SumLine;

/// The cells of a line; each cell of a closed one once.
fn cells(object: &Object) -> (&[usize], bool) {
    match object.line().split_last() {
        Some((_, cells)) if object.is_closed() => (cells, true),
        _ => (object.line(), false),
    }
}

/// Returns whether digits divide into parts with the sum, if the first part starts with `before`.
fn falls_apart(digits: &[i32], total: i32, before: i32) -> bool {
    let end = digits.iter().try_fold(before, |sum, digit| match sum + digit {
        next if next == total => Some(0),
        next if next > total => None,
        next => Some(next),
    });
    end == Some(before)
}

impl Constraint for SumLine {
    fn id(&self) -> &'static str {
        "sum_line"
    }

    fn name(&self) -> &'static str {
        "sum line"
    }

    fn rule(&self) -> &'static str {
        "A sum line falls into parts one behind the other, and the digits of each part add up to its \
         number."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::One(1, 99), lie: Lie::Loop }
    }

    fn usual_amount(&self) -> Option<i32> {
        Some(10)
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("SumLine", Iss::Number)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let total = object.amount().unwrap_or(10);
        let (cells, closed) = cells(object);
        // A part of a closed line may continue past its first cell: it starts with this sum there, and the
        // line ends with it.
        let starts = if closed { 0..total } else { 0..1 };
        let step = |state: &(i32, i32), digit: u8| match state.1 + i32::from(digit) {
            next if next == total => Some((state.0, 0)),
            next if next > total => None,
            next => Some((state.0, next)),
        };
        let accepts = |state: &(i32, i32)| state.0 == state.1;
        let starts = starts.map(|before| (before, before)).collect();
        model.read(cells, &Automaton::explore(model.side, starts, &step, &accepts));
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let total = object.amount().unwrap_or(10);
        let (cells, closed) = cells(object);
        let held: Vec<i32> = all_of(cells, digits)?.into_iter().map(i32::from).collect();
        let mut before = if closed { 0..total } else { 0..1 };
        let apart = before.any(|before| falls_apart(&held, total, before));
        let why = format!("it does not fall into parts with the sum {total}");
        (!apart).then(|| Broken { why, cells: cells.to_vec() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(3));
    }

    fn rules(&self) -> &'static str {
        // sl_sum(K,B,I,N): a part that began with B before the line has N in it before cell I.
        "sl_closed(K) :- kind(K,sum_line), at(K,0,0,S), at(K,0,I,S), I > 0.\n\
         sl_last(K,L) :- kind(K,sum_line), L = #max { I : at(K,0,I,_) }.\n\
         sl_end(K,L+1) :- sl_last(K,L), not sl_closed(K).\n\
         sl_end(K,L) :- sl_last(K,L), sl_closed(K).\n\
         sl_begin(K,0) :- kind(K,sum_line).\n\
         sl_begin(K,0..N-1) :- sl_closed(K), amount(K,0,N).\n\
         sl_sum(K,B,0,B) :- sl_begin(K,B).\n\
         sl_sum(K,B,I+1,A+D) :- sl_sum(K,B,I,A), sl_end(K,E), I < E, at(K,0,I,S), value(S,D), \
             amount(K,0,N), A + D < N.\n\
         sl_sum(K,B,I+1,0) :- sl_sum(K,B,I,A), sl_end(K,E), I < E, at(K,0,I,S), value(S,D), \
             amount(K,0,N), A + D = N.\n\
         sl_good(K) :- sl_end(K,E), sl_sum(K,B,E,B).\n\
         unmet(\"this sum line does not fall into parts\",K) :- kind(K,sum_line), not sl_good(K).\n"
    }
}
