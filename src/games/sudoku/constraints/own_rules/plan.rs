//! The order in which a rule's literals are evaluated: each gets its input from earlier ones.
//!
//! That is the safety of rules in logic programming: a variable gets its value from something positive. A
//! computed term is not solved for a variable within it, so a few rules are rejected that clingo accepts.

use std::collections::{BTreeMap, BTreeSet};

use super::syntax::{
    Atom, Comparison, Element, Head, Literal, LiteralKind, Rule, Term, atoms, parse,
};
use foolproof_ground::{Lists, components};

/// Predicates that rules may use, with the number of arguments.
const GIVEN: [(&str, usize); 7] =
    [("value", 2), ("site", 1), ("digit", 1), ("side", 1), ("in", 2), ("unit", 1), ("beside", 2)];

/// Rules in an order in which each comes after those that it depends on.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub rules: Vec<Rule>,
    pub helpers: BTreeSet<String>,
    /// The text from which the rules were read.
    pub text: String,
}

pub(super) fn is_given(name: &str) -> bool {
    GIVEN.iter().any(|(given, _)| *given == name)
}

/// Variables that have a value.
type Bound = BTreeSet<usize>;

/// Reads rules and orders them and their literals.
pub(super) fn read(text: &str) -> Result<Program, String> {
    let mut rules = parse(text)?;
    if !rules.iter().any(|rule| matches!(rule.head, Head::Wrong { .. })) {
        return Err("no rule says what is wrong: `wrong(\"two 5s touch\") :- …`".to_owned());
    }
    let mut heads: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for Atom { name, args, .. } in rules.iter().filter_map(helper_of) {
        if is_given(name) {
            return Err(format!("`{name}` is given, and cannot be said anew"));
        }
        heads.entry(name.clone()).or_default().insert(args.len());
    }
    for rule in &rules {
        atoms(&rule.body).into_iter().try_for_each(|atom| known(atom, &heads))?;
    }
    rules.iter_mut().try_for_each(order_rule)?;
    let helpers: BTreeSet<String> = heads.into_keys().collect();
    if let Some(name) = sort(&mut rules, &helpers) {
        return Err(format!("`{name}` depends on itself"));
    }
    Ok(Program { rules, helpers, text: text.to_owned() })
}

/// The helper that a rule derives.
fn helper_of(rule: &Rule) -> Option<&Atom> {
    match &rule.head {
        Head::Helper(atom) => Some(atom),
        Head::Wrong { .. } => None,
    }
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

/// Sorts helpers before the rules that use them; returns a helper that depends on itself, if there is one.
fn sort<'h>(rules: &mut [Rule], helpers: &'h BTreeSet<String>) -> Option<&'h String> {
    let number = |atom: &Atom| {
        helpers.iter().zip(0u32..).find(|(name, _)| **name == atom.name).map(|(_, number)| number)
    };
    let mut asked: Vec<(u32, u32)> = Vec::new();
    for rule in &*rules {
        if let Some(head) = helper_of(rule).and_then(number) {
            asked.extend(atoms(&rule.body).into_iter().filter_map(number).map(|of| (head, of)));
        }
    }
    let order = components(helpers.len(), &Lists::of(helpers.len(), asked.iter().copied()));
    let place = |helper| order.of(helper);
    rules.sort_by_key(|rule| helper_of(rule).and_then(number).map_or(u32::MAX, place));
    let (in_circle, _) = asked.iter().find(|(head, of)| place(*head) == place(*of))?;
    helpers.iter().nth(*in_circle as usize)
}

/// Orders the literals of a rule.
fn order_rule(rule: &mut Rule) -> Result<(), String> {
    let in_head = variables(match &rule.head {
        Head::Wrong { place, .. } => place.as_slice(),
        Head::Helper(atom) => &atom.args,
    });
    let global = &outer_variables(&rule.body) | &in_head;
    let mut bound = Bound::new();
    let ordered = order(std::mem::take(&mut rule.body), &mut bound, &global);
    let ordered = ordered.and_then(|body| with_all(body, &in_head, &bound));
    rule.body = ordered.map_err(|open: Bound| {
        let names = open.into_iter().filter_map(|at| rule.variables.get(at));
        let name = names.min().map_or("_", String::as_str);
        format!("nothing says what `{name}` can be; ask for it before it is compared or denied")
    })?;
    Ok(())
}

/// The body, or the needed variables that it leaves without a value.
fn with_all(body: Vec<Literal>, needed: &Bound, bound: &Bound) -> Result<Vec<Literal>, Bound> {
    let open = needed - bound;
    if open.is_empty() { Ok(body) } else { Err(open) }
}

fn variables<'a>(terms: impl IntoIterator<Item = &'a Term>) -> Bound {
    let of = |term: &Term| match term {
        Term::Number(_) => Bound::new(),
        // It never gets a value.
        Term::Any => Bound::from([usize::MAX]),
        Term::Variable(at) => Bound::from([*at]),
        Term::Call(_, args) | Term::Computed(_, args) => variables(args),
    };
    terms.into_iter().flat_map(of).collect()
}

/// Variables outside of aggregates.
fn outer_variables(literals: &[Literal]) -> Bound {
    variables(literals.iter().flat_map(Literal::terms))
}

/// Variables of aggregates' elements.
fn inner_variables(elements: &[Element]) -> Bound {
    let of = |element: &Element| {
        let folded = element.condition.iter().filter_map(|literal| match &literal.kind {
            LiteralKind::Folded(_, elements, _) => Some(inner_variables(elements)),
            _ => None,
        });
        let outer = [variables(&element.terms), outer_variables(&element.condition)];
        folded.chain(outer).flatten().collect::<Bound>()
    };
    elements.iter().flat_map(of).collect()
}

fn is_bound<'a>(terms: impl IntoIterator<Item = &'a Term>, bound: &Bound) -> bool {
    variables(terms).is_subset(bound)
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
        computed => is_bound([computed], bound),
    }
}

/// Literals in an order in which they can be evaluated; if there is none, the variables without a value.
fn order(mut left: Vec<Literal>, bound: &mut Bound, global: &Bound) -> Result<Vec<Literal>, Bound> {
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let cost = |literal: &Literal| {
            let mut after = bound.clone();
            let ready = binds(literal, &mut after, global);
            let is_search = matches!(literal.kind, LiteralKind::Holds(_) | LiteralKind::Range(_));
            ready.then(|| (after.len() - bound.len()) * 2 + usize::from(is_search))
        };
        let costs = left.iter().enumerate().filter_map(|(at, literal)| Some((cost(literal)?, at)));
        let Some((_, at)) = costs.min() else { return Err(&outer_variables(&left) - bound) };
        let mut literal = left.remove(at);
        if let LiteralKind::Folded(_, elements, _) = &mut literal.kind {
            elements.iter_mut().try_for_each(|element| order_element(element, bound, global))?;
        }
        binds(&literal, bound, global);
        ordered.push(literal);
    }
    Ok(ordered)
}

/// Returns whether a literal can be evaluated; if so, its variables become bound.
fn binds(literal: &Literal, bound: &mut Bound, global: &Bound) -> bool {
    match &literal.kind {
        LiteralKind::Holds(atom) => atom.args.iter().all(|term| matches(term, bound)),
        LiteralKind::Fails(atom) => atom.args.iter().all(|term| is_known_or_any(term, bound)),
        LiteralKind::Compare(Comparison::Equal, [a, b]) => {
            is_bound([a], bound) && matches(b, bound) || is_bound([b], bound) && matches(a, bound)
        }
        LiteralKind::Compare(_, terms) => is_bound(terms, bound),
        LiteralKind::Range([variable, ends @ ..]) => {
            matches!(variable, Term::Variable(_))
                && is_bound(ends, bound)
                && matches(variable, bound)
        }
        LiteralKind::Folded(_, elements, guards) => {
            (&inner_variables(elements) & global).is_subset(bound)
                && guards.iter().all(|(comparison, term)| {
                    is_bound([term], bound)
                        || *comparison == Comparison::Equal && matches(term, bound)
                })
        }
    }
}

/// Returns whether a term has a value, except for parts that may be anything.
fn is_known_or_any(term: &Term, bound: &Bound) -> bool {
    match term {
        Term::Any => true,
        Term::Call(_, args) => args.iter().all(|term| is_known_or_any(term, bound)),
        other => is_bound([other], bound),
    }
}

fn order_element(element: &mut Element, bound: &Bound, global: &Bound) -> Result<(), Bound> {
    let own = variables(&element.terms);
    let known = &(global | &outer_variables(&element.condition)) | &own;
    let mut inner = bound.clone();
    let condition = order(std::mem::take(&mut element.condition), &mut inner, &known)?;
    element.condition = with_all(condition, &own, &inner)?;
    Ok(())
}
