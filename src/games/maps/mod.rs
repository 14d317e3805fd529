//! Levels drawn in editors of maps: Tiled (JSON, from 1.9) and LDtk (from 1.4).
//!
//! A map written by this program says itself which mark is where. For anything else, a table next
//! to the map, `NAME.tiles.toml` or `tiles.toml`, says which mark each tile, object, entity or grid
//! value stands for.

mod ldtk;
mod table;
mod tiled;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::reading::Contents;
use foolproof_level::{Board, BoardTextError, Level, Mark, Pack, Place, Play, Site};
use table::TileTable;

/// Bytes of a map: far more than a world of a thousand rooms has.
const LARGEST: u64 = 64 << 20;
/// Cells on a side of a level.
const LARGEST_SIDE: u16 = 250;

/// Why no level is read from a map, and where in it.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("line {line}, column {column}: {why}")]
    Json { line: usize, column: usize, why: String },
    /// In a part of the map.
    #[error("{at}: {why}")]
    Part { at: String, why: String },
    /// In the table.
    #[error("{}: {why}", path.display())]
    Table { path: PathBuf, why: String },
    /// Names that no table explains.
    #[error(
        "no table says what these tiles mean: {}. Convert the map to {} to get one to fill in",
        names.join(", "), path.display()
    )]
    Unexplained { names: Vec<String>, path: PathBuf },
}

impl MapError {
    fn part(at: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Part { at: at.into(), why: why.into() }
    }
}

/// An object in a room of a map.
#[derive(Clone, Debug, Default, PartialEq)]
struct MapTile {
    /// What it may be called in a table, the most telling first.
    names: Vec<String>,
    /// In cells; negative if it is outside the room.
    col: i64,
    row: i64,
    layer: String,
    /// The site and the mark, where the map says so itself.
    said: Option<(String, String)>,
    /// The mark that its set of tiles says it is.
    mark: Option<String>,
}

/// A room of a map: what becomes a level.
#[derive(Clone, Debug, Default, PartialEq)]
struct MapRoom {
    name: String,
    cols: u16,
    rows: u16,
    /// From the lowest to the topmost.
    tiles: Vec<MapTile>,
    /// Texts and numbers that are noted of it.
    notes: BTreeMap<String, Value>,
}

/// How files of maps end.
const TILED: &str = "tmj";
const LDTK: &str = "ldtk";

/// The layer of the intended solution in maps of this program, in small letters.
const INTENDED: &str = "intended";
/// The notes of a room that are parts of a level: its game, and its board.
const GAME: &str = "game";
const BOARD: &str = "board";
/// How the note of a setting begins.
pub const SETTING: &str = "setting_";

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|of| of.eq_ignore_ascii_case(ending))
}

/// Whether a file is named as maps are.
pub fn is_map(path: &Path) -> bool {
    ends_in(path, TILED) || ends_in(path, LDTK)
}

/// Whether a file is named as tables of tiles are.
pub fn is_table(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(table::ENDING))
}

/// The levels of a map, using the table next to it.
///
/// # Errors
/// The map or its table cannot be read, or the table leaves something out.
pub fn read_map(path: &Path) -> Result<Contents, MapError> {
    let rooms = rooms(path)?;
    let table = TileTable::beside(path)?;
    let unknown = table.unexplained(&rooms);
    if !unknown.is_empty() {
        let path = TileTable::place(path);
        return Err(MapError::Unexplained { names: unknown, path });
    }
    let levels = rooms.iter().map(|room| level(room, &table).map(Arc::new));
    let levels = levels.collect::<Result<Vec<_>, _>>()?;
    let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Contents::from(Pack { title, levels, ..Pack::default() }).of_program("map"))
}

/// A table for a map, to be filled in: the entries of the one next to it, and all other names.
///
/// # Errors
/// The map, or the table that is there, cannot be read.
pub fn table_of(path: &Path) -> Result<String, MapError> {
    let rooms = rooms(path)?;
    Ok(TileTable::beside(path)?.filled_in(&rooms))
}

fn rooms(path: &Path) -> Result<Vec<MapRoom>, MapError> {
    let (text, _) = foolproof_level::file::read_regular(path, LARGEST)?;
    let map: Value = serde_json::from_str(&text).map_err(|why| MapError::Json {
        line: why.line(),
        column: why.column(),
        why: foolproof_level::bounds::error(&why.to_string()).to_string(),
    })?;
    match ends_in(path, LDTK) {
        true => ldtk::rooms(&map),
        false => tiled::rooms(&map, path),
    }
}

fn level(room: &MapRoom, table: &TileTable) -> Result<Level, MapError> {
    let fault = |why: String| MapError::part(&room.name, why);
    let said = |name: &str| room.notes.get(name).and_then(Value::as_str).unwrap_or_default();
    let game = if table.game.is_empty() { said(GAME) } else { &table.game };
    if game.is_empty() {
        return Err(fault("neither the map nor a table names the game".to_owned()));
    }
    let board = match said(BOARD) {
        "" => Board { cols: room.cols, rows: room.rows, tray: 0 },
        text => text.parse().map_err(|why: BoardTextError| fault(why.to_string()))?,
    };
    if board.cols.max(board.rows) > LARGEST_SIDE || board.cols.min(board.rows) == 0 {
        return Err(fault(format!("a level cannot be {}x{} cells", board.cols, board.rows)));
    }
    let mut level = Level::open(game, board);
    level.title =
        if said("title").is_empty() { room.name.clone() } else { said("title").to_owned() };
    level.author = said("author").to_owned();
    level.notes = said("notes").to_owned();
    level.tags =
        said("tags").split(", ").filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
    let settings = room.notes.iter().filter_map(|(name, value)| {
        let number = value.as_i64().and_then(|number| i32::try_from(number).ok())?;
        Some((name.strip_prefix(SETTING)?.to_owned(), number))
    });
    level.settings.extend(table.settings.iter().map(|(name, number)| (name.clone(), *number)));
    level.settings.extend(settings);
    let mut intended = Play::default();
    for tile in &room.tiles {
        let Some((site, mark)) = placed(tile, table).map_err(fault)? else { continue };
        if !board.contains(site) {
            return Err(fault(format!("{site} is not on the board")));
        }
        match tile.layer.eq_ignore_ascii_case(INTENDED) {
            true => _ = intended.0.insert(site, mark),
            false => level.paint(site, Some(mark)),
        }
    }
    level.intended = Some(intended).filter(|play| !play.is_empty());
    Ok(level)
}

/// Where a tile puts which mark; `None` where it means nothing.
fn placed(tile: &MapTile, table: &TileTable) -> Result<Option<(Site, Mark)>, String> {
    let name = tile.names.first().map_or("", String::as_str);
    let cell =
        |number: i64| u16::try_from(number).map_err(|_| format!("`{name}` lies beside the board"));
    let at = |place: Place| -> Result<Site, String> {
        Ok(Site { place, col: cell(tile.col)?, row: cell(tile.row)? })
    };
    if let Some((site, mark)) = &tile.said {
        let site: Site = site.parse().map_err(|_| format!("`{site}` is not a site"))?;
        let mark = mark.parse().map_err(|why| format!("`{mark}`: {why}"))?;
        // Objects moved or copied in the editor are at their new positions.
        let site = if has_place_of_its_own(site) { site } else { at(site.place)? };
        return Ok(Some((site, mark)));
    }
    let Some(mark) = table.mark_of(tile).filter(|mark| !mark.is_empty()) else { return Ok(None) };
    let mark: Mark = mark.parse().map_err(|why| format!("the mark of `{name}`: {why}"))?;
    let place = table.places.get(&tile.layer).copied().unwrap_or(Place::Cell);
    Ok(Some((at(place)?, mark)))
}

/// Whether a map draws a site outside the board: then its name says where it is.
fn has_place_of_its_own(site: Site) -> bool {
    matches!(site.place, Place::Tray | Place::Step | Place::Constraint)
}

/// A text of a JSON object; empty if missing.
fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A whole number of a JSON object; 0 if missing. Places in pixels may have a fraction.
fn whole(of: &Value, name: &str) -> i64 {
    let number = of.get(name);
    // A map is far smaller than what a float can hold exactly.
    number.and_then(|n| n.as_i64().or_else(|| n.as_f64().map(|n| n.floor() as i64))).unwrap_or(0)
}

/// The members of a list of a JSON object.
fn list<'a>(of: &'a Value, name: &str) -> &'a [Value] {
    of.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;
