//! A level's rules in the terms of solving steps: marks to decide, and named constraints.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use foolproof_ground::{AtomNumber, Evaluator, GroundProgram, Unevaluable, arguments};

/// Marks and constraints by their place in the puzzle's lists.
pub type MarkNumber = usize;
pub type ConstraintNumber = usize;

/// A mark that a player may put, as the rules name it: `play(cell(0,1),shade)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleMark {
    pub(crate) atom: AtomNumber,
    pub site: String,
    pub mark: String,
}

/// A sentence about a place that must not come true: an instance of `wrong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    pub(crate) atom: AtomNumber,
    /// The term of the sentence, quoted if the rules quote it.
    pub sentence: String,
    /// The term of the place, if the sentence has one.
    pub place: Option<String>,
}

/// The ground rules of a level.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The part of the rules on which marks and constraints depend.
    pub(crate) program: GroundProgram,
    /// The reason why the rules cannot be evaluated, if they cannot.
    pub(crate) unreadable: Option<Unevaluable>,
    marks: Vec<PuzzleMark>,
    constraints: Vec<Constraint>,
    /// The marks on which each constraint depends.
    touched: Vec<FixedBitSet>,
    n_sites: usize,
}

impl Puzzle {
    /// The marks of the program in its order, and its sentences in the order of their names.
    pub fn of(program: &GroundProgram) -> Self {
        let mut marks = BTreeMap::new();
        let mut constraints = BTreeMap::new();
        for (atom, name) in program.names() {
            if let Some([site, mark]) = arguments(name, "play").filter(|_| atom != 0) {
                let (site, mark) = (site.to_owned(), mark.to_owned());
                marks.entry(atom).or_insert(PuzzleMark { atom, site, mark });
            } else if let Some(constraint) = constraint(atom, name) {
                // Facts have no number, and each of them is wrong by itself.
                let key = (atom, if atom == 0 { name } else { "" });
                constraints.entry(key).or_insert(constraint);
            }
        }
        let marks: Vec<PuzzleMark> = marks.into_values().collect();
        let mut constraints: Vec<Constraint> = constraints.into_values().collect();
        constraints.sort_by(|one, other| {
            (&one.sentence, &one.place).cmp(&(&other.sentence, &other.place))
        });
        let asked = marks.iter().map(|mark| mark.atom);
        let asked = asked.chain(constraints.iter().map(|constraint| constraint.atom));
        let unreadable = Evaluator::new(program).err();
        let program = program.beneath(asked);
        let touched = touched(&program, &marks, &constraints);
        let sites: BTreeSet<&str> = marks.iter().map(|mark| mark.site.as_str()).collect();
        let n_sites = sites.len();
        Self { program, unreadable, marks, constraints, touched, n_sites }
    }

    /// The number of sites that may have marks.
    pub fn n_sites(&self) -> usize {
        self.n_sites
    }

    pub fn marks(&self) -> &[PuzzleMark] {
        &self.marks
    }

    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The marks on which a constraint depends, ascending.
    pub fn marks_of(&self, constraint: ConstraintNumber) -> impl Iterator<Item = &PuzzleMark> {
        let touched = self.touched.get(constraint).into_iter().flat_map(FixedBitSet::ones);
        touched.filter_map(|mark| self.marks.get(mark))
    }

    /// The numbers of the marks on which a constraint depends, ascending.
    pub fn numbers_of(&self, constraint: ConstraintNumber) -> impl Iterator<Item = MarkNumber> {
        self.touched.get(constraint).into_iter().flat_map(FixedBitSet::ones)
    }

    pub(crate) fn touched(&self, constraint: ConstraintNumber) -> &FixedBitSet {
        &self.touched[constraint]
    }
}

/// The constraint with this name; `None` if it is none.
fn constraint(atom: AtomNumber, name: &str) -> Option<Constraint> {
    let (sentence, place) = match arguments(name, "wrong") {
        Some([sentence, place]) => (sentence, Some(place.to_owned())),
        None => arguments(name, "wrong").map(|[sentence]| (sentence, None))?,
    };
    Some(Constraint { atom, sentence: sentence.to_owned(), place })
}

/// For every constraint, the marks from which rules lead to it.
fn touched(
    program: &GroundProgram,
    marks: &[PuzzleMark],
    constraints: &[Constraint],
) -> Vec<FixedBitSet> {
    let n_atoms = program.last_atom() as usize + 1;
    let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); n_atoms];
    for (at, rule) in (0u32..).zip(program.rules()) {
        for head in rule.heads {
            rules_of[*head as usize].push(at);
        }
    }
    let mut mark_of = vec![None; n_atoms];
    for (number, mark) in marks.iter().enumerate() {
        mark_of[mark.atom as usize] = Some(number);
    }
    let mut seen = vec![usize::MAX; n_atoms];
    let cone = |(number, constraint): (usize, &Constraint)| {
        let mut bits = FixedBitSet::with_capacity(marks.len());
        let mut open = vec![constraint.atom];
        while let Some(atom) = open.pop() {
            if std::mem::replace(&mut seen[atom as usize], number) == number {
                continue;
            }
            if let Some(mark) = mark_of[atom as usize] {
                bits.grow_and_insert(mark);
            }
            for rule in &rules_of[atom as usize] {
                open.extend(program.rule(*rule as usize).body.iter().map(|of| of.unsigned_abs()));
            }
        }
        bits
    };
    constraints.iter().enumerate().map(cone).collect()
}
