//! Drawings of Penpa+ as levels of a game.
//!
//! What a clue of the game's links looks like in a drawing follows from its coding: numbers are words
//! in cells, circles are symbols, walls are thick edges. What is drawn and means nothing in the game is
//! a fault, so a drawing of another game is not read as one of this.

use std::collections::BTreeSet;

use super::format::LinkFormat;
use super::places::{Grid, LinkPlaces};
use super::{ClueMarks, Says};
use crate::form::GameForm;
use foolproof_game::{Format, FormatError, first_link, read_lines};
use foolproof_level::{Level, Place, Site};
use foolproof_links::{Clue, Drawing, Spot, SpotKind, plain_name};

/// The format of a game's drawings.
pub(crate) struct DrawingFormat {
    link: LinkFormat,
    /// What drawings call the game.
    names: BTreeSet<String>,
}

/// How a clue is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    Number,
    /// A number, or a black cell without one.
    NumberOrBlack,
    Circle,
    Wall,
    /// A number with an arrow.
    Arrow,
    /// The same, and black, grey or white.
    ShadedArrow,
    /// Several digits.
    List,
    /// Two sums in a black cell.
    Sums,
    /// The sum of the cell beside the grid.
    Sum,
    /// Whether the cell has a colour.
    Colour,
}

/// What black is among colours, and grey.
const BLACK: u32 = 4;
const GREY: u32 = 3;

impl Drawn {
    fn of(coding: &str, marks: &ClueMarks) -> Option<Self> {
        Some(match coding {
            "numbers-0-to-4" if marks.has_unknown_row() => Self::NumberOrBlack,
            "numbers-16" | "numbers-10" | "numbers-10-or-16" | "numbers-36" | "numbers-0-to-4" => {
                Self::Number
            }
            "circles" | "dots" => Self::Circle,
            "borders" => Self::Wall,
            "arrows-16" => Self::Arrow,
            "shaded-arrows-16" => Self::ShadedArrow,
            "tapa" => Self::List,
            "kakuro" => Self::Sums,
            "kakuro-rim" => Self::Sum,
            "bits" | "blocks" => Self::Colour,
            _ => return None,
        })
    }
}

impl DrawingFormat {
    /// `None` where a clue of the game's links has no known drawing.
    pub(crate) fn of(form: &GameForm) -> Option<Self> {
        let link = LinkFormat::of(form)?;
        let is_drawn = |says: &Says| match says {
            Says::Text(_) | Says::Setting(_) => true,
            Says::Counts { .. } => false,
            Says::Clues { coding, on, marks } => {
                let is_on_board =
                    !matches!(on, LinkPlaces::Margin | LinkPlaces::Tray | LinkPlaces::Somewhere);
                is_on_board && Drawn::of(coding.name(), marks).is_some()
            }
        };
        let parts: Vec<&Says> = link.parts_of(&link.writes).map(|part| &part.says).collect();
        parts.into_iter().all(is_drawn).then_some(())?;
        let manifest = &form.manifest;
        let own = [manifest.id.get_ref(), manifest.name.get_ref()];
        let names = own.into_iter().chain(&manifest.also).chain(&link.types);
        let names = names.map(|name| plain_name(name)).collect();
        Some(Self { link, names })
    }

    fn level(&self, mut drawing: Drawing) -> Result<Level, String> {
        self.crop(&mut drawing)?;
        let (grid, mut level) = self.link.blank(drawing.cols, drawing.rows, "");
        let mut told = BTreeSet::new();
        for part in self.link.parts_of(&self.link.writes) {
            let Says::Clues { coding, on, marks } = &part.says else { continue };
            let Some(drawn) = Drawn::of(coding.name(), marks) else { continue };
            for at in grid.runs(*on, false, &level).concat() {
                // The number of a room may stand on any of its cells.
                let places = match on {
                    LinkPlaces::Rooms => grid.room(&level, at),
                    _ => vec![at],
                };
                for at in places {
                    let Some(spot) = spot_of(at, grid) else { continue };
                    let clue = clue(drawn, &drawing, spot).unwrap_or_default();
                    if !clue.is_nothing() {
                        told.insert(spot);
                        self.paint(marks, (at, clue), drawn, grid, &mut level)?;
                    }
                }
            }
        }
        let texts = drawing.texts.iter().map(|(at, text)| (at, text.clone()));
        // Beside the grid, symbols are for the look.
        let is_inside = |at: &&Spot| at.col >= 0 && at.row >= 0;
        let symbols = drawing.symbols.iter().map(|(at, (name, _))| (at, name.clone()));
        let symbols = symbols.filter(|(at, _)| is_inside(at));
        if let Some((at, what)) = texts.chain(symbols).find(|(at, _)| !told.contains(at)) {
            let (col, row, name) = (at.col + 1, at.row + 1, &self.link.name);
            return Err(format!("`{what}` at R{row}C{col} means nothing in {name}"));
        }
        let mut level = self.link.fitted(level, grid);
        level.author = drawing.author;
        Ok(level)
    }

    /// Leaves the rows and columns of clues away that a drawing has on its grid, and this game beside it.
    fn crop(&self, drawing: &mut Drawing) -> Result<(), String> {
        let outside = self.link.rim();
        let is_beside = |at: &Spot| {
            let inside = |at: i32, length: u16| (0..i32::from(length)).contains(&at);
            at.kind == SpotKind::Cell
                && !(inside(at.col, drawing.cols) && inside(at.row, drawing.rows))
        };
        let has_rim = outside.left + outside.right + outside.top + outside.bottom > 0;
        if !has_rim || drawing.texts.keys().chain(drawing.sums.keys()).any(is_beside) {
            return Ok(());
        }
        let side = |length: u16, beside: u16| {
            let side = length.checked_sub(beside).filter(|side| *side > 0);
            side.ok_or_else(|| "the drawing has no room for clues beside its grid".to_owned())
        };
        drawing.cols = side(drawing.cols, outside.left + outside.right)?;
        drawing.rows = side(drawing.rows, outside.top + outside.bottom)?;
        drawing.shift(-i32::from(outside.left), -i32::from(outside.top));
        Ok(())
    }

    fn paint(
        &self,
        marks: &ClueMarks,
        (at, clue): (Site, Clue),
        drawn: Drawn,
        grid: Grid,
        level: &mut Level,
    ) -> Result<(), String> {
        let painted = self.link.paint(marks, (at, &clue), grid, level);
        match (painted, &clue.0[..]) {
            // A game with circles of one colour does not care which it is.
            (Err(why), [Some(colour @ 1..=2)]) if drawn == Drawn::Circle => {
                let other = Clue::number(3 - colour);
                self.link.paint(marks, (at, &other), grid, level).map_err(|_| why)
            }
            (painted, _) => painted,
        }
    }
}

/// Where a site lies in a drawing.
fn spot_of(at: Site, grid: Grid) -> Option<Spot> {
    let kind = match at.place {
        Place::Cell => SpotKind::Cell,
        Place::HEdge => SpotKind::HEdge,
        Place::VEdge => SpotKind::VEdge,
        Place::Vertex => SpotKind::Corner,
        Place::Tray | Place::Step => return None,
    };
    let (col, row) = (i32::from(at.col), i32::from(at.row));
    let (left, top) = (i32::from(grid.outside.left), i32::from(grid.outside.top));
    Some(Spot { kind, col: col - left, row: row - top })
}

/// The clue that is drawn at a place.
fn clue(drawn: Drawn, drawing: &Drawing, at: Spot) -> Option<Clue> {
    let text = drawing.texts.get(&at).map(|text| text.trim());
    let colour = drawing.colours.get(&at).copied().unwrap_or_default();
    Some(match drawn {
        Drawn::Number => Clue(vec![number(text?)?]),
        Drawn::NumberOrBlack => match text {
            Some(text) => Clue(vec![number(text)?]),
            None => (colour == BLACK).then(|| Clue(vec![None]))?,
        },
        Drawn::Circle => {
            let (name, kind) = drawing.symbols.get(&at)?;
            let is_known = name.starts_with("circle") || name == "sun_moon";
            is_known.then(|| Clue::number(*kind))?
        }
        Drawn::Wall => drawing.walls.contains(&at).then(|| Clue::number(1))?,
        Drawn::Arrow => {
            let (side, number) = arrow(text?)?;
            Clue(vec![Some(side), number])
        }
        Drawn::ShadedArrow => {
            let shade = match colour {
                BLACK => 2,
                GREY => 0,
                _ => 1,
            };
            let (side, number) = text.map_or(Some((0, None)), arrow)?;
            (text.is_some() || colour > 0).then(|| Clue(vec![Some(shade), Some(side), number]))?
        }
        Drawn::List => Clue(text?.chars().map(digit).collect::<Option<_>>()?),
        Drawn::Sums => {
            let is_black = colour == BLACK || drawing.symbols.contains_key(&at);
            let sums = drawing.sums.get(&at);
            (is_black || sums.is_some()).then_some(())?;
            let sum = |n: usize| sums.and_then(|sums| sums.get(n)?.as_ref()?.parse().ok());
            Clue(vec![sum(0), sum(1)])
        }
        Drawn::Sum => {
            // The cell before the edge has it.
            let (col, row, n) = match at.kind {
                SpotKind::VEdge => (at.col - 1, at.row, 0),
                _ => (at.col, at.row - 1, 1),
            };
            let sums = drawing.sums.get(&Spot { kind: SpotKind::Cell, col, row })?;
            Clue::number(sums.get(n)?.as_ref()?.parse().ok()?)
        }
        Drawn::Colour => (colour > 0).then(|| Clue::number(1))?,
    })
}

/// A number, or a question mark.
fn number(text: &str) -> Option<Option<u32>> {
    match text {
        "?" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

fn digit(letter: char) -> Option<Option<u32>> {
    match letter {
        '?' => Some(None),
        _ => letter.to_digit(10).map(Some),
    }
}

/// The side of an arrow behind a number, as links count it: 0 none, 1 up, 2 down, 3 left, 4 right.
fn arrow(text: &str) -> Option<(u32, Option<u32>)> {
    let Some((text, side)) = text.rsplit_once('_') else { return Some((0, number(text)?)) };
    let side = match side {
        "0" => 1,
        "1" => 3,
        "2" => 4,
        "3" => 2,
        _ => return None,
    };
    Some((side, if text.trim().is_empty() { None } else { number(text.trim())? }))
}

impl Format for DrawingFormat {
    fn id(&self) -> &str {
        "penpa"
    }

    fn name(&self) -> &str {
        "Penpa+ link"
    }

    fn extensions(&self) -> Vec<&str> {
        Vec::new()
    }

    fn is_written(&self) -> bool {
        false
    }

    fn recognises(&self, text: &str) -> bool {
        let drawing = first_link(text).and_then(Drawing::read).and_then(Result::ok);
        drawing.is_some_and(|drawing| drawing.names().iter().any(|name| self.names.contains(name)))
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let none = format!("there is no Penpa+ link of {} here", self.link.name);
        read_lines(text, &self.link.name, &none, |line, word| {
            let drawing = Drawing::read(word.trim()).unwrap_or_else(|| Err(none.clone()));
            let level = drawing.and_then(|drawing| self.level(drawing));
            level.map_err(|why| FormatError::at(line, 1, why))
        })
    }

    fn write(&self, _: &[&Level]) -> Result<String, FormatError> {
        Err(FormatError::at(1, 1, "Penpa+ links are read, and not written"))
    }
}
