//! Formulas over the digits of some cells: `sum % 3 == 0`, `a * b == c`, `max - min >= 5`.
//!
//! `a`, `b` and so on to `p` are the cells in their order. `sum`, `product`, `min` and `max` are taken over
//! all of them, `odd` and `even` count those with such a digit, `count(5)` those with this digit. `abs(x)`,
//! `min(x,y)` and `max(x,y)` are as usual. A comparison is 1 or 0.

use super::super::reader::TextReader;

/// An expression of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    Number(i64),
    /// The digit of a cell, from 0.
    Cell(usize),
    All(Whole),
    /// Number of cells that hold a digit.
    Count(u8),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Abs(Box<Expr>),
    Two(Op, Box<Expr>, Box<Expr>),
}

/// An aggregate over all cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    Sum,
    Product,
    Min,
    Max,
    Odd,
    Even,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Or,
    And,
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Least,
    Most,
}

/// The operators of each level, the loosest first; of two with a common prefix the longer one first.
const LEVELS: [&[(&str, Op)]; 5] = [
    &[("||", Op::Or)],
    &[("&&", Op::And)],
    &[
        ("==", Op::Equal),
        ("!=", Op::Differs),
        ("<=", Op::AtMost),
        (">=", Op::AtLeast),
        ("=", Op::Equal),
        ("<", Op::Less),
        (">", Op::More),
    ],
    &[("+", Op::Plus), ("-", Op::Minus)],
    &[("*", Op::Times), ("/", Op::Over), ("%", Op::Modulo)],
];

struct Parser<'a>(TextReader<'a>);

/// Reads a formula.
pub(super) fn parse(text: &str) -> Result<Expr, String> {
    let place = |before: &str| format!("at character {}", before.len() + 1);
    let mut parser = Parser(TextReader::new(text, place));
    let expr = parser.level(0)?;
    match parser.0.rest {
        "" => Ok(expr),
        _ => Err(parser.0.fault("an operator is missing")),
    }
}

impl Parser<'_> {
    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else { return self.single() };
        let mut expr = self.level(level + 1)?;
        while let Some(op) = self.0.one_of(operators) {
            let second = self.level(level + 1)?;
            expr = Expr::Two(op, Box::new(expr), Box::new(second));
        }
        Ok(expr)
    }

    fn single(&mut self) -> Result<Expr, String> {
        self.0.enter()?;
        let expr = if self.0.take("-") {
            Expr::Minus(Box::new(self.single()?))
        } else if self.0.take("!") {
            Expr::Not(Box::new(self.single()?))
        } else if self.0.take("(") {
            let inner = self.level(0)?;
            self.0.want(")")?;
            inner
        } else if let Some(number) = self.0.number()? {
            Expr::Number(number)
        } else {
            self.name()?
        };
        self.0.leave();
        Ok(expr)
    }

    fn name(&mut self) -> Result<Expr, String> {
        let before = self.0.rest;
        let name = self.0.run(|c| c.is_ascii_lowercase());
        if name.is_empty() {
            return Err(self.0.fault("a number, a cell or a name is missing"));
        }
        let known = match name {
            "sum" => Some(Whole::Sum),
            "product" => Some(Whole::Product),
            "min" => Some(Whole::Min),
            "max" => Some(Whole::Max),
            "odd" => Some(Whole::Odd),
            "even" => Some(Whole::Even),
            _ => None,
        };
        if let Some(all) = known.filter(|_| !self.0.rest.starts_with('(')) {
            return Ok(Expr::All(all));
        }
        match (name, name.as_bytes()) {
            (_, [cell @ b'a'..=b'p']) => Ok(Expr::Cell(usize::from(cell - b'a'))),
            ("abs" | "min" | "max" | "count", _) => self.call(name),
            _ => {
                self.0.rest = before;
                Err(self.0.fault(&format!("`{name}` is not known")))
            }
        }
    }

    fn call(&mut self, name: &str) -> Result<Expr, String> {
        self.0.want("(")?;
        let first = self.level(0)?;
        let expr = match (name, first) {
            ("count", Expr::Number(digit @ 1..=16)) => Expr::Count(digit as u8),
            ("count", _) => return Err(self.0.fault("`count` takes a digit")),
            ("abs", first) => Expr::Abs(Box::new(first)),
            (name, first) => {
                self.0.want(",")?;
                let op = if name == "min" { Op::Least } else { Op::Most };
                Expr::Two(op, Box::new(first), Box::new(self.level(0)?))
            }
        };
        self.0.want(")")?;
        Ok(expr)
    }
}

/// Maximum number of cells that have a letter.
const MAX_CELLS: usize = 16;

/// The values that a formula is computed from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Known {
    /// The digits of the cells that the formula names, 0 for others.
    pub cells: [u8; MAX_CELLS],
    /// The aggregates that it names, in their order.
    pub wholes: [i64; 6],
    /// Number of each digit that it counts.
    pub counts: [u8; 17],
}

impl Default for Known {
    /// The values without any cells.
    fn default() -> Self {
        Self { cells: [0; MAX_CELLS], wholes: [0, 1, i64::MAX, 0, 0, 0], counts: [0; 17] }
    }
}

impl Expr {
    /// Its value; `None` if it divides by zero or grows too large.
    pub(super) fn value(&self, known: &Known) -> Option<i64> {
        Some(match self {
            Self::Number(number) => *number,
            Self::Cell(cell) => known.cells[*cell].into(),
            Self::All(whole) => known.wholes[*whole as usize],
            Self::Count(digit) => known.counts[usize::from(*digit)].into(),
            Self::Not(inner) => i64::from(inner.value(known)? == 0),
            Self::Minus(inner) => inner.value(known)?.checked_neg()?,
            Self::Abs(inner) => inner.value(known)?.checked_abs()?,
            Self::Two(Op::And, a, b) => i64::from(a.value(known)? != 0 && b.value(known)? != 0),
            Self::Two(Op::Or, a, b) => i64::from(a.value(known)? != 0 || b.value(known)? != 0),
            Self::Two(op, a, b) => op.of(a.value(known)?, b.value(known)?)?,
        })
    }

    /// Calls `see` with each part.
    pub(super) fn walk(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        match self {
            Self::Not(inner) | Self::Minus(inner) | Self::Abs(inner) => inner.walk(see),
            Self::Two(_, a, b) => {
                a.walk(see);
                b.walk(see);
            }
            Self::Number(_) | Self::Cell(_) | Self::All(_) | Self::Count(_) => {}
        }
    }
}

impl Op {
    fn of(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Self::Or => i64::from(a != 0 || b != 0),
            Self::And => i64::from(a != 0 && b != 0),
            Self::Equal => i64::from(a == b),
            Self::Differs => i64::from(a != b),
            Self::Less => i64::from(a < b),
            Self::AtMost => i64::from(a <= b),
            Self::More => i64::from(a > b),
            Self::AtLeast => i64::from(a >= b),
            Self::Plus => a.checked_add(b)?,
            Self::Minus => a.checked_sub(b)?,
            Self::Times => a.checked_mul(b)?,
            Self::Over => a.checked_div_euclid(b)?,
            Self::Modulo => a.checked_rem_euclid(b)?,
            Self::Least => a.min(b),
            Self::Most => a.max(b),
        })
    }
}
