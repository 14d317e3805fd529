//! A level of Refraction in numbers: cells, fixed pieces, and the marks of the tray with their counts.

use num_traits::ToPrimitive as _;

use super::bits::CellBits;
use crate::judge;
use crate::piece::{Piece, PieceKind, Ports, Power, Side};
use foolproof_level::{Level, Mark, Place, Site};

/// A mark of the tray.
#[derive(Clone, Debug)]
pub(crate) struct PieceShape {
    pub mark: Mark,
    pub kind: PieceKind,
    pub(crate) ins: Ports,
    pub(crate) outs: Ports,
    /// Number of such pieces in the tray.
    pub count: u8,
}

impl PieceShape {
    /// Number of parts into which it shares its input; 1 for all but splitters.
    pub(crate) fn shares(&self) -> u64 {
        self.outs.len() as u64
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelSource {
    pub cell: usize,
    pub out: Side,
    pub power: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelTarget {
    pub cell: usize,
    pub(crate) ins: Ports,
    /// `None` if no network of the level can make it.
    pub power: Option<u64>,
}

/// The level. Powers are whole numbers of a unit so small that no splitting leaves a remainder.
#[derive(Clone, Debug)]
pub(crate) struct LightModel<B> {
    pub cols: usize,
    pub rows: usize,
    all: B,
    first_col: B,
    last_col: B,
    /// Cells where a piece may be put.
    pub free: B,
    pub sources: Vec<ModelSource>,
    pub targets: Vec<ModelTarget>,
    pub shapes: Vec<PieceShape>,
    /// The power 1 in units.
    pub unit: u64,
    /// For each cell the target on it.
    target_at: Vec<Option<u8>>,
}

/// The greatest sum of powers in units.
const MAX_UNITS: i128 = 1 << 60;

fn least_common_multiple(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|n| *n < MAX_UNITS)
}

impl<B: CellBits> LightModel<B> {
    /// Reads a level; `None` if this search cannot handle it.
    pub(crate) fn read(level: &Level) -> Option<Self> {
        let (cols, rows) = (usize::from(level.board.cols), usize::from(level.board.rows));
        if cols > 16 || rows > 16 || cols * rows > B::ROOM {
            return None;
        }
        let set = |keep: &dyn Fn(usize) -> bool| {
            (0..cols * rows).filter(|cell| keep(*cell)).fold(B::default(), B::with)
        };
        let all = set(&|_| true);
        let shapes = shapes(level)?;
        let fixed: Vec<(usize, Piece)> = level
            .marks()
            .filter(|(site, _)| site.place == Place::Cell)
            .map(|(site, mark)| {
                let cell = usize::from(site.row) * cols + usize::from(site.col);
                Some((cell, Piece::read(mark).ok().filter(|piece| !piece.is_movable())?))
            })
            .collect::<Option<_>>()?;
        let free = all.less(fixed.iter().fold(B::default(), |set, (cell, _)| set.with(*cell)));
        let mut model = Self {
            cols,
            rows,
            all,
            first_col: set(&|cell| cell % cols == 0),
            last_col: set(&|cell| cell % cols == cols - 1),
            free,
            sources: Vec::new(),
            targets: Vec::new(),
            unit: unit(&fixed, &shapes)?,
            shapes,
            target_at: vec![None; cols * rows],
        };
        model.take_fixed(&fixed)?;
        Some(model)
    }

    fn take_fixed(&mut self, fixed: &[(usize, Piece)]) -> Option<()> {
        let mut whole: i128 = 0;
        for (cell, piece) in fixed {
            match piece {
                Piece::Source { out, power } => {
                    let power = self.units(*power)?;
                    whole += i128::from(power);
                    self.sources.push(ModelSource { cell: *cell, out: *out, power });
                }
                Piece::Target { ins, power } => {
                    let number = u8::try_from(self.targets.len()).ok()?;
                    *self.target_at.get_mut(*cell)? = Some(number);
                    let power = self.units(*power);
                    self.targets.push(ModelTarget { cell: *cell, ins: *ins, power });
                }
                _ => {}
            }
        }
        (whole < MAX_UNITS).then_some(())
    }

    /// A power as a number of units, if that is whole.
    pub(crate) fn units(&self, power: Power) -> Option<u64> {
        let (top, bottom) = (power.numer().to_i128()?, power.denom().to_i128()?);
        let scaled = top.checked_mul(i128::from(self.unit))?;
        (bottom > 0 && scaled % bottom == 0)
            .then(|| u64::try_from(scaled / bottom).ok().filter(|n| i128::from(*n) < MAX_UNITS))?
    }

    /// The set moved one step to a side; cells that leave the board are dropped.
    pub(crate) fn step(&self, cells: B, side: Side) -> B {
        match side {
            Side::North => cells.down(self.cols),
            Side::South => cells.up(self.cols) & self.all,
            Side::East => cells.less(self.last_col).up(1),
            Side::West => cells.less(self.first_col).down(1),
        }
    }

    /// The set and the cells beyond it to a side, through cells of `pass`.
    pub(crate) fn fill(&self, cells: B, side: Side, pass: B) -> B {
        let (n, cut) = match side {
            Side::North | Side::South => (self.cols, B::default()),
            Side::East => (1, self.first_col),
            Side::West => (1, self.last_col),
        };
        let up = matches!(side, Side::South | Side::East);
        let shift = |set: B, n: usize| if up { set.up(n) } else { set.down(n) };
        let mut filled = cells;
        let mut open = pass.less(cut);
        // Shifts by more than the board's cells would overflow.
        let mut by = n;
        loop {
            filled = filled | (open & shift(filled, by));
            if by * 2 >= B::ROOM.min(n * 16) {
                return filled;
            }
            open = open & shift(open, by);
            by *= 2;
        }
    }

    /// The cells that a beam from one of `cells` to a side reaches, including the one that stops it.
    pub(crate) fn ahead(&self, cells: B, side: Side, pass: B) -> B {
        self.step(self.fill(cells, side, pass), side)
    }

    pub(crate) fn next(&self, cell: usize, side: Side) -> Option<usize> {
        let (col, row) = (cell % self.cols, cell / self.cols);
        match side {
            Side::North => (row > 0).then(|| cell - self.cols),
            Side::South => (row + 1 < self.rows).then_some(cell + self.cols),
            Side::East => (col + 1 < self.cols).then_some(cell + 1),
            Side::West => (col > 0).then(|| cell - 1),
        }
    }

    /// The cells strictly between two on a line, seen from the first to a side.
    pub(crate) fn between(&self, from: usize, to: usize, side: Side) -> B {
        let mut cells = B::default();
        let mut at = self.next(from, side);
        while let Some(cell) = at.filter(|cell| *cell != to) {
            cells = cells.with(cell);
            at = self.next(cell, side);
        }
        cells
    }

    pub(crate) fn target_at(&self, cell: usize) -> Option<usize> {
        self.target_at.get(cell).copied().flatten().map(usize::from)
    }

    pub(crate) fn site(&self, cell: usize) -> Site {
        let part = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Site::cell(part(cell % self.cols), part(cell / self.cols))
    }

    pub(crate) fn cell(&self, site: Site) -> Option<usize> {
        let (col, row) = (usize::from(site.col), usize::from(site.row));
        (site.place == Place::Cell && col < self.cols && row < self.rows)
            .then_some(row * self.cols + col)
    }
}

/// The marks of the tray; `None` if the player may not place one of them.
fn shapes(level: &Level) -> Option<Vec<PieceShape>> {
    judge::tray(level)
        .into_iter()
        .map(|(mark, count)| {
            let piece = Piece::read(&mark).ok()?;
            Some(PieceShape {
                kind: piece.kind()?,
                ins: piece.inputs(),
                outs: piece.outputs(),
                count: u8::try_from(count).ok()?,
                mark,
            })
        })
        .collect()
}

/// The power 1 in units: divisible by the denominators of sources, and by every splitting of the tray.
fn unit(fixed: &[(usize, Piece)], shapes: &[PieceShape]) -> Option<u64> {
    let mut unit: i128 = 1;
    for (_, piece) in fixed {
        if let Piece::Source { power, .. } = piece {
            unit = least_common_multiple(unit, i128::from(*power.denom()))?;
        }
    }
    for shape in shapes {
        for _ in 0..shape.count {
            unit = unit.checked_mul(i128::from(shape.shares())).filter(|n| *n < MAX_UNITS)?;
        }
    }
    u64::try_from(unit).ok()
}
