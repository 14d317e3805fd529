//! A level as a map of Tiled (JSON, version 1.10): an object for each mark, with its picture if it fills a
//! cell.
//!
//! The layer `marks` holds the designer's marks, `intended` the solution, which is hidden at first. An object's
//! class is the functor of its mark; `site` and `mark` hold its exact site and mark.

use serde_json::{Value, json};

use super::atlas::{Atlas, TILE, has_tile, with_atlases};
use super::places::{CELL, PlacedObject, objects, rows};
use super::{ExportScope, ExportSource, Exporter, ExporterAbout};
use foolproof_games::{Exported, maps::SETTING};
use foolproof_level::{Level, Mark};

/// A map of Tiled for each level.
pub(crate) struct TiledMaps;

impl Exporter for TiledMaps {
    fn about(&self) -> ExporterAbout<'_> {
        ExporterAbout {
            id: "tiled",
            name: "Tiled map",
            endings: vec!["tmj"],
            scope: ExportScope::Pack,
        }
    }

    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        with_atlases(source, |fit, atlases| {
            let atlas = |level: &Level| atlases.get(&level.game);
            fit.iter().map(|one| (vec![one.place], map(one.level, atlas(one.level)))).collect()
        })
    }
}

fn map(level: &Level, atlas: Option<&Atlas>) -> String {
    let all = objects(level);
    let (designed, intended): (Vec<_>, Vec<_>) =
        (1..).zip(&all).partition(|(_, object): &(i32, &PlacedObject<'_>)| !object.intended);
    let layers = [
        layer(1, "marks", &objects_of(&designed, atlas)),
        layer(2, "intended", &objects_of(&intended, atlas)),
    ];
    let property =
        |name: &str, value: &str| json!({ "name": name, "type": "string", "value": value });
    let mut properties = vec![
        property("game", &level.game),
        property("title", &level.title),
        property("author", &level.author),
        property("tags", &level.tags.join(", ")),
        property("notes", &level.notes),
        property("board", &level.board.to_string()),
    ];
    properties.extend(level.settings.iter().map(|(name, number)| {
        json!({ "name": format!("{SETTING}{name}"), "type": "int", "value": number })
    }));
    let map = json!({
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": false,
        "compressionlevel": -1,
        "width": level.board.cols,
        "height": rows(level),
        "tilewidth": CELL,
        "tileheight": CELL,
        "nextlayerid": 3,
        "nextobjectid": all.len() + 1,
        "properties": properties,
        "backgroundcolor": "#ffffff",
        "tilesets": atlas.map(tile_set).into_iter().collect::<Vec<Value>>(),
        "layers": layers,
    });
    format!("{map:#}\n")
}

/// Returns the tiles of a game's marks; each names its mark.
fn tile_set(atlas: &Atlas) -> Value {
    let tile = |(id, mark): (usize, &Mark)| {
        let property = json!({ "name": "mark", "type": "string", "value": mark });
        json!({ "id": id, "type": mark.functor(), "properties": [property] })
    };
    json!({
        "firstgid": 1,
        "name": "marks",
        "image": atlas.name,
        "imagewidth": TILE * atlas.columns(),
        "imageheight": TILE * atlas.rows(),
        "tilewidth": TILE,
        "tileheight": TILE,
        "columns": atlas.columns(),
        "tilecount": atlas.columns() * atlas.rows(),
        "margin": 0,
        "spacing": 0,
        "tiles": atlas.marks.iter().enumerate().map(tile).collect::<Vec<Value>>(),
    })
}

fn objects_of(objects: &[(i32, &PlacedObject<'_>)], atlas: Option<&Atlas>) -> Vec<Value> {
    objects.iter().map(|(id, object)| written(*id, object, atlas)).collect()
}

/// Returns a layer; the intended solution is hidden at first.
fn layer(id: u32, name: &str, objects: &[Value]) -> Value {
    json!({
        "type": "objectgroup",
        "id": id,
        "name": name,
        "draworder": "index",
        "x": 0,
        "y": 0,
        "opacity": 1,
        "visible": name != "intended",
        "objects": objects,
    })
}

fn written(id: i32, object: &PlacedObject<'_>, atlas: Option<&Atlas>) -> Value {
    let [x, y, width, height] = object.rect;
    let mut written = json!({
        "id": id,
        "name": object.mark,
        "type": object.mark.functor(),
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "rotation": 0,
        "visible": true,
        "properties": [
            { "name": "mark", "type": "string", "value": object.mark },
            { "name": "site", "type": "string", "value": object.site },
        ],
    });
    let tile = atlas.filter(|_| has_tile(object.site)).and_then(|atlas| atlas.tile(object.mark));
    if let Some(tile) = tile {
        written["gid"] = (tile + 1).into();
        // The position of a tile is its bottom left corner.
        written["y"] = (y + height).into();
    }
    if (width, height) == (0, 0) {
        written["point"] = true.into();
    }
    written
}
