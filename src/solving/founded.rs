//! Keeps atoms that feed each other from holding each other up with nothing beneath them.
//!
//! Every atom that may hold has a source: a rule whose body may hold and whose other atoms have sources
//! that do not lead back (M. Gebser, B. Kaufmann, T. Schaub, *Conflict-driven answer set solving*, 2012). When
//! a source is lost and there is no other, the atoms that rest on it cannot hold.

use std::rc::Rc;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, lbool};
use rustc_hash::FxHashMap;

use crate::knots::{Knot, Knots};

/// No rule holds up an atom.
const NONE: u32 = u32::MAX;

/// What is known of one knot.
struct Sources {
    /// Of each atom, by its place in the knot, the rule that may hold it up.
    of: Vec<u32>,
    /// A source was lost, or none was sought yet.
    lost: bool,
    /// On which level they were sought, if some atom has none: on lower ones it may have one again.
    since: usize,
    /// A question rests on it.
    asked: bool,
}

/// Watches all knots of a program while a solver searches.
pub(crate) struct Founded {
    pub(crate) knots: Knots,
    sources: Vec<Sources>,
    /// The rules of knots whose body is this literal, turned round.
    bodies: FxHashMap<Lit, Vec<(u32, u32)>>,
    /// Why a literal was set.
    reasons: FxHashMap<Lit, Rc<[Lit]>>,
    /// So much of the solver's trail was looked at, in all and when each level began.
    seen: usize,
    levels: Vec<usize>,
}

impl Founded {
    pub(crate) fn new(knots: Knots) -> Self {
        let mut bodies: FxHashMap<Lit, Vec<(u32, u32)>> = FxHashMap::default();
        let mut sources = Vec::new();
        for (number, knot) in (0u32..).zip(&knots.all) {
            for (rule, of) in (0u32..).zip(&knot.rules) {
                bodies.entry(!of.body).or_default().push((number, rule));
            }
            sources.push(Sources {
                of: vec![NONE; knot.atoms.len()],
                lost: true,
                since: 0,
                asked: false,
            });
        }
        Self { knots, sources, bodies, reasons: FxHashMap::default(), seen: 0, levels: Vec::new() }
    }

    /// Only these knots matter to the next question.
    pub(crate) fn ask_about(&mut self, knots: &[usize]) {
        self.seen = 0;
        for (number, sources) in self.sources.iter_mut().enumerate() {
            sources.asked = knots.binary_search(&number).is_ok();
        }
    }

    fn check(&mut self, acts: &mut TheoryArg<'_>) {
        let trail = acts.model();
        for lit in trail.get(self.seen..).unwrap_or_default() {
            for (knot, rule) in self.bodies.get(lit).into_iter().flatten() {
                let (Some(sources), Some(knot)) =
                    (self.sources.get_mut(*knot as usize), self.knots.all.get(*knot as usize))
                else {
                    continue;
                };
                let head = knot.rules.get(*rule as usize).map_or(0, |rule| rule.head);
                if sources.of.get(head as usize) == Some(rule) {
                    sources.lost = true;
                }
            }
        }
        self.seen = trail.len();
        for (sources, knot) in self.sources.iter_mut().zip(&self.knots.all) {
            if sources.asked
                && sources.lost
                && !seek(knot, sources, self.levels.len(), &mut self.reasons, acts)
            {
                return;
            }
        }
    }
}

/// Finds sources anew, and sets what has none; `false` where that is a conflict.
fn seek(
    knot: &Knot,
    sources: &mut Sources,
    level: usize,
    reasons: &mut FxHashMap<Lit, Rc<[Lit]>>,
    acts: &mut TheoryArg<'_>,
) -> bool {
    let may = |lit: Lit| {
        let value = acts.value(lit.var());
        value == lbool::UNDEF || (value == lbool::TRUE) == lit.sign()
    };
    let works: Vec<bool> = knot.rules.iter().map(|rule| may(rule.body)).collect();
    sources.of = knot.sources(&works);
    let mut afloat: Vec<bool> = sources.of.iter().map(|source| *source == NONE).collect();
    sources.since = if afloat.contains(&true) { level } else { 0 };
    for (atom, afloat) in knot.lits.iter().zip(&mut afloat) {
        *afloat &= may(*atom);
    }
    sources.lost = false;
    for piece in knot.pieces(&mut afloat) {
        let reason: Rc<[Lit]> = piece.by.iter().map(|body| !*body).collect();
        for place in piece.atoms {
            let not = !knot.lits[place as usize];
            reasons.insert(not, Rc::clone(&reason));
            if !acts.propagate(not) {
                sources.lost = true;
                return false;
            }
        }
    }
    true
}

impl Theory for Founded {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels.push(self.seen);
    }

    fn pop_levels(&mut self, n: usize) {
        let left = self.levels.len().saturating_sub(n);
        if let Some(seen) = self.levels.get(left) {
            self.seen = self.seen.min(*seen);
        }
        self.levels.truncate(left);
        for sources in &mut self.sources {
            sources.lost |= sources.since > left;
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, lit: Lit) -> &[Lit] {
        self.reasons.get(&lit).map_or(&[], |reason| reason)
    }
}
