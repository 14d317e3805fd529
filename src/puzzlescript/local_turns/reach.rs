//! How far from a movement a turn looks: the proof that turns of a level are local.
//!
//! Turns are local where each rule that may ever match asks, in each of its brackets, for a movement in some
//! cell. Movements begin with the player; every bracket that matches lies around a cell that has a movement
//! then, and what moves looks at the next cell alone. So a turn depends on nothing but the cells around those
//! that had movements in it: from two states that are alike in these cells, each rule matches in the same
//! places in the same order, and the same changes.

use crate::game::ScriptGame;
use crate::machine::BoardShape;
use crate::masks::{LAYERS_PER_WORD, MOVEMENTS, WideMask};
use crate::relevance::live_rules;
use crate::tables::{CompiledRule, RuleTables, command};
use crate::widths::with_tables;
use crate::words::Facing;
use std::collections::BTreeMap;

/// A bracket of a rule: what it asks of one of its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReachRow {
    facing: Facing,
    n_cells: usize,
    /// The cell that has to have these movements.
    anchor: usize,
    moving: Vec<u64>,
}

/// Which cells a turn may look at, given the movements that there were in it.
#[derive(Clone, Debug)]
pub(super) struct TurnReach {
    shape: BoardShape,
    rows: Vec<ReachRow>,
}

impl TurnReach {
    /// None where turns of the level are not local for sure.
    pub(super) fn of(game: &ScriptGame, level: usize) -> Option<TurnReach> {
        let board = game.board(level)?;
        let mut start = WideMask::default();
        game.cells(board).into_iter().flatten().for_each(|object| start.insert(object));
        let shape = game.shape(board);
        with_tables!(&*game.tables, tables => reach_of(tables, shape, &start))
    }

    /// The cells that a turn may have looked at, in order, given all movements that cells had in it.
    pub(super) fn cells(&self, moves: &BTreeMap<u32, Vec<u64>>) -> Vec<usize> {
        let mut seen = vec![false; self.shape.n_cells()];
        let mut see =
            |cell: usize| seen.iter_mut().skip(cell).take(1).for_each(|seen| *seen = true);
        for (&cell, had) in moves {
            let cell = cell as usize;
            see(cell);
            for facing in Facing::ALL {
                if moves_towards(had, facing) && self.shape.room_ahead(cell, facing) > 1 {
                    see(self.along(cell, facing, 1));
                }
            }
            for row in &self.rows {
                let has = row.moving.iter().zip(had).all(|(asked, had)| asked & !had == 0);
                if !has || self.shape.room_ahead(cell, row.facing) < row.n_cells - row.anchor {
                    continue;
                }
                if self.shape.room_ahead(cell, row.facing.back()) <= row.anchor {
                    continue;
                }
                let first = self.along(cell, row.facing.back(), row.anchor);
                (0..row.n_cells).for_each(|n| see(self.along(first, row.facing, n)));
            }
        }
        (0..seen.len()).filter(|cell| seen[*cell]).collect()
    }

    /// The cell that is so many steps ahead, which has to be on the board.
    fn along(&self, cell: usize, facing: Facing, steps: usize) -> usize {
        match facing {
            Facing::Up => cell - steps,
            Facing::Down => cell + steps,
            Facing::Left => cell - steps * self.shape.height,
            Facing::Right => cell + steps * self.shape.height,
        }
    }
}

/// Whether any layer has a movement in a direction.
fn moves_towards(had: &[u64], facing: Facing) -> bool {
    let bit = facing as usize;
    let layers =
        (0..LAYERS_PER_WORD).fold(0, |all, layer| all | 1_u64 << (layer * MOVEMENTS + bit));
    had.iter().any(|word| word & layers != 0)
}

fn reach_of<const S: usize>(
    tables: &RuleTables<S>,
    shape: BoardShape,
    start: &WideMask,
) -> Option<TurnReach> {
    let is_odd = tables.is_flawed
        || tables.random_line.is_some()
        || !tables.crowded.is_empty()
        || tables.player_together;
    if is_odd {
        return None;
    }
    let (live, _) = live_rules(tables, start);
    let first_late = tables.late.groups.first().map_or(u32::MAX, |group| group.rules.start);
    let mut rows: Vec<ReachRow> = Vec::new();
    for (number, rule) in tables.rules.iter().enumerate().filter(|(number, _)| live[*number]) {
        let acts = command::WIN | command::RESTART | command::CHECKPOINT | command::AGAIN;
        if number as u32 >= first_late || rule.rigid != 0 || rule.commands & acts != 0 {
            return None;
        }
        for row in rows_of(tables, rule)? {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    Some(TurnReach { shape, rows })
}

/// The brackets of a rule; none if one has a gap or asks for no movement.
fn rows_of<const S: usize>(
    tables: &RuleTables<S>,
    rule: &CompiledRule<S>,
) -> Option<Vec<ReachRow>> {
    let rows = tables.rows[rule.rows.start as usize..rule.rows.end as usize].iter();
    let rows = rows.map(|row| {
        let [segment] = row.segments.as_slice() else { return None };
        let cells = &tables.cells[segment.cells.start as usize..segment.cells.end as usize];
        let anchor = cells.iter().position(|cell| cell.moving != [0; S])?;
        let moving = cells[anchor].moving.to_vec();
        Some(ReachRow { facing: rule.facing, n_cells: row.n_cells, anchor, moving })
    });
    rows.collect()
}
