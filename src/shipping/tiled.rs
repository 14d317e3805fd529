//! A level as a map of Tiled (JSON, version 1.10): an object for each mark.
//!
//! The layer `marks` holds what the designer laid, `intended` the solution, which is hidden at
//! first. An object's class is the functor of its mark; `site` and `mark` say exactly what lies
//! where.

use serde_json::{Value, json};

use super::places::{CELL, PlacedObject, board_text, objects, rows};
use super::{ExportScope, ExportSource, Exporter, ExporterAbout, OF_MAP_EDITORS, pack_written};
use foolproof_games::Exported;
use foolproof_level::Level;

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
        pack_written(source, &OF_MAP_EDITORS, |fit| {
            fit.iter().map(|one| (vec![one.place], map(one.level))).collect()
        })
    }
}

fn map(level: &Level) -> String {
    let all = objects(level);
    let (designed, intended): (Vec<_>, Vec<_>) =
        (1..).zip(&all).partition(|(_, object): &(i32, &PlacedObject<'_>)| !object.intended);
    let layers = [layer(1, "marks", &designed, true), layer(2, "intended", &intended, false)];
    let property =
        |name: &str, value: &str| json!({ "name": name, "type": "string", "value": value });
    let mut properties = vec![
        property("game", &level.game),
        property("title", &level.title),
        property("author", &level.author),
        property("tags", &level.tags.join(", ")),
        property("notes", &level.notes),
        property("board", &board_text(level)),
    ];
    properties.extend(level.settings.iter().map(|(name, number)| {
        json!({ "name": format!("setting_{name}"), "type": "int", "value": number })
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
        "tilesets": [],
        "layers": layers,
    });
    format!("{map:#}\n")
}

fn layer(id: u32, name: &str, objects: &[(i32, &PlacedObject<'_>)], visible: bool) -> Value {
    json!({
        "type": "objectgroup",
        "id": id,
        "name": name,
        "draworder": "index",
        "x": 0,
        "y": 0,
        "opacity": 1,
        "visible": visible,
        "objects": objects.iter().map(|(id, object)| written(*id, object)).collect::<Vec<_>>(),
    })
}

fn written(id: i32, object: &PlacedObject<'_>) -> Value {
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
    if (width, height) == (0, 0) {
        written["point"] = true.into();
    }
    written
}
