//! Panels of witnesspuzzles.com: JSON with `grid[x][y]` over corners, edges and cells, column by column,
//! (2w+1) x (2h+1).
//!
//! A line's place has `start`, `end` (a side), `dot` and `gap`; a cell has `type`, `color`, and for
//! polyominoes `polyshape`: bit `4*x + y` for each square, bit 20 if it may turn. Elements without a rule
//! here are rejected by name. Source: the files that the site's editor writes.

use serde_json::{Map, Value, json};

use crate::panel::{Panel, lattice_site, vertex};
use crate::piece::{Colour, PanelSymbol, Polyomino, Side};
use crate::reading;
use crate::reading::PanelReading;
use crate::twin::{PanelSymmetry, Strand};
use foolproof_game::{Format, FormatError, FormatFault};
use foolproof_level::{Board, Level, Place, Site};

pub(crate) struct WitnessPuzzles;

/// Rows and columns of the largest board.
const LARGEST: usize = 10;
/// The bit of a polyomino that may turn.
const TURNS: u64 = 1 << 20;
/// A broken edge, and a missing one.
const BROKEN: i64 = 1;
const MISSING: i64 = 2;

/// Red, green and blue of our colours.
const LOOKS: [(&str, [u8; 3]); 9] = [
    ("black", [0, 0, 0]),
    ("white", [255, 255, 255]),
    ("red", [255, 0, 0]),
    ("blue", [0, 0, 255]),
    ("green", [0, 128, 0]),
    ("yellow", [255, 255, 0]),
    ("cyan", [0, 255, 255]),
    ("magenta", [255, 0, 255]),
    ("orange", [255, 165, 0]),
];
/// Other names that the site's panels use.
const OTHER_NAMES: [(&str, [u8; 3]); 5] = [
    ("purple", [160, 0, 160]),
    ("pink", [255, 100, 255]),
    ("aqua", [0, 255, 255]),
    ("lime", [0, 255, 0]),
    ("gold", [255, 215, 0]),
];

impl Format for WitnessPuzzles {
    fn id(&self) -> &'static str {
        "witnesspuzzles"
    }

    fn name(&self) -> &'static str {
        "witnesspuzzles.com (JSON)"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["json"]
    }

    fn recognises(&self, text: &str) -> bool {
        let parsed: Option<Value> = serde_json::from_str(text).ok();
        parsed.is_some_and(|value| panels(&value).is_some())
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let fault = |why: String| FormatError::at(1, 1, why);
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                return vec![Err(FormatError::at(error.line(), error.column(), error.to_string()))];
            }
        };
        let Some(found) = panels(&value) else {
            return vec![Err(fault("there is no `grid` of a panel's places".to_owned()))];
        };
        let level = |(n, panel): (usize, &&Value)| {
            let read = panel.as_object().ok_or_else(|| "this is not a panel".into()).and_then(read);
            read.map_err(|why| match found.len() {
                1 => fault(why.into()),
                _ => fault(format!("panel {}: {why}", n + 1)),
            })
        };
        found.iter().enumerate().map(level).collect()
    }

    fn reads_otherwise(&self, level: &Level) -> Option<String> {
        reading::reads_otherwise(level, PanelReading::Game, "witnesspuzzles.com")
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let mut panels = Vec::new();
        for (n, level) in levels.iter().enumerate() {
            panels.push(write(level).map_err(|why| why.at(n + 1))?);
        }
        let whole = match panels.len() {
            1 => panels.remove(0),
            _ => Value::Array(panels),
        };
        Ok(format!("{whole}\n"))
    }
}

/// The panels of a file: one, or a list of them, some of which may be damaged. Files of other programs have
/// a `grid`, too, but none whose places have a `type`.
fn panels(value: &Value) -> Option<Vec<&Value>> {
    let has_type = |place: &Value| place.get("type").is_some_and(Value::is_string);
    let column = |column: &Value| column.as_array().is_some_and(|all| all.iter().any(has_type));
    let grid = |value: &Value| value.get("grid")?.as_array().map(|grid| grid.iter().any(column));
    let one = |value: &&Value| grid(value).unwrap_or_default();
    let all: Vec<&Value> = match value {
        Value::Array(list) => list.iter().collect(),
        one => vec![one],
    };
    all.iter().any(one).then_some(all)
}

fn read(panel: &Map<String, Value>) -> Result<Level, FormatFault> {
    if panel.get("pillar").and_then(Value::as_bool) == Some(true) {
        return Err("panels round a pillar are not part of the rules".into());
    }
    let symmetry = match panel.get("symmetry").filter(|symmetry| !symmetry.is_null()) {
        Some(two) => Some(symmetry(two).ok_or_else(|| format!("there is no symmetry {two}"))?),
        None => None,
    };
    let grid: Vec<&Vec<Value>> = panel
        .get("grid")
        .and_then(Value::as_array)
        .map(|columns| columns.iter().filter_map(Value::as_array).collect())
        .unwrap_or_default();
    let height = grid.first().map_or(0, |column| column.len());
    let half = |side: usize| u16::try_from(side / 2).ok().filter(|_| side >= 3 && side % 2 == 1);
    let (Some(cols), Some(rows)) = (half(grid.len()), half(height)) else {
        return Err("the grid is not one of corners, edges and cells".into());
    };
    if usize::from(cols) > LARGEST || usize::from(rows) > LARGEST {
        return Err(format!("panels have at most {LARGEST}x{LARGEST} cells").into());
    }
    if let Some(x) = grid.iter().position(|column| column.len() != height) {
        return Err(format!("grid[{x}] is not as long as grid[0]").into());
    }
    let mut level = Level::open("witness", Board { cols, rows, tray: 0 });
    if let Some(name) = panel.get("name").and_then(Value::as_str) {
        level.title = name.to_owned();
    }
    let all = || grid.iter().flat_map(|column| column.iter()).filter_map(Value::as_object);
    let one = |name: &str| all().filter(|entity| is_set(entity, name).is_some()).count() == 1;
    let panel = Around {
        board: level.board,
        symmetry,
        one_start: symmetry.is_none() && one("start"),
        one_end: symmetry.is_none() && one("end"),
    };
    let mut colours = Colours::default();
    for (x, column) in grid.iter().enumerate() {
        for (y, value) in column.iter().enumerate() {
            let site = lattice_site(x, y);
            let pieces = pieces(value, site, panel, &mut colours)
                .map_err(|why| format!("grid[{x}][{y}], {}: {why}", site.name()))?;
            if let Some(mark) = pieces.and_then(PanelSymbol::mark) {
                level.paint(site, Some(mark));
            }
        }
    }
    Ok(level)
}

/// The symmetry of two lines.
fn symmetry(two: &Value) -> Option<PanelSymmetry> {
    let is = |name: &str| two.get(name)?.as_bool();
    match (is("x")?, is("y")?) {
        (true, false) => Some(PanelSymmetry::Columns),
        (false, true) => Some(PanelSymmetry::Rows),
        (true, true) => Some(PanelSymmetry::Half),
        (false, false) => None,
    }
}

/// The context that a place's symbols depend on.
#[derive(Clone, Copy)]
struct Around {
    board: Board,
    symmetry: Option<PanelSymmetry>,
    /// There is exactly one start, and exactly one end.
    one_start: bool,
    one_end: bool,
}

/// A field with content.
fn is_set<'a>(entity: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    entity.get(name).filter(|value| !value.is_null() && **value != false)
}

/// The symbol of a place; `None` for an empty one.
fn pieces(
    value: &Value,
    site: Site,
    panel: Around,
    colours: &mut Colours,
) -> Result<Option<PanelSymbol>, FormatFault> {
    let Some(entity) = value.as_object() else { return Ok(None) };
    match (entity.get("type").and_then(Value::as_str), site.place) {
        (None, _) => Ok(None),
        (Some(kind), Place::Cell) => on_cell(kind, entity, colours),
        (Some("line"), _) => on_line(entity, site, panel),
        (Some(kind), _) => Err(format!("a `{kind}` cannot stand here").into()),
    }
}

fn on_cell(
    kind: &str,
    entity: &Map<String, Value>,
    colours: &mut Colours,
) -> Result<Option<PanelSymbol>, FormatFault> {
    let colour = || entity.get("color").and_then(Value::as_str);
    let number = |name: &str| entity.get(name).and_then(Value::as_u64);
    Ok(Some(match kind {
        "square" => PanelSymbol::Square(colours.read(colour())?),
        "star" => PanelSymbol::Star(colours.read(colour())?),
        "triangle" => {
            let n = number("count").unwrap_or(1);
            let n = u8::try_from(n).ok().filter(|n| PanelSymbol::TRIANGLES.contains(n));
            let n = n.ok_or_else(|| "a triangle of other than 1 to 4 edges".to_owned())?;
            PanelSymbol::Triangle(colours.read(colour())?, n)
        }
        "poly" | "ylop" => {
            let bits = number("polyshape").unwrap_or(0);
            if bits & !(TURNS | 0xFFFF) != 0 {
                return Err(format!("polyshape {bits} holds more than squares and turning").into());
            }
            let squares =
                (0..16u8).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / 4, bit % 4));
            let shape =
                Polyomino::of(squares).ok_or_else(|| "a polyomino without squares".to_owned())?;
            let (colour, free) = (colours.read(colour())?, bits & TURNS != 0);
            match kind {
                "ylop" => PanelSymbol::Hollow { colour, shape, free },
                _ => PanelSymbol::Poly { colour, shape, free },
            }
        }
        "nega" => PanelSymbol::Eraser(colours.read(colour().or(Some("white")))?),
        // The site's editor leaves these in place of a removed symbol.
        "nonce" | "line" => return Ok(None),
        kind => return Err(format!("`{kind}` is not part of the rules").into()),
    }))
}

fn on_line(
    entity: &Map<String, Value>,
    site: Site,
    panel: Around,
) -> Result<Option<PanelSymbol>, FormatFault> {
    let set = |name: &str| is_set(entity, name);
    let number = |name: &str| set(name).and_then(Value::as_i64).filter(|n| *n != 0);
    let mut found = Vec::new();
    match number("gap") {
        None => {}
        Some(MISSING) if on_rim(site, panel.board) => {
            return Err("an edge that is missing from the rim is not part of the rules".into());
        }
        Some(BROKEN) => found.push(PanelSymbol::Gap),
        Some(MISSING) => found.push(PanelSymbol::Missing),
        Some(n) => return Err(format!("a gap of kind {n} is not part of the rules").into()),
    }
    match number("dot") {
        None => {}
        // The fourth kind is invisible.
        Some(1 | 4) => found.push(PanelSymbol::Dot),
        Some(2) => found.push(PanelSymbol::StrandDot(Strand::Blue)),
        Some(3) => found.push(PanelSymbol::StrandDot(Strand::Yellow)),
        Some(n) => return Err(format!("a dot of kind {n} is not part of the rules").into()),
    }
    if set("start").is_some() {
        found.push(panel.symmetry.map_or(PanelSymbol::Start, PanelSymbol::TwinStart));
    }
    if let Some(side) = set("end") {
        let known = SIDES.iter().find(|(name, _)| side.as_str() == Some(name));
        let (_, side) = known.ok_or_else(|| format!("an end cannot point {side}"))?;
        found.push(PanelSymbol::End(Some(*side)));
    }
    if found == [PanelSymbol::Dot, PanelSymbol::Start] {
        found = vec![PanelSymbol::DottedStart];
    }
    if found.len() > 1 {
        // The line starts and ends there without a mark, too.
        let Board { cols, rows, .. } = panel.board;
        found.retain(|piece| match piece {
            PanelSymbol::Start => !panel.one_start || site != vertex(0, rows),
            PanelSymbol::End(_) => !panel.one_end || site != vertex(cols, 0),
            _ => true,
        });
    }
    match found.as_slice() {
        [] => Ok(None),
        [one] if one.is_start_or_end() && site.place != Place::Vertex => {
            Err("a start or an end in the middle of an edge is not part of the rules".into())
        }
        [PanelSymbol::Gap | PanelSymbol::Missing] if site.place == Place::Vertex => {
            Err("a broken corner is not part of the rules".into())
        }
        [one] => Ok(Some(*one)),
        _ => Err("several symbols on one place are not part of the rules".into()),
    }
}

const SIDES: [(&str, Side); 4] =
    [("top", Side::North), ("right", Side::East), ("bottom", Side::South), ("left", Side::West)];

fn on_rim(edge: Site, board: Board) -> bool {
    match edge.place {
        Place::HEdge => edge.row == 0 || edge.row == board.rows,
        _ => edge.col == 0 || edge.col == board.cols,
    }
}

/// The file's colours, each with the nearest of ours, all different.
#[derive(Default)]
struct Colours(Vec<(String, Colour)>);

impl Colours {
    fn read(&mut self, name: Option<&str>) -> Result<Colour, FormatFault> {
        let name = name.unwrap_or("black").trim().to_lowercase();
        if let Some((_, colour)) = self.0.iter().find(|(known, _)| *known == name) {
            return Ok(*colour);
        }
        let look = look(&name).ok_or_else(|| format!("`{name}` is not a colour"))?;
        let far = |other: [u8; 3]| -> i32 {
            look.iter().zip(other).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum()
        };
        let nearest = LOOKS.iter().min_by_key(|(_, other)| far(*other)).map_or("black", |(n, _)| n);
        let colour = Colour::all().find(|colour| colour.name() == nearest).unwrap_or(Colour::BLACK);
        if let Some((other, _)) = self.0.iter().find(|(_, known)| *known == colour) {
            return Err(format!("`{name}` and `{other}` would both be {nearest} here").into());
        }
        self.0.push((name, colour));
        Ok(colour)
    }
}

/// Red, green and blue of a name, of `#rgb` or of `#rrggbb`.
fn look(name: &str) -> Option<[u8; 3]> {
    let named = LOOKS.iter().chain(&OTHER_NAMES).find(|(known, _)| *known == name);
    if let Some((_, look)) = named {
        return Some(*look);
    }
    let hex = name.strip_prefix('#')?;
    let part =
        |from: usize, length: usize| u8::from_str_radix(hex.get(from..from + length)?, 16).ok();
    match hex.len() {
        3 => Some([part(0, 1)? * 17, part(1, 1)? * 17, part(2, 1)? * 17]),
        6 => Some([part(0, 2)?, part(2, 2)?, part(4, 2)?]),
        _ => None,
    }
}

fn write(level: &Level) -> Result<Value, FormatFault> {
    let Board { cols, rows, .. } = level.board;
    let (width, height) = (usize::from(cols) * 2 + 1, usize::from(rows) * 2 + 1);
    let panel = Panel::of(level);
    // Dots of one of two lines become a mark there, and a place holds only one.
    let plain = |piece: PanelSymbol| piece.is_start_or_end() && piece != PanelSymbol::DottedStart;
    let crowded = panel.crowded(level, &plain).filter(|_| panel.symmetry.is_some());
    if let Some(site) = crowded {
        return Err(format!(
            "{}: one of two lines starts or ends here, and there is no place for a second symbol",
            site.name()
        )
        .into());
    }
    let mut grid = Vec::new();
    for x in 0..width {
        let mut column = Vec::new();
        for y in 0..height {
            let site = lattice_site(x, y);
            let piece = level.mark(site).map(PanelSymbol::read).transpose()?;
            let entity = written(piece, site, &panel);
            column.push(entity.map_err(|why| format!("{}: {why}", site.name()))?);
        }
        grid.push(Value::Array(column));
    }
    let mut whole = json!({ "grid": grid, "width": width, "height": height, "pillar": false, "name": level.title });
    if panel.pieces.values().any(|piece| matches!(piece, PanelSymbol::Hollow { .. })) {
        // As in the game; the site needs this option for it.
        whole["settings"] = json!({ "SHAPELESS_ZERO_POLY": true });
    }
    if let Some(symmetry) = panel.symmetry {
        let (x, y) = (symmetry != PanelSymmetry::Rows, symmetry != PanelSymmetry::Columns);
        whole["symmetry"] = json!({ "x": x, "y": y });
    }
    Ok(whole)
}

fn written(piece: Option<PanelSymbol>, site: Site, panel: &Panel) -> Result<Value, FormatFault> {
    let mut line = json!({ "type": "line", "line": 0 });
    if site.place != Place::Cell {
        if panel.starts.contains(&site) {
            line["start"] = json!(true);
        }
        if let Some(side) = panel.ends.get(&site) {
            let side = side.or(panel.end_side(site)).unwrap_or(Side::East);
            let name = SIDES.iter().find(|(_, known)| *known == side).map(|(name, _)| name);
            line["end"] = json!(name);
        }
        match piece {
            Some(PanelSymbol::Dot | PanelSymbol::DottedStart) => line["dot"] = json!(1),
            Some(PanelSymbol::StrandDot(strand)) => {
                line["dot"] = json!(if strand == Strand::Blue { 2 } else { 3 });
            }
            Some(PanelSymbol::Gap) => line["gap"] = json!(BROKEN),
            Some(PanelSymbol::Missing)
                if site.place == Place::Vertex || on_rim(site, panel.board) =>
            {
                let why = "witnesspuzzles.com lets edges inside a panel be missing, and no others";
                return Err(why.into());
            }
            Some(PanelSymbol::Missing) => line["gap"] = json!(MISSING),
            _ => {}
        }
        return Ok(line);
    }
    let symbol =
        |kind: &str, colour: Colour| json!({ "type": kind, "color": colour.name(), "line": 0 });
    Ok(match piece {
        Some(PanelSymbol::Square(colour)) => symbol("square", colour),
        Some(PanelSymbol::Star(colour)) => symbol("star", colour),
        Some(PanelSymbol::Triangle(colour, n)) => {
            let mut triangle = symbol("triangle", colour);
            triangle["count"] = json!(n);
            triangle
        }
        Some(PanelSymbol::Poly { shape, .. } | PanelSymbol::Hollow { shape, .. })
            if !shape.is_small() =>
        {
            return Err("witnesspuzzles.com has no polyomino that fits into no 4x4 squares".into());
        }
        Some(PanelSymbol::Eraser(colour)) => symbol("nega", colour),
        Some(
            piece @ (PanelSymbol::Poly { colour, shape, free }
            | PanelSymbol::Hollow { colour, shape, free }),
        ) => {
            let squares = shape.cells().map(|(x, y)| 1u64 << (4 * x + y));
            let bits = squares.fold(if free { TURNS } else { 0 }, |bits, square| bits | square);
            let hollow = matches!(piece, PanelSymbol::Hollow { .. });
            let mut poly = symbol(if hollow { "ylop" } else { "poly" }, colour);
            poly["polyshape"] = json!(bits);
            poly
        }
        Some(PanelSymbol::Rule(..)) => {
            return Err("witnesspuzzles.com has no kinds that count symbols".into());
        }
        // Marks on lines were written above.
        _ => Value::Null,
    })
}
