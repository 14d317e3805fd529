//! Keeps atoms that feed each other from holding each other up with nothing beneath them.
//!
//! Every atom that may hold has a source: a rule whose body may hold and whose other atoms have sources
//! that do not lead back (M. Gebser, B. Kaufmann, T. Schaub, *Conflict-driven answer set solving*, 2012). When
//! a source is lost and there is no other, the atoms that rest on it cannot hold.

use std::rc::Rc;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, lbool};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::knots::Knots;

/// No rule holds up an atom.
const NONE: u32 = u32::MAX;

/// What is known of one knot.
struct Sources {
    /// Of each atom, by its place in the knot, the rule that may hold it up.
    of: Vec<u32>,
    /// They are to be sought from the beginning.
    anew: bool,
    /// Atoms that lost their source.
    lost: Vec<u32>,
    /// A question rests on it.
    asked: bool,
}

/// A source that was lost or found, so that it can be put back.
struct Change {
    knot: u32,
    atom: u32,
    before: u32,
}

/// Watches all knots of a program while a solver searches.
pub(crate) struct Founded {
    pub(crate) knots: Knots,
    sources: Vec<Sources>,
    /// The rules of knots whose body is this literal, turned round.
    bodies: FxHashMap<Lit, Vec<(u32, u32)>>,
    /// Why a literal was set.
    reasons: FxHashMap<Lit, Rc<[Lit]>>,
    /// So much of the solver's trail was looked at.
    seen: usize,
    changes: Vec<Change>,
    /// How much was looked at and changed when each level began.
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

    /// Only these knots matter to the next question.
    pub(crate) fn ask_about(&mut self, knots: &Bits) {
        for (number, sources) in self.sources.iter_mut().enumerate() {
            let asked = knots.has(number);
            // What was not watched may have changed.
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

    /// Finds all sources from the beginning; gives the atoms that have none.
    fn seek_anew(&mut self, knot: usize, acts: &TheoryArg<'_>) -> Vec<u32> {
        let (sources, knot) = (&mut self.sources[knot], &self.knots.all[knot]);
        let works: Vec<bool> = knot.rules.iter().map(|rule| may(acts, rule.body)).collect();
        sources.of = knot.sources(&works);
        // What is found on the lowest level holds on all.
        sources.anew = !self.levels.is_empty();
        sources.lost.clear();
        let atoms = (0u32..).zip(&sources.of);
        atoms.filter(|(_, source)| **source == NONE).map(|(atom, _)| atom).collect()
    }

    /// Finds other sources for what rests on a source that was lost; gives the atoms that have none.
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

    /// Sets atoms without a source to false; `false` where that is a conflict.
    fn set(&mut self, knot: usize, floating: &[u32], acts: &mut TheoryArg<'_>) -> bool {
        let knot_of = &self.knots.all[knot];
        let floating =
            floating.iter().copied().filter(|atom| may(acts, knot_of.lits[*atom as usize]));
        for piece in knot_of.pieces(floating.collect()) {
            let reason: Rc<[Lit]> = piece.by.iter().map(|body| !*body).collect();
            for place in &piece.atoms {
                let not = !knot_of.lits[*place as usize];
                self.reasons.insert(not, Rc::clone(&reason));
                // What was found on this level is put back, so nothing is left to be looked at again.
                if !acts.propagate(not) {
                    return false;
                }
            }
        }
        true
    }
}

/// Whether a literal is not false.
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
