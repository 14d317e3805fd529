//! Cells a step apart that hold no equal digits, or no consecutive ones.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, held_in};
use crate::engine::{Board, CellSight, Cost, Model, Propagator, Told};
use crate::puzzle::Puzzle;

pub(super) struct AntiKnight;

pub(super) struct AntiKing;

pub(super) struct NonConsecutive;

/// Equal digits are not as many steps apart, along rows and columns, as the digit says.
pub(super) struct AntiTaxicab;

const FORM: Form = Form { amount: Amount::None, lie: Lie::Whole };

/// Pairs of cells this many columns and rows apart, each once.
fn apart(side: usize, steps: &[(i32, i32)]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for cell in 0..side * side {
        let (x, y) = ((cell % side) as i32, (cell / side) as i32);
        for (across, down) in steps {
            let (x, y) = (x + across, y + down);
            let inside = |at: i32| (0..side as i32).contains(&at);
            if inside(x) && inside(y) {
                pairs.push((cell, y as usize * side + x as usize));
            }
        }
    }
    pairs
}

const KNIGHT: [(i32, i32); 4] = [(1, 2), (2, 1), (-1, 2), (-2, 1)];
/// Steps of a king along the diagonals; the other steps stay in rows and columns.
const KING: [(i32, i32); 2] = [(1, 1), (-1, 1)];

fn same(side: usize, steps: &[(i32, i32)], digits: &[u8], why: &str) -> Option<Broken> {
    let held = |cell: usize| held_in(cell, digits);
    let equal = |pair: &(usize, usize)| held(pair.0).is_some() && held(pair.0) == held(pair.1);
    let (first, second) = apart(side, steps).into_iter().find(equal)?;
    Some(Broken { why: why.to_owned(), cells: vec![first, second] })
}

impl Constraint for AntiKnight {
    fn id(&self) -> &'static str {
        "anti_knight"
    }

    fn name(&self) -> &'static str {
        "anti-knight"
    }

    fn rule(&self) -> &'static str {
        "Cells a knight's move apart hold different digits."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("AntiKnight", Iss::Flag)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("antiknight", FPuzzlesKey::Flag))
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        apart(puzzle.side, &KNIGHT).into_iter().for_each(|(a, b)| model.unlike(a, b));
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        same(puzzle.side, &KNIGHT, digits, "two equal digits stand a knight's move apart")
    }

    fn rules(&self) -> &'static str {
        "knight(1,2;;2,1;;-1,2;;-2,1).\n\
         broken(\"equal digits stand a knight's move apart\",K,(cell(C,R);cell(C+X,R+Y))) :- \
             kind(K,anti_knight), \
             knight(X,Y), value(cell(C,R),D), value(cell(C+X,R+Y),D).\n"
    }
}

impl Constraint for AntiKing {
    fn id(&self) -> &'static str {
        "anti_king"
    }

    fn name(&self) -> &'static str {
        "anti-king"
    }

    fn rule(&self) -> &'static str {
        "Cells that touch, even at a corner, hold different digits."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("AntiKing", Iss::Flag)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("antiking", FPuzzlesKey::Flag))
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        apart(puzzle.side, &KING).into_iter().for_each(|(a, b)| model.unlike(a, b));
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        same(puzzle.side, &KING, digits, "two equal digits touch at a corner")
    }

    fn rules(&self) -> &'static str {
        "king(1,1;;-1,1).\n\
         broken(\"equal digits touch at a corner\",K,(cell(C,R);cell(C+X,R+Y))) :- kind(K,anti_king), king(X,Y), \
             value(cell(C,R),D), value(cell(C+X,R+Y),D).\n"
    }
}

impl Constraint for NonConsecutive {
    fn id(&self) -> &'static str {
        "non_consecutive"
    }

    fn name(&self) -> &'static str {
        "non-consecutive"
    }

    fn rule(&self) -> &'static str {
        "Cells side by side do not hold consecutive digits."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("AntiConsecutive", Iss::Flag)]
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        for (first, second) in puzzle.neighbours() {
            model.pair(first, second, |a, b| a.abs_diff(b) != 1);
        }
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let held = |cell: usize| held_in(cell, digits);
        puzzle.neighbours().find_map(|(first, second)| {
            let consecutive = held(first)?.abs_diff(held(second)?) == 1;
            let why = "consecutive digits stand side by side".to_owned();
            consecutive.then(|| Broken { why, cells: vec![first, second] })
        })
    }

    fn rules(&self) -> &'static str {
        "broken(\"consecutive digits stand side by side\",K,(S;T)) :- kind(K,non_consecutive), beside(S,T), \
             value(S,D), value(T,D+1).\n"
    }
}

/// Pairs of cells, each once, with the number of steps between them.
fn steps_apart(side: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let cells = side * side;
    (0..cells)
        .flat_map(move |a| (a + 1..cells).map(move |b| (a, b)))
        .map(move |(a, b)| (a, b, (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side)))
}

impl Constraint for AntiTaxicab {
    fn id(&self) -> &'static str {
        "anti_taxicab"
    }

    fn name(&self) -> &'static str {
        "anti-taxicab"
    }

    fn rule(&self) -> &'static str {
        "Two equal digits are not as many steps apart as they say, along rows and columns."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("AntiTaxicab", Iss::Flag)]
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        let many = puzzle.side * puzzle.side;
        let mut around = vec![vec![Vec::new(); puzzle.side + 1]; many];
        for (first, second, steps) in steps_apart(puzzle.side) {
            if steps <= puzzle.side {
                around[first][steps].push(second);
                around[second][steps].push(first);
            }
        }
        for (cell, around) in around.into_iter().enumerate() {
            model.post(Around { cell: [cell], around });
        }
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let held = |cell: usize| digits.get(cell).copied().map_or(0, usize::from);
        let (first, second, steps) = steps_apart(puzzle.side)
            .find(|(a, b, steps)| held(*a) == *steps && held(*b) == *steps)?;
        let why = format!("two {steps}s are {steps} steps apart");
        Some(Broken { why, cells: vec![first, second] })
    }

    fn rules(&self) -> &'static str {
        "broken(\"equal digits are as far apart as they say\",K,(cell(C,R);cell(X,Y))) :- kind(K,anti_taxicab), \
             value(cell(C,R),D), value(cell(X,Y),D), (C,R) < (X,Y), |C-X| + |R-Y| = D.\n"
    }
}

/// A cell, and the cells at each number of steps from it.
struct Around {
    cell: [usize; 1],
    around: Vec<Vec<usize>>,
}

impl Propagator for Around {
    fn cells(&self) -> &[usize] {
        &self.cell
    }

    fn cost(&self) -> Cost {
        Cost::Cheap
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let digit = board.of(self.cell[0]);
        let steps = digit.trailing_zeros() as usize + 1;
        !digit.is_power_of_two() || self.around[steps].iter().all(|cell| board.keep(*cell, !digit))
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let all = frame.possible.iter().fold(0, |all, set| all | set);
        let numbered = self.around.iter().enumerate();
        let pair = |steps: usize, other: usize| {
            let beside =
                |digit: usize| if digit == steps { all & !(1 << (digit - 1)) } else { all };
            ([self.cell[0], other], (1..self.around.len()).map(beside).collect())
        };
        // Each pair of cells counts once.
        let pairs = numbered.flat_map(|(steps, cells)| {
            let later = cells.iter().filter(|other| **other > self.cell[0]);
            later.map(move |other| (steps, *other))
        });
        Some(Told::Pairs(pairs.map(|(steps, other)| pair(steps, other)).collect()))
    }
}
