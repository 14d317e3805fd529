//! A constraint on a board.

use std::sync::Arc;

use super::form::GROUP;
use super::{Amount, Constraint, Lie};
use crate::engine::Automaton;
use crate::puzzle::site_of;
use foolproof_game::{AcceptError, spoken_place};
use foolproof_level::{Mark, Place, Site};

/// A constraint, its numbers and its cells; cells count row by row from 0.
#[derive(Clone)]
pub(crate) struct Object {
    pub site: Site,
    pub kind: &'static dyn Constraint,
    pub amounts: Vec<i32>,
    /// Text that a designer wrote, without blanks; empty for most kinds.
    pub text: String,
    /// Meaning of the text; set once a mark has been read.
    pub by: Option<Arc<Automaton>>,
    /// Cells in their order; most kinds have one group. Lines seen from outside have all their cells here.
    pub groups: Vec<Vec<usize>>,
}

impl std::fmt::Debug for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}{}{:?}", self.kind.id(), self.amounts, self.text, self.groups)
    }
}

impl Object {
    /// A constraint whose mark has not been read yet.
    pub(crate) fn unread(
        site: Site,
        kind: &'static dyn Constraint,
        amounts: Vec<i32>,
        groups: Vec<Vec<usize>>,
    ) -> Self {
        Self { site, kind, amounts, text: String::new(), by: None, groups }
    }

    /// Sets the text, without its blanks.
    pub(crate) fn with_text(mut self, text: &str) -> Self {
        self.text = match self.kind.form().amount {
            Amount::Text(language) => language.compact(text),
            _ => text.split_whitespace().collect(),
        };
        self
    }

    /// All its cells, group by group.
    pub(crate) fn cells(&self) -> Vec<usize> {
        self.groups.concat()
    }

    /// The cells of its first group.
    pub(crate) fn line(&self) -> &[usize] {
        self.groups.first().map_or(&[], Vec::as_slice)
    }

    /// Returns whether its line returns to its first cell.
    pub(crate) fn is_closed(&self) -> bool {
        self.kind.form().lie == Lie::Loop
            && self.line().len() > 2
            && self.line().first() == self.line().last()
    }

    /// Its number, if it has one.
    pub(crate) fn amount(&self) -> Option<i32> {
        self.amounts.first().copied()
    }

    /// Returns whether it requires nothing because its number is missing.
    pub(crate) fn is_blank(&self) -> bool {
        self.amounts.is_empty() && self.kind.needs_number()
    }

    /// Its number, as drawn: "?" if it is missing.
    pub(super) fn number_or_blank(&self) -> String {
        self.amount().map_or_else(|| "?".to_owned(), |amount| amount.to_string())
    }

    /// Its kind, with its number: "15-cage".
    pub(crate) fn name(&self) -> String {
        let name = self.kind.name();
        let number = match self.kind.form().amount {
            Amount::Digits(_) | Amount::None | Amount::Text(_) => None,
            Amount::One(..) | Amount::Maybe(..) => self.amount(),
        };
        number.map_or_else(|| name.to_owned(), |number| format!("{number}-{name}"))
    }

    /// Full name: "the thermometer at R1C1", "the 9-sandwich sum at R1C1 along row 1".
    pub(crate) fn title(&self, side: usize) -> String {
        let name = self.name();
        match self.place(side) {
            Some(place) => spoken_place(&place),
            None => format!("“{name}”"),
        }
    }

    /// Its position, as a place that can be spoken: `at(15-cage,cell(0,0))`; for a clue seen from outside
    /// with its line. Constraints on the whole board have none.
    pub(crate) fn place(&self, side: usize) -> Option<String> {
        let name = self.name().replace(' ', "_");
        let (first, last) = (*self.line().first()?, *self.line().last()?);
        let at = site_of(first, side);
        Some(match self.kind.form().lie {
            Lie::Straight if first / side == last / side => {
                format!("at({name},{at},row({}))", first / side)
            }
            Lie::Straight => format!("at({name},{at},column({}))", first % side),
            Lie::Slanted => format!("at({name},{at},{})", site_of(last, side)),
            _ => format!("at({name},{at})"),
        })
    }

    /// Its mark in a level.
    pub(crate) fn mark(&self, side: usize) -> Option<Mark> {
        let amounts = self.amounts.iter().map(ToString::to_string);
        let cells = |cells: &[usize]| -> Vec<String> {
            cells.iter().map(|cell| site_of(*cell, side).to_string()).collect()
        };
        let cells: Vec<String> = match (self.kind.form().lie, &self.groups[..]) {
            (Lie::Straight | Lie::Slanted, [line]) => {
                let ends = [*line.first()?, *line.last()?];
                cells(&ends)
            }
            (Lie::Circle | Lie::Groups, groups) => {
                let group = |group: &Vec<usize>| format!("{GROUP}({})", cells(group).join(","));
                groups.iter().map(group).collect()
            }
            (_, groups) => cells(&groups.concat()),
        };
        let text = (!self.text.is_empty()).then(|| foolproof_kernel::quote(&self.text));
        let args: Vec<String> = amounts.chain(text).chain(cells).collect();
        match args.is_empty() {
            true => self.kind.id().parse().ok(),
            false => format!("{}({})", self.kind.id(), args.join(",")).parse().ok(),
        }
    }
}

/// The number of a cell of the board.
pub(super) fn cell_of(site: Site, side: usize) -> Result<usize, AcceptError> {
    let (col, row) = (usize::from(site.col), usize::from(site.row));
    match site.place == Place::Cell && col < side && row < side {
        true => Ok(row * side + col),
        false => Err(AcceptError::NoCell(site)),
    }
}
