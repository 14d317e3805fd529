//! A site: one place of a board that can hold a mark, written as a term (`cell(3,4)`).
//!
//! Columns count rightwards and rows downwards, both from 0.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::Board;

/// Kind of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// A second place of a square of the grid, beneath the first, in games with layers.
    Under,
    /// A square of the grid.
    Cell,
    /// A third place of a square, above the first.
    Over,
    /// The grid line above cell `(col, row)`; row = rows is the bottom rim.
    HEdge,
    /// The grid line left of cell `(col, row)`; col = cols is the right rim.
    VEdge,
    /// The grid point at the top left corner of cell `(col, row)`.
    Vertex,
    /// A slot of the tray next to the board; `row` is always 0.
    Tray,
    /// A step of a play that is a sequence of moves; `row` is always 0.
    Step,
    /// A constraint of a level: its mark names the cells that it covers; `row` is always 0.
    Constraint,
}

impl Place {
    const ALL: [(Place, &'static str); 9] = [
        (Place::Cell, "cell"),
        (Place::Under, "under"),
        (Place::Over, "over"),
        (Place::HEdge, "hedge"),
        (Place::VEdge, "vedge"),
        (Place::Vertex, "vertex"),
        (Place::Tray, "tray"),
        (Place::Step, "step"),
        (Place::Constraint, "constraint"),
    ];

    /// The functor that names this kind of place in terms and files.
    pub fn functor(self) -> &'static str {
        Self::ALL.iter().find(|(place, _)| *place == self).map_or("cell", |(_, name)| name)
    }

    /// The names of all kinds of places.
    pub fn functors() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(_, name)| *name)
    }

    /// True if it is in a cell, in one of its layers.
    pub fn is_in_cell(self) -> bool {
        matches!(self, Place::Cell | Place::Under | Place::Over)
    }

    /// True for sites that lie in a row and have one number only.
    pub fn is_linear(self) -> bool {
        matches!(self, Place::Tray | Place::Step | Place::Constraint)
    }
}

/// One place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    pub place: Place,
    pub col: u16,
    pub row: u16,
}

impl Site {
    pub fn cell(col: u16, row: u16) -> Self {
        Self { place: Place::Cell, col, row }
    }

    pub fn tray(index: u16) -> Self {
        Self { place: Place::Tray, col: index, row: 0 }
    }

    /// The site of a level's constraint, counted from 0.
    pub fn constraint(number: u16) -> Self {
        Self { place: Place::Constraint, col: number, row: 0 }
    }

    /// Sites of the same square, from the uppermost layer down; for other kinds only the site itself.
    pub fn layers(self) -> impl Iterator<Item = Self> + use<> {
        let places: &'static [Place] = match self.place.is_in_cell() {
            true => &[Place::Over, Place::Cell, Place::Under],
            false => &[],
        };
        let alone = places.is_empty().then_some(self);
        places.iter().map(move |place| Self { place: *place, ..self }).chain(alone)
    }

    /// The cell of a layer; other sites are unchanged.
    pub fn cell_of_layer(self) -> Self {
        if self.place.is_in_cell() { Self { place: Place::Cell, ..self } } else { self }
    }

    /// The site of a play's step, counted from 0.
    pub fn step(number: usize) -> Self {
        Self { place: Place::Step, col: u16::try_from(number).unwrap_or(u16::MAX), row: 0 }
    }

    /// Name in sentences and tables, by row and column from 1: "R5C4". Edges and corners are named after the
    /// cell below or to the right of them.
    pub fn name(self) -> String {
        let cell = format!("R{}C{}", self.row + 1, self.col + 1);
        match self.place {
            Place::Cell => cell,
            Place::Under => format!("the layer under {cell}"),
            Place::Over => format!("the layer over {cell}"),
            Place::Tray => format!("tray slot {}", self.col + 1),
            Place::Step => format!("step {}", self.col + 1),
            Place::Constraint => format!("constraint {}", self.col + 1),
            Place::HEdge => format!("the edge above {cell}"),
            Place::VEdge => format!("the edge left of {cell}"),
            Place::Vertex => format!("the top left corner of {cell}"),
        }
    }

    /// Like [`Site::name`], on a board, where edges and corners at its right and lower rim have no cell of
    /// their own: "the bottom left corner of R2C1".
    pub fn name_on(self, board: Board) -> String {
        let (Some(cols), Some(rows)) = (board.cols.checked_sub(1), board.rows.checked_sub(1))
        else {
            return self.name();
        };
        let (col, row) = (self.col.min(cols), self.row.min(rows));
        let (right, below) = (self.col > cols, self.row > rows);
        let cell = Self::cell(col, row).name();
        match self.place {
            Place::HEdge if below => format!("the edge below {cell}"),
            Place::VEdge if right => format!("the edge right of {cell}"),
            Place::Vertex if right && below => format!("the bottom right corner of {cell}"),
            Place::Vertex if right => format!("the top right corner of {cell}"),
            Place::Vertex if below => format!("the bottom left corner of {cell}"),
            _ => self.name(),
        }
    }

    /// Distance to another site in half cells: the larger of the horizontal and vertical ones.
    pub fn distance(self, other: Self) -> u16 {
        let middle = |site: Self| {
            let half = |at: u16, is_middle: bool| 2 * at + u16::from(is_middle);
            let in_cell = site.place.is_in_cell();
            let across = in_cell || site.place == Place::HEdge;
            let down = in_cell || site.place == Place::VEdge;
            (half(site.col, across), half(site.row, down))
        };
        let ((x, y), (other_x, other_y)) = (middle(self), middle(other));
        x.abs_diff(other_x).max(y.abs_diff(other_y))
    }

    /// Parses the name of a cell such as "R5C4", in either case of letters.
    pub fn from_name(name: &str) -> Option<Self> {
        let (row, col) = name.trim().strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let part = |number: &str| number.parse::<u16>().ok()?.checked_sub(1);
        Some(Self::cell(part(col)?, part(row)?))
    }

    /// Name for screen readers: "row 5, column 4".
    pub fn spoken(self) -> String {
        let cell = format!("row {}, column {}", self.row + 1, self.col + 1);
        match self.place {
            Place::Cell => cell,
            Place::Under => format!("the layer under {cell}"),
            Place::Over => format!("the layer over {cell}"),
            Place::Tray | Place::Step | Place::Constraint => self.name(),
            Place::HEdge => format!("edge above {cell}"),
            Place::VEdge => format!("edge left of {cell}"),
            Place::Vertex => format!("top left corner of {cell}"),
        }
    }
}

/// Converts cells written by name, as in `push(R2C4)`, to terms of the rules; quoted text is unchanged.
pub fn with_sites(text: &str) -> String {
    let (mut written, mut word, mut quoted) = (String::new(), String::new(), false);
    let flush = |word: &mut String, written: &mut String| {
        match Site::from_name(word).filter(|_| word.starts_with('R')) {
            Some(site) => written.push_str(&site.to_string()),
            None => written.push_str(word),
        }
        word.clear();
    };
    let mut before = ' ';
    for c in text.chars() {
        quoted ^= c == '"' && before != '\\';
        before = c;
        if !quoted && (c.is_ascii_alphanumeric() || c == '_') {
            word.push(c);
        } else {
            flush(&mut word, &mut written);
            written.push(c);
        }
    }
    flush(&mut word, &mut written);
    written
}

/// Converts the sites of a term to names: `push(R2C4)` for `push(cell(3,1))`.
pub fn named_sites(term: &str) -> String {
    let (mut written, mut rest, mut quoted, mut before) = (String::new(), term, false, ' ');
    while let Some(c) = rest.chars().next() {
        let starts = !quoted && !before.is_ascii_alphanumeric() && before != '_';
        let site = rest.split_inclusive(')').next().filter(|_| starts);
        let cell = site.and_then(|text| Some((text, text.parse::<Site>().ok()?)));
        match cell.filter(|(_, site)| site.place == Place::Cell) {
            Some((text, site)) => {
                written.push_str(&site.name());
                (rest, before) = (rest.get(text.len()..).unwrap_or_default(), ')');
            }
            None => {
                quoted ^= c == '"' && before != '\\';
                written.push(c);
                (rest, before) = (rest.get(c.len_utf8()..).unwrap_or_default(), c);
            }
        }
    }
    written
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_linear() {
            write!(f, "{}({})", self.place.functor(), self.col)
        } else {
            write!(f, "{}({},{})", self.place.functor(), self.col, self.row)
        }
    }
}

/// Error for a text that is not a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a site; write it like R5C4, cell(3,4), under(3,4) or tray(0)")]
pub struct SiteError(pub String);

impl FromStr for Site {
    type Err = SiteError;

    fn from_str(text: &str) -> Result<Self, SiteError> {
        let fail = || SiteError(text.to_owned());
        let (functor, rest) = text.split_once('(').ok_or_else(fail)?;
        let inner = rest.strip_suffix(')').ok_or_else(fail)?;
        let place = Place::ALL
            .iter()
            .find(|(_, name)| *name == functor.trim())
            .map(|(place, _)| *place)
            .ok_or_else(fail)?;
        let numbers: Vec<u16> = inner
            .split(',')
            .map(|number| number.trim().parse().map_err(|_| fail()))
            .collect::<Result<_, _>>()?;
        match (place.is_linear(), numbers.as_slice()) {
            (true, [col]) => Ok(Site { place, col: *col, row: 0 }),
            (false, [col, row]) => Ok(Site { place, col: *col, row: *row }),
            _ => Err(fail()),
        }
    }
}

impl Serialize for Site {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Site {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for Site {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Site".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": r"^((cell|under|over|hedge|vedge|vertex)\(\d+,\d+\)|(tray|step|constraint)\(\d+\))$",
            "description": "A place of the board: column and row from 0, such as cell(3,4), or under(3,4) \
                            and over(3,4) for its other layers; a slot \
                            of the tray, such as tray(0); a constraint, such as constraint(0)."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_terms_are_called_by_their_names_and_back() {
        for (term, named) in [
            ("cell(0,0)", "R1C1"),
            ("press(cell(3,1))", "press(R2C4)"),
            ("happens(pressed(cell(0,0)),1)", "happens(pressed(R1C1),1)"),
            ("jump(cell(10,2),e)", "jump(R3C11,e)"),
            ("says(\"cell(0,0)\",cell(0,1))", "says(\"cell(0,0)\",R2C1)"),
            ("mycell(0,0)", "mycell(0,0)"),
            ("cell(0,X)", "cell(0,X)"),
            ("hedge(0,0)", "hedge(0,0)"),
        ] {
            assert_eq!(named_sites(term), named);
            assert_eq!(with_sites(named), term);
        }
    }

    #[test]
    fn corners_and_edges_at_the_rim_are_named_by_cells_of_the_board() {
        let board = Board { cols: 3, rows: 2, tray: 0 };
        for (site, name) in [
            ("vertex(0,0)", "the top left corner of R1C1"),
            ("vertex(0,2)", "the bottom left corner of R2C1"),
            ("vertex(3,1)", "the top right corner of R2C3"),
            ("vertex(3,2)", "the bottom right corner of R2C3"),
            ("hedge(1,2)", "the edge below R2C2"),
            ("vedge(3,0)", "the edge right of R1C3"),
            ("vedge(1,0)", "the edge left of R1C2"),
            ("cell(2,1)", "R2C3"),
        ] {
            let site: Site = site.parse().expect("a site");
            assert_eq!(site.name_on(board), name);
        }
    }
}
