//! Links of Penpa+, a drawing board for puzzles: what is drawn on a grid of squares.
//!
//! Such a link tells what is drawn where, and not which puzzle it is. Its code is base64 of a
//! compressed text, with JSON in most of its lines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

/// A place of a drawing, counted from the grid's first cell; places beside the grid are on it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub kind: SpotKind,
    pub col: i32,
    pub row: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpotKind {
    Cell,
    /// The corner at the upper left of the cell of these numbers.
    Corner,
    /// The edge on top of it.
    HEdge,
    /// The edge at its left.
    VEdge,
}

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    pub cols: u16,
    pub rows: u16,
    pub title: String,
    pub author: String,
    /// What its author says the puzzle is: `slitherlink`.
    pub tags: Vec<String>,
    /// Words and numbers.
    pub texts: BTreeMap<Spot, String>,
    /// Small numbers at the top right and at the bottom left of cells.
    pub sums: BTreeMap<Spot, [Option<String>; 2]>,
    /// Colours of cells: 4 is black.
    pub colours: BTreeMap<Spot, u32>,
    /// Symbols: the name and the kind of each.
    pub symbols: BTreeMap<Spot, (String, u32)>,
    pub walls: BTreeSet<Spot>,
}

/// What addresses of Penpa+ have in them.
const PAGE: &str = "penpa-edit/";
/// The kinds of grids that are rows of squares.
const SQUARES: [&str; 3] = ["square", "sudoku", "kakuro"];
/// The most letters of a text that is unpacked.
const LONGEST: u64 = 4 << 20;
/// Rows and columns about the grid that are never drawn.
const FRAME: i64 = 4;
/// The longest side of a board that is read.
const LARGEST: i64 = 120;

/// Short words for names in the text, in the order in which they are to be written out.
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
    /// Reads an address; `None` where the word is none. A fault says why.
    pub fn read(word: &str) -> Option<Result<Self, String>> {
        Some(unpacked(code_of(word)?).and_then(|text| Self::of_text(&text)))
    }

    /// What the drawing calls its puzzle, in its tags or, without any, in its title.
    pub fn names(&self) -> Vec<String> {
        let title = self.tags.is_empty().then_some(&self.title);
        let names = self.tags.iter().chain(title).map(|name| plain_name(name));
        names.filter(|name| !name.is_empty()).collect()
    }

    /// Moves everything that is drawn.
    pub fn shift(&mut self, by_cols: i32, by_rows: i32) {
        fn moved<T>(drawn: &mut BTreeMap<Spot, T>, to: impl Fn(Spot) -> Spot) {
            *drawn = std::mem::take(drawn).into_iter().map(|(at, what)| (to(at), what)).collect();
        }
        let to = |at: Spot| Spot { col: at.col + by_cols, row: at.row + by_rows, ..at };
        moved(&mut self.texts, to);
        moved(&mut self.sums, to);
        moved(&mut self.colours, to);
        moved(&mut self.symbols, to);
        self.walls = self.walls.iter().copied().map(to).collect();
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
        drawing.fill(&points, &json(3)?, first);
        Ok(drawing)
    }

    /// Sets the size to that of the cells that are drawn, and tells the first of them.
    fn size(&mut self, points: &Points, cells: &Value) -> Result<(i64, i64), String> {
        let mut at = 0;
        let mut drawn = Vec::new();
        for step in cells.as_array().into_iter().flatten().filter_map(Value::as_i64) {
            at += step;
            drawn.push((at % points.width, at / points.width));
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
        Ok((left, top))
    }

    fn fill(&mut self, points: &Points, question: &Value, first: (i64, i64)) {
        let entries = |name: &str| question[name].as_object().into_iter().flatten();
        let at = |key: &str| points.spot(key.parse().ok()?, first);
        for (key, value) in entries("number") {
            let text = word_of(&value[0]);
            if let Some(at) = at(key).filter(|_| !text.trim().is_empty()) {
                self.texts.insert(at, text);
            }
        }
        for (key, value) in entries("numberS") {
            let place = key.parse::<i64>().ok().and_then(|key| points.quarter(key, first));
            let Some((at, quarter)) = place else { continue };
            let sum = match quarter {
                1 => 0,
                2 => 1,
                _ => continue,
            };
            if let Some(slot) = self.sums.entry(at).or_default().get_mut(sum) {
                *slot = Some(word_of(&value[0]));
            }
        }
        for (key, value) in entries("surface") {
            let colour = value.as_u64().and_then(|colour| u32::try_from(colour).ok());
            self.colours.extend(at(key).zip(colour));
        }
        for (key, value) in entries("symbol") {
            let kind = value[0].as_u64().and_then(|kind| u32::try_from(kind).ok());
            self.symbols.extend(at(key).zip(kind.map(|kind| (word_of(&value[1]), kind))));
        }
        for (key, _) in entries("lineE") {
            let ends = key.split_once(',').and_then(|(one, other)| at(one).zip(at(other)));
            self.walls.extend(ends.and_then(|(one, other)| between(one, other)));
        }
    }
}

/// The letters and digits of a name, small: names are compared so.
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The edge between two corners that are neighbours.
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

/// How the points of a drawing are numbered: cells, corners, and the middles of edges, each row by row.
struct Points {
    width: i64,
    height: i64,
}

impl Points {
    fn spot(&self, number: i64, (left, top): (i64, i64)) -> Option<Spot> {
        let area = self.width * self.height;
        let (col, row) = (number % area % self.width - left, number % area / self.width - top);
        // Corners and edges are numbered by the cell before them.
        let (kind, col, row) = match number.checked_div(area)? {
            0 => (SpotKind::Cell, col, row),
            1 => (SpotKind::Corner, col + 1, row + 1),
            2 => (SpotKind::HEdge, col, row + 1),
            3 => (SpotKind::VEdge, col + 1, row),
            _ => return None,
        };
        Some(Spot { kind, col: col.try_into().ok()?, row: row.try_into().ok()? })
    }

    /// The cell of a small number, and the quarter of it: 0 and 1 on top, 2 and 3 at the bottom.
    fn quarter(&self, number: i64, first: (i64, i64)) -> Option<(Spot, i64)> {
        let cell = number / 4 - self.width * self.height;
        (cell >= 0).then_some(())?;
        let spot = self.spot(cell, first).filter(|spot| spot.kind == SpotKind::Cell)?;
        Some((spot, number % 4))
    }
}

fn word_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The code of an address.
fn code_of(word: &str) -> Option<&str> {
    let (_, behind) = word.split_once(PAGE)?;
    let (_, query) = behind.split_once(['#', '?'])?;
    query.split('&').find_map(|part| part.strip_prefix("p=")).filter(|code| !code.is_empty())
}

/// The text of a code.
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
mod tests {
    use super::*;
    use std::io::Write;

    /// An address of a drawing with these parts, on a grid of 3 columns and 2 rows.
    fn address(question: &str) -> String {
        let cells = "[16,1,1,5,1,1]";
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
            r#"{"number":{"16":["3",1,"1"],"25":["z?",1,"1"]},"surface":{"17":4},
                "symbol":{"18":[2,"circle_L",1],"143":[1,"circle_SS",2]},
                "lineE":{"51,58":2,"57,58":2},"numberS":{"233":["7",4]}}"#
                .replace('\n', "")
                .as_str(),
        );
        let drawing = Drawing::read(&link).expect("an address").expect("a drawing");
        assert_eq!((drawing.cols, drawing.rows), (3, 2));
        assert_eq!((drawing.title.as_str(), drawing.author.as_str()), ("Two, or", "Ann"));
        assert_eq!(drawing.tags, ["slitherlink"]);
        let cell = |col, row| Spot { kind: SpotKind::Cell, col, row };
        assert_eq!(drawing.texts, [(cell(0, 0), "3".into()), (cell(2, 1), "z?".into())].into());
        assert_eq!(drawing.colours, [(cell(1, 0), 4)].into());
        assert_eq!(drawing.symbols.get(&cell(2, 0)), Some(&("circle_L".to_owned(), 2)));
        let spot = |kind, col, row| Spot { kind, col, row };
        let walls = [spot(SpotKind::VEdge, 1, 0), spot(SpotKind::HEdge, 0, 1)];
        assert_eq!(drawing.walls, walls.into_iter().collect());
        assert_eq!(drawing.sums.get(&cell(0, 0)), Some(&[Some("7".to_owned()), None]));
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
