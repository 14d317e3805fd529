//! Orthogonality: the contribution of a new type of symbol to a game with other types, measured on every
//! possible level.
//!
//! A type *expresses* a line with i pieces when some level of i pieces of it has that line as its only
//! solution. `express(K, K')` is the share of lines that both types together express with fewer pieces than
//! either alone; `diff` the share that K' expresses with K in fewer pieces than with any other type; the
//! orthogonality of K is their product, averaged over the existing types. Source: Abutarab, "A Study of
//! Orthogonality in The Witness", sections 3.1 to 3.3 and 4.1.
//!
//! A level's solutions depend on its regions, and those of generalised types on the numbers of pieces of each
//! type and colour in a region. So all levels are walked once for many types: a bit for each pair of types
//! says whether a region with such numbers is satisfied; and lines that leave the same pieces together are
//! tried as one.

mod contents;
mod found;
mod keep;
mod lines;
mod splits;
mod study;
mod survey;
#[cfg(test)]
mod tests;
mod together;
mod walk;

pub(crate) use lines::BoardLines;
pub(crate) use study::Orthogonality;
#[cfg(test)]
pub(crate) use study::SurveyRun;
pub(crate) use survey::{Ranked, Survey};

use crate::piece::{Colour, Comparison, Form, PanelSymbol, Polyomino};
use foolproof_game::{MeaningError, StudyError};

/// A type of symbols, as the pieces of it that a level can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sort {
    pub name: String,
    pub pieces: Vec<PanelSymbol>,
}

/// Most pieces that a type may have.
const MAX_PIECES: usize = 7;

impl Sort {
    /// A generalised type in this many colours.
    pub(crate) fn form(form: Form, colours: usize) -> Self {
        let pieces = tints(colours).map(|colour| PanelSymbol::Rule(colour, form));
        Self { name: form.text(), pieces: pieces.collect() }
    }

    /// The type of a name: `square`, `star`, `eraser`, `triangle`, `poly` (1x1, 1x2 and 2x1) or
    /// `poly:p0001:p0013` (these), `singleton`, or a generalised type by its parts.
    pub(crate) fn of_text(text: &str, colours: usize) -> Result<Self, StudyError> {
        let text = text.trim();
        let pieces: Vec<PanelSymbol> = match text {
            "square" => tints(colours).map(PanelSymbol::Square).collect(),
            "star" => tints(colours).map(PanelSymbol::Star).collect(),
            "eraser" => tints(colours).map(PanelSymbol::Eraser).collect(),
            "triangle" => (1..=3).map(|n| PanelSymbol::Triangle(Colour::ORANGE, n)).collect(),
            "poly" => return Self::of_text("poly:p0001:p0003:p0011", colours),
            _ if text.starts_with("poly:") => {
                let shapes = text.split(':').skip(1).map(Polyomino::read);
                let shapes: Result<Vec<Polyomino>, MeaningError> = shapes.collect();
                let poly = |shape| PanelSymbol::Poly { colour: Colour::YELLOW, shape, free: false };
                shapes.map_err(StudyError::of)?.into_iter().map(poly).collect()
            }
            _ => {
                let form = Form::of_text(text).map_err(|error| {
                    error.to_string().replace(
                        "square, star,",
                        "square, star, eraser, triangle, poly, poly:p0013,",
                    )
                })?;
                tints(colours).map(|colour| PanelSymbol::Rule(colour, form)).collect()
            }
        };
        match pieces.len() {
            1..=MAX_PIECES => Ok(Self { name: text.to_owned(), pieces }),
            n => {
                Err(format!("`{text}` has {n} pieces; a type may have {MAX_PIECES} at most").into())
            }
        }
    }

    /// Returns whether erasing its symbols depends only on regions and their numbers of symbols.
    pub(crate) fn is_counted(&self) -> bool {
        let depends = |piece: &PanelSymbol| {
            matches!(piece, PanelSymbol::Triangle(..) | PanelSymbol::Poly { .. })
        };
        !self.pieces.iter().any(depends)
    }

    pub(crate) fn erases(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, PanelSymbol::Eraser(_)))
    }

    /// The type as a generalised one, if it is one.
    pub(crate) fn as_form(&self) -> Option<Form> {
        match self.pieces.first()? {
            PanelSymbol::Square(_) => Some(Form::SEPARATION),
            piece => piece.form(),
        }
    }
}

/// The colours of the source first: black and blue.
fn tints(colours: usize) -> impl Iterator<Item = Colour> {
    let first = [Colour::BLACK, Colour::BLUE];
    let others = Colour::all().filter(move |colour| !first.contains(colour));
    first.into_iter().chain(others).take(colours)
}

/// Every generalised type of the source: sixteen sets of relations, including the empty one, with six
/// comparisons.
pub(crate) fn space() -> Vec<Form> {
    let sets = 0..16u8;
    sets.flat_map(|relations| Comparison::EVERY.map(|comparison| Form { relations, comparison }))
        .collect()
}
