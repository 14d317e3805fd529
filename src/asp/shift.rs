//! Disjunctions written as ordinary rules: `a ; b :- c` as `a :- c, not b` and `b :- c, not a`.
//!
//! Both have the same answer sets as long as no atom of a head depends positively on another one of the same
//! head, in either direction. Few programs write `;` in a head, but clingo itself writes an aggregate that
//! depends on itself as disjunctions. Source: Ben-Eliyahu & Dechter, "Propositional semantics for disjunctive
//! logic programs".

use super::ground::{AtomNumber, Record, RecordedRule, literal};
use foolproof_ground::{Lists, components};

/// An atom of a head depends positively on another one of it, so no ordinary rules are equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeadCycle;

fn is_disjunction(rule: &RecordedRule<'_>) -> bool {
    !rule.choice && rule.heads.len() > 1
}

/// Returns the program without disjunctions. Atoms beyond `last` may be new in it.
pub(crate) fn shifted(ground: Record, last: AtomNumber) -> Result<Record, HeadCycle> {
    if !ground.rules().any(|rule| is_disjunction(&rule)) {
        return Ok(ground);
    }
    let components = components(last as usize + 1, &positive_edges(&ground, last));
    let (mut out, mut next) = (Record::default(), last + 1);
    for rule in ground.rules() {
        if !is_disjunction(&rule) {
            copy(&mut out, &rule, rule.heads);
            continue;
        }
        let mut heads = rule.heads.to_vec();
        heads.sort_unstable();
        heads.dedup();
        let mut loops: Vec<u32> = heads.iter().map(|head| components.of(*head)).collect();
        loops.sort_unstable();
        if loops.windows(2).any(|two| two.first() == two.last()) {
            return Err(HeadCycle);
        }
        let body = match rule.bound {
            None => rule.body.to_vec(),
            // A bound applies only to the body, so the body gets its own atom.
            Some(_) => {
                copy(&mut out, &rule, &[next]);
                next += 1;
                vec![literal(next - 1)]
            }
        };
        for head in &heads {
            let others = heads.iter().filter(|other| *other != head);
            let body: Vec<i32> =
                body.iter().copied().chain(others.map(|other| -literal(*other))).collect();
            out.push(false, &[*head], &body);
        }
    }
    for what in ground.refused() {
        out.refuse(what);
    }
    out.shown = ground.shown;
    Ok(out)
}

fn copy(out: &mut Record, rule: &RecordedRule<'_>, heads: &[AtomNumber]) {
    match rule.bound {
        None => out.push(rule.choice, heads, rule.body),
        Some(bound) => {
            let body = rule.body.iter().copied().zip(rule.weights.iter().copied());
            out.push_weighted(rule.choice, heads, bound, body);
        }
    }
}

/// Returns for every atom up to the last the atoms on which it depends positively.
pub(crate) fn positive_edges(ground: &Record, last: AtomNumber) -> Lists<u32> {
    let edges = ground.rules().flat_map(|rule| {
        let positive = rule.body.iter().filter(|literal| **literal > 0);
        let positive = positive.map(|literal| literal.unsigned_abs());
        rule.heads.iter().flat_map(move |head| positive.clone().map(move |atom| (*head, atom)))
    });
    Lists::of(last as usize + 1, edges)
}
