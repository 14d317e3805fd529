//! Unit propagation from assumptions, without a search.
//!
//! Two literals of every clause are watched (M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang, S. Malik, *Chaff*,
//! 2001). Literals are handled in the order in which they were set, so a conflict involves few of them.

use batsat::Lit;

/// No clause set the literal: it was assumed, or is permanent.
const ASSUMED: u32 = u32::MAX;

/// Clauses, and the literals that hold so far.
#[derive(Default)]
pub(crate) struct Propagation {
    lits: Vec<Lit>,
    /// The end of each clause.
    ends: Vec<u32>,
    /// By literal, the clauses to visit when it turns false.
    watches: Vec<Vec<u32>>,
    /// By literal, whether it holds.
    holds: Vec<bool>,
    /// By variable, the clause that set it.
    why: Vec<u32>,
    trail: Vec<Lit>,
    /// The lengths of the trail that was handled, and of the part that is permanent.
    seen: usize,
    settled: usize,
    /// A conflict: literals that are all false.
    conflict: Vec<Lit>,
    /// The assumed literal whose negation holds.
    against: Option<Lit>,
}

impl Propagation {
    fn grow(&mut self, lit: Lit) {
        let var = lit.idx() as usize / 2;
        if self.why.len() <= var {
            self.why.resize(var + 1, ASSUMED);
            self.holds.resize(2 * var + 2, false);
            self.watches.resize_with(2 * var + 2, Vec::new);
        }
    }

    /// Adds a clause. All clauses must be added before the first assumption.
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        let mut clause = clause.to_vec();
        clause.sort_unstable_by_key(|lit| lit.idx());
        clause.dedup();
        clause.iter().for_each(|lit| self.grow(*lit));
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        match clause.as_slice() {
            [] => {}
            [one] => self.set(*one, ASSUMED),
            [one, other, ..] => {
                let number = self.ends.len() as u32;
                self.watches[one.idx() as usize].push(number);
                self.watches[other.idx() as usize].push(number);
                self.lits.extend(clause);
                self.ends.push(self.lits.len() as u32);
            }
        }
    }

    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.holds.get(lit.idx() as usize) == Some(&true)
    }

    /// The number of literals that hold.
    pub(crate) fn len(&self) -> usize {
        self.trail.len()
    }

    /// Sets literals permanently.
    pub(crate) fn settle(&mut self, lits: impl IntoIterator<Item = Lit>) {
        for lit in lits {
            self.assume(lit);
        }
        self.propagate();
        self.settled = self.trail.len();
    }

    /// Sets a literal and everything that follows; false if that leads to a conflict.
    pub(crate) fn assume(&mut self, lit: Lit) -> bool {
        self.grow(lit);
        self.against = None;
        if self.holds(!lit) {
            self.conflict = vec![lit];
            self.against = Some(lit);
            return false;
        }
        if !self.holds(lit) {
            self.set(lit, ASSUMED);
        }
        self.propagate()
    }

    /// Undoes everything after the first `length` literals.
    pub(crate) fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length.min(self.trail.len())..) {
            self.holds[lit.idx() as usize] = false;
        }
        self.seen = self.seen.min(length);
    }

    /// The assumptions that cause the last conflict.
    pub(crate) fn blamed(&self) -> Vec<Lit> {
        let mut wanted = vec![false; self.why.len()];
        self.conflict.iter().for_each(|lit| wanted[lit.idx() as usize / 2] = true);
        let mut blamed: Vec<Lit> = self.against.into_iter().collect();
        for lit in self.trail.get(self.settled..).unwrap_or_default().iter().rev() {
            let var = lit.idx() as usize / 2;
            if !wanted[var] {
                continue;
            }
            match self.why[var] {
                ASSUMED => blamed.push(*lit),
                clause => {
                    let others = &self.lits[self.span(clause)];
                    others.iter().for_each(|lit| wanted[lit.idx() as usize / 2] = true);
                }
            }
        }
        blamed
    }

    fn set(&mut self, lit: Lit, why: u32) {
        if !self.holds(lit) {
            self.holds[lit.idx() as usize] = true;
            self.why[lit.idx() as usize / 2] = why;
            self.trail.push(lit);
        }
    }

    fn span(&self, clause: u32) -> std::ops::Range<usize> {
        let clause = clause as usize;
        let from = if clause == 0 { 0 } else { self.ends[clause - 1] };
        from as usize..self.ends[clause] as usize
    }

    fn propagate(&mut self) -> bool {
        while let Some(lit) = self.trail.get(self.seen).copied() {
            self.seen += 1;
            let not = !lit;
            let mut watching = std::mem::take(&mut self.watches[not.idx() as usize]);
            let mut at = 0;
            while let Some(clause) = watching.get(at).copied() {
                match self.look(clause, not) {
                    Look::Moved => _ = watching.swap_remove(at),
                    Look::Stays => at += 1,
                    Look::Broken => break,
                }
            }
            let all = at == watching.len();
            self.watches[not.idx() as usize] = watching;
            if !all {
                return false;
            }
        }
        true
    }

    /// Visits a clause after one of its watched literals turned false.
    fn look(&mut self, number: u32, not: Lit) -> Look {
        let span = self.span(number);
        let (lits, holds) = (&mut self.lits[span], &self.holds);
        if lits[0] == not {
            lits.swap(0, 1);
        }
        let first = lits[0];
        if holds[first.idx() as usize] {
            return Look::Stays;
        }
        let open = |lit: &Lit| !holds[(!*lit).idx() as usize];
        if let Some(next) = lits.iter().skip(2).position(open) {
            lits.swap(1, next + 2);
            let watched = lits[1];
            self.watches[watched.idx() as usize].push(number);
            return Look::Moved;
        }
        if open(&first) {
            self.set(first, number);
            return Look::Stays;
        }
        self.conflict = lits.to_vec();
        Look::Broken
    }
}

/// The result of visiting a clause.
enum Look {
    /// It watches another literal.
    Moved,
    Stays,
    /// All its literals are false.
    Broken,
}

#[cfg(test)]
mod tests {
    use batsat::Var;

    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::new(Var::unsafe_from_idx(number.unsigned_abs()), number > 0)
    }

    /// Everything that follows, by visiting all clauses until nothing is new; `None` on a conflict.
    fn closure(clauses: &[Vec<i32>], assumed: &[i32]) -> Option<Vec<i32>> {
        let mut holds = assumed.to_vec();
        loop {
            let before = holds.len();
            for clause in clauses {
                let left: Vec<i32> =
                    clause.iter().copied().filter(|of| !holds.contains(&-of)).collect();
                if clause.iter().any(|of| holds.contains(of)) {
                    continue;
                }
                match left.as_slice() {
                    [] => return None,
                    [one, rest @ ..] if rest.iter().all(|of| of == one) => holds.push(*one),
                    _ => {}
                }
            }
            if holds.len() == before {
                holds.sort_unstable();
                holds.dedup();
                return Some(holds);
            }
        }
    }

    #[test]
    fn it_finds_what_single_clauses_give_and_blames_what_contradicts() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut contradictions, mut new) = (0, 0);
        for _ in 0..3000 {
            let literal =
                |rng: &mut fastrand::Rng| rng.i32(1..10) * if rng.bool() { 1 } else { -1 };
            let clauses: Vec<Vec<i32>> = (0..rng.usize(3..16))
                .map(|_| (0..rng.usize(2..5)).map(|_| literal(&mut rng)).collect())
                .collect();
            if closure(&clauses, &[]).is_none() {
                continue;
            }
            let mut propagation = Propagation::default();
            (1..10).for_each(|var| propagation.grow(lit(var)));
            for clause in &clauses {
                propagation.add(&clause.iter().map(|of| lit(*of)).collect::<Vec<_>>());
            }
            propagation.settle([]);
            for _ in 0..4 {
                let start = propagation.len();
                let mut assumed: Vec<i32> = Vec::new();
                let mut consistent = true;
                while assumed.len() < 3 && consistent {
                    assumed.push(literal(&mut rng));
                    consistent = propagation.assume(lit(assumed[assumed.len() - 1]));
                }
                let against = assumed.iter().any(|of| assumed.contains(&-of));
                let expected = closure(&clauses, &assumed).filter(|_| !against);
                assert_eq!(consistent, expected.is_some());
                if let Some(expected) = expected {
                    let found = (1..10).flat_map(|var| [var, -var]);
                    let mut found: Vec<i32> =
                        found.filter(|of| propagation.holds(lit(*of))).collect();
                    found.sort_unstable();
                    assert_eq!(found, expected);
                    new += usize::from(found.len() > assumed.len());
                } else {
                    contradictions += 1;
                    let blamed = propagation.blamed();
                    let few: Vec<i32> =
                        assumed.iter().copied().filter(|of| blamed.contains(&lit(*of))).collect();
                    assert!(blamed.iter().all(|of| few.iter().any(|few| lit(*few) == *of)));
                    let against = few.iter().any(|of| few.contains(&-of));
                    assert!(against || closure(&clauses, &few).is_none());
                }
                propagation.undo(start);
            }
        }
        assert!(contradictions > 500 && new > 1000, "{contradictions} {new}");
    }
}
