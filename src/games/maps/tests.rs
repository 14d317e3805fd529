//! Maps as their editors write them.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::*;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("written");
        path
    }
}

/// A map of 3x2 tiles of 16 pixels.
fn tiled(layers: Value, more: Value) -> String {
    let mut map = json!({
        "type": "map", "version": "1.10", "orientation": "orthogonal", "infinite": false,
        "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "layers": layers,
        "tilesets": [
            { "firstgid": 1, "name": "ground", "tiles": [{ "id": 1, "type": "wall" }] },
            { "firstgid": 10, "source": "things.tsj" },
        ],
    });
    let map_of = map.as_object_mut().expect("an object");
    more.as_object()
        .expect("an object")
        .iter()
        .for_each(|(name, value)| _ = map_of.insert(name.clone(), value.clone()));
    map.to_string()
}

const TABLE: &str = "game = \"toy\"\n[marks]\nwall = \"rock\"\n\"ground/0\" = \"\"\n\"things/2\" = \"crate\"\nHero = \"hero\"\n";

fn marks(level: &Level) -> Vec<(String, String)> {
    level.marks().map(|(site, mark)| (site.to_string(), mark.to_string())).collect()
}

fn cells(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(site, mark)| ((*site).to_owned(), (*mark).to_owned())).collect()
}

#[test]
fn tiles_of_tiled_become_marks_by_the_table() {
    let folder = Folder::new();
    folder.put("tiles.toml", TABLE);
    // A turned tile means the same; 12 is things/2.
    let plain = json!([2, 1, 1, 1, 12, 2_147_483_650_u64]);
    let hero = json!([{ "class": "Hero", "x": 33, "y": 1, "width": 14, "height": 14 }]);
    let layers = |data: Value| {
        json!([
            { "type": "tilelayer", "name": "floor", "width": 3, "height": 2, "x": 0, "y": 0, "data": data },
            { "type": "group", "name": "all", "layers": [
                { "type": "objectgroup", "name": "people", "objects": hero }] },
            { "type": "tilelayer", "name": "off", "visible": false, "width": 3, "height": 2, "data": [2, 2, 2, 2, 2, 2] },
        ])
    };
    let wanted = cells(&[
        ("cell(0,0)", "rock"),
        ("cell(1,1)", "crate"),
        ("cell(2,0)", "hero"),
        ("cell(2,1)", "rock"),
    ]);
    let path = folder.put("one.tmj", &tiled(layers(plain.clone()), json!({})));
    let read = read_map(&path).expect("levels").readable();
    let [level] = &read.levels[..] else { panic!("one level") };
    assert_eq!((level.game.as_str(), level.title.as_str()), ("toy", "one"));
    assert_eq!((level.board.cols, level.board.rows), (3, 2));
    assert_eq!(marks(level), wanted);
    // The same, packed.
    let bytes: Vec<u8> = plain
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|tile| (tile.as_u64().expect("a number") as u32).to_le_bytes())
        .collect();
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packed, &bytes).expect("packed");
    let packed = base64::Engine::encode(
        &base64::engine::general_purpose::STANDARD,
        packed.finish().expect("packed"),
    );
    let mut of = layers(json!(packed));
    of[0]["compression"] = json!("zlib");
    let path = folder.put("two.tmj", &tiled(of, json!({})));
    assert_eq!(marks(&read_map(&path).expect("levels").readable().levels[0]), wanted);
}

#[test]
fn what_no_table_explains_is_named_and_a_table_is_made_of_it() {
    let folder = Folder::new();
    let layer = json!([{ "type": "tilelayer", "name": "floor", "width": 3, "height": 2, "data": [2, 1, 1, 1, 12, 0] }]);
    let path = folder.put("room.tmj", &tiled(layer, json!({})));
    let why = read_map(&path).err().expect("unknown tiles").to_string();
    for name in ["wall", "ground/0", "things/2", "room.tiles.toml"] {
        assert!(why.contains(name), "{why}");
    }
    let table = table_of(&path).expect("a table");
    assert!(table.contains("wall = \"\"") || table.contains("\"wall\" = \"\""), "{table}");
    // A generated table can be read; it does not name a game yet.
    folder.put("room.tiles.toml", &table);
    let why = read_map(&path).err().expect("no game").to_string();
    assert!(why.contains("names the game"), "{why}");
    folder.put("room.tiles.toml", "game = \"toy\"\n[marks]\nwall = 3\n");
    let why = read_map(&path).err().expect("a number").to_string();
    assert!(why.contains("room.tiles.toml: line 3"), "{why}");
    folder.put(
        "room.tiles.toml",
        "game = \"toy\"\n[marks]\nwall = \"A(\"\n\"ground/0\" = \"\"\n\"things/2\" = \"\"",
    );
    let why = read_map(&path).err().expect("no mark").to_string();
    assert!(why.contains("the mark of `wall`"), "{why}");
}

#[test]
fn maps_without_end_are_as_large_as_what_lies_in_them() {
    let folder = Folder::new();
    folder.put("tiles.toml", TABLE);
    let chunk = json!({ "x": -2, "y": 4, "width": 2, "height": 2, "data": [0, 2, 2, 0] });
    let layer = json!([{ "type": "tilelayer", "name": "floor", "chunks": [chunk] }]);
    let path = folder.put("wide.tmj", &tiled(layer, json!({ "infinite": true })));
    let read = read_map(&path).expect("levels").readable();
    assert_eq!((read.levels[0].board.cols, read.levels[0].board.rows), (2, 2));
    assert_eq!(marks(&read.levels[0]), cells(&[("cell(0,1)", "rock"), ("cell(1,0)", "rock")]));
}

#[test]
fn rooms_of_ldtk_become_levels() {
    let folder = Folder::new();
    folder.put("tiles.toml", "game = \"toy\"\n[marks]\nwall = \"rock\"\n\"Things/7\" = \"crate\"\nHero = \"hero\"\n\"Grid/2\" = \"\"\n");
    let layer = |more: Value| {
        let mut layer = json!({ "__gridSize": 8, "__cWid": 2, "__cHei": 2, "visible": true });
        let of = layer.as_object_mut().expect("an object");
        more.as_object()
            .expect("an object")
            .iter()
            .for_each(|(name, value)| _ = of.insert(name.clone(), value.clone()));
        layer
    };
    let room = json!({ "identifier": "Cave", "fieldInstances": [], "layerInstances": [
        layer(json!({ "__identifier": "People", "entityInstances": [
            { "__identifier": "Hero", "__grid": [1, 1], "fieldInstances": [] }] })),
        layer(json!({ "__identifier": "Stuff", "__tilesetDefUid": 5, "gridTiles": [{ "px": [8, 0], "t": 7 }] })),
        layer(json!({ "__identifier": "Grid", "layerDefUid": 3, "intGridCsv": [1, 2, 0, 0] })),
    ] });
    let mut project = json!({ "jsonVersion": "1.5.3", "levels": [room], "defs": {
        "layers": [{ "uid": 3, "intGridValues": [{ "value": 1, "identifier": "wall" }, { "value": 2, "identifier": null }] }],
        "tilesets": [{ "uid": 5, "identifier": "Things" }],
    } });
    let path = folder.put("world.ldtk", &project.to_string());
    let read = read_map(&path).expect("levels").readable();
    assert_eq!(read.levels[0].title, "Cave");
    assert_eq!(
        marks(&read.levels[0]),
        cells(&[("cell(0,0)", "rock"), ("cell(1,0)", "crate"), ("cell(1,1)", "hero")])
    );
    project["levels"][0]["layerInstances"] = Value::Null;
    let path = folder.put("world.ldtk", &project.to_string());
    assert!(
        read_map(&path).err().expect("outside").to_string().contains("Cave: its layers lie"),
        "outside"
    );
}

#[test]
fn a_tile_is_what_its_set_says_unless_a_table_says_otherwise() {
    let folder = Folder::new();
    let rock = json!([{ "name": "mark", "type": "string", "value": "rock" }]);
    let set = json!({ "firstgid": 1, "name": "own", "tiles": [{ "id": 0, "properties": rock }] });
    let layer = json!([{ "type": "tilelayer", "name": "floor", "width": 3, "height": 2, "data": [0, 1, 0, 0, 0, 0] }]);
    let path = folder.put("room.tmj", &tiled(layer, json!({ "tilesets": [set] })));
    let read = |table: &str| {
        folder.put("tiles.toml", table);
        marks(&read_map(&path).expect("levels").readable().levels[0])
    };
    assert_eq!(read("game = \"toy\"\n"), cells(&[("cell(1,0)", "rock")]));
    let crates = read("game = \"toy\"\n[marks]\n\"own/0\" = \"crate\"\n");
    assert_eq!(crates, cells(&[("cell(1,0)", "crate")]));
    assert_eq!(read("game = \"toy\"\n[marks]\n\"own/0\" = \"\"\n"), cells(&[]), "it means nothing");
}
