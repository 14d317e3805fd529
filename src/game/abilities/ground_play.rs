//! Everything a script needs to play a level whose rules are a ground program: the program, and how to draw
//! what is on the board.

use crate::page_rules::PageProgram;
use foolproof_level::{Mark, Place, Site};
use foolproof_picture::{Dash, Ink, Shape};

/// Reason why there is no such program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGroundPlay {
    /// Still being read; one may exist a little later.
    #[error("the rules of the game are still being read; try again in a moment")]
    Reading,
    #[error("{0}")]
    Because(String),
}

/// Way of playing a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundPlayKind {
    /// Marks are put on sites.
    Put,
    /// A line of this mark is drawn: across the edges of cells if `across`, otherwise along the grid.
    Line { mark: Mark, across: bool },
    /// Steps, each leading from one position to the next.
    Moves,
}

/// A level with its ground rules.
#[derive(Clone, Debug)]
pub struct GroundPlay {
    pub kind: GroundPlayKind,
    pub program: PageProgram,
    /// The board without what scripts draw over it.
    pub beneath: Vec<Shape>,
    /// Marks that a player can put, in the order of the palette.
    pub hand: Vec<Mark>,
    pub parts: Vec<GroundPart>,
    /// In a game of moves, the sites whose marks are pieces at the start.
    pub began: Vec<Site>,
}

/// Drawing of a mark, or of a derived atom that is drawn, on sites of a kind.
#[derive(Clone, Debug)]
pub struct GroundPart {
    pub place: Place,
    pub mark: Mark,
    pub fill: Option<Ink>,
    /// Present if it is drawn as the line of its edge.
    pub line: Option<PartLine>,
    /// Recolours whatever is on its site, and draws nothing itself.
    pub inks: Option<Ink>,
    /// Drawn beneath the body when a line crosses its cell.
    pub beneath: Option<Shape>,
    /// Within the unit square of a cell, or around the middle of an edge or a corner.
    pub body: Vec<Shape>,
}

/// The line of an edge as a script draws it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartLine {
    pub ink: Ink,
    /// Width in cells.
    pub width: f32,
    pub dash: Dash,
    /// It runs from cell to cell rather than along the grid.
    pub across: bool,
    /// Words that it crosses need a background of their own.
    pub hides_words: bool,
}
