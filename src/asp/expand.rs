//! Counterexample-guided expansion: one play of the player, for every level at once.
//!
//! The player's choices are fixed to those of a play that missed the concept. The rules that depend on them are
//! simplified by the atoms that are then certain or impossible for every level. The rest is copied with fresh
//! atoms and the constraint: *this play breaks a rule, belongs to another puzzle, or practises the concept*. So
//! no level that has the play as a shortcut is proposed again.
//!
//! Sound: with the play fixed, a stratified copy has exactly one answer set for each level, and
//! where it breaks no rule that is an answer set of the program itself. A copy that is not
//! stratified could have several answer sets, or none: it is refused, and the caller forbids only
//! the one level. Source: counterexample-guided expansion of quantified Boolean formulas, for
//! answer set programs.

use super::ffi::Literal;
use super::ground::{AtomNumber, Record, RecordedRule, literal as positive};
use super::portfolio::AddedRules;
use super::roles::{AtomSet, ConceptAtom, Roles, Uses};
use foolproof_ground::{Lists, components};

/// Prepares expansions of one program.
#[derive(Clone, Debug)]
pub(crate) struct Expander {
    roles: Roles,
    /// Uses of dependent atoms in the bodies of the dependent rules.
    uses: Uses,
}

/// Dependent atoms that are settled for every level.
struct Settled {
    possible: AtomSet,
    certain: AtomSet,
}

/// A literal of a copy's body.
enum BodyPart {
    True,
    False,
    Open(Literal),
}

impl Expander {
    pub(crate) fn new(roles: Roles) -> Self {
        let uses = Uses::of(&roles.rules, roles.last, |literal| {
            roles.dependent.has(literal.unsigned_abs())
        });
        Self { roles, uses }
    }

    pub(crate) fn roles(&self) -> &Roles {
        &self.roles
    }

    /// Returns the copy for a play, whose choices are in the order of `Roles::player`; `None` if the copy is
    /// not stratified.
    pub(crate) fn copy(&self, choices: &[bool]) -> Option<AddedRules> {
        let mut chosen = AtomSet::up_to(self.roles.last);
        for (atom, made) in self.roles.player.iter().zip(choices) {
            if *made {
                chosen.add(*atom);
            }
        }
        let settled = self.settle(&chosen);
        let mut writer = CopyWriter::new(&self.roles, &settled);
        writer.write(&chosen);
        let copy = writer.finish();
        is_stratified(&copy).then_some(copy)
    }

    /// Alternates between an upper and a lower bound of the derivable atoms until neither changes: the
    /// well-founded model, with the level left open.
    fn settle(&self, chosen: &AtomSet) -> Settled {
        let mut certain = AtomSet::up_to(self.roles.last);
        let mut possible = self.derive(chosen, &|literal| {
            let atom = literal.unsigned_abs();
            literal < 0 || !self.roles.dependent.has(atom)
        });
        loop {
            let more = self.derive(chosen, &|literal| {
                let atom = literal.unsigned_abs();
                match (literal > 0, self.roles.dependent.has(atom)) {
                    (true, false) => self.roles.facts.has(atom),
                    (false, true) => !possible.has(atom),
                    _ => false,
                }
            });
            if more == certain {
                return Settled { possible, certain };
            }
            certain = more;
            let fewer = self.derive(chosen, &|literal| {
                let atom = literal.unsigned_abs();
                !self.roles.dependent.has(atom) || (literal < 0 && !certain.has(atom))
            });
            if fewer == possible {
                return Settled { possible, certain };
            }
            possible = fewer;
        }
    }

    /// Returns the least set of dependent atoms closed under the rules; `given` tells if others hold.
    fn derive(&self, chosen: &AtomSet, given: &dyn Fn(Literal) -> bool) -> AtomSet {
        let rules = &self.roles.rules;
        let mut derived = AtomSet::up_to(self.roles.last);
        // Literals or weight still missing in each body.
        let mut lacks: Vec<i64> = Vec::with_capacity(rules.n_rules());
        let mut open: Vec<AtomNumber> = Vec::new();
        let reach = |rule: &RecordedRule<'_>, derived: &mut AtomSet, open: &mut Vec<AtomNumber>| {
            for head in rule.heads {
                if (!rule.choice || chosen.has(*head)) && derived.add(*head) {
                    open.push(*head);
                }
            }
        };
        for rule in rules.rules() {
            let lack = match rule.bound {
                None => rule.body.iter().filter(|literal| !given(**literal)).count() as i64,
                Some(bound) => {
                    let weighed = rule.body.iter().zip(rule.weights);
                    let has: i64 = weighed
                        .filter(|(literal, _)| given(**literal))
                        .map(|(_, weight)| i64::from(*weight))
                        .sum();
                    i64::from(bound) - has
                }
            };
            lacks.push(lack);
            if lack <= 0 {
                reach(&rule, &mut derived, &mut open);
            }
        }
        while let Some(atom) = open.pop() {
            for (n, place) in self.uses.uses(atom) {
                let rule = rules.rule(*n as usize);
                let positive = rule.body.get(*place as usize).is_some_and(|literal| *literal > 0);
                let Some(lack) = lacks.get_mut(*n as usize).filter(|_| positive) else { continue };
                let before = *lack;
                *lack -= match rule.bound {
                    None => 1,
                    Some(_) => rule.weights.get(*place as usize).copied().map_or(0, i64::from),
                };
                if before > 0 && *lack <= 0 {
                    reach(&rule, &mut derived, &mut open);
                }
            }
        }
        derived
    }
}

struct CopyWriter<'a> {
    roles: &'a Roles,
    settled: &'a Settled,
    /// Fresh atom of every dependent atom that is possible and not certain; 0 for others.
    fresh: Vec<AtomNumber>,
    next: AtomNumber,
    /// True if the play breaks a rule or belongs to another puzzle.
    broken: AtomNumber,
    out: Record,
}

impl<'a> CopyWriter<'a> {
    fn new(roles: &'a Roles, settled: &'a Settled) -> Self {
        let broken = roles.last + 1;
        let fresh = vec![0; roles.last as usize + 1];
        Self { roles, settled, fresh, next: broken + 1, broken, out: Record::default() }
    }

    fn fresh(&mut self, atom: AtomNumber) -> AtomNumber {
        let next = self.next;
        match self.fresh.get_mut(atom as usize) {
            Some(fresh) if *fresh != 0 => *fresh,
            Some(fresh) => {
                *fresh = next;
                self.next += 1;
                next
            }
            None => atom,
        }
    }

    fn part(&mut self, literal: Literal) -> BodyPart {
        let atom = literal.unsigned_abs();
        if !self.roles.dependent.has(atom) {
            return match (self.roles.facts.has(atom), literal > 0) {
                (true, true) => BodyPart::True,
                (true, false) => BodyPart::False,
                (false, _) => BodyPart::Open(literal),
            };
        }
        let truth = match (self.settled.certain.has(atom), self.settled.possible.has(atom)) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        };
        match truth {
            Some(truth) if truth == (literal > 0) => BodyPart::True,
            Some(_) => BodyPart::False,
            None => {
                let sign = literal.signum();
                BodyPart::Open(sign * positive(self.fresh(atom)))
            }
        }
    }

    fn write(&mut self, chosen: &AtomSet) {
        let roles = self.roles;
        for rule in roles.rules.rules() {
            if rule.heads.is_empty() {
                self.body(&rule, &[self.broken]);
                continue;
            }
            let mut heads = Vec::new();
            for head in rule.heads {
                let open = self.settled.possible.has(*head) && !self.settled.certain.has(*head);
                if open && (!rule.choice || chosen.has(*head)) {
                    heads.push(*head);
                }
            }
            for head in heads {
                let head = self.fresh(head);
                self.body(&rule, &[head]);
            }
        }
        for tag in &roles.tags {
            if !roles.dependent.has(*tag) {
                continue;
            }
            let literal = positive(*tag);
            // Tags that depend on the play must equal those of the level; else it belongs to another puzzle.
            match self.part(literal) {
                BodyPart::True => self.out.push(false, &[self.broken], &[-literal]),
                BodyPart::False => self.out.push(false, &[self.broken], &[literal]),
                BodyPart::Open(copy) => {
                    self.out.push(false, &[self.broken], &[-literal, copy]);
                    self.out.push(false, &[self.broken], &[literal, -copy]);
                }
            }
        }
    }

    /// Writes a rule with a simplified body, unless that cannot hold.
    fn body(&mut self, rule: &RecordedRule<'_>, heads: &[AtomNumber]) {
        let Some(bound) = rule.bound else {
            let mut body = Vec::with_capacity(rule.body.len());
            for literal in rule.body {
                match self.part(*literal) {
                    BodyPart::True => {}
                    BodyPart::False => return,
                    BodyPart::Open(literal) => body.push(literal),
                }
            }
            return self.out.push(false, heads, &body);
        };
        let (mut left, mut body) = (bound, Vec::with_capacity(rule.body.len()));
        for (literal, weight) in rule.body.iter().zip(rule.weights) {
            match self.part(*literal) {
                BodyPart::True => left = left.saturating_sub(*weight),
                BodyPart::False => {}
                BodyPart::Open(literal) => body.push((literal, *weight)),
            }
        }
        let most: i64 = body.iter().map(|(_, weight)| i64::from(*weight)).sum();
        match left {
            left if left <= 0 => self.out.push(false, heads, &[]),
            left if most < i64::from(left) => {}
            left => self.out.push_weighted(false, heads, left, body),
        }
    }

    fn finish(mut self) -> AddedRules {
        let broken = positive(self.broken);
        let concept = match self.roles.concept {
            ConceptAtom::Settled(true) => BodyPart::True,
            ConceptAtom::Settled(false) => BodyPart::False,
            ConceptAtom::Open(concept) => self.part(concept),
        };
        match concept {
            BodyPart::True => {}
            BodyPart::False => self.out.push(false, &[], &[-broken]),
            BodyPart::Open(concept) => self.out.push(false, &[], &[-broken, -concept]),
        }
        let first_fresh = self.broken;
        AddedRules { rules: self.out, first_fresh, fresh: self.next - first_fresh }
    }
}

/// True if no fresh atom depends on its own negation.
fn is_stratified(copy: &AddedRules) -> bool {
    let negative = copy.rules.rules().any(|rule| {
        !rule.heads.is_empty()
            && rule
                .body
                .iter()
                .any(|literal| *literal < 0 && literal.unsigned_abs() > copy.first_fresh)
    });
    if !negative {
        return true;
    }
    let n = copy.fresh as usize;
    let at = |atom: AtomNumber| atom.checked_sub(copy.first_fresh);
    let edges = copy.rules.rules().flat_map(|rule| {
        let heads = rule.heads.iter().filter_map(|head| at(*head));
        let body = rule.body.iter().filter_map(|literal| at(literal.unsigned_abs()));
        heads.flat_map(move |head| body.clone().map(move |atom| (head, atom)))
    });
    let components = components(n, &Lists::of(n, edges));
    let of = |atom: AtomNumber| at(atom).map(|at| components.of(at));
    copy.rules.rules().all(|rule| {
        rule.heads.iter().all(|head| {
            rule.body
                .iter()
                .filter(|literal| **literal < 0 && literal.unsigned_abs() >= copy.first_fresh)
                .all(|literal| of(*head) != of(literal.unsigned_abs()))
        })
    })
}
