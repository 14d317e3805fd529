//! Makes levels with one solution around painted marks: adds dots, and numbers if there are few.

use fastrand::Rng;

use crate::deduce::DeductionRules;
use crate::explain::course_of;
use crate::generate::{DotPlacement, Frame, laid};
use crate::puzzle::Puzzle;
use crate::search::play_of;
use crate::ways::{Table, sized};
use foolproof_game::{Maker, MakerWish, StopCheck};
use foolproof_level::{Hold, Level, Play};

/// The maker of this game.
pub(crate) struct Dotter;

/// Sets of numbers to try for one wish.
const TRIES: usize = 200;
/// Cells for each number, about as in published puzzles.
const CELLS_A_NUMBER: usize = 5;

impl Maker for Dotter {
    fn can_mend(&self) -> bool {
        true
    }

    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level> {
        let frame = Frame::of(level, |hold| hold == Hold::Open).ok()?;
        let mut rng = Rng::with_seed(wish.seed);
        let cells = usize::from(frame.cols) * usize::from(frame.rows);
        let room = (cells / CELLS_A_NUMBER).saturating_sub(frame.numbers.len());
        for turn in 0..TRIES {
            if stop() {
                return None;
            }
            // The numbers present may suffice; otherwise the missing marks may also be numbers.
            let more = match frame.numbers.is_empty() {
                true => rng.usize(room.div_ceil(2).max(1)..=room.max(1)),
                false => rng.usize(0..=room.min(turn)),
            };
            let numbers = frame.random_numbers(more, 2, 5, &mut rng);
            let mut puzzle = frame.with(&numbers);
            let dots = DotPlacement { frame: &frame, rules: DeductionRules::ALL, stop };
            if !dots.place(&mut puzzle, &mut rng).ok()? {
                continue;
            }
            if wish.minimal {
                take_off(&mut puzzle, &frame, &mut rng, stop);
            }
            let marks = puzzle.numbers.len() + puzzle.dots.len();
            let fits =
                |(least, most): (u32, u32)| (least as usize..=most as usize).contains(&marks);
            let symmetric = wish.image.is_none_or(|image| {
                puzzle.dots.iter().all(|dot| {
                    let other = puzzle.cell(image(puzzle.site(*dot)));
                    puzzle.dots.contains(&other) || !frame.open.contains(&other)
                })
            });
            if symmetric && wish.marks.is_none_or(fits) {
                let mut made = laid(level, &puzzle, &frame);
                made.intended = solution(&puzzle, stop);
                return made.intended.is_some().then_some(made);
            }
        }
        None
    }
}

/// Removes dots without which deduction still solves the puzzle, so that there is one solution.
fn take_off(puzzle: &mut Puzzle, frame: &Frame, rng: &mut Rng, stop: StopCheck<'_>) {
    let mut dots: Vec<u16> = puzzle.dots.clone();
    rng.shuffle(&mut dots);
    for dot in dots.into_iter().filter(|dot| frame.open.contains(dot)) {
        let mut fewer = puzzle.clone();
        fewer.dots.retain(|other| *other != dot);
        if stop() {
            return;
        }
        if course_of(&fewer, DeductionRules::ALL, stop).is_some_and(|course| course.solved) {
            *puzzle = fewer;
        }
    }
}

/// The only solution of a puzzle; `None` if it does not have exactly one, or when stopped.
pub(crate) fn solution(puzzle: &Puzzle, stop: StopCheck<'_>) -> Option<Play> {
    fn only<const W: usize>(puzzle: &Puzzle, stop: StopCheck<'_>) -> Option<Play> {
        let table = Table::<W>::new(puzzle);
        let mut found = Vec::new();
        let mut search = crate::search::LineSearch::new(&table, &puzzle.dots, stop);
        search.run(table.all, &mut |lines| {
            found.push(*lines);
            found.len() < 2
        });
        let stopped = search.ended && found.len() < 2;
        match found.as_slice() {
            [one] if !stopped => Some(play_of(&table, one)),
            _ => None,
        }
    }
    sized!(puzzle, only(puzzle, stop)).flatten()
}
