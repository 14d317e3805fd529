//! The order in which a rule's literals are evaluated: each gets its input from earlier ones.
//!
//! That is the safety of rules in logic programming: a variable gets its value from something positive. A
//! computed term is not solved for a variable within it, so a few rules are rejected that clingo accepts.

use std::collections::{BTreeMap, BTreeSet};

use super::syntax::{Atom, Comparison, Element, Head, Literal, Rule, Term, parse};

/// Predicates that rules may use, with the number of arguments.
const GIVEN: [(&str, usize); 7] =
    [("value", 2), ("site", 1), ("digit", 1), ("side", 1), ("in", 2), ("unit", 1), ("beside", 2)];

/// Rules in an order in which each comes after those that it depends on.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub rules: Vec<Rule>,
    pub helpers: BTreeSet<String>,
}

pub(super) fn is_given(name: &str) -> bool {
    GIVEN.iter().any(|(given, _)| *given == name)
}

type Bound = BTreeSet<usize>;

/// Reads rules and orders them and their literals.
pub(super) fn read(text: &str) -> Result<Program, String> {
    let mut rules = parse(text)?;
    if !rules.iter().any(|rule| matches!(rule.head, Head::Wrong { .. })) {
        return Err("no rule says what is wrong: `wrong(\"two 5s touch\") :- …`".to_owned());
    }
    let mut heads: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for rule in &rules {
        if let Head::Helper(Atom { name, args }) = &rule.head {
            if name == "wrong" || is_given(name) {
                return Err(format!("`{name}` is given, and cannot be said anew"));
            }
            heads.entry(name.clone()).or_default().insert(args.len());
        }
    }
    for rule in &rules {
        each_atom(&rule.body, &mut |atom| known(atom, &heads))?;
    }
    for rule in &mut rules {
        order_rule(rule)?;
    }
    let helpers: BTreeSet<String> = heads.into_keys().collect();
    Ok(Program { rules: sorted(rules, &helpers)?, helpers })
}

fn known(atom: &Atom, heads: &BTreeMap<String, BTreeSet<usize>>) -> Result<(), String> {
    let (name, many) = (&atom.name, atom.args.len());
    let is_given = GIVEN.iter().any(|(given, arity)| given == name && *arity == many);
    let is_said = heads.get(name).is_some_and(|arities| arities.contains(&many));
    match is_given || is_said {
        true => Ok(()),
        false => Err(format!(
            "`{name}` with {many} arguments is said nowhere; given are value(S,D), site(S), digit(D), \
             side(N), in(row(R),S), in(column(C),S), in(box(X,Y),S), unit(U) and beside(S,T)"
        )),
    }
}

fn each_atom(
    body: &[Literal],
    see: &mut dyn FnMut(&Atom) -> Result<(), String>,
) -> Result<(), String> {
    body.iter().try_for_each(|literal| match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => see(atom),
        Literal::Compare(..) | Literal::Range(..) => Ok(()),
        Literal::Folded(_, elements, _) => {
            elements.iter().try_for_each(|element| each_atom(&element.condition, see))
        }
    })
}

/// Sorts helpers before the rules that use them; rejects a helper that depends on itself.
fn sorted(rules: Vec<Rule>, helpers: &BTreeSet<String>) -> Result<Vec<Rule>, String> {
    let mut done: BTreeSet<String> = BTreeSet::new();
    let (mut waiting, mut order) = (rules, Vec::new());
    while !waiting.is_empty() {
        let named = |rule: &Rule| match &rule.head {
            Head::Helper(atom) => Some(atom.name.clone()),
            Head::Wrong { .. } => None,
        };
        let asks = |rule: &Rule| {
            let mut asked = BTreeSet::new();
            let _ = each_atom(&rule.body, &mut |atom| {
                asked.insert(atom.name.clone());
                Ok(())
            });
            asked
        };
        // A helper is complete once all of its rules can be evaluated.
        let stuck: BTreeSet<String> = waiting
            .iter()
            .filter(|rule| {
                asks(rule).iter().any(|name| helpers.contains(name) && !done.contains(name))
            })
            .filter_map(named)
            .collect();
        let is_next = |rule: &Rule| named(rule).is_some_and(|name| !stuck.contains(&name));
        let (next, rest): (Vec<Rule>, Vec<Rule>) = waiting.into_iter().partition(is_next);
        waiting = rest;
        if next.is_empty() {
            if let Some(name) = waiting.iter().find_map(named) {
                return Err(format!("`{name}` depends on itself"));
            }
            order.append(&mut waiting);
        }
        done.extend(next.iter().filter_map(named));
        order.extend(next);
    }
    Ok(order)
}

fn order_rule(rule: &mut Rule) -> Result<(), String> {
    let mut global = Bound::new();
    for literal in &rule.body {
        outer_variables(literal, &mut global);
    }
    let mut in_head = Bound::new();
    match &rule.head {
        Head::Wrong { place, .. } => {
            place.iter().for_each(|place| variables(place, &mut in_head));
        }
        Head::Helper(atom) => atom.args.iter().for_each(|term| variables(term, &mut in_head)),
    }
    global.extend(&in_head);
    let mut bound = Bound::new();
    let body = std::mem::take(&mut rule.body);
    let body = order(body, &mut bound, &global).and_then(|body| match in_head.is_subset(&bound) {
        true => Ok(body),
        false => Err(in_head.difference(&bound).copied().collect()),
    });
    rule.body = body.map_err(|open: Bound| {
        let names = open.into_iter().filter_map(|at| rule.variables.get(at));
        let name = names.min().map_or("_", String::as_str);
        format!("nothing says what `{name}` can be; ask for it before it is compared or denied")
    })?;
    Ok(())
}

/// Variables outside of aggregates.
fn outer_variables(literal: &Literal, into: &mut Bound) {
    match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => {
            atom.args.iter().for_each(|term| variables(term, into));
        }
        Literal::Compare(_, a, b) => [a, b].into_iter().for_each(|term| variables(term, into)),
        Literal::Range(a, b, c) => [a, b, c].into_iter().for_each(|term| variables(term, into)),
        Literal::Folded(_, _, guards) => {
            guards.iter().for_each(|(_, term)| variables(term, into));
        }
    }
}

/// All variables of literals, including those inside aggregates.
fn all_variables(element: &Element, into: &mut Bound) {
    element.terms.iter().for_each(|term| variables(term, into));
    for literal in &element.condition {
        outer_variables(literal, into);
        if let Literal::Folded(_, elements, _) = literal {
            elements.iter().for_each(|element| all_variables(element, into));
        }
    }
}

pub(super) fn variables(term: &Term, into: &mut Bound) {
    match term {
        Term::Number(_) => {}
        // It never gets a value.
        Term::Any => _ = into.insert(usize::MAX),
        Term::Variable(at) => _ = into.insert(*at),
        Term::Call(_, args) => args.iter().for_each(|term| variables(term, into)),
        Term::Minus(term) | Term::Abs(term) => variables(term, into),
        Term::Two(_, a, b) => [a, b].into_iter().for_each(|term| variables(term, into)),
    }
}

fn is_bound(term: &Term, bound: &Bound) -> bool {
    let mut own = Bound::new();
    variables(term, &mut own);
    own.is_subset(bound)
}

/// Returns whether a value determines the variables of a term; if so, they become bound.
fn matches(term: &Term, bound: &mut Bound) -> bool {
    match term {
        Term::Variable(at) => {
            bound.insert(*at);
            true
        }
        Term::Any => true,
        Term::Call(_, args) => args.iter().all(|term| matches(term, bound)),
        computed => is_bound(computed, bound),
    }
}

/// Literals in an order in which they can be evaluated; if there is none, the variables without a value.
fn order(mut left: Vec<Literal>, bound: &mut Bound, global: &Bound) -> Result<Vec<Literal>, Bound> {
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let cost = |literal: &Literal| {
            let mut after = bound.clone();
            let ready = binds(literal, &mut after, global);
            ready.then(|| (after.len() - bound.len()) * 2 + usize::from(is_search(literal)))
        };
        let costs = left.iter().enumerate().filter_map(|(at, literal)| Some((cost(literal)?, at)));
        let Some((_, at)) = costs.min() else {
            let mut open = Bound::new();
            left.iter().for_each(|literal| outer_variables(literal, &mut open));
            return Err(open.difference(bound).copied().collect());
        };
        let mut literal = left.remove(at);
        if let Literal::Folded(_, elements, _) = &mut literal {
            order_elements(elements, bound, global)?;
        }
        binds(&literal, bound, global);
        ordered.push(literal);
    }
    Ok(ordered)
}

fn is_search(literal: &Literal) -> bool {
    matches!(literal, Literal::Holds(_) | Literal::Range(..))
}

/// Returns whether a literal can be evaluated; if so, its variables become bound.
fn binds(literal: &Literal, bound: &mut Bound, global: &Bound) -> bool {
    match literal {
        Literal::Holds(atom) => atom.args.iter().all(|term| matches(term, bound)),
        Literal::Fails(atom) => atom.args.iter().all(|term| is_known_or_any(term, bound)),
        Literal::Compare(Comparison::Equal, a, b) => {
            is_bound(a, bound) && matches(b, bound) || is_bound(b, bound) && matches(a, bound)
        }
        Literal::Compare(_, a, b) => is_bound(a, bound) && is_bound(b, bound),
        Literal::Range(variable, from, to) => {
            matches!(variable, Term::Variable(_))
                && is_bound(from, bound)
                && is_bound(to, bound)
                && matches(variable, bound)
        }
        Literal::Folded(_, elements, guards) => {
            let mut inner = Bound::new();
            elements.iter().for_each(|element| all_variables(element, &mut inner));
            let guard = |(comparison, term): &(Comparison, Term), bound: &mut Bound| {
                is_bound(term, bound) || *comparison == Comparison::Equal && matches(term, bound)
            };
            inner.intersection(global).all(|at| bound.contains(at))
                && guards.iter().all(|one| guard(one, bound))
        }
    }
}

/// Returns whether a term has a value, except for parts that may be anything.
fn is_known_or_any(term: &Term, bound: &Bound) -> bool {
    match term {
        Term::Any => true,
        Term::Call(_, args) => args.iter().all(|term| is_known_or_any(term, bound)),
        other => is_bound(other, bound),
    }
}

fn order_elements(elements: &mut [Element], bound: &Bound, global: &Bound) -> Result<(), Bound> {
    for element in elements {
        let mut inner = bound.clone();
        let mut known = global.clone();
        element.condition.iter().for_each(|literal| outer_variables(literal, &mut known));
        element.terms.iter().for_each(|term| variables(term, &mut known));
        let condition = std::mem::take(&mut element.condition);
        element.condition = order(condition, &mut inner, &known)?;
        let mut own = Bound::new();
        element.terms.iter().for_each(|term| variables(term, &mut own));
        if !own.is_subset(&inner) {
            return Err(own.difference(&inner).copied().collect());
        }
    }
    Ok(())
}
