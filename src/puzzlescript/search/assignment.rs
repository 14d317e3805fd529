//! The assignment problem: matches each row with a column of its own so that the sum of costs is least.
//!
//! Solved by the Hungarian method (Kuhn 1955), or greedily if there are many rows.

/// With more rows than this, pairs are made greedily.
const MAX_ROWS: usize = 24;

/// Costs of rows by columns, and reused buffers for matching them.
#[derive(Debug, Default)]
pub(super) struct AssignmentCosts {
    n_rows: usize,
    n_columns: usize,
    costs: Vec<u32>,
}

impl AssignmentCosts {
    /// Replaces all costs by those of `cost(row, column)`.
    pub(super) fn fill(
        &mut self,
        n_rows: usize,
        n_columns: usize,
        mut cost: impl FnMut(usize, usize) -> u32,
    ) {
        (self.n_rows, self.n_columns) = (n_rows, n_columns);
        self.costs.clear();
        for row in 0..n_rows {
            self.costs.extend((0..n_columns).map(|column| cost(row, column)));
        }
    }

    fn cost(&self, row: usize, column: usize) -> i64 {
        self.costs.get(row * self.n_columns + column).map_or(0, |&cost| i64::from(cost))
    }

    /// The least sum of costs; a row without a column costs `alone`. O(rows² · columns).
    pub(super) fn least(&self, alone: u32) -> u64 {
        let alone = i64::from(alone);
        let sum = match self.n_rows > MAX_ROWS {
            true => self.greedy(alone),
            false => self.hungarian(alone),
        };
        sum.max(0) as u64
    }

    /// Gives each row in turn its nearest free column.
    fn greedy(&self, alone: i64) -> i64 {
        let mut taken = vec![false; self.n_columns];
        let mut sum = 0;
        for row in 0..self.n_rows {
            let free = (0..self.n_columns).filter(|&column| !taken[column]);
            match free.min_by_key(|&column| self.cost(row, column)) {
                Some(column) => {
                    taken[column] = true;
                    sum += self.cost(row, column);
                }
                None => sum += alone,
            }
        }
        sum
    }

    /// The Hungarian method with potentials (Kuhn, Munkres); row 0 and column 0 are auxiliary.
    fn hungarian(&self, alone: i64) -> i64 {
        let n_columns = self.n_columns.max(self.n_rows);
        let cost = |row: usize, column: usize| match column <= self.n_columns {
            true => self.cost(row - 1, column - 1),
            false => alone,
        };
        let mut row_price = vec![0_i64; self.n_rows + 1];
        let mut column_price = vec![0_i64; n_columns + 1];
        let mut row_of = vec![0_usize; n_columns + 1];
        let mut before = vec![0_usize; n_columns + 1];
        for row in 1..=self.n_rows {
            row_of[0] = row;
            let mut column = 0;
            let mut slack = vec![i64::MAX; n_columns + 1];
            let mut done = vec![false; n_columns + 1];
            while row_of[column] != 0 {
                done[column] = true;
                let at = row_of[column];
                let (mut least, mut next) = (i64::MAX, 0);
                for other in (1..=n_columns).filter(|&other| !done[other]) {
                    let reduced = cost(at, other) - row_price[at] - column_price[other];
                    if reduced < slack[other] {
                        (slack[other], before[other]) = (reduced, column);
                    }
                    if slack[other] < least {
                        (least, next) = (slack[other], other);
                    }
                }
                for other in 0..=n_columns {
                    if done[other] {
                        row_price[row_of[other]] += least;
                        column_price[other] -= least;
                    } else if slack[other] != i64::MAX {
                        slack[other] -= least;
                    }
                }
                column = next;
            }
            while column != 0 {
                row_of[column] = row_of[before[column]];
                column = before[column];
            }
        }
        (1..=n_columns).filter(|&column| row_of[column] != 0).map(|c| cost(row_of[c], c)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(rows: &[&[u32]]) -> u64 {
        let mut costs = AssignmentCosts::default();
        costs.fill(rows.len(), rows.first().map_or(0, |row| row.len()), |r, c| rows[r][c]);
        costs.least(100)
    }

    #[test]
    fn pairs_are_the_cheapest() {
        assert_eq!(least(&[&[1, 2], &[1, 9]]), 3);
        assert_eq!(least(&[&[4, 1, 3], &[2, 0, 5], &[3, 2, 2]]), 5);
        assert_eq!(least(&[&[1, 2, 0], &[1, 9, 0]]), 1);
        assert_eq!(least(&[&[7], &[5]]), 105);
        assert_eq!(least(&[]), 0);
    }
}
