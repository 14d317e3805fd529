//! Rules out unfounded sets: atoms that support only each other.
//!
//! Every atom that may hold has a source: a rule whose body may hold and whose own atoms have sources that do
//! not lead back (M. Gebser, B. Kaufmann, T. Schaub, *Conflict-driven answer set solving*, 2012). If a source
//! is lost and there is no other, the atoms that depend on it cannot hold.

use std::rc::Rc;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, lbool};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::knots::Knots;

/// The atom has no source.
const NONE: u32 = u32::MAX;

/// The state of one knot.
struct Sources {
    /// For each atom, by its place in the knot, the rule that is its source.
    of: Vec<u32>,
    /// All sources must be found again.
    anew: bool,
    /// Atoms that lost their source.
    lost: Vec<u32>,
    /// The current question depends on this knot.
    asked: bool,
}

/// A source as it was before a change, to undo it.
struct Change {
    knot: u32,
    atom: u32,
    before: u32,
}

/// Watches all knots of a program while a solver searches.
pub(crate) struct Founded {
    pub(crate) knots: Knots,
    sources: Vec<Sources>,
    /// By the negated literal of a body, the rules of knots with this body.
    bodies: FxHashMap<Lit, Vec<(u32, u32)>>,
    /// For each literal set here, the literals that are its reason.
    reasons: FxHashMap<Lit, Rc<[Lit]>>,
    /// The length of the solver's trail that was handled.
    seen: usize,
    changes: Vec<Change>,
    /// For each decision level, the lengths of the trail and of `changes` when it began.
    levels: Vec<(usize, usize)>,
}

impl Founded {
    pub(crate) fn new(knots: Knots) -> Self {
        let mut bodies: FxHashMap<Lit, Vec<(u32, u32)>> = FxHashMap::default();
        let mut sources = Vec::new();
        for (number, knot) in (0u32..).zip(&knots.all) {
            for (rule, of) in (0u32..).zip(&knot.rules) {
                bodies.entry(!of.body).or_default().push((number, rule));
            }
            let of = vec![NONE; knot.atoms.len()];
            sources.push(Sources { of, anew: true, lost: Vec::new(), asked: false });
        }
        Self {
            knots,
            sources,
            bodies,
            reasons: FxHashMap::default(),
            seen: 0,
            changes: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Restricts the next question to these knots.
    pub(crate) fn ask_about(&mut self, knots: &FixedBitSet) {
        for (number, sources) in self.sources.iter_mut().enumerate() {
            let asked = knots.contains(number);
            // A knot that was not watched may have changed.
            sources.anew |= asked && !sources.asked;
            sources.asked = asked;
        }
    }

    fn check(&mut self, acts: &mut TheoryArg<'_>) {
        let trail = acts.model();
        for lit in trail.get(self.seen..).unwrap_or_default() {
            for (knot, rule) in self.bodies.get(lit).into_iter().flatten() {
                let (sources, knot) =
                    (&mut self.sources[*knot as usize], &self.knots.all[*knot as usize]);
                let head = knot.rules[*rule as usize].head;
                if sources.asked && sources.of[head as usize] == *rule {
                    sources.lost.push(head);
                }
            }
        }
        self.seen = trail.len();
        for knot in 0..self.sources.len() {
            let sources = &self.sources[knot];
            let floating = match (sources.asked, sources.anew, sources.lost.is_empty()) {
                (true, true, _) => self.seek_anew(knot, acts),
                (true, false, false) => self.seek(knot, acts),
                _ => continue,
            };
            if !self.set(knot, &floating, acts) {
                return;
            }
        }
    }

    /// Finds all sources again; returns the atoms that have none.
    fn seek_anew(&mut self, knot: usize, acts: &TheoryArg<'_>) -> Vec<u32> {
        let (sources, knot) = (&mut self.sources[knot], &self.knots.all[knot]);
        let works: Vec<bool> = knot.rules.iter().map(|rule| may(acts, rule.body)).collect();
        sources.of = knot.sources(&works);
        // Sources found at the lowest level hold at all levels.
        sources.anew = !self.levels.is_empty();
        sources.lost.clear();
        let atoms = (0u32..).zip(&sources.of);
        atoms.filter(|(_, source)| **source == NONE).map(|(atom, _)| atom).collect()
    }

    /// Finds new sources for atoms that depend on lost ones; returns the atoms that have none.
    fn seek(&mut self, number: usize, acts: &TheoryArg<'_>) -> Vec<u32> {
        let (sources, knot) = (&mut self.sources[number], &self.knots.all[number]);
        let works = |rule: u32| may(acts, knot.rules[rule as usize].body);
        let mut open = std::mem::take(&mut sources.lost);
        open.retain(|atom| {
            let source = sources.of[*atom as usize];
            source != NONE && !works(source)
        });
        let mut without = Vec::new();
        while let Some(atom) = open.pop() {
            let before = std::mem::replace(&mut sources.of[atom as usize], NONE);
            if before == NONE {
                continue;
            }
            without.push(atom);
            if !self.levels.is_empty() {
                self.changes.push(Change { knot: number as u32, atom, before });
            }
            for rule in knot.users(atom) {
                let head = knot.rules[*rule as usize].head;
                if sources.of[head as usize] == *rule {
                    open.push(head);
                }
            }
        }
        let found = |sources: &Sources, rule: u32| {
            let needs = &knot.rules[rule as usize].needs;
            works(rule) && needs.iter().all(|atom| sources.of[*atom as usize] != NONE)
        };
        for atom in &without {
            if let Some(rule) = knot.givers(*atom).iter().find(|rule| found(sources, **rule)) {
                sources.of[*atom as usize] = *rule;
                open.push(*atom);
            }
        }
        while let Some(atom) = open.pop() {
            for rule in knot.users(atom) {
                let head = knot.rules[*rule as usize].head as usize;
                if sources.of[head] == NONE && found(sources, *rule) {
                    sources.of[head] = *rule;
                    open.push(head as u32);
                    if !self.levels.is_empty() {
                        let (knot, atom) = (number as u32, head as u32);
                        self.changes.push(Change { knot, atom, before: NONE });
                    }
                }
            }
        }
        without.retain(|atom| sources.of[*atom as usize] == NONE);
        without
    }

    /// Sets atoms without a source to false; returns `false` on a conflict.
    fn set(&mut self, knot: usize, floating: &[u32], acts: &mut TheoryArg<'_>) -> bool {
        let knot_of = &self.knots.all[knot];
        let floating =
            floating.iter().copied().filter(|atom| may(acts, knot_of.lits[*atom as usize]));
        for piece in knot_of.pieces(floating.collect()) {
            let reason: Rc<[Lit]> = piece.by.iter().map(|body| !*body).collect();
            for place in &piece.atoms {
                let not = !knot_of.lits[*place as usize];
                self.reasons.insert(not, Rc::clone(&reason));
                // This level's sources will be undone, so nothing has to be handled again.
                if !acts.propagate(not) {
                    return false;
                }
            }
        }
        true
    }
}

/// Returns whether a literal is not false.
fn may(acts: &TheoryArg<'_>, lit: Lit) -> bool {
    let value = acts.value(lit.var());
    value == lbool::UNDEF || (value == lbool::TRUE) == lit.sign()
}

impl Theory for Founded {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels.push((self.seen, self.changes.len()));
    }

    fn pop_levels(&mut self, n: usize) {
        let left = self.levels.len().saturating_sub(n);
        if let Some((seen, changed)) = self.levels.get(left).copied() {
            self.seen = self.seen.min(seen);
            for change in self.changes.drain(changed..).rev() {
                self.sources[change.knot as usize].of[change.atom as usize] = change.before;
            }
        }
        self.levels.truncate(left);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, lit: Lit) -> &[Lit] {
        self.reasons.get(&lit).map_or(&[], |reason| reason)
    }
}
