//! Links of Windmill panels, one a line: the address of its editor, then a code, which is base64 of a
//! protocol buffer and `_0`. A code alone is read as well. Source: `src/grid.proto` and `src/grid.js` of
//! thefifthmatt/windmill-client.
//!
//! `Storage { width = 1, repeated Entity entity = 2, symmetry = 3 }`; `Entity { type = 1, color = 2,
//! orientation = 3, shape = 4, count = 5, triangle_count = 6 }`, where `count` repeats an entity. `width` is
//! twice the columns and one; entities go row by row over corners, edges and cells. Read and written here
//! rather than by a library, because a code should be written back exactly as it was read, including zero
//! fields. Symbols without a rule here are rejected by name.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::panel::{Panel, lattice_site};
use crate::piece::{Colour, PanelSymbol, Polyomino, Side};
use crate::reading::{self, PanelReading};
use crate::twin::PanelSymmetry;
use foolproof_game::{Format, FormatError, FormatFault, first_link, read_lines, write_lines};
use foolproof_level::{Board, Level, Place, Site};

pub(crate) struct Windmill;

/// The address that opens a code.
const ADDRESS: &str = "https://windmill.thefifthmatt.com/build/";
/// The host of Windmill, however its address begins.
const HOST: &str = "windmill.thefifthmatt.com/";
/// First character of a code without an address: the width is its first field.
const FIRST: char = 'C';
/// Least number of letters of the code of a panel with one cell.
const SHORTEST: usize = 8;
/// Suffix of a code.
const ENDING: &str = "_0";
/// Rows and columns of the largest board.
const LARGEST: usize = 10;

/// Colours of Windmill, from number 1.
const COLOURS: [&str; 9] =
    ["black", "white", "cyan", "magenta", "yellow", "red", "green", "blue", "orange"];

/// Symmetries of two lines, by Windmill's numbers.
const SYMMETRIES: [(u64, PanelSymmetry); 3] =
    [(2, PanelSymmetry::Columns), (3, PanelSymmetry::Rows), (4, PanelSymmetry::Half)];

/// Types of entities that a panel here can have.
const NONE: u64 = 1;
const START: u64 = 3;
const END: u64 = 4;
const DISJOINT: u64 = 5;
const HEXAGON: u64 = 6;
const SQUARE: u64 = 7;
const STAR: u64 = 8;
const TETRIS: u64 = 9;
const ERROR: u64 = 10;
const TRIANGLE: u64 = 11;

impl Format for Windmill {
    fn id(&self) -> &'static str {
        "windmill"
    }

    fn name(&self) -> &'static str {
        "Windmill link"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["txt", "windmill"]
    }

    fn recognises(&self, text: &str) -> bool {
        let base64 = |c: char| c.is_ascii_alphanumeric() || "+/=-_%".contains(c);
        first_link(text).is_some_and(|link| {
            link.contains(HOST)
                || code_of(link).is_some_and(|code| {
                    code.starts_with(FIRST) && code.len() >= SHORTEST && code.chars().all(base64)
                })
        })
    }

    fn is_link(&self) -> bool {
        true
    }

    fn reads_otherwise(&self, level: &Level) -> Option<String> {
        reading::reads_otherwise(level, PanelReading::Windmill, "Windmill")
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        read_lines(text, "Panel", "there is no code", |number, line| {
            let code = code_of(line).ok_or_else(|| no_code(line).into());
            code.and_then(read).map_err(|why: FormatFault| why.at(number))
        })
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| Ok(format!("{ADDRESS}{}", write(level)?)))
    }
}

/// The base64 of a line, which may be an address that ends with a code, with a query or a fragment.
fn code_of(line: &str) -> Option<&str> {
    let address = line.trim().split(['?', '#']).next()?;
    address.trim_end_matches('/').rsplit('/').next()?.strip_suffix(ENDING)
}

/// The reason why a line has no code.
fn no_code(line: &str) -> String {
    match line.contains(HOST) {
        // Links to published panels contain the name under which the site's server knows them.
        true => format!(
            "this link only names a published panel; open it in a browser, choose Edit, and copy the \
             link that ends with {ENDING}"
        ),
        false => format!("a Windmill code ends with {ENDING}"),
    }
}

/// A field of a message: a number, or the bytes of a message inside.
enum MessageField<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message in their order, with their numbers.
fn fields(mut bytes: &[u8]) -> Result<Vec<(u64, MessageField<'_>)>, FormatFault> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        let field = match tag & 7 {
            0 => MessageField::Number(varint(&mut bytes)?),
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).unwrap_or(usize::MAX);
                let (inside, rest) = bytes.split_at_checked(length).ok_or_else(cut_off)?;
                bytes = rest;
                MessageField::Bytes(inside)
            }
            _ => return Err("the code holds something that no panel has".into()),
        };
        found.push((tag >> 3, field));
    }
    Ok(found)
}

fn cut_off() -> String {
    "the code is cut off".to_owned()
}

fn varint(bytes: &mut &[u8]) -> Result<u64, FormatFault> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or_else(cut_off)?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err("the code holds a number that is too large".into())
}

/// An entity of a code.
#[derive(Clone, Debug, Default)]
struct Entity {
    kind: u64,
    colour: u64,
    orientation: Option<(i64, i64)>,
    shape: Option<ShapeMessage>,
    count: u64,
    triangles: u64,
}

#[derive(Clone, Debug, Default)]
struct ShapeMessage {
    width: u64,
    grid: Vec<bool>,
    free: bool,
    negative: bool,
}

/// A signed number, folded so that small ones are short.
fn unfold(number: u64) -> i64 {
    let half = i64::try_from(number >> 1).unwrap_or(i64::MAX);
    if number & 1 == 1 { -half - 1 } else { half }
}

fn fold(number: i64) -> u64 {
    number.unsigned_abs() * 2 - u64::from(number < 0)
}

fn entity(bytes: &[u8]) -> Result<Entity, FormatFault> {
    let mut entity = Entity::default();
    for (number, field) in fields(bytes)? {
        match (number, field) {
            (1, MessageField::Number(kind)) => entity.kind = kind,
            (2, MessageField::Number(colour)) => entity.colour = colour,
            (3, MessageField::Bytes(inside)) => {
                let (mut across, mut down) = (0, 0);
                for (number, field) in fields(inside)? {
                    match (number, field) {
                        (1, MessageField::Number(value)) => across = unfold(value),
                        (2, MessageField::Number(value)) => down = unfold(value),
                        _ => {}
                    }
                }
                entity.orientation = Some((across, down));
            }
            (4, MessageField::Bytes(inside)) => entity.shape = Some(shape(inside)?),
            (5, MessageField::Number(count)) => entity.count = count,
            (6, MessageField::Number(count)) => entity.triangles = count,
            _ => {}
        }
    }
    Ok(entity)
}

fn shape(bytes: &[u8]) -> Result<ShapeMessage, FormatFault> {
    let mut shape = ShapeMessage::default();
    for (number, field) in fields(bytes)? {
        match (number, field) {
            (1, MessageField::Number(width)) => shape.width = width,
            (2, MessageField::Bytes(grid)) => shape.grid.extend(grid.iter().map(|bit| *bit != 0)),
            (2, MessageField::Number(bit)) => shape.grid.push(bit != 0),
            (3, MessageField::Number(free)) => shape.free = free != 0,
            (4, MessageField::Number(negative)) => shape.negative = negative != 0,
            _ => {}
        }
    }
    Ok(shape)
}

fn read(code: &str) -> Result<Level, FormatFault> {
    // Chat programs encode the padding of a code differently.
    let standard = code.replace("%3D", "=").replace("%3d", "=").replace('_', "/").replace('-', "+");
    let bytes =
        STANDARD.decode(standard).map_err(|error| format!("the code is not base64: {error}"))?;
    let (mut width, mut entities, mut symmetry) = (0usize, Vec::new(), None);
    for (number, field) in fields(&bytes)? {
        match (number, field) {
            (1, MessageField::Number(value)) => {
                width = usize::try_from(value).unwrap_or(usize::MAX)
            }
            (2, MessageField::Bytes(inside)) => {
                let entity = entity(inside)?;
                let count = usize::try_from(entity.count.max(1)).unwrap_or(usize::MAX);
                if entities.len() + count.min(1000) > (2 * LARGEST + 1).pow(2) {
                    return Err(format!("panels have at most {LARGEST}x{LARGEST} cells").into());
                }
                entities.extend(std::iter::repeat_n(entity, count));
            }
            (3, MessageField::Number(0 | 1)) => {}
            (3, MessageField::Number(number)) => {
                let known = SYMMETRIES.iter().find(|(known, _)| *known == number);
                let (_, known) = known.ok_or_else(|| format!("there is no symmetry {number}"))?;
                symmetry = Some(*known);
            }
            _ => {}
        }
    }
    let (cols, rows) = size(width, entities.len())?;
    let mut level = Level::open("witness", Board { cols, rows, tray: 0 });
    PanelReading::Windmill.set(&mut level);
    for (n, entity) in entities.iter().enumerate() {
        let site = site_of(n, width);
        let piece = piece(entity, site).map_err(|why| format!("{}: {why}", site.name()))?;
        let piece = match (piece, symmetry) {
            (Some(PanelSymbol::Start), Some(symmetry)) => Some(PanelSymbol::TwinStart(symmetry)),
            (piece, _) => piece,
        };
        if let Some(mark) = piece.and_then(PanelSymbol::mark) {
            level.paint(site, Some(mark));
        }
    }
    Ok(level)
}

/// Columns and rows of a lattice of this width with this many entities.
fn size(width: usize, entities: usize) -> Result<(u16, u16), FormatFault> {
    let rows = entities.checked_div(width).filter(|rows| rows * width == entities);
    let half = |side: usize| u16::try_from(side / 2).ok().filter(|_| side >= 3 && side % 2 == 1);
    match (half(width), rows.and_then(half)) {
        (Some(cols), Some(rows))
            if usize::from(cols) <= LARGEST && usize::from(rows) <= LARGEST =>
        {
            Ok((cols, rows))
        }
        (Some(_), Some(_)) => Err(format!("panels have at most {LARGEST}x{LARGEST} cells").into()),
        _ => Err("the code's parts make no grid of corners, edges and cells".into()),
    }
}

fn site_of(number: usize, width: usize) -> Site {
    lattice_site(number % width, number / width)
}

fn colour(number: u64, usual: Colour) -> Result<Colour, FormatFault> {
    let Some(number) = usize::try_from(number).ok().and_then(|number| number.checked_sub(1)) else {
        return Ok(usual);
    };
    COLOURS
        .get(number)
        .and_then(|name| Colour::all().find(|colour| colour.name() == *name))
        .ok_or_else(|| format!("there is no colour {}", number + 1).into())
}

/// The symbol of an entity; `None` for an empty place.
fn piece(entity: &Entity, site: Site) -> Result<Option<PanelSymbol>, FormatFault> {
    let cell = site.place == Place::Cell;
    Ok(Some(match (entity.kind, site.place) {
        (0 | 2, _) => return Ok(None),
        (START, Place::Vertex) => PanelSymbol::Start,
        (END, Place::Vertex) => PanelSymbol::End(match entity.orientation {
            None => None,
            Some((-1, 0)) => Some(Side::West),
            Some((1, 0)) => Some(Side::East),
            Some((0, -1)) => Some(Side::North),
            Some((0, 1)) => Some(Side::South),
            Some(_) => return Err("an end that points in no direction".into()),
        }),
        (DISJOINT, Place::HEdge | Place::VEdge) => PanelSymbol::Gap,
        // An invisible cell is still a cell.
        (NONE, _) if cell => return Ok(None),
        (NONE, _) => PanelSymbol::Missing,
        (HEXAGON, Place::HEdge | Place::VEdge | Place::Vertex) => PanelSymbol::Dot,
        (SQUARE, _) if cell => PanelSymbol::Square(colour(entity.colour, Colour::BLACK)?),
        (STAR, _) if cell => PanelSymbol::Star(colour(entity.colour, Colour::BLACK)?),
        (TRIANGLE, _) if cell => {
            let n = entity.triangles.max(1);
            let n = u8::try_from(n).ok().filter(|n| PanelSymbol::TRIANGLES.contains(n));
            let n = n.ok_or_else(|| "a triangle that counts more than 4 edges".to_owned())?;
            PanelSymbol::Triangle(colour(entity.colour, Colour::ORANGE)?, n)
        }
        (TETRIS, _) if cell => {
            let shape = entity.shape.clone().unwrap_or_default();
            let (negative, width) = (shape.negative, shape.width);
            let width = usize::try_from(width).unwrap_or(usize::MAX).max(1);
            let squares = shape.grid.iter().enumerate().filter(|(_, bit)| **bit);
            let squares = squares.map(|(n, _)| {
                let at = |place: usize| u8::try_from(place).unwrap_or(u8::MAX);
                (at(n % width), at(n / width))
            });
            let shape = Polyomino::of(squares).map(|polyomino| (polyomino, shape.free));
            let (polyomino, free) =
                shape.ok_or_else(|| "a polyomino that fits on no panel".to_owned())?;
            let usual = if negative { Colour::BLUE } else { Colour::YELLOW };
            let (colour, shape) = (colour(entity.colour, usual)?, polyomino);
            match negative {
                true => PanelSymbol::Hollow { colour, shape, free },
                false => PanelSymbol::Poly { colour, shape, free },
            }
        }
        (ERROR, _) if cell => PanelSymbol::Eraser(colour(entity.colour, Colour::WHITE)?),
        (START | END, Place::HEdge | Place::VEdge) => {
            return Err(
                "a start or an end in the middle of an edge is not part of the rules".into()
            );
        }
        (kind, _) => return Err(format!("a symbol of type {kind} cannot stand here").into()),
    }))
}

/// A message being written.
#[derive(Default)]
struct MessageWriter(Vec<u8>);

impl MessageWriter {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            // Each byte holds seven bits.
            self.0.push(u8::try_from(value & 0x7F).unwrap_or(0) | 0x80);
            value >>= 7;
        }
        self.0.push(u8::try_from(value).unwrap_or(0));
    }

    fn number(&mut self, field: u64, value: u64) {
        self.varint(field << 3);
        self.varint(value);
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

fn write(level: &Level) -> Result<String, FormatFault> {
    let Board { cols, rows, .. } = level.board;
    let (width, height) = (usize::from(cols) * 2 + 1, usize::from(rows) * 2 + 1);
    let panel = Panel::of(level);
    if let Some(site) = panel.crowded(level, &PanelSymbol::is_start_or_end) {
        return Err(format!(
            "{}: the line starts or ends here, and Windmill has no place for a second symbol",
            site.name()
        )
        .into());
    }
    let mut storage = MessageWriter::default();
    storage.number(1, width as u64);
    let mut empty = 0u64;
    for n in 0..width * height {
        let site = site_of(n, width);
        // Starts and ends without a mark are written too: Windmill has no default.
        let end = || panel.ends.get(&site).map(|side| PanelSymbol::End(*side));
        let default = match panel.starts.contains(&site) {
            true => Some(PanelSymbol::Start),
            false => end(),
        };
        let piece = match level.mark(site) {
            Some(mark) => Some(PanelSymbol::read(mark)?),
            None => default,
        };
        let Some(piece) = piece else {
            empty += 1;
            continue;
        };
        flush(&mut storage, &mut empty);
        let entity = written(piece).map_err(|why| format!("{}: {why}", site.name()))?;
        storage.bytes(2, &entity.0);
    }
    flush(&mut storage, &mut empty);
    let number = SYMMETRIES.iter().find(|(_, known)| Some(*known) == panel.symmetry);
    if let Some((number, _)) = number {
        storage.number(3, *number);
    }
    let code = STANDARD.encode(storage.0).replace('/', "_").replace('+', "-");
    Ok(format!("{code}{ENDING}"))
}

/// Writes the empty places since the last symbol as one entity.
fn flush(storage: &mut MessageWriter, empty: &mut u64) {
    let mut entity = MessageWriter::default();
    match std::mem::take(empty) {
        0 => return,
        1 => {}
        count => entity.number(5, count),
    }
    storage.bytes(2, &entity.0);
}

fn written(piece: PanelSymbol) -> Result<MessageWriter, FormatFault> {
    let mut entity = MessageWriter::default();
    match piece {
        PanelSymbol::Start | PanelSymbol::TwinStart(_) => entity.number(1, START),
        PanelSymbol::DottedStart => return Err("Windmill has no start with a dot".into()),
        PanelSymbol::End(side) => {
            entity.number(1, END);
            if let Some(side) = side {
                let (across, down) = side.step();
                let mut orientation = MessageWriter::default();
                orientation.number(1, fold(across.into()));
                orientation.number(2, fold(down.into()));
                entity.bytes(3, &orientation.0);
            }
        }
        PanelSymbol::Gap => entity.number(1, DISJOINT),
        PanelSymbol::Missing => entity.number(1, NONE),
        PanelSymbol::Dot => entity.number(1, HEXAGON),
        PanelSymbol::Square(colour) => {
            entity.number(1, SQUARE);
            entity.number(2, tint(colour));
        }
        PanelSymbol::Star(colour) => {
            entity.number(1, STAR);
            entity.number(2, tint(colour));
        }
        PanelSymbol::Triangle(colour, n) => {
            entity.number(1, TRIANGLE);
            if colour != Colour::ORANGE {
                entity.number(2, tint(colour));
            }
            if n > 1 {
                entity.number(6, u64::from(n));
            }
        }
        PanelSymbol::StrandDot(_) => {
            return Err("Windmill has no dots of one of two lines".into());
        }
        PanelSymbol::Eraser(colour) => {
            entity.number(1, ERROR);
            if colour != Colour::WHITE {
                entity.number(2, tint(colour));
            }
        }
        PanelSymbol::Poly { colour, shape, free } => {
            entity.number(1, TETRIS);
            if colour != Colour::YELLOW {
                entity.number(2, tint(colour));
            }
            entity.bytes(4, &shape_message(shape, free, false).0);
        }
        PanelSymbol::Hollow { colour, shape, free } => {
            entity.number(1, TETRIS);
            if colour != Colour::BLUE {
                entity.number(2, tint(colour));
            }
            entity.bytes(4, &shape_message(shape, free, true).0);
        }
        PanelSymbol::Rule(..) => return Err("Windmill has no kinds that count symbols".into()),
    }
    Ok(entity)
}

/// The number of a colour.
fn tint(colour: Colour) -> u64 {
    let at = COLOURS.iter().position(|name| *name == colour.name());
    at.map_or(1, |at| at as u64 + 1)
}

fn shape_message(shape: Polyomino, free: bool, negative: bool) -> MessageWriter {
    let squares: Vec<(u8, u8)> = shape.cells().collect();
    let mut grid = Vec::new();
    for y in 0..shape.height() {
        grid.extend((0..shape.width()).map(|x| u8::from(squares.contains(&(x, y)))));
    }
    let mut inside = MessageWriter::default();
    inside.number(1, u64::from(shape.width()));
    inside.bytes(2, &grid);
    for (field, _) in [(3, free), (4, negative)].into_iter().filter(|(_, is)| *is) {
        inside.number(field, 1);
    }
    inside
}
