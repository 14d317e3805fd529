//! The look of a mark in the manifest: `draw = { shape = "circle", ink = "blue" }`.
//!
//! Words may hold `{1}`, `{2}` and so on, which are the mark's arguments. Errors are reported when the manifest
//! is read, with the valid choices.

use super::style_error::StyleError;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::forms::turn_of;
use super::inks::{Tone, did_you_mean, shown};
use super::svg::SvgDrawing;
use super::template::{InkWords, StyleWords};
use foolproof_level::{Mark, Place};
use foolproof_picture::{Dash, Ink, Point, Rect};

/// The owner of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Hand {
    #[default]
    Designer,
    Player,
}

/// The orientation of a mark on an edge: along the grid line, or across it from cell to cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Course {
    #[default]
    Along,
    Across,
}

/// The sides of a cell that have a thick line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Border {
    /// Sides towards a different neighbour.
    WhereDifferent,
    All,
}

/// A shape by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum ShapeForm {
    Circle,
    Square,
    Diamond,
    Triangle,
    Cross,
    Ring,
    Bar,
    Star,
    Arrow,
    Dot,
    /// An X from corner to corner, with words between its arms.
    Quarters,
}

const FORMS: [(&str, ShapeForm); 11] = [
    ("circle", ShapeForm::Circle),
    ("square", ShapeForm::Square),
    ("diamond", ShapeForm::Diamond),
    ("triangle", ShapeForm::Triangle),
    ("cross", ShapeForm::Cross),
    ("ring", ShapeForm::Ring),
    ("bar", ShapeForm::Bar),
    ("star", ShapeForm::Star),
    ("arrow", ShapeForm::Arrow),
    ("dot", ShapeForm::Dot),
    ("quarters", ShapeForm::Quarters),
];

/// Returns the value of a word in a table; the error lists the valid words.
fn one_of<T: Copy>(what: &str, word: &str, table: &[(&str, T)]) -> Result<T, StyleError> {
    let found = table.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        let near = did_you_mean(word, &names);
        let (word, all) = (shown(word), names.join(", "));
        StyleError::new(format!("there is no {what} \"{word}\"; {near}there are {all}"))
    })
}

impl TryFrom<String> for ShapeForm {
    type Error = StyleError;

    fn try_from(word: String) -> Result<Self, StyleError> {
        one_of("shape", &word, &FORMS)
    }
}

/// A share of a cell: more than 0, at most 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
struct CellShare(f32);

impl TryFrom<f64> for CellShare {
    type Error = StyleError;

    fn try_from(number: f64) -> Result<Self, StyleError> {
        if (0.01..=1.0).contains(&number) {
            return Ok(Self(number as f32));
        }
        Err(StyleError::new(format!(
            "sizes and widths are shares of a cell, from 0.01 to 1, not {number}"
        )))
    }
}

/// The offset of a drawing from the middle of its edge, in cells: across the edge (towards its left or
/// upper cell if negative), and along it.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "[f64; 2]")]
struct EdgeShift {
    across: f32,
    along: f32,
}

impl TryFrom<[f64; 2]> for EdgeShift {
    type Error = StyleError;

    fn try_from([across, along]: [f64; 2]) -> Result<Self, StyleError> {
        for share in [across, along] {
            if !(-0.5..=0.5).contains(&share) {
                return Err(StyleError::new(format!(
                    "`shift` is how far a mark lies across and along its edge, from -0.5 to 0.5, not {share}"
                )));
            }
        }
        Ok(Self { across: across as f32, along: along as f32 })
    }
}

/// The table as written in the manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StyleTable {
    text: Option<StyleWords>,
    shape: Option<ShapeForm>,
    fill: Option<String>,
    ink: Option<String>,
    border: Option<String>,
    size: Option<CellShare>,
    svg: Option<String>,
    width: Option<CellShare>,
    dash: Option<String>,
    across: Option<bool>,
    shift: Option<EdgeShift>,
    corner: Option<bool>,
}

/// The number of parallel lines that make up a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Strands {
    #[default]
    One,
    Two,
}

/// The look of a mark; by default its word on a tile.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "StyleTable")]
pub struct LookStyle {
    text: Option<StyleWords>,
    pub(super) shape: Option<ShapeForm>,
    fill: Option<InkWords>,
    ink: Option<InkWords>,
    pub(super) border: Option<Border>,
    size: Option<CellShare>,
    svg: Option<String>,
    pub(super) drawing: Option<Arc<SvgDrawing>>,
    width: Option<CellShare>,
    pub(super) dash: Dash,
    pub(super) strands: Strands,
    pub(super) hand: Hand,
    pub(super) course: Course,
    /// The mark runs across edges, if the style says so.
    across: Option<bool>,
    shift: Option<EdgeShift>,
    corner: bool,
    /// The turns of marks that are drawn as a turned version of another one.
    turns: BTreeMap<Mark, LookTurn>,
}

/// The turn of a drawing: an optional mirror first, then quarters clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LookTurn {
    pub quarters: u8,
    pub mirrored: bool,
}

impl TryFrom<StyleTable> for LookStyle {
    type Error = StyleError;

    fn try_from(table: StyleTable) -> Result<Self, StyleError> {
        const BORDERS: [(&str, Option<Border>); 3] = [
            ("where different", Some(Border::WhereDifferent)),
            ("all", Some(Border::All)),
            ("none", None),
        ];
        const DASHES: [(&str, (Dash, Strands)); 4] = [
            ("solid", (Dash::Solid, Strands::One)),
            ("dashed", (Dash::Dashed, Strands::One)),
            ("dotted", (Dash::Dotted, Strands::One)),
            ("double", (Dash::Solid, Strands::Two)),
        ];
        if table.svg.is_some() && table.shape.is_some() {
            return Err(StyleError::new("a mark is drawn by `svg` or by `shape`, not by both"));
        }
        if let Some(name) = table.svg.as_deref().filter(|name| !is_file_name(name)) {
            return Err(StyleError::new(format!(
                "`svg` names a file of the game's own folder, such as \"star.svg\", not \"{}\"",
                shown(name)
            )));
        }
        let border = table.border.map(|word| one_of("border", &word, &BORDERS)).transpose()?;
        let dash = table.dash.map(|word| one_of("dash", &word, &DASHES)).transpose()?;
        let (dash, strands) = dash.unwrap_or_default();
        Ok(Self {
            text: table.text,
            shape: table.shape,
            fill: table.fill.map(|words| InkWords::read(words, Tone::Pale)).transpose()?,
            ink: table.ink.map(|words| InkWords::read(words, Tone::Strong)).transpose()?,
            border: border.flatten(),
            size: table.size,
            svg: table.svg,
            drawing: None,
            width: table.width,
            dash,
            strands,
            hand: Hand::Designer,
            course: Course::Along,
            across: table.across,
            shift: table.shift,
            corner: table.corner == Some(true),
            turns: BTreeMap::new(),
        })
    }
}

fn is_file_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    name.len() <= 100
        && !name.starts_with('.')
        && name.len() > 4
        && name.to_ascii_lowercase().ends_with(".svg")
        && name.chars().all(plain)
}

impl LookStyle {
    /// Returns the SVG file to read before drawing, named as in the manifest.
    pub(crate) fn svg(&self) -> Option<&str> {
        self.svg.as_deref()
    }

    /// Adds the drawing that was read from its file.
    pub(crate) fn with_drawing(self, drawing: Arc<SvgDrawing>) -> Self {
        Self { drawing: Some(drawing), ..self }
    }

    /// Sets the owner of the mark, which gives the default ink.
    pub(crate) fn made_by(self, hand: Hand) -> Self {
        Self { hand, ..self }
    }

    /// Sets the orientation of a mark on an edge, unless the style sets its own.
    pub(crate) fn running(self, course: Course) -> Self {
        let said = self.across.map(|across| if across { Course::Across } else { Course::Along });
        Self { course: said.unwrap_or(course), ..self }
    }

    /// Returns the mark's orientation on an edge.
    pub(crate) fn course(&self) -> Course {
        self.course
    }

    /// Returns the mark's position on a board: offset from the middle of its edge if the style says so.
    pub(super) fn shifted(&self, into: Rect, place: Place) -> Rect {
        let Some(EdgeShift { across, along }) = self.shift else { return into };
        let Point { x, y } = into.centre();
        let centre = match place {
            Place::VEdge => Point::new(x + across, y + along),
            Place::HEdge => Point::new(x + along, y + across),
            _ => return into,
        };
        Rect::square(centre, into.width())
    }

    /// True if a turned mark looks different.
    pub(crate) fn has_direction(&self) -> bool {
        let forms = [ShapeForm::Arrow, ShapeForm::Triangle, ShapeForm::Bar];
        self.drawing.is_some() || self.shape.is_some_and(|shape| forms.contains(&shape))
    }

    pub(crate) fn turning(self, turns: BTreeMap<Mark, LookTurn>) -> Self {
        Self { turns, ..self }
    }

    /// Returns the turn of a mark with a direction: given by its kind, or by the side that it names.
    pub(super) fn turn(&self, mark: &Mark) -> Option<LookTurn> {
        let by_side = || turn_of(mark).map(|quarters| LookTurn { quarters, mirrored: false });
        self.turns.get(mark).copied().or_else(by_side)
    }

    /// Checks that a mark can be drawn: `{2}` has its argument, and `colour {1}` is a colour.
    pub(crate) fn check(&self, mark: &Mark) -> Result<(), StyleError> {
        if let Some(text) = &self.text {
            text.of(mark)?;
        }
        for words in [&self.ink, &self.fill].into_iter().flatten() {
            words.of(mark)?;
        }
        Ok(())
    }

    /// Returns the ink of bodies, lines and words, if named. An unreadable one is faint.
    pub(super) fn named_ink(&self, mark: &Mark) -> Option<Ink> {
        self.ink.as_ref().map(|words| words.of(mark).unwrap_or(Ink::Faint))
    }

    /// Returns the ink of bodies, lines and words.
    pub(super) fn ink(&self, mark: &Mark) -> Ink {
        self.named_ink(mark).unwrap_or(match self.hand {
            Hand::Designer => Ink::Text,
            Hand::Player => Ink::Intended,
        })
    }

    /// Returns the ink of the mark's ground.
    pub(super) fn fill(&self, mark: &Mark) -> Option<Ink> {
        self.fill.as_ref().and_then(|words| words.of(mark).ok())
    }

    /// True if it must be darker or lighter than the ground.
    pub(crate) fn has_lightness(&self) -> bool {
        let by_rule =
            |words: &InkWords| matches!(words, InkWords::Known(Ink::Colour(0 | 1) | Ink::Shade));
        self.fill.iter().chain(&self.ink).any(by_rule)
    }

    /// Returns the key that neighbours without a border between them share: the words of the fill, or the mark.
    pub(super) fn border_key(&self, mark: &Mark) -> String {
        match &self.fill {
            Some(InkWords::ByMark(words, _)) => words.of(mark).unwrap_or_default(),
            _ => mark.to_string(),
        }
    }

    /// Returns the text with its arguments; `None` if one is missing.
    pub(super) fn words(&self, mark: &Mark) -> Option<String> {
        self.text.as_ref().map(|words| words.of(mark).unwrap_or_default())
    }

    /// True if its words lie in the upper left corner of a cell.
    pub(super) fn is_in_corner(&self) -> bool {
        self.corner
    }

    pub(super) fn size(&self) -> Option<f32> {
        self.size.map(|CellShare(size)| size)
    }

    pub(super) fn width(&self) -> Option<f32> {
        self.width.map(|CellShare(width)| width)
    }

    /// True if the mark is a line on its edge: the style says nothing else, or it says that the mark runs
    /// across, which adds a line to the shape.
    pub(super) fn has_line(&self) -> bool {
        self.is_plain() || self.across == Some(true)
    }

    /// True if words under such a line are hard to read.
    pub(super) fn hides_words(&self, mark: &Mark) -> bool {
        self.course == Course::Across && !matches!(self.ink(mark), Ink::Tint(_))
    }

    /// True if the style says nothing about the drawing except inks and lines.
    pub(super) fn is_plain(&self) -> bool {
        self.has_no_body() && self.fill.is_none() && self.border.is_none()
    }

    /// True if it draws nothing over its ground.
    pub(super) fn has_no_body(&self) -> bool {
        self.text.is_none() && self.shape.is_none() && self.drawing.is_none()
    }

    /// True if the style only sets an ink: such a look recolours existing parts. With a width, it is a line.
    pub(super) fn is_ink_alone(&self) -> bool {
        self.is_plain() && self.ink.is_some() && self.width.is_none()
    }
}
