//! The level format of the infinite-refraction generator: a JSON object a line, 10x10 cells,
//! `pos = x + 10*y`, and the reference beams of a solution as pairs of cells.
//!
//! Movable pieces go to the tray; those that the reference beams touch, at their `pos`, become the
//! intended solution where the rules accept it. A target with several inputs is written as one
//! entry a side, all with its `pos` and its power.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::about::Refraction;
use crate::judge;
use crate::piece::{Piece, Ports, Side, power};
use foolproof_game::{
    Format, FormatError, FormatFault, Rules as _, Verdict, note_unread, read_lines, write_lines,
};
use foolproof_level::{Board, Level, Place, Play, Site, keys};

const SIDE: u16 = 10;

pub(crate) struct InfiniteRefraction;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Line")]
struct FileLine {
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

/// Prefix of the source file's labels in the notes, so that nothing is lost.
const LABELS: &str = "labels: ";

impl Format for InfiniteRefraction {
    fn id(&self) -> &'static str {
        "infinite-refraction"
    }

    fn name(&self) -> &'static str {
        "Infinite Refraction (one level a line)"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["txt", "jsonl", "json"]
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        first.trim_start().starts_with('{') && keys::has_key(first, "ltype", 2..=2)
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        read_lines(text, "Level", "there is no level", |number, line| {
            let parsed = serde_json::from_str(line)
                .map_err(|error| FormatError::of_json(number, error.column(), &error))?;
            read_level(parsed).map_err(|why| why.at(number))
        })
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| {
            let line = serde_json::to_string(&write_level(level)?);
            line.map_err(|error| error.to_string().into())
        })
    }
}

fn site(pos: u16) -> Result<Site, FormatFault> {
    if pos < SIDE * SIDE {
        Ok(Site::cell(pos % SIDE, pos / SIDE))
    } else {
        Err(format!("`pos` {pos} is off the board of {SIDE}x{SIDE}").into())
    }
}

fn position(site: Site) -> u16 {
    site.col + SIDE * site.row
}

fn side(text: Option<&String>, field: &str) -> Result<Side, FormatFault> {
    let text = text.ok_or_else(|| format!("`{field}` is missing"))?;
    let mut letters = text.chars();
    match (letters.next().and_then(Side::from_letter), letters.next()) {
        (Some(side), None) => Ok(side),
        _ => {
            Err(format!("`{field}`: `{text}` is not a direction; directions are n, e, s and w")
                .into())
        }
    }
}

fn ports(texts: Option<&Vec<String>>, field: &str) -> Result<Ports, FormatFault> {
    let texts = texts.ok_or_else(|| format!("`{field}` is missing"))?;
    let sides = texts.iter().map(|text| side(Some(text), field)).collect::<Result<Vec<_>, _>>()?;
    let ports = Ports::of(sides);
    if texts.is_empty() {
        Err(format!("`{field}` names no side").into())
    } else if ports.len() == texts.len() {
        Ok(ports)
    } else {
        Err(format!("`{field}` names a side twice").into())
    }
}

fn read_piece(file: &PieceFile) -> Result<Piece, FormatFault> {
    let value = || match &file.value {
        Some(Fraction { num, den }) => power(*num, *den).map_err(FormatFault::from),
        None => Err("`value` is missing".into()),
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
        other => return Err(format!("there is no piece of type `{other}` in Refraction").into()),
    };
    if piece.is_movable() && file.mobility.as_deref().is_some_and(|word| word != "movable") {
        return Err(format!("a {} that cannot be moved is not part of the rules", file.kind).into());
    }
    Ok(Piece::read(&piece.mark())?)
}

/// Adds a piece. A further input of an existing target is added to it; other fixed pieces stay separate.
fn add(pieces: &mut Vec<(Site, Piece)>, at: Site, piece: Piece) -> Result<(), FormatFault> {
    let taken = pieces.iter_mut().find(|(site, other)| *site == at && !other.is_movable());
    let Some((_, there)) = taken.filter(|_| !piece.is_movable()) else {
        pieces.push((at, piece));
        return Ok(());
    };
    match (&mut *there, piece) {
        (Piece::Target { ins, power }, Piece::Target { ins: more, power: other }) => {
            if *power != other {
                return Err(
                    format!("the target at {} wants {power}, not {other}", at.name()).into()
                );
            }
            let both = Ports::of(ins.sides().chain(more.sides()));
            if both.len() < ins.len() + more.len() {
                return Err(format!("the target at {} has that input already", at.name()).into());
            }
            *ins = both;
            Ok(())
        }
        _ => Err(format!("{} is taken already", at.name()).into()),
    }
}

/// The solution that reference beams show: the pieces that they touch, if the rules accept it.
///
/// Pieces that stay in the tray are written at 0, so at most one of several is meant.
fn reference(level: &Level, pieces: &[(Site, Piece)], lasers: &[Laser]) -> Option<Play> {
    let lit: BTreeSet<u16> = lasers.iter().flat_map(|laser| [laser.s, laser.e]).collect();
    let corner = Site::cell(0, 0);
    let free = |at: &Site| level.mark(*at).is_none() && lit.contains(&position(*at));
    let (first, others): (Vec<_>, Vec<_>) = pieces
        .iter()
        .filter(|(at, piece)| piece.is_movable() && free(at))
        .map(|(at, piece)| (*at, piece.mark()))
        .partition(|(at, _)| *at == corner);
    let one_of = first.into_iter().map(Some).chain([None]);
    one_of
        // A reference may name a beam between unlit pieces; they stay in the tray.
        .map(|one| judge::canonical(level, &others.iter().cloned().chain(one).collect()))
        .filter(|play| Refraction.judge(level, play) == Verdict::Solved)
        .max_by_key(Play::len)
}

fn read_level(line: FileLine) -> Result<Level, FormatFault> {
    if line.level.ltype != "normal" {
        return Err(
            format!("levels of type `{}` are not read, only `normal`", line.level.ltype).into()
        );
    }
    let mut pieces = Vec::new();
    for (n, file) in line.level.data.pieces.iter().enumerate() {
        let fault = |why: FormatFault| format!("piece {} ({}): {why}", n + 1, file.kind);
        let piece = read_piece(file).map_err(fault)?;
        add(&mut pieces, site(file.pos)?, piece).map_err(fault)?;
    }
    let n_movable = pieces.iter().filter(|(_, piece)| piece.is_movable()).count();
    let tray = u16::try_from(n_movable).map_err(|_| "too many pieces".to_owned())?;
    let mut level = Level::open("refraction", Board { cols: SIDE, rows: SIDE, tray });
    let mut slot = 0;
    for (at, piece) in &pieces {
        if piece.is_movable() {
            level.paint(Site::tray(slot), Some(piece.mark()));
            slot += 1;
        } else {
            level.paint(*at, Some(piece.mark()));
        }
    }
    level.intended = reference(&level, &pieces, &line.extra.lasers);
    if !line.label.is_empty() {
        level.notes = format!("{LABELS}{}", Value::Array(line.label));
    }
    let unread = line.extra.rest.keys().map(|name| format!("`{name}`"));
    note_unread(&mut level, &unread.collect::<Vec<_>>());
    Ok(level)
}

/// The entries of a piece: one, or one for each input of a target.
fn write_piece(piece: Piece, at: Site) -> Vec<PieceFile> {
    match piece {
        Piece::Target { ins, power } => {
            let single = |side| Piece::Target { ins: Ports::one(side), power };
            ins.sides().map(|side| write_entry(single(side), at)).collect()
        }
        other => vec![write_entry(other, at)],
    }
}

fn write_entry(piece: Piece, at: Site) -> PieceFile {
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

fn write_level(level: &Level) -> Result<FileLine, FormatFault> {
    if (level.board.cols, level.board.rows) != (SIDE, SIDE) {
        return Err(format!(
            "this format has boards of {SIDE}x{SIDE} only, not {}x{}",
            level.board.cols, level.board.rows
        )
        .into());
    }
    let nothing = Play::default();
    let intended = level.intended.as_ref().unwrap_or(&nothing);
    let mut placed: Vec<(Site, Piece)> = Vec::new();
    for (site, mark) in intended.iter() {
        placed.push((site, Piece::read(mark)?));
    }
    let beams = judge::light(level, intended).beams;
    let lasers: Vec<Laser> = beams
        .iter()
        .filter(|beam| beam.enters)
        .filter_map(|beam| Some(Laser { s: position(beam.from), e: position(beam.to?) }))
        .collect();
    // A piece on a lit cell would be taken for one of the intended solution.
    let lit = |at: Site| lasers.iter().any(|laser| [laser.s, laser.e].contains(&position(at)));
    let free = |cell: &Site| !lit(*cell) && level.mark(*cell).is_none();
    let dark = level.board.cells().find(free).unwrap_or(Site::cell(0, 0));
    let mut pieces = Vec::new();
    for (site, mark) in level.marks() {
        let piece = Piece::read(mark)?;
        // A piece in the tray is written at its cell in the intended solution, or else in the dark.
        let at = match site.place {
            Place::Tray => match placed.iter().position(|(_, other)| *other == piece) {
                Some(n) => placed.swap_remove(n).0,
                None => dark,
            },
            _ => site,
        };
        pieces.extend(write_piece(piece, at));
    }
    let labels = level.notes.strip_prefix(LABELS).and_then(|text| serde_json::from_str(text).ok());
    Ok(FileLine {
        level: LevelPart {
            ltype: "normal".to_owned(),
            data: Data { gver: json!(1), pieces },
            fver: json!(1),
        },
        label: labels.unwrap_or_default(),
        extra: Extra { lasers, rest: serde_json::Map::new() },
    })
}
