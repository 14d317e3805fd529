//! A ground program as rules over numbered atoms, as the grounder hands it to the solver.
//!
//! Literals are atoms (from 1) with a sign. Rules lie in flat arrays, since a program has hundreds
//! of thousands of them. Knows symbols.

use super::ffi::Symbol;

/// An atom by its number, from 1.
pub type AtomId = u32;

/// The positive literal of an atom.
pub fn literal(atom: AtomId) -> i32 {
    i32::try_from(atom).unwrap_or(i32::MAX)
}

/// A rule of the ground program.
#[derive(Clone, Copy, Debug)]
pub struct GroundRule<'a> {
    pub choice: bool,
    /// None: a constraint. Several: a choice, or (refused by those who need it) a disjunction.
    pub heads: &'a [AtomId],
    /// The sum of weights that the body needs; all of its literals where there is none.
    pub bound: Option<i32>,
    pub body: &'a [i32],
    /// As long as the body where there is a bound; empty otherwise.
    pub weights: &'a [i32],
}

#[derive(Clone, Copy, Debug, Default)]
struct Span {
    choice: bool,
    bound: Option<i32>,
    heads_end: u32,
    body_end: u32,
    weights_end: u32,
}

/// Rules in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Record {
    spans: Vec<Span>,
    heads: Vec<AtomId>,
    body: Vec<i32>,
    weights: Vec<i32>,
    /// What the program uses that no rule can express.
    refused: Vec<&'static str>,
    /// Symbols that the program shows, each with the literals that must all hold.
    pub shown: Vec<(Symbol, Vec<i32>)>,
}

fn end(length: usize) -> u32 {
    // Four billion literals do not fit into the memory of a worker.
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Record {
    pub fn push(&mut self, choice: bool, heads: &[AtomId], body: &[i32]) {
        self.heads.extend_from_slice(heads);
        self.body.extend_from_slice(body);
        self.close_span(choice, None);
    }

    pub fn push_weighted(
        &mut self,
        choice: bool,
        heads: &[AtomId],
        bound: i32,
        body: impl IntoIterator<Item = (i32, i32)>,
    ) {
        self.heads.extend_from_slice(heads);
        for (literal, weight) in body {
            self.body.push(literal);
            self.weights.push(weight);
        }
        self.close_span(choice, Some(bound));
    }

    fn close_span(&mut self, choice: bool, bound: Option<i32>) {
        self.spans.push(Span {
            choice,
            bound,
            heads_end: end(self.heads.len()),
            body_end: end(self.body.len()),
            weights_end: end(self.weights.len()),
        });
    }

    /// Notes that the program uses something that no rule can express.
    pub fn refuse(&mut self, what: &'static str) {
        if !self.refused.contains(&what) {
            self.refused.push(what);
        }
    }

    pub fn refused(&self) -> &[&'static str] {
        &self.refused
    }

    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// A rule by its place in the order.
    pub fn rule(&self, at: usize) -> GroundRule<'_> {
        let before = at.checked_sub(1).and_then(|at| self.spans.get(at)).copied();
        let before = before.unwrap_or_default();
        let span = self.spans.get(at).copied().unwrap_or(before);
        let cut = |from: u32, to: u32| from as usize..to as usize;
        GroundRule {
            choice: span.choice,
            heads: self.heads.get(cut(before.heads_end, span.heads_end)).unwrap_or_default(),
            bound: span.bound,
            body: self.body.get(cut(before.body_end, span.body_end)).unwrap_or_default(),
            weights: self
                .weights
                .get(cut(before.weights_end, span.weights_end))
                .unwrap_or_default(),
        }
    }

    pub fn rules(&self) -> impl Iterator<Item = GroundRule<'_>> {
        (0..self.spans.len()).map(|at| self.rule(at))
    }

    /// The largest number of an atom in the rules.
    pub fn last_atom(&self) -> AtomId {
        let heads = self.heads.iter().copied().max().unwrap_or(0);
        let body = self.body.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        heads.max(body)
    }
}
