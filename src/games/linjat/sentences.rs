//! The rules as sentences, and the rule of deduction that a step made of them corresponds to.

use std::collections::BTreeMap;

use foolproof_game::{KnownMark, NoGroundPlay, SentenceWriter, Sentences};
use foolproof_ground::{AtomNumber, GroundProgram};
use foolproof_level::{Level, Mark};

use crate::about::Linjat;
use crate::deduce::{KnownWays, Rule, rule_for};
use crate::marks::Line;
use crate::puzzle::{Number, Puzzle};
use crate::ways::{Table, sized};

pub(crate) const NO_LINE: &str = "the number has no line";
pub(crate) const BARE: &str = "the dot lies on no line";
pub(crate) const CROSSING: &str = "two lines share the cell";
pub(crate) const OVER: &str = "a line runs over another number";

impl Sentences for Linjat {
    /// Lines that leave the board are not possible.
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay> {
        let puzzle = Puzzle::of(level).map_err(|why| NoGroundPlay::Because(why.to_string()))?;
        let mut writer = SentenceWriter::default();
        let mut over: BTreeMap<u16, Vec<(Number, AtomNumber)>> = BTreeMap::new();
        for number in &puzzle.numbers {
            let lines = lines_on_board(&puzzle, *number);
            let marks: Vec<Mark> = lines.iter().filter_map(|(line, _)| line.mark()).collect();
            let site = puzzle.site(number.cell);
            let atoms = writer.site(site, &marks);
            writer.wants_one(NO_LINE, &site.to_string(), &atoms);
            for ((_, cells), atom) in lines.iter().zip(&atoms) {
                cells.iter().for_each(|cell| over.entry(*cell).or_default().push((*number, *atom)));
            }
        }
        for cell in 0..puzzle.cells() {
            let place = puzzle.site(cell).to_string();
            let here = over.get(&cell).map(Vec::as_slice).unwrap_or_default();
            let of = |kept: &dyn Fn(&Number) -> bool| -> Vec<AtomNumber> {
                here.iter().filter(|(number, _)| kept(number)).map(|(_, atom)| *atom).collect()
            };
            match puzzle.number_on(cell) {
                Some(own) => writer.wants_at_most(0, OVER, &place, &of(&|number| number != own)),
                None => writer.wants_at_most(1, CROSSING, &place, &of(&|_| true)),
            }
            if puzzle.dots.binary_search(&cell).is_ok() {
                writer.wants_one(BARE, &place, &of(&|_| true));
            }
        }
        Ok(writer.program())
    }

    fn technique(&self, level: &Level, reasons: &[KnownMark], marks: &[KnownMark]) -> Option<&str> {
        fn run<const W: usize>(
            puzzle: &Puzzle,
            reasons: &KnownWays,
            marks: &KnownWays,
        ) -> Option<Rule> {
            rule_for(&Table::<W>::new(puzzle), &puzzle.dots, reasons, marks)
        }
        let puzzle = Puzzle::of(level).ok()?;
        let read = |known: &[KnownMark]| -> Option<KnownWays> {
            let read = |of: &KnownMark| Some((puzzle.cell(of.site), Line::read(&of.mark)?, of.on));
            known.iter().map(read).collect()
        };
        let (reasons, marks) = (read(reasons)?, read(marks)?);
        sized!(&puzzle, run(&puzzle, &reasons, &marks))?.map(Rule::name)
    }
}

/// The lines of a number within the board, each with its cells.
fn lines_on_board(puzzle: &Puzzle, number: Number) -> Vec<(Line, Vec<u16>)> {
    let (col, row) = (number.cell % puzzle.cols, number.cell / puzzle.cols);
    let mut found = Vec::new();
    for (across, step, at, side) in
        [(true, 1, col, puzzle.cols), (false, puzzle.cols, row, puzzle.rows)]
    {
        for before in 0..number.length {
            let line = Line::new(across, before, number.length - 1 - before);
            // A line of one cell is there once.
            let is_new = across || number.length > 1;
            let fits = u16::from(line.before) <= at && at + u16::from(line.after) < side;
            if is_new && fits {
                let first = number.cell - u16::from(line.before) * step;
                let cells = (0..u16::from(number.length)).map(|far| first + far * step);
                found.push((line, cells.collect()));
            }
        }
    }
    found
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
