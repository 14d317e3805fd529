//! The table next to a map: what its tiles mean.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{GAME, MapError, MapRoom, MapTile};
use foolproof_level::{Place, bounds};
use serde_json::Value;

/// How its name ends.
pub(super) const ENDING: &str = "tiles.toml";
/// Bytes of a table.
const LARGEST: u64 = 1 << 20;

/// What tiles mean.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TileTable {
    /// The identifier of the game; if empty, the map's.
    #[serde(default)]
    pub game: String,
    /// The mark of each tile, by name; an empty one means nothing.
    #[serde(default)]
    pub marks: BTreeMap<String, String>,
    /// Where the marks of a layer lie, if not in the cells.
    #[serde(default)]
    pub places: BTreeMap<String, Place>,
    /// Settings of all levels.
    #[serde(default)]
    pub settings: BTreeMap<String, i32>,
}

impl TileTable {
    /// The table next to a map: its own, or that of its folder; an empty one if there is none.
    pub(super) fn beside(map: &Path) -> Result<Self, MapError> {
        let own = Self::place(map);
        let Some(path) = [own, map.with_file_name(ENDING)].into_iter().find(|path| path.is_file())
        else {
            return Ok(Self::default());
        };
        let (text, _) = foolproof_level::file::read_regular(&path, LARGEST)?;
        toml::from_str(&text).map_err(|why| {
            let line =
                why.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count());
            let why = format!("line {}: {}", line.max(1), bounds::error(why.message()));
            MapError::Table { path, why }
        })
    }

    /// The path of a map's table.
    pub(super) fn place(map: &Path) -> PathBuf {
        let name = map.file_stem().unwrap_or_default().to_string_lossy();
        map.with_file_name(format!("{name}.{ENDING}"))
    }

    /// What a tile means: as the table has it, else as its own set of tiles does.
    pub(super) fn mark_of<'a>(&'a self, tile: &'a MapTile) -> Option<&'a str> {
        let of_table = tile.names.iter().find_map(|name| self.marks.get(name));
        of_table.or(tile.mark.as_ref()).map(String::as_str)
    }

    /// The best names of tiles that the table lacks, without duplicates.
    pub(super) fn unexplained(&self, rooms: &[MapRoom]) -> Vec<String> {
        let tiles = rooms.iter().flat_map(|room| &room.tiles);
        let unknown = tiles.filter(|tile| tile.said.is_none() && self.mark_of(tile).is_none());
        let names: BTreeSet<&String> = unknown.filter_map(|tile| tile.names.first()).collect();
        names.into_iter().cloned().collect()
    }

    /// The table with all names of a map.
    pub(super) fn filled_in(&self, rooms: &[MapRoom]) -> String {
        // Quotes and backslashes are escaped as in TOML.
        let quoted = foolproof_kernel::quote;
        let of_map = rooms.iter().find_map(|room| room.notes.get(GAME).and_then(Value::as_str));
        let game = if self.game.is_empty() { of_map.unwrap_or_default() } else { &self.game };
        let mut text = String::from(
            "# What the tiles of maps mean: a mark of the game each; an empty one means nothing.\n",
        );
        // Writing to a string cannot fail.
        let _ = writeln!(text, "game = {}\n\n[marks]", quoted(game));
        let mut marks = self.marks.clone();
        marks.extend(self.unexplained(rooms).into_iter().map(|name| (name, String::new())));
        for (name, mark) in &marks {
            let _ = writeln!(text, "{} = {}", quoted(name), quoted(mark));
        }
        if !self.places.is_empty() {
            text.push_str("\n[places]\n");
            for (layer, place) in &self.places {
                let _ = writeln!(text, "{} = {}", quoted(layer), quoted(place.functor()));
            }
        }
        if !self.settings.is_empty() {
            text.push_str("\n[settings]\n");
            for (name, number) in &self.settings {
                let _ = writeln!(text, "{} = {number}", quoted(name));
            }
        }
        text
    }
}
