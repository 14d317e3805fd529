//! Maps for Tiled and LDtk with pictures of their marks, and what a designer changes in them.

use std::path::Path;

use foolproof::games::maps;
use foolproof::level::{Level, Mark, Pack, Site};
use foolproof::picture::pixels_of_png;
use serde_json::{Value, json};

use crate::web::{built_in, exported};

fn sample(game: &str) -> Pack {
    let game = foolproof::built_in().by_id(game).expect("a game");
    Pack::from_json(&game.sample()).expect("a pack")
}

fn read(path: &Path, map: &Value) -> Level {
    std::fs::write(path, map.to_string()).expect("written");
    let read = maps::read_map(path).expect("levels").readable();
    (*read.levels[0]).clone()
}

fn marks(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}

fn property<'a>(of: &'a Value, name: &str) -> &'a str {
    let all = of["properties"].as_array().expect("properties");
    let one = all.iter().find(|property| property["name"] == *name);
    one.and_then(|one| one["value"].as_str()).unwrap_or_default()
}

#[test]
fn every_tile_shows_the_mark_of_its_object() {
    for game in built_in() {
        let pack = Pack::from_json(&game.sample()).expect("a pack");
        let maps = exported(&foolproof::built_in(), &pack, "tiled");
        let [(name, png)] = &maps.beside[..] else { panic!("one picture") };
        let drawn = pixels_of_png(png).expect("a picture");
        let mut tiles = 0;
        for (_, text) in &maps.files {
            let map: Value = serde_json::from_str(text).expect("JSON");
            let set = &map["tilesets"][0];
            assert_eq!(set["image"], json!(name));
            assert_eq!(
                [&set["imagewidth"], &set["imageheight"]],
                [&json!(drawn.width), &json!(drawn.height)]
            );
            let all = set["tiles"].as_array().expect("tiles");
            for layer in map["layers"].as_array().expect("layers") {
                for object in layer["objects"].as_array().expect("objects") {
                    let Some(tile) = object["gid"].as_u64() else { continue };
                    let tile = &all[usize::try_from(tile).expect("a number") - 1];
                    assert_eq!(property(tile, "mark"), property(object, "mark"));
                    tiles += 1;
                }
            }
            // No tile is blank.
            for tile in 0..all.len() as u32 {
                let (left, top) = (tile % 8 * 64, tile / 8 * 64);
                let inked = |at: u32| {
                    let pixel = (top + at / 64) * drawn.width + left + at % 64;
                    drawn.rgba[pixel as usize * 4 + 3] > 0
                };
                assert!(
                    (0..64 * 64).any(inked),
                    "{name}: {}",
                    property(&all[tile as usize], "mark")
                );
            }
        }
        assert!(tiles > 0, "{name}");
    }
}

#[test]
fn what_a_designer_moves_copies_and_stamps_in_tiled_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level.tmj");
    let maps = exported(&foolproof::built_in(), &sample("refraction"), "tiled");
    let mut map: Value = serde_json::from_str(&maps.files[0].1).expect("JSON");
    let before = read(&path, &map);
    let blocker: Mark = "blocker".parse().expect("a mark");
    let free = |level: &Level| {
        level.board.cells().filter(|cell| level.mark(*cell).is_none()).collect::<Vec<Site>>()
    };
    let (objects, free) = (map["layers"][0]["objects"].clone(), free(&before));
    let moved =
        objects.as_array().expect("objects").iter().position(|object| object["gid"].is_u64());
    let moved = moved.expect("a tile");
    // To the first free cell; its property still says where it was.
    let at = |site: Site| (i64::from(site.col) * 32, i64::from(site.row) * 32 + 32);
    let (x, y) = at(free[0]);
    let object = &mut map["layers"][0]["objects"][moved];
    let (from, mark) = (property(object, "site").to_owned(), property(object, "mark").to_owned());
    (object["x"], object["y"]) = (x.into(), y.into());
    // A tile that is put down anew has neither.
    let tiles = map["tilesets"][0]["tiles"].as_array().expect("tiles");
    let tile = tiles.iter().position(|tile| property(tile, "mark") == "blocker").expect("a tile");
    let (x, y) = at(free[1]);
    let stamped = json!({ "id": 999, "gid": tile + 1, "x": x, "y": y, "width": 32, "height": 32 });
    map["layers"][0]["objects"].as_array_mut().expect("objects").push(stamped);
    // And one in a layer of tiles.
    let (cols, rows) =
        (map["width"].as_u64().expect("cols"), map["height"].as_u64().expect("rows"));
    let third = u64::from(free[2].row) * cols + u64::from(free[2].col);
    let data: Vec<u64> =
        (0..cols * rows).map(|cell| if cell == third { tile as u64 + 1 } else { 0 }).collect();
    let layer =
        json!({ "type": "tilelayer", "name": "more", "width": cols, "height": rows, "data": data });
    map["layers"].as_array_mut().expect("layers").push(layer);
    let after = read(&path, &map);
    let mut wanted = before.clone();
    wanted.paint(from.parse().expect("a site"), None);
    wanted.paint(free[0], Some(mark.parse().expect("a mark")));
    free[1..3].iter().for_each(|site| wanted.paint(*site, Some(blocker.clone())));
    assert_eq!(marks(&after), marks(&wanted));
}

#[test]
fn entities_of_ldtk_have_pictures_that_the_project_defines() {
    for game in built_in() {
        let pack = Pack::from_json(&game.sample()).expect("a pack");
        let project = exported(&foolproof::built_in(), &pack, "ldtk");
        let [(name, _)] = &project.beside[..] else { panic!("one picture") };
        let project: Value = serde_json::from_str(&project.files[0].1).expect("JSON");
        let sets = project["defs"]["tilesets"].as_array().expect("sets");
        assert_eq!(sets[0]["relPath"], json!(name));
        let kinds = project["defs"]["entities"].as_array().expect("entities");
        let mut names: Vec<&str> =
            kinds.iter().filter_map(|kind| kind["identifier"].as_str()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "identifiers are unique");
        let pictured = kinds.iter().filter(|kind| kind["renderMode"] == "Tile");
        for kind in pictured.clone() {
            assert_eq!(kind["tileRect"]["tilesetUid"], sets[0]["uid"]);
            let far = |side: &str, size: &str| {
                kind["tileRect"][side]
                    .as_u64()
                    .zip(kind["tileRect"][size].as_u64())
                    .map(|(from, size)| from + size)
            };
            assert!(
                far("x", "w") <= sets[0]["pxWid"].as_u64()
                    && far("y", "h") <= sets[0]["pxHei"].as_u64()
            );
        }
        assert!(pictured.count() > 0, "{name}");
    }
}

#[test]
fn an_entity_that_was_moved_lies_where_it_lies_now() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.ldtk");
    let project = exported(&foolproof::built_in(), &sample("witness"), "ldtk");
    let mut project: Value = serde_json::from_str(&project.files[0].1).expect("JSON");
    let before = read(&path, &project);
    let free = before.board.cells().find(|cell| before.mark(*cell).is_none()).expect("a free cell");
    let entities = project["levels"][0]["layerInstances"][0]["entityInstances"].as_array_mut();
    let is_cell = |entity: &Value| {
        entity["fieldInstances"][1]["__value"]
            .as_str()
            .is_some_and(|site| site.starts_with("cell("))
    };
    let entity =
        entities.expect("entities").iter_mut().find(|entity| is_cell(entity)).expect("a symbol");
    let from: Site =
        entity["fieldInstances"][1]["__value"].as_str().expect("a site").parse().expect("a site");
    entity["px"] = json!([u64::from(free.col) * 32, u64::from(free.row) * 32]);
    let after = read(&path, &project);
    let mut wanted = before.clone();
    wanted.paint(from, None);
    wanted.paint(free, before.mark(from).cloned());
    assert_eq!(marks(&after), marks(&wanted), "{from} to {free}");
}
