//! Rules that draw directions again and again until a round changes nothing.
//!
//! `[ Cat ] -> [ randomdir Cat ]` matches in every round of its group, so the group ends only when all cats
//! draw the direction they have, or after 200 rounds: far too many ways to take one by one. If nothing else
//! depends on the directions drawn, one round gives the chances of all: exchanging two directions of a cell
//! throughout such a play gives another play that is equally likely and ends at the same time. So if the cells
//! stood still before, every direction of a cell is equally likely at the end, independently of the others,
//! just as after the first round.

use crate::compiling::masks::{ANY_MOVEMENT, movement_place};
use crate::compiling::tables::{
    CellWords, CompiledGroup, CompiledReplacement, CompiledRule, RuleTables,
};
use crate::states::relevance::cells_of;

fn movements_of<const S: usize>(layers: impl Iterator<Item = u32>) -> CellWords<S> {
    let mut bits = [0; S];
    for layer in layers {
        let (word, shift) = movement_place(layer as usize);
        bits[word] |= ANY_MOVEMENT << shift;
    }
    bits
}

fn made_by<'a, const S: usize>(
    tables: &'a RuleTables<S>,
    rule: &'a CompiledRule<S>,
) -> impl Iterator<Item = &'a CompiledReplacement<S>> {
    let made = cells_of(tables, rule).filter_map(|cell| cell.replacement);
    made.filter_map(|at| tables.replacements.get(at as usize))
}

impl<const S: usize> RuleTables<S> {
    /// Finds the groups in which nothing else depends on the directions that they draw.
    pub(crate) fn find_even_draws(&mut self) {
        let even = |tables: &Self, group: &CompiledGroup| tables.is_even(group);
        let early: Vec<bool> = self.early.groups.iter().map(|group| even(self, group)).collect();
        let late: Vec<bool> = self.late.groups.iter().map(|group| even(self, group)).collect();
        let groups = self.early.groups.iter_mut().chain(&mut self.late.groups);
        groups.zip(early.into_iter().chain(late)).for_each(|(group, is)| group.draws_evenly = is);
    }

    fn is_even(&self, group: &CompiledGroup) -> bool {
        let rules = &self.rules[group.rules.start as usize..group.rules.end as usize];
        let made = || rules.iter().flat_map(|rule| made_by(self, rule));
        let drawn = || made().flat_map(|one| one.random_layers.iter().copied());
        let bits: CellWords<S> = movements_of(drawn());
        let asks = |rule: &CompiledRule<S>| {
            let mut cells = cells_of(self, rule);
            cells.any(|cell| (0..S).any(|s| (cell.moving[s] | cell.still[s]) & bits[s] != 0))
        };
        // A drawn direction replaces any movement on its layer, and nothing else changes it.
        let spares = |one: &CompiledReplacement<S>| {
            let own: CellWords<S> = movements_of(one.random_layers.iter().copied());
            (0..S).all(|s| {
                one.keep_moves[s] & bits[s] == bits[s] & !own[s] && one.set_moves[s] & bits[s] == 0
            })
        };
        !group.random
            && drawn().next().is_some()
            && rules.iter().all(|rule| rule.rigid == 0 && !asks(rule))
            && made().all(|one| one.random_objects.is_empty() && spares(one))
    }
}

/// The draws of the first round of a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvenDraws {
    /// The cells and layers of the directions.
    drawn: Vec<(usize, u32)>,
    /// Something moved before, or something else was changed.
    is_uneven: bool,
}

impl EvenDraws {
    /// Notes that a rule replaces these movements of a cell.
    pub(crate) fn note<const S: usize>(
        &mut self,
        made: &CompiledReplacement<S>,
        at: usize,
        (old, new): (&CellWords<S>, &CellWords<S>),
        changes_objects: bool,
    ) {
        let own: CellWords<S> = movements_of(made.random_layers.iter().copied());
        self.is_uneven |= changes_objects || (0..S).any(|s| (old[s] ^ new[s]) & !own[s] != 0);
        for layer in &made.random_layers {
            if self.drawn.contains(&(at, *layer)) {
                continue;
            }
            self.drawn.push((at, *layer));
            let (word, shift) = movement_place(*layer as usize);
            self.is_uneven |= old[word] >> shift & ANY_MOVEMENT != 0;
        }
    }

    /// Returns whether further rounds would leave the chances as they are.
    pub(crate) fn are_enough(&self) -> bool {
        !self.is_uneven && !self.drawn.is_empty()
    }
}

#[cfg(test)]
mod tests {
    /// Returns the chance of each combination of directions after rounds that draw for these cells, in this
    /// order, until a round changes nothing; direction 4 means standing still.
    fn ends(n_cells: usize, draws: &[usize], rounds: usize) -> Vec<f64> {
        let n_ways = 5_usize.pow(n_cells as u32);
        let place = |cell: usize| 5_usize.pow(cell as u32);
        let (mut now, mut ended) = (vec![0.0; n_ways], vec![0.0; n_ways]);
        now[n_ways - 1] = 1.0;
        for _ in 0..rounds {
            // By whether the round has changed something.
            let mut in_round = [now, vec![0.0; n_ways]];
            for &cell in draws {
                let mut next = [vec![0.0; n_ways], vec![0.0; n_ways]];
                for (changed, ways) in in_round.iter().enumerate() {
                    for (way, chance) in ways.iter().enumerate() {
                        let old = way / place(cell) % 5;
                        for new in 0..4 {
                            let to = way - old * place(cell) + new * place(cell);
                            next[changed | usize::from(old != new)][to] += chance / 4.0;
                        }
                    }
                }
                in_round = next;
            }
            let [same, other] = in_round;
            ended.iter_mut().zip(same).for_each(|(all, more)| *all += more);
            now = other;
        }
        ended.iter_mut().zip(now).for_each(|(all, more)| *all += more);
        ended
    }

    #[test]
    fn all_rounds_end_as_evenly_as_the_first() {
        for (n_cells, draws) in
            [(1, vec![0]), (1, vec![0, 0]), (2, vec![0, 1]), (2, vec![0, 1, 0]), (3, vec![2, 0, 1])]
        {
            let first = ends(n_cells, &draws, 1);
            for rounds in [2, 3, 200] {
                let all = ends(n_cells, &draws, rounds);
                let far = all.iter().zip(&first).map(|(one, other)| (one - other).abs());
                assert!(far.fold(0.0, f64::max) < 1e-12, "{n_cells} {draws:?} {rounds}");
            }
        }
    }
}
