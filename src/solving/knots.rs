//! Knots, that is, strongly connected components of positive dependencies, and their possible support from
//! outside.

use std::collections::BTreeSet;

use batsat::{Lit, Var};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use foolproof_ground::{AtomNumber, GroundProgram, Lists, RecordedRule, components};

/// Atoms of a knot, by their places in it, that can hold only if one of these bodies does.
pub(crate) struct Piece {
    pub(crate) atoms: Vec<u32>,
    pub(crate) by: Vec<Lit>,
}

/// A rule within a knot: its head, the literal of its body, and the atoms of the knot that it needs.
pub(crate) struct KnotRule {
    pub(crate) head: u32,
    pub(crate) body: Lit,
    pub(crate) needs: Vec<u32>,
}

/// Atoms that depend on each other positively. Its rules refer to them by their places here.
pub(crate) struct Knot {
    pub(crate) atoms: Vec<AtomNumber>,
    pub(crate) lits: Vec<Lit>,
    pub(crate) rules: Vec<KnotRule>,
    /// For each atom, the rules that need it.
    uses: Lists<u32>,
    /// For each atom, the rules with it as their head.
    gives: Lists<u32>,
}

/// All knots of a program.
pub(crate) struct Knots {
    pub(crate) all: Vec<Knot>,
    knot_of: FxHashMap<AtomNumber, usize>,
    /// For every atom, the atoms that its rules mention.
    mentions: Lists<AtomNumber>,
    /// Atoms that matter to every question: the marks, and those that constraints and choices mention.
    everywhere: Vec<AtomNumber>,
    /// For each atom asked about, the knots on which it depends.
    beneath: FxHashMap<AtomNumber, FixedBitSet>,
}

/// The atoms that a rule's body needs.
fn needs<'a>(rule: &RecordedRule<'a>) -> impl Iterator<Item = AtomNumber> + use<'a> {
    rule.body.iter().filter(|literal| **literal > 0).map(|literal| literal.unsigned_abs())
}

impl Knots {
    /// The knots of a program, given the literals of its rules' bodies and the marks that questions mention.
    ///
    /// # Errors
    /// If an atom depends on a count of itself, that atom, since its support is no clause of bodies.
    pub(crate) fn of(
        program: &GroundProgram,
        bodies: &[Lit],
        marks: &[AtomNumber],
    ) -> Result<Self, AtomNumber> {
        let n_atoms = program.last_atom() as usize + 1;
        let mut pairs = Vec::new();
        for rule in program.rules() {
            for head in rule.heads {
                pairs.extend(needs(&rule).map(|atom| (*head, atom)));
            }
        }
        let components = components(n_atoms, &Lists::of(n_atoms, pairs.iter().copied()));
        let inside = |head: u32, atom: u32| components.of(head) == components.of(atom);
        // A component is a knot if one of its rules needs one of its atoms.
        let mut rules_of: FxHashMap<u32, Vec<(usize, AtomNumber)>> = FxHashMap::default();
        for (head, atom) in &pairs {
            if inside(*head, *atom) {
                rules_of.entry(components.of(*head)).or_default();
            }
        }
        for (at, rule) in program.rules().enumerate() {
            for head in rule.heads {
                let Some(rules) = rules_of.get_mut(&components.of(*head)) else { continue };
                if rule.bound.is_some() && needs(&rule).any(|atom| inside(*head, atom)) {
                    return Err(*head);
                }
                rules.push((at, *head));
            }
        }
        let mut numbers: Vec<u32> = rules_of.keys().copied().collect();
        numbers.sort_unstable();
        let knot = |number: u32| {
            let rules = rules_of.get(&number).map(Vec::as_slice).unwrap_or_default();
            Knot::of(program, bodies, rules, &|atom| components.of(atom) == number)
        };
        let all: Vec<Knot> = numbers.into_iter().map(knot).collect();
        let atoms = |(n, knot): (usize, &Knot)| -> Vec<(AtomNumber, usize)> {
            knot.atoms.iter().map(|atom| (*atom, n)).collect()
        };
        let knot_of = all.iter().enumerate().flat_map(atoms).collect();
        let (mut pairs, mut everywhere) = (Vec::new(), marks.to_vec());
        for rule in program.rules() {
            let mentioned = || rule.body.iter().map(|literal| literal.unsigned_abs());
            for head in rule.heads {
                pairs.extend(mentioned().map(|atom| (*head, atom)));
            }
            if rule.heads.is_empty() || rule.choice {
                everywhere.extend(mentioned().chain(rule.heads.iter().copied()));
            }
        }
        everywhere.sort_unstable();
        everywhere.dedup();
        let mentions = Lists::of(n_atoms, pairs.iter().copied());
        Ok(Self { all, knot_of, mentions, everywhere, beneath: FxHashMap::default() })
    }

    /// The knots on which these atoms depend, and those on which everything that matters to every question
    /// does.
    pub(crate) fn beneath(&mut self, atoms: &[AtomNumber]) -> FixedBitSet {
        let Self { knot_of, mentions, everywhere, beneath, .. } = self;
        let none = FixedBitSet::with_capacity(self.all.len());
        let mut all = none.clone();
        // No atom has the number 0, so it stands for the atoms that matter to every question.
        for atom in atoms.iter().chain(&[0]) {
            all.union_with(beneath.entry(*atom).or_insert_with(|| {
                let (mut seen, mut knots) = (FxHashSet::default(), none.clone());
                let mut open = if *atom == 0 { everywhere.clone() } else { vec![*atom] };
                while let Some(atom) = open.pop() {
                    if seen.insert(atom) {
                        knot_of
                            .get(&atom)
                            .into_iter()
                            .for_each(|knot| knots.grow_and_insert(*knot));
                        open.extend(mentions.get(atom));
                    }
                }
                knots
            }));
        }
        all
    }
}

impl Knot {
    fn of(
        program: &GroundProgram,
        bodies: &[Lit],
        rules: &[(usize, AtomNumber)],
        inside: &dyn Fn(AtomNumber) -> bool,
    ) -> Self {
        let mut atoms: Vec<AtomNumber> = rules.iter().map(|(_, head)| *head).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let place = |atom: AtomNumber| atoms.binary_search(&atom).unwrap_or(0) as u32;
        let rule = |(at, head): &(usize, AtomNumber)| {
            let rule = program.rule(*at);
            let needed = needs(&rule).filter(|atom| inside(*atom)).map(place);
            Some(KnotRule { head: place(*head), body: *bodies.get(*at)?, needs: needed.collect() })
        };
        let rules: Vec<KnotRule> = rules.iter().filter_map(rule).collect();
        let numbered = || (0u32..).zip(&rules);
        let uses = |(n, rule): (u32, &KnotRule)| -> Vec<(u32, u32)> {
            rule.needs.iter().map(|atom| (*atom, n)).collect()
        };
        let uses: Vec<(u32, u32)> = numbered().flat_map(uses).collect();
        let gives: Vec<(u32, u32)> = numbered().map(|(n, rule)| (rule.head, n)).collect();
        let uses = Lists::of(atoms.len(), uses.into_iter());
        let gives = Lists::of(atoms.len(), gives.into_iter());
        let lits = atoms.iter().map(|atom| Lit::new(Var::unsafe_from_idx(*atom), true)).collect();
        Self { atoms, lits, rules, uses, gives }
    }

    /// For each atom, a rule that is a source, if only these rules work; `u32::MAX` if there is none.
    pub(crate) fn sources(&self, works: &[bool]) -> Vec<u32> {
        let mut sources = vec![u32::MAX; self.atoms.len()];
        let mut lacks: Vec<u32> = self.rules.iter().map(|rule| rule.needs.len() as u32).collect();
        let mut open: Vec<u32> = Vec::new();
        let mut reach = |rule: u32, open: &mut Vec<u32>| {
            let head = self.rules[rule as usize].head;
            let source = &mut sources[head as usize];
            if works[rule as usize] && *source == u32::MAX {
                *source = rule;
                open.push(head);
            }
        };
        for rule in (0..self.rules.len()).filter(|rule| lacks[*rule] == 0) {
            reach(rule as u32, &mut open);
        }
        while let Some(atom) = open.pop() {
            for rule in self.uses.get(atom) {
                let lack = &mut lacks[*rule as usize];
                *lack -= 1;
                if *lack == 0 {
                    reach(*rule, &mut open);
                }
            }
        }
        sources
    }

    /// The rules that need an atom.
    pub(crate) fn users(&self, atom: u32) -> &[u32] {
        self.uses.get(atom)
    }

    /// The rules with an atom as their head.
    pub(crate) fn givers(&self, atom: u32) -> &[u32] {
        self.gives.get(atom)
    }

    /// Splits unfounded atoms into components, each with all bodies that could support it from outside.
    pub(crate) fn pieces(&self, mut afloat: BTreeSet<u32>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        while let Some(first) = afloat.pop_first() {
            let (mut atoms, mut next) = (vec![first], 0);
            while let Some(atom) = atoms.get(next).copied() {
                next += 1;
                for rule in self.uses.get(atom).iter().chain(self.gives.get(atom)) {
                    let rule = &self.rules[*rule as usize];
                    let near = rule.needs.iter().chain([&rule.head]).copied();
                    atoms.extend(near.filter(|near| afloat.remove(near)));
                }
            }
            atoms.sort_unstable();
            let by = self.by(&atoms);
            pieces.push(Piece { atoms, by });
        }
        pieces
    }

    /// The bodies of rules that derive one of these atoms and need none of them.
    fn by(&self, atoms: &[u32]) -> Vec<Lit> {
        let within = |atom: &u32| atoms.binary_search(atom).is_ok();
        let mut by = Vec::new();
        for rule in atoms.iter().flat_map(|atom| self.gives.get(*atom)) {
            let rule = &self.rules[*rule as usize];
            if !rule.needs.iter().any(within) {
                by.push(rule.body);
            }
        }
        by.sort_unstable_by_key(|lit| lit.idx());
        by.dedup();
        by
    }
}
