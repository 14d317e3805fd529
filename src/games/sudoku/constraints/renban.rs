//! Renban lines: a run of digits, in any order.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, twice};
use crate::engine::{Board, CellReading, CellSight, Layers, Model, Propagator, Told};
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Renban;

impl Constraint for Renban {
    fn id(&self) -> &'static str {
        "renban"
    }

    fn name(&self) -> &'static str {
        "renban line"
    }

    fn rule(&self) -> &'static str {
        "A renban line holds a run of digits in any order; none repeats."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(2) }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let many = object.line().len();
        (many > side).then(|| format!("{many} cells cannot hold a run of digits from 1 to {side}"))
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Renban", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("renban", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let cells = object.line();
        model.different(cells);
        let many = cells.len();
        if let [first, second] = cells {
            return model.pair(*first, *second, |a, b| a.abs_diff(b) == 1);
        }
        let window = u16::MAX >> (16 - many.min(16));
        let runs = (0..=model.side - many).map(|from| window << from).collect();
        model.post(Runs { cells: cells.to_vec(), runs });
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let cells = object.line();
        if let Some((first, second)) = twice(cells, digits) {
            let why = "a digit stands on it twice".to_owned();
            return Some(Broken { why, cells: vec![first, second] });
        }
        let held = cells.iter().filter_map(|cell| digits.get(*cell)).filter(|digit| **digit > 0);
        let (least, most) = (held.clone().min()?, held.max()?);
        let why = "its digits are no run".to_owned();
        let wide = usize::from(most - least) >= cells.len();
        wide.then(|| Broken { why, cells: cells.to_vec() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Tint(5));
    }

    fn rules(&self) -> &'static str {
        "wrong(\"a digit stands twice on this renban line\",K) :- kind(K,renban), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n\
         wrong(\"the digits of this renban line are no run\",K) :- kind(K,renban), \
             L = #count { I : at(K,0,I,_) }, at(K,0,_,S), at(K,0,_,T), value(S,D), value(T,E), \
             E - D >= L.\n"
    }
}

struct Runs {
    cells: Vec<usize>,
    /// Sets of as many digits as there are cells.
    runs: Vec<u16>,
}

impl Propagator for Runs {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        board.keep_sets(&self.cells, self.runs.iter().copied())
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        let step = |_: usize, held: &u16, digit: u8| {
            let bit = 1u16 << (digit - 1);
            let next = held | bit;
            let fits = |run: &u16| next & !run == 0;
            (held & bit == 0 && self.runs.iter().any(fits)).then_some(next)
        };
        let frame = CellSight { sees: &|_, _| false, ..*frame };
        let reading = CellReading { start: 0, step: &step, end: &|_| Some(0) };
        Layers::of(&frame, &self.cells, &reading).map(Told::Paths)
    }
}
