//! The look of clues in a drawing: numbers are words in cells, circles are symbols, walls are thick edges.
//!
//! Each clue is taken out of the drawing. The remaining elements are decoration, or something that the game's
//! links cannot express; `Drawing::left_over` tells the two apart.

use crate::penpa::{BOTTOM_LEFT, Drawing, SIDES, Spot, SpotKind, TOP_LEFT, TOP_RIGHT};
use crate::symbols::{DrawnSymbol, DrawnText, Shade};
use crate::{Clue, Coding};

/// The drawing of a coding's clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    Number,
    /// A number with nothing around it: a frame would mean something else.
    Digit,
    /// A number, or a small number in a corner.
    RoomNumber,
    Circle,
    /// A number in a circle.
    CircleWithNumber,
    Tree,
    Wall,
    /// A number with an arrow.
    Arrow,
    /// A number with an arrow in black, grey or white.
    ShadedArrow,
    /// Several digits.
    List,
    /// Two sums in a black cell, to the right and down.
    Sums,
    /// Two sums in a black cell, down and to the right.
    SumsDownFirst,
    /// The sum in the cell outside the grid, at an edge of the frame.
    Sum,
    /// The sum at the cell outside the grid itself.
    SumBeside,
    /// A black, grey or blue cell.
    Colour,
    /// Numbers at the four sides.
    Compass,
    /// A plus, or a bar across or down.
    Sign,
    /// A piece of line through the cell.
    Pipe,
    /// A part of a ship, or water.
    Ship,
    /// An arrow on an edge: to the left or up, or to the right or down.
    ArrowBack,
    ArrowOn,
    /// An arrow on the frame of the grid that points in, or out.
    ArrowIn,
    ArrowOut,
    /// A capital letter.
    Letter(char),
}

/// Drawings that do not follow from a coding alone, with their names in `game.toml`.
const NAMED: [(&str, Drawn); 5] = [
    ("ships", Drawn::Ship),
    ("arrows-back", Drawn::ArrowBack),
    ("arrows-on", Drawn::ArrowOn),
    ("arrow-in", Drawn::ArrowIn),
    ("arrow-out", Drawn::ArrowOut),
];
/// The numbers of ship parts: alone, in the middle, the ends at the left, on top, at the right and at the
/// bottom, and two kinds of water. They are the numbers in the sites' links.
const SHIPS: [u32; 8] = [6, 5, 3, 1, 4, 2, 0, 0];
/// Pieces of line: the flags are true if they lead up, down, left and right.
const PIPES: [[bool; 4]; 7] = [
    [true, true, true, true],
    [true, true, false, false],
    [false, false, true, true],
    [true, false, false, true],
    [true, false, true, false],
    [false, true, true, false],
    [false, true, false, true],
];
/// The kinds of arrows on horizontal and vertical edges: up and left, or down and right.
const BACK: [u32; 2] = [3, 1];
const ON: [u32; 2] = [7, 5];
/// The sides, as numbered in links, to which several arrows of one place point.
const ARROWS: [u32; 8] = [4, 2, 3, 1, 3, 1, 4, 2];

/// The number of black among the colours.
pub(crate) const BLACK: u32 = 4;
const GREYS: [u32; 3] = [1, 3, 8];
/// Light blue, the colour of ice.
const BLUE: u32 = 5;
/// The symbol for tents and trees, and its kind for a tree.
const TREE: (&str, u32) = ("tents", 1);

impl Drawn {
    /// Returns the drawing of a coding's clues; `None` if it is not known.
    pub fn of(coding: &dyn Coding) -> Option<Self> {
        Some(match coding.name() {
            "numbers-16" | "numbers-10" | "numbers-10-or-16" | "numbers-36" | "numbers-0-to-4" => {
                Self::Number
            }
            "circles" | "dots" => Self::Circle,
            "balance" => Self::CircleWithNumber,
            "sparse-marks" => Self::Tree,
            "borders" => Self::Wall,
            "arrows-16" => Self::Arrow,
            "shaded-arrows-16" => Self::ShadedArrow,
            "tapa" => Self::List,
            "kakuro" => Self::Sums,
            "tilepaint" => Self::SumsDownFirst,
            "kakuro-rim" => Self::Sum,
            "tilepaint-rim" => Self::SumBeside,
            "bits" | "blocks" => Self::Colour,
            "compasses" => Self::Compass,
            "tatamibari" => Self::Sign,
            "pipes" => Self::Pipe,
            _ => return None,
        })
    }

    /// Returns the drawing with this name: a word of `NAMED`, or a capital letter that stands for itself.
    pub fn named(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ 'A'..='Z'), None) => Some(Self::Letter(letter)),
            _ => NAMED.iter().find(|(word, _)| *word == name).map(|(_, drawn)| *drawn),
        }
    }

    /// Returns the names, except capital letters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(word, _)| *word)
    }

    /// Takes the clue that is drawn at a place; `None` if there is none, or the drawing there cannot be read.
    /// `words` maps a word or an empty circle to its clue.
    pub fn take(
        self,
        drawing: &mut Drawing,
        at: Spot,
        words: &dyn Fn(&str) -> Option<Clue>,
    ) -> Option<Clue> {
        let clue = match self {
            Self::Number => drawing.take_number(at, words),
            Self::Digit => drawing.take_digit(at, words),
            Self::RoomNumber => {
                drawing.take_number(at, words).or_else(|| drawing.take_corner(at, words))
            }
            Self::Circle => drawing.take_circle(at).map(Clue::number),
            Self::CircleWithNumber => drawing.take_circle_with_number(at),
            Self::Tree => drawing.take_tree(at),
            Self::Wall => drawing.walls.remove(&at).then(|| Clue::number(1)),
            Self::Arrow => drawing.take_arrow(at).map(|(side, number)| Clue(vec![side, number])),
            Self::ShadedArrow => drawing.take_shaded_arrow(at),
            Self::List => drawing.take_text(at, |text| {
                let digits = text.word.chars().map(digit).collect::<Option<Vec<_>>>()?;
                (!digits.is_empty()).then_some(Clue(digits))
            }),
            Self::Sums => drawing.take_sums(at, [TOP_RIGHT, BOTTOM_LEFT]),
            Self::SumsDownFirst => drawing.take_sums(at, [BOTTOM_LEFT, TOP_RIGHT]),
            Self::Sum => match at.kind {
                // It belongs to the cell before the edge.
                SpotKind::VEdge => {
                    drawing.take_sum(Spot { col: at.col - 1, ..cell(at) }, TOP_RIGHT)
                }
                _ => drawing.take_sum(Spot { row: at.row - 1, ..cell(at) }, BOTTOM_LEFT),
            }
            .map(said),
            Self::SumBeside => {
                let place = if at.row < 0 { BOTTOM_LEFT } else { TOP_RIGHT };
                drawing.take_sum(at, place).map(said)
            }
            Self::Colour => drawing.take_colour(at),
            Self::Compass => drawing.take_compass(at),
            Self::Sign => drawing.take_sign(at),
            Self::Pipe => drawing.take_pipe(at),
            Self::Ship => drawing.take_ship(at),
            Self::ArrowBack => drawing.take_arrow_on_edge(at, BACK),
            Self::ArrowOn => drawing.take_arrow_on_edge(at, ON),
            Self::ArrowIn => drawing.take_arrow_on_edge(at, if is_first(at) { ON } else { BACK }),
            Self::ArrowOut => drawing.take_arrow_on_edge(at, if is_first(at) { BACK } else { ON }),
            Self::Letter(letter) => drawing
                .take_text(at, |text| (text.word == letter.to_string()).then(|| Clue::number(1))),
        };
        if clue.is_some() {
            drawing.told.insert(at);
        }
        clue
    }
}

impl Drawing {
    /// Takes a black cell, or one that is cut out of the grid.
    pub fn take_black(&mut self, at: Spot) -> bool {
        let is_black = self.colours.get(&at) == Some(&BLACK) && self.colours.remove(&at).is_some();
        let is_taken = self.missing.remove(&at) || is_black;
        if is_taken {
            self.told.insert(at);
            // There may be a clue without a word on it.
            self.take_text(at, |text| text.word.is_empty().then_some(()));
            self.framed.remove(&at);
        }
        is_taken
    }

    /// Takes the number outside the grid, if it is the only word there.
    pub fn take_number_beside(&mut self) -> Option<u32> {
        let mut beside = self.texts.keys().filter(|at| !self.has(**at));
        let at = beside.next().copied().filter(|_| beside.next().is_none())?;
        self.take_text(at, |text| text.word.parse().ok())
    }

    /// Takes the small number in the upper left corner of a cell.
    pub fn take_corner_number(&mut self, at: Spot) -> Option<u32> {
        let clue = self.take_corner(at, &|word| word.parse().ok().map(Clue::number))?;
        clue.0.first().copied().flatten()
    }

    /// Takes a text that can be read, with the frame around it.
    fn take_text<T>(&mut self, at: Spot, read: impl Fn(&DrawnText) -> Option<T>) -> Option<T> {
        let read = read(self.texts.get(&at)?)?;
        let ring = self.texts.remove(&at).and_then(|text| text.ring);
        let frame = self.take_symbol(at, |symbol| {
            symbol.is_frame().then(|| symbol.name.clone()).map(|name| (name, symbol.shade()))
        });
        self.frame(at, frame, ring);
        Some(read)
    }

    /// Records the frame around a clue if it is dark.
    fn frame(&mut self, at: Spot, symbol: Option<(String, Option<Shade>)>, ring: Option<u32>) {
        let dark = symbol.filter(|(_, shade)| *shade != Some(Shade::White)).map(|(name, _)| name);
        let ring = ring.filter(|ring| *ring == 2).map(|_| "a black circle".to_owned());
        self.framed.insert(at, dark.map(|name| format!("`{name}`")).or(ring));
    }

    /// Takes a number without a circle.
    fn take_digit(&mut self, at: Spot, words: &dyn Fn(&str) -> Option<Clue>) -> Option<Clue> {
        let text = self.texts.get(&at).filter(|text| text.ring.is_none())?;
        let clue = words(&text.word)?;
        self.texts.remove(&at);
        Some(clue)
    }

    fn take_number(&mut self, at: Spot, words: &dyn Fn(&str) -> Option<Clue>) -> Option<Clue> {
        if self.texts.contains_key(&at) {
            return self.take_text(at, |text| words(&text.word));
        }
        // A circle without a number, or a box.
        let is_circle = self.symbols.get(&at)?.is_circle();
        let (clue, frame) = self.take_symbol(at, |symbol| {
            let clue = match is_circle {
                true => words(""),
                false => words("?").filter(|_| symbol.is_box()),
            };
            Some((clue?, (symbol.name.clone(), symbol.shade())))
        })?;
        self.frame(at, Some(frame), None);
        Some(clue)
    }

    /// Takes a small number from the corner for room numbers.
    fn take_corner(&mut self, at: Spot, words: &dyn Fn(&str) -> Option<Clue>) -> Option<Clue> {
        let slot = self.sums.get_mut(&at)?.get_mut(TOP_LEFT)?;
        let clue = words(slot.as_deref().filter(|word| !word.is_empty())?)?;
        *slot = None;
        Some(clue)
    }

    /// Takes the symbol of a place, if it can be read.
    fn take_symbol<T>(&mut self, at: Spot, read: impl Fn(&DrawnSymbol) -> Option<T>) -> Option<T> {
        let read = read(self.symbols.get(&at)?)?;
        self.symbols.remove(&at);
        Some(read)
    }

    fn take_compass(&mut self, at: Spot) -> Option<Clue> {
        let is_compass = self.take_symbol(at, |symbol| (symbol.name == "compass").then_some(()));
        let sums = self.sums.get(&at);
        let has_word = |side: &usize| sums.is_some_and(|sums| sums[*side].is_some());
        (is_compass.is_some() || SIDES.iter().any(has_word)).then_some(())?;
        let sides = SIDES.map(|side| self.take_sum(at, side).flatten());
        Some(Clue(sides.to_vec()))
    }

    fn take_sign(&mut self, at: Spot) -> Option<Clue> {
        let sign = |symbol: &DrawnSymbol| match (symbol.name.as_str(), symbol.kind?) {
            ("line", 1) => Some(3),
            ("line", 2) => Some(2),
            ("line", 5) => Some(1),
            _ => None,
        };
        let unknown = |text: &DrawnText| (text.word == "?").then_some(Clue(vec![None]));
        self.take_symbol(at, sign).map(Clue::number).or_else(|| self.take_text(at, unknown))
    }

    fn take_pipe(&mut self, at: Spot) -> Option<Clue> {
        let sides = self.halves.get(&at)?;
        let kind = PIPES.iter().position(|piece| piece == sides)?;
        self.halves.remove(&at);
        Some(Clue::number(kind as u32 + 1))
    }

    fn take_ship(&mut self, at: Spot) -> Option<Clue> {
        let part = |symbol: &DrawnSymbol| {
            let kind = symbol.kind.filter(|_| symbol.name.starts_with("battleship"))?;
            SHIPS.get(usize::try_from(kind.checked_sub(1)?).ok()?).copied()
        };
        self.take_symbol(at, part).map(Clue::number)
    }

    /// Takes an arrow from an edge. The first kind is for horizontal edges, the second for vertical ones.
    fn take_arrow_on_edge(&mut self, at: Spot, [across, down]: [u32; 2]) -> Option<Clue> {
        let kind = if at.kind == SpotKind::HEdge { across } else { down };
        let is_it = |symbol: &DrawnSymbol| {
            (symbol.name.starts_with("arrow") && symbol.kind == Some(kind)).then_some(())
        };
        self.take_symbol(at, is_it).map(|()| Clue::number(1))
    }

    /// Takes a circle without content: a symbol, or the circle of a blank.
    fn take_circle(&mut self, at: Spot) -> Option<u32> {
        let colour = |symbol: &DrawnSymbol| match (symbol.name.as_str(), symbol.shade()) {
            ("sun_moon", _) => symbol.kind,
            (_, Some(Shade::White)) if symbol.is_circle() => Some(1),
            (_, Some(Shade::Black)) if symbol.is_circle() => Some(2),
            _ => None,
        };
        if let Some(kind) = self.take_symbol(at, colour) {
            return Some(kind);
        }
        self.take_text(at, |text| text.ring.filter(|_| text.word.is_empty()))
    }

    fn take_circle_with_number(&mut self, at: Spot) -> Option<Clue> {
        let symbol = self.symbols.get(&at).filter(|symbol| symbol.is_circle());
        let text = self.texts.get(&at);
        let colour = symbol.and_then(|symbol| symbol.kind).or_else(|| text?.ring)?;
        let number = text.map_or(Some(None), |text| number(&text.word))?;
        self.texts.remove(&at);
        self.symbols.remove(&at);
        Some(Clue(vec![Some(colour), number]))
    }

    fn take_tree(&mut self, at: Spot) -> Option<Clue> {
        let symbol = self.symbols.get(&at)?;
        ((symbol.name.as_str(), symbol.kind?) == TREE).then_some(())?;
        self.symbols.remove(&at);
        Some(Clue::number(1))
    }

    /// Takes an arrow: its side, and its number.
    fn take_arrow(&mut self, at: Spot) -> Option<(Option<u32>, Option<u32>)> {
        let (side, number) = self.take_text(at, |text| arrow(&text.word))?;
        // In older drawings the arrow is a symbol.
        let symbol = self.take_symbol(at, |symbol| {
            symbol.only.filter(|_| symbol.name.starts_with("arrow_fouredge"))
        });
        let side = symbol.and_then(|place| ARROWS.get(place)).copied().unwrap_or(side);
        Some((Some(side), number))
    }

    fn take_shaded_arrow(&mut self, at: Spot) -> Option<Clue> {
        let symbol = self.symbols.get(&at).filter(|symbol| symbol.is_frame());
        let colour = self.colours.get(&at).copied();
        // A symbol lies over the cell's colour.
        let shade = match (symbol.map(DrawnSymbol::shade), colour) {
            (Some(shade), _) => shade?,
            (None, None) => Shade::White,
            (None, Some(BLACK)) => Shade::Black,
            (None, Some(grey)) if GREYS.contains(&grey) => Shade::Grey,
            (None, Some(_)) => {
                self.others.insert(at, "a coloured cell");
                return None;
            }
        };
        let is_empty = symbol.is_none() && colour.is_none();
        let arrow = match self.texts.contains_key(&at) {
            true => self.take_arrow(at),
            false => (!is_empty).then_some((Some(0), None)),
        };
        let (side, number) = arrow?;
        self.take_symbol(at, |symbol| symbol.is_frame().then_some(()));
        self.colours.remove(&at);
        self.framed.remove(&at);
        Some(Clue(vec![Some(shade as u32), side, number]))
    }

    /// Takes a block, a hole or ice. Other colours may be mere decoration, as the drawing does not tell.
    fn take_colour(&mut self, at: Spot) -> Option<Clue> {
        let colour = self.colours.remove(&at)?;
        let kind = if GREYS.contains(&colour) { GREYS[0] } else { colour };
        // Two colours mean two kinds of cells.
        if [BLACK, BLUE, GREYS[0]].contains(&kind) && *self.colour.get_or_insert(kind) == kind {
            return Some(Clue::number(1));
        }
        self.others.insert(at, "a coloured cell");
        None
    }

    fn take_sums(&mut self, at: Spot, places: [usize; 2]) -> Option<Clue> {
        let is_box = self.symbols.get(&at).is_some_and(DrawnSymbol::is_box);
        let is_black = self.colours.get(&at) == Some(&BLACK);
        let sums = places.map(|place| self.take_sum(at, place));
        (is_box || is_black || sums.iter().any(Option::is_some)).then_some(())?;
        if is_box {
            self.symbols.remove(&at);
        }
        self.colours.remove(&at);
        Some(Clue(sums.map(Option::flatten).to_vec()))
    }

    fn take_sum(&mut self, at: Spot, place: usize) -> Option<Option<u32>> {
        let slot = self.sums.get_mut(&at)?.get_mut(place)?;
        let sum = number(slot.as_ref()?)?;
        *slot = None;
        Some(sum)
    }
}

/// True if an edge of the frame is the first of its column or row.
fn is_first(edge: Spot) -> bool {
    if edge.kind == SpotKind::HEdge { edge.row <= 0 } else { edge.col <= 0 }
}

/// Returns the cell with the numbers of an edge.
fn cell(at: Spot) -> Spot {
    Spot { kind: SpotKind::Cell, ..at }
}

/// Returns the clue of a sum. A question mark means no clue.
fn said(sum: Option<u32>) -> Clue {
    sum.map_or(Clue::NOTHING, Clue::number)
}

/// Parses a number or a question mark.
fn number(text: &str) -> Option<Option<u32>> {
    match text {
        "" | "?" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

fn digit(letter: char) -> Option<Option<u32>> {
    match letter {
        '?' => Some(None),
        _ => letter.to_digit(10).map(Some),
    }
}

/// Parses a number with an arrow after it, whose side is as in links: 0 none, 1 up, 2 down, 3 left, 4 right.
fn arrow(text: &str) -> Option<(u32, Option<u32>)> {
    let Some((text, side)) = text.rsplit_once('_') else { return Some((0, number(text)?)) };
    let side = match side {
        "0" => 1,
        "1" => 3,
        "2" => 4,
        "3" => 2,
        _ => return None,
    };
    Some((side, number(text.trim())?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding;
    use crate::penpa::tests::address;

    const CELL: Spot = Spot { kind: SpotKind::Cell, col: 0, row: 0 };

    /// Returns a drawing of 3 columns and 2 rows.
    fn drawing(question: &str) -> Drawing {
        Drawing::read(&address(question)).expect("an address").expect("a drawing")
    }

    /// Returns the clues that are taken, row by row; an empty circle and a question mark are equal.
    fn take(drawing: &mut Drawing, name: &str) -> String {
        let drawn = coding(name).and_then(Drawn::of).expect(name);
        let words = |word: &str| match word {
            "" | "?" => Some(Clue::unknown()),
            "F" => Some(Clue::number(0)),
            _ => word.parse().ok().map(Clue::number),
        };
        let cells = (0..2).flat_map(|row| (0..3).map(move |col| Spot { col, row, ..CELL }));
        let clues = cells.map(|at| drawn.take(drawing, at, &words));
        let clues: Vec<String> =
            clues.map(|clue| clue.map_or("-".to_owned(), |clue| clue.to_string())).collect();
        clues.join(", ")
    }

    #[test]
    fn empty_circles_and_letters_are_clues_and_blanks_are_not() {
        let mut numbers = drawing(
            r#"{"number":{"16":[" ",6,"1"],"17":["F",1,"1"],"18":[" ",1,"1"],"23":[4,7,"1"]},
                "symbol":{"23":[2,"circle_L",1],"24":[1,"circle_M",1],"25":[3,"star",1]}}"#,
        );
        assert_eq!(take(&mut numbers, "numbers-16"), "?, 0, -, 4, ?, -");
        let star = Spot { col: 2, row: 1, ..CELL };
        assert_eq!(numbers.left_over(), Some((star, "`star`".to_owned())));
        let pearls = r#"{"number":{"16":["",7,"1"]},"symbol":{"17":[1,"circle_L",1]}}"#;
        assert_eq!(take(&mut drawing(pearls), "circles"), "2, 1, -, -, -, -");
        let both = r#"{"number":{"16":["3",4,"1"],"17":[" ",1,"1"]},
            "symbol":{"16":[2,"circle_L",1],"17":[1,"circle_L",1]}}"#;
        assert_eq!(take(&mut drawing(both), "balance"), "2 3, 1 ?, -, -, -, -");
    }

    #[test]
    fn empty_towers_are_read_with_their_shades_and_their_frames_mean_nothing() {
        let towers = r#"{"number":{"16":["",1,"2"],"17":["2_1",7,"2"],"18":["",7,"2"],"23":["_2",1,"2"]},
            "surface":{"17":4,"18":4,"25":8},
            "lineE":{"51,58":2,"52,59":2},"deletelineE":{"51,52":1}}"#;
        let mut towers = drawing(towers);
        assert_eq!(take(&mut towers, "shaded-arrows-16"), "1 0 ?, 2 3 2, 2 0 ?, 1 4 ?, -, 0 0 ?");
        assert_eq!(towers.left_over(), None);
    }

    #[test]
    fn sums_are_read_with_their_sides_and_question_marks_say_nothing() {
        let sums = r#"{"numberS":{"233":["7",4],"234":["?",4],"238":["12",4]},"surface":{"23":4},
            "symbol":{"18":[1,"kakuro",2]}}"#;
        let mut right_first = drawing(sums);
        assert_eq!(take(&mut right_first, "kakuro"), "7 ?, ? 12, ? ?, ? ?, -, -");
        assert_eq!(right_first.left_over(), None);
        assert_eq!(take(&mut drawing(sums), "tilepaint"), "? 7, 12 ?, ? ?, ? ?, -, -");
        let odd = r#"{"numberS":{"232":["7",4],"233":["x",4]}}"#;
        let mut odd = drawing(odd);
        assert_eq!(take(&mut odd, "kakuro"), "-, -, -, -, -, -");
        assert_eq!(odd.left_over(), Some((CELL, "`7`".to_owned())));
        let beside = coding("tilepaint-rim").and_then(Drawn::of).expect("sums beside the grid");
        let mut rim = drawing(r#"{"numberS":{"206":["3",1],"229":["?",1]}}"#);
        let top = Spot { row: -1, ..CELL };
        let left = Spot { col: -1, ..CELL };
        let said = [top, left].map(|at| beside.take(&mut rim, at, &|_| None));
        assert_eq!(said, [Some(Clue::number(3)), Some(Clue::NOTHING)]);
        assert_eq!(rim.left_over(), None);
    }

    #[test]
    fn what_no_clue_is_drawn_as_is_left_over_with_its_place() {
        let left = |question: &str| {
            let mut drawing = drawing(question);
            take(&mut drawing, "numbers-16");
            drawing.left_over().map(|(at, what)| (at.kind, at.col, at.row, what))
        };
        let cell = |col, row, what: &str| Some((SpotKind::Cell, col, row, what.to_owned()));
        assert_eq!(left(r#"{"number":{"16":["x",1,"1"]}}"#), cell(0, 0, "`x`"));
        assert_eq!(
            left(r#"{"number":{"17":["12",1,"7"]}}"#),
            cell(1, 0, "a list of small numbers")
        );
        assert_eq!(left(r#"{"numberS":{"233":["7",4]}}"#), cell(0, 0, "`7`"));
        assert_eq!(left(r#"{"symbol":{"18":[[1,0],"arrow_B",1]}}"#), cell(2, 0, "`arrow_B`"));
        assert_eq!(left(r#"{"surface":{"24":4}}"#), cell(1, 1, "a dark cell"));
        assert_eq!(left(r#"{"surface":{"24":7}}"#), None);
        assert_eq!(left(r#"{"line":{"23,24":3}}"#), cell(0, 1, "a line"));
        assert_eq!(left(r#"{"thermo":[[],[25,24]]}"#), cell(2, 1, "a thermometer"));
        assert_eq!(left(r#"{"cage":{"232,233":10}}"#), cell(0, 0, "a cage"));
        let wall = Some((SpotKind::VEdge, 1, 0, "a wall".to_owned()));
        assert_eq!(left(r#"{"lineE":{"51,58":2}}"#), wall);
        assert_eq!(left(r#"{"lineE":{"50,57":2}}"#), None);
    }

    #[test]
    fn a_number_alone_beside_the_grid_and_colours_of_cells_are_taken() {
        let mut alone = drawing(r#"{"number":{"11":["2",1,"1"],"16":["3",1,"1"]}}"#);
        assert_eq!((alone.take_number_beside(), alone.take_number_beside()), (Some(2), None));
        let mut two = drawing(r#"{"number":{"11":["2",1,"1"],"10":["3",1,"1"]}}"#);
        assert_eq!(two.take_number_beside(), None);
        let mut black = drawing(r#"{"surface":{"16":4,"17":3}}"#);
        assert_eq!([CELL, Spot { col: 1, ..CELL }].map(|at| black.take_black(at)), [true, false]);
        let mut grey = drawing(r#"{"surface":{"16":1,"17":3,"18":8,"23":4}}"#);
        assert_eq!(take(&mut grey, "bits"), "1, 1, 1, -, -, -");
        let black = Spot { row: 1, ..CELL };
        assert_eq!(grey.left_over(), Some((black, "a coloured cell".to_owned())));
        let mut colours = drawing(r#"{"surface":{"16":4,"17":4,"18":4,"24":7}}"#);
        assert_eq!(take(&mut colours, "bits"), "1, 1, 1, -, -, -");
        let yellow = Spot { col: 1, row: 1, ..CELL };
        assert_eq!(colours.left_over(), Some((yellow, "a coloured cell".to_owned())));
    }
}
