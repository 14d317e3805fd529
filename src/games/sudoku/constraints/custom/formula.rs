//! A formula as an automaton: it remembers only what the formula needs of the digits read.

use super::language::{Expr, Known, Whole, parse};
use crate::engine::Automaton;

/// The memory of the digits read so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    read: usize,
    known: Known,
}

/// The parts of the digits that a formula depends on.
#[derive(Default)]
struct Needs {
    cells: Vec<usize>,
    wholes: Vec<Whole>,
    counts: Vec<u8>,
}

impl Needs {
    fn of(expr: &Expr) -> Self {
        let mut needs = Self::default();
        expr.walk(&mut |part| match part {
            Expr::Cell(cell) => needs.cells.push(*cell),
            Expr::All(whole) => needs.wholes.push(*whole),
            Expr::Count(digit) => needs.counts.push(*digit),
            _ => {}
        });
        needs
    }

    fn step(&self, memory: &Memory, digit: u8) -> Memory {
        let (mut next, value) = (memory.clone(), i64::from(digit));
        if self.cells.contains(&memory.read) {
            next.known.cells[memory.read] = digit;
        }
        next.read += 1;
        for whole in &self.wholes {
            let before = memory.known.wholes[*whole as usize];
            next.known.wholes[*whole as usize] = match whole {
                Whole::Sum => before + value,
                Whole::Product => before.saturating_mul(value),
                Whole::Min => before.min(value),
                Whole::Max => before.max(value),
                Whole::Odd => before + value % 2,
                Whole::Even => before + 1 - value % 2,
            };
        }
        if self.counts.contains(&digit) {
            next.known.counts[usize::from(digit)] += 1;
        }
        next
    }
}

pub(super) fn read(text: &str, cells: usize, side: usize) -> Result<Automaton, String> {
    let expr = parse(text)?;
    let needs = Needs::of(&expr);
    if let Some(cell) = needs.cells.iter().find(|cell| **cell >= cells) {
        let letter = char::from(b'a' + *cell as u8);
        return Err(format!("`{letter}` is behind the last of {cells} cells"));
    }
    let begin = Memory { read: 0, known: Known::default() };
    let step =
        |memory: &Memory, digit: u8| (memory.read < cells).then(|| needs.step(memory, digit));
    let accepts = |memory: &Memory| {
        memory.read == cells && expr.value(&memory.known).is_some_and(|value| value != 0)
    };
    Automaton::explore_some(side, vec![begin], &step, &accepts).ok_or_else(|| {
        "too many digits have to be remembered for it: name fewer cells, or fewer things of all"
            .to_owned()
    })
}
