//! A map of Tiled: the format of <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.

use std::io::Read as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{MapError, MapRoom, MapTile, list, text, whole};

/// The bits of a tile's number that turn it: these do not change its meaning.
const TURNS: u64 = 0xF000_0000;
/// Bytes of a layer once it is unpacked.
const LARGEST_LAYER: u64 = 16 << 20;

/// A set of tiles: the number of its first tile, its name, and its information about tiles.
struct TileSet {
    first: u64,
    name: String,
    /// Classes of tiles by their numbers in the set, and marks where it says which they are.
    classes: Vec<(u64, String)>,
    marks: Vec<(u64, String)>,
}

struct TiledMap<'a> {
    map: &'a Value,
    sets: Vec<TileSet>,
    tiles: Vec<MapTile>,
}

pub(super) fn rooms(map: &Value, path: &Path) -> Result<Vec<MapRoom>, MapError> {
    let whole_map = |why: &str| MapError::part("the map", why);
    if text(map, "type") != "map" {
        return Err(whole_map("this is not a map of Tiled; save it as JSON (.tmj)"));
    }
    if text(map, "orientation") != "orthogonal" {
        return Err(whole_map("only orthogonal maps have cells that are known here"));
    }
    if whole(map, "tilewidth") < 1 || whole(map, "tileheight") < 1 {
        return Err(whole_map("its tiles have no size"));
    }
    let side = |name: &str| u16::try_from(whole(map, name)).unwrap_or(u16::MAX);
    let sets = list(map, "tilesets").iter().map(|set| TileSet::of(set, path)).collect();
    let mut read = TiledMap { map, sets, tiles: Vec::new() };
    read.layers(map)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let notes = properties(map);
    let mut room = MapRoom {
        name,
        cols: side("width"),
        rows: side("height"),
        tiles: read.tiles,
        notes: notes.collect(),
    };
    // What this program wrote keeps its board and its places.
    let is_bounded = room.notes.contains_key(super::BOARD);
    if !is_bounded && map.get("infinite").and_then(Value::as_bool) == Some(true) {
        room.bound();
    }
    Ok(vec![room])
}

impl MapRoom {
    /// An infinite map is as large as its contents.
    fn bound(&mut self) {
        let least = |of: fn(&MapTile) -> i64| self.tiles.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|tile| tile.col), least(|tile| tile.row));
        for tile in &mut self.tiles {
            (tile.col, tile.row) = (tile.col - left, tile.row - top);
        }
        let most = |of: fn(&MapTile) -> i64| self.tiles.iter().map(of).max().unwrap_or(0) + 1;
        let side = |number: i64| u16::try_from(number).unwrap_or(u16::MAX);
        (self.cols, self.rows) = (side(most(|tile| tile.col)), side(most(|tile| tile.row)));
    }
}

/// The custom properties of a map or an object.
fn properties(of: &Value) -> impl Iterator<Item = (String, Value)> {
    let properties = list(of, "properties").iter();
    properties.map(|one| (text(one, "name").to_owned(), one["value"].clone()))
}

impl TileSet {
    /// What a map says about a set; if that is in a file of its own, what the file says, if it exists.
    fn of(set: &Value, path: &Path) -> Self {
        let source = text(set, "source");
        let outside = path.with_file_name(source);
        let read = (!source.is_empty()).then(|| std::fs::read_to_string(&outside).ok()).flatten();
        let other: Option<Value> = read.and_then(|read| serde_json::from_str(&read).ok());
        let about = other.as_ref().unwrap_or(set);
        let stem = Path::new(source).file_stem().unwrap_or_default().to_string_lossy();
        let name = if text(about, "name").is_empty() { &*stem } else { text(about, "name") };
        let class = |tile: &Value| Some((tile["id"].as_u64()?, class_of(tile)?.to_owned()));
        let classes = list(about, "tiles").iter().filter_map(class).collect();
        let mark = |tile: &Value| {
            let (_, mark) = properties(tile).find(|(name, _)| name == "mark")?;
            Some((tile["id"].as_u64()?, mark.as_str()?.to_owned()))
        };
        let marks = list(about, "tiles").iter().filter_map(mark).collect();
        let first = set["firstgid"].as_u64().unwrap_or(1);
        Self { first, name: name.to_owned(), classes, marks }
    }
}

/// What Tiled calls the class of a tile or an object, in all its versions.
fn class_of(of: &Value) -> Option<&str> {
    ["type", "class"].into_iter().map(|name| text(of, name)).find(|class| !class.is_empty())
}

impl TiledMap<'_> {
    fn layers(&mut self, of: &Value) -> Result<(), MapError> {
        for layer in list(of, "layers") {
            let name = text(layer, "name").to_owned();
            let hidden = layer.get("visible").and_then(Value::as_bool) == Some(false);
            // The solution is hidden in maps of this program, and belongs to the level all the same.
            if hidden && !name.eq_ignore_ascii_case(super::INTENDED) {
                continue;
            }
            match text(layer, "type") {
                "group" => self.layers(layer)?,
                "tilelayer" => self.tile_layer(layer, &name)?,
                "objectgroup" => {
                    list(layer, "objects").iter().for_each(|one| self.object(one, &name))
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn set(&self, tile: u64) -> Option<&TileSet> {
        self.sets.iter().filter(|set| set.first <= tile).max_by_key(|set| set.first)
    }

    /// The mark that a tile's set says it is.
    fn mark(&self, tile: u64) -> Option<String> {
        let set = self.set(tile)?;
        let (_, mark) = set.marks.iter().find(|(of, _)| *of == tile - set.first)?;
        Some(mark.clone())
    }

    /// The names of a tile: its class, and its number in its set.
    fn names(&self, tile: u64) -> Vec<String> {
        let Some(set) = self.set(tile) else { return vec![tile.to_string()] };
        let number = tile - set.first;
        let class =
            set.classes.iter().find(|(of, _)| *of == number).map(|(_, class)| class.clone());
        class.into_iter().chain([format!("{}/{number}", set.name)]).collect()
    }

    fn tile_layer(&mut self, layer: &Value, name: &str) -> Result<(), MapError> {
        let of_chunks = list(layer, "chunks");
        let parts = if of_chunks.is_empty() { std::slice::from_ref(layer) } else { of_chunks };
        for part in parts {
            let tiles = tile_numbers(layer, part)
                .map_err(|why| MapError::part(format!("layer “{name}”"), why))?;
            let wide = usize::try_from(whole(part, "width")).unwrap_or(0).max(1);
            let (left, top) = (whole(part, "x"), whole(part, "y"));
            for (at, tile) in tiles.into_iter().enumerate() {
                let tile = tile & !TURNS;
                if tile == 0 {
                    continue;
                }
                // The cells of a layer are counted by small numbers.
                let (col, row) = (left + (at % wide) as i64, top + (at / wide) as i64);
                let (names, layer, mark) = (self.names(tile), name.to_owned(), self.mark(tile));
                self.tiles.push(MapTile { names, col, row, layer, said: None, mark });
            }
        }
        Ok(())
    }

    fn object(&mut self, object: &Value, layer: &str) {
        let notes: std::collections::BTreeMap<String, Value> = properties(object).collect();
        let note = |name: &str| notes.get(name).and_then(Value::as_str).map(str::to_owned);
        let said = note("site").zip(note("mark"));
        let tile = object["gid"].as_u64().map(|tile| tile & !TURNS);
        let named = class_of(object).into_iter().chain([text(object, "name")]);
        let named = named.filter(|name| !name.is_empty()).map(str::to_owned);
        let names: Vec<String> =
            named.chain(tile.into_iter().flat_map(|tile| self.names(tile))).collect();
        let (wide, high) = (whole(object, "width"), whole(object, "height"));
        // Objects that are tiles hang above their place.
        let down = if tile.is_some() { -high / 2 } else { high / 2 };
        let (x, y) = (whole(object, "x") + wide / 2, whole(object, "y") + down);
        let col = x.div_euclid(whole(self.map, "tilewidth"));
        let row = y.div_euclid(whole(self.map, "tileheight"));
        let mark = tile.and_then(|tile| self.mark(tile));
        self.tiles.push(MapTile { names, col, row, layer: layer.to_owned(), said, mark });
    }
}

/// The numbers of the tiles of a layer, or of a chunk of it.
fn tile_numbers(layer: &Value, part: &Value) -> Result<Vec<u64>, String> {
    let data = &part["data"];
    if let Some(list) = data.as_array() {
        return Ok(list.iter().map(|tile| tile.as_u64().unwrap_or(0)).collect());
    }
    let packed = data.as_str().ok_or("it has no tiles")?;
    let packed = STANDARD.decode(packed.trim()).map_err(|why| format!("its tiles: {why}"))?;
    let mut bytes = Vec::new();
    let unpacked = match text(layer, "compression") {
        "" => {
            bytes = packed;
            Ok(0)
        }
        "zlib" => {
            flate2::read::ZlibDecoder::new(&*packed).take(LARGEST_LAYER).read_to_end(&mut bytes)
        }
        "gzip" => {
            flate2::read::GzDecoder::new(&*packed).take(LARGEST_LAYER).read_to_end(&mut bytes)
        }
        other => {
            return Err(format!("tiles packed with `{other}` are not read; choose CSV or zlib"));
        }
    };
    unpacked.map_err(|why| format!("its tiles: {why}"))?;
    Ok(bytes
        .chunks_exact(4)
        .map(|four| four.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte)))
        .collect())
}
