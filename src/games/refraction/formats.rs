//! The level format of the infinite-refraction generator: a JSON object a line, 10x10 cells,
//! `pos = x + 10*y`, and the reference beams of a solution as pairs of cells.
//!
//! Movable pieces go to the tray; those that the reference beams touch, at their `pos`, become the
//! intended solution where the rules accept it. Knows `level` and the pieces.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::judge;
use super::piece::{Piece, Ports, Side, power};
use crate::games::{Format, FormatError, Verdict};
use crate::level::{Board, Level, Place, Play, Site};

const SIDE: u16 = 10;

pub struct InfiniteRefraction;

#[derive(Serialize, Deserialize)]
struct Line {
    level: LevelPart,
    #[serde(default)]
    label: Vec<Value>,
    #[serde(default)]
    extra: Extra,
}

#[derive(Serialize, Deserialize)]
struct LevelPart {
    ltype: String,
    data: Data,
    #[serde(default)]
    fver: Value,
}

#[derive(Serialize, Deserialize)]
struct Data {
    #[serde(default)]
    gver: Value,
    pieces: Vec<PieceFile>,
}

#[derive(Default, Serialize, Deserialize)]
struct Extra {
    #[serde(default)]
    lasers: Vec<Laser>,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
struct Laser {
    s: u16,
    e: u16,
}

#[derive(Serialize, Deserialize)]
struct Fraction {
    num: i64,
    den: i64,
}

#[derive(Default, Serialize, Deserialize)]
struct PieceFile {
    #[serde(rename = "type")]
    kind: String,
    pos: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outputs: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<Fraction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mobility: Option<String>,
}

/// Labels of the source file are kept in the notes behind this word, so that nothing is lost.
const LABELS: &str = "labels: ";

impl Format for InfiniteRefraction {
    fn id(&self) -> &'static str {
        "infinite-refraction"
    }

    fn name(&self) -> &'static str {
        "Infinite Refraction (a level a line)"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt", "jsonl", "json"]
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        first.trim_start().starts_with('{') && first.contains("\"ltype\"")
    }

    fn read(&self, text: &str) -> Result<Vec<Level>, FormatError> {
        let mut levels = Vec::new();
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let parsed: Line = serde_json::from_str(line).map_err(|error| FormatError {
                line: n + 1,
                column: error.column(),
                why: error.to_string().split(" at line ").next().unwrap_or_default().to_owned(),
            })?;
            let mut level =
                read_level(parsed).map_err(|why| FormatError { line: n + 1, column: 1, why })?;
            level.title = format!("Level {}", levels.len() + 1);
            levels.push(level);
        }
        if levels.is_empty() {
            return Err(FormatError { line: 1, column: 1, why: "there is no level".to_owned() });
        }
        Ok(levels)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let mut text = String::new();
        for (n, level) in levels.iter().enumerate() {
            let line =
                write_level(level).map_err(|why| FormatError { line: n + 1, column: 1, why })?;
            text.push_str(&serde_json::to_string(&line).map_err(|error| FormatError {
                line: n + 1,
                column: 1,
                why: error.to_string(),
            })?);
            text.push('\n');
        }
        Ok(text)
    }
}

fn site(pos: u16) -> Result<Site, String> {
    if pos < SIDE * SIDE {
        Ok(Site::cell(pos % SIDE, pos / SIDE))
    } else {
        Err(format!("`pos` {pos} is off the board of {SIDE}x{SIDE}"))
    }
}

fn position(site: Site) -> u16 {
    site.col + SIDE * site.row
}

fn side(text: Option<&String>, field: &str) -> Result<Side, String> {
    let text = text.ok_or_else(|| format!("`{field}` is missing"))?;
    let mut letters = text.chars();
    match (letters.next().and_then(Side::from_letter), letters.next()) {
        (Some(side), None) => Ok(side),
        _ => Err(format!("`{field}`: `{text}` is no direction; they are n, e, s and w")),
    }
}

fn ports(texts: Option<&Vec<String>>, field: &str) -> Result<Ports, String> {
    let texts = texts.ok_or_else(|| format!("`{field}` is missing"))?;
    let sides = texts.iter().map(|text| side(Some(text), field)).collect::<Result<Vec<_>, _>>()?;
    let ports = Ports::of(sides);
    if ports.len() == texts.len() {
        Ok(ports)
    } else {
        Err(format!("`{field}` names a side twice"))
    }
}

fn read_piece(file: &PieceFile) -> Result<Piece, String> {
    let value = || match &file.value {
        Some(Fraction { num, den }) => power(*num, *den),
        None => Err("`value` is missing".to_owned()),
    };
    let output = || side(file.output.as_ref(), "output");
    let input = || side(file.input.as_ref(), "input");
    let piece = match file.kind.as_str() {
        "blocker" => Piece::Blocker,
        "source" => Piece::Source { out: output()?, power: value()? },
        "target" => Piece::Target { ins: ports(file.inputs.as_ref(), "inputs")?, power: value()? },
        "bender" => Piece::Bender { input: input()?, out: output()? },
        "splitter" => {
            Piece::Splitter { input: input()?, outs: ports(file.outputs.as_ref(), "outputs")? }
        }
        "combiner" => {
            Piece::Combiner { ins: ports(file.inputs.as_ref(), "inputs")?, out: output()? }
        }
        other => return Err(format!("there is no piece of type `{other}` in Refraction")),
    };
    if piece.is_movable() && file.mobility.as_deref().is_some_and(|word| word != "movable") {
        return Err(format!("a {} that cannot be moved is outside the rules", file.kind));
    }
    Piece::read(&piece.mark())
}

fn read_level(line: Line) -> Result<Level, String> {
    if line.level.ltype != "normal" {
        return Err(format!("levels of type `{}` are not read, only `normal`", line.level.ltype));
    }
    let files = &line.level.data.pieces;
    let in_place = |what: &str, n: usize| format!("piece {} ({what})", n + 1);
    let mut pieces = Vec::new();
    for (n, file) in files.iter().enumerate() {
        let piece =
            read_piece(file).map_err(|why| format!("{}: {why}", in_place(&file.kind, n)))?;
        pieces.push((site(file.pos)?, piece));
    }
    let n_movable = pieces.iter().filter(|(_, piece)| piece.is_movable()).count();
    let tray = u16::try_from(n_movable).map_err(|_| "too many pieces".to_owned())?;
    let mut level = Level::open("refraction", Board { cols: SIDE, rows: SIDE, tray });
    let mut slot = 0;
    for (n, (at, piece)) in pieces.iter().enumerate() {
        if piece.is_movable() {
            level.paint(Site::tray(slot), Some(piece.mark()));
            slot += 1;
        } else if level.mark(*at).is_some() {
            return Err(format!("{}: {} is taken already", in_place("fixed", n), at.spoken()));
        } else {
            level.paint(*at, Some(piece.mark()));
        }
    }
    let lit: BTreeSet<u16> =
        line.extra.lasers.iter().flat_map(|laser| [laser.s, laser.e]).collect();
    let reference: Play = pieces
        .iter()
        .filter(|(at, piece)| piece.is_movable() && lit.contains(&position(*at)))
        .map(|(at, piece)| (*at, piece.mark()))
        .collect();
    // A reference may name a beam between pieces that no light reaches; they stay in the tray.
    let reference = judge::essence(&level, &reference);
    if judge::judge(&level, &reference) == Verdict::Solved {
        level.intended = Some(reference);
    }
    if !line.label.is_empty() {
        level.notes = format!("{LABELS}{}", Value::Array(line.label));
    }
    Ok(level)
}

fn write_piece(piece: Piece, at: Site) -> PieceFile {
    let letters = |ports: Ports| ports.sides().map(|side| side.letter().to_string()).collect();
    let one = |ports: Ports| ports.sides().next().map(|side| side.letter().to_string());
    let (ins, outs) = (piece.inputs(), piece.outputs());
    let mut file = PieceFile { pos: position(at), ..PieceFile::default() };
    file.kind = piece.kind().map_or("blocker", |kind| kind.name()).to_owned();
    file.mobility = piece.is_movable().then(|| "movable".to_owned());
    file.value = piece.power().map(|p| Fraction { num: *p.numer(), den: *p.denom() });
    match piece {
        Piece::Source { .. } => {
            file.kind = "source".to_owned();
            file.output = one(outs);
        }
        Piece::Target { .. } => {
            file.kind = "target".to_owned();
            file.inputs = Some(letters(ins));
        }
        Piece::Blocker => {}
        Piece::Bender { .. } => (file.input, file.output) = (one(ins), one(outs)),
        Piece::Splitter { .. } => (file.input, file.outputs) = (one(ins), Some(letters(outs))),
        Piece::Combiner { .. } => (file.inputs, file.output) = (Some(letters(ins)), one(outs)),
    }
    file
}

fn write_level(level: &Level) -> Result<Line, String> {
    if (level.board.cols, level.board.rows) != (SIDE, SIDE) {
        return Err(format!(
            "this format has boards of {SIDE}x{SIDE} only, not {}x{}",
            level.board.cols, level.board.rows
        ));
    }
    let nothing = Play::default();
    let intended = level.intended.as_ref().unwrap_or(&nothing);
    let mut placed: Vec<(Site, Piece)> = Vec::new();
    for (site, mark) in intended.iter() {
        placed.push((site, Piece::read(mark)?));
    }
    let mut pieces = Vec::new();
    for (site, mark) in level.marks() {
        let piece = Piece::read(mark)?;
        // A piece in the tray is written where the intended solution puts it, else at 0.
        let at = match site.place {
            Place::Tray => match placed.iter().position(|(_, other)| *other == piece) {
                Some(n) => placed.swap_remove(n).0,
                None => Site::cell(0, 0),
            },
            _ => site,
        };
        pieces.push(write_piece(piece, at));
    }
    let beams = judge::light(level, intended).beams;
    let lasers = beams
        .iter()
        .filter(|beam| beam.enters)
        .filter_map(|beam| Some(Laser { s: position(beam.from), e: position(beam.to?) }))
        .collect();
    let labels = level.notes.strip_prefix(LABELS).and_then(|text| serde_json::from_str(text).ok());
    Ok(Line {
        level: LevelPart {
            ltype: "normal".to_owned(),
            data: Data { gver: json!(1), pieces },
            fver: json!(1),
        },
        label: labels.unwrap_or_default(),
        extra: Extra { lasers, rest: serde_json::Map::new() },
    })
}
