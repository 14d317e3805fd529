//! The places on a board where parts of rules may apply.

use super::cell_rules::CellRule;
use crate::compiling::masks::WideMask;
use crate::compiling::tables::{CellWords, RuleTables};
use crate::reading::words::Facing;
use crate::turns::machine::BoardShape;
use std::ops::Range;

/// The most places.
const MAX_PLACES: usize = 1 << 20;
/// The most words for the cells of rules.
const MAX_RULE_WORDS: usize = 1 << 22;

/// A part of a rule without gaps, at a place on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// The part, by its number.
    pub(super) part: u32,
    /// The place of its first cell.
    pub(super) begin: u32,
}

/// A part of a rule without gaps.
pub(super) struct RulePart {
    pub(super) rule: usize,
    /// Its cells among those of all rules.
    pub(super) cells: Range<usize>,
    /// The step from one cell to the next.
    pub(super) delta: isize,
    /// The rule changes the cells even if an earlier bracket has just changed them.
    pub(super) forced: bool,
}

/// The rules of a game as parts, with their requirements and effects.
pub(super) struct BoardRules<'a, const S: usize> {
    pub(super) tables: &'a RuleTables<S>,
    pub(super) shape: BoardShape,
    /// By cell of the rules.
    pub(super) cells: Vec<CellRule<S>>,
    pub(super) parts: Vec<RulePart>,
    /// The parts of each rule.
    pub(super) parts_of: Vec<Range<usize>>,
    /// Rules before this one are early ones.
    pub(super) first_late: usize,
}

/// The neighbour of a cell in the direction of a movement: 1 up, 2 down, 3 left, 4 right.
pub(super) fn beside(shape: BoardShape, cell: usize, code: usize) -> Option<usize> {
    let (column, row) = (cell / shape.height, cell % shape.height);
    match code {
        1 => (row > 0).then(|| cell - 1),
        2 => (row + 1 < shape.height).then(|| cell + 1),
        3 => (column > 0).then(|| cell - shape.height),
        4 => (column + 1 < shape.width).then(|| cell + shape.height),
        _ => None,
    }
}

impl<'a, const S: usize> BoardRules<'a, S> {
    /// `None` if there are too many places.
    pub(super) fn new(tables: &'a RuleTables<S>, shape: BoardShape) -> Option<BoardRules<'a, S>> {
        if tables.cells.len() * tables.n_layers * S > MAX_RULE_WORDS {
            return None;
        }
        let cells = tables.cells.iter().map(|cell| CellRule::new(tables, cell)).collect();
        let first_late = tables.late.groups.first().map(|group| group.rules.start as usize);
        let mut rules = BoardRules {
            tables,
            shape,
            cells,
            parts: Vec::new(),
            parts_of: Vec::new(),
            first_late: first_late.unwrap_or(tables.rules.len()),
        };
        for rule in 0..tables.rules.len() {
            let first = rules.parts.len();
            rules.add_parts(rule);
            rules.parts_of.push(first..rules.parts.len());
        }
        (rules.parts.len() * shape.n_cells() <= MAX_PLACES).then_some(rules)
    }

    fn add_parts(&mut self, number: usize) {
        let rule = &self.tables.rules[number];
        let height = self.shape.height as isize;
        let delta = match rule.facing {
            Facing::Up => -1,
            Facing::Down => 1,
            Facing::Left => -height,
            Facing::Right => height,
        };
        let mut changed = WideMask::default();
        for row in &self.tables.rows[rule.rows.start as usize..rule.rows.end as usize] {
            let segments = row.segments.iter();
            let ranges =
                segments.map(|segment| segment.cells.start as usize..segment.cells.end as usize);
            let ranges: Vec<Range<usize>> = ranges.collect();
            let cells = || ranges.iter().cloned().flatten().filter_map(|cell| self.cells.get(cell));
            let forced = cells().any(|cell| cell.layers().any(|layer| changed.contains(layer)));
            cells().flat_map(|cell| &cell.changes).for_each(|change| changed.insert(change.layer));
            self.parts.extend(ranges.into_iter().map(|cells| RulePart {
                rule: number,
                cells,
                delta,
                forced,
            }));
        }
    }

    /// All places of all parts.
    pub(super) fn places(&self) -> Vec<Placement> {
        let shape = self.shape;
        let mut places = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let n = part.cells.len().max(1);
            let facing = self.tables.rules[part.rule].facing;
            for cell in 0..shape.n_cells() {
                if shape.room_ahead(cell, facing) >= n {
                    places.push(Placement { part: number as u32, begin: cell as u32 });
                }
            }
        }
        places
    }

    /// The cells of a place: their numbers on the board, and among the cells of the rules.
    pub(super) fn cells_at(
        &self,
        place: Placement,
    ) -> impl Iterator<Item = (usize, &CellRule<S>)> + Clone {
        let part = &self.parts[place.part as usize];
        let at = place.begin as isize;
        let cells = self.cells[part.cells.clone()].iter().enumerate();
        cells.map(move |(n, cell)| ((at + part.delta * n as isize) as usize, cell))
    }

    pub(super) fn part(&self, place: Placement) -> &RulePart {
        &self.parts[place.part as usize]
    }

    pub(super) fn layer(&self, object: usize) -> usize {
        usize::from(self.tables.layers.get(object).copied().unwrap_or(0))
    }

    /// The objects of a layer.
    pub(super) fn mask(&self, layer: usize) -> CellWords<S> {
        self.tables.layer_masks.get(layer).copied().unwrap_or([0; S])
    }

    /// Returns whether movements may be left in empty cells, so that the next object there would move.
    pub(super) fn leaves_ghosts(&self) -> bool {
        self.parts.iter().any(|part| {
            self.cells[part.cells.clone()].iter().any(|cell| {
                cell.changes.iter().any(|change| cell.leaves_ghosts(change, part.forced))
            })
        })
    }
}
