//! A project of LDtk: the format of <https://ldtk.io/json/>. Each of its levels is a room.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{MapError, MapRoom, MapTile, list, text, whole};

/// The rooms of a project, those of all its worlds.
pub(super) fn rooms(project: &Value) -> Result<Vec<MapRoom>, MapError> {
    let no_project = || MapError::part("the project", "this is not a project of LDtk");
    let defs = project.get("defs").filter(|_| !text(project, "jsonVersion").is_empty());
    let known = Definitions::of(defs.ok_or_else(no_project)?);
    let worlds = list(project, "worlds").iter().flat_map(|world| list(world, "levels"));
    list(project, "levels").iter().chain(worlds).map(|level| known.room(level)).collect()
}

/// Names that the project defines.
struct Definitions {
    /// Values of grids, by layer and value.
    values: BTreeMap<(i64, i64), String>,
    /// Tilesets.
    sets: BTreeMap<i64, String>,
}

impl Definitions {
    fn of(defs: &Value) -> Self {
        let of_layer = |layer: &Value| {
            let uid = whole(layer, "uid");
            let named = list(layer, "intGridValues").iter().map(move |value| {
                ((uid, whole(value, "value")), text(value, "identifier").to_owned())
            });
            named.filter(|(_, name)| !name.is_empty()).collect::<Vec<_>>()
        };
        let set = |set: &Value| (whole(set, "uid"), text(set, "identifier").to_owned());
        Self {
            values: list(defs, "layers").iter().flat_map(of_layer).collect(),
            sets: list(defs, "tilesets").iter().map(set).collect(),
        }
    }

    fn room(&self, level: &Value) -> Result<MapRoom, MapError> {
        let name = text(level, "identifier").to_owned();
        let Some(layers) = level.get("layerInstances").and_then(Value::as_array) else {
            let why = "its layers lie in a file of their own; save the project in one file";
            return Err(MapError::part(name, why));
        };
        let mut room = MapRoom { name, notes: fields(level).collect(), ..MapRoom::default() };
        // The topmost comes first.
        for layer in layers.iter().rev() {
            let side = |name: &str| u16::try_from(whole(layer, name)).unwrap_or(u16::MAX);
            (room.cols, room.rows) = (room.cols.max(side("__cWid")), room.rows.max(side("__cHei")));
            let hidden = layer.get("visible").and_then(Value::as_bool) == Some(false);
            if !hidden || text(layer, "__identifier").eq_ignore_ascii_case(super::INTENDED) {
                self.layer(layer, &mut room.tiles);
            }
        }
        Ok(room)
    }

    fn layer(&self, layer: &Value, tiles: &mut Vec<MapTile>) {
        let (name, uid) = (text(layer, "__identifier"), whole(layer, "layerDefUid"));
        let wide = whole(layer, "__cWid").max(1);
        for (at, value) in (0_i64..).zip(list(layer, "intGridCsv")) {
            let Some(value) = value.as_i64().filter(|value| *value != 0) else { continue };
            let known = self.values.get(&(uid, value)).cloned();
            let names = known.into_iter().chain([format!("{name}/{value}")]).collect();
            let (col, row) = (at % wide, at / wide);
            tiles.push(MapTile { names, col, row, layer: name.to_owned(), said: None, mark: None });
        }
        let grid = whole(layer, "__gridSize").max(1);
        let set = self.sets.get(&whole(layer, "__tilesetDefUid")).map_or("tile", String::as_str);
        for tile in list(layer, "gridTiles") {
            let at = |axis: usize| tile["px"][axis].as_i64().unwrap_or(0).div_euclid(grid);
            let names = vec![format!("{set}/{}", whole(tile, "t"))];
            tiles.push(MapTile {
                names,
                col: at(0),
                row: at(1),
                layer: name.to_owned(),
                said: None,
                mark: None,
            });
        }
        for entity in list(layer, "entityInstances") {
            let notes: BTreeMap<String, Value> = fields(entity).collect();
            let note = |name: &str| notes.get(name).and_then(Value::as_str).map(str::to_owned);
            let said = note("site").zip(note("mark"));
            // An object on an edge belongs to the cell of its centre.
            let at = |axis: usize, side: &str| match &said {
                Some(_) => middle(entity, axis, side).div_euclid(grid),
                None => entity["__grid"][axis].as_i64().unwrap_or(0),
            };
            let (col, row) = (at(0, "width"), at(1, "height"));
            let names = vec![text(entity, "__identifier").to_owned()];
            tiles.push(MapTile { names, col, row, layer: name.to_owned(), said, mark: None });
        }
    }
}

/// The middle of an entity in pixels, along one axis.
fn middle(entity: &Value, axis: usize, side: &str) -> i64 {
    let pivot = entity["__pivot"][axis].as_f64().unwrap_or(0.0);
    let from = entity["px"][axis].as_f64().unwrap_or(0.0);
    // A project is far smaller than what a float can hold exactly.
    (from + (0.5 - pivot) * whole(entity, side) as f64).floor() as i64
}

/// The custom fields of a level or an entity.
fn fields(of: &Value) -> impl Iterator<Item = (String, Value)> {
    let fields = list(of, "fieldInstances").iter();
    fields.map(|field| (text(field, "__identifier").to_owned(), field["__value"].clone()))
}
