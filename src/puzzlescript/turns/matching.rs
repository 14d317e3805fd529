//! Finds the matches of a rule's rows of cells on the board.
//!
//! Planes give candidates, 64 cells at a time; cells confirm them. Hits come
//! in the order in which rules are applied: along columns for rules that look
//! up or down, along rows for the others.

use crate::compiling::masks::{LAYERS_PER_WORD, MOVEMENTS, bits_of};
use crate::compiling::tables::{
    CompiledCell, CompiledRow, CompiledRule, CompiledSegment, RuleTables, TermOp,
};
use crate::reading::words::Facing;
use crate::turns::machine::{BoardMachine, Hit, PlacedTerm, meets, within};

/// Maximum number of stored hits of one row; no playable game has more.
const MAX_HITS: usize = 1 << 20;

/// Cost in work of a word whose candidates are tested one by one.
const INEXACT_COST: u64 = 16;

/// The matches to look for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quest {
    /// Matches, if applying the rule to them would change anything.
    Changes,
    /// All matches.
    All,
}

/// The result of looking for a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// The rule does not apply.
    Nowhere,
    /// The rule applies but changes nothing.
    Idle,
    /// The rule applies; its hits are collected.
    Somewhere,
}

impl<const S: usize> BoardMachine<S> {
    /// Finds all rows of a rule. The hits are in `hits` if there is something to change.
    pub(crate) fn find(
        &mut self,
        tables: &RuleTables<S>,
        rule: &CompiledRule<S>,
        quest: Quest,
    ) -> Found {
        if !within(&rule.need, &self.present) || !within(&rule.need_moves, &self.present_moves) {
            return Found::Nowhere;
        }
        let rows = &tables.rows[rule.rows.start as usize..rule.rows.end as usize];
        let mut changes = !rule.can_idle || quest == Quest::All;
        for (index, row) in rows.iter().enumerate() {
            let exact = row.segments.iter().all(|segment| segment.exact);
            let cost = self.shape.n_words as u64 * if exact { 1 } else { INEXACT_COST };
            self.work_left = self.work_left.saturating_sub(cost);
            let mut begins = std::mem::take(&mut self.begins[index]);
            let (any, would_change) = self.mark_begins(tables, row, rule, &mut begins);
            self.begins[index] = begins;
            if !any {
                return Found::Nowhere;
            }
            changes |= would_change;
        }
        if !changes {
            return Found::Idle;
        }
        for (index, row) in rows.iter().enumerate() {
            let mut hits = std::mem::take(&mut self.hits[index]);
            self.collect_hits(tables, row, rule.facing, index, &mut hits);
            let any = !hits.is_empty();
            self.hits[index] = hits;
            if !any {
                return Found::Nowhere;
            }
        }
        Found::Somewhere
    }

    /// Marks the places of a row's first segment. Returns whether any exist, and whether cells would change.
    #[inline]
    pub(crate) fn mark_begins(
        &self,
        tables: &RuleTables<S>,
        row: &CompiledRow,
        rule: &CompiledRule<S>,
        begins: &mut Vec<u64>,
    ) -> (bool, bool) {
        begins.clear();
        let Some(segment) = row.segments.first() else { return (false, false) };
        let cells = &tables.cells[segment.cells.start as usize..segment.cells.end as usize];
        let delta = self.delta(rule.facing);
        let Some(starts) = self.starts[rule.facing as usize].get(row.n_cells) else {
            return (false, false);
        };
        let (mut any, mut changes) = (false, false);
        for (word, &start) in starts.iter().enumerate() {
            let mut found = self.segment_word(tables, segment, word, start, delta);
            any |= found != 0;
            if found != 0 && rule.can_idle && (!changes || rule.one_cell) {
                let changing = found & self.changing_word(tables, cells, found, word, delta);
                changes |= changing != 0;
                if rule.one_cell {
                    found = changing;
                }
            }
            begins.push(found);
        }
        (any, changes)
    }

    /// Returns those of the cells in `start` where a segment begins.
    #[inline(always)]
    fn segment_word(
        &self,
        tables: &RuleTables<S>,
        segment: &CompiledSegment,
        word: usize,
        start: u64,
        delta: isize,
    ) -> u64 {
        let mut found = start;
        if found == 0 {
            return 0;
        }
        let single = self.shape.n_words == 1;
        for term in &self.terms[segment.terms.start as usize..segment.terms.end as usize] {
            found &= if single {
                self.only_word(tables, term)
            } else {
                self.term_word(tables, term, word)
            };
            if found == 0 {
                return 0;
            }
        }
        if !segment.exact {
            let cells = &tables.cells[segment.cells.start as usize..segment.cells.end as usize];
            for bit in bits_of(found) {
                if !self.confirms(tables, cells, (word * 64 + bit) as isize, delta) {
                    found &= !(1 << bit);
                }
            }
        }
        found
    }

    /// Marks the places of a segment that comes after a gap. Returns whether there are any.
    fn mark_later(
        &self,
        tables: &RuleTables<S>,
        segment: &CompiledSegment,
        facing: Facing,
        marks: &mut Vec<u64>,
    ) -> bool {
        marks.clear();
        let Some(starts) = self.starts[facing as usize].get(segment.cells.len()) else {
            return false;
        };
        let delta = self.delta(facing);
        let words = starts.iter().enumerate();
        marks.extend(
            words.map(|(word, &start)| self.segment_word(tables, segment, word, start, delta)),
        );
        marks.iter().any(|&word| word != 0)
    }

    /// Returns those of the candidates of a word where some cell would change.
    fn changing_word(
        &self,
        tables: &RuleTables<S>,
        cells: &[CompiledCell<S>],
        candidates: u64,
        word: usize,
        delta: isize,
    ) -> u64 {
        let mut changing = 0;
        let mut shift = 0;
        for cell in cells {
            if let Some(made) =
                cell.replacement.and_then(|index| tables.replacements.get(index as usize))
            {
                for &plane in &made.set_planes {
                    changing |= !self.plane_word(plane, word, shift);
                }
                for s in 0..S {
                    for bit in bits_of(made.clear[s] & self.present[s]) {
                        changing |= self.plane_word((s * 64 + bit) as u32, word, shift);
                    }
                    for bit in bits_of(made.clear_moves[s] & self.present_moves[s]) {
                        let plane = self.shape.n_objects + s * LAYERS_PER_WORD * MOVEMENTS + bit;
                        changing |= self.plane_word(plane as u32, word, shift);
                    }
                }
            }
            if candidates & !changing == 0 {
                break;
            }
            shift += delta;
        }
        changing
    }

    /// Collects the hits of a row from the marks of its first segment.
    fn collect_hits(
        &mut self,
        tables: &RuleTables<S>,
        row: &CompiledRow,
        facing: Facing,
        index: usize,
        hits: &mut Vec<Hit>,
    ) {
        hits.clear();
        for (word, &begins) in self.begins[index].iter().enumerate() {
            hits.extend(
                bits_of(begins).map(|bit| Hit { at: (word * 64 + bit) as u32, gaps: [0; 2] }),
            );
        }
        if facing.is_horizontal() && hits.len() > 1 {
            let by_rows = &self.by_rows;
            hits.sort_unstable_by_key(|hit| by_rows[hit.at as usize]);
        }
        if row.segments.len() > 1 && !hits.is_empty() {
            let mut starts = std::mem::take(&mut self.spare_hits);
            std::mem::swap(&mut starts, hits);
            hits.clear();
            self.find_gaps(tables, row, facing, &starts, hits);
            self.spare_hits = starts;
        }
        self.work_left = self.work_left.saturating_sub(1 + hits.len() as u64);
    }

    /// One word of the cells for which a term holds.
    #[inline(always)]
    fn term_word(&self, tables: &RuleTables<S>, term: &PlacedTerm, word: usize) -> u64 {
        let at = (term.first as isize + word as isize) as usize;
        let moved = |at: usize| {
            let low = self.planes.get(at).copied().unwrap_or(0);
            if term.bits == 0 {
                return low;
            }
            let high = self.planes.get(at.wrapping_add(1)).copied().unwrap_or(0);
            low >> term.bits | high << (64 - term.bits)
        };
        let any = |first: u32, n: u32| {
            let planes = &tables.listed[first as usize..(first + n) as usize];
            planes.iter().fold(0, |found, &plane| {
                found | moved(at.wrapping_add(plane as usize * self.shape.n_words))
            })
        };
        match term.op {
            TermOp::Has(_) => moved(at),
            TermOp::Lacks(_) => !moved(at),
            TermOp::HasAny { first, n } => any(first, n),
            TermOp::LacksAll { first, n } => !any(first, n),
        }
    }

    /// The word of the cells for which a term holds, on a board of one word: no neighbouring words matter.
    #[inline(always)]
    fn only_word(&self, tables: &RuleTables<S>, term: &PlacedTerm) -> u64 {
        // A move back has -1 as its whole words; a move ahead has 0.
        let back = |plane: u32| term.first < plane as i32;
        let moved = |plane: u32, back: bool| {
            let bits = self.planes.get(plane as usize).copied().unwrap_or(0);
            if back { bits << (64 - term.bits) } else { bits >> term.bits }
        };
        let any = |first: u32, n: u32| {
            let planes = &tables.listed[first as usize..(first + n) as usize];
            planes.iter().fold(0, |found, &plane| found | moved(plane, back(0)))
        };
        match term.op {
            TermOp::Has(plane) => moved(plane, back(plane)),
            TermOp::Lacks(plane) => !moved(plane, back(plane)),
            TermOp::HasAny { first, n } => any(first, n),
            TermOp::LacksAll { first, n } => !any(first, n),
        }
    }

    /// A word of a plane, seen from `shift` cells before.
    ///
    /// Bits from beyond the plane are whatever lies there: rows that would
    /// reach them have no room and are masked out.
    #[inline(always)]
    fn plane_word(&self, plane: u32, word: usize, shift: isize) -> u64 {
        let base = plane as usize * self.shape.n_words + word;
        if shift == 0 {
            return self.planes.get(base).copied().unwrap_or(0);
        }
        let first = base.wrapping_add_signed(shift >> 6);
        let low = self.planes.get(first).copied().unwrap_or(0);
        let bits = (shift & 63) as u32;
        if bits == 0 {
            return low;
        }
        let high = self.planes.get(first.wrapping_add(1)).copied().unwrap_or(0);
        low >> bits | high << (64 - bits)
    }

    /// Returns whether the cells from `at` on match the patterns.
    #[inline]
    pub(crate) fn confirms(
        &self,
        tables: &RuleTables<S>,
        cells: &[CompiledCell<S>],
        mut at: isize,
        delta: isize,
    ) -> bool {
        for cell in cells {
            if !self.cell_is(tables, cell, at as usize) {
                return false;
            }
            at += delta;
        }
        true
    }

    #[inline(always)]
    fn cell_is(&self, tables: &RuleTables<S>, pattern: &CompiledCell<S>, at: usize) -> bool {
        let (Some(objects), Some(moves)) = (self.cells.get(at), self.moves.get(at)) else {
            return false;
        };
        within(&pattern.present, objects)
            && !meets(&pattern.missing, objects)
            && within(&pattern.moving, moves)
            && !meets(&pattern.still, moves)
            && tables.any[pattern.any.start as usize..pattern.any.end as usize]
                .iter()
                .all(|any| meets(any, objects))
    }

    /// The maximum total length of a row's gaps, plus one, if it begins at `at`.
    fn gap_room(&self, row: &CompiledRow, facing: Facing, at: u32) -> u32 {
        let (column, line) = (at as usize / self.shape.height, at as usize % self.shape.height);
        let ahead = match facing {
            Facing::Up => line + 1,
            Facing::Down => self.shape.height - line,
            Facing::Left => column + 1,
            Facing::Right => self.shape.width - column,
        };
        (ahead + 1).saturating_sub(row.n_cells) as u32
    }

    /// Extends starts by all gaps that fit.
    fn find_gaps(
        &mut self,
        tables: &RuleTables<S>,
        row: &CompiledRow,
        facing: Facing,
        starts: &[Hit],
        hits: &mut Vec<Hit>,
    ) {
        let mut later = std::mem::take(&mut self.later);
        let after = row.segments.iter().skip(1).zip(&mut later);
        let all_somewhere = after.fold(true, |so_far, (segment, marks)| {
            so_far && self.mark_later(tables, segment, facing, marks)
        });
        if all_somewhere {
            self.extend_over_gaps(row, facing, &later, starts, hits);
        }
        self.later = later;
    }

    fn extend_over_gaps(
        &mut self,
        row: &CompiledRow,
        facing: Facing,
        later: &[Vec<u64>; 2],
        starts: &[Hit],
        hits: &mut Vec<Hit>,
    ) {
        let delta = self.delta(facing);
        let n_first = row.segments.first().map_or(0, |segment| segment.cells.len()) as isize;
        let n_second = row.segments.get(1).map_or(0, |segment| segment.cells.len()) as isize;
        let is_marked = |marks: &[u64], at: isize| {
            marks.get(at as usize / 64).is_some_and(|word| word >> (at as usize % 64) & 1 == 1)
        };
        for start in starts {
            let room = self.gap_room(row, facing, start.at);
            for first in 0..room {
                let at = start.at as isize + delta * (n_first + first as isize);
                if !is_marked(&later[0], at) {
                    continue;
                }
                if row.segments.len() == 2 {
                    hits.push(Hit { at: start.at, gaps: [first, 0] });
                    continue;
                }
                for second in 0..room - first {
                    if is_marked(&later[1], at + delta * (n_second + second as isize)) {
                        hits.push(Hit { at: start.at, gaps: [first, second] });
                    }
                }
            }
            if hits.len() > MAX_HITS || !self.spend(u64::from(room)) {
                self.work_left = 0;
                return;
            }
        }
    }

    /// Returns whether the segment after the n-th gap is where a hit says.
    fn segment_is(
        &self,
        tables: &RuleTables<S>,
        row: &CompiledRow,
        index: usize,
        hit: Hit,
        delta: isize,
    ) -> bool {
        let before: usize =
            row.segments.iter().take(index).map(|segment| segment.cells.len()).sum();
        let gaps: u32 = hit.gaps.iter().take(index).sum();
        let Some(segment) = row.segments.get(index) else { return false };
        let at = hit.at as isize + delta * (before as isize + gaps as isize);
        let cells = &tables.cells[segment.cells.start as usize..segment.cells.end as usize];
        self.confirms(tables, cells, at, delta)
    }

    /// Returns whether a whole row is still where it was found.
    #[inline]
    pub(crate) fn row_is(
        &self,
        tables: &RuleTables<S>,
        row: &CompiledRow,
        hit: Hit,
        delta: isize,
    ) -> bool {
        (0..row.segments.len()).all(|index| self.segment_is(tables, row, index, hit, delta))
    }
}
