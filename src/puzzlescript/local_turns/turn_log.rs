//! What a turn touches and where it looks.

use crate::machine::{BoardMachine, within};
use crate::tables::{CellWords, RuleTables};
use std::collections::BTreeMap;

/// A bracket of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleRow {
    /// The number of the rule.
    pub(crate) rule: u32,
    /// The number of the bracket in it.
    pub(crate) row: u32,
}

/// What a bracket does on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowFinding {
    /// It matches nowhere.
    Nowhere,
    /// It matches, but would change nothing.
    Idle,
    /// It matches where it may change something.
    Stirs,
}

/// What a bracket does at most in a state in which turns are local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuietRow {
    pub(crate) place: RuleRow,
    pub(crate) most: RowFinding,
}

/// A rule some of whose brackets may match far from all that a turn touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FarRule {
    /// Its number.
    pub(crate) rule: u32,
    /// Its brackets that match only where the turn touches something.
    pub(crate) near: Vec<u32>,
}

/// The log of a machine's turns.
#[derive(Clone, Debug)]
pub(crate) struct TurnLog<const S: usize> {
    /// Cells that were written, with the movements that they were given.
    touched: Vec<(u32, CellWords<S>)>,
    /// In the order of their numbers.
    far_rules: Vec<FarRule>,
    /// One of these asked for something far away.
    looked_far: bool,
}

/// What turns touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnTouches {
    /// By cell, all movements that it was given; none where only its objects changed.
    pub(crate) moves: BTreeMap<u32, Vec<u64>>,
    /// A rule asked for something that may be anywhere.
    pub(crate) looked_far: bool,
}

impl<const S: usize> TurnLog<S> {
    pub(crate) fn new(far_rules: &[FarRule]) -> TurnLog<S> {
        TurnLog { touched: Vec::new(), far_rules: far_rules.to_vec(), looked_far: false }
    }

    /// A cell is written, and has these movements now.
    pub(crate) fn touch(&mut self, cell: usize, moves: CellWords<S>) {
        self.touched.push((cell as u32, moves));
    }

    /// What was touched since the last call.
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
    /// What a bracket does, at most: of brackets with gaps only the first segment is looked for.
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

    /// Notes in the log where a rule asks for something far away: where all its brackets match that can only
    /// match near.
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
