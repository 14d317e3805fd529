//! Simplifies a program given the truth of some atoms: consequences are propagated, so that a program for many
//! levels shrinks to a small one for a single level.
//!
//! Linear in the size of the program. Atoms that only support each other stay, as when a level is grounded
//! alone; an evaluation of the simplified program finds them false.

use super::components::Lists;
use super::program::{AtomNumber, GroundProgram};

/// The state of a rule's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleBody {
    /// Number of literals that are not settled; or the missing weight, and the weight that may still be added.
    Open {
        missing: i64,
        left: i64,
    },
    Holds,
    Fails,
}

struct Settling<'a> {
    program: &'a GroundProgram,
    truth: Vec<Option<bool>>,
    bodies: Vec<RuleBody>,
    /// For every atom, the rules with it in their bodies.
    uses: Lists<u32>,
    /// For every atom, the number of rules that may still derive it.
    supports: Vec<u32>,
    /// Settled atoms that were not propagated yet.
    waiting: Vec<AtomNumber>,
}

impl GroundProgram {
    /// Returns the program with these atoms, heads of choices, fixed as true or false. Others are renumbered.
    pub fn given(&self, given: impl IntoIterator<Item = (AtomNumber, bool)>) -> Self {
        let mut settling = Settling::new(self, given);
        settling.settle();
        settling.rest()
    }
}

impl<'a> Settling<'a> {
    fn new(
        program: &'a GroundProgram,
        given: impl IntoIterator<Item = (AtomNumber, bool)>,
    ) -> Self {
        let n_atoms = program.last_atom() as usize + 1;
        let mut truth = vec![None; n_atoms];
        let mut waiting = Vec::new();
        for (atom, holds) in given {
            if let Some(truth) = truth.get_mut(atom as usize) {
                *truth = Some(holds);
                waiting.push(atom);
            }
        }
        let (mut pairs, mut supports) = (Vec::new(), vec![0; n_atoms]);
        let mut bodies = Vec::with_capacity(program.n_rules());
        for (at, rule) in program.rules().enumerate() {
            pairs.extend(rule.body.iter().map(|literal| (literal.unsigned_abs(), at as u32)));
            rule.heads.iter().for_each(|head| supports[*head as usize] += 1);
            let weights = || rule.weights.iter().map(|weight| i64::from(*weight)).sum();
            bodies.push(match rule.bound {
                None => {
                    let all = rule.body.len() as i64;
                    RuleBody::Open { missing: all, left: all }
                }
                Some(bound) => RuleBody::Open { missing: bound.into(), left: weights() },
            });
        }
        let uses = Lists::of(n_atoms, pairs.into_iter());
        Self { program, truth, bodies, uses, supports, waiting }
    }

    fn settle(&mut self) {
        for rule in 0..self.bodies.len() {
            self.look_at(rule);
        }
        for atom in 1..self.truth.len() {
            if self.supports[atom] == 0 {
                self.say(atom as AtomNumber, false);
            }
        }
        while let Some(atom) = self.waiting.pop() {
            let holds = self.truth[atom as usize] == Some(true);
            // A literal may occur in a body twice; then its rule is listed twice.
            let rules: Vec<u32> = self.uses.get(atom).to_vec();
            let mut before = None;
            for rule in rules {
                if before.replace(rule) != Some(rule) {
                    self.count(rule as usize, atom, holds);
                }
            }
        }
    }

    /// Counts a settled atom in a body.
    fn count(&mut self, at: usize, atom: AtomNumber, holds: bool) {
        let RuleBody::Open { mut missing, mut left } = self.bodies[at] else { return };
        let rule = self.program.rule(at);
        for (place, literal) in rule.body.iter().enumerate() {
            if literal.unsigned_abs() != atom {
                continue;
            }
            let weight = rule.weights.get(place).map_or(1, |weight| i64::from(*weight));
            left -= weight;
            missing -= if (*literal > 0) == holds { weight } else { 0 };
        }
        self.bodies[at] = RuleBody::Open { missing, left };
        self.look_at(at);
    }

    /// Applies a rule whose body is settled: settles its heads if that follows.
    fn look_at(&mut self, at: usize) {
        let RuleBody::Open { missing, left } = self.bodies[at] else { return };
        let rule = self.program.rule(at);
        if missing <= 0 {
            self.bodies[at] = RuleBody::Holds;
            if let (false, [head]) = (rule.choice, rule.heads) {
                self.say(*head, true);
            }
        } else if left < missing {
            self.bodies[at] = RuleBody::Fails;
            for head in rule.heads {
                self.supports[*head as usize] -= 1;
                if self.supports[*head as usize] == 0 {
                    self.say(*head, false);
                }
            }
        }
    }

    fn say(&mut self, atom: AtomNumber, holds: bool) {
        let truth = &mut self.truth[atom as usize];
        if truth.is_none() {
            *truth = Some(holds);
            self.waiting.push(atom);
        }
    }

    /// Returns the remaining rules, with atoms renumbered in the same order.
    fn rest(&self) -> GroundProgram {
        let mut number = vec![0; self.truth.len()];
        let mut last = 0;
        for (atom, number) in number.iter_mut().enumerate().skip(1) {
            if self.truth[atom].is_none() {
                last += 1;
                *number = last;
            }
        }
        let open = |literal: i32| -> Option<i32> {
            let new = number[literal.unsigned_abs() as usize] as i32;
            (new != 0).then_some(if literal > 0 { new } else { -new })
        };
        let mut rest = GroundProgram::default();
        for (rule, body) in self.program.rules().zip(&self.bodies) {
            let heads: Vec<AtomNumber> =
                rule.heads.iter().map(|head| number[*head as usize]).filter(|n| *n != 0).collect();
            // Settled atoms need no rule; a constraint never had a head.
            if *body == RuleBody::Fails || (heads.is_empty() && !rule.heads.is_empty()) {
                continue;
            }
            match (body, rule.bound) {
                (RuleBody::Open { missing, .. }, Some(_)) => {
                    let weighed = rule.body.iter().zip(rule.weights);
                    let weighed =
                        weighed.filter_map(|(literal, weight)| Some((open(*literal)?, *weight)));
                    let bound = i32::try_from(*missing).unwrap_or(i32::MAX);
                    rest.push_weighted(rule.choice, &heads, bound, weighed);
                }
                (RuleBody::Open { .. }, None) => {
                    let body: Vec<i32> =
                        rule.body.iter().filter_map(|literal| open(*literal)).collect();
                    rest.push(rule.choice, &heads, &body);
                }
                _ => rest.push(rule.choice, &heads, &[]),
            }
        }
        for (atom, term) in self.program.names() {
            match (number[atom as usize], self.truth[atom as usize]) {
                (0, Some(false)) => {}
                (0, _) => rest.fact(term),
                (number, _) => rest.name(number, term),
            }
        }
        rest
    }
}
