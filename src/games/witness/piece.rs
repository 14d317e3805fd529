//! The symbols of a panel, and their marks as terms.
//!
//! `square(black)`, `star(red)`, `triangle(orange,2)`, `poly(yellow,p0013,free)`, `hollow(blue,p0001,fixed)`
//! (a polyomino that subtracts squares), `eraser(white)`, `rule(red,x0111,eq,1)` (a generalised type), and on
//! the lines `start`, `end`, `dot`, `dot(blue)` (of one of two lines), `gap`, `missing`. Source: Abutarab, "A
//! Study of Orthogonality in The Witness", chapters 2.3 and 4.1.

pub(crate) use crate::polyomino::Polyomino;
use crate::twin::{PanelSymmetry, Strand};
pub(crate) use foolproof_game::Side;
use foolproof_game::{MeaningError, Turn};
use foolproof_level::Mark;

/// Colours by name, in the order of `Ink::Colour`.
pub(crate) const COLOURS: [&str; 9] =
    ["black", "white", "red", "blue", "green", "yellow", "cyan", "magenta", "orange"];

/// A colour, by its index in `COLOURS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(pub u8);

impl Colour {
    pub(crate) const BLACK: Self = Self(0);
    pub(crate) const WHITE: Self = Self(1);
    pub(crate) const BLUE: Self = Self(3);
    pub(crate) const YELLOW: Self = Self(5);
    pub(crate) const ORANGE: Self = Self(8);

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0u8..).take(COLOURS.len()).map(Self)
    }

    pub(crate) fn name(self) -> &'static str {
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

/// Number of pieces of a region that have to be in the relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Comparison {
    All,
    None,
    Equal(u8),
    AtLeast(u8),
}

impl Comparison {
    /// Every comparison, with numbers 1 and 2.
    pub(crate) const EVERY: [Self; 6] =
        [Self::All, Self::None, Self::Equal(1), Self::Equal(2), Self::AtLeast(1), Self::AtLeast(2)];

    /// Returns whether this number of related pieces, out of all pieces of the region, is right.
    pub(crate) fn holds(self, related: usize, pieces: usize) -> bool {
        match self {
            Self::All => related == pieces,
            Self::None => related == 0,
            Self::Equal(n) => related == usize::from(n),
            Self::AtLeast(n) => related >= usize::from(n),
        }
    }

    /// Name and number, as in a term.
    pub(crate) fn parts(self) -> (&'static str, u8) {
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
pub(crate) struct Form {
    pub relations: u8,
    pub comparison: Comparison,
}

impl Form {
    /// Squares of one colour only: ⟨{11, 01, 00}, all⟩.
    pub(crate) const SEPARATION: Self = Self { relations: 0b1011, comparison: Comparison::All };
    /// One other piece of the colour: ⟨{01, 11}, ==, 2⟩.
    pub(crate) const STAR: Self = Self { relations: 0b1010, comparison: Comparison::Equal(2) };
    /// Alone with its type and colour: ⟨{01, 10, 11}, ==, 1⟩.
    pub(crate) const SINGLETON: Self = Self { relations: 0b1110, comparison: Comparison::Equal(1) };

    pub(crate) fn relates(self, same_type: bool, same_colour: bool) -> bool {
        self.relations >> (2 * u8::from(same_type) + u8::from(same_colour)) & 1 == 1
    }

    /// The form of a name, or of its parts as in `x0111:eq:1`.
    pub(crate) fn of_text(text: &str) -> Result<Self, MeaningError> {
        match (text, text.split(':').collect::<Vec<_>>().as_slice()) {
            ("square", _) => Ok(Self::SEPARATION),
            ("star", _) => Ok(Self::STAR),
            ("singleton", _) => Ok(Self::SINGLETON),
            // The empty set relates nothing: not a symbol, but a type of the source's space.
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
    pub(crate) fn text(self) -> String {
        let (name, number) = self.comparison.parts();
        format!("{}:{name}:{number}", self.relations_text())
    }

    /// The set of relations as text: `x` and a digit each for 00, 01, 10, 11.
    pub(crate) fn relations_text(self) -> String {
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
    pub(crate) fn spoken(self) -> String {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PanelSymbol {
    Square(Colour),
    Star(Colour),
    Triangle(Colour, u8),
    Poly {
        colour: Colour,
        shape: Polyomino,
        free: bool,
    },
    /// A polyomino that is subtracted from those of its region.
    Hollow {
        colour: Colour,
        shape: Polyomino,
        free: bool,
    },
    Rule(Colour, Form),
    /// Erases one error of its region, and there must be one.
    Eraser(Colour),
    Start,
    /// A start on a dot; if the line begins at another start, the dot must be passed.
    DottedStart,
    /// A start of two lines, each the other's image.
    TwinStart(PanelSymmetry),
    /// An end of the line, and the side on which it sticks out; without a side, the default.
    End(Option<Side>),
    Dot,
    /// A dot that belongs to one of two lines.
    StrandDot(Strand),
    Gap,
    /// A missing part of the grid: no line runs along it, or through it.
    Missing,
}

/// The type of a piece, in the sense of "the same type".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Type {
    Square,
    Star,
    Triangle,
    Poly,
    Hollow,
    Rule(Form),
    Eraser,
}

impl PanelSymbol {
    /// Numbers of edges that a triangle may want. No line follows all four, but an eraser may erase it.
    pub(crate) const TRIANGLES: std::ops::RangeInclusive<u8> = 1..=4;

    /// Type and colour of a piece on a cell.
    pub(crate) fn kind(self) -> Option<(Type, Colour)> {
        match self {
            PanelSymbol::Square(colour) => Some((Type::Square, colour)),
            PanelSymbol::Star(colour) => Some((Type::Star, colour)),
            PanelSymbol::Triangle(colour, _) => Some((Type::Triangle, colour)),
            PanelSymbol::Poly { colour, .. } => Some((Type::Poly, colour)),
            PanelSymbol::Hollow { colour, .. } => Some((Type::Hollow, colour)),
            PanelSymbol::Rule(colour, form) => Some((Type::Rule(form), colour)),
            PanelSymbol::Eraser(colour) => Some((Type::Eraser, colour)),
            PanelSymbol::Start
            | PanelSymbol::DottedStart
            | PanelSymbol::TwinStart(_)
            | PanelSymbol::End(_)
            | PanelSymbol::Dot
            | PanelSymbol::StrandDot(_)
            | PanelSymbol::Gap
            | PanelSymbol::Missing => None,
        }
    }

    pub(crate) fn is_start(self) -> bool {
        matches!(self, Self::Start | Self::DottedStart | Self::TwinStart(_))
    }

    pub(crate) fn is_start_or_end(self) -> bool {
        self.is_start() || matches!(self, Self::End(_))
    }

    /// The requirement of the piece on other pieces in its region, if it has one.
    pub(crate) fn form(self) -> Option<Form> {
        match self {
            PanelSymbol::Star(_) => Some(Form::STAR),
            PanelSymbol::Rule(_, form) => Some(form),
            _ => None,
        }
    }

    pub(crate) fn read(mark: &Mark) -> Result<Self, MeaningError> {
        match (mark.functor(), mark.args().as_slice()) {
            ("square", [colour]) => Ok(Self::Square(Colour::read(colour)?)),
            ("star", [colour]) => Ok(Self::Star(Colour::read(colour)?)),
            ("triangle", [colour, n]) => {
                let n = n.parse().ok().filter(|n| Self::TRIANGLES.contains(n));
                let n = n.ok_or_else(|| {
                    MeaningError::Part(format!("`{mark}`: a triangle counts 1 to 4 edges"))
                })?;
                Ok(Self::Triangle(Colour::read(colour)?, n))
            }
            ("poly", [colour, shape, turns @ ("fixed" | "free")]) => Ok(Self::Poly {
                colour: Colour::read(colour)?,
                shape: Polyomino::read(shape)?,
                free: *turns == "free",
            }),
            ("hollow", [colour, shape, turns @ ("fixed" | "free")]) => Ok(Self::Hollow {
                colour: Colour::read(colour)?,
                shape: Polyomino::read(shape)?,
                free: *turns == "free",
            }),
            ("eraser", [colour]) => Ok(Self::Eraser(Colour::read(colour)?)),
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
            ("dot", [of]) => {
                let known = Strand::BOTH.into_iter().find(|known| known.name() == *of);
                known.map(Self::StrandDot).ok_or_else(|| {
                    MeaningError::Part(format!(
                        "`{mark}`: a dot of one of two lines is dot(blue) or dot(yellow)"
                    ))
                })
            }
            ("gap", []) => Ok(Self::Gap),
            ("missing", []) => Ok(Self::Missing),
            _ => Err(MeaningError::Unknown(format!(
                "`{mark}` is not a symbol of a panel, such as square(black), star(red), \
                 triangle(orange,2), poly(yellow,p0013,fixed), hollow(blue,p0001,fixed), \
                 eraser(white), rule(red,x0111,eq,1), start, start(dot), end, dot, dot(blue), gap or missing"
            ))),
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            PanelSymbol::Square(colour) => format!("square({})", colour.name()),
            PanelSymbol::Star(colour) => format!("star({})", colour.name()),
            PanelSymbol::Triangle(colour, n) => format!("triangle({},{n})", colour.name()),
            PanelSymbol::Poly { colour, shape, free } => {
                let turns = if free { "free" } else { "fixed" };
                format!("poly({},{shape},{turns})", colour.name())
            }
            PanelSymbol::Hollow { colour, shape, free } => {
                let turns = if free { "free" } else { "fixed" };
                format!("hollow({},{shape},{turns})", colour.name())
            }
            PanelSymbol::Eraser(colour) => format!("eraser({})", colour.name()),
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
            PanelSymbol::StrandDot(strand) => format!("dot({})", strand.name()),
            PanelSymbol::Gap => "gap".to_owned(),
            PanelSymbol::Missing => "missing".to_owned(),
        }
    }

    /// The mark; a piece's text is always a valid one.
    pub(crate) fn mark(self) -> Option<Mark> {
        self.text().parse().ok()
    }

    pub(crate) fn spoken(self) -> String {
        match self {
            PanelSymbol::Square(colour) => format!("{} square", colour.name()),
            PanelSymbol::Star(colour) => format!("{} star", colour.name()),
            PanelSymbol::Triangle(colour, 1) => format!("{} triangle, 1 edge", colour.name()),
            PanelSymbol::Triangle(colour, n) => format!("{} triangle, {n} edges", colour.name()),
            PanelSymbol::Poly { colour, shape, free } => {
                format!("{} {}", colour.name(), shape_words("", shape, free))
            }
            PanelSymbol::Hollow { colour, shape, free } => {
                format!("{} {}", colour.name(), shape_words("hollow ", shape, free))
            }
            PanelSymbol::Eraser(colour) => format!("{} eraser", colour.name()),
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
            PanelSymbol::StrandDot(strand) => format!("dot of the {} line", strand.name()),
            PanelSymbol::Gap => "broken edge".to_owned(),
            PanelSymbol::Missing => "missing part of the grid".to_owned(),
        }
    }

    pub(crate) fn with_colour(self, colour: Colour) -> Self {
        match self {
            PanelSymbol::Square(_) => PanelSymbol::Square(colour),
            PanelSymbol::Star(_) => PanelSymbol::Star(colour),
            PanelSymbol::Triangle(_, n) => PanelSymbol::Triangle(colour, n),
            PanelSymbol::Poly { shape, free, .. } => PanelSymbol::Poly { colour, shape, free },
            PanelSymbol::Hollow { shape, free, .. } => PanelSymbol::Hollow { colour, shape, free },
            PanelSymbol::Rule(_, form) => PanelSymbol::Rule(colour, form),
            PanelSymbol::Eraser(_) => PanelSymbol::Eraser(colour),
            other => other,
        }
    }

    /// A polyomino of another shape; other symbols stay.
    pub(crate) fn reshaped(self, shape: Polyomino, free: bool) -> Self {
        match self {
            PanelSymbol::Poly { colour, .. } => PanelSymbol::Poly { colour, shape, free },
            PanelSymbol::Hollow { colour, .. } => PanelSymbol::Hollow { colour, shape, free },
            other => other,
        }
    }

    pub(crate) fn turned(self, turn: Turn) -> Self {
        match self {
            PanelSymbol::Poly { colour, shape, free } => {
                PanelSymbol::Poly { colour, shape: shape.turned(turn), free }
            }
            PanelSymbol::Hollow { colour, shape, free } => {
                PanelSymbol::Hollow { colour, shape: shape.turned(turn), free }
            }
            PanelSymbol::End(Some(side)) => PanelSymbol::End(Some(side.turned(turn))),
            PanelSymbol::TwinStart(symmetry) => PanelSymbol::TwinStart(symmetry.turned(turn)),
            other => other,
        }
    }
}

/// A polyomino in words, without its colour.
fn shape_words(kind: &str, shape: Polyomino, free: bool) -> String {
    let turns = if free { ", may turn" } else { "" };
    let name = shape.letter().map_or_else(String::new, |letter| format!("{letter} "));
    format!("{kind}{name}polyomino of {}, {}{turns}", shape.area(), shape.rows())
}
