//! A formula as an automaton: it remembers only what the formula needs of the digits read.

use super::language::{Expr, Known, Whole, parse};
use crate::engine::Automaton;

/// Letters that name cells.
const MAX_CELLS: usize = 16;

/// The memory of the digits read so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    read: usize,
    /// The digits of the cells that the formula names, 0 for others.
    cells: [u8; MAX_CELLS],
    sum: i64,
    product: i64,
    min: i64,
    max: i64,
    odd: i64,
    even: i64,
    /// Number of each digit that the formula counts.
    counts: [u8; 17],
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
            next.cells[memory.read] = digit;
        }
        next.read += 1;
        for whole in &self.wholes {
            match whole {
                Whole::Sum => next.sum = memory.sum + value,
                Whole::Product => next.product = memory.product.saturating_mul(value),
                Whole::Min => next.min = memory.min.min(value),
                Whole::Max => next.max = memory.max.max(value),
                Whole::Odd => next.odd = memory.odd + value % 2,
                Whole::Even => next.even = memory.even + 1 - value % 2,
            }
        }
        if self.counts.contains(&digit) {
            next.counts[usize::from(digit)] += 1;
        }
        next
    }
}

impl Known for Memory {
    fn cell(&self, cell: usize) -> i64 {
        i64::from(self.cells[cell])
    }

    fn all(&self, whole: Whole) -> i64 {
        match whole {
            Whole::Sum => self.sum,
            Whole::Product => self.product,
            Whole::Min => self.min,
            Whole::Max => self.max,
            Whole::Odd => self.odd,
            Whole::Even => self.even,
        }
    }

    fn count(&self, digit: u8) -> i64 {
        i64::from(self.counts[usize::from(digit)])
    }
}

pub(super) fn read(text: &str, cells: usize, side: usize) -> Result<Automaton, String> {
    let expr = parse(text)?;
    let needs = Needs::of(&expr);
    if let Some(cell) = needs.cells.iter().find(|cell| **cell >= cells) {
        let letter = char::from(b'a' + *cell as u8);
        return Err(format!("`{letter}` is behind the last of {cells} cells"));
    }
    let begin = Memory {
        read: 0,
        cells: [0; MAX_CELLS],
        sum: 0,
        product: 1,
        min: i64::MAX,
        max: 0,
        odd: 0,
        even: 0,
        counts: [0; 17],
    };
    let step =
        |memory: &Memory, digit: u8| (memory.read < cells).then(|| needs.step(memory, digit));
    let accepts = |memory: &Memory| {
        memory.read == cells && expr.value(memory).is_some_and(|value| value != 0)
    };
    Automaton::explore_some(side, vec![begin], &step, &accepts).ok_or_else(|| {
        "too many digits have to be remembered for it: name fewer cells, or fewer things of all"
            .to_owned()
    })
}
