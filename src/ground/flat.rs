//! Rules with one head each, in one array, ready to be evaluated.
//!
//! A literal is twice its atom, plus one if negated.

use super::components::Lists;
use super::program::{AtomNumber, RecordedRule};

/// Bound of a rule that needs its whole body.
const WHOLE: i64 = i64::MIN;

/// True if a literal holds, given the truth of atoms.
pub(crate) fn holds(truth: &[bool], literal: u32) -> bool {
    truth[(literal >> 1) as usize] != (literal & 1 == 1)
}

/// Rules in the order of evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flat {
    heads: Vec<AtomNumber>,
    /// The number of each rule in the program.
    origins: Vec<u32>,
    bounds: Vec<i64>,
    ends: Vec<u32>,
    literals: Vec<u32>,
    weights: Vec<i32>,
}

impl Flat {
    pub(crate) fn len(&self) -> u32 {
        self.heads.len() as u32
    }

    pub(crate) fn push(&mut self, head: AtomNumber, origin: u32, rule: &RecordedRule<'_>) {
        self.heads.push(head);
        self.origins.push(origin);
        self.bounds.push(rule.bound.map_or(WHOLE, i64::from));
        let coded = |literal: &i32| literal.unsigned_abs() << 1 | u32::from(*literal < 0);
        self.literals.extend(rule.body.iter().map(coded));
        self.weights.extend_from_slice(rule.weights);
        // Weights are parallel to literals, so rules without weights get ones.
        self.weights.resize(self.literals.len(), 1);
        self.ends.push(self.literals.len() as u32);
    }

    pub(crate) fn head(&self, rule: u32) -> AtomNumber {
        self.heads[rule as usize]
    }

    pub(crate) fn origin(&self, rule: u32) -> u32 {
        self.origins[rule as usize]
    }

    fn span(&self, rule: u32) -> std::ops::Range<usize> {
        let rule = rule as usize;
        let from = if rule == 0 { 0 } else { self.ends[rule - 1] };
        from as usize..self.ends[rule] as usize
    }

    pub(crate) fn holds(&self, rule: u32, truth: &[bool]) -> bool {
        let span = self.span(rule);
        if self.bounds[rule as usize] == WHOLE {
            return self.literals[span].iter().all(|literal| holds(truth, *literal));
        }
        self.lack(rule, |literal| holds(truth, literal)) <= 0
    }

    /// Number of literals, or weight, that the body still needs. The body holds if this is not above 0.
    pub(crate) fn lack(&self, rule: u32, satisfied: impl Fn(u32) -> bool) -> i64 {
        let span = self.span(rule);
        let literals = &self.literals[span.clone()];
        match self.bounds[rule as usize] {
            WHOLE => literals.iter().filter(|literal| !satisfied(**literal)).count() as i64,
            bound => {
                let weighed = literals.iter().zip(&self.weights[span]);
                let has = weighed.filter(|(literal, _)| satisfied(**literal));
                bound - has.map(|(_, weight)| i64::from(*weight)).sum::<i64>()
            }
        }
    }
}

/// Rules whose heads depend on each other, without negation: their least fixpoint.
///
/// Counts the missing part of each body (W. F. Dowling, J. H. Gallier, *Linear-time algorithms for testing the
/// satisfiability of propositional Horn formulae*, 1984), so it takes the time of a single pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleKnot {
    pub atoms: Vec<AtomNumber>,
    first: u32,
    last: u32,
    /// The place in `atoms` of every rule's head.
    heads: Vec<u32>,
    /// For every atom, by its place in `atoms`, the rules that use it, with its weight.
    uses: Lists<(u32, i64)>,
}

/// Temporary data of a fixpoint, reused between runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    lacks: Vec<i64>,
    /// Places of true atoms that were not propagated yet.
    open: Vec<u32>,
}

impl RuleKnot {
    /// Builds the knot of these atoms, which must be sorted, and of the rules from `first` to the last.
    pub(crate) fn new(rules: &Flat, first: u32, atoms: Vec<AtomNumber>) -> Self {
        let last = rules.len();
        let place = |literal: u32| atoms.binary_search(&(literal >> 1)).ok();
        let mut pairs = Vec::new();
        for rule in first..last {
            let whole = rules.bounds[rule as usize] == WHOLE;
            for at in rules.span(rule) {
                let literal = rules.literals[at];
                let weight = if whole { 1 } else { i64::from(rules.weights[at]) };
                if let (0, Some(place)) = (literal & 1, place(literal)) {
                    pairs.push((place as u32, (rule, weight)));
                }
            }
        }
        let uses = Lists::of(atoms.len(), pairs.iter().copied());
        let heads = (first..last).map(|rule| atoms.binary_search(&rules.head(rule)).unwrap_or(0));
        let heads = heads.map(|place| place as u32).collect();
        Self { atoms, first, last, heads, uses }
    }

    pub(crate) fn place(&self, atom: AtomNumber) -> Option<usize> {
        self.atoms.binary_search(&atom).ok()
    }

    /// Counts the missing part of each body if exactly the literals that are `satisfied` hold.
    pub(crate) fn prepare(
        &self,
        rules: &Flat,
        work: &mut Workspace,
        satisfied: impl Fn(u32) -> bool,
    ) {
        work.lacks.clear();
        work.lacks.extend((self.first..self.last).map(|rule| rules.lack(rule, &satisfied)));
    }

    /// Derives heads, each after its body. `reach` receives a head, by its place in `atoms`, and its rule, and
    /// returns true if the head is new.
    pub(crate) fn settle(&self, work: &mut Workspace, mut reach: impl FnMut(usize, u32) -> bool) {
        let Workspace { lacks, open } = work;
        open.clear();
        for ((lack, head), rule) in lacks.iter().zip(&self.heads).zip(self.first..) {
            if *lack <= 0 && reach(*head as usize, rule) {
                open.push(*head);
            }
        }
        while let Some(place) = open.pop() {
            for (rule, weight) in self.uses.get(place) {
                let at = (rule - self.first) as usize;
                let before = lacks[at];
                lacks[at] -= weight;
                if before > 0 && lacks[at] <= 0 && reach(self.heads[at] as usize, *rule) {
                    open.push(self.heads[at]);
                }
            }
        }
    }
}
