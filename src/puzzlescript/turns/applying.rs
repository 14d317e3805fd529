//! Applies rules: replaces their matches on the board.
//!
//! Groups repeat until nothing changes, loops repeat groups, random groups
//! choose one match. The order of all this is the game.

use crate::chances::even_draws::EvenDraws;
use crate::compiling::masks::{ANY_MOVEMENT, bits_of, movement_place};
use crate::compiling::tables::{
    CompiledGroup, CompiledPhase, CompiledReplacement, CompiledRule, RuleTables, command,
};
use crate::turns::machine::{BoardMachine, Hit, meets, within};
use crate::turns::matching::{Found, Quest};
use crate::turns::rng::ChanceSource;
use crate::turns::trace::{TurnEvent, TurnWatcher};

/// Maximum number of rounds of a group.
const MAX_ROUNDS: u32 = 200;

impl<const S: usize> BoardMachine<S> {
    /// Applies all groups of a phase.
    pub(crate) fn apply_phase<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        phase: &CompiledPhase,
        banned: bool,
        watcher: &mut T,
    ) {
        let mut index = 0;
        let mut changed = false;
        let mut rounds = 0;
        while let Some(group) = phase.groups.get(index) {
            if !(banned && self.banned.get(index).copied().unwrap_or(false)) {
                changed |= self.apply_group(tables, group, watcher);
            }
            if self.work_left == 0 {
                return;
            }
            let back = phase.loop_back.get(index).copied().flatten();
            match back.filter(|_| changed) {
                Some(back) => {
                    index = back;
                    changed = false;
                    rounds += 1;
                    if rounds > MAX_ROUNDS {
                        self.gave_up = phase.groups.get(back).map(|group| group.line);
                        return;
                    }
                }
                None => index += 1,
            }
        }
    }

    /// Applies a group until nothing changes. Returns whether anything changed.
    fn apply_group<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        group: &CompiledGroup,
        watcher: &mut T,
    ) -> bool {
        self.at_line = group.line;
        let rules = &tables.rules[group.rules.start as usize..group.rules.end as usize];
        if group.random {
            return self.apply_random(tables, rules, watcher);
        }
        let mut changed = false;
        // Number of consecutive rules that changed nothing. If it reaches all rules, a further round is idle.
        let mut n_idle = 0;
        if group.draws_evenly && matches!(self.random, ChanceSource::Given(_)) {
            self.even_draws = Some(EvenDraws::default());
        }
        for round in 0..MAX_ROUNDS {
            let mut changed_now = false;
            self.work_left = self.work_left.saturating_sub(rules.len() as u64);
            let before = (
                std::mem::replace(&mut self.written, [0; S]),
                std::mem::replace(&mut self.written_moves, [0; S]),
            );
            for (rule, number) in rules.iter().zip(group.rules.clone()) {
                if self.log.is_some() {
                    self.note_far(tables, number);
                }
                // A rule that did nothing will do nothing again until something that it touches is written.
                let is_due = round == 0
                    || group.draws
                    || rule.rigid != 0
                    || meets(&rule.touch, &before.0)
                    || meets(&rule.touch_moves, &before.1)
                    || meets(&rule.touch, &self.written)
                    || meets(&rule.touch_moves, &self.written_moves);
                if is_due && self.apply_rule(tables, rule, watcher) {
                    changed_now = true;
                    n_idle = 0;
                } else {
                    n_idle += 1;
                    if n_idle >= rules.len() && !group.draws {
                        return changed | changed_now;
                    }
                }
            }
            let draws = if group.draws_evenly { self.even_draws.take() } else { None };
            if !changed_now || draws.is_some_and(|draws| draws.are_enough()) {
                return changed | changed_now;
            }
            changed = true;
            if self.work_left == 0 {
                return changed;
            }
        }
        self.gave_up = Some(group.line);
        changed
    }

    /// Applies a rule to all its first matches that still match. Returns whether anything changed.
    #[inline]
    fn apply_rule<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        rule: &CompiledRule<S>,
        watcher: &mut T,
    ) -> bool {
        let found = self.find(tables, rule, Quest::Changes);
        if found == Found::Nowhere {
            return false;
        }
        let changed = found == Found::Somewhere
            && rule.has_right
            && self.apply_everywhere(tables, rule, watcher);
        self.give_commands::<T>(rule);
        if T::WATCHES && changed {
            watcher.note(TurnEvent::Fired { line: rule.line });
        }
        changed
    }

    /// Applies a rule to all combinations of its rows' hits; the first row's hits change fastest.
    fn apply_everywhere<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        rule: &CompiledRule<S>,
        watcher: &mut T,
    ) -> bool {
        let n_rows = rule.rows.len();
        let mut changed = false;
        let mut hits = std::mem::take(&mut self.hits);
        let mut choice = Odometer::new(n_rows);
        let mut first = true;
        loop {
            if first || self.all_rows_are(tables, rule, &hits, &choice) {
                changed |= self.replace_rows(tables, rule, &hits, &choice, watcher);
            }
            first = false;
            if !self.spend(1) || !choice.advance(&hits) {
                break;
            }
        }
        for row in hits.iter_mut().take(n_rows) {
            row.clear();
        }
        self.hits = hits;
        changed
    }

    fn all_rows_are(
        &self,
        tables: &RuleTables<S>,
        rule: &CompiledRule<S>,
        hits: &[Vec<Hit>],
        choice: &Odometer,
    ) -> bool {
        let delta = self.delta(rule.facing);
        let rows = &tables.rows[rule.rows.start as usize..rule.rows.end as usize];
        rows.iter().zip(hits).enumerate().all(|(index, (row, hits))| {
            hits.get(choice.get(index)).is_some_and(|&hit| self.row_is(tables, row, hit, delta))
        })
    }

    fn replace_rows<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        rule: &CompiledRule<S>,
        hits: &[Vec<Hit>],
        choice: &Odometer,
        watcher: &mut T,
    ) -> bool {
        let delta = self.delta(rule.facing);
        let rows = &tables.rows[rule.rows.start as usize..rule.rows.end as usize];
        let mut changed = false;
        for (index, (row, hits)) in rows.iter().zip(hits).enumerate() {
            let Some(&hit) = hits.get(choice.get(index)) else { continue };
            let mut at = hit.at as isize;
            for (segment, gap) in row.segments.iter().zip([0, hit.gaps[0], hit.gaps[1]]) {
                at += delta * gap as isize;
                for cell in &tables.cells[segment.cells.start as usize..segment.cells.end as usize]
                {
                    if let Some(index) = cell.replacement {
                        let made = &tables.replacements[index as usize];
                        changed |= self.replace(tables, made, rule.rigid, at as usize, watcher);
                    }
                    at += delta;
                }
            }
        }
        changed
    }

    /// Replaces a cell's contents as a rule says. Returns whether that changes the cell.
    fn replace<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        made: &CompiledReplacement<S>,
        rigid: u32,
        at: usize,
        watcher: &mut T,
    ) -> bool {
        let (Some(&old), Some(&old_moves)) = (self.cells.get(at), self.moves.get(at)) else {
            return false;
        };
        let (mut keep, mut set) = (made.keep, made.set);
        let (mut keep_moves, mut set_moves) = (made.keep_moves, made.set_moves);
        if !made.random_objects.is_empty() {
            let choice = self.random.below(made.random_objects.len() as u64) as usize;
            let object = made.random_objects.get(choice).map_or(0, |&object| object as usize);
            let layer = tables.layers.get(object).map_or(0, |&layer| layer as usize);
            set[object / 64] |= 1 << (object % 64);
            if let Some(mask) = tables.layer_masks.get(layer) {
                (0..S).for_each(|s| keep[s] &= !mask[s]);
            }
            let (word, shift) = movement_place(layer);
            keep_moves[word] &= !(ANY_MOVEMENT << shift);
        }
        for &layer in &made.random_layers {
            let direction = self.random.below(4);
            let (word, shift) = movement_place(layer as usize);
            set_moves[word] |= 1 << (u64::from(shift) + direction);
        }
        let new: [u64; S] = std::array::from_fn(|s| old[s] & keep[s] | set[s]);
        let new_moves: [u64; S] =
            std::array::from_fn(|s| old_moves[s] & keep_moves[s] | set_moves[s]);
        if let Some(draws) = &mut self.even_draws {
            draws.note(made, at, (&old_moves, &new_moves), new != old);
        }
        let bound = rigid != 0 && self.bind(made, rigid, at);
        if new == old && new_moves == old_moves {
            return bound;
        }
        if new_moves != old_moves {
            self.write_moves(at, new_moves);
        }
        if new != old {
            self.write_objects(at, new);
            if T::WATCHES {
                tell_changes(tables, &old, &new, at, watcher);
            }
        }
        true
    }

    /// Marks the layers of a cell that a rigid rule decides. Returns whether they were not marked before.
    fn bind(&mut self, made: &CompiledReplacement<S>, rigid: u32, at: usize) -> bool {
        let (Some(groups), Some(layers)) =
            (self.rigid_groups.get_mut(at), self.rigid_layers.get_mut(at))
        else {
            return false;
        };
        let mut number = [0; S];
        for (s, word) in number.iter_mut().enumerate() {
            for layer in 0..crate::compiling::masks::LAYERS_PER_WORD {
                *word |= u64::from(rigid) << (layer * crate::compiling::masks::MOVEMENTS);
            }
            *word &= made.layers[s];
        }
        if within(&number, groups) || within(&made.layers, layers) {
            return false;
        }
        for s in 0..S {
            groups[s] |= number[s];
            layers[s] |= made.layers[s];
        }
        self.touched[at / 64] |= 1 << (at % 64);
        true
    }

    /// Chooses one match among those of all rules of a group.
    fn apply_random<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        rules: &[CompiledRule<S>],
        watcher: &mut T,
    ) -> bool {
        let mut n_matches = Vec::with_capacity(rules.len());
        let mut total: u64 = 0;
        for rule in rules {
            let found = self.find(tables, rule, Quest::All);
            let n = if found == Found::Somewhere { self.n_combinations(rule) } else { 0 };
            n_matches.push(n);
            total = total.saturating_add(n);
        }
        if total == 0 {
            return false;
        }
        let mut choice = self.random.below(total);
        for (rule, n) in rules.iter().zip(n_matches) {
            if choice >= n {
                choice -= n;
                continue;
            }
            if self.find(tables, rule, Quest::All) != Found::Somewhere {
                return false;
            }
            let hits = std::mem::take(&mut self.hits);
            let odometer = Odometer::at(choice, rule.rows.len(), &hits);
            let changed = self.replace_rows(tables, rule, &hits, &odometer, watcher);
            self.hits = hits;
            self.give_commands::<T>(rule);
            if T::WATCHES && changed {
                watcher.note(TurnEvent::Fired { line: rule.line });
            }
            return changed;
        }
        false
    }

    fn n_combinations(&self, rule: &CompiledRule<S>) -> u64 {
        let rows = self.hits.iter().take(rule.rows.len());
        rows.fold(1, |n, hits| n.saturating_mul(hits.len() as u64))
    }

    /// Adds a rule's commands: CANCEL drives out all others, RESTART all but CANCEL.
    fn give_commands<T: TurnWatcher>(&mut self, rule: &CompiledRule<S>) {
        let new = rule.commands;
        if new == 0 || self.queue.bits & command::CANCEL != 0 {
            return;
        }
        if self.queue.bits & command::RESTART != 0 && new & command::CANCEL == 0 {
            return;
        }
        if new & (command::CANCEL | command::RESTART) != 0 {
            self.queue = Default::default();
            self.given.clear();
        }
        if self.queue.bits & command::MESSAGE == 0 {
            self.queue.message = rule.message.or(self.queue.message);
        }
        if new & command::AGAIN != 0 {
            self.again_line = rule.line;
        }
        self.queue.bits |= new;
        if T::WATCHES && new & command::TELLING != 0 && !self.given.contains(&rule.line) {
            self.given.push(rule.line);
        }
    }
}

fn tell_changes<const S: usize, T: TurnWatcher>(
    tables: &RuleTables<S>,
    old: &[u64; S],
    new: &[u64; S],
    at: usize,
    watcher: &mut T,
) {
    let cell = at as u32;
    let mut entered = false;
    for s in 0..S {
        for bit in bits_of(old[s] & !new[s]) {
            watcher.note(TurnEvent::Destroyed { object: (s * 64 + bit) as u32, cell });
        }
        for bit in bits_of(new[s] & !old[s]) {
            watcher.note(TurnEvent::Made { object: (s * 64 + bit) as u32, cell });
            entered |= tables.player[s] >> bit & 1 == 1;
        }
    }
    if entered {
        watcher.note(TurnEvent::Entered { cell });
    }
}

/// Maximum number of rows of a rule whose choices are stored without allocation.
const FEW_ROWS: usize = 8;

/// One hit of each row; steps through all combinations like an odometer.
struct Odometer {
    few: [u32; FEW_ROWS],
    many: Vec<u32>,
    n: usize,
}

impl Odometer {
    fn new(n: usize) -> Odometer {
        Odometer { few: [0; FEW_ROWS], many: if n > FEW_ROWS { vec![0; n] } else { Vec::new() }, n }
    }

    /// The odometer after `choice` steps.
    fn at(mut choice: u64, n: usize, hits: &[Vec<Hit>]) -> Odometer {
        let mut odometer = Odometer::new(n);
        for (digit, row) in odometer.digits().iter_mut().zip(hits) {
            let n_hits = row.len().max(1) as u64;
            *digit = (choice % n_hits) as u32;
            choice /= n_hits;
        }
        odometer
    }

    fn digits(&mut self) -> &mut [u32] {
        if self.n > FEW_ROWS { &mut self.many } else { &mut self.few[..self.n] }
    }

    fn get(&self, row: usize) -> usize {
        let digits = if self.n > FEW_ROWS { self.many.as_slice() } else { &self.few };
        digits.get(row).map_or(0, |&digit| digit as usize)
    }

    /// Goes to the next combination; false after the last.
    fn advance(&mut self, hits: &[Vec<Hit>]) -> bool {
        for (digit, row) in self.digits().iter_mut().zip(hits) {
            *digit += 1;
            if (*digit as usize) < row.len() {
                return true;
            }
            *digit = 0;
        }
        false
    }
}
