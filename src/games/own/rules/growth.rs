//! Rules that feed themselves with ever larger terms, found in their text.
//!
//! `far(T,N+1) :- far(S,N), beside(S,_,T)` counts on without end; with `N < 9`, or where the larger
//! term has to be a site, it ends. Whether rules end cannot be told in general: a rule that is not
//! found here counts as large, and one that is found may still end late.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::rules::statements::{RuleArg, RuleAtom, RuleStatement, statements};
use foolproof_game::{GroundSource, RuleGrowth};

/// A predicate by its name and its number of arguments.
type RulePredicate<'a> = (&'a str, usize);

/// Returns the first rule of a program that makes its own input larger without a recognisable bound.
pub(crate) fn growth_in(sources: &[GroundSource]) -> Option<RuleGrowth> {
    let read: Vec<Vec<RuleStatement>> =
        sources.iter().map(|source| statements(&source.text)).collect();
    let rules: Vec<&RuleStatement> = read.iter().flatten().collect();
    let needs = needs(&rules);
    for (source, statements) in sources.iter().zip(&read) {
        if let Some(line) = statements.iter().find_map(|rule| growing(rule, &needs)) {
            let place = format!("{}, line {line}", source.name);
            return Some(RuleGrowth { place, text: Arc::clone(&source.text) });
        }
    }
    None
}

fn signature(atom: &RuleAtom) -> RulePredicate<'_> {
    (&atom.name, atom.args.len())
}

/// Maps each predicate to those that it is derived from directly. Absence makes no terms.
fn needs<'a>(
    rules: &[&'a RuleStatement],
) -> BTreeMap<RulePredicate<'a>, BTreeSet<RulePredicate<'a>>> {
    let mut needs: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for rule in rules {
        for head in &rule.heads {
            let body = rule.body.iter().filter(|atom| !atom.negated);
            needs.entry(signature(head)).or_default().extend(body.map(signature));
        }
    }
    needs
}

/// True if a predicate is derived from another one, in any number of steps.
fn rests_on<'a>(
    needs: &BTreeMap<RulePredicate<'a>, BTreeSet<RulePredicate<'a>>>,
    one: RulePredicate<'a>,
    other: RulePredicate<'a>,
) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([one]), vec![one]);
    while let Some(at) = open.pop() {
        if at == other {
            return true;
        }
        for next in needs.get(&at).into_iter().flatten() {
            if seen.insert(*next) {
                open.push(*next);
            }
        }
    }
    false
}

/// Returns the line at which a rule makes its own input larger.
fn growing<'a>(
    rule: &'a RuleStatement,
    needs: &BTreeMap<RulePredicate<'a>, BTreeSet<RulePredicate<'a>>>,
) -> Option<usize> {
    if rule.compares {
        return None;
    }
    let grows = |head: &&RuleAtom| {
        let positive = rule.body.iter().filter(|atom| !atom.negated);
        let (fed, others): (Vec<&RuleAtom>, Vec<&RuleAtom>) =
            positive.partition(|atom| rests_on(needs, signature(atom), signature(head)));
        !fed.is_empty() && head.args.iter().any(|arg| is_larger(rule, arg, &fed, &others))
    };
    rule.heads.iter().find(grows).map(|head| head.line)
}

/// True if an argument of a head is larger than its inputs, and no other atom limits its value.
fn is_larger(rule: &RuleStatement, arg: &RuleArg, fed: &[&RuleAtom], others: &[&RuleAtom]) -> bool {
    let args = |atoms: &[&RuleAtom]| -> Vec<RuleArg> {
        atoms.iter().flat_map(|atom| atom.args.clone()).collect()
    };
    let (fed, others) = (args(fed), args(others));
    if others.iter().any(|other| other.holds(arg)) {
        return false;
    }
    let depth_in_fed = |name: &str| {
        let all = fed.iter().flat_map(RuleArg::variables);
        all.filter(|(known, _)| *known == name).map(|(_, depth)| depth).max()
    };
    let bound = |name: &str| others.iter().any(|arg| arg.variables().any(|(it, _)| it == name));
    arg.variables().any(|(name, depth)| match depth_in_fed(name) {
        // A value from elsewhere, such as a row of the board, is one of finitely many.
        Some(_) if bound(name) && !arg.is_reckoned() => false,
        Some(fed) => depth > fed || arg.is_reckoned() && !bound(name),
        None => rule.reckoned.iter().any(|reckoned| reckoned == name) && !bound(name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<String> {
        let source = GroundSource { name: "rules.lp".to_owned(), text: text.into() };
        growth_in(&[source]).map(|growth| growth.place)
    }

    #[test]
    fn rules_that_make_their_own_input_larger_are_found() {
        for endless in [
            "n(0). n(N+1) :- n(N).",
            "n(0). n(M) :- n(N), M = N+1.",
            "n(0). n(M) :- n(N), N+1 = M.",
            "t(z). t(s(X)) :- t(X).",
            "far(S,0) :- start(S). far(T,N+1) :- far(S,N), beside(S,_,T).",
            "a(0). b(f(X)) :- a(X). a(X) :- b(X).",
            "n(0). n(N-1) :- n(N), not stop(N).",
            "l(S,nil) :- site(S). l(S,cons(T,L)) :- l(T,L), beside(S,_,T).",
            "n(0). { n(N+1) } :- n(N).",
        ] {
            assert_eq!(line(endless).as_deref(), Some("rules.lp, line 1"), "{endless}");
        }
    }

    #[test]
    fn rules_that_end_are_not_blamed() {
        for ends in [
            "n(0). n(N+1) :- n(N), N < 9.",
            "n(0). n(M) :- n(N), M = N+1, m(M).",
            "far(T,N+1) :- far(S,N), beside(S,_,T), count(N+1).",
            "lit(cell(C+1,R)) :- lit(cell(C,R)), site(cell(C+1,R)).",
            "seen(T) :- seen(S), beside(S,_,T).",
            "twice(N+N) :- clue(N).",
            "back(cell(C,R)) :- back(cell(R,C)).",
            "sum(S,N+M) :- clue(S,N), clue(S,M).",
            "n(N) :- n(N+1).",
            "d(S,D) :- D = 0..9, d(S,D+1).",
            "pair(cell(C,R),K) :- pair(K), col(C), row(R).",
        ] {
            assert_eq!(line(ends), None, "{ends}");
        }
    }
}
