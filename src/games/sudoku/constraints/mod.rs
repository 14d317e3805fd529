//! The constraints of variants: a file for each kind, and a line for it in [`ALL`].
//!
//! A kind defines everything about itself: the form of its marks, the allowed content of its cells, its
//! pruning, the test whether it is broken and the words for that, its rules for the encoding, its picture,
//! and its names in other programs.

mod antis;
mod arrow;
mod between;
mod cage;
mod chess;
mod clone;
mod custom;
mod diagonal;
mod difference;
mod disjoint;
mod double_arrow;
mod entropic;
mod entropy;
mod equality_cage;
mod extremes;
mod form;
mod fpuzzles;
mod inequality;
mod iss;
mod little_killer;
mod lockout;
mod modular;
mod numbered_room;
mod object;
mod only;
mod own_rules;
mod pair_sum;
mod palindrome;
mod parity;
mod pen;
mod quadruple;
mod ratio;
mod reader;
mod region;
mod region_sum;
mod renban;
mod sandwich;
mod skyscraper;
mod sum_line;
mod thermo;
mod value_indexing;
mod whisper;
pub(crate) mod windows;
mod x_sum;
mod zipper;

use std::ops::RangeInclusive;

use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_level::{Mark, named_sites};

pub(crate) use custom::{states_text, table_of};
pub(crate) use form::{Amount, Form, Lie};
pub(crate) use fpuzzles::FPuzzlesKey;
pub(crate) use iss::Iss;
pub(crate) use object::Object;
pub(crate) use pen::Pen;

/// Every kind, in the order of the palette.
pub(crate) static ALL: &[&dyn Constraint] = &[
    &cage::Cage,
    &cage::Sum,
    &equality_cage::EqualityCage,
    &thermo::Thermometer,
    &thermo::SlowThermometer,
    &arrow::Arrow,
    &double_arrow::DoubleArrow,
    &palindrome::Palindrome,
    &renban::Renban,
    &whisper::Whisper,
    &region_sum::RegionSum,
    &between::Between,
    &lockout::Lockout,
    &zipper::Zipper,
    &modular::Modular,
    &entropic::Entropic,
    &sum_line::SumLine,
    &value_indexing::ValueIndexing,
    &difference::Difference,
    &ratio::Ratio,
    &pair_sum::PairSum,
    &inequality::Greater,
    &quadruple::Quadruple,
    &clone::Clone,
    &clone::EqualGroups,
    &parity::Odd,
    &parity::Even,
    &extremes::Minimum,
    &extremes::Maximum,
    &only::Only,
    &little_killer::LittleKiller,
    &sandwich::Sandwich,
    &x_sum::XSum,
    &skyscraper::Skyscraper,
    &numbered_room::NumberedRoom,
    &region::Region,
    &region::ExtraRegion,
    &region::NoBoxes,
    &diagonal::Diagonal,
    &windows::Windows,
    &disjoint::DisjointGroups,
    &chess::AntiKnight,
    &chess::AntiKing,
    &chess::NonConsecutive,
    &chess::AntiTaxicab,
    &entropy::GlobalEntropy,
    &entropy::GlobalModular,
    &antis::NoOtherDifference,
    &antis::NoOtherRatio,
    &antis::NoOtherXv,
    &custom::PATTERN,
    &custom::STATES,
    &custom::FORMULA,
    &custom::NEIGHBOURS,
    &custom::EACH_TWO,
    &own_rules::OwnRules,
];

/// The kind with this name in marks.
pub(crate) fn kind(id: &str) -> Option<&'static dyn Constraint> {
    ALL.iter().copied().find(|kind| kind.id() == id)
}

/// A constraint's mark in words: "thermometer, R1C1 R1C2", "15-cage, R1C1 R2C1".
pub(crate) fn described(kind: &dyn Constraint, mark: &Mark) -> String {
    let (numbers, cells): (Vec<&str>, Vec<&str>) =
        mark.args().into_iter().partition(|arg| arg.parse::<i32>().is_ok());
    let is_group = cells.iter().any(|cell| cell.starts_with(form::GROUP));
    let (texts, cells): (Vec<&str>, Vec<&str>) =
        cells.into_iter().partition(|arg| arg.starts_with('"'));
    let cells = cells.into_iter().map(named_sites);
    let cells: Vec<String> = cells.chain(texts.into_iter().map(str::to_owned)).collect();
    let named = match (kind.form().amount, &numbers[..]) {
        (Amount::One(..) | Amount::Maybe(..), [number]) => format!("{number}-{}", kind.name()),
        (_, []) => kind.name().to_owned(),
        (_, numbers) => format!("{} {}", kind.name(), numbers.join(" ")),
    };
    match cells.is_empty() || mark.as_str() == mark.functor() {
        true => kind.name().to_owned(),
        false if is_group => format!("{named}, {}", grouped(&cells)),
        false => format!("{named}, {}", cells.join(" ")),
    }
}

/// Groups of cells, separated as on the command line: "R1C1 / R1C2 R1C3".
fn grouped(groups: &[String]) -> String {
    let bare = |group: &String| {
        let (_, cells) = foolproof_kernel::split(group);
        cells.join(" ")
    };
    groups.iter().map(bare).collect::<Vec<_>>().join(" / ")
}

/// A broken constraint: the reason, and the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    pub why: String,
    pub cells: Vec<usize>,
}

/// A kind of constraint.
pub(crate) trait Constraint: Sync {
    /// Name in marks.
    fn id(&self) -> &'static str;

    /// Name for people: "thermometer".
    fn name(&self) -> &'static str;

    /// The rule, for players.
    fn rule(&self) -> &'static str;

    /// The requirement of a single one, for players.
    fn rule_of(&self, object: &Object, side: usize) -> String {
        let _ = (object, side);
        self.rule().to_owned()
    }

    /// Its form on a board, and its numbers.
    fn form(&self) -> Form;

    /// The default number, for kinds that require one.
    fn usual_amount(&self) -> Option<i32> {
        None
    }

    /// The numbers for which an object on these cells may hold on a full board; `None` for kinds that only
    /// designers draw.
    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        let _ = (object, digits);
        match self.form().amount {
            Amount::None | Amount::Maybe(..) => Some(Vec::new()),
            Amount::One(..) => self.usual_amount().map(|amount| vec![amount]),
            Amount::Digits(_) | Amount::Text(_) => None,
        }
    }

    /// Returns whether it requires nothing as long as it has no number.
    fn needs_number(&self) -> bool {
        false
    }

    /// Number of cells if the program chooses them: those of a line behind a circle, and of each group.
    /// `None` for kinds that only designers draw.
    fn usual_cells(&self) -> Option<RangeInclusive<usize>> {
        self.form().usual_cells()
    }

    /// Returns whether it requires different digits in cells: others are pruned better once that is known.
    fn is_about_difference(&self) -> bool {
        false
    }

    /// The reason why it is invalid, apart from its form.
    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let _ = (object, side);
        None
    }

    /// Names in the Interactive Sudoku Solver, and the form there.
    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[]
    }

    /// Name in f-puzzles, and the form there.
    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        None
    }

    /// Posts the restrictions on its cells.
    fn post(&self, object: &Object, puzzle: &Puzzle, model: &mut Model);

    /// The reason why it is broken by these digits, 0 where a cell is empty. The answer is exact if all of
    /// its cells are filled; before that, only visible errors are found.
    fn broken(&self, object: &Object, puzzle: &Puzzle, digits: &[u8]) -> Option<Broken>;

    /// Facts that its rules need besides those of its cells.
    fn facts(&self, puzzle: &Puzzle) -> String {
        let _ = puzzle;
        String::new()
    }

    /// Draws it beneath the digits; a constraint on the whole board has no picture.
    fn look(&self, object: &Object, pen: &mut Pen) {
        let _ = (object, pen);
    }

    /// Its rules for the encoding: `broken(Why,K)`, or `broken(Why,K,S)` at cell S, if the digits present
    /// break K, and `unmet(Why,K)` if they break it once all its cells are filled. `kind(K,this)` says that
    /// K is one; `at(K,G,I,S)` that S is cell I of its group G, from 0; `amount(K,I,N)` that its number I
    /// is N; and `value(S,D)` that S holds D.
    fn rules(&self) -> &'static str;
}

/// The digit of a cell, if it is filled.
fn held_in(cell: usize, digits: &[u8]) -> Option<u8> {
    digits.get(cell).copied().filter(|digit| *digit > 0)
}

/// The digits of cells, if all are filled.
fn all_of(cells: &[usize], digits: &[u8]) -> Option<Vec<u8>> {
    let held = |cell: &usize| held_in(*cell, digits);
    cells.iter().map(held).collect()
}

/// The sum of cells, if all are filled.
fn sum_of(cells: &[usize], digits: &[u8]) -> Option<i32> {
    Some(all_of(cells, digits)?.into_iter().map(i32::from).sum())
}

/// The first two cells with the same digit.
pub(crate) fn twice(cells: &[usize], digits: &[u8]) -> Option<(usize, usize)> {
    let held = |cell: usize| held_in(cell, digits);
    cells.iter().enumerate().find_map(|(at, first)| {
        let digit = held(*first)?;
        let other = cells.iter().skip(at + 1).find(|other| held(**other) == Some(digit))?;
        Some((*first, *other))
    })
}

/// The first two neighbours of a line whose digits are incompatible.
fn unfit(
    cells: &[usize],
    digits: &[u8],
    goes: impl Fn(i32, i32) -> bool,
) -> Option<(usize, usize)> {
    let held = |cell: usize| held_in(cell, digits).map(i32::from);
    cells.windows(2).find_map(|pair| match pair {
        [first, second] => {
            let (a, b) = (held(*first)?, held(*second)?);
            (!goes(a, b)).then_some((*first, *second))
        }
        _ => None,
    })
}

#[cfg(test)]
pub(crate) mod tests;
