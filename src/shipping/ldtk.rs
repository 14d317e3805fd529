//! A pack as a project of LDtk (version 1.5): a level of the project for each level, an entity for each
//! mark.
//!
//! Each mark of a game has a kind of entity, with its picture if it fills a cell; the fields `site` and
//! `mark` of an entity hold its exact site and mark. Everything else in a project comes from
//! `assets/ldtk.json`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::atlas::{Atlas, TILE, with_atlases};
use super::places::{CELL, PlacedObject, objects, rows};
use super::{ExportScope, ExportSource, Exporter, ExporterAbout, Fit, together};
use foolproof_games::{Exported, maps::SETTING};
use foolproof_level::{Level, Mark};

/// Default values of the parts of a project.
const PARTS: &str = include_str!("../../assets/ldtk.json");

/// The layers, with their numbers.
const LAYERS: [(&str, u64); 2] = [("Marks", 1), ("Intended", 2)];
/// Fields of levels and of entities, with their numbers.
const LEVEL_FIELDS: [(&str, u64); 6] =
    [("game", 3), ("title", 4), ("author", 5), ("tags", 6), ("notes", 7), ("board", 8)];
const FIRST_FREE: u64 = 10;
/// Gap between two levels of the world, in pixels.
const GAP: i32 = 2 * CELL;

/// A project of LDtk.
pub(crate) struct LdtkProject;

impl Exporter for LdtkProject {
    fn about(&self) -> ExporterAbout<'_> {
        ExporterAbout {
            id: "ldtk",
            name: "LDtk project",
            endings: vec!["ldtk"],
            scope: ExportScope::Pack,
        }
    }

    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        with_atlases(source, |fit, atlases| {
            together(fit, project(&source.pack.title, fit, atlases))
        })
    }
}

struct Project<'a> {
    parts: Value,
    /// Number of each entity's definition, which those of its fields `mark` and `site` follow, by game and
    /// mark.
    entities: BTreeMap<(&'a str, &'a Mark), u64>,
    /// Numbers of the fields of levels for settings.
    settings: BTreeMap<&'a str, u64>,
    atlases: &'a BTreeMap<String, Atlas>,
    seed: String,
}

fn project(title: &str, levels: &[Fit<'_>], atlases: &BTreeMap<String, Atlas>) -> String {
    let mut project = Project {
        parts: serde_json::from_str(PARTS).unwrap_or_default(),
        entities: BTreeMap::new(),
        settings: BTreeMap::new(),
        atlases,
        seed: title.to_owned(),
    };
    let marks = levels.iter().flat_map(|one| {
        objects(one.level).into_iter().map(|object| (one.level.game.as_str(), object.mark))
    });
    for mark in marks {
        let next = FIRST_FREE + 3 * project.entities.len() as u64;
        project.entities.entry(mark).or_insert(next);
    }
    let first_set = FIRST_FREE + 3 * project.entities.len() as u64;
    let first_level = first_set + atlases.len() as u64;
    let first_setting = first_level + levels.len() as u64;
    let settings: BTreeSet<&str> =
        levels.iter().flat_map(|one| one.level.settings.keys().map(String::as_str)).collect();
    project.settings = settings.into_iter().zip(first_setting..).collect();
    let mut at = 0;
    let mut written = Vec::new();
    for (number, one) in levels.iter().enumerate() {
        let uid = first_level + number as u64;
        written.push(project.level(one.level, number, uid, at));
        at += i32::from(one.level.board.cols) * CELL + GAP;
    }
    let mut file = project.part("project");
    file["iid"] = project.iid("project").into();
    file["dummyWorldIid"] = project.iid("world").into();
    file["nextUid"] = (first_setting + project.settings.len() as u64).into();
    file["defs"]["layers"] = LAYERS.map(|(name, uid)| project.layer(name, uid)).to_vec().into();
    let entities = project.entities.iter();
    let entities = entities.map(|((game, mark), uid)| project.entity(game, mark, *uid, first_set));
    file["defs"]["entities"] = entities.collect::<Vec<Value>>().into();
    let sets = (first_set..).zip(atlases).map(|(uid, (game, atlas))| project.set(game, atlas, uid));
    file["defs"]["tilesets"] = sets.collect::<Vec<Value>>().into();
    let words = LEVEL_FIELDS.iter().map(|(name, uid)| project.field(name, *uid));
    let numbers = project.settings.iter().map(|(name, uid)| project.number_field(name, *uid));
    file["defs"]["levelFields"] = words.chain(numbers).collect::<Vec<Value>>().into();
    file["levels"] = written.into();
    format!("{file:#}\n")
}

impl Project<'_> {
    fn part(&self, name: &str) -> Value {
        self.parts[name].clone()
    }

    /// Returns an identifier of the form that the format requires, the same whenever the pack is.
    fn iid(&self, what: &str) -> String {
        let digest = Sha256::digest(format!("{}\n{what}", self.seed));
        let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let cut = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
        format!("{}-{}-{}-{}-{}", cut(0, 8), cut(8, 12), cut(12, 16), cut(16, 20), cut(20, 32))
    }

    fn layer(&self, name: &str, uid: u64) -> Value {
        let mut layer = self.part("layer");
        layer["identifier"] = name.into();
        layer["uid"] = uid.into();
        layer
    }

    fn field(&self, name: &str, uid: u64) -> Value {
        let mut field = self.part("field");
        field["identifier"] = name.into();
        field["uid"] = uid.into();
        field
    }

    /// Returns a field of levels for a setting.
    fn number_field(&self, name: &str, uid: u64) -> Value {
        let mut field = self.field(&format!("{SETTING}{name}"), uid);
        (field["__type"], field["type"]) = ("Int".into(), "F_Int".into());
        field
    }

    /// Returns a set of tiles.
    fn set(&self, game: &str, atlas: &Atlas, uid: u64) -> Value {
        let mut set = self.part("set");
        set["identifier"] = identifier(game).into();
        set["uid"] = uid.into();
        set["relPath"] = atlas.name.as_str().into();
        (set["__cWid"], set["__cHei"]) = (atlas.columns().into(), atlas.rows().into());
        (set["pxWid"], set["pxHei"]) =
            ((TILE * atlas.columns()).into(), (TILE * atlas.rows()).into());
        set
    }

    /// Returns the picture of a mark in the set of its game.
    fn tile(&self, game: &str, mark: &Mark, first_set: u64) -> Option<Value> {
        let (number, (_, atlas)) =
            (first_set..).zip(self.atlases).find(|(_, (id, _))| *id == game)?;
        let tile = atlas.tile(mark)?;
        let (x, y) = (TILE * (tile % atlas.columns()), TILE * (tile / atlas.columns()));
        Some(json!({ "tilesetUid": number, "x": x, "y": y, "w": TILE, "h": TILE }))
    }

    fn entity(&self, game: &str, mark: &Mark, uid: u64, first_set: u64) -> Value {
        let mut entity = self.part("entity");
        entity["identifier"] = self.name(game, mark).into();
        entity["uid"] = uid.into();
        if let Some(tile) = self.tile(game, mark, first_set) {
            entity["tilesetId"] = tile["tilesetUid"].clone();
            entity["tileRect"] = tile;
            entity["renderMode"] = "Tile".into();
            entity["showName"] = false.into();
        }
        let fields = [self.field("mark", uid + 1), self.field("site", uid + 2)];
        entity["fieldDefs"] = fields.to_vec().into();
        entity
    }

    fn level(&self, level: &Level, number: usize, uid: u64, at: i32) -> Value {
        let mut written = self.part("level");
        written["identifier"] = format!("Level_{}", number + 1).into();
        written["iid"] = self.iid(&format!("level {number}")).into();
        written["uid"] = uid.into();
        written["worldX"] = at.into();
        written["pxWid"] = (i32::from(level.board.cols) * CELL).into();
        written["pxHei"] = (i32::from(rows(level)) * CELL).into();
        let tags = level.tags.join(", ");
        let board = level.board.to_string();
        let said = [&level.game, &level.title, &level.author, &tags, &level.notes, &board];
        let fields = LEVEL_FIELDS.iter().zip(said);
        let fields = fields.map(|((name, def), words)| instance(name, *def, words));
        let settings = level.settings.iter().filter_map(|(name, number)| {
            let def = self.settings.get(name.as_str())?;
            Some(number_instance(&format!("{SETTING}{name}"), *def, *number))
        });
        written["fieldInstances"] = fields.chain(settings).collect::<Vec<Value>>().into();
        let all = objects(level);
        let layers = LAYERS.map(|(name, def)| {
            let mut layer = self.part("layer_instance");
            layer["__identifier"] = name.into();
            layer["__cWid"] = level.board.cols.into();
            layer["__cHei"] = rows(level).into();
            layer["iid"] = self.iid(&format!("level {number} {name}")).into();
            layer["levelId"] = uid.into();
            layer["layerDefUid"] = def.into();
            layer["visible"] = (def == 1).into();
            let of_layer = all.iter().filter(|object| object.intended == (def == 2));
            let game = level.game.as_str();
            let entities: Vec<Value> =
                of_layer.map(|object| self.placed(game, object, number, at)).collect();
            layer["entityInstances"] = entities.into();
            layer
        });
        written["layerInstances"] = layers.to_vec().into();
        written
    }

    /// Returns the name of a kind of entity: by its mark, and by its game if the project has several.
    fn name(&self, game: &str, mark: &Mark) -> String {
        let is_alone = self.entities.keys().all(|(other, _)| *other == game);
        let game = if is_alone { String::new() } else { format!("{game}_") };
        identifier(&format!("{game}{mark}"))
    }

    fn placed(&self, game: &str, object: &PlacedObject<'_>, number: usize, at: i32) -> Value {
        let [x, y, width, height] = object.rect;
        let uid = self.entities.get(&(game, object.mark)).copied().unwrap_or(0);
        let mut placed = self.part("entity_instance");
        placed["__identifier"] = self.name(game, object.mark).into();
        placed["__grid"] = json!([x.div_euclid(CELL), y.div_euclid(CELL)]);
        placed["px"] = json!([x, y]);
        placed["__worldX"] = (at + x).into();
        placed["__worldY"] = y.into();
        placed["width"] = width.max(1).into();
        placed["height"] = height.max(1).into();
        placed["defUid"] = uid.into();
        let name = format!("{number} {} {} {}", object.site, object.mark, object.intended);
        placed["iid"] = self.iid(&name).into();
        let (mark, site) = (object.mark.as_str(), object.site.to_string());
        placed["fieldInstances"] =
            json!([instance("mark", uid + 1, mark), instance("site", uid + 2, &site)]);
        placed
    }
}

fn instance(name: &str, uid: u64, words: &str) -> Value {
    field_instance(name, uid, ["String", "V_String"], words.into())
}

fn number_instance(name: &str, uid: u64, number: i32) -> Value {
    field_instance(name, uid, ["Int", "V_Int"], number.into())
}

fn field_instance(name: &str, uid: u64, [of, id]: [&str; 2], value: Value) -> Value {
    json!({
        "__identifier": name,
        "__type": of,
        "__value": value,
        "__tile": null,
        "defUid": uid,
        "realEditorValues": [{ "id": id, "params": [value] }],
    })
}

/// Returns an identifier: letters, digits and underscores, without a digit at the beginning.
fn identifier(words: &str) -> String {
    let words = words.trim_end_matches(')').replace('-', "minus_");
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let words: String = words.chars().map(plain).collect();
    match words.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => words,
        false => format!("mark_{words}"),
    }
}
