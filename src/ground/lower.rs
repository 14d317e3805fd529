//! Turns the rules of a program into gates.
//!
//! Known inputs are folded in before components are computed again: sliding in all directions at once is a
//! positive cycle, sliding in one direction is not.

use super::circuit::{Circuit, Wire};
use super::components::{Lists, components};
use super::program::{AtomNumber, GroundProgram};
use super::strata::Strata;

/// Builder of gates for the wanted atoms.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    program: &'a GroundProgram,
    strata: &'a Strata,
    wanted: Vec<bool>,
    pub(crate) circuit: Circuit,
}

/// A rule within a component: the wire of its needs from outside, and the atoms that it needs from inside.
struct Inner {
    head: u32,
    outside: Wire,
    inside: Vec<u32>,
}

impl<'a> Lowering<'a> {
    /// Prepares gates for these atoms and all atoms on which they depend.
    pub(crate) fn new(
        program: &'a GroundProgram,
        strata: &'a Strata,
        n_inputs: usize,
        wanted: impl IntoIterator<Item = AtomNumber>,
    ) -> Self {
        let wanted = with_dependencies(program, strata, wanted);
        Self { program, strata, wanted, circuit: Circuit::new(n_inputs) }
    }

    /// Makes gates for the wanted atoms that are `included`, in the order of evaluation. `wires` has the wires
    /// of all atoms; at the start, those of inputs and of atoms lowered earlier.
    pub(crate) fn lower(&mut self, wires: &mut [Wire], included: impl Fn(AtomNumber) -> bool) {
        for component in 0..self.strata.components.len() {
            let atoms = self.strata.components.nodes(component);
            let Some(first) = atoms.first() else { continue };
            if !self.wanted[*first as usize] || !included(*first) {
                continue;
            }
            match (self.strata.is_knot(self.program, component), atoms) {
                (false, [atom]) => {
                    let wire = self.any_rule(*atom, wires);
                    wires[*atom as usize] = wire;
                }
                _ => self.knot(atoms, wires),
            }
        }
    }

    /// Returns the wire of an atom whose rules need only atoms with wires: it is given, or a rule fires.
    fn any_rule(&mut self, atom: AtomNumber, wires: &[Wire]) -> Wire {
        let strata = self.strata;
        let mut wire = wires[atom as usize];
        for rule in strata.rules.get(atom) {
            let body = self.body(*rule as usize, wires);
            wire = self.circuit.or(wire, body);
        }
        wire
    }

    /// Returns the wire of a rule's body.
    pub(crate) fn body(&mut self, rule: usize, wires: &[Wire]) -> Wire {
        let rule = self.program.rule(rule);
        let wire = |literal: i32| wires[literal.unsigned_abs() as usize].signed(literal > 0);
        match rule.bound {
            None => {
                let all = rule.body.iter().map(|literal| wire(*literal));
                all.fold(Wire::TRUE, |so_far, wire| self.circuit.and(so_far, wire))
            }
            Some(bound) => {
                let mut left = i64::from(bound);
                let mut weighed = Vec::new();
                for (literal, weight) in rule.body.iter().zip(rule.weights) {
                    match wire(*literal) {
                        Wire::FALSE => {}
                        Wire::TRUE => left -= i64::from(*weight),
                        wire => weighed.push((wire, i64::from(*weight))),
                    }
                }
                self.circuit.reaches(&weighed, left)
            }
        }
    }

    /// Makes gates for atoms that depend on each other.
    fn knot(&mut self, atoms: &[AtomNumber], wires: &mut [Wire]) {
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        let mut rules = Vec::new();
        for (at, atom) in atoms.iter().enumerate() {
            rules.push(Inner { head: at as u32, outside: wires[*atom as usize], inside: vec![] });
            for rule in self.strata.rules.get(*atom) {
                rules.push(self.inner(*rule as usize, at as u32, &atoms, wires));
            }
        }
        rules.retain(|rule| rule.outside != Wire::FALSE);
        drop_underivable(atoms.len(), &mut rules);
        let pairs = rules.iter().flat_map(|rule| rule.inside.iter().map(|to| (rule.head, *to)));
        let edges = Lists::of(atoms.len(), pairs);
        let of_head = rules.iter().zip(0u32..).map(|(rule, at)| (rule.head, at));
        let of_head = Lists::of(atoms.len(), of_head);
        let order = components(atoms.len(), &edges);
        let mut settled = vec![Wire::FALSE; atoms.len()];
        for component in 0..order.len() {
            let nodes = order.nodes(component);
            let alone = nodes.len() == 1 && nodes.iter().all(|at| !edges.get(*at).contains(at));
            let registers = if alone { Vec::new() } else { self.circuit.begin_loop(nodes.len()) };
            for (node, register) in nodes.iter().zip(&registers) {
                settled[*node as usize] = *register;
            }
            // Later members see the new values of earlier ones, so changes travel far in one round.
            for node in nodes {
                let mut wire = Wire::FALSE;
                for rule in of_head.get(*node) {
                    let rule = &rules[*rule as usize];
                    let needs = rule.inside.iter().map(|at| settled[*at as usize]);
                    let body = needs.fold(rule.outside, |all, wire| self.circuit.and(all, wire));
                    wire = self.circuit.or(wire, body);
                }
                settled[*node as usize] = wire;
            }
            if !alone {
                let fed_by: Vec<Wire> = nodes.iter().map(|at| settled[*at as usize]).collect();
                self.circuit.end_loop(&registers, &fed_by);
            }
        }
        for (atom, wire) in atoms.iter().zip(settled) {
            wires[*atom as usize] = wire;
        }
    }

    fn inner(&mut self, rule: usize, head: u32, atoms: &[AtomNumber], wires: &[Wire]) -> Inner {
        let place = |literal: i32| {
            u32::try_from(literal).ok().and_then(|atom| atoms.binary_search(&atom).ok())
        };
        let body = self.program.rule(rule).body;
        let inside: Vec<u32> =
            body.iter().filter_map(|literal| Some(place(*literal)? as u32)).collect();
        if inside.is_empty() {
            return Inner { head, outside: self.body(rule, wires), inside };
        }
        // Counts never reach into their own component, so the whole body is needed.
        let outer = body.iter().filter(|literal| place(**literal).is_none());
        let wire = |literal: &i32| wires[literal.unsigned_abs() as usize].signed(*literal > 0);
        let outside = outer.fold(Wire::TRUE, |all, literal| self.circuit.and(all, wire(literal)));
        Inner { head, outside, inside }
    }
}

/// Drops the rules of a component that can never fire, since they only wait for each other.
fn drop_underivable(n_atoms: usize, rules: &mut Vec<Inner>) {
    let mut lacks: Vec<usize> = rules.iter().map(|rule| rule.inside.len()).collect();
    let users = rules.iter().zip(0u32..);
    let users = users.flat_map(|(rule, at)| rule.inside.iter().map(move |atom| (*atom, at)));
    let users = Lists::of(n_atoms, users);
    let mut derivable = vec![false; n_atoms];
    let mut open: Vec<u32> = Vec::new();
    let mut reach = |head: u32, open: &mut Vec<u32>| {
        if !std::mem::replace(&mut derivable[head as usize], true) {
            open.push(head);
        }
    };
    for (rule, lack) in rules.iter().zip(&lacks) {
        if *lack == 0 {
            reach(rule.head, &mut open);
        }
    }
    while let Some(atom) = open.pop() {
        for user in users.get(atom) {
            let lack = &mut lacks[*user as usize];
            *lack -= 1;
            if *lack == 0 {
                reach(rules[*user as usize].head, &mut open);
            }
        }
    }
    let mut lacks = lacks.iter();
    rules.retain(|_| lacks.next() == Some(&0));
}

/// For each atom, true if it is one of these or one of these depends on it.
pub(crate) fn with_dependencies(
    program: &GroundProgram,
    strata: &Strata,
    atoms: impl IntoIterator<Item = AtomNumber>,
) -> Vec<bool> {
    dependencies_by(program, strata, atoms, |_| None)
}

/// Like [`with_dependencies`], for atoms that depend on further ones, which `further` returns.
pub(crate) fn dependencies_by(
    program: &GroundProgram,
    strata: &Strata,
    atoms: impl IntoIterator<Item = AtomNumber>,
    further: impl Fn(AtomNumber) -> Option<AtomNumber>,
) -> Vec<bool> {
    let mut needed = vec![false; program.last_atom() as usize + 1];
    let mut open: Vec<AtomNumber> = atoms.into_iter().collect();
    while let Some(atom) = open.pop() {
        if std::mem::replace(&mut needed[atom as usize], true) {
            continue;
        }
        for rule in strata.rules.get(atom) {
            let body = program.rule(*rule as usize).body;
            open.extend(body.iter().map(|literal| literal.unsigned_abs()));
        }
        open.extend(further(atom));
    }
    needed
}
