//! Findings of rules on a board with open cells: the errors, and the digits under which they occur.
//!
//! Each fact holds under a condition: the digits that some cells must hold. With one digit in each cell all
//! conditions hold or fail; with more, the errors show which digits are incompatible.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::plan::Program;
use super::syntax::{Atom, Comparison, Element, Fold, Head, Literal, LiteralKind, Rule, Term};
use crate::engine::digits_of;
use crate::puzzle::Puzzle;

/// The digits that some cells hold.
pub(super) type Condition = BTreeMap<usize, u16>;

/// An error under a condition.
pub(super) struct Found {
    pub why: String,
    pub cells: BTreeSet<usize>,
    pub when: Condition,
}

/// The findings of rules.
#[derive(Default)]
pub(super) struct Findings {
    pub found: Vec<Found>,
    /// Open dependencies: whether a rule applies may depend on digits in ways that no condition expresses, on
    /// these cells or (`None`) on any cell of the board.
    pub open: BTreeSet<Option<BTreeSet<usize>>>,
}

/// A ground term, in the order of the solver's language: numbers, then terms by number of parts, name and
/// parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Value {
    Least,
    Number(i64),
    Call(Rc<(usize, String, Vec<Value>)>),
    Most,
}

impl Value {
    fn call(name: &str, args: Vec<Self>) -> Self {
        Self::Call(Rc::new((args.len(), name.to_owned(), args)))
    }

    fn number(of: usize) -> Self {
        Self::Number(i64::try_from(of).unwrap_or(i64::MAX))
    }
}

struct Fact {
    args: Vec<Value>,
    when: Condition,
}

/// The facts of one predicate.
#[derive(Default)]
struct Relation {
    facts: Vec<Fact>,
    by_first: HashMap<Value, Vec<usize>>,
    known: HashMap<Vec<Value>, Vec<usize>>,
}

impl Relation {
    fn add(&mut self, args: Vec<Value>, when: Condition) {
        let known = self.known.entry(args.clone()).or_default();
        let says_all = |at: &usize| self.facts[*at].when.is_empty() || self.facts[*at].when == when;
        if known.iter().any(says_all) {
            return;
        }
        let at = self.facts.len();
        known.push(at);
        if let Some(first) = args.first() {
            self.by_first.entry(first.clone()).or_default().push(at);
        }
        self.facts.push(Fact { args, when });
    }
}

/// Following the rules takes too many steps.
struct TooLong;

type Env = Vec<Option<Value>>;

struct Evaluation<'a> {
    candidates: &'a [u16],
    side: usize,
    relations: HashMap<(&'a str, usize), Relation>,
    undetermined: HashSet<&'a str>,
    /// The dependencies left open since the last check.
    open: RefCell<BTreeSet<Option<BTreeSet<usize>>>>,
    steps_left: Cell<u64>,
}

/// The results of the rules if each cell may hold some digits; `None` if that takes too many steps.
pub(super) fn evaluate(
    program: &Program,
    puzzle: &Puzzle,
    candidates: &[u16],
    most_steps: u64,
) -> Option<Findings> {
    let mut evaluation = Evaluation {
        candidates,
        side: puzzle.side,
        relations: given(puzzle, candidates),
        undetermined: HashSet::new(),
        open: RefCell::default(),
        steps_left: Cell::new(most_steps),
    };
    let mut findings = Findings::default();
    for rule in &program.rules {
        match &rule.head {
            Head::Helper(atom) => {
                evaluation.derive(rule, atom).ok()?;
                if !evaluation.open.take().is_empty() {
                    evaluation.undetermined.insert(&atom.name);
                }
            }
            Head::Wrong { why, place } => {
                findings.found.extend(evaluation.wrongs(rule, why, place.as_ref()).ok()?);
                findings.open.append(&mut evaluation.open.take());
            }
        }
    }
    Some(findings)
}

/// Facts of every board.
fn given<'a>(puzzle: &Puzzle, candidates: &[u16]) -> HashMap<(&'a str, usize), Relation> {
    let mut relations: HashMap<(&str, usize), Relation> = HashMap::new();
    let mut add = |name: &'static str, args: Vec<Value>, when: Condition| {
        relations.entry((name, args.len())).or_default().add(args, when);
    };
    let numbered = |name: &str, parts: &[usize]| {
        Value::call(name, parts.iter().map(|part| Value::number(*part)).collect())
    };
    let site = |cell: usize| numbered("cell", &[cell % puzzle.side, cell / puzzle.side]);
    let sites: Vec<Value> = (0..candidates.len()).map(site).collect();
    let site = |cell: usize| sites[cell].clone();
    add("side", vec![Value::number(puzzle.side)], Condition::new());
    (1..=puzzle.side).for_each(|digit| add("digit", vec![Value::number(digit)], Condition::new()));
    for (cell, set) in candidates.iter().enumerate() {
        add("site", vec![site(cell)], Condition::new());
        for digit in digits_of(*set) {
            let only = Condition::from([(cell, 1u16 << (digit - 1))]);
            let when = if set.is_power_of_two() { Condition::new() } else { only };
            add("value", vec![site(cell), Value::number(usize::from(digit))], when);
        }
    }
    for (a, b) in puzzle.neighbours() {
        add("beside", vec![site(a), site(b)], Condition::new());
        add("beside", vec![site(b), site(a)], Condition::new());
    }
    for (number, house) in puzzle.houses().enumerate() {
        let first = house.first().copied().unwrap_or(0);
        let unit = match (number / puzzle.side, puzzle.boxes) {
            (0, _) => numbered("row", &[number]),
            (1, _) => numbered("column", &[number - puzzle.side]),
            (_, Some((wide, high))) => {
                numbered("box", &[first % puzzle.side / wide, first / puzzle.side / high])
            }
            _ => numbered("region", &[number - 2 * puzzle.side]),
        };
        add("unit", vec![unit.clone()], Condition::new());
        house.iter().for_each(|cell| add("in", vec![unit.clone(), site(*cell)], Condition::new()));
    }
    relations
}

/// The value of a term; `None` if it has none, such as a word in a sum.
fn value(term: &Term, env: &Env) -> Option<Value> {
    match term {
        Term::Number(number) => Some(Value::Number(*number)),
        Term::Variable(at) => env.get(*at)?.clone(),
        Term::Any => None,
        Term::Call(name, args) => Some(Value::call(name, values(args, env)?)),
        Term::Computed(operator, args) => {
            let number = |term| match value(term, env)? {
                Value::Number(number) => Some(number),
                _ => None,
            };
            let numbers: Option<Vec<i64>> = args.iter().map(number).collect();
            let result = operator.of(&numbers?)?;
            i32::try_from(result).is_ok().then_some(Value::Number(result))
        }
    }
}

fn values(terms: &[Term], env: &Env) -> Option<Vec<Value>> {
    terms.iter().map(|term| value(term, env)).collect()
}

/// Matches a term with a value; sets variables without a value.
fn fits(term: &Term, with: &Value, env: &mut Env) -> bool {
    match (term, with) {
        (Term::Any, _) => true,
        (Term::Variable(at), _) => match env.get_mut(*at) {
            Some(place) => *place.get_or_insert_with(|| with.clone()) == *with,
            None => false,
        },
        (Term::Call(name, args), Value::Call(call)) => {
            let (arity, called, with) = &**call;
            called == name && *arity == args.len() && all_fit(args, with, env)
        }
        (Term::Call(..), _) => false,
        (computed, with) => value(computed, env).as_ref() == Some(with),
    }
}

fn all_fit(terms: &[Term], with: &[Value], env: &mut Env) -> bool {
    terms.iter().zip(with).all(|(term, with)| fits(term, with, env))
}

/// Returns whether a literal is independent of digits.
fn is_about_the_board(literal: &Literal) -> bool {
    match &literal.kind {
        LiteralKind::Holds(atom) | LiteralKind::Fails(atom) => {
            atom.name != "value" && super::plan::is_given(&atom.name)
        }
        LiteralKind::Compare(..) | LiteralKind::Range(_) => true,
        LiteralKind::Folded(..) => false,
    }
}

/// A way to make literals true: the values of variables, and the digits that it needs.
#[derive(Clone)]
struct BodyWay {
    env: Env,
    when: Condition,
}

impl BodyWay {
    /// The way on which a term has this value, if it can.
    fn with(mut self, term: &Term, value: &Value) -> Option<Self> {
        fits(term, value, &mut self.env).then_some(self)
    }
}

/// BodyWays, made one after the other.
type BodyWays<'w> = Box<dyn Iterator<Item = BodyWay> + 'w>;

impl<'a> Evaluation<'a> {
    fn step(&self, steps: usize) -> Result<(), TooLong> {
        let left = self.steps_left.get().checked_sub(steps as u64).ok_or(TooLong)?;
        self.steps_left.set(left);
        Ok(())
    }

    fn derive(&mut self, rule: &'a Rule, atom: &'a Atom) -> Result<(), TooLong> {
        let mut facts = Vec::new();
        self.follow_rule(rule, &mut |way| {
            facts.extend(values(&atom.args, &way.env).map(|args| (args, way.when)));
        })?;
        let relation = self.relations.entry((&atom.name, atom.args.len())).or_default();
        facts.into_iter().for_each(|(args, when)| relation.add(args, when));
        Ok(())
    }

    fn wrongs(&self, rule: &Rule, why: &str, place: Option<&Term>) -> Result<Vec<Found>, TooLong> {
        let mut found = Vec::new();
        self.follow_rule(rule, &mut |way| {
            let values: Vec<Value> = match place.map(|place| value(place, &way.env)) {
                // A rule that names a place does not apply if the term has no value.
                Some(None) => return,
                Some(Some(place)) => vec![place],
                None => way.env.iter().flatten().cloned().collect(),
            };
            let cells = values.iter().filter_map(|value| self.cell(value)).collect();
            found.push(Found { why: why.replace('_', " "), cells, when: way.when });
        })?;
        Ok(found)
    }

    /// The cell that a value names.
    fn cell(&self, value: &Value) -> Option<usize> {
        let Value::Call(call) = value else { return None };
        match (call.1.as_str(), &call.2[..]) {
            ("cell", [Value::Number(col), Value::Number(row)]) => {
                let (col, row) = (usize::try_from(*col).ok()?, usize::try_from(*row).ok()?);
                (col < self.side && row < self.side).then_some(row * self.side + col)
            }
            _ => None,
        }
    }

    /// Both conditions; `None` if no digits fulfil them.
    fn both(&self, mut both: Condition, other: &Condition) -> Option<Condition> {
        for (cell, set) in other {
            let held = both.entry(*cell).or_insert(self.candidates[*cell]);
            *held &= set;
            if *held == 0 {
                return None;
            }
        }
        both.retain(|cell, set| *set != self.candidates[*cell]);
        Some(both)
    }

    /// Passes on each way to make the body of a rule true.
    fn follow_rule(&self, rule: &Rule, seen: &mut dyn FnMut(BodyWay)) -> Result<(), TooLong> {
        let way = BodyWay { env: vec![None; rule.variables.len()], when: Condition::new() };
        self.follow(&rule.body, way, seen)
    }

    /// Passes on each way to make all literals true.
    fn follow(
        &self,
        body: &[Literal],
        way: BodyWay,
        seen: &mut dyn FnMut(BodyWay),
    ) -> Result<(), TooLong> {
        self.step(1)?;
        match body.split_first() {
            None => seen(way),
            Some((literal, rest)) => {
                for next in self.ways(literal, rest, way)? {
                    self.follow(rest, next, seen)?;
                }
            }
        }
        Ok(())
    }

    /// The ways to make a literal true, before the rest of a body.
    fn ways<'w>(
        &'w self,
        literal: &'w Literal,
        rest: &[Literal],
        way: BodyWay,
    ) -> Result<BodyWays<'w>, TooLong> {
        let only = match &literal.kind {
            LiteralKind::Holds(atom) => {
                let facts = self.facts(atom, &way.env)?.unwrap_or_default();
                let mut env = way.env.clone();
                return Ok(Box::new(facts.into_iter().filter_map(move |fact| {
                    env.clone_from(&way.env);
                    let fit = all_fit(&atom.args, &fact.args, &mut env);
                    let when = if fit { self.both(way.when.clone(), &fact.when) } else { None };
                    Some(BodyWay { when: when?, env: env.clone() })
                })));
            }
            LiteralKind::Range([variable, from, to]) => {
                let ends = (value(from, &way.env), value(to, &way.env));
                let (Some(Value::Number(from)), Some(Value::Number(to))) = ends else {
                    return Ok(Box::new(std::iter::empty()));
                };
                self.step(usize::try_from(to - from + 1).unwrap_or(0))?;
                let with = move |number| way.clone().with(variable, &Value::Number(number));
                return Ok(Box::new((from..=to).filter_map(with)));
            }
            LiteralKind::Fails(atom) => self.without(way, atom)?,
            LiteralKind::Compare(comparison, [a, b]) => {
                match (value(a, &way.env), value(b, &way.env)) {
                    (Some(a), Some(b)) => comparison.holds(&a, &b).then_some(way),
                    (Some(known), None) if *comparison == Comparison::Equal => way.with(b, &known),
                    (None, Some(known)) if *comparison == Comparison::Equal => way.with(a, &known),
                    _ => None,
                }
            }
            LiteralKind::Folded(fold, elements, guards) => {
                match self.folded(*fold, elements, &way.env)? {
                    Ok(all) => guarded(way, &all, guards),
                    Err(cells) => {
                        // Conditions on digits after that may be anywhere.
                        let known = cells.filter(|_| rest.iter().all(is_about_the_board));
                        let of_way = way.when.keys().copied();
                        self.leave_open(
                            known.map(|cells| cells.into_iter().chain(of_way).collect()),
                        );
                        None
                    }
                }
            }
        };
        Ok(Box::new(only.into_iter()))
    }

    /// Records that it depends on cells, or on the whole board, whether a rule applies.
    fn leave_open(&self, cells: Option<BTreeSet<usize>>) {
        self.open.borrow_mut().insert(cells);
    }

    /// The facts of a predicate, only those with the right first part if that is known; `None` if they are
    /// undetermined.
    fn facts<'f>(&'f self, atom: &'f Atom, env: &Env) -> Result<Option<Vec<&'f Fact>>, TooLong> {
        if self.undetermined.contains(atom.name.as_str()) {
            self.leave_open(None);
            return Ok(None);
        }
        let Some(relation) = self.relations.get(&(atom.name.as_str(), atom.args.len())) else {
            return Ok(Some(Vec::new()));
        };
        let facts: Vec<&Fact> = match atom.args.first().and_then(|first| value(first, env)) {
            Some(first) => {
                let with_first = relation.by_first.get(&first).into_iter().flatten();
                with_first.map(|at| &relation.facts[*at]).collect()
            }
            None => relation.facts.iter().collect(),
        };
        self.step(facts.len())?;
        Ok(Some(facts))
    }

    /// The way on which an atom does not hold, if there is one.
    fn without(&self, way: BodyWay, atom: &Atom) -> Result<Option<BodyWay>, TooLong> {
        let Some(mut facts) = self.facts(atom, &way.env)? else { return Ok(None) };
        let mut scratch = way.env.clone();
        facts.retain(|fact| all_fit(&atom.args, &fact.args, &mut scratch));
        if facts.iter().any(|fact| fact.when.is_empty()) {
            return Ok(None);
        }
        let is_simple = |fact: &&&Fact| fact.when.len() == 1;
        let mut conditions = facts.iter().filter(is_simple).flat_map(|fact| &fact.when);
        let when = conditions.try_fold(way.when.clone(), |when, (cell, set)| {
            self.both(when, &Condition::from([(*cell, self.candidates[*cell] & !set)]))
        });
        if when.is_some() && !facts.iter().all(|fact| is_simple(&fact)) {
            // No condition expresses that one of several cells holds another digit.
            self.leave_open(None);
            return Ok(None);
        }
        Ok(when.map(|when| BodyWay { when, ..way }))
    }

    /// The value of an aggregate's elements, or the cells that it depends on; none if that is the
    /// whole board.
    fn folded(
        &self,
        fold: Fold,
        elements: &[Element],
        env: &Env,
    ) -> Result<Result<Value, Option<BTreeSet<usize>>>, TooLong> {
        // Each tuple counts once; true if it is certain.
        let mut tuples: BTreeMap<Vec<Value>, bool> = BTreeMap::new();
        let (mut cells, before) = (BTreeSet::new(), self.open.take());
        let way = BodyWay { env: env.clone(), when: Condition::new() };
        for element in elements {
            self.follow(&element.condition, way.clone(), &mut |way| {
                if let Some(tuple) = values(&element.terms, &way.env) {
                    *tuples.entry(tuple).or_default() |= way.when.is_empty();
                    cells.extend(way.when.keys());
                }
            })?;
        }
        let within = self.open.replace(before);
        if !within.is_empty() {
            return Ok(Err(None));
        }
        if tuples.values().any(|certain| !certain) {
            return Ok(Err(Some(cells)));
        }
        let firsts = tuples.keys().filter_map(|tuple| tuple.first());
        Ok(Ok(match fold {
            Fold::Count => Value::number(tuples.len()),
            Fold::Sum => {
                let numbers = firsts.map(|first| match first {
                    Value::Number(number) => *number,
                    _ => 0,
                });
                Value::Number(numbers.sum())
            }
            Fold::Min => firsts.min().cloned().unwrap_or(Value::Most),
            Fold::Max => firsts.max().cloned().unwrap_or(Value::Least),
        }))
    }
}

/// The way on which a value satisfies guards, if it can.
fn guarded(mut way: BodyWay, all: &Value, guards: &[(Comparison, Term)]) -> Option<BodyWay> {
    let is_good = guards.iter().all(|(comparison, term)| match value(term, &way.env) {
        Some(other) => comparison.holds(all, &other),
        None => *comparison == Comparison::Equal && fits(term, all, &mut way.env),
    });
    is_good.then_some(way)
}
