//! Positions of constraints on a board, and the parsing of their marks.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Object;
use super::custom::{self, Language};
use super::object::cell_of;
use foolproof_game::{AcceptError, MeaningError};
use foolproof_level::words::with_article;
use foolproof_level::{Mark, Site};

/// The numbers that a constraint has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    None,
    /// One number between these bounds.
    One(i32, i32),
    /// One number between these bounds, or none.
    Maybe(i32, i32),
    /// At least one and at most this many digits of the board.
    Digits(usize),
    /// A text instead of numbers.
    Text(Language),
}

/// Arrangement of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    /// It applies to the whole board and names no cell.
    Whole,
    /// At least this many cells, in no order.
    Area(usize),
    /// At least this many cells, one after the other.
    Line(usize),
    /// A line that may return to its first cell.
    Loop,
    /// Two cells side by side.
    Pair,
    /// The four cells around a corner.
    Corner,
    /// A row or column, seen from outside: its first cell and its last.
    Straight,
    /// A diagonal, seen from outside: its first cell and its last.
    Slanted,
    /// A circle or pill of cells, and a line from it.
    Circle,
    /// Two or more groups of cells.
    Groups,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub amount: Amount,
    pub lie: Lie,
}

impl Form {
    /// Number of cells of a constraint that the program places, unless its kind says otherwise.
    pub(crate) fn usual_cells(self) -> Option<RangeInclusive<usize>> {
        if matches!(self.amount, Amount::Text(_)) {
            return None;
        }
        Some(match self.lie {
            Lie::Whole => return None,
            Lie::Area(least) => least.max(2)..=4,
            Lie::Line(_) | Lie::Loop => 3..=6,
            Lie::Circle => 2..=4,
            Lie::Groups | Lie::Slanted => 2..=3,
            Lie::Pair | Lie::Corner | Lie::Straight => 2..=2,
        })
    }
}

fn part(why: String) -> AcceptError {
    MeaningError::Part(why).into()
}

impl Object {
    /// The constraint of a mark: `kind(numbers…,cells…)`, or groups of cells in terms of their own; a text is
    /// quoted.
    pub(crate) fn read(site: Site, mark: &Mark, side: usize) -> Result<Self, AcceptError> {
        let kind = super::kind(mark.functor()).ok_or_else(|| {
            MeaningError::Unknown(format!("`{}` is not a constraint of Sudoku", mark.functor()))
        })?;
        let (mut amounts, mut cells, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        let mut text = String::new();
        let whole = mark.args();
        for arg in whole.iter().filter(|_| mark.as_str() != mark.functor()) {
            if arg.starts_with('"') {
                text = foolproof_kernel::unquote(arg);
            } else if let Ok(amount) = arg.parse::<i32>() {
                amounts.push(amount);
            } else if let Ok(site) = arg.parse::<Site>() {
                cells.push(cell_of(site, side)?);
            } else {
                let (name, parts) = foolproof_kernel::split(arg);
                let group: Result<Vec<usize>, AcceptError> = parts
                    .into_iter()
                    .map(|text| match text.parse::<Site>() {
                        Ok(site) => cell_of(site, side),
                        Err(why) => Err(part(why.to_string())),
                    })
                    .collect();
                if name != GROUP || group.as_ref().is_ok_and(Vec::is_empty) {
                    return Err(part(format!("`{arg}` is neither a number, a cell nor cells(…)")));
                }
                groups.push(group?);
            }
        }
        if !cells.is_empty() {
            groups.insert(0, cells);
        }
        let object = Self { site, kind, amounts, text, by: None, groups };
        object.check_amounts(side)?;
        object.laid(side)?.with_meaning(side)
    }

    /// Adds the meaning of its text.
    fn with_meaning(mut self, side: usize) -> Result<Self, AcceptError> {
        if let Amount::Text(language) = self.kind.form().amount
            && language != Language::Rules
        {
            let by = custom::read(language, &self.text, self.line().len(), side)
                .map_err(|why| part(format!("{}: {why}", self.kind.name())))?;
            self.by = Some(Arc::new(by));
        }
        Ok(self)
    }

    fn check_amounts(&self, side: usize) -> Result<(), AcceptError> {
        let name = with_article(self.kind.name());
        let within = |least: i32, most: i32, number: i32| {
            let fits = (least..=most).contains(&number);
            let why = || part(format!("the number of {name} goes from {least} to {most}"));
            if fits { Ok(()) } else { Err(why()) }
        };
        if !self.text.is_empty() && !matches!(self.kind.form().amount, Amount::Text(_)) {
            return Err(part(format!("{name} has no text")));
        }
        match (self.kind.form().amount, &self.amounts[..]) {
            (Amount::Text(_), []) => Ok(()),
            (Amount::Text(_), _) => Err(part(format!("{name} has a text and no number"))),
            (Amount::None | Amount::Maybe(..), []) => Ok(()),
            (Amount::None, _) => Err(part(format!("{name} has no number"))),
            (Amount::One(least, most) | Amount::Maybe(least, most), [number]) => {
                within(least, most, *number)
            }
            (Amount::One(..), _) => Err(part(format!("{name} has one number"))),
            (Amount::Maybe(..), _) => Err(part(format!("{name} has one number or none"))),
            (Amount::Digits(most), digits) => {
                let last = i32::try_from(side).unwrap_or(i32::MAX);
                if digits.is_empty() || digits.len() > most {
                    return Err(part(format!("{name} has 1 to {most} digits")));
                }
                digits.iter().try_for_each(|digit| within(1, last, *digit))
            }
        }
    }

    /// Checks the positions of its cells, and adds all cells of a line seen from outside.
    fn laid(mut self, side: usize) -> Result<Self, AcceptError> {
        let name = with_article(self.kind.name());
        let fail = |why: String| Err(part(why));
        let counts: Vec<usize> = self.groups.iter().map(Vec::len).collect();
        let least = |least: usize| format!("{name} has {least} cells or more");
        match (self.kind.form().lie, &counts[..]) {
            (Lie::Whole, []) => {}
            (Lie::Whole, _) => return fail(format!("{} names no cell", self.kind.name())),
            (Lie::Area(few) | Lie::Line(few), [many]) if *many >= few => {}
            (Lie::Area(few) | Lie::Line(few), _) => return fail(least(few)),
            (Lie::Loop, [many]) if *many >= 2 => {}
            (Lie::Loop, _) => return fail(least(2)),
            (Lie::Pair, [2]) if self.are_side_by_side(side) => {}
            (Lie::Pair, _) => return fail(format!("{name} lies between two cells side by side")),
            (Lie::Corner, [4]) if self.are_around_a_corner(side) => {}
            (Lie::Corner, _) => return fail(format!("{name} lies on a corner of four cells")),
            (Lie::Straight | Lie::Slanted, [2]) => {
                let slanted = self.kind.form().lie == Lie::Slanted;
                let Some(line) = straight(&self.groups[0], side, slanted) else {
                    let what = if slanted { "diagonal" } else { "row or column" };
                    let words = "from one rim to the other, told by its first and its last cell";
                    return fail(format!("{name} speaks of a {what} {words}"));
                };
                self.groups[0] = line;
            }
            (Lie::Straight | Lie::Slanted, _) => {
                return fail(format!("{name} names the first and the last cell of its line"));
            }
            (Lie::Circle, [_, _, ..]) => {}
            (Lie::Circle, _) => {
                return fail(format!("{name} has a circle and a line: cells(…),cells(…)"));
            }
            (Lie::Groups, [_, _, ..]) => {}
            (Lie::Groups, _) => return fail(format!("{name} has two groups of cells or more")),
        }
        if let Some(cell) = self.repeated() {
            let cell = crate::puzzle::site_of(cell, side).name();
            return fail(format!("{name} comes to {cell} twice"));
        }
        match self.kind.fault(&self, side) {
            Some(why) => fail(why),
            None => Ok(self),
        }
    }

    /// A cell with a forbidden repetition.
    fn repeated(&self) -> Option<usize> {
        if self.kind.form().lie == Lie::Groups {
            return self.groups.iter().find_map(|group| twice(group));
        }
        let cells = self.cells();
        match cells.split_last() {
            Some((_, rest)) if self.is_closed() => twice(rest),
            _ => twice(&cells),
        }
    }

    fn are_side_by_side(&self, side: usize) -> bool {
        let [a, b] = self.groups[0][..] else { return false };
        (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side) == 1
    }

    fn are_around_a_corner(&self, side: usize) -> bool {
        let mut cells = self.groups[0].clone();
        cells.sort_unstable();
        let first = cells[0];
        first % side + 1 < side && cells == [first, first + 1, first + side, first + side + 1]
    }
}

/// The first cell that occurs twice.
fn twice(cells: &[usize]) -> Option<usize> {
    let later = |at: usize| cells.iter().skip(at + 1);
    let mut numbered = cells.iter().enumerate();
    numbered.find(|(at, cell)| later(*at).any(|other| other == *cell)).map(|(_, cell)| *cell)
}

/// The functor of a group of cells.
pub(super) const GROUP: &str = "cells";

/// All cells from the first to the last, if these are the two ends of a row, a column or a diagonal.
fn straight(ends: &[usize], side: usize, slanted: bool) -> Option<Vec<usize>> {
    let [first, last] = ends[..] else { return None };
    let at = |cell: usize| ((cell % side) as i32, (cell / side) as i32);
    let ((x, y), (to_x, to_y)) = (at(first), at(last));
    let (across, down) = ((to_x - x).signum(), (to_y - y).signum());
    let length = (to_x - x).abs().max((to_y - y).abs());
    let even = (to_x - x).abs() == (to_y - y).abs();
    if first == last || slanted != (across != 0 && down != 0) || (slanted && !even) {
        return None;
    }
    let inside = |x: i32, y: i32| (0..side as i32).contains(&x) && (0..side as i32).contains(&y);
    if inside(x - across, y - down) || inside(to_x + across, to_y + down) {
        return None;
    }
    let cells =
        (0..=length).map(|step| ((y + step * down) * side as i32 + x + step * across) as usize);
    Some(cells.collect())
}
