//! Findings of rules on a board with open cells: the errors, and the digits under which they occur.
//!
//! Each fact holds under a condition: the digits that some cells must hold. With one digit in each cell all
//! conditions hold or fail; with more, the errors show which digits are incompatible.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::plan::Program;
use super::syntax::{Atom, Comparison, Element, Fold, Head, Literal, Operator, Rule, Term};
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

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Value {
    Least,
    Number(i64),
    Call(Rc<(String, Vec<Value>)>),
    Most,
}

impl Value {
    fn rank(&self) -> u8 {
        match self {
            Self::Least => 0,
            Self::Number(_) => 1,
            Self::Call(_) => 2,
            Self::Most => 3,
        }
    }

    fn call(name: &str, args: Vec<Self>) -> Self {
        Self::Call(Rc::new((name.to_owned(), args)))
    }

    fn number(of: usize) -> Self {
        Self::Number(i64::try_from(of).unwrap_or(i64::MAX))
    }
}

/// The order of the solver's language: numbers, then terms by number of parts, name and parts.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Call(a), Self::Call(b)) => (a.1.len(), &a.0, &a.1).cmp(&(b.1.len(), &b.0, &b.1)),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
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
    let site = |cell: usize| {
        Value::call(
            "cell",
            vec![Value::number(cell % puzzle.side), Value::number(cell / puzzle.side)],
        )
    };
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
        let numbered = |name: &str, parts: &[usize]| {
            Value::call(name, parts.iter().map(|part| Value::number(*part)).collect())
        };
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

/// Returns whether a comparison of two values holds.
fn holds(comparison: Comparison, a: &Value, b: &Value) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Differs => a != b,
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::More => a > b,
        Comparison::AtLeast => a >= b,
    }
}

/// The value of a term; `None` if it has none, such as a word in a sum.
fn value(term: &Term, env: &Env) -> Option<Value> {
    let number = |term: &Term| match value(term, env)? {
        Value::Number(number) => Some(number),
        _ => None,
    };
    let fits = |number: i64| i32::try_from(number).is_ok().then_some(Value::Number(number));
    match term {
        Term::Number(number) => Some(Value::Number(*number)),
        Term::Variable(at) => env.get(*at)?.clone(),
        Term::Any => None,
        Term::Call(name, args) => {
            let args: Option<Vec<Value>> = args.iter().map(|term| value(term, env)).collect();
            Some(Value::call(name, args?))
        }
        Term::Minus(term) => fits(-number(term)?),
        Term::Abs(term) => fits(number(term)?.abs()),
        Term::Two(operator, a, b) => {
            let (a, b) = (number(a)?, number(b)?);
            fits(match operator {
                Operator::Plus => a + b,
                Operator::Minus => a - b,
                Operator::Times => a * b,
                Operator::Over => a.checked_div(b)?,
                Operator::Modulo => a.checked_rem(b)?,
            })
        }
    }
}

/// Matches a term with a value; records the variables that get a value.
fn fits(term: &Term, with: &Value, env: &mut Env, bound: &mut Vec<usize>) -> bool {
    match term {
        Term::Any => true,
        Term::Variable(at) => match env.get(*at).cloned().flatten() {
            Some(known) => known == *with,
            None => {
                bound.push(*at);
                if let Some(place) = env.get_mut(*at) {
                    *place = Some(with.clone());
                }
                true
            }
        },
        Term::Call(name, args) => match with {
            Value::Call(call) => {
                call.0 == *name
                    && call.1.len() == args.len()
                    && args.iter().zip(&call.1).all(|(term, with)| fits(term, with, env, bound))
            }
            _ => false,
        },
        computed => value(computed, env).as_ref() == Some(with),
    }
}

fn forget(env: &mut Env, bound: Vec<usize>) {
    bound.into_iter().filter_map(|at| env.get_mut(at).map(|place| *place = None)).for_each(drop);
}

/// The condition under which an atom does not hold.
enum Denied {
    Never,
    When(Condition),
    /// No condition of this form expresses it.
    Open,
}

/// Returns whether a literal is independent of digits.
fn is_about_the_board(literal: &Literal) -> bool {
    match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => {
            atom.name != "value" && super::plan::is_given(&atom.name)
        }
        Literal::Compare(..) | Literal::Range(..) => true,
        Literal::Folded(..) => false,
    }
}

/// The literals still to be evaluated, and the condition under which those before hold.
#[derive(Clone, Copy)]
struct BodyWay<'w> {
    body: &'w [Literal],
    when: &'w Condition,
}

/// Receives each way to make literals true.
type WaySeen<'s> = &'s mut dyn FnMut(&Env, &Condition) -> Result<(), TooLong>;

impl<'a> Evaluation<'a> {
    fn step(&self) -> Result<(), TooLong> {
        let left = self.steps_left.get().checked_sub(1).ok_or(TooLong)?;
        self.steps_left.set(left);
        Ok(())
    }

    /// Passes on each way to make the body of a rule true.
    fn follow_all(&self, rule: &Rule, seen: WaySeen<'_>) -> Result<(), TooLong> {
        let way = BodyWay { body: &rule.body, when: &Condition::new() };
        self.follow(way, &mut vec![None; rule.variables.len()], seen)
    }

    fn derive(&mut self, rule: &'a Rule, atom: &'a Atom) -> Result<(), TooLong> {
        let mut facts = Vec::new();
        self.follow_all(rule, &mut |env, when| {
            let args: Option<Vec<Value>> = atom.args.iter().map(|term| value(term, env)).collect();
            facts.extend(args.map(|args| (args, when.clone())));
            Ok(())
        })?;
        let relation = self.relations.entry((&atom.name, atom.args.len())).or_default();
        facts.into_iter().for_each(|(args, when)| relation.add(args, when));
        Ok(())
    }

    fn wrongs(&self, rule: &Rule, why: &str, place: Option<&Term>) -> Result<Vec<Found>, TooLong> {
        let mut found = Vec::new();
        self.follow_all(rule, &mut |env, when| {
            let named = place.map(|place| value(place, env));
            let values: Vec<&Value> = match &named {
                // A rule that names a place does not apply if the term has no value.
                Some(None) => return Ok(()),
                Some(Some(place)) => vec![place],
                None => env.iter().flatten().collect(),
            };
            let cells = values.into_iter().filter_map(|value| self.cell(value)).collect();
            found.push(Found { why: why.replace('_', " "), cells, when: when.clone() });
            Ok(())
        })?;
        Ok(found)
    }

    /// The cell that a value names.
    fn cell(&self, value: &Value) -> Option<usize> {
        let Value::Call(call) = value else { return None };
        match (call.0.as_str(), &call.1[..]) {
            ("cell", [Value::Number(col), Value::Number(row)]) => {
                let (col, row) = (usize::try_from(*col).ok()?, usize::try_from(*row).ok()?);
                (col < self.side && row < self.side).then_some(row * self.side + col)
            }
            _ => None,
        }
    }

    /// Both conditions; `None` if no digits fulfil them.
    fn both(&self, a: &Condition, b: &Condition) -> Option<Condition> {
        let mut both = a.clone();
        for (cell, set) in b {
            let held = both.entry(*cell).or_insert(self.candidates[*cell]);
            *held &= set;
            if *held == 0 {
                return None;
            }
        }
        both.retain(|cell, set| *set != self.candidates[*cell]);
        Some(both)
    }

    /// Passes on each way to make all literals true.
    fn follow(&self, way: BodyWay<'_>, env: &mut Env, seen: WaySeen<'_>) -> Result<(), TooLong> {
        self.step()?;
        let Some((literal, rest)) = way.body.split_first() else { return seen(env, way.when) };
        let rest = BodyWay { body: rest, ..way };
        match literal {
            Literal::Holds(atom) => self.follow_fact(atom, rest, env, seen),
            Literal::Fails(atom) => match self.denied(atom, env)? {
                Denied::When(no) => match self.both(way.when, &no) {
                    Some(when) => self.follow(BodyWay { when: &when, ..rest }, env, seen),
                    None => Ok(()),
                },
                Denied::Never => Ok(()),
                Denied::Open => self.leave_open(None),
            },
            Literal::Compare(comparison, a, b) => match (value(a, env), value(b, env)) {
                (Some(a), Some(b)) if holds(*comparison, &a, &b) => self.follow(rest, env, seen),
                (Some(known), None) if *comparison == Comparison::Equal => {
                    self.follow_equal(b, &known, rest, env, seen)
                }
                (None, Some(known)) if *comparison == Comparison::Equal => {
                    self.follow_equal(a, &known, rest, env, seen)
                }
                _ => Ok(()),
            },
            Literal::Range(variable, from, to) => {
                let ends = (value(from, env), value(to, env));
                let (Some(Value::Number(from)), Some(Value::Number(to))) = ends else {
                    return Ok(());
                };
                (from..=to).try_for_each(|number| {
                    self.step()?;
                    self.follow_equal(variable, &Value::Number(number), rest, env, seen)
                })
            }
            Literal::Folded(fold, elements, guards) => {
                match self.folded(*fold, elements, env)? {
                    Ok(all) => self.follow_guards(&all, guards, rest, env, seen),
                    Err(cells) => {
                        // Conditions on digits after that may be anywhere.
                        let known = cells.filter(|_| rest.body.iter().all(is_about_the_board));
                        let of_way = way.when.keys().copied();
                        self.leave_open(
                            known.map(|cells| cells.into_iter().chain(of_way).collect()),
                        )
                    }
                }
            }
        }
    }

    /// Records that it depends on cells, or on the whole board, whether a rule applies.
    fn leave_open(&self, cells: Option<BTreeSet<usize>>) -> Result<(), TooLong> {
        self.open.borrow_mut().insert(cells);
        Ok(())
    }

    /// Continues if a term has a value.
    fn follow_equal(
        &self,
        term: &Term,
        is: &Value,
        rest: BodyWay<'_>,
        env: &mut Env,
        seen: WaySeen<'_>,
    ) -> Result<(), TooLong> {
        let mut bound = Vec::new();
        let followed = match fits(term, is, env, &mut bound) {
            true => self.follow(rest, env, seen),
            false => Ok(()),
        };
        forget(env, bound);
        followed
    }

    /// Continues with each fact that matches an atom.
    fn follow_fact(
        &self,
        atom: &Atom,
        rest: BodyWay<'_>,
        env: &mut Env,
        seen: WaySeen<'_>,
    ) -> Result<(), TooLong> {
        self.facts(atom, &env.clone(), &mut |fact| {
            let mut bound = Vec::new();
            let args = atom.args.iter().zip(&fact.args);
            let fit = args.into_iter().all(|(term, with)| fits(term, with, env, &mut bound));
            let when = if fit { self.both(rest.when, &fact.when) } else { None };
            let followed = match when {
                Some(when) => self.follow(BodyWay { when: &when, ..rest }, env, seen),
                None => Ok(()),
            };
            forget(env, bound);
            followed
        })
    }

    /// Passes on the facts of a predicate, only those with the right first part if that is known.
    fn facts(
        &self,
        atom: &Atom,
        env: &Env,
        see: &mut dyn FnMut(&Fact) -> Result<(), TooLong>,
    ) -> Result<(), TooLong> {
        if self.undetermined.contains(atom.name.as_str()) {
            return self.leave_open(None);
        }
        let Some(relation) = self.relations.get(&(atom.name.as_str(), atom.args.len())) else {
            return Ok(());
        };
        let mut see = |fact: &Fact| {
            self.step()?;
            see(fact)
        };
        match atom.args.first().and_then(|first| value(first, env)) {
            Some(first) => {
                let mut with_first = relation.by_first.get(&first).into_iter().flatten();
                with_first.try_for_each(|at| see(&relation.facts[*at]))
            }
            None => relation.facts.iter().try_for_each(see),
        }
    }

    /// The condition under which an atom does not hold.
    fn denied(&self, atom: &Atom, env: &Env) -> Result<Denied, TooLong> {
        if self.undetermined.contains(atom.name.as_str()) {
            return Ok(Denied::Open);
        }
        let (mut scratch, mut no) = (env.clone(), Denied::When(Condition::new()));
        self.facts(atom, env, &mut |fact| {
            let mut args = atom.args.iter().zip(&fact.args);
            if !args.all(|(term, with)| fits(term, with, &mut scratch, &mut Vec::new())) {
                return Ok(());
            }
            let mut cells = fact.when.iter();
            no = match (&no, cells.next(), cells.next()) {
                (Denied::Never, ..) | (_, None, _) => Denied::Never,
                (Denied::When(so_far), Some((cell, set)), None) => {
                    let other = Condition::from([(*cell, self.candidates[*cell] & !set)]);
                    self.both(so_far, &other).map_or(Denied::Never, Denied::When)
                }
                _ => Denied::Open,
            };
            Ok(())
        })?;
        Ok(no)
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
        for element in elements {
            let (none, mut env) = (Condition::new(), env.clone());
            let way = BodyWay { body: &element.condition, when: &none };
            self.follow(way, &mut env, &mut |env, when| {
                let tuple: Option<Vec<Value>> =
                    element.terms.iter().map(|term| value(term, env)).collect();
                if let Some(tuple) = tuple {
                    *tuples.entry(tuple).or_default() |= when.is_empty();
                    cells.extend(when.keys());
                }
                Ok(())
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

    /// Continues if a value satisfies the guards.
    fn follow_guards(
        &self,
        all: &Value,
        guards: &[(Comparison, Term)],
        rest: BodyWay<'_>,
        env: &mut Env,
        seen: WaySeen<'_>,
    ) -> Result<(), TooLong> {
        let mut bound = Vec::new();
        let is_good = guards.iter().all(|(comparison, term)| match value(term, env) {
            Some(other) => holds(*comparison, all, &other),
            None => *comparison == Comparison::Equal && fits(term, all, env, &mut bound),
        });
        let followed = if is_good { self.follow(rest, env, seen) } else { Ok(()) };
        forget(env, bound);
        followed
    }
}
