//! The log of the cells that a turn touches, and of rules that look far.

use crate::compiling::tables::{CellWords, RuleTables};
use crate::turns::machine::{BoardMachine, within};
use std::collections::BTreeMap;

/// A bracket of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleRow {
    pub(crate) rule: u32,
    /// The number of the bracket in it.
    pub(crate) row: u32,
}

/// Effect of a bracket on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowFinding {
    /// It matches nowhere.
    Nowhere,
    /// It matches, but would change nothing.
    Idle,
    /// It matches where it may change something.
    Stirs,
}

/// Bound on the effect of a bracket in a state in which turns are local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuietRow {
    pub(crate) place: RuleRow,
    pub(crate) most: RowFinding,
}

/// A rule with some brackets that may match far from all touched cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FarRule {
    /// Its number.
    pub(crate) rule: u32,
    /// Its brackets that match only near touched cells.
    pub(crate) near: Vec<u32>,
}

/// The log of a machine's turns.
#[derive(Clone, Debug)]
pub(crate) struct TurnLog<const S: usize> {
    /// Cells that were written, with the movements that they were given.
    touched: Vec<(u32, CellWords<S>)>,
    /// The far rules, sorted by number.
    far_rules: Vec<FarRule>,
    /// One of these looked far.
    looked_far: bool,
}

/// The cells that turns touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnTouches {
    /// For each cell, all movements that it was given; none if only its objects changed.
    pub(crate) moves: BTreeMap<u32, Vec<u64>>,
    /// A rule looked far.
    pub(crate) looked_far: bool,
}

impl<const S: usize> TurnLog<S> {
    pub(crate) fn new(far_rules: &[FarRule]) -> TurnLog<S> {
        TurnLog { touched: Vec::new(), far_rules: far_rules.to_vec(), looked_far: false }
    }

    /// Records that a cell was written and now has these movements.
    pub(crate) fn touch(&mut self, cell: usize, moves: CellWords<S>) {
        self.touched.push((cell as u32, moves));
    }

    /// Returns what was touched since the last call.
    pub(crate) fn take(&mut self) -> TurnTouches {
        let looked_far = std::mem::take(&mut self.looked_far);
        let mut moves: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (cell, words) in self.touched.drain(..) {
            let all = moves.entry(cell).or_insert_with(|| vec![0; S]);
            all.iter_mut().zip(words).for_each(|(all, word)| *all |= word);
        }
        TurnTouches { moves, looked_far }
    }
}

impl<const S: usize> BoardMachine<S> {
    /// Returns a bound on the effect of a bracket: only the first segment of one with gaps is looked for.
    pub(crate) fn finding(&mut self, tables: &RuleTables<S>, place: RuleRow) -> RowFinding {
        let rule = &tables.rules[place.rule as usize];
        let row = &tables.rows[rule.rows.start as usize + place.row as usize];
        if rule.rows.len() == 1 && !within(&rule.need, &self.present) {
            return RowFinding::Nowhere;
        }
        let mut begins = std::mem::take(&mut self.spare_begins);
        let (matches, changes) = self.mark_begins(tables, row, rule, &mut begins);
        self.spare_begins = begins;
        match matches {
            false => RowFinding::Nowhere,
            true if rule.can_idle && !changes => RowFinding::Idle,
            true => RowFinding::Stirs,
        }
    }

    /// Records in the log if a rule looks far: if all its brackets that can only match near do match.
    #[cold]
    pub(crate) fn note_far(&mut self, tables: &RuleTables<S>, number: u32) {
        let Some(log) = self.log.as_mut().filter(|log| !log.looked_far) else { return };
        let Ok(at) = log.far_rules.binary_search_by_key(&number, |far| far.rule) else { return };
        let near = std::mem::take(&mut log.far_rules[at].near);
        let mut rows = near.iter().map(|&row| RuleRow { rule: number, row });
        let looked_far = rows.all(|row| self.finding(tables, row) != RowFinding::Nowhere);
        if let Some(log) = &mut self.log {
            log.far_rules[at].near = near;
            log.looked_far = looked_far;
        }
    }
}
