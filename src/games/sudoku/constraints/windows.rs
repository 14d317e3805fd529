//! Windows: further boxes between the boxes, a line of cells apart; "Windoku".

use std::collections::BTreeSet;

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, twice};
use crate::engine::Model;
use crate::puzzle::{Puzzle, box_of};
use foolproof_game::Turn;
use foolproof_picture::Ink;

pub(super) struct Windows;

/// The cells of each window: of a box's size, one cell off the rim and one off the next.
fn windows(side: usize) -> Vec<Vec<usize>> {
    let Some((wide, high)) = box_of(side) else { return Vec::new() };
    let starts = |size: usize| (1..side).step_by(size + 1).filter(move |from| from + size < side);
    let window = |row: usize, col: usize| -> Vec<usize> {
        (0..side).map(|at| (row + at / wide) * side + col + at % wide).collect()
    };
    starts(high).flat_map(|row| starts(wide).map(move |col| window(row, col))).collect()
}

/// Returns whether the windows of a board keep their positions after a turn.
pub(crate) fn stay_when_turned(side: usize, turn: Turn) -> bool {
    let turned = |cell: &usize| {
        let (row, col) = (cell / side, cell % side);
        match turn {
            Turn::Clockwise => col * side + side - 1 - row,
            Turn::MirrorColumns => row * side + side - 1 - col,
            Turn::MirrorRows => (side - 1 - row) * side + col,
        }
    };
    let all = |windows: Vec<Vec<usize>>| -> BTreeSet<BTreeSet<usize>> {
        windows.into_iter().map(|window| window.into_iter().collect()).collect()
    };
    let moved = windows(side).iter().map(|window| window.iter().map(turned).collect()).collect();
    all(windows(side)) == all(moved)
}

impl Constraint for Windows {
    fn id(&self) -> &'static str {
        "windows"
    }

    fn name(&self) -> &'static str {
        "windows"
    }

    fn rule(&self) -> &'static str {
        "Digits do not repeat in a window."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Whole }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, _: &Object, side: usize) -> Option<String> {
        windows(side)
            .is_empty()
            .then(|| format!("a board of {side}x{side} has no room for windows"))
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Windoku", Iss::Flag)]
    }

    fn post(&self, _: &Object, puzzle: &Puzzle, model: &mut Model) {
        windows(puzzle.side).iter().for_each(|window| model.different(window));
    }

    fn broken(&self, _: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken> {
        windows(puzzle.side).iter().find_map(|window| {
            let (first, second) = twice(window, digits)?;
            let why = "a digit stands in a window twice".to_owned();
            Some(Broken { why, cells: vec![first, second] })
        })
    }

    fn facts(&self, puzzle: &Puzzle) -> String {
        let windows = windows(puzzle.side).into_iter().enumerate();
        let cells =
            windows.flat_map(|(number, cells)| cells.into_iter().map(move |cell| (number, cell)));
        cells.map(|(number, cell)| format!("window({number},{}).\n", puzzle.site(cell))).collect()
    }

    fn look(&self, _: &Object, pen: &mut Pen) {
        for window in windows(pen.frame.side) {
            pen.ground(&window, Ink::Tint(11));
        }
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice in a window\",K,S) :- kind(K,windows), window(W,S), value(S,D), \
             2 { value(T,D) : window(W,T) }.\n"
    }
}
