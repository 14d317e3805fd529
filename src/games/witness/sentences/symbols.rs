//! Demands of symbols that count others, or the edges of their cell.

use std::collections::BTreeSet;

use foolproof_level::Site;

use super::{PanelWriter, TooLarge};
use crate::panel::sides;
use crate::piece::{Comparison, Form, PanelSymbol, Type};

const ANOTHER_COLOUR: &str = "a square of another colour is in its region";
const ALONE: &str = "the star is the only one of its colour in its region";
const CROWDED: &str = "the star is with more than one other of its colour";
const FEW_EDGES: &str = "the line passes the triangle too seldom";
const MANY_EDGES: &str = "the line passes the triangle too often";
const UNLIKE: &str = "a symbol of the region is not as the rule says";
const LIKE: &str = "a symbol of the region is as the rule forbids";
const FEW: &str = "the region has too few symbols for the rule";
const MANY: &str = "the region has too many symbols for the rule";

impl PanelWriter<'_> {
    pub(super) fn symbols(&mut self) -> Result<(), TooLarge> {
        let panel = self.panel;
        for (cell, piece) in &panel.pieces {
            match piece {
                PanelSymbol::Square(_) => self.square(*cell, *piece)?,
                PanelSymbol::Triangle(_, n) => self.triangle(*cell, usize::from(*n)),
                PanelSymbol::Star(_) => self.counting(*cell, *piece, Form::STAR)?,
                PanelSymbol::Rule(_, form) => self.counting(*cell, *piece, *form)?,
                _ => {}
            }
            self.bounded()?;
        }
        self.shapes()
    }

    fn square(&mut self, cell: Site, square: PanelSymbol) -> Result<(), TooLarge> {
        let is_other = |piece: &PanelSymbol| match piece {
            PanelSymbol::Square(_) => *piece != square,
            _ => false,
        };
        let others = self.cells_of(&is_other);
        let sharing = self.sharing(cell, &others)?;
        if !sharing.is_empty() {
            self.writer.wants_at_most(0, ANOTHER_COLOUR, &cell.to_string(), &sharing);
        }
        Ok(())
    }

    fn triangle(&mut self, cell: Site, n: usize) {
        let edges: Vec<_> =
            sides(cell).iter().filter_map(|side| self.edges.get(side).copied()).collect();
        let place = cell.to_string();
        self.writer.wants_at_least(n, FEW_EDGES, &place, &edges);
        if edges.len() > n {
            self.writer.wants_at_most(n, MANY_EDGES, &place, &edges);
        }
    }

    /// A symbol that counts the symbols of its region in a relation to it, itself included.
    fn counting(&mut self, cell: Site, symbol: PanelSymbol, form: Form) -> Result<(), TooLarge> {
        let Some(own) = symbol.kind() else { return Ok(()) };
        let relates = |piece: &PanelSymbol| {
            let alike = |(kind, colour)| form.relates(kind == own.0, colour == own.1);
            piece.kind().is_some_and(alike)
        };
        let counts_itself = form.relates(true, true);
        let place = cell.to_string();
        let (few, many) = match own.0 {
            Type::Star => (ALONE, CROWDED),
            _ => (FEW, MANY),
        };
        let (wanted, sentence) = match form.comparison {
            Comparison::All => {
                let others = self.cells_of(&|piece| !relates(piece));
                (others, (!counts_itself, UNLIKE))
            }
            _ => (self.cells_of(&relates), (counts_itself, LIKE)),
        };
        let sharing = self.sharing(cell, &wanted)?;
        let left = |n: u8| usize::from(n).checked_sub(usize::from(counts_itself));
        match form.comparison {
            Comparison::All | Comparison::None if sentence.0 => {
                self.writer.is_wrong(sentence.1, &place);
            }
            Comparison::All | Comparison::None if sharing.is_empty() => {}
            Comparison::All | Comparison::None => {
                self.writer.wants_at_most(0, sentence.1, &place, &sharing);
            }
            Comparison::Equal(n) => {
                let left = left(n).unwrap_or(0);
                self.writer.wants_at_least(left, few, &place, &sharing);
                if sharing.len() > left {
                    self.writer.wants_at_most(left, many, &place, &sharing);
                }
            }
            Comparison::AtLeast(n) => {
                self.writer.wants_at_least(left(n).unwrap_or(0), few, &place, &sharing);
            }
        }
        Ok(())
    }

    fn cells_of(&self, wanted: &dyn Fn(&PanelSymbol) -> bool) -> BTreeSet<Site> {
        let those = self.panel.pieces.iter().filter(|(_, piece)| wanted(piece));
        those.map(|(cell, _)| *cell).collect()
    }
}
