//! Roles in a ground program: the designer, the player, and atoms that depend on them.
//!
//! The puzzle of an answer set is the set of its tags, the atoms `__level_design(A)`. A choice that is tagged
//! directly (`__level_design(A) :- A`) is the designer's. Every other choice is the player's, and atoms that
//! depend on one are *dependent*: a counterexample fixes the player's choices and copies the rules of dependent
//! atoms. Source: Smith & Butler, "Quantifying over Play", section 5.

use super::ffi::Literal;
use super::ground::{AtomNumber, Record, RecordedRule};

/// A set of atoms by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AtomSet(Vec<bool>);

impl AtomSet {
    pub(crate) fn up_to(last: AtomNumber) -> Self {
        Self(vec![false; last as usize + 1])
    }

    pub(crate) fn has(&self, atom: AtomNumber) -> bool {
        self.0.get(atom as usize).copied().unwrap_or(false)
    }

    /// Adds an atom. Returns true if it was not in the set.
    pub(crate) fn add(&mut self, atom: AtomNumber) -> bool {
        match self.0.get_mut(atom as usize) {
            Some(is_in) => !std::mem::replace(is_in, true),
            None => false,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = AtomNumber> + '_ {
        (0..).zip(&self.0).filter(|(_, is_in)| **is_in).map(|(atom, _)| atom)
    }
}

/// Rules that use an atom in their bodies, as one flat table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    starts: Vec<u32>,
    /// (rule, position in its body)
    entries: Vec<(u32, u32)>,
}

impl Uses {
    /// Collects the uses of every atom up to `last` in bodies, for literals that satisfy `counts`.
    pub(crate) fn of(rules: &Record, last: AtomNumber, counts: impl Fn(Literal) -> bool) -> Self {
        let mut starts = vec![0u32; last as usize + 2];
        for literal in rules.rules().flat_map(|rule| rule.body) {
            if counts(*literal)
                && let Some(start) = starts.get_mut(literal.unsigned_abs() as usize + 1)
            {
                *start += 1;
            }
        }
        for at in 1..starts.len() {
            let before = starts.get(at - 1).copied().unwrap_or(0);
            if let Some(start) = starts.get_mut(at) {
                *start += before;
            }
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0); starts.last().copied().unwrap_or(0) as usize];
        for (n, rule) in (0u32..).zip(rules.rules()) {
            for (place, literal) in (0u32..).zip(rule.body).filter(|(_, literal)| counts(**literal))
            {
                let slot = next.get_mut(literal.unsigned_abs() as usize);
                if let Some(slot) = slot {
                    if let Some(entry) = entries.get_mut(*slot as usize) {
                        *entry = (n, place);
                    }
                    *slot += 1;
                }
            }
        }
        Self { starts, entries }
    }

    pub(crate) fn uses(&self, atom: AtomNumber) -> &[(u32, u32)] {
        let at = |n: usize| self.starts.get(n).copied().unwrap_or(0) as usize;
        self.entries.get(at(atom as usize)..at(atom as usize + 1)).unwrap_or_default()
    }
}

/// A tag and, if it is about a choice, the tagged atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub tag: AtomNumber,
    pub tagged: Option<AtomNumber>,
}

/// The concept's literal after grounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConceptAtom {
    Open(Literal),
    Settled(bool),
}

/// Roles of the atoms.
#[derive(Clone, Debug)]
pub(crate) struct Roles {
    pub last: AtomNumber,
    pub tags: Vec<AtomNumber>,
    pub concept: ConceptAtom,
    /// The player's choices, in order.
    pub player: Vec<AtomNumber>,
    pub dependent: AtomSet,
    /// Atoms that are facts of the ground program.
    pub facts: AtomSet,
    /// The rules with a dependent head, and the constraints with a dependent body.
    pub rules: Record,
}

impl Roles {
    pub(crate) fn of(rules: &Record, tags: &[Tag], concept: ConceptAtom) -> Self {
        let last = rules.last_atom().max(tags.iter().map(|tag| tag.tag).max().unwrap_or(0));
        let designers = designers_choices(rules, last, tags);
        let (mut facts, mut choices) = (AtomSet::up_to(last), AtomSet::up_to(last));
        for rule in rules.rules() {
            for head in rule.heads {
                if rule.choice {
                    choices.add(*head);
                } else if is_fact(&rule) {
                    facts.add(*head);
                }
            }
        }
        let mut dependent = AtomSet::up_to(last);
        let uses = Uses::of(rules, last, |_| true);
        let mut open: Vec<AtomNumber> =
            choices.iter().filter(|atom| !designers.has(*atom)).collect();
        for atom in &open {
            dependent.add(*atom);
        }
        while let Some(atom) = open.pop() {
            for (rule, _) in uses.uses(atom) {
                let heads = rules.rule(*rule as usize).heads;
                open.extend(heads.iter().copied().filter(|head| dependent.add(*head)));
            }
        }
        let player = choices.iter().filter(|atom| dependent.has(*atom)).collect();
        let kept = dependent_rules(rules, &dependent);
        let tags = tags.iter().map(|tag| tag.tag).collect();
        Self { last, tags, concept, player, dependent, facts, rules: kept }
    }
}

fn is_fact(rule: &RecordedRule<'_>) -> bool {
    match rule.bound {
        None => rule.body.is_empty(),
        Some(bound) => bound <= 0,
    }
}

/// Choices whose tag requires only that they were made.
fn designers_choices(rules: &Record, last: AtomNumber, tags: &[Tag]) -> AtomSet {
    let mut tagged_by = vec![0; last as usize + 1];
    for Tag { tag, tagged } in tags {
        if let (Some(slot), Some(tagged)) = (tagged_by.get_mut(*tag as usize), tagged) {
            *slot = *tagged;
        }
    }
    let mut elsewhere = AtomSet::up_to(last);
    for rule in rules.rules() {
        for head in rule.heads {
            let tagged = tagged_by.get(*head as usize).copied().unwrap_or(0);
            let plain = !rule.choice
                && rule.bound.is_none()
                && rule.body.len() == 1
                && rule
                    .body
                    .first()
                    .is_some_and(|literal| i64::from(*literal) == i64::from(tagged));
            if tagged != 0 && tagged != *head && !plain {
                elsewhere.add(*head);
            }
        }
    }
    let mut designers = AtomSet::up_to(last);
    for Tag { tag, tagged } in tags {
        if let Some(tagged) = tagged
            && !elsewhere.has(*tag)
        {
            designers.add(*tagged);
        }
    }
    designers
}

fn dependent_rules(rules: &Record, dependent: &AtomSet) -> Record {
    let mut kept = Record::default();
    for rule in rules.rules() {
        let heads: Vec<AtomNumber> =
            rule.heads.iter().copied().filter(|head| dependent.has(*head)).collect();
        let in_body = || rule.body.iter().any(|literal| dependent.has(literal.unsigned_abs()));
        if heads.is_empty() && !(rule.heads.is_empty() && in_body()) {
            continue;
        }
        match rule.bound {
            None => kept.push(rule.choice, &heads, rule.body),
            Some(bound) => {
                let body = rule.body.iter().copied().zip(rule.weights.iter().copied());
                kept.push_weighted(rule.choice, &heads, bound, body);
            }
        }
    }
    kept
}
