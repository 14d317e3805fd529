//! Links of Penpa+, a drawing board for puzzles: elements drawn on a grid of squares.
//!
//! Such a link contains the drawing, but not the type of puzzle. Its code is base64 of a compressed text, with
//! JSON in most of its lines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use crate::symbols::{DrawnSymbol, DrawnText, word_of};

/// A place of a drawing, counted from the grid's first cell. It may lie outside the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub kind: SpotKind,
    pub col: i32,
    pub row: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpotKind {
    Cell,
    /// The upper left corner of the cell with these numbers.
    Corner,
    /// The upper edge of that cell.
    HEdge,
    /// The left edge of that cell.
    VEdge,
}

/// A drawing. Clues are taken out of it (`drawn.rs`); the rest has no meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    pub cols: u16,
    pub rows: u16,
    pub title: String,
    pub author: String,
    /// The author's names for the puzzle: `slitherlink`.
    pub tags: Vec<String>,
    pub(crate) texts: BTreeMap<Spot, DrawnText>,
    /// Small numbers in corners and at sides of cells, indexed by place (`TOP_RIGHT`).
    pub(crate) sums: BTreeMap<Spot, [Option<String>; 8]>,
    /// Colours of cells: 4 is black.
    pub(crate) colours: BTreeMap<Spot, u32>,
    pub(crate) symbols: BTreeMap<Spot, DrawnSymbol>,
    pub(crate) walls: BTreeSet<Spot>,
    /// Edges that are dashed, thin or coloured, so not walls.
    pub(crate) other_edges: BTreeSet<Spot>,
    /// Lines from the middles of cells to their sides: up, down, left and right.
    pub(crate) halves: BTreeMap<Spot, [bool; 4]>,
    /// Cells cut out of the grid.
    pub(crate) missing: BTreeSet<Spot>,
    /// Elements that are not clues in any coding: lines, cages and so on.
    pub(crate) others: BTreeMap<Spot, &'static str>,
    /// Places from which clues were taken.
    pub(crate) told: BTreeSet<Spot>,
    /// Places of words and numbers that were taken, with the dark frame around them, if any.
    pub(crate) framed: BTreeMap<Spot, Option<String>>,
    /// The colour of the cells that were taken as clues.
    pub(crate) colour: Option<u32>,
    /// There is an answer in addition to the puzzle.
    pub has_answer: bool,
    /// Cages, thermometers and similar lists of cells.
    pub(crate) lists: Vec<DrawnCells>,
}

/// Cells drawn as one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnCells {
    pub layer: &'static str,
    pub cells: Vec<Spot>,
}

/// Places of small numbers in a cell. Room numbers are at the first.
pub(crate) const TOP_LEFT: usize = 0;
pub(crate) const TOP_RIGHT: usize = 1;
pub(crate) const BOTTOM_LEFT: usize = 2;
/// Places at the sides: up, down, left and right.
pub(crate) const SIDES: [usize; 4] = [4, 7, 6, 5];

/// A part of all addresses of Penpa+.
const PAGE: &str = "penpa-edit/";
/// The kinds of grids that are rows of squares.
const SQUARES: [&str; 3] = ["square", "sudoku", "kakuro"];
/// Maximum size of an unpacked text, in bytes.
const LONGEST: u64 = 4 << 20;
/// Rows and columns around the grid that are never drawn.
const FRAME: i64 = 4;
/// Maximum side of a board.
const LARGEST: i64 = 120;

/// Layers of drawings without clues of a coding, and their contents.
const OTHERS: [(&str, &str); 4] =
    [("freeline", "a line"), ("freelineE", "a line"), ("wall", "a line"), ("cage", FRAME_OF_CAGE)];
/// Layers whose clues are read, and layers about the display or history of the drawing.
const READ: [&str; 10] = [
    "number", "numberS", "surface", "symbol", "lineE", "line", "deletelineE", "command_redo",
    "command_undo", "command_replay",
];
/// Styles of thick edges; other styles are thin, dashed or coloured.
const THICK: [u64; 2] = [2, 21];
/// The line around a cage, along the cage's cells.
const FRAME_OF_CAGE: &str = "a cage";

/// The layer of cages.
pub const CAGES: &str = "killercages";

/// Layers that are lists of cells, and the element that each list draws.
pub(crate) const LISTS: [(&str, &str); 7] = [
    (CAGES, FRAME_OF_CAGE),
    ("thermo", "a thermometer"),
    ("nobulbthermo", "a thermometer"),
    ("arrows", "an arrow"),
    ("direction", "an arrow"),
    ("squareframe", "a frame"),
    ("polygon", "a shape"),
];

/// Abbreviations of names in the text, in the order of their expansion.
const SHORT: [(&str, &str); 31] = [
    ("zO", "null"),
    ("z_", "\"__a\""),
    ("z7", "\"nobulbthermo\""),
    ("z6", "\"killercages\""),
    ("z4", "\"deletelineE\""),
    ("z5", "\"polygon\""),
    ("z0", "\"squareframe\""),
    ("zD", "\"direction\""),
    ("z3", "\"arrows\""),
    ("zT", "\"thermo\""),
    ("z2", "\"freelineE\""),
    ("zF", "\"freeline\""),
    ("z1", "\"numberS\""),
    ("z8", "\"command_replay\""),
    ("zU", "\"command_undo\""),
    ("zR", "\"command_redo\""),
    ("zB", "\"board\""),
    ("zP", "\"special\""),
    ("zY", "\"symbol\""),
    ("zN", "\"number\""),
    ("zC", "\"cage\""),
    ("zW", "\"wall\""),
    ("zE", "\"lineE\""),
    ("zL", "\"line\""),
    ("zS", "\"surface\""),
    ("zM", "\"edit_mode\""),
    ("zG", "\"grid\""),
    ("zA", "\"pu_a\""),
    ("zQ", "\"pu_q\""),
    ("z9", "\"qa\""),
    ("zZ", "z"),
];

impl Drawing {
    /// Reads an address; `None` if the word is not one. The error is the reason why it is invalid.
    pub fn read(word: &str) -> Option<Result<Self, String>> {
        let code = code_of(word)?;
        Some(unpacked(code).and_then(|text| Self::of_text(&text)).map(|mut drawing| {
            drawing.has_answer |= part_of(word, "a=").is_some();
            drawing
        }))
    }

    /// Returns the drawing's names for its puzzle: its tags, or without any, its title.
    pub fn names(&self) -> Vec<String> {
        let title = self.tags.is_empty().then_some(&self.title);
        let names = self.tags.iter().chain(title).map(|name| plain_name(name));
        names.filter(|name| !name.is_empty()).collect()
    }

    /// Moves all elements.
    pub fn shift(&mut self, by_cols: i32, by_rows: i32) {
        fn moved<T>(drawn: &mut BTreeMap<Spot, T>, to: impl Fn(Spot) -> Spot) {
            *drawn = std::mem::take(drawn).into_iter().map(|(at, what)| (to(at), what)).collect();
        }
        let to = |at: Spot| Spot { col: at.col + by_cols, row: at.row + by_rows, ..at };
        moved(&mut self.texts, to);
        moved(&mut self.sums, to);
        moved(&mut self.colours, to);
        moved(&mut self.symbols, to);
        moved(&mut self.others, to);
        moved(&mut self.halves, to);
        moved(&mut self.framed, to);
        let cells = self.lists.iter_mut().flat_map(|list| &mut list.cells);
        cells.for_each(|cell| *cell = to(*cell));
        for spots in [&mut self.walls, &mut self.other_edges, &mut self.missing, &mut self.told] {
            *spots = spots.iter().copied().map(to).collect();
        }
    }

    /// True if a cell is on the grid.
    pub fn has(&self, at: Spot) -> bool {
        let inside = |at: i32, length: u16| (0..i32::from(length)).contains(&at);
        at.kind == SpotKind::Cell && inside(at.col, self.cols) && inside(at.row, self.rows)
    }

    /// Counts the cells of the grid with a colour.
    pub fn coloured(&self) -> usize {
        self.colours.keys().filter(|at| self.has(**at)).count()
    }

    /// Takes the lists of cells of a layer.
    pub fn take_lists(&mut self, layer: &str) -> Vec<Vec<Spot>> {
        let of = |list: &DrawnCells| list.layer == layer;
        let (taken, left) = std::mem::take(&mut self.lists).into_iter().partition(of);
        self.lists = left;
        let taken: Vec<Vec<Spot>> =
            (taken as Vec<DrawnCells>).into_iter().map(|list| list.cells).collect();
        if layer == CAGES {
            // The line around a cage is in a separate layer.
            let is_its = |at: &Spot| taken.iter().any(|cells| cells.contains(at));
            self.others.retain(|at, what| *what != FRAME_OF_CAGE || !is_its(at));
        }
        taken
    }

    /// True if there are words or numbers outside the grid.
    pub fn has_words_beside(&self) -> bool {
        let cells = self.texts.keys().chain(self.sums.keys());
        cells.into_iter().any(|at| at.kind == SpotKind::Cell && !self.has(*at))
    }

    fn of_text(text: &str) -> Result<Self, String> {
        let lines: Vec<&str> = text.lines().collect();
        let json = |at: usize| -> Result<Value, String> {
            let line = lines.get(at).copied().unwrap_or("null");
            serde_json::from_str(line)
                .map_err(|_| format!("line {} of the code is no JSON", at + 1))
        };
        let head: Vec<&str> = lines.first().copied().unwrap_or_default().split(',').collect();
        let word = |at: usize| head.get(at).copied().unwrap_or_default().replace("%2C", ",");
        if !SQUARES.contains(&word(0).as_str()) {
            return Err(format!("drawings on a grid of `{}` are not read", word(0)));
        }
        let side = |at: usize| {
            let side = word(at).parse::<i64>().ok().filter(|side| (1..=LARGEST).contains(side));
            side.ok_or_else(|| "the code has no size".to_owned())
        };
        let points = Points { width: side(1)? + FRAME, height: side(2)? + FRAME };
        let told = |at: usize, name: &str| {
            let words = word(at);
            words.strip_prefix(name).unwrap_or(&words).trim().to_owned()
        };
        let tags = json(17).unwrap_or_default();
        let tags = tags.as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut drawing = Self {
            title: told(15, "Title:"),
            author: told(16, "Author:"),
            tags: tags.map(str::to_lowercase).collect(),
            ..Self::default()
        };
        let first = drawing.size(&points, &json(5)?)?;
        drawing.fill(&points, &json(3)?, first)?;
        // The answer is a second drawing with equal layers.
        let answer = json(4).unwrap_or_default();
        drawing.has_answer = READ.iter().take(6).any(|layer| !is_empty(&answer[*layer]));
        Ok(drawing)
    }

    /// Sets the size to that of the drawn cells, and returns the first of them.
    fn size(&mut self, points: &Points, cells: &Value) -> Result<(i64, i64), String> {
        let mut at = 0;
        let mut drawn = BTreeSet::new();
        for step in cells.as_array().into_iter().flatten().filter_map(Value::as_i64) {
            at += step;
            drawn.insert((at % points.width, at / points.width));
        }
        let cols = || drawn.iter().map(|(col, _)| *col);
        let rows = || drawn.iter().map(|(_, row)| *row);
        let ends = cols().min().zip(cols().max()).zip(rows().min().zip(rows().max()));
        let ((left, right), (top, bottom)) = ends.ok_or("the drawing has no cells")?;
        let side = |first: i64, last: i64| {
            let side = u16::try_from(last - first + 1).ok();
            side.filter(|side| i64::from(*side) <= LARGEST).ok_or("the drawing is too large")
        };
        (self.cols, self.rows) = (side(left, right)?, side(top, bottom)?);
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |col| (col, row)));
        let missing = cells.filter(|cell| !drawn.contains(cell));
        let cell = |(col, row): (i64, i64)| points.cell(col - left, row - top);
        self.missing = missing.filter_map(cell).collect();
        Ok((left, top))
    }

    /// Reads the drawing. Elements that do not fit on a square grid are errors.
    fn fill(&mut self, points: &Points, question: &Value, first: (i64, i64)) -> Result<(), String> {
        let entries = |name: &str| question[name].as_object().into_iter().flatten();
        let at = |key: &str| {
            let spot = key.parse().ok().and_then(|number| points.spot(number, first));
            spot.ok_or_else(|| format!("there is no place `{key}` on a grid of squares"))
        };
        for (key, value) in entries("number") {
            // Numbers on edges have a letter after their place.
            let at = at(key.trim_end_matches('E'))?;
            match DrawnText::of(value) {
                Some(text) if !text.is_hidden(value) => drop(self.texts.insert(at, text)),
                Some(_) => {}
                None => drop(self.others.insert(at, "a list of small numbers")),
            }
        }
        for (key, value) in entries("numberS") {
            let place = key.parse().ok().and_then(|key| points.small(key, first));
            let (at, place) = place.ok_or_else(|| format!("there is no small place `{key}`"))?;
            let word = word_of(&value[0]).trim().to_owned();
            let slot = self.sums.entry(at).or_default().get_mut(place);
            slot.into_iter().for_each(|slot| *slot = Some(word.clone()));
        }
        for (key, value) in entries("surface") {
            let colour = value.as_u64().and_then(|colour| u32::try_from(colour).ok());
            // Several colours in a cell form a list.
            self.colours.insert(at(key)?, colour.unwrap_or(u32::MAX));
        }
        for (key, value) in entries("symbol") {
            let kind = value[0].as_u64().and_then(|kind| u32::try_from(kind).ok());
            let several = value[0].as_array().map(Vec::as_slice).unwrap_or_default();
            let mut there = several.iter().enumerate().filter(|(_, one)| one.as_u64() == Some(1));
            let only = there.next().map(|(place, _)| place).filter(|_| there.next().is_none());
            self.symbols.insert(at(key)?, DrawnSymbol { name: word_of(&value[1]), kind, only });
        }
        for (key, style) in entries("lineE") {
            let (one, other) = key.split_once(',').unwrap_or((key, key));
            let (one, other) = (at(one)?, at(other)?);
            let is_thick = style.as_u64().is_some_and(|style| THICK.contains(&style));
            match between(one, other) {
                Some(wall) if is_thick => drop(self.walls.insert(wall)),
                Some(edge) => drop(self.other_edges.insert(edge)),
                None => drop(self.others.insert(one, "a line")),
            }
        }
        for (key, _) in entries("line") {
            let (one, other) = key.split_once(',').unwrap_or((key, key));
            let (one, other) = (at(one)?, at(other)?);
            match side_of(one, other) {
                Some(side) => {
                    let sides = self.halves.entry(one).or_default();
                    sides.get_mut(side).into_iter().for_each(|has| *has = true);
                }
                None => drop(self.others.insert(one, "a line")),
            }
        }
        self.note_others(question, |key| {
            let small = || points.small(key.parse().ok()?, first).map(|(at, _)| at);
            at(key).or_else(|why| small().ok_or(why))
        })
    }

    /// Records elements of drawings that are not clues in any coding.
    fn note_others(
        &mut self,
        question: &Value,
        at: impl Fn(&str) -> Result<Spot, String>,
    ) -> Result<(), String> {
        let known = |layer: &str| {
            let others = OTHERS.iter().chain(&LISTS).map(|(name, _)| name);
            READ.iter().chain(others).any(|name| *name == layer)
        };
        let mut layers = question.as_object().into_iter().flatten();
        if let Some((layer, _)) = layers.find(|(name, drawn)| !known(name) && !is_empty(drawn)) {
            return Err(format!("the layer `{layer}` of drawings is not read"));
        }
        for (layer, what) in OTHERS {
            let keys = question[layer].as_object().into_iter().flat_map(|drawn| drawn.keys());
            for key in keys {
                self.others.insert(at(key.split(',').next().unwrap_or_default())?, what);
            }
        }
        for (layer, _) in LISTS {
            for list in question[layer].as_array().into_iter().flatten() {
                let cells = list.as_array().into_iter().flatten().map(|cell| at(&word_of(cell)));
                let cells: Vec<Spot> = cells.collect::<Result<_, _>>()?;
                self.lists.extend((!cells.is_empty()).then_some(DrawnCells { layer, cells }));
            }
        }
        Ok(())
    }
}

/// Returns the letters and digits of a name in lower case, for comparison.
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the edge between two neighbouring corners.
fn between(one: Spot, other: Spot) -> Option<Spot> {
    let (first, last) = (one.min(other), one.max(other));
    let are_corners = first.kind == SpotKind::Corner && last.kind == SpotKind::Corner;
    let kind = match (last.col - first.col, last.row - first.row) {
        (1, 0) => SpotKind::HEdge,
        (0, 1) => SpotKind::VEdge,
        _ => return None,
    };
    are_corners.then_some(Spot { kind, ..first })
}

/// Returns the side of a cell where an edge is: up, down, left or right.
fn side_of(cell: Spot, edge: Spot) -> Option<usize> {
    if cell.kind != SpotKind::Cell {
        return None;
    }
    match (edge.kind, edge.col - cell.col, edge.row - cell.row) {
        (SpotKind::HEdge, 0, 0) => Some(0),
        (SpotKind::HEdge, 0, 1) => Some(1),
        (SpotKind::VEdge, 0, 0) => Some(2),
        (SpotKind::VEdge, 1, 0) => Some(3),
        _ => None,
    }
}

/// The numbering of a drawing's points: cells, corners, and the middles of edges, each row by row.
struct Points {
    width: i64,
    height: i64,
}

impl Points {
    fn spot(&self, number: i64, (left, top): (i64, i64)) -> Option<Spot> {
        let area = self.width * self.height;
        let (col, row) = (number % area % self.width - left, number % area / self.width - top);
        // Corners and edges have the numbers of the cell before them.
        let (kind, col, row) = match number.checked_div(area)? {
            0 => (SpotKind::Cell, col, row),
            1 => (SpotKind::Corner, col + 1, row + 1),
            2 => (SpotKind::HEdge, col, row + 1),
            3 => (SpotKind::VEdge, col + 1, row),
            _ => return None,
        };
        Some(Spot { kind, ..self.cell(col, row)? })
    }

    fn cell(&self, col: i64, row: i64) -> Option<Spot> {
        Some(Spot { kind: SpotKind::Cell, col: col.try_into().ok()?, row: row.try_into().ok()? })
    }

    /// Returns the cell of a small number, and its place there: 0 and 1 on top, 2 and 3 at the bottom, and then
    /// the sides.
    fn small(&self, number: i64, first: (i64, i64)) -> Option<(Spot, usize)> {
        let area = self.width * self.height;
        let (layer, cell) = ((number / 4).checked_div(area)?, number / 4 % area);
        let place = (layer - 1) * 4 + number % 4;
        let place = usize::try_from(place).ok().filter(|place| *place < 8)?;
        Some((self.spot(cell, first)?, place))
    }
}

fn is_empty(layer: &Value) -> bool {
    match layer {
        Value::Object(drawn) => drawn.is_empty(),
        Value::Array(drawn) => drawn.is_empty(),
        _ => true,
    }
}

/// Returns the code in an address.
fn code_of(word: &str) -> Option<&str> {
    part_of(word, "p=")
}

/// Returns the part of an address with this name.
fn part_of<'a>(word: &'a str, name: &str) -> Option<&'a str> {
    let (_, behind) = word.split_once(PAGE)?;
    let (_, query) = behind.split_once(['#', '?'])?;
    query.split('&').find_map(|part| part.strip_prefix(name)).filter(|part| !part.is_empty())
}

/// Unpacks a code into its text.
fn unpacked(code: &str) -> Result<String, String> {
    let padding =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let code = code.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
    let bytes = GeneralPurpose::new(&STANDARD, padding)
        .decode(code.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && !"+/=".contains(c)))
        .map_err(|_| "the code is cut off or damaged".to_owned())?;
    let mut text = String::new();
    let mut packed = flate2::read::DeflateDecoder::new(bytes.as_slice()).take(LONGEST);
    packed.read_to_string(&mut text).map_err(|_| "the code cannot be unpacked".to_owned())?;
    Ok(SHORT.iter().fold(text, |text, (short, name)| text.replace(short, name)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::io::Write;

    /// Returns an address of a drawing with these parts, on a grid of 3 columns and 2 rows.
    pub(crate) fn address(question: &str) -> String {
        address_with(question, "[16,1,1,5,1,1]")
    }

    fn address_with(question: &str, cells: &str) -> String {
        let question = question.replace('\n', "");
        let head = "square,3,2,38,0,1,1,152,114,20,20,0,0,0,0,Title: Two%2C or,Author: Ann";
        let text = format!(
            "{head}\n[0,0,0,0]\n{{}}\n{question}\n{{}}\n{cells}\n[]{}\n[\"slitherlink\"]",
            "\n\"x\"".repeat(10)
        );
        let short = SHORT.iter().rev().fold(text, |text, (short, name)| text.replace(name, short));
        let mut packed =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(short.as_bytes()).expect("packed");
        let code =
            base64::engine::general_purpose::STANDARD.encode(packed.finish().expect("a code"));
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}")
    }

    #[test]
    fn what_is_drawn_is_read_with_its_places() {
        let link = address(
            r#"{"number":{"16":["3",1,"1"],"25":["z?",6,"1"]},"surface":{"17":4},
                "symbol":{"18":[2,"circle_L",1],"143":[1,"circle_SS",2]},
                "lineE":{"51,58":2,"57,58":2},"numberS":{"233":["7",4]}}"#,
        );
        let drawing = Drawing::read(&link).expect("an address").expect("a drawing");
        assert_eq!((drawing.cols, drawing.rows), (3, 2));
        assert_eq!((drawing.title.as_str(), drawing.author.as_str()), ("Two, or", "Ann"));
        assert_eq!(drawing.tags, ["slitherlink"]);
        let cell = |col, row| Spot { kind: SpotKind::Cell, col, row };
        let text = |word: &str, ring| DrawnText { word: word.to_owned(), ring };
        let texts = [(cell(0, 0), text("3", None)), (cell(2, 1), text("z?", Some(1)))];
        assert_eq!(drawing.texts, texts.into());
        assert_eq!(drawing.colours, [(cell(1, 0), 4)].into());
        assert_eq!(
            drawing.symbols.get(&cell(2, 0)),
            Some(&DrawnSymbol { name: "circle_L".to_owned(), kind: Some(2), only: None })
        );
        let spot = |kind, col, row| Spot { kind, col, row };
        let walls = [spot(SpotKind::VEdge, 1, 0), spot(SpotKind::HEdge, 0, 1)];
        assert_eq!(drawing.walls, walls.into_iter().collect());
        let sum = drawing.sums.get(&cell(0, 0)).and_then(|sums| sums[TOP_RIGHT].clone());
        assert_eq!(sum.as_deref(), Some("7"));
    }

    #[test]
    fn cells_that_are_cut_out_are_noted_and_places_off_the_grid_are_faults() {
        let read = |question: &str, cells: &str| {
            Drawing::read(&address_with(question, cells)).expect("an address")
        };
        let drawing = read("{}", "[16,2,5,1,1]").expect("a drawing");
        assert_eq!((drawing.cols, drawing.rows), (3, 2));
        let hole = Spot { kind: SpotKind::Cell, col: 1, row: 0 };
        assert_eq!(drawing.missing, [hole].into());
        let why = read(r#"{"symbol":{"1000":[1,"star",1]}}"#, "[16,1,1]").expect_err("a place");
        assert_eq!(why, "there is no place `1000` on a grid of squares");
    }

    #[test]
    fn what_is_no_drawing_is_left_and_a_broken_one_says_why() {
        for word in ["https://swaroopg92.github.io/penpa-edit/", "https://puzz.link/p?slither/2/2/"]
        {
            assert_eq!(Drawing::read(word), None, "{word}");
        }
        let fault = |code: &str| {
            let word = format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}");
            Drawing::read(&word).expect("an address").expect_err(code)
        };
        assert_eq!(fault("7VVV"), "the code cannot be unpacked");
        assert_eq!(fault("A-B="), "the code is cut off or damaged");
    }
}
