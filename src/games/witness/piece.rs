//! The symbols of a panel, and their marks as terms.
//!
//! `square(black)`, `star(red)`, `triangle(orange,2)`, `poly(yellow,p0013,free)` (sixteen squares of
//! a 4x4 grid, row by row from the lowest bit; larger ones say their own grid, such as `p5x1_1f`), `rule(red,x0111,eq,1)` (a generalised type), and on
//! the lines `start`, `end`, `dot`, `gap`. Source: Abutarab, "A Study of Orthogonality in The
//! Witness", chapters 2.3 and 4.1. Knows marks.

use std::collections::BTreeSet;
use std::fmt;

use super::twin::PanelSymmetry;
pub use crate::games::side::Side;
use crate::games::{MeaningError, Turn};
use crate::level::Mark;

/// Colours by name, in the order of `Ink::Colour`.
pub const COLOURS: [&str; 9] =
    ["black", "white", "red", "blue", "green", "yellow", "cyan", "magenta", "orange"];

/// A colour, by its place in `COLOURS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u8);

impl Colour {
    pub const BLACK: Self = Self(0);
    pub const BLUE: Self = Self(3);
    pub const YELLOW: Self = Self(5);
    pub const ORANGE: Self = Self(8);

    pub fn all() -> impl Iterator<Item = Self> {
        (0u8..).take(COLOURS.len()).map(Self)
    }

    pub fn name(self) -> &'static str {
        COLOURS.get(usize::from(self.0)).copied().unwrap_or("black")
    }

    fn read(name: &str) -> Result<Self, MeaningError> {
        let at = COLOURS.iter().position(|known| *known == name);
        let number = at.and_then(|at| u8::try_from(at).ok());
        number.map(Self).ok_or_else(|| {
            MeaningError::Part(format!(
                "`{name}` is not a colour; colours are {}",
                COLOURS.join(", ")
            ))
        })
    }
}

/// Squares of a grid, bit `x + 11*y`, pushed into its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyomino(u128);

/// Squares of that grid in a row, and rows.
pub const GRID: u8 = 11;
/// Squares in a row of the grid of those that are written in four digits.
const SMALL: u8 = 4;

impl Polyomino {
    /// The polyomino of these squares; `None` when there are none.
    pub fn of(cells: impl IntoIterator<Item = (u8, u8)>) -> Option<Self> {
        let cells: Vec<(u8, u8)> = cells.into_iter().collect();
        let left = cells.iter().map(|(x, _)| *x).min()?;
        let top = cells.iter().map(|(_, y)| *y).min()?;
        let mut bits = 0;
        for (x, y) in cells {
            let (x, y) = (x - left, y - top);
            if x >= GRID || y >= GRID {
                return None;
            }
            bits |= 1 << (x + GRID * y);
        }
        Some(Self(bits))
    }

    pub fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        let squares = (0..GRID * GRID).filter(move |bit| self.0 >> bit & 1 == 1);
        squares.map(|bit| (bit % GRID, bit / GRID))
    }

    fn has(self, (x, y): (u8, u8)) -> bool {
        self.0 >> (x + GRID * y) & 1 == 1
    }

    /// The squares of a grid with so many in a row, from the lowest bit; those beyond are left out.
    fn of_bits(bits: u128, width: u8) -> Option<Self> {
        let squares = (0..128u8).filter(|bit| bits >> bit & 1 == 1);
        Self::of(squares.map(|bit| (bit % width, bit / width)))
    }

    fn bits(self, width: u8) -> u128 {
        self.cells().fold(0, |bits, (x, y)| bits | 1 << (x + width * y))
    }

    pub fn is_small(self) -> bool {
        self.width().max(self.height()) <= SMALL
    }

    pub fn area(self) -> u32 {
        self.0.count_ones()
    }

    pub fn width(self) -> u8 {
        self.cells().map(|(x, _)| x + 1).max().unwrap_or(0)
    }

    pub fn height(self) -> u8 {
        self.cells().map(|(_, y)| y + 1).max().unwrap_or(0)
    }

    /// The letter that it is known by, however it lies: those of up to four squares have one.
    fn letter(self) -> Option<char> {
        let known = [
            ('I', 0x0001),
            ('I', 0x0003),
            ('I', 0x0007),
            ('I', 0x000f),
            ('V', 0x0013),
            ('O', 0x0033),
            ('T', 0x0027),
            ('S', 0x0036),
            ('Z', 0x0063),
            ('L', 0x0017),
            ('J', 0x0047),
        ];
        let lies = self.orientations(true);
        let is = |bits| Self::of_bits(bits, SMALL).is_some_and(|known| lies.contains(&known));
        known.into_iter().find(|(_, bits)| is(*bits)).map(|(letter, _)| letter)
    }

    /// Its squares row by row, so that no two that lie differently are called the same.
    fn rows(self) -> String {
        let row = |y: u8| -> String {
            let square = |x: u8| if self.has((x, y)) { 'x' } else { '-' };
            (0..self.width()).map(square).collect()
        };
        (0..self.height()).map(row).collect::<Vec<_>>().join(" over ")
    }

    pub fn turned(self, turn: Turn) -> Self {
        let (w, h) = (self.width(), self.height());
        let cells = self.cells().map(|(x, y)| match turn {
            Turn::MirrorColumns => (w - 1 - x, y),
            Turn::MirrorRows => (x, h - 1 - y),
            Turn::Clockwise => (h - 1 - y, x),
        });
        Self::of(cells).unwrap_or(self)
    }

    /// The ways in which it may lie: its quarter turns where it may be turned.
    pub fn orientations(self, free: bool) -> Vec<Self> {
        let mut all = BTreeSet::from([self]);
        if free {
            let mut next = self;
            for _ in 0..3 {
                next = next.turned(Turn::Clockwise);
                all.insert(next);
            }
        }
        all.into_iter().collect()
    }

    pub fn read(text: &str) -> Result<Self, MeaningError> {
        let wrong = || {
            MeaningError::Part(format!("`{text}` is not a polyomino; write its squares like p0013"))
        };
        let number = |hex: &str| u128::from_str_radix(hex, 16).ok();
        let read = match text.strip_prefix('p').map(|rest| (rest, rest.split_once('_'))) {
            Some((_, Some((size, hex)))) => {
                let width = size.split_once('x').and_then(|(width, _)| width.parse().ok());
                let width = width.filter(|width| (1..=GRID).contains(width)).ok_or_else(wrong)?;
                Self::of_bits(number(hex).ok_or_else(wrong)?, width)
            }
            Some((hex, None)) if hex.len() == 4 => {
                Self::of_bits(number(hex).ok_or_else(wrong)?, SMALL)
            }
            _ => return Err(wrong()),
        };
        read.filter(|read| read.to_string() == text).ok_or_else(|| {
            MeaningError::Part(format!(
                "`{text}`: a polyomino has squares, and touches all sides of its grid; what fits \
                 into 4x4 is written like p0013, from the left and the top"
            ))
        })
    }
}

impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_small() {
            return write!(f, "p{:04x}", self.bits(SMALL));
        }
        write!(f, "p{}x{}_{:x}", self.width(), self.height(), self.bits(self.width()))
    }
}

/// How many pieces of a region must stand in the relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    All,
    None,
    Equal(u8),
    AtLeast(u8),
}

impl Comparison {
    /// Every comparison there is, with numbers 1 and 2.
    pub const EVERY: [Self; 6] =
        [Self::All, Self::None, Self::Equal(1), Self::Equal(2), Self::AtLeast(1), Self::AtLeast(2)];

    /// Whether so many of the region's pieces will do.
    pub fn holds(self, related: usize, pieces: usize) -> bool {
        match self {
            Self::All => related == pieces,
            Self::None => related == 0,
            Self::Equal(n) => related == usize::from(n),
            Self::AtLeast(n) => related >= usize::from(n),
        }
    }

    /// Name and number, as they stand in a term.
    pub fn parts(self) -> (&'static str, u8) {
        match self {
            Self::All => ("all", 0),
            Self::None => ("none", 0),
            Self::Equal(n) => ("eq", n),
            Self::AtLeast(n) => ("ge", n),
        }
    }

    fn read(name: &str, number: &str) -> Result<Self, MeaningError> {
        let read = match (name, number) {
            ("all", "0") => Some(Self::All),
            ("none", "0") => Some(Self::None),
            ("eq", "1") => Some(Self::Equal(1)),
            ("eq", "2") => Some(Self::Equal(2)),
            ("ge", "1") => Some(Self::AtLeast(1)),
            ("ge", "2") => Some(Self::AtLeast(2)),
            _ => None,
        };
        read.ok_or_else(|| {
            MeaningError::Part(format!(
                "`{name},{number}` is not a comparison; write all,0, none,0, eq,1, eq,2, ge,1 or \
                 ge,2"
            ))
        })
    }
}

/// A generalised type ⟨X, Comp, Num⟩. Relations of two pieces are numbered by (same type, same
/// colour): 00 is bit 0, 01 bit 1, 10 bit 2, 11 bit 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    pub relations: u8,
    pub comparison: Comparison,
}

impl Form {
    /// Squares of one colour only: ⟨{11, 01, 00}, all⟩.
    pub const SEPARATION: Self = Self { relations: 0b1011, comparison: Comparison::All };
    /// One other piece of the colour: ⟨{01, 11}, ==, 2⟩.
    pub const STAR: Self = Self { relations: 0b1010, comparison: Comparison::Equal(2) };
    /// Alone with its type and colour: ⟨{01, 10, 11}, ==, 1⟩.
    pub const SINGLETON: Self = Self { relations: 0b1110, comparison: Comparison::Equal(1) };

    pub fn relates(self, same_type: bool, same_colour: bool) -> bool {
        self.relations >> (2 * u8::from(same_type) + u8::from(same_colour)) & 1 == 1
    }

    /// The form of a name, or of its parts as in `x0111:eq:1`.
    pub fn of_text(text: &str) -> Result<Self, MeaningError> {
        match (text, text.split(':').collect::<Vec<_>>().as_slice()) {
            ("square", _) => Ok(Self::SEPARATION),
            ("star", _) => Ok(Self::STAR),
            ("singleton", _) => Ok(Self::SINGLETON),
            // The empty set relates nothing: no symbol, but one of the space of the source.
            (_, ["x0000", name, number]) => {
                Ok(Self { relations: 0, comparison: Comparison::read(name, number)? })
            }
            (_, [relations, name, number]) => Self::read(relations, name, number),
            _ => Err(MeaningError::Unknown(format!(
                "`{text}` is not a type; write square, star, singleton, or its parts like \
                 x0111:eq:1"
            ))),
        }
    }

    /// Its parts as text, as `of_text` reads them.
    pub fn text(self) -> String {
        let (name, number) = self.comparison.parts();
        format!("{}:{name}:{number}", self.relations_text())
    }

    /// The set of relations as text: `x` and a digit each for 00, 01, 10, 11.
    pub fn relations_text(self) -> String {
        let digit = |bit: u8| if self.relations >> bit & 1 == 1 { '1' } else { '0' };
        ['x', digit(0), digit(1), digit(2), digit(3)].iter().collect()
    }

    fn read(relations: &str, name: &str, number: &str) -> Result<Self, MeaningError> {
        let wrong = || {
            MeaningError::Part(format!(
                "`{relations}` is not a set of relations; write x0111: a digit each for 00, 01, 10 \
                 and 11, not all of them 0"
            ))
        };
        let digits = relations.strip_prefix('x').filter(|digits| digits.len() == 4);
        let mut bits = 0;
        for (at, digit) in digits.ok_or_else(wrong)?.chars().enumerate() {
            match digit {
                '0' => {}
                '1' => bits |= 1 << at,
                _ => return Err(wrong()),
            }
        }
        if bits == 0 {
            return Err(wrong());
        }
        Ok(Self { relations: bits, comparison: Comparison::read(name, number)? })
    }

    /// The form in words: "1 piece of its type or colour".
    pub fn spoken(self) -> String {
        let names = ["neither", "the colour only", "the type only", "type and colour"];
        let related: Vec<&str> = (0u8..)
            .zip(names)
            .filter(|(bit, _)| self.relations >> bit & 1 == 1)
            .map(|(_, name)| name)
            .collect();
        let how_many = match self.comparison {
            Comparison::All => "every symbol shares".to_owned(),
            Comparison::None => "no symbol shares".to_owned(),
            Comparison::Equal(1) => "exactly 1 symbol shares".to_owned(),
            Comparison::Equal(n) => format!("exactly {n} symbols share"),
            Comparison::AtLeast(n) => format!("{n} or more share"),
        };
        format!("{how_many} {}", related.join(" or "))
    }
}

/// A symbol of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PanelSymbol {
    Square(Colour),
    Star(Colour),
    Triangle(Colour, u8),
    Poly {
        colour: Colour,
        shape: Polyomino,
        free: bool,
    },
    Rule(Colour, Form),
    Start,
    /// A start on a dot, which another start leaves to be passed.
    DottedStart,
    /// A start of two lines, each the other's image.
    TwinStart(PanelSymmetry),
    /// An end of the line, and where it sticks out; without a side as it fits.
    End(Option<Side>),
    Dot,
    Gap,
}

/// The type of a piece, as far as "the same type" goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    Square,
    Star,
    Triangle,
    Poly,
    Rule(Form),
}

impl PanelSymbol {
    /// Type and colour of a piece that stands on a cell.
    pub fn kind(self) -> Option<(Type, Colour)> {
        match self {
            PanelSymbol::Square(colour) => Some((Type::Square, colour)),
            PanelSymbol::Star(colour) => Some((Type::Star, colour)),
            PanelSymbol::Triangle(colour, _) => Some((Type::Triangle, colour)),
            PanelSymbol::Poly { colour, .. } => Some((Type::Poly, colour)),
            PanelSymbol::Rule(colour, form) => Some((Type::Rule(form), colour)),
            PanelSymbol::Start
            | PanelSymbol::DottedStart
            | PanelSymbol::TwinStart(_)
            | PanelSymbol::End(_)
            | PanelSymbol::Dot
            | PanelSymbol::Gap => None,
        }
    }

    pub fn is_start(self) -> bool {
        matches!(self, Self::Start | Self::DottedStart | Self::TwinStart(_))
    }

    pub fn is_start_or_end(self) -> bool {
        self.is_start() || matches!(self, Self::End(_))
    }

    /// What the piece asks of the other pieces of its region, where that is what it asks.
    pub fn form(self) -> Option<Form> {
        match self {
            PanelSymbol::Star(_) => Some(Form::STAR),
            PanelSymbol::Rule(_, form) => Some(form),
            _ => None,
        }
    }

    pub fn read(mark: &Mark) -> Result<Self, MeaningError> {
        match (mark.functor(), mark.args().as_slice()) {
            ("square", [colour]) => Ok(Self::Square(Colour::read(colour)?)),
            ("star", [colour]) => Ok(Self::Star(Colour::read(colour)?)),
            ("triangle", [colour, n]) => {
                let n = n.parse().ok().filter(|n| (1..=3).contains(n));
                let n = n.ok_or_else(|| {
                    MeaningError::Part(format!("`{mark}`: a triangle counts 1, 2 or 3 edges"))
                })?;
                Ok(Self::Triangle(Colour::read(colour)?, n))
            }
            ("poly", [colour, shape, turns @ ("fixed" | "free")]) => Ok(Self::Poly {
                colour: Colour::read(colour)?,
                shape: Polyomino::read(shape)?,
                free: *turns == "free",
            }),
            ("rule", [colour, relations, name, number]) => {
                Ok(Self::Rule(Colour::read(colour)?, Form::read(relations, name, number)?))
            }
            ("start", []) => Ok(Self::Start),
            ("start", ["dot"]) => Ok(Self::DottedStart),
            ("start", [how]) => {
                let known = PanelSymmetry::ALL.into_iter().find(|known| known.name() == *how);
                known.map(Self::TwinStart).ok_or_else(|| {
                    MeaningError::Part(format!(
                        "`{mark}`: a start may have a dot, or be one of two lines: start(dot), \
                         start(columns), start(rows), start(half)"
                    ))
                })
            }
            ("end", []) => Ok(Self::End(None)),
            ("end", [side]) => {
                let known = Side::ALL.into_iter().find(|known| *side == known.letter().to_string());
                let wrong = || {
                    MeaningError::Part(format!("`{side}` is not a side; sides are n, e, s and w"))
                };
                known.map(|side| Self::End(Some(side))).ok_or_else(wrong)
            }
            ("dot", []) => Ok(Self::Dot),
            ("gap", []) => Ok(Self::Gap),
            _ => Err(MeaningError::Unknown(format!(
                "`{mark}` is not a symbol of a panel, such as square(black), star(red), \
                 triangle(orange,2), poly(yellow,p0013,fixed), rule(red,x0111,eq,1), start, start(dot), end, \
                 dot or gap"
            ))),
        }
    }

    pub fn text(self) -> String {
        match self {
            PanelSymbol::Square(colour) => format!("square({})", colour.name()),
            PanelSymbol::Star(colour) => format!("star({})", colour.name()),
            PanelSymbol::Triangle(colour, n) => format!("triangle({},{n})", colour.name()),
            PanelSymbol::Poly { colour, shape, free } => {
                let turns = if free { "free" } else { "fixed" };
                format!("poly({},{shape},{turns})", colour.name())
            }
            PanelSymbol::Rule(colour, form) => {
                let (name, number) = form.comparison.parts();
                format!("rule({},{},{name},{number})", colour.name(), form.relations_text())
            }
            PanelSymbol::Start => "start".to_owned(),
            PanelSymbol::DottedStart => "start(dot)".to_owned(),
            PanelSymbol::TwinStart(symmetry) => format!("start({})", symmetry.name()),
            PanelSymbol::End(None) => "end".to_owned(),
            PanelSymbol::End(Some(side)) => format!("end({})", side.letter()),
            PanelSymbol::Dot => "dot".to_owned(),
            PanelSymbol::Gap => "gap".to_owned(),
        }
    }

    /// The mark; a piece's own text is always one.
    pub fn mark(self) -> Option<Mark> {
        self.text().parse().ok()
    }

    pub fn spoken(self) -> String {
        match self {
            PanelSymbol::Square(colour) => format!("{} square", colour.name()),
            PanelSymbol::Star(colour) => format!("{} star", colour.name()),
            PanelSymbol::Triangle(colour, 1) => format!("{} triangle, 1 edge", colour.name()),
            PanelSymbol::Triangle(colour, n) => format!("{} triangle, {n} edges", colour.name()),
            PanelSymbol::Poly { colour, shape, free } => {
                let turns = if free { ", may turn" } else { "" };
                let (colour, area) = (colour.name(), shape.area());
                let name = shape.letter().map_or_else(String::new, |letter| format!("{letter} "));
                format!("{colour} {name}polyomino of {area}, {}{turns}", shape.rows())
            }
            PanelSymbol::Rule(colour, Form::SINGLETON) => format!("{} singleton", colour.name()),
            PanelSymbol::Rule(colour, form) => {
                format!("{} rule: {}", colour.name(), form.spoken())
            }
            PanelSymbol::Start => "start".to_owned(),
            PanelSymbol::DottedStart => "start with a dot".to_owned(),
            PanelSymbol::TwinStart(symmetry) => symmetry.spoken().to_owned(),
            PanelSymbol::End(None) => "end".to_owned(),
            PanelSymbol::End(Some(side)) => format!("end, to the {}", side.name()),
            PanelSymbol::Dot => "dot".to_owned(),
            PanelSymbol::Gap => "broken edge".to_owned(),
        }
    }

    pub fn with_colour(self, colour: Colour) -> Self {
        match self {
            PanelSymbol::Square(_) => PanelSymbol::Square(colour),
            PanelSymbol::Star(_) => PanelSymbol::Star(colour),
            PanelSymbol::Triangle(_, n) => PanelSymbol::Triangle(colour, n),
            PanelSymbol::Poly { shape, free, .. } => PanelSymbol::Poly { colour, shape, free },
            PanelSymbol::Rule(_, form) => PanelSymbol::Rule(colour, form),
            other => other,
        }
    }

    pub fn turned(self, turn: Turn) -> Self {
        match self {
            PanelSymbol::Poly { colour, shape, free } => {
                PanelSymbol::Poly { colour, shape: shape.turned(turn), free }
            }
            PanelSymbol::End(Some(side)) => PanelSymbol::End(Some(side.turned(turn))),
            PanelSymbol::TwinStart(symmetry) => PanelSymbol::TwinStart(symmetry.turned(turn)),
            other => other,
        }
    }
}
